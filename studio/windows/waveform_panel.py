"""The audio of the current line: its takes, or what is being made of it, with the playhead."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QLabel, QStackedLayout, QVBoxLayout, QWidget

from engines.types import AudioChunk
from studio.document.document import Change, Document
from studio.document.edits import set_fields
from studio.document.state import LineState
from studio.document.takes import Take
from studio.operations import Operations
from studio.playback.making import Making
from studio.playback.transport import Transport
from studio.voices import VoiceLibrary
from studio.windows.actions import Actions
from studio.windows.takes_strip import TakeItem, letter
from studio.windows.waveform_audio import SoundShelf
from studio.windows.waveform_hearing import Hearing
from studio.windows.waveform_live import LiveSound
from studio.windows.waveform_message import no_audio
from studio.windows.waveform_table import WaveformTable
from studio.windows.waveform_takes import TakesBar
from studio.windows.waveform_view import LaneContent, WaveformView
from studio.windows.waveform_words import Word, words_of

_VIEW_ACTIONS = ("view.zoom_in", "view.zoom_out", "view.zoom_fit")


class WaveformPanel(QWidget):
    """Shows one line; a click, a drag or the keyboard plays from there.

    Parameters
    ----------
    takes_folder
        Where the audio of takes is now.
    """

    play_from = Signal(str, float)
    """A line, and the second of it from which the user wants to hear it."""

    def __init__(
        self,
        *,
        document: Document,
        making: Making,
        voices: VoiceLibrary,
        transport: Transport,
        operations: Operations,
        takes_folder: Callable[[], Path],
        actions: Actions,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._document = document
        self._making = making
        self._voices = voices
        self._actions = actions
        self._line_id = ""
        self._hearing = Hearing(document, transport, self)
        self._live = LiveSound()
        self._step = ""
        self._anew = True
        """Whether what is shown next is another sound, to be seen from its start."""
        self._unreadable: dict[str, str] = {}
        self._words: dict[str, tuple[Word, ...]] = {}
        self._shelf = SoundShelf(operations, takes_folder, self)
        self._bar = TakesBar(actions)
        self._view = WaveformView()
        self._table = WaveformTable()
        self._message = QLabel()
        self._message.setWordWrap(True)
        self._message.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._lay_out()
        self._connect()
        self._retranslate()

    @property
    def line_id(self) -> str:
        """The line that is shown; empty for none."""
        return self._line_id

    @property
    def cursor_position(self) -> float:
        """The second of the line from which the user wants to hear it."""
        return self._view.cursor_position

    def set_line(self, line_id: str) -> None:
        """Show another line, or none."""
        if line_id == self._line_id:
            return
        self._line_id = line_id
        self._hearing.set_line(line_id)
        self._unreadable.clear()
        self._words.clear()
        self._step = ""
        self._live.begin(self._making.chunks(line_id) if line_id else (), self._text())
        self._anew = True
        self._refresh()

    def switch_take(self) -> None:
        """Hear the other of two takes, at the same position if it is playing."""
        self._hearing.switch(self._view.playhead)

    def use_take(self) -> None:
        """Make the active take the one that the line plays."""
        take = self._hearing.active
        if take:
            name = self.tr("Use take {0}").format(self._letter(take))
            script = self._document.script
            self._document.edit(name, set_fields(script, [self._line_id], take=take.id))

    def delete_take(self) -> None:
        """Forget the active take; it can be made again."""
        take = self._hearing.active
        if take:
            self._hearing.stop()
            self._document.remove_take(take)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 Qt's name
        """Follow the language."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    # Making the panel.

    def _lay_out(self) -> None:
        pages = QWidget()
        self._pages = QStackedLayout(pages)
        self._pages.addWidget(self._message)
        self._pages.addWidget(self._view)
        self._pages.addWidget(self._table)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self._bar)
        layout.addWidget(pages, 1)
        for name in ("play.toggle", "play.here"):
            self._view.addAction(self._actions[name])
            self._table.addAction(self._actions[name])
        self.setFocusProxy(self._view)

    def _connect(self) -> None:
        self._document.changed.connect(self._on_changed)
        self._document.takes_changed.connect(self._on_line)
        self._document.take_added.connect(self._on_take)
        self._document.replaced.connect(self._on_replaced)
        self._making.state_changed.connect(self._on_state)
        self._making.chunk.connect(self._on_chunk)
        self._making.preparing.connect(self._on_preparing)
        self._hearing.changed.connect(self._refresh)
        self._hearing.play_from.connect(self.play_from)
        self._hearing.position.connect(self._view.set_playhead)
        self._shelf.loaded.connect(self._refresh)
        self._shelf.failed.connect(self._on_unreadable)
        self._bar.chosen.connect(self._on_chosen)
        self._bar.use_asked.connect(self.use_take)
        self._bar.delete_asked.connect(self.delete_take)
        self._view.pointed.connect(self._hearing.play)
        self._view.cursor_moved.connect(self._hearing.seek)
        self._view.play_asked.connect(self._on_play_asked)
        self._bar.table.toggled.connect(self._on_table)
        self._table.chosen.connect(self._view.set_cursor)
        self._table.chosen.connect(self._hearing.seek)
        self._table.play_asked.connect(self._on_play_asked)
        self._actions.bind("play.switch_take", self.switch_take)
        self._actions.bind("view.zoom_in", self._view.zoom_in)
        self._actions.bind("view.zoom_out", self._view.zoom_out)
        self._actions.bind("view.zoom_fit", self._view.zoom_fit)
        self._actions["view.spectrogram"].toggled.connect(self._refresh)

    def _retranslate(self) -> None:
        self.setAccessibleName(self.tr("Waveform"))
        self._refresh()

    # What is shown.

    def _refresh(self, *_: object) -> None:
        """Show all anew; called by signals with and without arguments."""
        self._hearing.follow()
        takes = self._hearing.takes
        contents = self._contents(takes)
        sentence = self._sentence(contents)
        if contents and not sentence:
            self._view.set_contents(contents, whole=self._anew)
            self._anew = False
        self._message.setText(sentence)
        as_table = self._bar.table.isChecked()
        if contents and as_table:
            heard = next((content for content in contents if content.active), contents[0])
            self._table.content.set_take(heard.words, heard.sound, heard.seconds)
        self._pages.setCurrentWidget(self._message if sentence else self._table if as_table else self._view)
        readable = [take for take in takes if take.id not in self._unreadable]
        shown = tuple(take for take in readable if take.id in self._hearing.choice.shown)
        spectrograms = self._actions["view.spectrogram"].isChecked()
        self._shelf.want(shown, spectrograms=spectrograms)
        self._view.set_spectrogram_shown(spectrograms)
        self._refresh_takes(takes)
        for name in _VIEW_ACTIONS:
            self._actions[name].setEnabled(not sentence and not as_table)

    def _refresh_takes(self, takes: tuple[Take, ...]) -> None:
        line = self._document.script.line(self._line_id)
        delivery = self._document.script.delivery(line) if line else None
        choice = self._hearing.choice
        items = tuple(
            TakeItem(
                take,
                letter(index),
                self._voices.title(take.delivery.voice),
                in_use=take.id == choice.current,
                stale=take.delivery != delivery,
                shown=take.id in choice.shown,
                active=take.id == choice.active,
            )
            for index, take in enumerate(takes)
        )
        self._bar.set_items(items, chosen_by_user=bool(line and self._hearing.take(line.take)))
        self._actions["play.switch_take"].setEnabled(len(takes) > 1)

    def _contents(self, takes: tuple[Take, ...]) -> tuple[LaneContent, ...]:
        choice = self._hearing.choice
        shown = [take for take in takes if take.id in choice.shown]
        live = self._live.sound if self._state() is LineState.MAKING else None
        if live:
            shown = [take for take in shown if take.id != choice.active]
        several = len(shown) + bool(live) > 1
        contents = [
            LaneContent(
                take.id,
                self._letter(take) if several else "",
                take.id == choice.active and not live,
                self._shelf.get(take.id),
                take.seconds,
                self._words_of(take),
            )
            for take in shown
        ]
        if live:
            name = letter(len(takes)) if several else ""
            contents.append(LaneContent("", name, True, live, live.seconds, self._live.words(), finished=False))
        return tuple(contents)

    def _sentence(self, contents: tuple[LaneContent, ...]) -> str:
        """What to say instead of audio; empty when there is some."""
        if not self._document.script.line(self._line_id):
            return self.tr("Select a line to see its audio.")
        unreadable = self._unreadable.get(self._hearing.choice.active)
        if unreadable and self._state() is not LineState.MAKING:
            return unreadable
        if contents:
            return ""
        if self._state() is LineState.FAILED:
            return self._making.error(self._line_id)
        if self._state() is LineState.MAKING and self._step:
            return self._step
        keys = self._actions["play.toggle"].shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        return no_audio(self._state(), keys)

    def _state(self) -> LineState:
        known = self._document.script.line(self._line_id) is not None
        return self._making.state(self._line_id) if known else LineState.EMPTY

    def _text(self) -> str:
        line = self._document.script.line(self._line_id)
        return line.text if line else ""

    def _words_of(self, take: Take) -> tuple[Word, ...]:
        """Worked out once: a long take has thousands, and much happens while it is shown."""
        if take.id not in self._words:
            self._words[take.id] = words_of(take.marks, take.delivery.text)
        return self._words[take.id]

    def _letter(self, take: Take) -> str:
        return letter(self._hearing.takes.index(take))

    # What happens outside.

    def _on_changed(self, change: Change) -> None:
        before, after = change
        if before.line(self._line_id) is after.line(self._line_id) and before.cast == after.cast:
            return
        if after.line(self._line_id) is None:
            self.set_line("")
        else:
            self._refresh()

    def _on_replaced(self) -> None:
        self._shelf.clear()
        self.set_line("")

    def _on_line(self, line_id: str) -> None:
        if line_id == self._line_id:
            self._refresh()

    def _on_take(self, take: Take) -> None:
        if take.line != self._line_id:
            return
        sound = self._live.taken(take)
        if sound:
            self._shelf.put(take.id, sound)
        self._hearing.show_new(take)

    def _on_state(self, line_id: str) -> None:
        if line_id != self._line_id:
            return
        self._step = ""
        if self._state() is LineState.MAKING:
            self._live.begin(self._making.chunks(line_id), self._text())
            self._anew = True
        self._refresh()

    def _on_chunk(self, line_id: str, chunk: AudioChunk) -> None:
        if line_id == self._line_id and self._live.add(chunk):
            self._refresh()

    def _on_preparing(self, line_id: str, step: str, share: float) -> None:
        if line_id == self._line_id:
            self._step = self.tr("{0}: {1} %").format(step, round(share * 100))
            self._refresh()

    def _on_unreadable(self, take_id: str, sentence: str) -> None:
        self._unreadable[take_id] = sentence
        self._refresh()

    def _on_chosen(self, take_id: str) -> None:
        self._hearing.press(take_id, self._view.playhead)

    def _on_table(self, shown: bool) -> None:
        self.setFocusProxy(self._table if shown else self._view)
        self._refresh()

    def _on_play_asked(self, seconds: float) -> None:
        self._hearing.play(self._hearing.choice.active, seconds)
