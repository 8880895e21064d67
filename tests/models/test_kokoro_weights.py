from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from engines.errors import ModelDamagedError
from engines.models.kokoro.stages import prosody_stage
from engines.models.kokoro.weights import (
    TORCH_TO_ONNX_GATES,
    Quantised,
    from_int8_onnx,
    from_state_dict,
    reorder_gates,
)
from tests.tiny import TINY, tiny_weights


def checkpoint_of(weights: dict[str, np.ndarray]) -> dict[str, dict[str, np.ndarray]]:
    """The weights as the published checkpoint nests them: a dictionary a module, weight norm split, `module.` names."""
    nested: dict[str, dict[str, np.ndarray]] = {}
    for path, value in weights.items():
        top, rest = path.split(".", 1)
        module = nested.setdefault(top, {})
        if value.ndim == 3 and path.endswith(".weight"):
            norm = np.sqrt((value**2).sum(axis=(1, 2), keepdims=True))
            module[f"module.{rest}_g"] = norm
            module[f"module.{rest}_v"] = value / norm * 3.0  # the direction's length must not matter
        else:
            module[f"module.{rest}"] = value
    nested["bert"]["module.embeddings.position_ids"] = np.arange(4)
    return nested


def test_a_checkpoint_fills_the_same_graphs() -> None:
    weights = {path: np.asarray(value) for path, value in tiny_weights().items()}
    loaded = from_state_dict(checkpoint_of(weights))
    assert loaded.keys() == weights.keys()
    for path, value in weights.items():
        assert loaded[path] == pytest.approx(value, abs=1e-5), path
    assert len(prosody_stage(loaded, TINY).graph.node) == len(prosody_stage(tiny_weights(), TINY).graph.node)


def test_a_missing_weight_is_named() -> None:
    weights = tiny_weights()
    del weights["predictor.F0_proj.weight"]
    with pytest.raises(ModelDamagedError, match=r"predictor\.F0_proj\.weight"):
        prosody_stage(weights, TINY)


def test_gates_are_put_back_in_order() -> None:
    gates = np.repeat(np.arange(4), 3)[:, None]
    onnx_order = reorder_gates(gates, TORCH_TO_ONNX_GATES)
    assert onnx_order[::3, 0].tolist() == [0, 3, 1, 2]  # input, output, forget, cell


def test_quantised_values_follow_scale_and_zero() -> None:
    codes = np.array([0, 128, 255], np.uint8)
    assert Quantised(codes, np.float32(0.5), np.uint8(128)).values().tolist() == [-64.0, 0.0, 63.5]


def test_a_file_that_is_no_model_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "model.onnx"
    path.write_bytes(b"\x00\x01 not a model")
    with pytest.raises(ModelDamagedError, match="install the model pack again"):
        from_int8_onnx(path)
