"""Where `timbre clone --refine` fits a voice: the command and the fit as they are, the graphics card pretended."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest
import soundfile as sf

pytest.importorskip("torch", reason="PyTorch is an extra: make test WITH=clone")

import torch
from torch.overrides import TorchFunctionMode

from engines.engine import Engine
from engines.models.kokoro.model import KokoroModel
from engines.voices import refine
from engines.voices.blend import blend
from engines.voices.fit_device import UNUSABLE, FitDevice, FitMemoryError
from engines.voices.voice_file import SUFFIX, read_voice, write_voice
from studio.commands.clone import Wish, make
from studio.commands.services import Services
from tests.voices.talking import RATE, talk

SHORT = {"en-us": ("θˈæŋk ju.", "hˈɪɹ.", "jˈɛs.", "hˈɪɹ."), "zh": ("ni↓ xau↓.", "ɕje↘ɕje.", "ni↓ xau↓.", "ɕje↘ɕje.")}


class PretendedCard(TorchFunctionMode):
    """Keeps on the processor what is moved, and remembers where it was to go."""

    def __init__(self, *, full: bool = False) -> None:
        super().__init__()
        self.moved_to: set[str] = set()
        self._full = full

    def __torch_function__(self, func: Any, _types: Any, args: Any = (), kwargs: Any = None) -> Any:
        if func is torch.Tensor.to:
            args = [self._placed(value) if isinstance(value, torch.device) else value for value in args]
        return func(*args, **(kwargs or {}))

    def _placed(self, device: torch.device) -> torch.device:
        self.moved_to.add(device.type)
        if self._full:
            raise torch.cuda.OutOfMemoryError("CUDA out of memory")
        return torch.device("cpu")


@pytest.fixture
def engine(tiny_pack: Path, tiny_model: KokoroModel, monkeypatch: pytest.MonkeyPatch) -> Iterator[Engine]:
    """The tiny model, as if it were the default one; less is said at a time than usual."""
    monkeypatch.setattr(refine, "ModelStore", lambda _: SimpleNamespace(require=lambda _: tiny_pack))
    monkeypatch.setattr(refine, "PASSAGE_FRAMES", 12)
    monkeypatch.setattr(refine, "sentences", SHORT.__getitem__)
    monkeypatch.setattr(refine, "SENTENCES", SHORT)
    engine = Engine(tiny_model)
    yield engine
    engine.refresh_voices()


@pytest.fixture
def wish(engine: Engine, tmp_path: Path) -> Wish:
    """One step, on from a voice of the tiny model."""
    recording, start = tmp_path / "me.wav", tmp_path / f"start{SUFFIX}"
    sf.write(recording, talk(4.0, pitch=170.0), RATE)
    write_voice(blend([(engine.profile_of("af_tiny"), 1.0)], title="Me"), start)
    out = tmp_path / f"out{SUFFIX}"
    return Wish(recording, "Me", transcript="Well now.", start=start, refine=True, steps=1, out=out)


def refined(engine: Engine, wish: Wish) -> tuple[list[str], list[str]]:
    """The stages and the warnings that were told."""
    told: dict[str, list[str]] = {"stage": [], "warning": [], "step": []}
    services = cast(Services, SimpleNamespace(open_engine=lambda: nullcontext(engine)))

    def tell(event: str, **facts: Any) -> None:
        told[event].append(str(facts.get("text", "")))

    make(services, wish, tell, threading.Event())
    return told["stage"], told["warning"]


def test_a_card_that_computes_is_where_everything_goes(
    engine: Engine, wish: Wish, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(refine, "best_device", lambda _: FitDevice("cuda"))
    card = PretendedCard()
    with card:
        stages, warnings = refined(engine, wish)
    assert "cuda" in card.moved_to  # and where something is thought to be already
    assert "Fitting the voice on the graphics card" in stages
    assert UNUSABLE not in warnings
    assert wish.out is not None
    assert wish.start is not None
    assert not np.array_equal(read_voice(wish.out).modulation, read_voice(wish.start).modulation)


def test_a_card_that_does_not_compute_is_told_and_left(
    engine: Engine, wish: Wish, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(refine, "best_device", lambda _: FitDevice("cpu", UNUSABLE))
    card = PretendedCard()
    with card:
        stages, warnings = refined(engine, wish)
    assert card.moved_to == {"cpu"}
    assert "Fitting the voice on the processor" in stages
    assert UNUSABLE in warnings


def test_a_full_card_is_explained(engine: Engine, wish: Wish, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(refine, "best_device", lambda _: FitDevice("cuda"))
    with PretendedCard(full=True), pytest.raises(FitMemoryError, match="close other programs"):
        refined(engine, wish)
    assert wish.out is not None
    assert not wish.out.exists()
