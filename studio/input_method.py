"""Which input method Qt is told to ask: Chinese and Japanese cannot be typed through one that it has no plugin for.

Qt from PyPI has a plugin for IBus and none for Fcitx, whose own plugin comes with a distribution and fits only the Qt
of that distribution. Fcitx 5 also answers as the portal of IBus does, on the session's D-Bus, so that it is asked in
that way; without the portal Qt would look for the program of IBus. Under Wayland a compositor may pass on what is typed
by itself, for which no plugin is needed.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, MutableMapping
from importlib.util import find_spec
from pathlib import Path

_MODULES = "QT_IM_MODULES"
"""Names between semicolons; what Qt reads first."""
_MODULE = "QT_IM_MODULE"
_PORTAL = "IBUS_USE_PORTAL"
_FCITX = frozenset({"fcitx", "fcitx5"})
_OF_X11 = re.compile(r"@im=(?P<name>\w+)")
_WITHOUT_PLUGIN = frozenset({"wayland", "none"})
"""Names that Qt understands by itself."""


def settle(environment: MutableMapping[str, str]) -> None:
    """Set what Qt is going to read, before it is imported; what works already stays as the user has it."""
    environment.update(changes(environment, plugins()))


def changes(environment: Mapping[str, str], there: Collection[str]) -> dict[str, str]:
    """The variables that have to be set; none where the environment is right as it is.

    Parameters
    ----------
    there
        Names of the plugins that Qt has.
    """
    if "ibus" not in there:
        return {}
    wanted = (environment.get(_MODULES) or environment.get(_MODULE) or "").split(";")
    names = [name for name in wanted if name]
    if names == ["xim"] or (not names and not _under_wayland(environment)):
        # Qt no longer knows the protocol of X11, which is the only thing that some sessions set.
        found = _OF_X11.search(environment.get("XMODIFIERS", ""))
        names = [found["name"]] if found and found["name"] in {"ibus", *_FCITX} else []
    as_ibus = {name: "ibus" for name in _FCITX if name not in there}
    usable = [as_ibus.get(name, name) for name in names if name in {*there, *as_ibus, *_WITHOUT_PLUGIN}]
    chosen = list(dict.fromkeys(usable))
    if not chosen or chosen == [name for name in wanted if name]:
        return {}
    return {_MODULES: ";".join(chosen), **({_PORTAL: "1"} if as_ibus.keys() & set(names) else {})}


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
