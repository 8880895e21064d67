"""The start and the end of the application, as a process; what goes wrong on the way."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from studio.app import PANELS, Options, parse
from studio.document.package import write_project
from studio.document.script import Line, Script
from studio.faults import Faults
from studio.interrupts import Interrupts
from studio.sample import read_sample
from studio.translations import Translations

ROOT = Path(__file__).resolve().parents[2]


def start(home: Path, *arguments: str) -> subprocess.Popen[str]:
    environment = {**os.environ, "TIMBRE_HOME": str(home), "QT_QPA_PLATFORM": "offscreen"}
    return subprocess.Popen(
        [sys.executable, "-m", "studio", *arguments],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def wait_until(condition: Callable[[], object], seconds: float = 20) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "that did not happen in time"
        time.sleep(0.02)


def is_working(home: Path) -> bool:
    return any(home.glob("workspaces/*/base.json"))


class TestCommandLine:
    def test_plain(self) -> None:
        assert parse([]) == Options()

    def test_everything(self) -> None:
        arguments = ["--screenshot", "a.png", "--panel", "export", "--language", "zh_CN", "--theme", "dark"]
        options = parse([*arguments, "--scale", "2", "--demo", "--offline", "a.timbre"])
        assert options == Options(
            Path("a.timbre"), True, True, Path("a.png"), "export", language="zh_CN", theme="dark", scale=2.0
        )

    @pytest.mark.parametrize("wrong", [["--theme", "pink"], ["--panel", "kitchen"], ["--unknown"], ["a", "b"]])
    def test_mistakes_end_with_2(self, wrong: list[str], capsys: pytest.CaptureFixture[str]) -> None:
        with pytest.raises(SystemExit) as end:
            parse(wrong)
        assert end.value.code == 2
        assert "usage" in capsys.readouterr().err

    def test_every_panel_has_a_name(self) -> None:
        assert len(set(PANELS)) == len(PANELS)


class TestProcess:
    @pytest.mark.parametrize(
        ("arguments", "width"),
        [
            (["--demo", "--theme", "dark", "--language", "zh_CN"], 1440),
            (["--demo", "--scale", "2", "--panel", "export"], 2880),
        ],
        ids=["dark Chinese", "double scale"],
    )
    def test_takes_a_picture(self, tmp_path: Path, arguments: list[str], width: int) -> None:
        process = start(tmp_path / "home", "--screenshot", str(tmp_path / "a.png"), *arguments)
        _, errors = process.communicate(timeout=60)
        assert process.returncode == 0, errors
        assert QImage(str(tmp_path / "a.png")).width() == width
        assert not (tmp_path / "home" / "settings.ini").exists()

    def test_takes_a_picture_of_a_project(self, tmp_path: Path) -> None:
        project = tmp_path / "a.timbre"
        write_project(project, Script((Line("1", "Quiet."),)), (), tmp_path)
        files = {"sample": [], "project": [str(project)]}
        processes = [
            start(tmp_path / "home", *file, "--screenshot", str(tmp_path / f"{name}.png"))
            for name, file in files.items()
        ]
        for process in processes:
            _, errors = process.communicate(timeout=60)
            assert process.returncode == 0, errors
        assert QImage(str(tmp_path / "sample.png")) != QImage(str(tmp_path / "project.png"))

    @pytest.mark.skipif(os.name == "nt", reason="Windows has no such signals")
    @pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
    def test_an_interrupt_ends_it_in_good_order(self, tmp_path: Path, number: int) -> None:
        process = start(tmp_path, "--demo")
        wait_until(lambda: len(list(tmp_path.glob("workspaces/*/base.json"))) == 1 and _has_lines(tmp_path))
        process.send_signal(number)
        begin = time.monotonic()
        _, errors = process.communicate(timeout=20)
        assert process.returncode == 0, errors
        assert time.monotonic() - begin < 5
        assert errors == ""
        assert (tmp_path / "settings.ini").is_file()

    def test_opens_the_named_file(self, tmp_path: Path) -> None:
        (tmp_path / "台词.txt").write_text("Hello.\n你好。\n", "utf-8")
        process = start(tmp_path / "home", str(tmp_path / "台词.txt"))
        try:
            wait_until(lambda: any("你好" in path.read_text("utf-8") for path in _journals(tmp_path / "home")))
        finally:
            process.terminate()
            _, errors = process.communicate(timeout=20)
        assert process.returncode == 0, errors

    def test_a_voice_that_is_opened_becomes_one_of_the_users_own(self, tmp_path: Path) -> None:
        voice = tmp_path / "mine.timbrevoice"
        shutil.copy(ROOT / "assets" / "voices" / "jasper.timbrevoice", voice)
        process = start(tmp_path / "home", str(voice))
        try:
            wait_until(lambda: list((tmp_path / "home").glob("voices/*.timbrevoice")))
        finally:
            process.terminate()
            _, errors = process.communicate(timeout=20)
        assert process.returncode == 0, errors

    def test_cannot_start_without_a_word(self, tmp_path: Path) -> None:
        code = (
            "import studio.session, studio.app\n"
            "def broken(*_, **__): raise RuntimeError('no way')\n"
            "studio.session.Session.__init__ = broken\n"
            "raise SystemExit(studio.app.main(['--screenshot', 'a.png']))\n"
        )
        environment = {**os.environ, "TIMBRE_HOME": str(tmp_path), "QT_QPA_PLATFORM": "offscreen"}
        done = subprocess.run(
            [sys.executable, "-c", code],
            cwd=ROOT,
            env=environment,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert done.returncode == 1
        assert "no way" in done.stderr


def _journals(home: Path) -> list[Path]:
    return list(home.glob("workspaces/*/journal.jsonl"))


def _has_lines(home: Path) -> bool:
    return any("harbour" in path.read_text("utf-8") for path in home.glob("workspaces/*/base.json"))


class TestFaults:
    @pytest.fixture
    def faults(self, tmp_path: Path, qapp: QApplication) -> Iterator[Faults]:
        before = sys.excepthook, threading.excepthook
        faults = Faults(tmp_path / "logs")
        yield faults
        faults.close()
        assert (sys.excepthook, threading.excepthook) == before

    def test_an_error_is_told_and_logged(self, faults: Faults, qtbot: QtBot) -> None:
        with qtbot.waitSignal(faults.happened) as told:
            try:
                raise ValueError("oh\nno")
            except ValueError as error:
                sys.excepthook(type(error), error, error.__traceback__)
        assert told.args[0] == "ValueError: oh no"
        assert "Traceback" in told.args[1]
        assert "oh" in faults.log_file.read_text("utf-8")

    def test_an_error_of_another_thread_too(self, faults: Faults, qtbot: QtBot) -> None:
        def fail() -> None:
            raise RuntimeError("elsewhere")

        with qtbot.waitSignal(faults.happened) as told:
            thread = threading.Thread(target=fail)
            thread.start()
            thread.join()
        assert "elsewhere" in told.args[0]

    def test_an_interrupt_is_no_error(self, faults: Faults, qtbot: QtBot) -> None:
        with qtbot.assertNotEmitted(faults.happened):
            sys.excepthook(KeyboardInterrupt, KeyboardInterrupt(), None)

    def test_a_folder_that_takes_no_log_is_no_obstacle(self, tmp_path: Path, qapp: QApplication) -> None:
        (tmp_path / "logs").write_text("in the way")
        faults = Faults(tmp_path / "logs")
        sys.excepthook(ValueError, ValueError("oh"), None)
        faults.close()


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such signals")
def test_interrupts_wake_qt_up(qtbot: QtBot) -> None:
    before = signal.getsignal(signal.SIGINT)
    interrupts = Interrupts()
    with qtbot.waitSignal(interrupts.received, timeout=2000):
        os.kill(os.getpid(), signal.SIGINT)
    interrupts.close()
    assert signal.getsignal(signal.SIGINT) == before


class TestTranslations:
    def test_switches_back_and_forth(self, qapp: QApplication) -> None:
        translations = Translations(qapp)
        translations.use("zh_CN")
        assert translations.language == "zh_CN"
        chinese = qapp.translate("Menus", "&File")
        ours = qapp.translate("QPlatformTheme", "Cancel")
        translations.use("en")
        assert qapp.translate("Menus", "&File") == "&File"
        assert chinese != "&File"
        assert ours != "Cancel"

    def test_plurals_are_right_in_english(self, qapp: QApplication) -> None:
        translations = Translations(qapp)
        translations.use("en")
        one = qapp.translate("StatusBar", "%n line(s) queued", "", 1)
        many = qapp.translate("StatusBar", "%n line(s) queued", "", 2)
        assert (one, many) == ("1 line queued", "2 lines queued")


def test_the_sample_is_well_formed() -> None:
    script = read_sample()
    assert all(line.text and not line.text.startswith(("@", "#")) for line in script.lines)
    assert script.narrator.name == ""
