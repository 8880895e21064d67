"""All voices that are being refined: the results are kept, whatever becomes of the window that asked for them."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from engines.voices.profile import VoiceProfile
from engines.voices.store import VoiceStore
from engines.voices.voice_file import SUFFIX, read_voice, write_voice
from studio.cloning.own_voices import OwnVoices
from studio.cloning.refinement import Phase, Refinement, Step
from studio.operations import Operations

if TYPE_CHECKING:
    from engines.voices.cleaning import Cleaning


@dataclass(frozen=True)
class Job:
    """What is to be refined."""

    voice: str
    """Name of a voice of the user's."""
    title: str
    reference: Path
    """The recording that it was cloned from."""
    transcript: str
    """What is said in it; empty where nobody has told."""
    folder: Path
    """For the files of the steps."""
    denoise: bool = False
    """Whether the voice was made of the recording without its noise."""
    studio_sound: bool = False
    """The same without the tone of microphone and room."""

    @property
    def start(self) -> Path:
        """The voice as it is now, to go on from."""
        return self.folder / f"start{SUFFIX}"


Command = Callable[[Job], Sequence[str]]
"""Gives the program that refines, and its arguments."""


class Refinements(QObject):
    """Starts refinements, lists them among the activities, and keeps what comes out.

    Parameters
    ----------
    folder
        For work in progress.
    """

    started = Signal(str)
    """Name of a voice: `of` gives its refinement now."""
    kept = Signal(str, object)
    """Name of a voice that sounds otherwise now, and its similarity, or None."""
    warned = Signal(str, str)
    """Name of a voice, and what the user is to decide about: see `Refinement.warning`."""
    failed = Signal(str)
    """A sentence."""

    def __init__(
        self, own: OwnVoices, operations: Operations, folder: Path, command: Command, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._own = own
        self._operations = operations
        self._folder = folder
        self._command = command
        self._runs: dict[str, Refinement] = {}
        self._words: dict[str, str] = {}
        """What the recordings say, as the last refinements were told."""

    def of(self, voice: str) -> Refinement | None:
        """The last refinement of a voice in this run of the program."""
        return self._runs.get(voice)

    def start(
        self, profile: VoiceProfile, reference: Path, transcript: str = "", cleaning: Cleaning | None = None
    ) -> None:
        """Refine a voice of the user's, on from what it is now.

        Parameters
        ----------
        cleaning
            With which it was made; otherwise it would be fitted to what had been taken out.
        """
        running = self.of(profile.name)
        if running and running.running:
            return
        words = transcript or profile.origin.transcript
        job = Job(profile.name, profile.title, reference, words, self._folder / profile.name)
        if cleaning:
            job = replace(job, denoise=cleaning.denoise, studio_sound=cleaning.studio_sound)
        self._own.read(partial(_begin, job), lambda _: self._run(job))

    def keep(self, voice: str, step: Step) -> None:
        """Let a voice sound as it did after a step."""
        self._keep(voice, step.file, step.similarity)

    def close(self) -> None:
        """End all of them, when the program ends; what they reached is kept."""
        for voice, run in list(self._runs.items()):
            if run.running:
                run.ended.disconnect()
                run.close()
                self._operations.withdraw(run)
                self._keep_result(voice, run)

    def _run(self, job: Job) -> None:
        before = self._runs.pop(job.voice, None)
        if before:
            before.deleteLater()
        run = Refinement(self, self.tr("Refining {0}").format(job.title), self._command(job))
        run.ended.connect(partial(self._ended, job.voice))
        run.warned.connect(partial(self._warn, job.voice))
        self._words[job.voice] = job.transcript
        self._runs[job.voice] = run
        self._operations.announce(run)
        run.start()
        self.started.emit(job.voice)

    def _warn(self, voice: str) -> None:
        self.warned.emit(voice, self._runs[voice].warning)

    def _ended(self, voice: str) -> None:
        run = self._runs[voice]
        self._operations.withdraw(run)
        self._keep_result(voice, run)
        if run.phase is Phase.FAILED:
            self.failed.emit(run.problem)

    def _keep_result(self, voice: str, run: Refinement) -> None:
        result = run.result or (run.steps[-1].file if run.steps else None)
        if result:
            similarity = next((s.similarity for s in reversed(run.steps) if s.similarity is not None), None)
            self._keep(voice, result, similarity)

    def _keep(self, voice: str, file: Path, similarity: float | None) -> None:
        def done(profile: VoiceProfile) -> None:
            self.kept.emit(profile.name, profile.origin.similarity)

        words = self._words.get(voice, "")
        self._own.replace(partial(_refined, voice, file, similarity, words), done)


def _begin(job: Job, store: VoiceStore) -> None:
    """Make an empty folder with the voice as it is now."""
    shutil.rmtree(job.folder, ignore_errors=True)
    job.folder.mkdir(parents=True, exist_ok=True)
    write_voice(store.get(job.voice), job.start)


def _refined(voice: str, file: Path, similarity: float | None, words: str, store: VoiceStore) -> VoiceProfile:
    """What the process made, with all that is the user's: name, title, and whose voice it is."""
    made, kept = read_voice(file), store.get(voice)
    measured = made.origin.similarity if similarity is None else similarity
    words = words or kept.origin.transcript or made.origin.transcript
    cleaning = made.origin.cleaning
    origin = replace(kept.origin, kind="refined", similarity=measured, transcript=words, cleaning=cleaning)
    return replace(made, name=kept.name, title=kept.title, language=kept.language, gender=kept.gender, origin=origin)
