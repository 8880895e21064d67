"""Which keys belong to which action, and what would change if they were given to another."""

from __future__ import annotations

from PySide6.QtGui import QKeySequence

from studio.settings import Settings
from studio.windows.actions import ACTIONS, Actions, ActionSpec

SEPARATOR = "; "


def keys_of(spec: ActionSpec, settings: Settings) -> tuple[str, ...]:
    """The key sequences of an action now, portable text."""
    chosen = settings.shortcut(spec.id)
    return tuple(part for part in (spec.keys if chosen is None else chosen).split(SEPARATOR) if part)


def native(keys: tuple[str, ...]) -> str:
    """As the user's keyboard names them."""
    return ", ".join(QKeySequence(part).toString(QKeySequence.SequenceFormat.NativeText) for part in keys)


def owner(keys: str, settings: Settings, *, but: str = "") -> ActionSpec | None:
    """The action, other than `but`, that has these keys."""
    wanted = QKeySequence(keys)
    for spec in ACTIONS:
        if spec.id != but and any(QKeySequence(part) == wanted for part in keys_of(spec, settings)):
            return spec
    return None


def assign(spec: ActionSpec, keys: str, settings: Settings) -> None:
    """Give an action these keys and no others, and take them from whoever has them; empty is none."""
    holder = owner(keys, settings, but=spec.id) if keys else None
    if holder is not None:
        wanted = QKeySequence(keys)
        rest = [part for part in keys_of(holder, settings) if QKeySequence(part) != wanted]
        settings.set_shortcut(holder.id, SEPARATOR.join(rest))
    settings.set_shortcut(spec.id, None if keys == spec.keys else keys)


def reset(spec: ActionSpec, settings: Settings) -> ActionSpec | None:
    """Go back to the default keys, unless another action has one of them now: then that one is returned."""
    for part in spec.keys.split(SEPARATOR):
        holder = owner(part, settings, but=spec.id) if part else None
        if holder is not None:
            return holder
    settings.set_shortcut(spec.id, None)
    return None


def reset_all(settings: Settings) -> None:
    """Give every action its default keys."""
    for spec in ACTIONS:
        if settings.shortcut(spec.id) is not None:
            settings.set_shortcut(spec.id, None)


def tooltip(actions: Actions, action_id: str, text: str) -> str:
    """A tool tip with the keys behind it."""
    keys = actions[action_id].shortcut().toString(QKeySequence.SequenceFormat.NativeText)
    return f"{text} ({keys})" if keys else text
