"""Everything the user can do, once: menus, toolbar, shortcuts, context menus and command palette are made from here."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QObject, Qt
from PySide6.QtGui import QAction, QKeySequence

from studio.settings import Settings
from studio.windows.icons import icon


@dataclass(frozen=True, slots=True)
class ActionSpec:
    """One thing the user can do."""

    id: str
    text: str
    """Untranslated, with its mnemonic."""
    keys: str = ""
    """Default shortcut, portable text; several are separated by `; `."""
    icon: str = ""
    """A name that `studio.windows.icons` knows."""
    checkable: bool = False
    scope: str = "window"
    """`window`, or `script` or `voices` for keys that mean something in that list alone."""


def _spec(
    action_id: str, text: object, keys: str = "", icon_name: str = "", *, checkable: bool = False, scope: str = "window"
) -> ActionSpec:
    """An entry of the table; what marks a text for translation has no type of its own."""
    return ActionSpec(action_id, str(text), keys, icon_name, checkable, scope)


ACTIONS: tuple[ActionSpec, ...] = (
    _spec("file.new", QT_TRANSLATE_NOOP("Actions", "&New project"), "Ctrl+N", "file"),
    _spec("file.open", QT_TRANSLATE_NOOP("Actions", "&Open…"), "Ctrl+O", "folder-open"),
    _spec("file.import", QT_TRANSLATE_NOOP("Actions", "&Import text or subtitles…"), "Ctrl+I", "import"),
    _spec("file.sample", QT_TRANSLATE_NOOP("Actions", "Open the sa&mple project")),
    _spec("file.save", QT_TRANSLATE_NOOP("Actions", "&Save"), "Ctrl+S", "save"),
    _spec("file.save_as", QT_TRANSLATE_NOOP("Actions", "Save &as…"), "Ctrl+Shift+S"),
    _spec("file.export", QT_TRANSLATE_NOOP("Actions", "&Export all lines…"), "Ctrl+E", "export"),
    _spec("file.export_selected", QT_TRANSLATE_NOOP("Actions", "Export se&lected lines…"), "Ctrl+Shift+E"),
    _spec("file.quit", QT_TRANSLATE_NOOP("Actions", "&Quit"), "Ctrl+Q"),
    _spec("edit.undo", QT_TRANSLATE_NOOP("Actions", "&Undo"), "Ctrl+Z", "undo"),
    _spec("edit.redo", QT_TRANSLATE_NOOP("Actions", "&Redo"), "Ctrl+Shift+Z; Ctrl+Y", "redo"),
    _spec("edit.cut", QT_TRANSLATE_NOOP("Actions", "Cu&t lines"), "Ctrl+X", scope="script"),
    _spec("edit.copy", QT_TRANSLATE_NOOP("Actions", "&Copy lines"), "Ctrl+C", scope="script"),
    _spec("edit.paste", QT_TRANSLATE_NOOP("Actions", "&Paste lines"), "Ctrl+V", scope="script"),
    _spec("edit.find", QT_TRANSLATE_NOOP("Actions", "&Find…"), "Ctrl+F", "search"),
    _spec("edit.replace", QT_TRANSLATE_NOOP("Actions", "R&eplace…"), "Ctrl+H"),
    _spec("edit.lexicons", QT_TRANSLATE_NOOP("Actions", "Pronunciation &lexicons…"), "Ctrl+Alt+L", "lexicon"),
    _spec("edit.preferences", QT_TRANSLATE_NOOP("Actions", "Pre&ferences…"), "Ctrl+,", "settings"),
    _spec("line.add", QT_TRANSLATE_NOOP("Actions", "&Add line"), "Ctrl+Return", "add"),
    _spec("line.edit", QT_TRANSLATE_NOOP("Actions", "&Edit text"), "Return", scope="script"),
    _spec("line.split", QT_TRANSLATE_NOOP("Actions", "&Split line"), "Ctrl+Alt+S", "split"),
    _spec("line.join", QT_TRANSLATE_NOOP("Actions", "&Join lines"), "Ctrl+J", "join"),
    _spec("line.duplicate", QT_TRANSLATE_NOOP("Actions", "&Duplicate"), "Ctrl+D", "copy"),
    _spec("line.section", QT_TRANSLATE_NOOP("Actions", "Begin a se&ction here, or not"), "Ctrl+Alt+H", "section"),
    _spec("line.delete", QT_TRANSLATE_NOOP("Actions", "De&lete"), "Del", "delete", scope="script"),
    _spec("line.up", QT_TRANSLATE_NOOP("Actions", "Move &up"), "Alt+Up", "up"),
    _spec("line.down", QT_TRANSLATE_NOOP("Actions", "Move do&wn"), "Alt+Down", "down"),
    _spec("line.make", QT_TRANSLATE_NOOP("Actions", "&Make"), "Ctrl+M", "make"),
    _spec("line.make_again", QT_TRANSLATE_NOOP("Actions", "Make another &take"), "Ctrl+Shift+M", "take"),
    _spec("line.make_all", QT_TRANSLATE_NOOP("Actions", "Make all lines"), "", "make-all"),
    _spec("line.reading", QT_TRANSLATE_NOOP("Actions", "Correct the &reading"), "Ctrl+R", "reading"),
    _spec("line.curves", QT_TRANSLATE_NOOP("Actions", "Edit the &curves"), "Ctrl+Alt+U", "curves"),
    _spec("line.pause", QT_TRANSLATE_NOOP("Actions", "Insert or change a pa&use…"), "Ctrl+Alt+R", "pause"),
    _spec("line.spell", QT_TRANSLATE_NOOP("Actions", "&Spell the words out")),
    _spec("line.as_digits", QT_TRANSLATE_NOOP("Actions", "Read the words as single di&gits")),
    _spec("line.as_number", QT_TRANSLATE_NOOP("Actions", "Read the words as a &number")),
    _spec("line.as_ordinal", QT_TRANSLATE_NOOP("Actions", "Read the words as an &ordinal")),
    _spec("line.as_date", QT_TRANSLATE_NOOP("Actions", "Read the words as a da&te")),
    _spec("line.as_telephone", QT_TRANSLATE_NOOP("Actions", "Read the words as a te&lephone number")),
    _spec("line.as_usual", QT_TRANSLATE_NOOP("Actions", "Take away what is laid &down here")),
    _spec("line.fit_limits", QT_TRANSLATE_NOOP("Actions", "&Fit lines to their times…")),
    _spec("line.previous_problem", QT_TRANSLATE_NOOP("Actions", "&Previous problem"), "[", scope="script"),
    _spec("line.next_problem", QT_TRANSLATE_NOOP("Actions", "&Next problem"), "]", scope="script"),
    _spec("play.toggle", QT_TRANSLATE_NOOP("Actions", "&Play or pause"), "Space", "play", scope="script"),
    _spec("play.here", QT_TRANSLATE_NOOP("Actions", "Play from &here"), "Shift+Space", "play-here", scope="script"),
    _spec("play.selection", QT_TRANSLATE_NOOP("Actions", "Play &selection"), "Ctrl+Space", "play-selection"),
    _spec("play.all", QT_TRANSLATE_NOOP("Actions", "Play &all"), "Ctrl+Shift+Space", "play-all"),
    _spec("play.stop", QT_TRANSLATE_NOOP("Actions", "S&top"), "Esc", "stop"),
    _spec("play.loop", QT_TRANSLATE_NOOP("Actions", "&Loop"), "Ctrl+L", "loop", checkable=True),
    _spec("play.switch_take", QT_TRANSLATE_NOOP("Actions", "Switch between takes (A/&B)"), "Ctrl+B", "switch"),
    _spec("play.back", QT_TRANSLATE_NOOP("Actions", "&Back 2 seconds"), "Ctrl+Left", "back"),
    _spec("play.forward", QT_TRANSLATE_NOOP("Actions", "&Forward 2 seconds"), "Ctrl+Right", "forward"),
    _spec("video.open", QT_TRANSLATE_NOOP("Actions", "&Open a video or sound…"), "Ctrl+Alt+O", "video"),
    _spec("video.play", QT_TRANSLATE_NOOP("Actions", "&Play the video with the script"), "Ctrl+Alt+Space", "play"),
    _spec("video.mark_start", QT_TRANSLATE_NOOP("Actions", "Choose from here &on"), "Ctrl+Alt+[", "mark-start"),
    _spec("video.mark_end", QT_TRANSLATE_NOOP("Actions", "Choose up to &here"), "Ctrl+Alt+]", "mark-end"),
    _spec("video.clone", QT_TRANSLATE_NOOP("Actions", "&Clone a voice from what is chosen…"), "", "microphone"),
    _spec("video.export_sound", QT_TRANSLATE_NOOP("Actions", "Export the &sound of the dub…"), "", "export"),
    _spec("video.export_video", QT_TRANSLATE_NOOP("Actions", "Export the &video with the dub…"), "", "export-video"),
    _spec("video.remove", QT_TRANSLATE_NOOP("Actions", "&Remove the video from the project"), "", "delete"),
    _spec("voice.play", QT_TRANSLATE_NOOP("Actions", "&Hear the voice"), "", "audition"),
    _spec("voice.favourite", QT_TRANSLATE_NOOP("Actions", "Voice is a &favourite, or not"), "", "star"),
    _spec("voice.tags", QT_TRANSLATE_NOOP("Actions", "&Tags of the voice…"), "", "tag"),
    _spec("voice.use", QT_TRANSLATE_NOOP("Actions", "&Use voice for selected lines"), "Ctrl+Alt+V"),
    _spec("voice.clone", QT_TRANSLATE_NOOP("Actions", "&Clone a voice…"), "Ctrl+Alt+C", "microphone"),
    _spec("voice.blend", QT_TRANSLATE_NOOP("Actions", "&Blend voices…"), "Ctrl+Alt+B", "blend"),
    _spec("voice.rename", QT_TRANSLATE_NOOP("Actions", "&Rename the voice…"), "F2", "edit", scope="voices"),
    _spec("voice.duplicate", QT_TRANSLATE_NOOP("Actions", "&Duplicate the voice"), "", "copy"),
    _spec("voice.import", QT_TRANSLATE_NOOP("Actions", "&Import voices…"), "Ctrl+Alt+I", "import"),
    _spec("voice.export", QT_TRANSLATE_NOOP("Actions", "E&xport the voice…"), "", "export"),
    _spec("voice.delete", QT_TRANSLATE_NOOP("Actions", "De&lete the voice"), "Shift+Del", "delete", scope="voices"),
    *(
        _spec(f"emotion.{name}", text, f"Ctrl+{number}")
        for number, (name, text) in enumerate(
            (
                ("happy", QT_TRANSLATE_NOOP("Actions", "Feel &happy")),
                ("angry", QT_TRANSLATE_NOOP("Actions", "Feel an&gry")),
                ("sad", QT_TRANSLATE_NOOP("Actions", "Feel &sad")),
                ("afraid", QT_TRANSLATE_NOOP("Actions", "Feel &afraid")),
                ("disgusted", QT_TRANSLATE_NOOP("Actions", "Feel &disgusted")),
                ("melancholic", QT_TRANSLATE_NOOP("Actions", "Feel &melancholic")),
                ("surprised", QT_TRANSLATE_NOOP("Actions", "Feel s&urprised")),
                ("calm", QT_TRANSLATE_NOOP("Actions", "Feel &calm")),
                ("neutral", QT_TRANSLATE_NOOP("Actions", "Feel &nothing")),
            ),
            start=1,
        )
    ),
    _spec("emotion.more", QT_TRANSLATE_NOOP("Actions", "Mo&re of it"), "Ctrl+Alt+=; Ctrl+Alt++"),
    _spec("emotion.less", QT_TRANSLATE_NOOP("Actions", "&Less of it"), "Ctrl+Alt+-"),
    _spec("emotion.wrap", QT_TRANSLATE_NOOP("Actions", "&Feel the selected words as…"), "Ctrl+Alt+E", "emotion"),
    _spec("emotion.audition", QT_TRANSLATE_NOOP("Actions", "C&ompare emotions and voices…"), "Ctrl+Alt+A", "audition"),
    _spec("emotion.save", QT_TRANSLATE_NOOP("Actions", "Save as &preset…")),
    _spec("emotion.import", QT_TRANSLATE_NOOP("Actions", "&Import presets…"), "", "import"),
    _spec("view.palette", QT_TRANSLATE_NOOP("Actions", "Command &palette…"), "Ctrl+K", "command"),
    _spec("view.voices", QT_TRANSLATE_NOOP("Actions", "&Voices"), "Alt+1", checkable=True),
    _spec("view.cast", QT_TRANSLATE_NOOP("Actions", "&Cast"), "Alt+2", checkable=True),
    _spec("view.inspector", QT_TRANSLATE_NOOP("Actions", "I&nspector"), "Alt+3", checkable=True),
    _spec("view.waveform", QT_TRANSLATE_NOOP("Actions", "Wave&form"), "Alt+4", checkable=True),
    _spec("view.export", QT_TRANSLATE_NOOP("Actions", "&Export"), "Alt+5", checkable=True),
    _spec("view.activity", QT_TRANSLATE_NOOP("Actions", "&Activity"), "Alt+6", checkable=True),
    _spec("view.video", QT_TRANSLATE_NOOP("Actions", "Vi&deo"), "Alt+7", checkable=True),
    _spec("view.curves", QT_TRANSLATE_NOOP("Actions", "C&urves"), "Alt+8", checkable=True),
    _spec("view.next_panel", QT_TRANSLATE_NOOP("Actions", "Ne&xt panel"), "F6"),
    _spec("view.previous_panel", QT_TRANSLATE_NOOP("Actions", "P&revious panel"), "Shift+F6"),
    _spec("view.reset_layout", QT_TRANSLATE_NOOP("Actions", "Reset &layout"), "", "reset"),
    _spec("view.zoom_in", QT_TRANSLATE_NOOP("Actions", "Zoom waveform &in"), "Ctrl++; Ctrl+=", "zoom-in"),
    _spec("view.zoom_out", QT_TRANSLATE_NOOP("Actions", "Zoom waveform &out"), "Ctrl+-", "zoom-out"),
    _spec("view.zoom_fit", QT_TRANSLATE_NOOP("Actions", "Show &whole take"), "Ctrl+0"),
    _spec("view.spectrogram", QT_TRANSLATE_NOOP("Actions", "&Spectrogram"), "Ctrl+G", checkable=True),
    _spec("help.welcome", QT_TRANSLATE_NOOP("Actions", "&Welcome page")),
    _spec("help.shortcuts", QT_TRANSLATE_NOOP("Actions", "&Keyboard shortcuts…"), "F1"),
    _spec("help.install_model", QT_TRANSLATE_NOOP("Actions", "&Install the speech model")),
    _spec("help.about", QT_TRANSLATE_NOOP("Actions", "&About Timbre Studio")),
)


class Actions(QObject):
    """A QAction for every entry of `ACTIONS`, with the user's own shortcuts.

    Parameters
    ----------
    settings
        Where rebound shortcuts are kept; a change there is followed.
    """

    def __init__(self, settings: Settings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._settings = settings
        self._actions: dict[str, QAction] = {}
        for spec in ACTIONS:
            action = QAction(self)
            action.setObjectName(spec.id)
            action.setCheckable(spec.checkable)
            if spec.scope != "window":
                action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            self._actions[spec.id] = action
        self.retranslate()
        self.refresh_icons()
        settings.changed.connect(self._rebind)
        for spec in ACTIONS:
            self._rebind(spec.id)

    def __getitem__(self, action_id: str) -> QAction:
        return self._actions[action_id]

    def __iter__(self) -> Iterator[QAction]:
        return iter(self._actions.values())

    def bind(self, action_id: str, handler: Callable[[], object]) -> None:
        """Call `handler` without arguments whenever the action is triggered."""
        self[action_id].triggered.connect(lambda _checked=False: handler())

    def in_scope(self, scope: str) -> list[QAction]:
        """The actions whose shortcuts work only inside one widget, to be added to it."""
        return [self[spec.id] for spec in ACTIONS if spec.scope == scope]

    def retranslate(self) -> None:
        """Take the texts from the translation now installed."""
        for spec in ACTIONS:
            self[spec.id].setText(QCoreApplication.translate("Actions", spec.text))

    def refresh_icons(self) -> None:
        """Draw the icons in the colours of the present theme."""
        for spec in ACTIONS:
            if spec.icon:
                self[spec.id].setIcon(icon(spec.icon))

    def _rebind(self, action_id: str) -> None:
        spec = next((spec for spec in ACTIONS if spec.id == action_id), None)
        if spec is None:
            return
        keys = self._settings.shortcut(action_id)
        text = spec.keys if keys is None else keys
        self[action_id].setShortcuts([QKeySequence(part) for part in text.split("; ") if part])
