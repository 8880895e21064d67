from __future__ import annotations

import errno
from pathlib import Path

import pytest

from engines import paths
from engines.errors import TimbreError


def test_the_variable_chooses_the_home(monkeypatch, tmp_path):
    chosen = tmp_path / "我的 声音" / "studio"
    monkeypatch.setenv("TIMBRE_HOME", str(chosen))
    assert paths.home() == chosen
    assert paths.cache() == chosen / "cache"
    assert not chosen.exists()
    assert paths.writable(paths.cache()).is_dir()


@pytest.mark.parametrize("value", ["", None])
def test_without_the_variable_the_platform_chooses(monkeypatch, value):
    if value is None:
        monkeypatch.delenv("TIMBRE_HOME", raising=False)
    else:
        monkeypatch.setenv("TIMBRE_HOME", value)
    assert paths.home().is_absolute()
    assert paths.home().name == "timbre-studio"


def test_a_relative_home_does_not_move_with_the_working_directory(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TIMBRE_HOME", "data")
    assert paths.home() == tmp_path / "data"


def test_a_file_in_the_way_is_named(tmp_path):
    (tmp_path / "file").write_text("")
    for folder in (tmp_path / "file", tmp_path / "file" / "below"):
        with pytest.raises(TimbreError, match="A file is in the way"):
            paths.writable(folder)


def test_a_folder_that_refuses_says_so(monkeypatch, tmp_path):
    monkeypatch.setattr(paths.os, "access", lambda *_: False)  # for root every folder is writable
    with pytest.raises(TimbreError, match=r"cannot be written to.*TIMBRE_HOME"):
        paths.writable(tmp_path)


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (errno.ENOSPC, "is full"),
        (errno.EROFS, "cannot be written"),
        (errno.EACCES, "cannot be written"),
        (errno.EIO, "failed"),
    ],
)
def test_every_refusal_is_one_sentence_with_the_folder(number, words):
    sentence = paths.explain(OSError(number, "reason"), Path("/some/folder"))
    assert words in sentence
    assert "/some/folder" in sentence
    assert sentence.endswith(".")
