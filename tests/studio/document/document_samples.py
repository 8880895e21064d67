"""Scripts and takes for the tests of project files and of the working state."""

from __future__ import annotations

from pathlib import Path

from engines.prosody.edits import Point, SegmentEdit
from studio.document.emotions import named
from studio.document.script import Line, Member, Script
from studio.document.takes import Take, TakeMark

EDIT = SegmentEdit("wˌi lˈiv", 0, ((2, 1.5),), (Point(0.0, 2.0), Point(3.5, -1.25)), (Point(1.0, 3.0),))
SCRIPT = Script(
    (
        Line("l1", "We leave at dawn.", "Maya", emotion=named("happy"), take="t2"),
        Line("l2", "你确定要这样做吗？", "林", speed=1.25),
        Line("l3", "Then pack.", start=1.5, end=3.25, edits=(EDIT,)),
    ),
    (Member("", "af_heart"), Member("Maya", "af_bella"), Member("林", "zf_xiaoxiao", 1.1)),
)


def take(take_id: str, line_id: str = "l1", script: Script = SCRIPT) -> Take:
    line = script.line(line_id) or Line(line_id)
    marks = (TakeMark(0.0, 0.5, (0, 2), "wi", "lexicon"),)
    return Take(
        take_id, line_id, script.delivery(line), "kokoro-82m", 1.5, 24000, "2026-01-02T03:04:05Z", marks, ("😄",)
    )


def audio(take_id: str) -> bytes:
    """What the tests take for audio."""
    return b"fLaC" + take_id.encode() * 1000


def put_audio(folder: Path, *takes: Take) -> Path:
    folder.mkdir(exist_ok=True, parents=True)
    for each in takes:
        (folder / each.file_name).write_bytes(audio(each.id))
    return folder
