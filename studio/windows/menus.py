"""The menu bar: where every action of the table is found."""

from __future__ import annotations

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication
from PySide6.QtWidgets import QMenu, QMenuBar

from studio.windows.actions import Actions

RECENT = "recent"
"""Stands for the menu of recent files."""

MENUS: tuple[tuple[str, str], ...] = (
    (
        str(QT_TRANSLATE_NOOP("Menus", "&File")),
        "file.new file.open recent file.import file.sample | file.save file.save_as | "
        "file.export file.export_selected | file.quit",
    ),
    (
        str(QT_TRANSLATE_NOOP("Menus", "&Edit")),
        "edit.undo edit.redo | edit.cut edit.copy edit.paste | edit.find edit.replace | edit.lexicons edit.preferences",
    ),
    (
        str(QT_TRANSLATE_NOOP("Menus", "&Line")),
        "line.add line.edit line.split line.join line.duplicate line.delete | line.up line.down line.section | "
        "line.curves | line.make line.make_again line.make_all | "
        "line.fit_limits line.previous_problem line.next_problem",
    ),
    (
        str(QT_TRANSLATE_NOOP("Menus", "&Reading")),
        "line.reading line.pause | line.spell line.as_digits line.as_number line.as_ordinal line.as_date "
        "line.as_telephone | line.as_usual",
    ),
    (
        str(QT_TRANSLATE_NOOP("Menus", "&Play")),
        "play.toggle play.here play.selection play.all play.stop | play.loop play.switch_take | play.back play.forward",
    ),
    (
        str(QT_TRANSLATE_NOOP("Menus", "Vi&deo")),
        "video.open video.play | video.mark_start video.mark_end video.clone | "
        "video.export_sound video.export_video | video.remove",
    ),
    (
        str(QT_TRANSLATE_NOOP("Menus", "V&oice")),
        "voice.use | voice.clone voice.blend | voice.play voice.favourite voice.tags | "
        "voice.rename voice.duplicate voice.import voice.export voice.delete",
    ),
    (
        str(QT_TRANSLATE_NOOP("Menus", "E&motion")),
        "emotion.happy emotion.angry emotion.sad emotion.afraid emotion.disgusted emotion.melancholic "
        "emotion.surprised emotion.calm emotion.neutral | emotion.more emotion.less emotion.wrap | "
        "emotion.audition | emotion.save emotion.import",
    ),
    (
        str(QT_TRANSLATE_NOOP("Menus", "&View")),
        "view.palette | view.voices view.cast view.inspector view.waveform view.curves view.video view.export "
        "view.activity | "
        "view.zoom_in view.zoom_out view.zoom_fit view.spectrogram | "
        "view.next_panel view.previous_panel view.reset_layout",
    ),
    (
        str(QT_TRANSLATE_NOOP("Menus", "&Help")),
        "help.welcome help.shortcuts help.install_model | help.about",
    ),
)
"""Untranslated title, then the ids of its actions with `|` for a separator."""


class Menus:
    """Fills a menu bar from `MENUS`.

    Parameters
    ----------
    recent
        The menu to show where recent files belong.
    """

    def __init__(self, bar: QMenuBar, actions: Actions, recent: QMenu) -> None:
        self._recent = recent
        self._menus: list[QMenu] = []
        for _, items in MENUS:
            menu = bar.addMenu("")
            for item in items.split():
                if item == "|":
                    menu.addSeparator()
                elif item == RECENT:
                    menu.addMenu(recent)
                else:
                    menu.addAction(actions[item])
            self._menus.append(menu)
        self.retranslate()

    def retranslate(self) -> None:
        """Take the titles from the translation now installed."""
        for menu, (title, _) in zip(self._menus, MENUS, strict=True):
            menu.setTitle(QCoreApplication.translate("Menus", title))
        self._recent.setTitle(QCoreApplication.translate("Menus", "Open &recent"))
