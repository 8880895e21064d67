"""The question whose voice it is."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QButtonGroup, QGroupBox, QLineEdit, QRadioButton, QVBoxLayout, QWidget

from studio.cloning.consent import Consent, Owner
from studio.settings import Settings
from studio.windows.note import Note


class CloneConsent(QGroupBox):
    """Asked for every voice; what it means is said until the first voice was made.

    Parameters
    ----------
    settings
        Remember that it was said.
    """

    changed = Signal()

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._settings = settings
        self._group = QButtonGroup(self)
        self.choices = {owner: QRadioButton() for owner in Owner}
        self.note = QLineEdit()
        self.statement = Note()
        layout = QVBoxLayout(self)
        layout.setSpacing(4)
        for number, button in enumerate(self.choices.values()):
            self._group.addButton(button, number)
            layout.addWidget(button)
        layout.addWidget(self.note)
        layout.addWidget(self.statement)
        self._group.buttonToggled.connect(self._choose)
        self.note.textChanged.connect(self.changed)
        self._retranslate()
        self._choose()

    @property
    def answer(self) -> Consent | None:
        """None until there is one."""
        owner = next((owner for owner, button in self.choices.items() if button.isChecked()), None)
        return Consent(owner, self.note.text()) if owner else None

    def remember(self) -> None:
        """The user has gone on with the statement before their eyes."""
        self._settings.consent_read = True
        self.statement.clear()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 Qt's name
        """Follow the language."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _choose(self) -> None:
        answer = self.answer
        self.note.setVisible(answer is not None and answer.owner is not Owner.MINE)
        asked = self.tr("Who agreed, and when") if answer and answer.owner is Owner.AGREED else self.tr("Whose voice")
        self.note.setPlaceholderText(asked)
        self.note.setAccessibleName(asked)
        self.changed.emit()

    def _retranslate(self) -> None:
        self.setTitle(self.tr("Whose voice is it?"))
        self.choices[Owner.MINE].setText(self.tr("&Mine"))
        self.choices[Owner.AGREED].setText(self.tr("Somebody's who a&greed"))
        self.choices[Owner.OTHER].setText(self.tr("An&other"))
        self._choose()
        if not self._settings.consent_read:
            self.statement.inform(
                self.tr(
                    "A voice belongs to its speaker. Whoever clones the voice of another person, and of a public "
                    "figure above all, is responsible for having the right to, and for what the voice is made to "
                    "say. Your answer is kept in the voice file."
                )
            )
