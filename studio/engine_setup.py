"""What makes speech faster, put in order: looked at, built, cleared. No widgets."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from engines.paths import HOME_VARIABLE
from studio.engine_build import EngineBuild, Phase
from studio.engine_look import EngineLook, engine_cache, look
from studio.operations import Operation, Operations
from studio.settings import Settings

_LANE = "engines"


@dataclass(frozen=True)
class EngineTools:
    """What works on the machine; replaced in tests."""

    look: Callable[[bool], EngineLook]
    """Given whether float16 is wanted."""
    clear: Callable[[], int]
    """Remove all engines; bytes freed."""
    command: Callable[[bool], Sequence[str]]
    """The process that builds, with float16 or without; see `studio.engine_build`."""


def installed_engine_tools(home: Path) -> EngineTools:
    """The real ones."""
    return EngineTools(lambda half: look(home, half=half), lambda: engine_cache(home).clear(), build_command)


def build_command(half: bool) -> Sequence[str]:
    """The command line's own build."""
    return sys.executable, "-m", "studio.cli", "engines", "build", "--half" if half else "--full", "--json"


class EngineSetup(QObject):
    """Looks and builds on demand; one build at a time, listed among the activities.

    Parameters
    ----------
    home
        Where engines are kept.
    """

    changed = Signal()
    """Anything of the properties."""
    engines_changed = Signal()
    """Engines came or went: what uses them had better be opened again."""
    ended = Signal(object)
    """An `EngineBuild`, after its last news."""
    failed = Signal(str)
    """A sentence: why looking or clearing failed."""

    def __init__(
        self,
        home: Path,
        settings: Settings,
        operations: Operations,
        tools: EngineTools | None = None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._home, self._settings, self._operations = home, settings, operations
        self._tools = tools or installed_engine_tools(home)
        self.found: EngineLook | None = None
        """None until `refresh` has looked for the first time."""
        self.build: EngineBuild | None = None
        """The last one of this run of the program."""
        self.freed: int | None = None
        """Bytes that clearing has freed, until something else happens."""
        self._clearing = False
        settings.changed.connect(self._setting_changed)

    @property
    def building(self) -> bool:
        """Whether a build is under way."""
        return self.build is not None and self.build.running

    @property
    def busy(self) -> bool:
        """Whether engines are being built or cleared."""
        return self.building or self._clearing

    def refresh(self) -> None:
        """Look over the machine; `changed` follows."""
        work = partial(self._tools.look, self._settings.half_precision)
        operation = Operation(self, "", lambda _: work()).on_success(self._seen).on_failure(self.failed.emit)
        operation.run(self._operations, lane=_LANE)

    def start(self) -> None:
        """Build what is missing with the chosen precision."""
        if self.busy:
            return
        if self.build:
            self.build.deleteLater()
        self.freed = None
        self.build = build = EngineBuild(self, self.tr("Building engines"))
        build.progressed.connect(self.changed)
        build.ended.connect(self._ended)
        self._operations.announce(build)
        build.start(self._tools.command(self._settings.half_precision), {HOME_VARIABLE: str(self._home)})
        self.changed.emit()

    def stop(self) -> None:
        """Stop building; stages that are finished stay."""
        if self.build:
            self.build.cancel()
            self.changed.emit()

    def clear(self) -> None:
        """Remove all engines, for all cards and versions."""
        if self.busy:
            return
        self._clearing, self.freed = True, None
        work = self._tools.clear
        operation = Operation(self, "", lambda _: work()).on_success(self._cleared).on_failure(self._not_cleared)
        operation.run(self._operations, lane=_LANE)
        self.changed.emit()

    def close(self) -> None:
        """End a build, when the program ends; stages that are finished stay."""
        if self.build and self.build.running:
            self.build.ended.disconnect()
            self.build.close()
            self._operations.withdraw(self.build)

    def _seen(self, found: EngineLook) -> None:
        self.found = found
        self.changed.emit()

    def _ended(self) -> None:
        build = self.build
        assert build
        self._operations.withdraw(build)
        self.refresh()
        if build.finished_some or build.phase is Phase.DONE:
            self.engines_changed.emit()
        self.changed.emit()
        self.ended.emit(build)

    def _cleared(self, freed: int) -> None:
        self._clearing, self.freed = False, freed
        self.refresh()
        self.engines_changed.emit()
        self.changed.emit()

    def _not_cleared(self, sentence: str) -> None:
        self._clearing = False
        self.changed.emit()
        self.failed.emit(sentence)

    def _setting_changed(self, name: str) -> None:
        if name == "half_precision" and self.found:
            self.refresh()
