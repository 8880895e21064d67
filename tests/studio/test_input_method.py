"""Chinese is typed through an input method that Qt can reach."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from studio.input_method import changes, plugins, settle

OF_PYPI = frozenset({"ibus", "compose"})
X11 = {"DISPLAY": ":0"}
WAYLAND = {"DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0"}
FCITX = {"QT_IM_MODULES": "ibus", "IBUS_USE_PORTAL": "1"}
"""What reaches it."""


@pytest.mark.parametrize(
    ("environment", "changed"),
    [
        pytest.param({"QT_IM_MODULE": "fcitx"}, FCITX, id="fcitx is asked as ibus is"),
        pytest.param({"QT_IM_MODULE": "fcitx5"}, FCITX, id="fcitx by its other name"),
        pytest.param({"QT_IM_MODULE": "ibus"}, {}, id="ibus as it is"),
        pytest.param({"QT_IM_MODULE": "compose"}, {}, id="a wish for none is respected"),
        pytest.param(
            {"QT_IM_MODULES": "wayland;fcitx;ibus"}, {**FCITX, "QT_IM_MODULES": "wayland;ibus"}, id="a list of Plasma"
        ),
        pytest.param({"QT_IM_MODULES": "wayland;ibus"}, {}, id="a list of which all is there"),
        pytest.param({"QT_IM_MODULES": "fcitx", "QT_IM_MODULE": "ibus"}, FCITX, id="the list counts"),
        pytest.param({"QT_IM_MODULES": "", "QT_IM_MODULE": "fcitx"}, FCITX, id="an empty list does not"),
        pytest.param({"QT_IM_MODULES": "uim;ibus"}, {"QT_IM_MODULES": "ibus"}, id="what has no plugin is left out"),
        pytest.param({"QT_IM_MODULE": "uim"}, {}, id="what cannot be reached at all is left alone"),
        pytest.param({}, {}, id="no input method"),
        pytest.param({"XMODIFIERS": "@im=none"}, {}, id="none for X11"),
    ],
)
@pytest.mark.parametrize("session", [X11, WAYLAND], ids=["X11", "Wayland"])
def test_the_choice(session: dict[str, str], environment: dict[str, str], changed: dict[str, str]) -> None:
    assert changes({**session, **environment}, OF_PYPI) == changed


@pytest.mark.parametrize(("server", "changed"), [("fcitx", FCITX), ("ibus", {"QT_IM_MODULES": "ibus"})])
def test_a_session_that_only_tells_x11(server: str, changed: dict[str, str]) -> None:
    told = {"XMODIFIERS": f"@im={server}"}
    assert changes({**X11, **told}, OF_PYPI) == changed
    assert changes({**X11, **told, "QT_IM_MODULE": "xim"}, OF_PYPI) == changed
    assert changes({**WAYLAND, **told}, OF_PYPI) == {}, "the compositor passes on what is typed"
    assert changes({**WAYLAND, **told, "QT_QPA_PLATFORM": "xcb"}, OF_PYPI) == changed


def test_a_qt_of_the_distribution_is_left_alone() -> None:
    assert changes({"QT_IM_MODULE": "fcitx"}, frozenset()) == {}
    assert changes({"QT_IM_MODULE": "fcitx"}, OF_PYPI | {"fcitx"}) == {}


def test_the_environment_is_changed_only_where_it_has_to_be() -> None:
    environment = {"QT_IM_MODULE": "ibus"}
    settle(environment)
    assert environment == {"QT_IM_MODULE": "ibus"}


@pytest.mark.skipif(sys.platform != "linux", reason="plugins of Linux")
def test_qt_has_the_plugins_that_are_found() -> None:
    assert {"ibus", "compose"} <= plugins()
    environment = {"QT_IM_MODULE": "fcitx"}
    settle(environment)
    assert environment["QT_IM_MODULES"] == "ibus"


@pytest.mark.skipif(sys.platform != "linux", reason="plugins of Linux")
def test_qt_loads_the_plugin_that_is_chosen() -> None:
    """Qt's own log of plugins, with a session that wants Fcitx."""
    program = (
        "import os, studio.input_method as m; m.settle(os.environ)\n"
        "from PySide6.QtGui import QGuiApplication\n"
        "QGuiApplication([])"
    )
    environment = {
        **os.environ,
        "QT_IM_MODULE": "fcitx",
        "QT_QPA_PLATFORM": "offscreen",
        "QT_DEBUG_PLUGINS": "1",
    }
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True)
    assert 'libibusplatforminputcontextplugin.so" loaded library' in done.stderr
