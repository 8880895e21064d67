"""Fixtures of the tests of `studio`."""

from __future__ import annotations

import gc
import shutil
from collections.abc import Iterator
from itertools import count

import pytest
from null_sink import NullSink
from PySide6.QtCore import QTranslator
from PySide6.QtGui import QGuiApplication


@pytest.fixture(autouse=True)
def no_leftovers_of_the_application() -> Iterator[None]:
    """A test must not leave words of another language, or objects of ours on the clipboard, to the next one."""
    yield
    if app := QGuiApplication.instance():
        for translator in app.findChildren(QTranslator):
            app.removeTranslator(translator)
        QGuiApplication.clipboard().clear()


_tests = count(1)


@pytest.fixture(autouse=True)
def garbage_stays_in_its_thread() -> Iterator[None]:
    """As in the program: a circle that holds a widget must not be freed by whatever thread makes an object next."""
    gc.disable()
    yield
    gc.collect(2 if next(_tests) % 40 == 0 else 1)
    gc.enable()


@pytest.fixture(scope="module")
def null_sink(tmp_path_factory: pytest.TempPathFactory) -> Iterator[NullSink]:
    """A running null sink that PortAudio has as its default device."""
    for program in ("pulseaudio", "parec"):
        if not shutil.which(program):
            pytest.skip(f"{program} is not installed")
    try:
        import sounddevice  # noqa: PLC0415
    except OSError:
        pytest.skip("PortAudio is not installed")
    sink = NullSink(tmp_path_factory.mktemp("sound"))
    with pytest.MonkeyPatch.context() as patch:
        for name, value in sink.environment.items():
            patch.setenv(name, value)
        sink.start()
        try:
            sounddevice._terminate()
            sounddevice._initialize()
            if not any(device["name"] == "pulse" for device in sounddevice.query_devices()):
                pytest.skip("the ALSA plugin for PulseAudio is not installed")
            yield sink
        finally:
            sink.stop()
    sounddevice._terminate()
    sounddevice._initialize()
