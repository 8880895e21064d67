"""Utterances and marks as JSON values, as both the WebSocket and Triton carry them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from engines.prosody.emotion import NEUTRAL
from engines.serve.wire_manner import (
    Json,
    edits_in,
    edits_out,
    emotion_in,
    emotion_out,
    excerpt_in,
    names_in,
    names_out,
    slot_in,
    slot_out,
)
from engines.text.lexicon import Case, Entry, Lexicon, Lexicons, check_entry
from engines.types import AudioChunk, Mark, Reading, Source, Span, Utterance


def is_carried(utterance: Utterance) -> bool:
    """Whether all that an utterance asks for goes over the network: not a measurement."""
    return not utterance.anew


def manner_out(utterance: Utterance) -> Json:
    """How an utterance is said: emotions, edits, excerpt and slot, where there are any."""
    found: Json = {}
    if utterance.emotion != NEUTRAL:
        found["emotion"] = emotion_out(utterance.emotion)
    if utterance.names is not None:
        found["names"] = names_out(utterance.names)
    if utterance.edits:
        found["edits"] = edits_out(utterance.edits)
    if utterance.excerpt is not None:
        found["excerpt"] = list(utterance.excerpt)
    if utterance.slot is not None:
        found["slot"] = slot_out(utterance.slot)
    return found


def with_manner(utterance: Utterance, data: Mapping[str, Any]) -> Utterance:
    """The reverse of `manner_out`. Raises WireError."""
    given = {name: read(data[name]) for name, read in _MANNER.items() if data.get(name) is not None}
    return replace(utterance, **given) if given else utterance


_MANNER: Mapping[str, Callable[[Any], Any]] = {
    "emotion": emotion_in,
    "names": names_in,
    "edits": edits_in,
    "excerpt": excerpt_in,
    "slot": slot_in,
}


def utterance_out(utterance: Utterance, entries: Iterable[Entry]) -> dict[str, Any]:
    """What is carried of an utterance, but its text.

    Parameters
    ----------
    entries
        Of its lexicons, those that its text may need, in the order in which they hold.
    """
    return manner_out(utterance) | {
        "voice": utterance.voice,
        "language": utterance.language,
        "speed": utterance.speed,
        "lexicon": [
            {
                "written": entry.written,
                "reading": entry.reading,
                "language": entry.language,
                "notation": entry.notation,
                "case": entry.case.value,
            }
            for entry in entries
        ],
    }


def utterance_in(data: Mapping[str, Any]) -> Utterance:
    """The reverse of `utterance_out`; the text is still empty.

    Raises
    ------
    LexiconError, WireError, KeyError, TypeError, ValueError
        It is not that.
    """
    entries = tuple(
        check_entry(Entry(e["written"], e["reading"], e["language"], e["notation"], Case(e["case"])))
        for e in data["lexicon"]
    )
    language = data["language"]
    plain = Utterance(
        "",
        str(data["voice"]),
        None if language is None else str(language),
        float(data["speed"]),
        lexicons=Lexicons(project=Lexicon(entries)),
    )
    return with_manner(plain, data)


def marks_out(chunk: AudioChunk) -> list[dict[str, Any]]:
    """When words are heard, in samples, and where they are in the text, in characters."""
    return [
        {
            "start": mark.start,
            "end": mark.end,
            "from": mark.reading.span.start,
            "to": mark.reading.span.end,
            "spoken": mark.reading.spoken,
            "symbols": mark.reading.symbols,
            "source": mark.reading.source.value,
            "language": mark.reading.language,
        }
        for mark in chunk.marks
    ]


def marks_in(data: Iterable[Mapping[str, Any]]) -> tuple[Mark, ...]:
    """The reverse of `marks_out`."""
    return tuple(
        Mark(
            Reading(Span(int(m["from"]), int(m["to"])), m["spoken"], m["symbols"], Source(m["source"]), m["language"]),
            int(m["start"]),
            int(m["end"]),
        )
        for m in data
    )
