"""`timbre voices` and `timbre phonemes`."""

from __future__ import annotations

from engines.types import Reading, Utterance
from studio.commands import terminal
from studio.commands.services import Services


def voices(services: Services, language: str | None, *, as_json: bool) -> None:
    """List the voices; `language` is a code such as `en-gb`, or its first part."""
    with services.open_engine() as engine:
        found = [
            voice
            for voice in engine.voices.values()
            if not language or voice.language.casefold().startswith(language.casefold())
        ]
    if as_json:
        terminal.print_json(
            [
                {"name": voice.name, "language": voice.language, "gender": voice.gender, "pack": voice.pack}
                for voice in found
            ]
        )
    elif found:
        rows = [(voice.name, voice.language, voice.gender, voice.pack) for voice in found]
        terminal.table(("voice", "language", "gender", "model"), rows)
    else:
        terminal.warn(f"No installed voice speaks “{language}”; `timbre voices` lists them all.")


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
