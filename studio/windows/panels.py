"""The panels of the window, each with what it needs of the session and no more."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from studio.session import Session
from studio.windows.actions import Actions
from studio.windows.activity_panel import ActivityPanel
from studio.windows.cast_panel import CastPanel
from studio.windows.export_panel import ExportPanel
from studio.windows.inspector_panel import InspectorPanel
from studio.windows.level_meter import LevelMeter
from studio.windows.script_panel import ScriptPanel
from studio.windows.voices_panel import VoicesPanel
from studio.windows.welcome_page import WelcomePage


class Panels:
    """Makes them."""

    def __init__(self, session: Session, actions: Actions) -> None:
        document, making, voices, transport = session.document, session.making, session.voices, session.transport
        self.script = ScriptPanel(
            document=document, making=making, voices=voices, emotions=session.emotions, actions=actions
        )
        self.voices = VoicesPanel(
            document=document,
            voices=voices,
            transport=transport,
            actions=actions,
            selected_ids=self.script.selected_ids,
        )
        self.cast = CastPanel(document=document, voices=voices, emotions=session.emotions, transport=transport)
        self.inspector = InspectorPanel(
            document=document,
            making=making,
            synthesis=session.synthesis,
            voices=voices,
            emotions=session.emotions,
            transport=transport,
            user_lexicon=session.user_lexicon,
            operations=session.operations,
        )
        self.exports = ExportPanel(queue=session.exports, actions=actions)
        self.activity = ActivityPanel(operations=session.operations)
        self.meter = LevelMeter(transport=transport)
        self.welcome = WelcomePage(
            open_store=session.open_store,
            operations=session.operations,
            voices=voices,
            transport=transport,
            settings=session.settings,
        )

    def in_docks(self) -> dict[str, QWidget]:
        """Those around the script, by the action that shows them; the waveform, the curves and the video come later."""
        return {
            "view.voices": self.voices,
            "view.cast": self.cast,
            "view.inspector": self.inspector,
            "view.waveform": QWidget(),
            "view.curves": QWidget(),
            "view.video": QWidget(),
            "view.export": self.exports,
            "view.activity": self.activity,
        }
