"""A script panel among stand-ins, and what tests do with it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from fake_line_services import FakeMaking
from PySide6.QtCore import QModelIndex
from pytestqt.qtbot import QtBot
from voice_fakes import stock

from studio.document.document import Document
from studio.document.script import Line, Member, Script
from studio.emotions import EmotionLibrary
from studio.settings import Settings
from studio.voices import VoiceLibrary
from studio.windows.actions import Actions
from studio.windows.script_columns import Column
from studio.windows.script_panel import ScriptPanel

CAST = (Member("", "af_heart"), Member("Maya", "af_bella"), Member("Lin", "zf_xiaoxiao", 1.1))


class Setting:
    """The panel and all it works with."""

    def __init__(self, folder: Path, lines: Sequence[Line | str] = (), cast: tuple[Member, ...] = CAST) -> None:
        self.document = Document()
        self.document.replace(script_of(lines, cast), (), None)
        self.making = FakeMaking(self.document)
        self.settings = Settings(folder / "settings.ini")
        self.voices = VoiceLibrary(self.settings)
        self.voices.set_stock(stock())
        self.actions = Actions(self.settings)
        self.emotions = EmotionLibrary()
        self.panel = ScriptPanel(
            document=self.document,
            making=self.making,  # type: ignore[arg-type]
            voices=self.voices,
            emotions=self.emotions,
            actions=self.actions,
        )
        # As the main window does.
        self.panel.addActions(self.actions.in_scope("window"))
        self.panel.resize(1100, 500)
        self.problems: list[str] = []
        self.panel.problem.connect(self.problems.append)

    def show(self, qtbot: QtBot) -> None:
        """Make the panel the active window, so that keys reach it."""
        self.panel.show()
        self.panel.activateWindow()
        qtbot.waitUntil(self.panel.isActiveWindow)

    @property
    def texts(self) -> list[str]:
        return [line.text for line in self.document.script.lines]

    @property
    def step(self) -> str:
        """What undo would take back."""
        return self.document.undo_stack.undoText()

    @property
    def selected(self) -> str:
        return " ".join(self.panel.selected_ids())

    @property
    def shown(self) -> str:
        return " ".join(self.panel.shown_ids())

    def line(self, line_id: str) -> Line:
        line = self.document.script.line(line_id)
        assert line is not None
        return line

    def index(self, line_id: str, column: Column) -> QModelIndex:
        return self.panel.lines.index(self.panel.lines.row_of(line_id), column)

    def cell(self, line_id: str, column: Column) -> str:
        return str(self.index(line_id, column).data())

    def do(self, action_id: str) -> None:
        self.actions[action_id].trigger()

    def select(self, ids: str) -> None:
        self.panel.select(ids.split())

    def undo(self) -> None:
        self.document.undo_stack.undo()


def script_of(lines: Sequence[Line | str], cast: tuple[Member, ...] = CAST) -> Script:
    """Lines, or their texts, which then have the ids a, b, c, …"""
    return Script(
        tuple(line if isinstance(line, Line) else Line(chr(ord("a") + row), line) for row, line in enumerate(lines)),
        cast,
    )
