"""The real program on a real display, driven by real keys: what only shows outside of a test's own process."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def display() -> Iterator[str]:
    """The name of an X display that nobody sees."""
    for program in ("Xvfb", "xdotool"):
        if not shutil.which(program):
            pytest.skip(f"{program} is not installed")
    reader, writer = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writer), "-screen", "0", "1600x1000x24", "-nolisten", "tcp"],
        pass_fds=[writer],
        stderr=subprocess.DEVNULL,
    )
    os.close(writer)
    try:
        with os.fdopen(reader) as numbers:
            number = numbers.readline().strip()
        if not number:
            pytest.skip("Xvfb does not start")
        yield f":{number}"
    finally:
        server.terminate()
        server.wait(10)


class Program:
    """The studio on a display."""

    def __init__(self, display: str, home: Path, *arguments: str) -> None:
        home.mkdir(exist_ok=True)
        (home / "settings.ini").write_text("[interface]\nlanguage=en\nshow_welcome=false\n", "utf-8")
        self.home = home
        self.environment = {
            **os.environ,
            "DISPLAY": display,
            "QT_QPA_PLATFORM": "xcb",
            "TIMBRE_HOME": str(home),
            "LC_ALL": "C.UTF-8",
        }
        self.process = subprocess.Popen(
            [sys.executable, "-m", "studio", *arguments],
            cwd=ROOT,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        wait_until(lambda: self.window("Timbre Studio$") or self.process.poll() is not None)
        if self.process.poll() is not None:
            _, errors = self.process.communicate()
            if "platform plugin" in errors:
                pytest.skip("Qt lacks a library for X11: " + errors.splitlines()[-1])
            pytest.fail(errors)
        self.focus("– Timbre Studio$")

    def xdotool(self, *arguments: str) -> str:
        done = subprocess.run(
            ["xdotool", *arguments], env=self.environment, capture_output=True, text=True, check=False
        )
        return done.stdout.strip()

    def window(self, title: str) -> str:
        return self.xdotool("search", "--onlyvisible", "--name", title).split("\n")[-1]

    def focus(self, title: str) -> None:
        """There is no window manager that would give the keyboard to a window."""
        wait_until(lambda: self.window(title))
        self.xdotool("windowfocus", "--sync", self.window(title))
        time.sleep(0.3)

    def press(self, *keys: str) -> None:
        for key in keys:
            self.xdotool("key", "--clearmodifiers", key)
            time.sleep(0.15)

    def type(self, text: str) -> None:
        for character in text:
            # What the keyboard lacks is put on a spare key, which must not change before the program has seen it.
            self.xdotool("type", "--delay", "0" if character.isascii() else "300", character)
        time.sleep(0.3)

    def add_line(self, text: str) -> None:
        before = self.written
        self.press("ctrl+Return")
        wait_until(lambda: self.written != before)
        time.sleep(0.3)
        self.type(text)
        self.press("Return")

    @property
    def written(self) -> str:
        """All that was autosaved."""
        files = [*self.home.glob("workspaces/*/base.json"), *self.home.glob("workspaces/*/journal.jsonl")]
        return "".join(path.read_text("utf-8") for path in files)

    def end(self) -> int:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        try:
            self.process.communicate(timeout=20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.communicate()
        return self.process.returncode


def wait_until(condition: Callable[[], object], seconds: float = 30) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "that did not happen in time"
        time.sleep(0.05)


@pytest.fixture
def program(display: str, tmp_path: Path) -> Iterator[Program]:
    program = Program(display, tmp_path / "home")
    yield program
    program.end()


def test_a_line_is_typed_in_english_and_chinese_and_undone(program: Program) -> None:
    program.add_line("Hello there.")
    wait_until(lambda: "Hello there." in program.written)
    program.add_line("你好，世界。")
    wait_until(lambda: "你好，世界。" in program.written)
    before = program.written.count("\n")
    program.press("ctrl+z")
    wait_until(lambda: program.written.count("\n") > before)


def test_the_palette_and_closing_with_unsaved_work(program: Program) -> None:
    program.add_line("Not kept.")
    program.press("ctrl+k")
    program.focus("^Commands$")
    program.type("quit")
    program.press("Return")
    program.focus("^Unsaved changes$")
    program.press("alt+d")
    wait_until(lambda: program.process.poll() is not None)
    assert program.process.returncode == 0
    assert program.written == ""
