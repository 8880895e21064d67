import math

import pytest
from fake_line_services import FakeTransport
from PySide6.QtGui import QAccessible
from pytestqt.qtbot import QtBot

from studio.windows import level_meter, theme
from studio.windows.level_meter import FLOOR, LevelMeter


@pytest.fixture
def meter(qtbot: QtBot) -> LevelMeter:
    transport = FakeTransport()
    meter = LevelMeter(transport=transport)  # type: ignore[arg-type]
    meter.source = transport  # type: ignore[attr-defined] # keeps it alive
    qtbot.addWidget(meter)
    meter.resize(meter.sizeHint())
    return meter


def test_it_follows_the_transport(meter: LevelMeter) -> None:
    meter.source.level.emit(-12.0)  # type: ignore[attr-defined]
    assert meter.level == meter.peak == -12.0
    assert meter.value() == -12


def test_bar_falls_while_the_peak_is_held(meter: LevelMeter, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(level_meter, "HOLD", 0.2)
    monkeypatch.setattr(level_meter, "FALL", 600.0)
    meter.set_level(-6.0)
    meter.set_level(-30.0)
    assert meter.level == -6.0
    qtbot.waitUntil(lambda: meter.level == FLOOR)
    assert meter.peak == -6.0
    qtbot.waitUntil(lambda: meter.peak == FLOOR)
    assert not meter._timer.isActive()  # nothing runs in silence


@pytest.mark.parametrize("silence", [-math.inf, math.nan, -90.0])
def test_silence_is_the_left_end(meter: LevelMeter, silence: float) -> None:
    meter.set_level(silence)
    assert meter.value() == FLOOR
    assert not meter._timer.isActive()


def test_clipping_is_marked_by_a_block(meter: LevelMeter) -> None:
    meter.set_level(-20.0)
    assert not meter.clipped
    meter.set_level(0.5)
    assert meter.clipped
    assert meter.value() == 0
    picture = meter.grab().toImage()
    block = theme.colour("error").rgb()
    assert picture.pixel(picture.width() - 4, picture.height() // 2) == block
    meter.reset_level()
    assert not meter.clipped
    assert meter.grab().toImage().pixel(picture.width() - 4, picture.height() // 2) != block


def test_bar_is_as_long_as_the_level(meter: LevelMeter) -> None:
    meter.resize(120, 12)
    meter.set_level(-30.0)
    picture = meter.grab().toImage()
    bar = theme.colour("success").rgb()
    lit = [x for x in range(picture.width()) if picture.pixel(x, 4) == bar]
    assert len(lit) / picture.width() == pytest.approx(0.5, abs=0.05)
    meter.reset_level()


def test_screen_reader_is_told_the_value(meter: LevelMeter) -> None:
    meter.set_level(-18.0)
    interface = QAccessible.queryAccessibleInterface(meter)
    assert interface.role() == QAccessible.Role.ProgressBar
    assert "decibels" in meter.accessibleName()
    assert meter.text() == "-18 dB"
    meter.reset_level()
