"""Pauses, and words that are spelled out or read as digits, dates and the like: put into a line where it is edited."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QEvent, QObject, QPoint, Qt, Signal
from PySide6.QtWidgets import QInputDialog, QMenu, QWidget

from engines.text.markup import AS, DEFAULT_PAUSE, LONGEST_PAUSE, SPELL, Pause, parse
from engines.text.markup_edits import insert_pause, read_as, remove_pauses, remove_reading
from engines.types import Span
from studio.document.document import Document
from studio.document.edits import set_fields
from studio.document.script import Line
from studio.windows.actions import Actions
from studio.windows.inspector_panel import InspectorPanel
from studio.windows.numbers import shortest

SHORTEST_PAUSE = 0.05
"""Seconds; a shorter one is not heard."""
_LENGTHS = (0.3, 0.5, 1.0, 2.0)
_KINDS = ("digits", "number", "ordinal", "date", "telephone")
_STEPS: Mapping[str, object] = {
    SPELL: QT_TRANSLATE_NOOP("LineMarks", "Spell out “{0}”"),
    "digits": QT_TRANSLATE_NOOP("LineMarks", "Read “{0}” as single digits"),
    "number": QT_TRANSLATE_NOOP("LineMarks", "Read “{0}” as a number"),
    "ordinal": QT_TRANSLATE_NOOP("LineMarks", "Read “{0}” as an ordinal"),
    "date": QT_TRANSLATE_NOOP("LineMarks", "Read “{0}” as a date"),
    "telephone": QT_TRANSLATE_NOOP("LineMarks", "Read “{0}” as a telephone number"),
}
ACTION_IDS = ("line.pause", "line.spell", *(f"line.as_{kind}" for kind in _KINDS), "line.as_usual")


class LineMarks(QObject):
    """Binds the actions, and puts them into the context menus of the text and of its reading.

    They are for the words that are selected in whichever of the two was used last, or for those at the cursor.

    Parameters
    ----------
    settle
        Brings the inspector to the line that is selected.
    """

    refused = Signal(str)
    """A sentence: what the user has to do first."""

    def __init__(
        self,
        *,
        document: Document,
        actions: Actions,
        inspector: InspectorPanel,
        settle: Callable[[], object],
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._document = document
        self._actions = actions
        self._inspector = inspector
        self._settle = settle
        self._window = window
        self._text, self._readings = inspector.text, inspector.reading.list
        self._used: QWidget = self._text
        actions.bind("line.pause", self.ask_pause)
        actions.bind("line.spell", lambda: self._read_as(SPELL, SPELL))
        for kind in _KINDS:
            actions.bind(f"line.as_{kind}", self._reader(kind))
        actions.bind("line.as_usual", self._read_as_usual)
        for widget in (self._text, self._readings):
            widget.installEventFilter(self)
            widget.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self._text.customContextMenuRequested.connect(self._show_text_menu)
        self._readings.pause_opened.connect(self.ask_pause)
        self._readings.customContextMenuRequested.connect(self._show_readings_menu)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 Qt's name
        """Where the keyboard was last."""
        if event.type() == QEvent.Type.FocusIn and isinstance(watched, QWidget):
            self._used = watched
        return False

    def ask_pause(self) -> None:
        """Ask how long a pause is to be; one that is there already is changed."""
        place = self._place()
        if place is None:
            return
        pause = _pause_at(*place)
        dialog = QInputDialog(self._window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setInputMode(QInputDialog.InputMode.DoubleInput)
        dialog.setWindowTitle(self.tr("Change the pause") if pause else self.tr("Insert a pause"))
        dialog.setLabelText(self.tr("Seconds of silence"))
        dialog.setDoubleDecimals(2)
        dialog.setDoubleRange(SHORTEST_PAUSE, LONGEST_PAUSE)
        dialog.setDoubleStep(0.1)
        dialog.setDoubleValue(pause.seconds if pause else DEFAULT_PAUSE)
        dialog.doubleValueSelected.connect(lambda seconds: self._put_pause(*place, seconds))
        dialog.open()

    # What is done.

    def _put_pause(self, line: Line, span: Span, seconds: float) -> None:
        pause = _pause_at(line, span)
        step = self.tr("Change a pause") if pause else self.tr("Insert a pause")
        text, at = line.text, span.end
        if pause:
            text, at = remove_pauses(text, pause.markup), pause.markup.start
        self._edit(step, line, insert_pause(text, at, seconds))

    def _reader(self, kind: str) -> Callable[[], None]:
        return lambda: self._read_as(kind, AS, kind)

    def _read_as(self, way: str, name: str, value: str = "") -> None:
        place = self._words()
        if place:
            line, span = place
            step = QCoreApplication.translate("LineMarks", str(_STEPS[way])).format(line.text[slice(*span)])
            self._edit(step, line, read_as(line.text, span, name, value))

    def _read_as_usual(self) -> None:
        place = self._place()
        if place and (pause := _pause_at(*place)):
            self._edit(self.tr("Take a pause away"), place[0], remove_pauses(place[0].text, pause.markup))
        elif words := self._words():
            line, span = words
            step = self.tr("Read “{0}” as usual").format(line.text[slice(*span)])
            self._edit(step, line, remove_pauses(remove_reading(line.text, span), span))

    def _edit(self, step: str, line: Line, text: str) -> None:
        self._document.edit(step, set_fields(self._document.script, [line.id], text=text))

    # Where it is done.

    def _place(self) -> tuple[Line, Span] | None:
        """The line, and what of it is selected; nothing is where the cursor is."""
        self._settle()
        ids = self._inspector.line_ids
        line = self._document.script.line(ids[0]) if len(ids) == 1 else None
        if line is None:
            self.refused.emit(self.tr("Select one line, and in its text the words that are meant."))
            return None
        span = self._readings.chosen() if self._used is self._readings else None
        return line, span or self._text.selected

    def _words(self) -> tuple[Line, Span] | None:
        """The line and the words that are selected, or the one at the cursor."""
        place = self._place()
        if place is None:
            return None
        line, span = place
        if span.start == span.end:
            cells = [cell for cell in self._readings.cells if cell.span.start <= span.start <= cell.span.end]
            words = [cell.span for cell in cells if cell.is_word and line.text[slice(*cell.span)] == cell.text]
            span = words[-1] if words else span
        if not line.text[slice(*span)].strip():
            self.refused.emit(self.tr("Select the words that are meant in the text of the line."))
            return None
        return line, span

    # Menus.

    def _show_text_menu(self, at: QPoint) -> None:
        menu = self._text.createStandardContextMenu()
        menu.addSeparator()
        self._fill(menu)
        self._open(menu, self._text.viewport().mapToGlobal(at))

    def _show_readings_menu(self, at: QPoint) -> None:
        menu = QMenu(self._window)
        menu.addAction(self._actions["line.reading"])
        menu.addSeparator()
        self._fill(menu)
        self._open(menu, self._readings.viewport().mapToGlobal(at))

    def _fill(self, menu: QMenu) -> None:
        pauses = menu.addMenu(self.tr("&Pause"))
        for seconds in _LENGTHS:
            action = pauses.addAction(self.tr("{0} s").format(shortest(seconds, 2)))
            action.triggered.connect(lambda _checked=False, seconds=seconds: self._pause(seconds))
        pauses.addAction(self._actions["line.pause"])
        menu.addActions([self._actions[name] for name in ACTION_IDS if name != "line.pause"])

    def _pause(self, seconds: float) -> None:
        if place := self._place():
            self._put_pause(*place, seconds)

    def _open(self, menu: QMenu, at: QPoint) -> None:
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(at)


def _pause_at(line: Line, span: Span) -> Pause | None:
    """The pause whose markup is selected, or has the cursor in it."""
    pauses = parse(line.text).pauses
    inside = (
        pause
        for pause in pauses
        if (span.start < pause.markup.end and pause.markup.start < span.end)
        or (span.start == span.end and pause.markup.start < span.start < pause.markup.end)
    )
    return next(inside, None)
