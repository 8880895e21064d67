"""Utterances and marks as JSON values, as both the WebSocket and Triton carry them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from engines.text.lexicon import NO_LEXICONS, Case, Entry, Lexicon, Lexicons, check_entry
from engines.types import AudioChunk, Mark, Reading, Source, Span, Utterance


def is_carried(utterance: Utterance) -> bool:
    """Whether all that an utterance asks for goes over the network: text, voice, language, speed and lexicons."""
    rest = replace(utterance, text="", voice="", language=None, speed=1.0, lexicons=NO_LEXICONS, at_once=False)
    return rest == Utterance("", "")


def utterance_out(utterance: Utterance, entries: Iterable[Entry]) -> dict[str, Any]:
    """What is carried of an utterance, but its text.

    Parameters
    ----------
    entries
        Of its lexicons, those that its text may need, in the order in which they hold.
    """
    return {
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
    """The reverse of `utterance_out`; the text is still empty. Raises LexiconError, KeyError, TypeError, ValueError."""
    entries = tuple(
        check_entry(Entry(e["written"], e["reading"], e["language"], e["notation"], Case(e["case"])))
        for e in data["lexicon"]
    )
    language = data["language"]
    return Utterance(
        "",
        str(data["voice"]),
        None if language is None else str(language),
        float(data["speed"]),
        lexicons=Lexicons(project=Lexicon(entries)),
    )


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
