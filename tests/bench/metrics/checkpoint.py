"""PyTorch checkpoints as `torch.save` wrote them before 1.6, read without PyTorch.

They are pickles one after the other (a magic number, the version, the machine, the object, the keys of its storages)
and then the storages: a count, and so many numbers. Later ones are zip archives, for `engines.models.torchfile`.
"""

from __future__ import annotations

import pickle
from collections import OrderedDict
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

_MAGIC = 0x1950A86A20F9469CFC6C
_FLOAT = "torch FloatStorage"
_REBUILD = "torch._utils _rebuild_tensor_v2"


def load_legacy_checkpoint(path: Path) -> Any:
    """The saved object with its tensors as float32 arrays. Only for files whose checksum is known.

    Raises
    ------
    pickle.UnpicklingError
        If it is no such file, or holds something other than tensors of float32 in dictionaries and lists.
    """
    with path.open("rb") as file:
        magic, _version, _machine = (_Reader(file, {}).load() for _ in range(3))
        if magic != _MAGIC:
            raise pickle.UnpicklingError(f"{path.name} does not begin with the mark of a checkpoint")
        storages: dict[str, NDArray[np.float32]] = {}
        saved = _Reader(file, storages).load()
        for key in _Reader(file, {}).load():
            count = int(np.frombuffer(file.read(8), "<i8")[0])
            storages[key][:] = np.frombuffer(file.read(4 * count), "<f4")
        return saved


class _Reader(pickle.Unpickler):
    """Makes arrays of tensors, and refuses every name that tensors in dictionaries do not need."""

    def __init__(self, file: BinaryIO, storages: dict[str, NDArray[np.float32]]) -> None:
        super().__init__(file)
        self._storages = storages

    def find_class(self, module: str, name: str) -> Any:
        known = {_FLOAT: _FLOAT, _REBUILD: _view, "collections OrderedDict": OrderedDict}
        if (found := known.get(f"{module} {name}")) is None:
            raise pickle.UnpicklingError(f"{module}.{name} is no part of a tensor")
        return found

    def persistent_load(self, pid: Any) -> NDArray[np.float32]:
        """An array that is filled when the storages are reached, behind the pickles."""
        kind, storage_type, key, _device, count, _view_of = pid
        if kind != "storage" or storage_type != _FLOAT:
            raise pickle.UnpicklingError(f"{storage_type} is no storage of float32")
        return self._storages.setdefault(key, np.zeros(count, np.float32))


def _view(
    storage: NDArray[np.float32], offset: int, size: tuple[int, ...], stride: tuple[int, ...], *_: Any
) -> NDArray[np.float32]:
    return np.lib.stride_tricks.as_strided(storage[offset:], size, [4 * step for step in stride])
