"""A searchable list of voices that can be heard: the body of the voices panel and of the popup that chooses one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListView,
    QPushButton,
    QSizePolicy,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from engines.types import Utterance
from studio.voices import VoiceEntry, VoiceLibrary, gender_name, language_name
from studio.windows.choices import fill
from studio.windows.icons import icon
from studio.windows.note import Note
from studio.windows.voices_audition import Audition
from studio.windows.voices_delegate import VoiceDelegate
from studio.windows.voices_list import ENTER, LIST_KEYS, VoiceList
from studio.windows.voices_model import ENTRY, VoicesFilter, VoicesModel, unreadable

if TYPE_CHECKING:
    from studio.playback.transport import Transport


class VoiceBrowser(QWidget):
    """Search field, filters and list.

    Parameters
    ----------
    voices
        What is listed.
    transport
        What plays samples; None where nothing can be heard.
    """

    current_changed = Signal()
    entered = Signal(str)
    """Name of a voice on which Enter was pressed."""
    picked = Signal(str)
    """Name of a voice that was clicked, beside its star and its button."""

    def __init__(self, *, voices: VoiceLibrary, transport: Transport | None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._voices = voices
        self._wanted = ""
        self._behind = False
        self.audition = Audition(transport, self) if transport else None
        self._model = VoicesModel(voices, self.audition, self)
        self._filter = VoicesFilter(self._model, self)
        self.search = QLineEdit()
        self.search.setClearButtonEnabled(True)
        self._search_icon = self.search.addAction(icon("search", "muted"), QLineEdit.ActionPosition.LeadingPosition)
        self.language = _Choice()
        self.gender = _Choice()
        self.favourites = QToolButton()
        self.favourites.setCheckable(True)
        self.list = VoiceList()
        self.list.setModel(self._filter)
        self._delegate = VoiceDelegate(self.list, playable=transport is not None)
        self.list.setItemDelegate(self._delegate)
        self._empty = _EmptyList()
        self._pages = QStackedWidget()
        self._pages.addWidget(self.list)
        self._pages.addWidget(self._empty)
        self.details = QLabel()
        self.details.setTextFormat(Qt.TextFormat.PlainText)
        self.details.setWordWrap(True)
        self.details.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.details.hide()
        self.note = Note()
        self._arrange()
        self._retranslate()
        self._connect()
        self._refilter()

    @property
    def current(self) -> VoiceEntry | None:
        """The voice that the keyboard is on."""
        self._catch_up()
        entry: VoiceEntry | None = self.list.currentIndex().data(ENTRY)
        return entry

    @property
    def shown(self) -> tuple[str, ...]:
        """Names of the voices that the filters leave, in order."""
        self._catch_up()
        return tuple(self._filter.index(row, 0).data(ENTRY).name for row in range(self._filter.rowCount()))

    def set_current(self, name: str) -> None:
        """Put the keyboard on a voice and bring it into view; nothing happens while it is filtered out."""
        self._catch_up()
        index = self._filter.mapFromSource(self._model.index(self._model.row_of(name)))
        if index.isValid():
            self.list.setCurrentIndex(index)
            self.list.scrollTo(index, QListView.ScrollHint.PositionAtCenter)

    def toggle_sample(self, name: str) -> None:
        """Play a sample of a voice, or stop it."""
        entry = self._voices.entry(name)
        if entry is None or self.audition is None:
            return
        if not entry.readable:
            self.note.complain(unreadable(entry))
            return
        self.note.clear()
        self.audition.toggle(Utterance(self._voices.sample_sentence(entry.language), name))

    def toggle_favourite(self, name: str) -> None:
        """Mark a voice, or unmark it."""
        entry = self._voices.entry(name)
        if entry:
            self._voices.set_favourite(name, not entry.favourite)

    def clear_filters(self) -> None:
        """Show all voices."""
        self.favourites.setChecked(False)
        self.language.setCurrentIndex(0)
        self.gender.setCurrentIndex(0)
        self.search.clear()
        self._refilter()
        self.search.setFocus()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 Qt's name
        """Take over what has changed meanwhile."""
        self._catch_up()
        super().showEvent(event)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 Qt's name
        """Follow the language and the theme."""
        if event.type() == QEvent.Type.LanguageChange:
            self._model.refresh()
            self._show_details()
            self._retranslate()
            self._refilter()
        elif event.type() == QEvent.Type.PaletteChange:
            self._search_icon.setIcon(icon("search", "muted"))
            self._draw_star()
        super().changeEvent(event)

    def _arrange(self) -> None:
        filters = QHBoxLayout()
        filters.setSpacing(4)
        filters.addWidget(self.language, 3)
        filters.addWidget(self.gender, 2)
        filters.addWidget(self.favourites)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self.search)
        layout.addLayout(filters)
        layout.addWidget(self._pages, 1)
        layout.addWidget(self.details)
        layout.addWidget(self.note)

    def _connect(self) -> None:
        self._voices.changed.connect(self._follow)
        self.search.textChanged.connect(self._refilter)
        self.search.installEventFilter(self)
        self.language.currentIndexChanged.connect(self._refilter)
        self.gender.currentIndexChanged.connect(self._refilter)
        self.favourites.toggled.connect(self._refilter)
        self._empty.show_all.clicked.connect(self.clear_filters)
        self._delegate.star_clicked.connect(self.toggle_favourite)
        self._delegate.play_clicked.connect(self.toggle_sample)
        self._delegate.row_clicked.connect(self.picked)
        self.list.play_pressed.connect(self.toggle_sample)
        self.list.star_pressed.connect(self.toggle_favourite)
        self.list.entered_on.connect(self.entered)
        self.list.current_changed.connect(self._remember)
        self._filter.modelReset.connect(self._filled)
        self._filter.rowsRemoved.connect(self._show_page)
        self._filter.rowsInserted.connect(self._show_page)
        if self.audition:
            self.audition.failed.connect(self._cannot_play)

    def eventFilter(self, watched: object, event: QEvent) -> bool:  # noqa: N802 Qt's name
        """From the search field, the arrows and Enter go to the list."""
        if watched is self.search and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if event.key() in LIST_KEYS:
                self.list.keyPressEvent(event)
                return True
            if event.key() in ENTER and self.current:
                self.entered.emit(self.current.name)
                return True
        return False

    def _refilter(self) -> None:
        self._filter.set_filter(
            self.search.text(), self.language.chosen, self.gender.chosen, favourites=self.favourites.isChecked()
        )
        if not self.list.currentIndex().isValid():
            self.set_current(self._wanted if self._wanted in self.shown else next(iter(self.shown), ""))
        self._draw_star()
        self._show_page()

    def _follow(self) -> None:
        """The voices have changed. A list that nobody sees waits until it is wanted: there may be several."""
        self._behind = True
        if self.isVisible():
            self._catch_up()

    def _catch_up(self) -> None:
        if self._behind:
            self._behind = False
            self._model.refresh()
            self._show_details()

    def _filled(self) -> None:
        """The model has other voices now."""
        self._fill_choices()
        self._refilter()

    def _remember(self, name: str) -> None:
        if name:
            self._wanted = name
        self._show_details()
        self.current_changed.emit()

    def _show_details(self) -> None:
        index = self.list.currentIndex()
        entry: VoiceEntry | None = index.data(ENTRY)
        text = entry.details if entry else ""
        if text != self.details.text():
            self.details.setText(text)
            self.details.setVisible(bool(text))
            self.list.scrollTo(index)  # there is less room for the list now, or more

    def _show_page(self) -> None:
        self._pages.setCurrentWidget(self.list if self._filter.rowCount() else self._empty)
        self._empty.show_all.setVisible(self._filter.active)
        if not self._model.entries:
            self._empty.say(self.tr("The voices appear here as soon as the speech model is loaded."))
        elif self._filter.favourites and not any(entry.favourite for entry in self._model.entries):
            self._empty.say(self.tr("No favourites yet. Press the star of a voice to find it here again."))
        else:
            self._empty.say(
                self.tr(
                    "No voice fits. Search for a name, a language, “female” or a tag such as “whisper”, in any order."
                )
            )

    def _cannot_play(self, _voice: str, sentence: str) -> None:
        self.note.complain(sentence)

    def _draw_star(self) -> None:
        on = self.favourites.isChecked()
        self.favourites.setIcon(icon("star-filled" if on else "star", "accent" if on else "text"))

    def _fill_choices(self) -> None:
        languages = dict.fromkeys(entry.language for entry in self._model.entries)
        choices = [(code, language_name(code)) for code in languages]
        fill(self.language, [("", self.tr("All languages")), *choices], self.language.chosen)
        genders = [(code, gender_name(code)) for code in ("female", "male")]
        fill(self.gender, [("", self.tr("All")), *genders], self.gender.chosen)

    def _retranslate(self) -> None:
        self.search.setPlaceholderText(self.tr("Search voices"))
        self.search.setAccessibleName(self.tr("Search voices"))
        self.language.setAccessibleName(self.tr("Show voices of a language"))
        self.gender.setAccessibleName(self.tr("Show female or male voices"))
        self.favourites.setAccessibleName(self.tr("Show favourites only"))
        self.favourites.setToolTip(self.tr("Show favourites only"))
        self.list.setAccessibleName(self.tr("Voices"))
        self._empty.show_all.setText(self.tr("Show all voices"))
        self._fill_choices()


class _Choice(QComboBox):
    """All, or one of a few; narrower than its longest text where there is no room."""

    def __init__(self) -> None:
        super().__init__()
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(4)

    @property
    def chosen(self) -> str:
        """A code; empty for all."""
        return str(self.currentData() or "")


class _EmptyList(QWidget):
    """What is shown instead of no rows: a sentence, and a way back."""

    def __init__(self) -> None:
        super().__init__()
        self._text = QLabel()
        self._text.setWordWrap(True)
        self._text.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.show_all = QPushButton()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 12, 12, 12)
        layout.setSpacing(12)
        layout.addStretch()
        layout.addWidget(self._text)
        layout.addWidget(self.show_all, 0, Qt.AlignmentFlag.AlignCenter)
        layout.addStretch()

    def say(self, sentence: str) -> None:
        """Change the sentence."""
        self._text.setText(sentence)

    @property
    def sentence(self) -> str:
        """What is shown."""
        return self._text.text()
