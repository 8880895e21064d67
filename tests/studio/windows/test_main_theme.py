"""The look: contrast, colour blindness, icons."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations

import numpy as np
import pytest
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication

from studio.windows import theme
from studio.windows.actions import ACTIONS
from studio.windows.icons import GLYPHS, icon

THEMES = {"light": theme.LIGHT, "dark": theme.DARK}
SURFACES = ("window", "surface", "surface-alternate", "raised")
# What people with each kind of colour blindness see, after Machado, Oliveira and Fernandes (2009).
SIGHT = {
    "normal": np.eye(3),
    "protanopia": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "deuteranopia": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
    "tritanopia": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
}


@pytest.fixture(autouse=True)
def same_palette_afterwards(qapp: QApplication) -> Iterator[None]:
    before = qapp.palette()
    yield
    qapp.setPalette(before)


def linear(name: str) -> np.ndarray:
    colour = QColor(name)
    values = np.array([colour.redF(), colour.greenF(), colour.blueF()])
    return np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)


def contrast(one: str, other: str) -> float:
    luminances = sorted(linear(name) @ [0.2126, 0.7152, 0.0722] for name in (one, other))
    return (luminances[1] + 0.05) / (luminances[0] + 0.05)


def lab(rgb: np.ndarray) -> np.ndarray:
    to_xyz = [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.072175], [0.0193339, 0.119192, 0.9503041]]
    xyz = np.clip(rgb, 0, 1) @ np.array(to_xyz).T / [0.95047, 1.0, 1.08883]
    f = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


@pytest.mark.parametrize("colours", THEMES.values(), ids=THEMES)
class TestContrast:
    @pytest.mark.parametrize("role", ["text", "muted", "accent", "success", "warning", "error"])
    def test_words_can_be_read_on_every_surface(self, colours: Mapping[str, str], role: str) -> None:
        for surface in SURFACES:
            assert contrast(colours[role], colours[surface]) >= 4.5, surface

    def test_words_can_be_read_on_highlights(self, colours: Mapping[str, str]) -> None:
        assert contrast(colours["on-accent"], colours["accent"]) >= 4.5
        assert contrast(colours["on-selection"], colours["selection"]) >= 4.5
        assert contrast(colours["on-tooltip"], colours["tooltip"]) >= 4.5
        for surface in ("accent-soft", "warning-soft", "error-soft"):
            assert contrast(colours["text"], colours[surface]) >= 4.5

    def test_lines_and_waves_are_seen(self, colours: Mapping[str, str]) -> None:
        for role in ("wave", "playhead"):
            assert contrast(colours[role], colours["surface"]) >= 3

    def test_fields_and_boxes_are_seen(self, colours: Mapping[str, str]) -> None:
        for surface in ("window", "surface"):
            assert contrast(colours["outline"], colours[surface]) >= 3


@pytest.mark.parametrize(
    ("members", "colours"), [(theme.MEMBERS_LIGHT, theme.LIGHT), (theme.MEMBERS_DARK, theme.DARK)], ids=THEMES
)
class TestMembers:
    def test_can_be_read(self, members: tuple[str, ...], colours: Mapping[str, str]) -> None:
        for member in members:
            assert contrast(member, colours["surface"]) >= 4.5
            assert contrast(member, colours["window"]) >= 4.5

    @pytest.mark.parametrize("sight", SIGHT)
    def test_can_be_told_apart(self, members: tuple[str, ...], colours: Mapping[str, str], sight: str) -> None:
        seen = [lab(linear(member) @ np.array(SIGHT[sight]).T) for member in members]
        assert min(np.linalg.norm(one - other) for one, other in combinations(seen, 2)) > 10


class TestApply:
    def test_gives_each_theme_its_palette(self, qapp: QApplication) -> None:
        theme.apply(qapp, "dark")
        assert theme.is_dark()
        assert qapp.palette().color(QPalette.ColorRole.Window) == QColor(theme.DARK["window"])
        assert theme.colour("text") == QColor(theme.DARK["text"])
        theme.apply(qapp, "light")
        assert not theme.is_dark()
        assert theme.member_colour(0) == QColor(theme.MEMBERS_LIGHT[0])

    def test_is_light_where_the_system_has_no_opinion(self, qapp: QApplication) -> None:
        theme.apply(qapp, "")
        assert not theme.is_dark()

    def test_colours_of_members_come_round_again(self, qapp: QApplication) -> None:
        theme.apply(qapp, "light")
        assert theme.member_colour(0) == theme.member_colour(len(theme.MEMBERS_LIGHT))

    def test_uses_fusion(self, qapp: QApplication) -> None:
        theme.apply(qapp, "light")
        assert qapp.style().name() == "fusion"


class TestIcons:
    def test_there_is_one_for_every_action_that_names_one(self) -> None:
        assert {spec.icon for spec in ACTIONS if spec.icon} <= set(GLYPHS)

    @pytest.mark.parametrize("name", GLYPHS)
    def test_each_is_drawn(self, qapp: QApplication, name: str) -> None:
        image = icon(name).pixmap(24, 24).toImage()
        assert any(image.pixelColor(x, y).alpha() for x in range(24) for y in range(24))

    def test_are_in_the_colour_of_the_theme(self, qapp: QApplication) -> None:
        def ink() -> float:
            image = icon("stop").pixmap(32, 32).toImage()
            return max(
                (image.pixelColor(x, y) for x in range(32) for y in range(32)), key=lambda c: c.alpha()
            ).lightnessF()

        theme.apply(qapp, "light")
        assert ink() < 0.3
        theme.apply(qapp, "dark")
        assert ink() > 0.7
