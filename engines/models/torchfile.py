"""Reads the tensors of a PyTorch checkpoint without PyTorch and without running what its pickle asks for.

`torch.save` writes a zip archive: `<name>/data.pkl` is a pickle of the saved object whose tensors refer to storages,
`<name>/data/<key>` are the bytes of each storage. The pickle is interpreted here, by a stack machine that knows no
more than tensors in dictionaries need: an untrusted file can do no more than be refused.
"""

from __future__ import annotations

import math
import pickletools
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from engines.errors import ModelDamagedError

Array = NDArray[Any]

_BFLOAT16 = "bfloat16"
_STORAGES = {
    "torch DoubleStorage": "f8",
    "torch FloatStorage": "f4",
    "torch HalfStorage": "f2",
    "torch BFloat16Storage": _BFLOAT16,
    "torch LongStorage": "i8",
    "torch IntStorage": "i4",
    "torch ShortStorage": "i2",
    "torch CharStorage": "i1",
    "torch ByteStorage": "u1",
    "torch BoolStorage": "?",
}
_CONSTANTS = {"NONE": None, "NEWTRUE": True, "NEWFALSE": False}
_REBUILD = "torch._utils _rebuild_tensor_v2"
_ORDERED_DICT = "collections OrderedDict"
_MAX_PICKLE = 16 << 20
_MAX_DIMENSIONS = 32
_MAX_ITEMS = 100_000
_MAX_BYTES = 8 << 30


class _Refused(Exception):  # noqa: N818 - never leaves this module
    """The file holds something that saved tensors do not need."""


# What a malformed archive or pickle raises, and numpy on an impossible shape.
_MALFORMED = (
    _Refused,
    zipfile.BadZipFile,
    NotImplementedError,
    ArithmeticError,
    AttributeError,
    EOFError,
    LookupError,
    TypeError,
    ValueError,
)


@dataclass(frozen=True, slots=True)
class _Name:
    """A name that the pickle refers to, such as a type of storage; it is only ever compared."""

    text: str


def load_torch_file(path: Path, *, max_bytes: int = _MAX_BYTES) -> Mapping[str, Array]:
    """All tensors of a `.pt` or `.pth` file by their path, the keys of nested dictionaries joined by dots.

    A file that holds one bare tensor gives it under the empty name. bfloat16 becomes float32, other types stay.
    Values that are no tensors (version numbers, options) are left out.

    Parameters
    ----------
    max_bytes
        What the tensors and their storages may take together.

    Raises
    ------
    ModelDamagedError
        Truncated, damaged, larger than allowed, or not a checkpoint of tensors in dictionaries.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            return _Checkpoint(archive, max_bytes).read()
    except FileNotFoundError as error:
        raise ModelDamagedError(f"{path} is missing: install the model again.") from error
    except _MALFORMED as error:
        raise ModelDamagedError(
            f"{path} is not a PyTorch file of tensors, or it is damaged ({error}): fetch it again."
        ) from error


def load_torch_tensor(path: Path) -> Array:
    """The tensor of a file that holds nothing else; errors as in `load_torch_file`."""
    tensors = load_torch_file(path)
    if set(tensors) != {""}:
        raise ModelDamagedError(f"{path} holds {len(tensors)} named tensors instead of a single one: fetch it again.")
    return tensors[""]


class _Checkpoint:
    """One archive while it is read."""

    def __init__(self, archive: zipfile.ZipFile, max_bytes: int) -> None:
        self._archive = archive
        self._entries = {entry.filename: entry for entry in archive.infolist()}
        self._left = max_bytes
        self._storages: dict[str, Array] = {}
        pickles = [name for name in self._entries if name.endswith("/data.pkl") and name.count("/") == 1]
        if len(pickles) != 1:
            raise _Refused(f"{len(pickles)} pickles instead of one")
        self._pickle = pickles[0]
        self._root = self._pickle.removesuffix("data.pkl")
        order = self._root + "byteorder"
        big = order in self._entries and self._bytes(order, 16) == b"big"
        self._order: Literal["<", ">"] = ">" if big else "<"

    def read(self) -> dict[str, Array]:
        return _tensors(_Machine(self.storage, self.rebuild).run(self._bytes(self._pickle, _MAX_PICKLE)))

    def storage(self, pid: Any) -> Array:
        """The elements of one storage, from its persistent id (`"storage"`, type, key, device, number of elements)."""
        kind, storage_type, key, _, count = pid
        dtype = _STORAGES.get(storage_type.text) if isinstance(storage_type, _Name) else None
        if kind != "storage" or dtype is None or not isinstance(key, str):
            raise _Refused("an unknown kind of storage")
        if key not in self._storages:
            name = f"{self._root}data/{key}"
            if name not in self._entries:
                raise _Refused(f"storage {key} is missing")
            raw = np.dtype("u2" if dtype == _BFLOAT16 else dtype).newbyteorder(self._order)
            size = self._entries[name].file_size
            if not isinstance(count, int) or not 0 <= count * raw.itemsize <= size:
                raise _Refused(f"storage {key} is truncated")
            values = np.frombuffer(self._bytes(name, size), raw, count)
            if dtype == _BFLOAT16:
                # bfloat16 is the upper half of a float32
                values = (values.astype(np.uint32) << 16).view(np.float32)
            self._storages[key] = values
        return self._storages[key]

    def rebuild(self, storage: Any, offset: Any, size: Any, stride: Any, *_: Any) -> Array:
        """A tensor as a view of its storage: what `torch._utils._rebuild_tensor_v2` does."""
        numbers = (offset, *size, *stride)
        if not isinstance(storage, np.ndarray) or storage.ndim != 1 or not len(size) == len(stride) <= _MAX_DIMENSIONS:
            raise _Refused("a tensor without a storage")
        if not all(isinstance(number, int) and number >= 0 for number in numbers):
            raise _Refused("a tensor with an impossible shape")
        self._spend(math.prod(size) * storage.itemsize)
        if math.prod(size) == 0:
            return np.zeros(size, storage.dtype)
        if offset + sum((n - 1) * step for n, step in zip(size, stride, strict=True)) >= len(storage):
            raise _Refused("a tensor reaches beyond its storage")
        steps = [step * storage.itemsize for step in stride]
        view = np.lib.stride_tricks.as_strided(storage[offset:], size, steps, writeable=False)
        return np.array(view, dtype=storage.dtype.newbyteorder("="), order="C")

    def _bytes(self, name: str, limit: int) -> bytes:
        entry = self._entries[name]
        # Stored as they are: no entry can be larger than the file, and there is nothing to unpack.
        if entry.compress_type != zipfile.ZIP_STORED or entry.file_size > limit:
            raise _Refused(f"{name} is compressed or too large")
        self._spend(entry.file_size)
        return self._archive.read(entry)

    def _spend(self, count: int) -> None:
        self._left -= count
        if self._left < 0:
            raise _Refused("larger than allowed")


class _Machine:
    """A stack machine for the pickle opcodes that tensors in dictionaries need, and no others."""

    def __init__(self, storage: Callable[[Any], Array], rebuild: Callable[..., Array]) -> None:
        self._storage = storage
        self._rebuild = rebuild
        self._stack: list[Any] = []
        self._marks: list[int] = []
        self._memo: dict[Any, Any] = {}

    def run(self, data: bytes) -> Any:
        """The value of a pickle."""
        for opcode, argument, _ in pickletools.genops(data):
            match opcode.name:
                case "STOP":
                    return self._take(1)[0]
                case "PROTO":
                    pass
                case "MARK":
                    self._marks.append(len(self._stack))
                case "BINPUT" | "LONG_BINPUT":
                    self._memo[argument] = self._stack[-1]
                case "APPEND":
                    self._extend(self._take(1))
                case "SETITEM":
                    self._extend(self._take(2))
                case "APPENDS" | "SETITEMS":
                    self._extend(self._since_mark())
                case "BUILD":
                    self._take(1)  # attributes of a dictionary: the versions of its modules
                case name:
                    self._stack.append(self._value(name, argument))
        raise _Refused("the pickle has no end")

    def _value(self, name: str, argument: Any) -> Any:
        match name:
            case "BININT" | "BININT1" | "BININT2" | "LONG1" | "BINFLOAT" | "BINUNICODE":
                return argument
            case "NONE" | "NEWTRUE" | "NEWFALSE":
                return _CONSTANTS[name]
            case "EMPTY_TUPLE":
                return ()
            case "TUPLE1" | "TUPLE2" | "TUPLE3":
                return tuple(self._take(int(name[-1])))
            case "TUPLE":
                return tuple(self._since_mark())
            case "EMPTY_LIST":
                return []
            case "EMPTY_DICT":
                return {}
            case "BINGET" | "LONG_BINGET":
                return self._memo[argument]
            case "GLOBAL":
                return _Name(argument)
            case "BINPERSID":
                return self._storage(self._take(1)[0])
            case "REDUCE":
                return self._call(*self._take(2))
        raise _Refused(f"pickle opcode {name}")

    def _call(self, function: Any, arguments: Any) -> Any:
        if function == _Name(_REBUILD):
            return self._rebuild(*arguments)
        if function == _Name(_ORDERED_DICT) and arguments == ():
            return {}
        raise _Refused(f"a call of {function.text}" if isinstance(function, _Name) else "a call of no function")

    def _take(self, count: int) -> list[Any]:
        if count > len(self._stack):
            raise _Refused("the pickle takes more than it gave")
        start = len(self._stack) - count
        taken = self._stack[start:]
        del self._stack[start:]
        return taken

    def _since_mark(self) -> list[Any]:
        return self._take(len(self._stack) - self._marks.pop())

    def _extend(self, items: list[Any]) -> None:
        target = self._stack[-1]
        if isinstance(target, list):
            target.extend(items)
        elif isinstance(target, dict) and all(isinstance(key, str | int) for key in items[::2]):
            target.update(zip(items[::2], items[1::2], strict=True))
        else:
            raise _Refused("a collection of an unknown kind")


def _tensors(root: Any) -> dict[str, Array]:
    if isinstance(root, np.ndarray):
        return {"": root}
    if not isinstance(root, dict):
        raise _Refused("neither a tensor nor a dictionary")
    found: dict[str, Array] = {}
    waiting, seen = [("", root)], 0
    while waiting:
        prefix, table = waiting.pop()
        seen += len(table) + 1
        if seen > _MAX_ITEMS:  # dictionaries that share their items, or hold themselves, never end
            raise _Refused("too many items")
        for key, value in table.items():
            if isinstance(value, np.ndarray):
                found[f"{prefix}{key}"] = value
            elif isinstance(value, dict):
                waiting.append((f"{prefix}{key}.", value))
    return found
