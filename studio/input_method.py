"""Which input method Qt is told to ask: Chinese and Japanese cannot be typed through one that it has no plugin for.

Qt from PyPI has a plugin for IBus and none for Fcitx, whose own plugin comes with a distribution and fits only the Qt
of that distribution. Fcitx 5 also answers as IBus does, over D-Bus, so that it is asked in that way. Under Wayland a
compositor may pass on what is typed by itself, for which no plugin is needed.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, MutableMapping
from importlib.util import find_spec
from pathlib import Path

_WANTED = ("QT_IM_MODULES", "QT_IM_MODULE")
"""Variables that Qt reads: the first that is set, with names between semicolons."""
_SPEAK_IBUS = frozenset({"fcitx", "fcitx5"})
_OF_X11 = re.compile(r"@im=(?P<name>\w+)")
_WITHOUT_PLUGIN = frozenset({"wayland", "none"})
"""Names that Qt understands by itself."""


def settle(environment: MutableMapping[str, str]) -> None:
    """Set what Qt is going to read, before it is imported; what works already stays as the user has it."""
    chosen = choose(environment, plugins())
    if chosen:
        environment[_WANTED[0]] = chosen


def choose(environment: Mapping[str, str], there: Collection[str]) -> str | None:
    """The value for `QT_IM_MODULES`, or None where the environment is right as it is.

    Parameters
    ----------
    there
        Names of the plugins that Qt has.
    """
    wanted = next((environment[name] for name in _WANTED if environment.get(name)), "").split(";")
    names = [name for name in wanted if name]
    if "ibus" not in there:
        return None
    by_x11 = _OF_X11.search(environment.get("XMODIFIERS", ""))
    server = by_x11["name"] if by_x11 else ""
    if not names or names == ["xim"]:
        # Qt no longer knows the protocol of X11, which is the only thing that some sessions set.
        if names or not _under_wayland(environment):
            return "ibus" if server == "ibus" or server in _SPEAK_IBUS else None
        return None
    usable = dict.fromkeys("ibus" if name in _SPEAK_IBUS and name not in there else name for name in names)
    changed = [name for name in usable if name in there or name in _WITHOUT_PLUGIN]
    return ";".join(changed) if changed and changed != names else None


def plugins() -> frozenset[str]:
    """Names of the input methods that the Qt of PyPI has brought; empty where it is another Qt."""
    found = find_spec("PySide6")
    if found is None or found.origin is None:
        return frozenset()
    folder = Path(found.origin).parent / "Qt" / "plugins" / "platforminputcontexts"
    suffix = "platforminputcontextplugin"
    names = (path.stem.removeprefix("lib") for path in folder.glob("*.so"))
    return frozenset(name.removesuffix(suffix) for name in names if name.endswith(suffix))


def _under_wayland(environment: Mapping[str, str]) -> bool:
    platform = environment.get("QT_QPA_PLATFORM", "")
    return "wayland" in platform if platform else bool(environment.get("WAYLAND_DISPLAY"))
