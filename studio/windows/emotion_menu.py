"""The menu from which an emotion is chosen."""

from __future__ import annotations

from collections.abc import Callable, Collection

from PySide6.QtWidgets import QMenu

from studio.document.emotions import LineEmotion
from studio.emotions import DEGREES, EmotionLibrary, shown

Choose = Callable[[LineEmotion | None], object]


def fill_emotions(
    menu: QMenu,
    emotions: EmotionLibrary,
    present: Collection[LineEmotion | None],
    choose: Choose,
    inherited: str = "",
) -> None:
    """Add the presets, and the degrees of what is felt now.

    Parameters
    ----------
    present
        What is felt now; ticked where it is the same for all.
    inherited
        Words for what somebody else says, which `choose` is told as None; empty where there is no such choice.
    """
    now = set(present)
    common = next(iter(now)) if len(now) == 1 else None

    def add(text: str, value: LineEmotion | None) -> None:
        # An ampersand in a name is no mnemonic.
        action = menu.addAction(text.replace("&", "&&"))
        action.setCheckable(True)
        action.setChecked(now == {value})
        action.triggered.connect(lambda _checked=False: choose(value))

    if inherited:
        add(inherited, None)
    for entry in emotions.entries():
        add(entry.title, entry.value)
    if common and not common.is_neutral:
        menu.addSeparator()
        for share in (*DEGREES, 1.0):
            add(f"{emotions.name(common)} {shown(share)}", common.graded(share))
