"""`timbre export`: a whole script or subtitle file to audio files, without a window."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from engines.audio.formats import check_available
from engines.errors import TimbreError
from studio.commands import terminal
from studio.commands.export_script import Source, read_script
from studio.commands.services import Services, SpeechEngine
from studio.export import batch
from studio.export.batch import Batch, Outcome
from studio.export.maker import TakeMaker
from studio.export.manifest import MANIFEST, Missing, damaged
from studio.export.pace import Load, Pace
from studio.export.plan import PATTERNS, ExportItem, ExportOptions
from studio.export.presets import PRESETS
from studio.export.publish import DiskFullError
from studio.export.remembered import fitting_rate
from studio.export.write import Written


@dataclass(frozen=True, slots=True)
class Wish:
    """What the user asked for."""

    script: Path
    out: Path
    cast: Path | None
    voice: str
    """Of the narrator, and of whoever the cast does not name."""
    preset: str
    changes: Mapping[str, Any]
    """Fields of the options that replace those of the preset; None leaves one as it is."""
    workers: int


def run(services: Services, wish: Wish, *, as_json: bool) -> bool:
    """Export, and tell what came of it; False when a file is not there that should be."""
    options = options_of(wish)
    check_available(options.file_format)
    with batch.opened(options.folder) as takes:
        presets = services.open_emotions().load()
        source = read_script(wish.script, wish.cast, wish.voice, takes, services.open_lexicon().load(), presets)
        for sentence in source.warnings:
            terminal.warn(sentence)
        names = [entry.name for entry in options.folder.iterdir()]
        ids = [line.id for line in source.script.lines]
        plan = batch.plan_again(source.script, ids, options, names, wish.script.stem)
        with services.open_engine() as engine:
            engine.refresh_voices(source.voices)
            outcomes = _export(engine, source, plan.items, takes, wish.workers)
        failed = any(outcome.state == "failed" for outcome in outcomes)
        listed = batch.conclude(options.folder, outcomes, whole=not failed)
    if as_json:
        terminal.print_json(json.loads(listed.read_text("utf-8")))
    else:
        _report(outcomes, options.folder)
    return not failed


def check(folder: Path, *, as_json: bool) -> bool:
    """Compare the files of an earlier export with its list; False when one is gone or has changed."""
    if not (folder / MANIFEST).is_file():
        raise TimbreError(f"There is no list of an export ({MANIFEST}) in “{folder}”; choose the folder of one.")
    names = damaged(folder)
    if as_json:
        terminal.print_json({"folder": str(folder), "damaged": names})
    for name in names:
        terminal.warn(f"{name} is gone or has changed; export it again.")
    if not names:
        terminal.note("All files are as they were written.")
    return not names


def options_of(wish: Wish) -> ExportOptions:
    """The options of the preset with the changes that were asked for.

    Raises
    ------
    TimbreError
        If the format cannot have the sample rate.
    """
    preset = next(preset for preset in PRESETS if preset.name == wish.preset)
    options = preset.apply(ExportOptions(wish.out.absolute(), manifest=True))
    changes = {name: value for name, value in wish.changes.items() if value is not None}
    if "mode" in changes:
        changes.setdefault("pattern", PATTERNS[changes["mode"]])
    options = replace(options, **changes)
    rate = fitting_rate(options.file_format, options.rate)
    if "rate" in changes and rate != options.rate:
        raise TimbreError(f"A file of the kind {options.file_format.value} cannot have {options.rate} Hz; take {rate}.")
    return replace(options, rate=rate)


def _export(
    engine: SpeechEngine, source: Source, items: Sequence[ExportItem], takes: Path, workers: int
) -> list[Outcome]:
    script = source.script
    with terminal.progress_bar("Loading the voices") as bar:
        for voice in dict.fromkeys(script.delivery(line).voice for line in script.lines if line.text.strip()):
            engine.warm_up(voice, bar)
    maker = TakeMaker(engine, takes, next(iter(engine.voices.values())).pack, source.takes, script.lexicons)
    export = Batch(script, maker, takes.parent.parent, workers, lambda: engine.interrupt(True))
    length = {line.id: len(line.text) for line in script.lines}
    left = float(sum(length.values()))
    pace, since = Pace(), time.monotonic()
    outcomes: dict[ExportItem, Outcome] = {}
    with terminal.progress_bar("Exporting") as bar:

        def show() -> None:
            seconds = pace.remaining(Load(left))
            wait = f", about {seconds:.0f} s left" if seconds else ""
            bar(f"{len(outcomes)} of {len(items)} files{wait}", 1.0 - left / max(1, sum(length.values())))

        def made(characters: int) -> None:
            nonlocal left, since
            now = time.monotonic()
            pace.made(characters, now - since)
            left, since = max(0.0, left - characters), now
            show()

        try:
            for outcome in export.run(items, made):
                outcomes[outcome.item] = outcome
                if outcome.resumed:
                    left -= sum(length[line] for line in outcome.item.lines)
                show()
        except DiskFullError as error:
            written = sum(outcome.state == "written" for outcome in outcomes.values())
            raise TimbreError(
                f"{error} {written} of {len(items)} files are whole; the same command goes on from there."
            ) from error
    return [outcomes[item] for item in items]


def _report(outcomes: Sequence[Outcome], folder: Path) -> None:
    counts = Counter(outcome.state for outcome in outcomes)
    written = [outcome.result for outcome in outcomes if isinstance(outcome.result, Written)]
    resumed = sum(outcome.resumed for outcome in outcomes)
    seconds = sum(result.seconds for result in written)
    terminal.note(
        f"{counts['written']} of {len(outcomes)} files are in {folder}: {seconds:.1f} s of audio"
        + (f"; {resumed} were there from an earlier run." if resumed else ".")
    )
    for outcome in outcomes:
        if isinstance(outcome.result, Missing):
            terminal.warn(f"{outcome.result.name} was {outcome.result.state}: {outcome.result.reason}")
    if unspoken := [piece for result in written for line in result.lines for piece in line.unspoken]:
        terminal.warn(f"Not spoken, because the voice has no sound for it: {terminal.listed(unspoken)}.")
