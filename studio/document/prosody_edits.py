"""Edits of the prosody of lines, as pure functions from a script to the next; see `studio.document.edits`."""

from __future__ import annotations

from collections.abc import Iterable

from engines.prosody.edits import SegmentEdit, with_edit
from studio.document.edits import set_fields
from studio.document.script import Script


def edit_prosody(script: Script, line_id: str, edits: Iterable[SegmentEdit]) -> Script:
    """Give segments of a line these edits by hand; one that changes nothing takes the segment's earlier one away."""
    line = script.line(line_id)
    if line is None:
        return script
    kept = line.edits
    for edit in edits:
        kept = with_edit(kept, edit)
    return set_fields(script, [line_id], edits=kept)


def drop_prosody(script: Script, line_id: str, edits: Iterable[SegmentEdit]) -> Script:
    """Forget edits of a line, whether or not they are of words that it still has."""
    line = script.line(line_id)
    if line is None:
        return script
    gone = set(edits)
    return set_fields(script, [line_id], edits=tuple(edit for edit in line.edits if edit not in gone))
