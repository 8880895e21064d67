from __future__ import annotations

import gc
import threading
import weakref

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from studio.garbage import Collector, many_objects


class Circle:
    """Freed only by a collection."""

    def __init__(self) -> None:
        self.self = self


@pytest.fixture
def parent(qtbot: QtBot) -> QObject:
    return QObject()


def test_circles_are_freed_in_the_thread_of_the_window(parent: QObject, qtbot: QtBot) -> None:
    collector = Collector(parent)
    freed: list[threading.Thread] = []
    circle = Circle()
    weakref.finalize(circle, lambda: freed.append(threading.current_thread()))
    del circle
    other = threading.Thread(target=lambda: [Circle() for _ in range(5000)])
    other.start()
    other.join()
    assert not freed
    collector.look()
    assert freed == [threading.main_thread()]
    collector.close()


def test_python_collects_again_afterwards(parent: QObject) -> None:
    gc.enable()
    collector = Collector(parent)
    assert not gc.isenabled()
    collector.close()
    assert gc.isenabled()


def test_many_objects_leave_it_as_it_was() -> None:
    for automatic in (True, False):
        (gc.enable if automatic else gc.disable)()
        with many_objects():
            assert not gc.isenabled()
        assert gc.isenabled() is automatic


def test_little_garbage_is_left_for_later(parent: QObject, monkeypatch: pytest.MonkeyPatch) -> None:
    collector = Collector(parent)
    gc.collect()
    asked: list[int] = []
    monkeypatch.setattr(gc, "get_count", lambda: (1, 0, 0))
    monkeypatch.setattr(gc, "collect", lambda generation=2: asked.append(generation))
    collector.look()
    assert asked == []
    monkeypatch.setattr(gc, "get_count", lambda: (10**6, 0, 0))
    collector.look()
    monkeypatch.setattr(gc, "get_count", lambda: (10**6, 10**6, 0))
    collector.look()
    assert asked == [0, 1]
    for _ in range(300):
        collector.look()
    assert asked.count(2) == 1
    collector.close()
