"""Files from elsewhere are read or refused in a sentence, whatever is in them; `tests.bench.fuzz` tries many more."""

from __future__ import annotations

import io
import struct
import time
import zipfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engines.errors import TimbreError
from tests.broken_files import LOADERS, broken, check


@pytest.mark.parametrize("kind", LOADERS)
@given(data=st.data())
@settings(max_examples=40, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
def test_a_broken_file_is_read_or_refused(kind: str, data: st.DataObject) -> None:
    loader = LOADERS[kind]
    check(loader, *data.draw(broken(loader)))


@pytest.mark.parametrize("kind", LOADERS)
def test_whole_files_are_read(kind: str) -> None:
    loader = LOADERS[kind]
    for suffix, content in loader.whole().items():
        assert check(loader, suffix, content) == "read"


def _project_members() -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(LOADERS["project"].whole()[".timbre"])) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def _write(path: Path, members: dict[str, bytes]) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)


def test_a_take_that_unpacks_without_end_is_lost_and_leaves_no_file(tmp_path: Path) -> None:
    path = tmp_path / "bomb.timbre"
    _write(path, {**_project_members(), "takes/t1.flac": bytes(40 << 20)})
    opened = LOADERS["project"].read(path, tmp_path)
    assert not opened.takes  # type: ignore[attr-defined]
    assert not list((tmp_path / "takes").iterdir())


def test_a_document_that_unpacks_without_end_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "bomb.timbre"
    _write(path, {**_project_members(), "project.json": b" " * (65 << 20)})
    with pytest.raises(TimbreError, match="not a Timbre project"):
        LOADERS["project"].read(path, tmp_path)


def test_entries_that_lie_in_each_other_are_not_unpacked_one_by_one(tmp_path: Path) -> None:
    # Each of the headers says that all of the rest is its content: looked at in full, that is 3 GB.
    count, content = 20_000, bytearray()
    for number in range(count):
        rest = (count - number - 1) * 40
        content += struct.pack("<4sHHHHHIIIHH", b"PK\x03\x04", 20, 0, 8, 0, 0, 1, rest, rest, 1, 0) + b"x" + bytes(9)
    path = tmp_path / "nested.timbre"
    path.write_bytes(content)
    began = time.process_time()
    with pytest.raises(TimbreError, match="damaged"):
        LOADERS["project"].read(path, tmp_path)
    assert time.process_time() - began < 2


def test_a_number_that_is_too_large_costs_its_take_alone(tmp_path: Path) -> None:
    path = tmp_path / "huge.timbre"
    members = _project_members()
    members["project.json"] = members["project.json"].replace(b'"seconds":1.5', b'"seconds":1' + b"0" * 400)
    assert b"0" * 400 in members["project.json"]
    _write(path, members)
    opened = LOADERS["project"].read(path, tmp_path)
    assert len(opened.script.lines) == 3  # type: ignore[attr-defined]
    assert not opened.takes  # type: ignore[attr-defined]
