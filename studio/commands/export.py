"""`timbre export`: a whole script or subtitle file to audio files, without a window."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from engines.audio.formats import check_available
from engines.errors import TimbreError
from engines.prosody.emotion import NEUTRAL, Emotion
from studio.commands import terminal
from studio.commands.export_script import Source, read_script
from studio.commands.export_video import VideoWish, write_dub
from studio.commands.services import Services, SpeechEngine
from studio.document import edits
from studio.document.emotions import LineEmotion
from studio.document.script import Overrun, Script
from studio.document.slots import Verdict, verdict_of
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
class Fit:
    """How lines are to fit their times; None leaves that as the script has it."""

    shortest: float | None = None
    """The least share of their natural length."""
    longest: float | None = None
    overrun: Overrun | None = None
    """What is done about those that are too long."""

    def applied(self, script: Script) -> Script:
        """The same script with that."""
        limits = replace(
            script.limits,
            shortest=script.limits.shortest if self.shortest is None else self.shortest,
            longest=script.limits.longest if self.longest is None else self.longest,
        )
        if self.overrun is not None:
            script = edits.set_fields(script, script.rows, overrun=self.overrun.value)
        return edits.set_limits(script, limits.tidy())


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
    fit: Fit
    video: VideoWish | None
    """To be copied with the speech as a new track."""
    workers: int | None
    """Lines at once; None for as many as are fastest."""
    emotion: Emotion = NEUTRAL
    """Of the lines that have none, by themselves or by the cast."""


def run(services: Services, wish: Wish, *, as_json: bool) -> bool:
    """Export, and tell what came of it; False when a file is not there that should be."""
    options = options_of(wish)
    check_available(options.file_format)
    if wish.video:
        wish.video.check()
    with batch.opened(options.folder) as takes:
        presets = services.open_emotions().load()
        lexicon, felt = services.open_lexicon().load(), LineEmotion("", wish.emotion)
        source = read_script(wish.script, wish.cast, wish.voice, takes, lexicon, presets, felt)
        for sentence in source.warnings:
            terminal.warn(sentence)
        source = _fitted(source, wish.fit)
        names = [entry.name for entry in options.folder.iterdir()]
        ids = [line.id for line in source.script.lines]
        plan = batch.plan_again(source.script, ids, options, names, wish.script.stem)
        with services.open_engine() as engine:
            engine.refresh_voices(source.voices)
            maker = _maker(engine, source, takes)
            outcomes = _export(engine, maker, source.script, plan.items, takes.parent.parent, wish.workers)
        failed = any(outcome.state == "failed" for outcome in outcomes)
        if wish.video and not failed:
            _dub(wish.video, source.script, maker, options)
        listed = batch.conclude(options.folder, outcomes, whole=not failed)
    if as_json:
        terminal.print_json(json.loads(listed.read_text("utf-8")))
    else:
        _report(outcomes, options.folder)
    for sentence in _too_long(source.script, outcomes):
        terminal.warn(sentence)
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


def _maker(engine: SpeechEngine, source: Source, takes: Path) -> TakeMaker:
    """What makes the takes, with all voices loaded."""
    script = source.script
    with terminal.progress_bar("Loading the voices") as bar:
        for voice in dict.fromkeys(script.delivery(line).voice for line in script.lines if line.text.strip()):
            engine.warm_up(voice, bar)
    return TakeMaker(engine, takes, next(iter(engine.voices.values())).pack, source.takes, script.lexicons)


def _export(
    engine: SpeechEngine,
    maker: TakeMaker,
    script: Script,
    items: Sequence[ExportItem],
    folder: Path,
    workers: int | None,
) -> list[Outcome]:
    export = Batch(script, maker, folder, workers or engine.at_once, lambda: engine.interrupt(True))
    length = {line.id: len(line.text) for line in script.lines}
    left = float(sum(length.values()))
    pace = Pace()
    pace.making.begin()
    outcomes: dict[ExportItem, Outcome] = {}
    with terminal.progress_bar("Exporting") as bar:

        def show() -> None:
            seconds = pace.remaining(Load(left))
            wait = f", about {seconds:.0f} s left" if seconds else ""
            bar(f"{len(outcomes)} of {len(items)} files{wait}", 1.0 - left / max(1, sum(length.values())))

        def made(characters: int) -> None:
            nonlocal left
            pace.making.end(characters)
            pace.making.begin()
            left = max(0.0, left - characters)
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


def _dub(wish: VideoWish, script: Script, maker: TakeMaker, options: ExportOptions) -> None:
    with terminal.progress_bar("Writing the video") as bar:
        file = write_dub(wish, script, maker, options.folder, options.existing, lambda share: bar("", share))
    if file:
        terminal.note(f"The video with the dub is {file}.")
    else:
        terminal.warn("The video was skipped: a file of its name is there already.")


def _fitted(source: Source, fit: Fit) -> Source:
    """The same with other limits; takes that were made for others are no longer what is to be said."""
    script = fit.applied(source.script)
    deliveries = {line.id: script.delivery(line) for line in script.lines if line.id in source.takes}
    takes = {key: take for key, take in source.takes.items() if take.delivery == deliveries[key]}
    return replace(source, script=script, takes=takes)


def _too_long(script: Script, outcomes: Sequence[Outcome]) -> Iterator[str]:
    """Sentences about the lines that do not fit their times, and what to do."""
    written = [outcome.result for outcome in outcomes if isinstance(outcome.result, Written)]
    over = {}
    for said in (said for result in written for said in result.lines):
        line, seconds = script.lines[said.number - 1], said.end - said.start
        if line.slot is not None and verdict_of(script, line, seconds) is Verdict.TOO_LONG:
            over[said.number] = seconds - line.slot
    for number, seconds in sorted(over.items()):
        yield f"Line {number} is {seconds:.1f} s longer than its time."
    if over:
        yield "Shorten the text of such lines, or choose with --too-long what is done about them."


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
