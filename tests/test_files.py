"""Files that are replaced whole."""

import os
from pathlib import Path

import pytest

from engines.files import replacing


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "声音.bin"
    path.write_bytes(b"old")
    return path


def test_the_new_content_takes_the_place_of_the_old_at_the_end(path: Path) -> None:
    with replacing(path) as file:
        file.write(b"new")
        file.flush()
        assert path.read_bytes() == b"old"
    assert path.read_bytes() == b"new"
    assert list(path.parent.iterdir()) == [path]


def test_what_ends_badly_changes_nothing(path: Path) -> None:
    def fail() -> None:
        with replacing(path) as file:
            file.write(b"half")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    assert path.read_bytes() == b"old"
    assert list(path.parent.iterdir()) == [path]


def test_a_link_stays_one(path: Path, tmp_path: Path) -> None:
    link = tmp_path / "link"
    try:
        link.symlink_to(path)
    except OSError:
        pytest.skip("this system makes no links here")
    with replacing(link) as file:
        file.write(b"new")
    assert link.is_symlink()
    assert path.read_bytes() == b"new"


def test_what_a_killed_program_left_is_swept_and_what_another_writes_is_not(path: Path) -> None:
    left, written = (path.with_name(f".{path.name}-{name}.part") for name in ("left", "written"))
    for unfinished in (left, written):
        unfinished.write_bytes(b"half")
    os.utime(left, (0, 0))
    with replacing(path) as file:
        file.write(b"new")
    assert not left.exists()
    assert written.exists()
