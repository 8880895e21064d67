"""The working state: what is written is what is found, whatever moment the program ends at."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from datetime import datetime, timezone
from itertools import pairwise
from pathlib import Path

import pytest
from document_samples import SCRIPT, put_audio, take
from hypothesis import given, settings
from hypothesis import strategies as st

from engines import files
from studio.document import edits, workspace
from studio.document.errors import ProjectFileError
from studio.document.journal import State, edited, opening, replay
from studio.document.project_json import dumps
from studio.document.recovery import discard, recover, recoverable
from studio.document.script import Line, Member, Script
from studio.document.workspace import Workspace, load


def abandoned(root: Path, state: State) -> Workspace:
    """A workspace whose program is gone."""
    work = Workspace.create(root)
    put_audio(work.takes_folder, *state.takes)
    work.begin(state)
    work.release()
    return work


def test_what_was_begun_and_changed_is_loaded(tmp_path: Path) -> None:
    work = Workspace.create(tmp_path)
    work.begin(State(SCRIPT, (), Path("/p.timbre")))
    after = edits.append(SCRIPT, ["more"])
    put_audio(work.takes_folder, take("t1"), take("t2"))
    work.edit(SCRIPT, after)
    work.add_take(take("t1"))
    work.add_take(take("t2"))
    work.remove_take("t1")
    assert load(work.folder) == State(after, (take("t2"),), Path("/p.timbre"), unsaved=True)
    work.mark_saved(Path("/项目.timbre"))
    assert load(work.folder) == State(after, (take("t2"),), Path("/项目.timbre"))
    work.close()
    assert not work.folder.exists()


def test_a_take_without_its_audio_is_not_loaded(tmp_path: Path) -> None:
    work = Workspace.create(tmp_path)
    work.begin(State(SCRIPT))
    put_audio(work.takes_folder, take("t1"))
    for name in ("t1", "t2", "t3"):
        work.add_take(take(name))
    (work.takes_folder / "t3.flac").write_bytes(b"")
    state = load(work.folder)
    assert state
    assert state.takes == (take("t1"),)
    work.close()


def test_a_torn_last_line_is_ignored(tmp_path: Path) -> None:
    work = Workspace.create(tmp_path)
    work.begin(State(SCRIPT))
    first = edits.append(SCRIPT, ["first"])
    work.edit(SCRIPT, first)
    whole = (work.folder / "journal.jsonl").read_bytes()
    work.edit(first, edits.append(first, ["second"]))
    longer = (work.folder / "journal.jsonl").read_bytes()
    for length in range(len(whole), len(longer)):
        (work.folder / "journal.jsonl").write_bytes(longer[:length])
        state = load(work.folder)
        assert state
        assert state.script == first
    work.close()


def test_a_journal_of_an_earlier_base_is_ignored(tmp_path: Path) -> None:
    """As after a kill between writing a base and emptying the journal."""
    work = Workspace.create(tmp_path)
    work.begin(State(SCRIPT))
    after = edits.append(SCRIPT, ["more"])
    work.edit(SCRIPT, after)
    old = (work.folder / "journal.jsonl").read_bytes()
    work.begin(State(after, unsaved=True))
    (work.folder / "journal.jsonl").write_bytes(old)
    assert load(work.folder) == State(after, unsaved=True)
    work.close()


def test_a_long_journal_is_compacted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workspace, "_SMALL", 2000)
    work = Workspace.create(tmp_path)
    script = Script()
    work.begin(State(script, path=Path("/p")))
    put_audio(work.takes_folder, take("t1"))
    work.add_take(take("t1"))
    sizes = []
    for row in range(200):
        after = edits.append(script, [f"line {row}"])
        work.edit(script, after)
        script = after
        sizes.append((work.folder / "journal.jsonl").stat().st_size)
    assert max(sizes) < 20_000
    assert sum(b < a for a, b in pairwise(sizes)) > 2
    assert load(work.folder) == State(script, (take("t1"),), Path("/p"), unsaved=True)
    work.close()


def test_a_small_edit_is_a_small_entry(tmp_path: Path) -> None:
    long = edits.append(Script(), [f"line {row}" for row in range(5000)])
    after = edits.set_fields(long, [long.lines[2500].id], text="changed")
    start = time.thread_time()
    entry = edited(long, after)
    assert time.thread_time() - start < 0.05
    assert (entry["at"], entry["cut"], len(entry["lines"])) == (2500, 1, 1)
    assert "cast" not in entry


lines = st.lists(st.builds(Line, st.sampled_from("abcdefgh"), st.text(max_size=3)), unique_by=lambda line: line.id)
scripts = st.builds(
    lambda lines, names: Script(tuple(lines), (Member("", "v"), *(Member(name, "v") for name in names))),
    lines,
    st.sets(st.sampled_from(["Maya", "林"])),
)


@settings(deadline=None)
@given(st.lists(scripts, min_size=1, max_size=6), st.integers(0, 40))
def test_replay_equals_the_script_after_any_edits(steps: list[Script], torn: int) -> None:
    entries = [dumps(edited(before, after)) + b"\n" for before, after in pairwise(steps)]
    content = opening("token") + b"".join(entries)
    assert replay(State(steps[0]), content, "token").script == steps[-1]
    cut = len(entries) and torn % len(entries[-1]) + 1
    short = content[: len(content) - cut]
    assert replay(State(steps[0]), short, "token").script == steps[-2 if cut else -1]


@pytest.mark.parametrize(
    "bad",
    [
        b"\x00\x00\x00",
        b"[]",
        b"{}",
        b'{"at":0,"cut":9,"lines":[]}',
        b'{"at":-1,"cut":0,"lines":[]}',
        b'{"at":"0","cut":0,"lines":[]}',
        b'{"at":0,"cut":0,"lines":[{"id":1}]}',
        b'{"at":0,"cut":0,"lines":7}',
        b'{"take":{}}',
        b'{"saved":1}',
    ],
)
def test_replay_ends_at_what_does_not_fit(bad: bytes) -> None:
    good = dumps(edited(Script(), SCRIPT)) + b"\n"
    after = dumps(edited(SCRIPT, Script())) + b"\n"
    assert replay(State(), opening("t") + good + bad + b"\n" + after, "t") == State(SCRIPT, unsaved=True)


def test_a_failed_write_blocks_the_others_until_a_new_base(tmp_path: Path) -> None:
    resource = pytest.importorskip("resource")
    work = Workspace.create(tmp_path)
    work.begin(State(SCRIPT))
    one, two = edits.append(SCRIPT, ["one"]), edits.append(SCRIPT, ["two"])
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, ((work.folder / "journal.jsonl").stat().st_size + 10, hard))
    try:
        with pytest.raises(ProjectFileError, match="autosaved"):
            work.edit(SCRIPT, one)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    with pytest.raises(ProjectFileError, match="autosaved"):
        work.edit(one, two)
    state = load(work.folder)
    assert state
    assert state.script == SCRIPT
    work.begin(State(two, unsaved=True))
    work.edit(two, one)
    assert load(work.folder) == State(one, unsaved=True)
    work.close()


def test_a_base_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    work = Workspace.create(tmp_path)
    work.begin(State(SCRIPT))

    def fail(_: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(files.os, "fsync", fail)
        with pytest.raises(ProjectFileError, match="full"):
            work.begin(State())
    assert load(work.folder) == State(SCRIPT)
    work.close()


def test_a_root_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(ProjectFileError, match="autosaved"):
        Workspace.create(tmp_path / "file")


def test_unsaved_work_is_found_and_taken_over(tmp_path: Path) -> None:
    work = abandoned(tmp_path, State(SCRIPT, (take("t1"),), Path("/第一集.timbre"), unsaved=True))
    (found,) = recoverable(tmp_path)
    assert (found.name, found.path, found.lines) == ("第一集.timbre", Path("/第一集.timbre"), 3)
    assert abs((found.when - datetime.now(timezone.utc)).total_seconds()) < 60
    mine, state = recover(found)
    assert state == State(SCRIPT, (take("t1"),), Path("/第一集.timbre"), unsaved=True)
    assert mine.folder == work.folder
    assert recoverable(tmp_path) == []  # it is in use now
    mine.edit(SCRIPT, Script())
    mine.release()
    (again,) = recoverable(tmp_path)
    assert again.lines == 0
    discard(again)
    assert not list(tmp_path.iterdir())


def test_an_unnamed_project_is_called_by_its_first_words(tmp_path: Path) -> None:
    abandoned(
        tmp_path,
        State(Script((Line("a"), Line("b", " It was a dark and stormy night; the rain fell."))), (), None, True),
    )
    assert recoverable(tmp_path)[0].name == "It was a dark and stormy night; the rain"


def test_the_latest_comes_first(tmp_path: Path) -> None:
    for name, age in (("a", 300), ("b", 100), ("c", 200)):
        work = abandoned(tmp_path, State(SCRIPT, path=Path(name), unsaved=True))
        for file in work.folder.iterdir():
            if file.is_file():
                os.utime(file, (time.time() - age,) * 2)
    assert [found.name for found in recoverable(tmp_path)] == ["b", "c", "a"]


def test_saved_and_empty_folders_are_deleted(tmp_path: Path) -> None:
    abandoned(tmp_path, State(SCRIPT, path=Path("/p")))
    abandoned(tmp_path, State(unsaved=True))
    old, young = tmp_path / "old", tmp_path / "young"
    for folder in (old, young):
        folder.mkdir()
    os.utime(old, (time.time() - 3600,) * 2)
    (tmp_path / "a file").write_text("not ours")
    assert recoverable(tmp_path) == []
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a file", "young"]


@pytest.mark.parametrize("base", [b"", b'{"version":99}', b"{}", b'{"version":1}'])
def test_a_state_that_cannot_be_read_is_left_alone(tmp_path: Path, base: bytes) -> None:
    work = abandoned(tmp_path, State(SCRIPT, unsaved=True))
    (work.folder / "base.json").write_bytes(base)
    os.utime(work.folder, (0, 0))
    assert recoverable(tmp_path) == []
    assert (work.folder / "base.json").exists()


def test_no_root_no_work(tmp_path: Path) -> None:
    assert recoverable(tmp_path / "absent") == []


def test_only_one_window_recovers(tmp_path: Path) -> None:
    abandoned(tmp_path, State(SCRIPT, path=Path("/p.timbre"), unsaved=True))
    (found,) = recoverable(tmp_path)
    mine, _ = recover(found)
    with pytest.raises(ProjectFileError, match="another window"):
        recover(found)
    discard(found)
    assert mine.folder.exists()
    mine.close()
    with pytest.raises(ProjectFileError, match="another window"):
        recover(found)


def test_the_lock_of_a_killed_program_is_recognised(tmp_path: Path) -> None:
    code = (
        "import os, signal, sys; from pathlib import Path\n"
        "from studio.document.journal import State; from studio.document.workspace import Workspace\n"
        "from studio.document.script import Line, Script\n"
        "work = Workspace.create(Path(sys.argv[1]))\n"
        "work.begin(State(Script((Line('a', 'hello'),)), unsaved=True))\n"
        "print(work.folder, flush=True); sys.stdin.read()\n"
    )
    child = subprocess.Popen(
        [sys.executable, "-c", code, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert child.stdout
    folder = Path(child.stdout.readline().strip())
    assert recoverable(tmp_path) == []
    child.kill()
    child.communicate()
    assert (folder / "lock").exists()
    (found,) = recoverable(tmp_path)
    assert (found.folder, found.name) == (folder, "hello")
    assert not (folder / "lock").exists()


def test_ids_are_new_in_every_workspace(tmp_path: Path) -> None:
    one, two = Workspace.create(tmp_path), Workspace.create(tmp_path)
    assert one.folder != two.folder
    one.close()
    two.close()
    assert not list(tmp_path.iterdir())
