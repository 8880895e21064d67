"""The voices that an open project brings along: usable while it is open, and offered to be kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QObject, Signal

from engines.voices.profile import VoiceProfile
from engines.voices.store import VoiceStore
from studio.cloning.own_voices import OwnVoices
from studio.document.embedded import used_voices
from studio.document.script import Script

_BORROWER = "project"


class Brought(NamedTuple):
    """What a project brings along."""

    visiting: tuple[VoiceProfile, ...]
    """Voices that the user has not, or that are something else under the same name there."""
    new: tuple[VoiceProfile, ...]
    """Those of them that the user has under no name."""


class ProjectVoices(QObject):
    """Follows which project is open.

    Parameters
    ----------
    folder
        Where the voices are that the open project has brought along.
    """

    offered = Signal(object)
    """Titles of voices that the user has not, and `keep` keeps."""
    changed = Signal(object)
    """Names of the voices that are there for the open project alone."""

    def __init__(self, own: OwnVoices, folder: Callable[[], Path], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._own = own
        self._folder = folder
        self._new: tuple[VoiceProfile, ...] = ()
        own.removed.connect(self.look)

    def look(self) -> None:
        """Look again at what the open project has brought, and offer what is new."""
        self._look(offering=False)

    def opened(self) -> None:
        """Another project is open."""
        self._look(offering=True)

    def keep(self) -> None:
        """Keep the voices that were offered among the user's."""
        self._own.bring(self._new)
        self._look(offering=False)

    def _look(self, *, offering: bool) -> None:
        folder = self._folder()

        def done(found: Brought) -> None:
            if folder != self._folder():
                return  # another project is open by now
            self._new = found.new
            self._own.lend(_BORROWER, found.visiting)
            self.changed.emit(tuple(profile.name for profile in found.visiting))
            if found.new and offering:
                self.offered.emit(tuple(profile.title for profile in found.new))

        self._own.read(lambda store: brought(folder, store), done)


def brought(folder: Path, store: VoiceStore) -> Brought:
    """Compare what a project has brought along with what the user has."""
    kept = {profile.name: profile for profile in store.profiles()}
    known = frozenset(profile.digest for profile in kept.values())
    visiting = tuple(p for p in VoiceStore(folder).profiles() if not _same(p, kept.get(p.name)))
    return Brought(visiting, tuple(profile for profile in visiting if profile.digest not in known))


def to_embed(script: Script, folder: Path, store: VoiceStore) -> tuple[VoiceProfile, ...]:
    """The voices that a project's file has to bring along, so that it speaks elsewhere as it does here.

    What the project has brought goes before another voice that the user has under the same name; house voices are
    everywhere.
    """
    used = used_voices(script)
    kept = {profile.name: profile for profile in _used(store.profiles(), used) if store.is_own(profile.name)}
    guests = _used(VoiceStore(folder).profiles(), used)
    return tuple({**kept, **{guest.name: guest for guest in guests if not _same(guest, kept.get(guest.name))}}.values())


def _same(guest: VoiceProfile, kept: VoiceProfile | None) -> bool:
    """Whether the user's voice stands for that of the project: equal, or of the same recording and refined since."""
    if kept is None:
        return False
    source = guest.origin.source_sha256
    return guest.digest == kept.digest or (bool(source) and source == kept.origin.source_sha256)


def _used(profiles: Iterable[VoiceProfile], used: frozenset[str]) -> Iterable[VoiceProfile]:
    return (profile for profile in profiles if profile.name in used)
