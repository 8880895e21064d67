"""Which news of what makes the speech become a message above the script."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject

from studio.engine_build import EngineBuild, Phase
from studio.playback.messages import EngineInfo
from studio.session import Session
from studio.windows.engine_words import build_sentence, recovered_sentence, slower_sentence
from studio.windows.message_strip import Message, MessageStrip

_STAGES, _BUILD = "stages", "build"


class EngineNotices(QObject):
    """Tells once that something slower makes the speech, and that it no longer does; and how a build has ended.

    Parameters
    ----------
    show_settings
        Shows the page where something can be done about it.
    """

    def __init__(self, *, session: Session, strip: MessageStrip, show_settings: Callable[[], object]) -> None:
        super().__init__(strip)
        self._strip = strip
        self._show_settings = show_settings
        self._told = ""
        session.synthesis.ready.connect(self._ready)
        session.synthesis.stages_changed.connect(self._stages_changed)
        session.engine_setup.ended.connect(self._built)
        session.engine_setup.failed.connect(self._failed)

    def _ready(self, info: EngineInfo) -> None:
        sentence = slower_sentence(info)
        if not sentence:
            self._strip.withdraw(_STAGES)
            self._told = ""
        else:
            self._tell(sentence, sentence)

    def _stages_changed(self, info: EngineInfo) -> None:
        sentence = slower_sentence(info)
        if sentence:
            self._tell(sentence, self.tr("{0} It is tried again by itself.").format(sentence))
        else:
            self._told = ""
            self._strip.show_message(Message(recovered_sentence(info), key=_STAGES))

    def _tell(self, sentence: str, text: str) -> None:
        if sentence != self._told:
            self._told = sentence
            self._strip.show_message(self._with_button(text, "warning", _STAGES))

    def _built(self, build: EngineBuild) -> None:
        if build.phase is Phase.FAILED:
            self._strip.show_message(self._with_button(build_sentence(build), "error", _BUILD))
        elif build.phase is Phase.DONE:
            self._strip.show_message(Message(build_sentence(build), key=_BUILD))

    def _failed(self, sentence: str) -> None:
        self._strip.show_message(Message(sentence, "error"))

    def _with_button(self, text: str, kind: str, key: str) -> Message:
        return Message(text, kind, self.tr("Engine…"), self._show_settings, key)
