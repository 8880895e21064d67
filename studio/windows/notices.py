"""Which news of the session become a message above the script."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import partial

from PySide6.QtCore import QDateTime, QLocale, QObject
from PySide6.QtGui import QGuiApplication

from studio.document.recovery import Recovered
from studio.projects import Projects
from studio.session import Session
from studio.windows.message_strip import Message, MessageStrip

_RECOVERY, _MODEL, _SOUND, _AUTOSAVE = "recovery", "model", "sound", "autosave"


class Notices(QObject):
    """Listens to the session and tells the strip.

    Parameters
    ----------
    install
        Shows the user how to get the speech model.
    """

    def __init__(self, *, session: Session, strip: MessageStrip, install: Callable[[], object]) -> None:
        super().__init__(strip)
        self._session = session
        self._projects: Projects = session.projects
        self._strip = strip
        self._install = install
        self._projects.failed.connect(self._failed)
        self._projects.warned.connect(self._warned)
        self._projects.changed.connect(self._watch_autosave)
        self._projects.found.connect(self._offer_recovery)
        session.operations.failed.connect(self._operation_failed)
        session.synthesis.unavailable.connect(self._no_model)
        session.synthesis.ready.connect(self._model_there)
        session.transport.problem.connect(self._no_sound)
        session.transport.state_changed.connect(self._sound_there)

    def inform(self, sentence: str) -> None:
        """Tell something that is no problem."""
        self._strip.show_message(Message(sentence))

    def report_fault(self, summary: str, details: str) -> None:
        """Tell an error that nobody expected, with a way to pass it on."""
        text = self.tr("Something went wrong inside the program ({0}). Your work is kept; save it to be sure.")
        copy = partial(_copy, details)
        self._strip.show_message(Message(text.format(summary), "error", self.tr("Copy details"), copy))

    def _failed(self, sentence: str) -> None:
        self._strip.show_message(Message(sentence, "error"))

    def _warned(self, sentence: str) -> None:
        self._strip.show_message(Message(sentence, "warning"))

    def _operation_failed(self, _title: str, sentence: str) -> None:
        self._failed(sentence)

    def _watch_autosave(self) -> None:
        if self._projects.problem:
            self._strip.show_message(Message(self._projects.problem, "warning", key=_AUTOSAVE))
        else:
            self._strip.withdraw(_AUTOSAVE)

    def _offer_recovery(self, recovered: Recovered) -> None:
        when = QLocale().toString(_qt_time(recovered.when), QLocale.FormatType.ShortFormat)
        text = self.tr("“{0}” of {1} was not saved when the program ended.").format(recovered.name, when)
        recover = partial(self._projects.recover, recovered)
        self._strip.show_message(
            Message(text, "warning", self.tr("Recover"), recover, key=f"{_RECOVERY} {recovered.folder}")
        )

    def _no_model(self, sentence: str) -> None:
        self._strip.show_message(Message(sentence, "warning", self.tr("Install…"), self._install, key=_MODEL))

    def _model_there(self) -> None:
        self._strip.withdraw(_MODEL)

    def _no_sound(self, sentence: str) -> None:
        self._strip.show_message(Message(sentence, "error", key=_SOUND))

    def _sound_there(self) -> None:
        self._strip.withdraw(_SOUND)


def _copy(text: str) -> None:
    QGuiApplication.clipboard().setText(text)


def _qt_time(when: datetime) -> QDateTime:
    return QDateTime.fromSecsSinceEpoch(round(when.timestamp()))
