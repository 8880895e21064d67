"""The user's own voices: changed on the disk away from the GUI thread, and known to the engine right after."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QObject, Signal
from shiboken6 import isValid

from engines.voices.profile import VoiceProfile
from engines.voices.store import Removed, VoiceStore
from engines.voices.voice_file import SUFFIX, write_voice
from studio.operations import Operation, Operations, Task
from studio.playback.synthesis import SynthesisThread

LANE = "voices"
T = TypeVar("T")


class OwnVoices(QObject):
    """A voice store, as the window uses it.

    Nothing here waits. After every change the engine takes over the voices, which `SynthesisThread.voices_changed`
    tells; what is auditioned after that already speaks with them.

    Parameters
    ----------
    store
        Read and written on the threads of `operations` only.
    """

    added = Signal(str)
    """Name of a voice that is there now."""
    removed = Signal(object, str)
    """A `Removed`, which `restore` takes, and the title of the voice."""
    told = Signal(str)
    """A sentence: what was done."""
    failed = Signal(str)
    """A sentence: why something was not done."""

    def __init__(
        self,
        operations: Operations,
        synthesis: SynthesisThread,
        store: VoiceStore,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._operations = operations
        self._synthesis = synthesis
        self._store = store
        self._lent: dict[str, tuple[VoiceProfile, ...]] = {}
        synthesis.ready.connect(self._engine_opened)

    def lend(self, borrower: str, profiles: Iterable[VoiceProfile]) -> None:
        """Let the engine speak with voices that are not kept, in place of those lent to the same borrower before."""
        lent = tuple(profiles)
        if lent != self._lent.get(borrower, ()):
            self._lent[borrower] = lent
            self.refresh()

    def refresh(self) -> None:
        """Let the engine take over the voices as they are now."""
        self._synthesis.refresh_voices([profile for lent in self._lent.values() for profile in lent])

    def make(
        self,
        title: str,
        work: Callable[[], VoiceProfile],
        *,
        asker: QObject,
        then: Callable[[VoiceProfile], object],
        failed: Callable[[str], object],
    ) -> None:
        """Make a voice away from the GUI thread and keep it, whatever becomes of who asked.

        Parameters
        ----------
        title
            For the list of activities.
        work
            Makes the voice.
        asker
            Neither `then` nor `failed` is called once this is gone.
        then
            Called with the voice as it is kept.
        failed
            Called with a sentence, which is empty after a cancel.
        """
        alive = partial(_while_alive, asker)
        self._change(
            lambda store: store.add(work()), partial(self._kept, alive(then)), failed=alive(failed), title=title
        )

    def replace(self, work: Callable[[VoiceStore], VoiceProfile], then: Callable[[VoiceProfile], object]) -> None:
        """Write what `work` makes over the voice of its name, also when the program ends; then call `then` with it."""
        self._change(lambda store: store.replace(work(store)), partial(self._kept, then), essential=True)

    def rename(self, name: str, title: str) -> None:
        """Give a voice another title."""
        self._change(lambda store: store.rename(name, title), self._changed)

    def duplicate(self, name: str) -> None:
        """Add a copy of a voice."""
        self._change(lambda store: store.duplicate(name), partial(self._kept, None))

    def remove(self, name: str, *, keep_in: Path | None = None) -> None:
        """Take a voice away; `removed` tells what brings it back.

        Parameters
        ----------
        keep_in
            A folder that gets a copy, for a project that speaks with it.
        """

        def work(store: VoiceStore) -> tuple[Removed, str]:
            profile = store.get(name)
            removed = store.remove(name)
            if keep_in:
                keep_in.mkdir(exist_ok=True)
                write_voice(profile, keep_in / (name + SUFFIX))
            return removed, profile.title

        def done(result: tuple[Removed, str]) -> None:
            self.refresh()
            self.removed.emit(*result)

        self._change(work, done)

    def restore(self, removed: Removed) -> None:
        """Bring a removed voice back."""
        self._change(lambda store: store.restore(removed), partial(self._kept, None))

    def import_files(self, paths: Sequence[Path]) -> None:
        """Add voices from files."""
        for path in paths:
            self._change(partial(_import, path), self._imported)

    def export(self, name: str, path: Path) -> None:
        """Write a voice into a file, in place of one that is there: the user was asked about that."""

        def done(written: Path) -> None:
            self.told.emit(self.tr("The voice is in {0}.").format(written.name))

        self._change(lambda store: store.export_file(name, path, overwrite=True), done)

    def bring(self, profiles: Sequence[VoiceProfile]) -> None:
        """Keep the voices of a project under their names."""
        for profile in profiles:
            self._change(partial(_bring, profile), self._imported)

    def read(self, work: Callable[[VoiceStore], T], then: Callable[[T], object]) -> None:
        """Call `work` with the store, behind the changes under way, and `then` with what it returns."""
        self._change(work, then)

    def _change(
        self,
        work: Callable[[VoiceStore], T],
        then: Callable[[T], object],
        *,
        failed: Callable[[str], object] | None = None,
        title: str = "",
        essential: bool = False,
    ) -> None:
        store = self._store

        def run(_task: Task) -> T:
            return work(store)

        refused = failed or self.failed.emit
        operation = Operation(self, title, run, essential=essential)
        operation.on_success(lambda result: _ignore(then(result)))
        operation.on_failure(lambda sentence: _ignore(refused(sentence)))
        if failed:
            operation.on_cancelled(lambda: _ignore(failed("")))
        operation.run(self._operations, lane=LANE)

    def _changed(self, _profile: VoiceProfile) -> None:
        self.refresh()

    def _kept(self, then: Callable[[VoiceProfile], object] | None, profile: VoiceProfile) -> None:
        self.refresh()
        if then:
            then(profile)
        self.added.emit(profile.name)

    def _imported(self, profile: VoiceProfile) -> None:
        self._kept(None, profile)
        self.told.emit(self.tr("{0} is among your voices now.").format(profile.title))

    def _engine_opened(self) -> None:
        # It has read the store itself, but knows nothing of what is lent.
        if any(self._lent.values()):
            self.refresh()


def _import(path: Path, store: VoiceStore) -> VoiceProfile:
    return store.import_file(path)


def _bring(profile: VoiceProfile, store: VoiceStore) -> VoiceProfile:
    return store.add(profile, name=profile.name)


def _while_alive(asker: QObject, callback: Callable[[T], object]) -> Callable[[T], object]:
    return lambda result: callback(result) if isValid(asker) else None


def _ignore(_result: object) -> None:
    """What a callback returns is nobody's business."""
