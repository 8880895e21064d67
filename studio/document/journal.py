"""The working state of a project as a start and what happened since, one line of JSON each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from engines.text.lexicon import Lexicon, LexiconError
from engines.text.lexicon_formats import from_plain as entry_of
from engines.text.lexicon_formats import to_plain as plain_entry
from studio.document.plain import MisfitError, from_plain, to_plain
from studio.document.project_json import UnreadableError, dumps, graded, loads, with_readable_emotion
from studio.document.script import FitLimits, Line, Member, Script
from studio.document.takes import Take
from studio.document.video import Video

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class State:
    """All that a crash must not lose."""

    script: Script = field(default_factory=Script)
    takes: tuple[Take, ...] = ()
    path: Path | None = None
    """The project file."""
    unsaved: bool = False
    """Whether there is more than what the project file has."""


def edited(before: Script, after: Script) -> dict[str, Any]:
    """The entry for an edit: the range of lines that it replaced, and what else of the script changed."""
    at, cut, lines = _replaced(before.lines, after.lines)
    entry: dict[str, Any] = {"at": at, "cut": cut, "lines": [to_plain(line) for line in lines]}
    if before.lexicon != after.lexicon:
        at, cut, entries = _replaced(before.lexicon.entries, after.lexicon.entries)
        entry["lexicon"] = {"at": at, "cut": cut, "entries": [plain_entry(one) for one in entries]}
    if before.cast != after.cast:
        entry["cast"] = [to_plain(member) for member in after.cast]
    if before.limits != after.limits:
        entry["limits"] = to_plain(after.limits)
    if before.video != after.video:
        entry["video"] = to_plain(after.video) if after.video else None
    return entry


def take_added(take: Take) -> dict[str, Any]:
    """The entry for a new take."""
    return {"take": to_plain(take)}


def take_removed(take_id: str) -> dict[str, Any]:
    """The entry for a take that was thrown away."""
    return {"drop": take_id}


def saved(path: Path, *, unsaved: bool) -> dict[str, Any]:
    """The entry for a save of the project; `unsaved` when there have been changes since it began."""
    return {"saved": str(path), "unsaved": unsaved}


def opening(token: str) -> bytes:
    """The first line of the journal that follows a start with this token."""
    return dumps({"journal": token}) + b"\n"


def replay(start: State, journal: bytes, token: str) -> State:
    """The state after what the journal says happened since the start.

    A journal with another token belongs to an earlier start, and what it says is in this one already. Reading ends at
    the first entry that is torn or does not fit: nothing after it can be trusted.
    """
    if not journal.startswith(opening(token)):
        return start
    script, path, unsaved = start.script, start.path, start.unsaved
    takes = {take.id: take for take in start.takes}
    for text in journal.split(b"\n")[1:-1]:
        try:
            entry = loads(text)
            if "lines" in entry:
                script, unsaved = _after_edit(script, entry), True
            elif "take" in entry:
                take = from_plain(Take, entry["take"])
                takes[take.id], unsaved = take, True
            elif "drop" in entry:
                takes.pop(entry["drop"], None)
                unsaved = True
            else:
                path, unsaved = Path(entry["saved"]), entry["unsaved"] is True
        except (UnreadableError, MisfitError, LexiconError, KeyError, TypeError):
            break
    return State(script, tuple(takes.values()), path, unsaved)


def _after_edit(script: Script, entry: Mapping[str, Any]) -> Script:
    at, cut = entry["at"], entry["cut"]
    if not 0 <= at <= at + cut <= len(script.lines):
        raise MisfitError("lines that are not there")
    lines = _all(Line, map(with_readable_emotion, map(graded, entry["lines"])))
    cast = _all(Member, map(with_readable_emotion, entry["cast"])) if "cast" in entry else script.cast
    limits = from_plain(FitLimits, entry["limits"]) if "limits" in entry else script.limits
    lexicon = _lexicon_after(script.lexicon, entry["lexicon"]) if "lexicon" in entry else script.lexicon
    video = _video(entry["video"]) if "video" in entry else script.video
    return Script((*script.lines[:at], *lines, *script.lines[at + cut :]), cast, limits, lexicon, video)


def _lexicon_after(lexicon: Lexicon, change: Mapping[str, Any]) -> Lexicon:
    at, cut, old = change["at"], change["cut"], lexicon.entries
    if not 0 <= at <= at + cut <= len(old):
        raise MisfitError("entries that are not there")
    return Lexicon((*old[:at], *map(entry_of, change["entries"]), *old[at + cut :]))


def _video(plain: object) -> Video | None:
    return None if plain is None else from_plain(Video, plain)


def _replaced(old: Sequence[T], new: Sequence[T]) -> tuple[int, int, Sequence[T]]:
    """Where two rows begin to differ, how many of the old are gone there, and what has come instead."""
    most = min(len(old), len(new))
    head = 0
    while head < most and (old[head] is new[head] or old[head] == new[head]):
        head += 1
    tail = 0
    while tail < most - head and (old[-1 - tail] is new[-1 - tail] or old[-1 - tail] == new[-1 - tail]):
        tail += 1
    return head, len(old) - head - tail, new[head : len(new) - tail]


def _all(kind: type[Any], items: Iterable[object]) -> tuple[Any, ...]:
    return tuple(from_plain(kind, item) for item in items)
