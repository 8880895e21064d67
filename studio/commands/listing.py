"""`timbre phonemes`."""

from __future__ import annotations

from engines.types import Reading, Utterance
from studio.commands import terminal
from studio.commands.services import Services


def phonemes(services: Services, utterance: Utterance, *, as_json: bool) -> None:
    """Show how every word of a text is read, and which rule says so."""
    with services.open_engine() as engine:
        segments = list(engine.phonemize(utterance))
    if as_json:
        terminal.print_json(
            [
                {
                    "start": segment.span.start,
                    "end": segment.span.end,
                    "symbols": segment.symbols,
                    "pause_s": segment.pause,
                    "before_s": segment.before,
                    "problems": [
                        {"start": problem.span.start, "end": problem.span.end, "message": problem.message}
                        for problem in segment.problems
                    ],
                    "readings": [_as_json(reading) for reading in segment.readings],
                }
                for segment in segments
            ]
        )
        return
    rows = [
        (
            utterance.text[reading.span.start : reading.span.end].strip(),
            reading.spoken,
            reading.symbols,
            reading.language,
            reading.source.value,
        )
        for segment in segments
        for reading in segment.readings
        if reading.symbols.strip() or reading in segment.unspoken
    ]
    for segment in segments:
        for problem in segment.problems:
            terminal.warn(f"“{utterance.text[slice(*problem.span)]}”: {problem.message}")
    terminal.table(("text", "spoken as", "symbols", "language", "source"), rows)


def _as_json(reading: Reading) -> dict[str, object]:
    return {
        "start": reading.span.start,
        "end": reading.span.end,
        "spoken": reading.spoken,
        "symbols": reading.symbols,
        "language": reading.language,
        "source": reading.source.value,
    }
