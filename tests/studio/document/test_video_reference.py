"""The video of a project: an edit like others, found again where it was, or beside the project."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from engines.media.mixing import Mixing, Original
from studio.document import journal
from studio.document.document import Document
from studio.document.edits import set_video
from studio.document.journal import State
from studio.document.package import read_project, write_project
from studio.document.project_json import decode, dumps, encode
from studio.document.script import Script
from studio.document.video import Video

FILM = Video("/films/one.mp4", offset=1.5, original="mute", lowered=9.0)


def test_it_is_an_edit(qapp: object) -> None:
    document = Document()
    document.edit("Open", set_video(document.script, FILM))
    assert document.script.video == FILM
    document.undo_stack.undo()
    assert document.script.video is None
    document.undo_stack.redo()
    assert document.script.video == FILM


@pytest.mark.parametrize("video", [FILM, None])
def test_a_project_keeps_it(video: Video | None) -> None:
    script = Script(video=video)
    assert decode(b"".join(encode(script, ()))).script.video == video


def test_the_journal_keeps_that_it_came_and_went() -> None:
    states = [Script(), Script(video=FILM), Script(video=replace(FILM, offset=2.0)), Script()]
    for count in (2, 3, 4):
        entries = [journal.edited(before, after) for before, after in pairwise(states[:count])]
        text = journal.opening("t") + b"".join(dumps(entry) + b"\n" for entry in entries)
        assert journal.replay(State(), text, "t").script.video == states[count - 1].video


def test_values_of_a_strange_file_are_made_tidy() -> None:
    odd = b'{"version":1,"video":{"path":"/a.mp4","original":"shout","lowered":900,"offset":1e300}}'
    video = decode(odd).script.video
    assert video is not None
    assert video.mixing == Mixing(Original.DUCK, 60.0)
    assert video.offset == 36_000.0
    assert decode(b'{"version":1,"video":[1]}').script.video is None


def test_a_project_that_moved_with_its_video_finds_it(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    (first / "clips").mkdir(parents=True)
    (first / "clips" / "film.mp4").write_bytes(b"film")
    script = Script(video=Video(str(first / "clips" / "film.mp4")))
    write_project(first / "work.timbre", script, (), tmp_path)
    first.rename(second)
    opened = read_project(second / "work.timbre", tmp_path)
    assert opened.script.video is not None
    assert opened.script.video.file == second / "clips" / "film.mp4"


def test_a_video_that_is_gone_stays_named(tmp_path: Path) -> None:
    script = Script(video=Video(str(tmp_path / "film.mp4"), offset=3.0))
    write_project(tmp_path / "work.timbre", script, (), tmp_path)
    opened = read_project(tmp_path / "work.timbre", tmp_path)
    assert opened.script.video is not None
    assert opened.script.video.file == tmp_path / "film.mp4"
    assert opened.script.video.offset == 3.0
