"""The sample project that comes with the program."""

from __future__ import annotations

from pathlib import Path

from studio.document.edits import paste
from studio.document.script import Member, Script

SAMPLE = Path(__file__).resolve().parent.parent / "assets" / "samples" / "lighthouse.txt"


def read_sample(path: Path = SAMPLE) -> Script:
    """The script of a sample file: `@ NAME = voice` for the cast, then a line each; `#` begins a remark."""
    cast: list[Member] = []
    texts: list[str] = []
    for line in path.read_text("utf-8").splitlines():
        if line.startswith("@"):
            name, _, voice = line[1:].partition("=")
            cast.append(Member(name.strip(), voice.strip()))
        elif line and not line.startswith("#"):
            texts.append(line)
    return paste(Script(cast=tuple(cast)), 0, "\n".join(texts))
