"""The real program on a real display, driven by real keys: what only shows outside of a test's own process."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
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

    def __init__(self, display: str, home: Path, session: Mapping[str, str] | None = None) -> None:
        home.mkdir(exist_ok=True)
        (home / "settings.ini").write_text("[interface]\nlanguage=en\nshow_welcome=false\n", "utf-8")
        self.home = home
        self.environment = {
            **os.environ,
            "DISPLAY": display,
            "QT_QPA_PLATFORM": "xcb",
            "TIMBRE_HOME": str(home),
            "LC_ALL": "C.UTF-8",
            **(session or {}),
        }
        self.process = subprocess.Popen(
            [sys.executable, "-m", "studio"],
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


@pytest.fixture
def fcitx(display: str, tmp_path: Path) -> Iterator[dict[str, str]]:
    """The variables of a session in which Fcitx 5 turns Pinyin into Chinese."""
    for program in ("fcitx5", "fcitx5-remote", "dbus-daemon", "dbus-send"):
        if not shutil.which(program):
            pytest.skip(f"{program} is not installed")
    configuration = tmp_path / "config" / "fcitx5"
    configuration.mkdir(parents=True)
    group = "[Groups/0]\nName=Default\nDefault Layout=us\nDefaultIM=pinyin\n\n"
    item = "[Groups/0/Items/0]\nName=pinyin\nLayout=\n\n[GroupOrder]\n0=Default\n"
    (configuration / "profile").write_text(group + item, "utf-8")
    session = {
        "DISPLAY": display,
        "HOME": str(tmp_path),
        "XDG_CONFIG_HOME": str(tmp_path / "config"),
        "XMODIFIERS": "@im=fcitx",
        "QT_IM_MODULE": "fcitx",
    }
    told = {"stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL, "text": True}
    command = ["dbus-daemon", "--session", "--nofork", "--print-address=1"]
    bus = subprocess.Popen(command, env={**os.environ, **session}, **told)
    session["DBUS_SESSION_BUS_ADDRESS"] = bus.stdout.readline().strip()
    environment = {**os.environ, **session}
    server = subprocess.Popen(["fcitx5"], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    # A question to Fcitx itself would have the bus start another one.
    question = ["org.freedesktop.DBus.NameHasOwner", "string:org.freedesktop.portal.IBus"]
    asked = ["dbus-send", "--session", "--print-reply=literal", "--dest=org.freedesktop.DBus", "/", *question]
    try:
        wait_until(lambda: "true" in subprocess.run(asked, env=environment, check=False, **told).stdout)
        yield session
    finally:
        server.terminate()
        server.wait(10)
        bus.terminate()
        bus.communicate()


def test_chinese_is_typed_through_fcitx(display: str, tmp_path: Path, fcitx: dict[str, str]) -> None:
    program = Program(display, tmp_path / "home", fcitx)
    try:
        before = program.written
        program.press("ctrl+Return")
        wait_until(lambda: program.written != before)
        time.sleep(0.5)
        subprocess.run(["fcitx5-remote", "-o"], env=program.environment, check=True)
        time.sleep(0.5)
        program.press(*"nihao", "space", "Return")
        wait_until(lambda: '"你好"' in program.written)
    finally:
        program.end()


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
