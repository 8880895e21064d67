from __future__ import annotations

import io
import pickle
import struct
import zipfile
from pathlib import Path

import numpy as np
import pytest

from engines.errors import ModelDamagedError
from engines.models.torchfile import load_torch_file, load_torch_tensor


class Opcodes:
    """Writes a pickle by hand, as `torch.save` lays it out."""

    def __init__(self) -> None:
        self.out = b"\x80\x02"

    def text(self, value: str) -> Opcodes:
        data = value.encode()
        self.out += b"X" + struct.pack("<I", len(data)) + data
        return self

    def number(self, value: int) -> Opcodes:
        self.out += b"J" + struct.pack("<i", value)
        return self

    def numbers(self, values: tuple[int, ...]) -> Opcodes:
        self.out += b"("
        for value in values:
            self.number(value)
        self.out += b"t"
        return self

    def name(self, module: str, name: str) -> Opcodes:
        self.out += f"c{module}\n{name}\n".encode()
        return self

    def raw(self, data: bytes) -> Opcodes:
        self.out += data
        return self

    def tensor(self, key, kind, count, *view) -> Opcodes:
        shape, strides, offset = (*view, 0)[:3]
        self.name("torch._utils", "_rebuild_tensor_v2").raw(b"((").text("storage").name("torch", kind).text(key)
        self.text("cpu").number(count).raw(b"tQ").number(offset).numbers(shape).numbers(strides)
        return self.raw(b"\x89").name("collections", "OrderedDict").raw(b")RtR")

    def stop(self) -> bytes:
        return self.out + b"."


def save(path: Path, data: bytes, storages: dict[str, bytes], *, byteorder: bytes = b"little", **options) -> Path:
    with zipfile.ZipFile(path, "w", **options) as archive:
        archive.writestr("archive/data.pkl", data)
        archive.writestr("archive/byteorder", byteorder)
        for key, content in storages.items():
            archive.writestr(f"archive/data/{key}", content)
        archive.writestr("archive/version", b"3\n")
    return path


@pytest.fixture
def path(tmp_path):
    return tmp_path / "模型 file.pth"


def test_nested_dictionaries_of_every_type(path):
    values = np.arange(6, dtype=np.float32) / 8
    bfloat = (values.view(np.uint32) >> 16).astype("<u2")
    pickled = Opcodes().raw(b"}(").text("bert").name("collections", "OrderedDict").raw(b")R(")
    pickled.text("w").tensor("0", "FloatStorage", 6, (2, 3), (3, 1))
    pickled.text("h").tensor("1", "HalfStorage", 6, (6,), (1,))
    pickled.text("b").tensor("2", "BFloat16Storage", 6, (3, 2), (2, 1))
    pickled.raw(b"u}").text("_metadata").raw(b"}sb")  # the attributes of the ordered dictionary
    pickled.text("steps").tensor("3", "LongStorage", 6, (6,), (1,))
    pickled.text("epoch").number(7).raw(b"u")
    storages = {
        "0": values.astype("<f4").tobytes(),
        "1": values.astype("<f2").tobytes(),
        "2": bfloat.tobytes(),
        "3": np.arange(6, dtype="<i8").tobytes(),
    }
    tensors = load_torch_file(save(path, pickled.stop(), storages))
    assert sorted(tensors) == ["bert.b", "bert.h", "bert.w", "steps"]
    np.testing.assert_array_equal(tensors["bert.w"], values.reshape(2, 3))
    np.testing.assert_array_equal(tensors["bert.h"], values.astype(np.float16))
    np.testing.assert_array_equal(tensors["bert.b"], values.reshape(3, 2))
    np.testing.assert_array_equal(tensors["steps"], np.arange(6))
    assert [tensors[f"bert.{key}"].dtype for key in "whb"] == [np.float32, np.float16, np.float32]
    assert tensors["steps"].dtype == np.int64
    assert all(array.flags.c_contiguous and array.flags.writeable for array in tensors.values())


@pytest.mark.parametrize(
    ("shape", "strides", "offset", "expected"),
    [
        ((3, 4), (1, 3), 0, np.arange(12).reshape(4, 3).T),
        ((2, 2), (6, 2), 1, np.array([[1, 3], [7, 9]])),
        ((), (), 5, np.array(5)),
        ((0, 3), (3, 1), 0, np.zeros((0, 3))),
        ((2, 3), (0, 1), 4, np.array([[4, 5, 6]] * 2)),
    ],
)
def test_views_of_a_storage(path, shape, strides, offset, expected):
    pickled = Opcodes().tensor("0", "FloatStorage", 12, shape, strides, offset).stop()
    tensor = load_torch_file(save(path, pickled, {"0": np.arange(12, dtype="<f4").tobytes()}))[""]
    assert tensor.shape == expected.shape
    np.testing.assert_array_equal(tensor, expected)


def test_a_bare_tensor_is_told_from_a_dictionary(path):
    storages = {"0": np.arange(4, dtype="<f4").tobytes()}
    save(path, Opcodes().tensor("0", "FloatStorage", 4, (2, 2), (2, 1)).stop(), storages)
    assert load_torch_tensor(path).tolist() == [[0, 1], [2, 3]]
    save(path, Opcodes().raw(b"}").text("a").tensor("0", "FloatStorage", 4, (4,), (1,)).raw(b"s").stop(), storages)
    with pytest.raises(ModelDamagedError, match="1 named tensors instead of a single one"):
        load_torch_tensor(path)


def test_two_tensors_may_share_a_storage(path):
    pickled = Opcodes().raw(b"}(").text("a").tensor("0", "IntStorage", 4, (4,), (1,))
    pickled.text("b").tensor("0", "IntStorage", 4, (2,), (2,), 1).raw(b"u")
    tensors = load_torch_file(save(path, pickled.stop(), {"0": np.arange(4, dtype="<i4").tobytes()}))
    assert (tensors["a"].tolist(), tensors["b"].tolist()) == ([0, 1, 2, 3], [1, 3])


def test_a_file_from_a_big_endian_machine(path):
    pickled = Opcodes().tensor("0", "ShortStorage", 2, (2,), (1,)).stop()
    tensor = load_torch_file(save(path, pickled, {"0": b"\x00\x01\x01\x00"}, byteorder=b"big"))[""]
    assert tensor.tolist() == [1, 256]
    assert tensor.dtype.isnative


class Evil:
    def __reduce__(self):
        return (pytest.fail, ("code of the pickle was run",))


def evil_pickles():
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        yield pickle.dumps({"w": Evil()}, protocol)
    yield b"cos\nsystem\n(X\x04\x00\x00\x00truetR."
    yield b"\x80\x04\x8c\x02os\x8c\x06system\x93\x8c\x04true\x85R."
    yield b"(X\x04\x00\x00\x00trueios\nsystem\n."
    yield Opcodes().name("collections", "OrderedDict").raw(b"}\x85R").stop()
    yield Opcodes().name("torch._utils", "_rebuild_tensor_v2").raw(b")R").stop()
    yield Opcodes().name("torch", "FloatStorage").raw(b")R").stop()


@pytest.mark.parametrize("data", [*evil_pickles()])
def test_no_call_of_a_pickle_is_made(path, data):
    with pytest.raises(ModelDamagedError, match="not a PyTorch file of tensors"):
        load_torch_file(save(path, data, {}))


def malformed_pickles():
    tensor = Opcodes().tensor("0", "FloatStorage", 4, (4,), (1,)).stop()
    yield from (b"", b".", b"\x80\x02.", tensor[:-1], tensor[:30], b"\x80\x02t.", b"\x80\x02h\x07.", b"\x80\x02]}s.")
    yield Opcodes().number(3).stop()
    yield Opcodes().raw(b"}").numbers((1, 2)).number(3).raw(b"s").stop()  # a key that is no text
    yield Opcodes().tensor("missing", "FloatStorage", 4, (4,), (1,)).stop()
    yield Opcodes().tensor("0", "QuantumStorage", 4, (4,), (1,)).stop()
    yield Opcodes().tensor("0", "FloatStorage", 5, (4,), (1,)).stop()
    yield Opcodes().tensor("0", "FloatStorage", -1, (4,), (1,)).stop()
    for shape, strides, offset in (
        ((5,), (1,), 0),
        ((4,), (2,), 0),
        ((4,), (1,), 1),
        ((4,), (1,), -1),
        ((4,), (-1,), 3),
        ((-4,), (1,), 0),
        ((4,), (1, 1), 0),
        ((1,) * 40, (1,) * 40, 0),
        ((2_000_000_000, 2_000_000_000), (0, 0), 0),
    ):
        yield Opcodes().tensor("0", "FloatStorage", 4, shape, strides, offset).stop()
    # Dictionaries that hold their predecessor a hundred times over: 100 ** 12 items if followed without a limit.
    bomb = Opcodes().raw(b"}q\x00")
    for level in range(12):
        bomb.raw(b"}(")
        for index in range(100):
            bomb.text(str(index)).raw(b"h" + bytes([level]))
        bomb.raw(b"uq" + bytes([level + 1]))
    yield bomb.stop()
    yield Opcodes().raw(b"}q\x00").text("self").raw(b"h\x00s").stop()


@pytest.mark.parametrize("data", [*malformed_pickles()])
def test_a_malformed_pickle_is_a_damaged_model(path, data):
    with pytest.raises(ModelDamagedError, match="damaged"):
        load_torch_file(save(path, data, {"0": bytes(16)}))


def test_any_truncation_is_a_damaged_model(path):
    save(path, Opcodes().tensor("0", "FloatStorage", 4, (4,), (1,)).stop(), {"0": bytes(16)})
    whole = path.read_bytes()
    for length in range(0, len(whole), 7):
        path.write_bytes(whole[:length])
        with pytest.raises(ModelDamagedError):
            load_torch_file(path)


def test_a_flipped_byte_of_a_tensor_is_found(path):
    content = b"sixteen bytes !!"
    save(path, Opcodes().tensor("0", "FloatStorage", 4, (4,), (1,)).stop(), {"0": content})
    path.write_bytes(path.read_bytes().replace(content, content.replace(b"x", b"X")))
    with pytest.raises(ModelDamagedError, match="CRC"):
        load_torch_file(path)


def test_compressed_archives_and_large_files_are_refused(path):
    pickled = Opcodes().tensor("0", "FloatStorage", 250_000, (250_000,), (1,)).stop()
    save(path, pickled, {"0": bytes(1_000_000)}, compression=zipfile.ZIP_DEFLATED)
    with pytest.raises(ModelDamagedError, match="compressed"):
        load_torch_file(path)
    save(path, pickled, {"0": bytes(1_000_000)})
    assert load_torch_file(path)[""].nbytes == 1_000_000
    with pytest.raises(ModelDamagedError, match="larger than allowed"):
        load_torch_file(path, max_bytes=1_500_000)


def test_other_files_are_no_checkpoints(path):
    with pytest.raises(ModelDamagedError, match="is missing"):
        load_torch_file(path)
    for content in (b"", b"text", pickle.dumps({}), np.zeros(3).tobytes()):
        path.write_bytes(content)
        with pytest.raises(ModelDamagedError):
            load_torch_file(path)
    buffer = io.BytesIO()
    np.savez(buffer, a=np.zeros(3))
    path.write_bytes(buffer.getvalue())
    with pytest.raises(ModelDamagedError, match="0 pickles instead of one"):
        load_torch_file(path)
