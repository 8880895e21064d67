"""`timbre say`, with an engine that speaks a tenth of a second of sine for every letter."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import soundfile as sf
from fake_services import FakeEngine, FakePlayer, Fakes
from typer.testing import CliRunner

from studio.cli import app

ROOT = Path(__file__).parents[2]


def timbre(*arguments: str, fakes: Fakes | None = None, stdin: bytes | None = None) -> Any:
    return CliRunner().invoke(app, list(arguments), obj=(fakes or Fakes()).services, input=stdin)


def start(*arguments: str, delay: float, **options: Any) -> subprocess.Popen[bytes]:
    """`timbre` as a process of its own, with the fake engine and its handlers of signals."""
    code = (
        "import sys; from fake_services import FakeEngine, Fakes; from studio import cli; "
        f"fakes = Fakes(FakeEngine(delay={delay})); "
        "sys.modules['studio.commands.services'].installed_services = lambda: fakes.services; cli.main(sys.argv[1:])"
    )
    environment = os.environ | {"PYTHONPATH": os.pathsep.join((str(ROOT), str(ROOT / "tests" / "studio")))}
    return subprocess.Popen(
        [sys.executable, "-c", code, *arguments],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        **options,
    )


def test_a_file_is_written_and_reported(tmp_path: Path) -> None:
    path = tmp_path / "hello.wav"
    result = timbre("say", "Hello, you", "-o", str(path))
    assert result.exit_code == 0
    assert result.stdout == ""
    assert "Spoke 0.80 s" in result.stderr
    assert "First sound after" in result.stderr
    assert "real-time factor" in result.stderr
    assert sf.info(path).frames == 8 * 2400
    assert [entry.name for entry in tmp_path.iterdir()] == ["hello.wav"]


@pytest.mark.parametrize("rate", [24_000, 44_100, 48_000])
@pytest.mark.parametrize(("name", "subtype"), [("16", "PCM_16"), ("24", "PCM_24"), ("float", "FLOAT")])
def test_every_format_and_rate(tmp_path: Path, name: str, subtype: str, rate: int) -> None:
    path = tmp_path / "a.wav"
    result = timbre("say", "Hello", "-o", str(path), "--format", name, "--rate", str(rate))
    assert result.exit_code == 0
    info = sf.info(path)
    assert (info.subtype, info.samplerate, info.frames) == (subtype, rate, rate // 2)


def test_a_path_with_chinese_and_spaces(tmp_path: Path) -> None:
    folder = tmp_path / "我的 录音"
    folder.mkdir()
    assert timbre("say", "你好", "-o", str(folder / "第一 集.wav"), "--voice", "zf_xiaoxiao").exit_code == 0
    assert sf.info(folder / "第一 集.wav").duration == pytest.approx(0.2)


def test_nothing_is_replaced_without_force(tmp_path: Path) -> None:
    path = tmp_path / "a.wav"
    path.write_bytes(b"precious")
    result = timbre("say", "Hello", "-o", str(path))
    assert result.exit_code == 1
    assert "exists already" in result.stderr
    assert path.read_bytes() == b"precious"
    assert timbre("say", "Hello", "-o", str(path), "--force").exit_code == 0
    assert sf.info(path).frames == 5 * 2400


def test_what_is_not_spoken_is_reported_in_plain_words(tmp_path: Path) -> None:
    result = timbre("say", "Hi ☃ there ☃\u200d", "-o", str(tmp_path / "a.wav"))
    assert result.exit_code == 0
    assert "Not spoken" in result.stderr
    assert "“☃” (2 times), “U+200D”" in result.stderr


def test_json_is_one_document(tmp_path: Path) -> None:
    path = tmp_path / "a.wav"
    result = timbre("say", "Hi ☃", "-o", str(path), "--json", "--speed", "1.5", "--rate", "48000")
    report = json.loads(result.stdout)
    assert result.stderr == ""
    assert report["file"] == str(path)
    assert report["duration_s"] == pytest.approx(0.2)
    assert report["unspoken"] == ["☃"]
    assert (report["sample_rate"], report["format"], report["clipped_samples"]) == (48_000, "16", 0)
    assert report["first_sound_ms"] >= 0
    assert report["real_time_factor"] >= 0


def test_times_are_those_of_the_engine(tmp_path: Path) -> None:
    fakes = Fakes(FakeEngine(delay=0.05))
    report = json.loads(timbre("say", "abcd", "-o", str(tmp_path / "a.wav"), "--json", fakes=fakes).stdout)
    assert 50 <= report["first_sound_ms"] < 190  # the first chunk, not all four
    assert 0.5 <= report["real_time_factor"] < 2.0


def test_too_loud_is_reported(tmp_path: Path) -> None:
    result = timbre("say", "Hello", "-o", str(tmp_path / "a.wav"), fakes=Fakes(FakeEngine(level=1.5)))
    assert "too loud" in result.stderr
    assert np.abs(sf.read(tmp_path / "a.wav")[0]).max() <= 1.0


def test_it_is_played_by_default() -> None:
    fakes = Fakes()
    result = timbre("say", "Hello", fakes=fakes)
    assert result.exit_code == 0
    assert fakes.player is not None
    assert sum(map(len, fakes.player.heard)) == 5 * 2400
    assert fakes.player.drained
    assert "through the loudspeaker" in result.stderr


def test_it_is_played_and_written(tmp_path: Path) -> None:
    fakes = Fakes(player=FakePlayer(underruns=2))
    result = timbre("say", "Hello", "--play", "-o", str(tmp_path / "a.wav"), fakes=fakes)
    assert fakes.player is not None
    assert sum(map(len, fakes.player.heard)) == sf.info(tmp_path / "a.wav").frames == 5 * 2400
    assert "interrupted 2 times" in result.stderr


def test_without_a_device_there_is_a_sentence() -> None:
    result = timbre("say", "Hello", fakes=Fakes(player=None))
    assert result.exit_code == 1
    assert result.stderr == "No sound output device was found; write a file with -o.\n"


def test_standard_input_with_a_byte_order_mark(tmp_path: Path) -> None:
    result = timbre("say", "-", "-o", str(tmp_path / "a.wav"), stdin="\ufeff你好 ok".encode())
    assert result.exit_code == 0
    assert sf.info(tmp_path / "a.wav").frames == 4 * 2400
    assert "Not spoken" not in result.stderr


def test_standard_input_in_another_encoding_is_a_sentence(tmp_path: Path) -> None:
    result = timbre("say", "-", "-o", str(tmp_path / "a.wav"), stdin="ok\n你好".encode("gb18030"))
    assert result.exit_code == 1
    assert "not UTF-8 text (byte 4, line 2)" in result.stderr
    assert list(tmp_path.iterdir()) == []


def test_raw_samples_on_standard_output() -> None:
    result = timbre("say", "Hello", "--stream")
    samples = np.frombuffer(result.stdout_bytes, "<i2")
    assert len(samples) == 5 * 2400
    assert np.abs(samples).max() == pytest.approx(16384, abs=3)
    assert "Spoke 0.50 s to standard output, 24000 Hz, 16-bit" in result.stderr


def test_a_wav_stream_on_standard_output() -> None:
    result = timbre("say", "Hello", "-o", "-", "--format", "float", "--rate", "48000")
    samples, rate = sf.read(io.BytesIO(result.stdout_bytes))
    assert (rate, len(samples)) == (48_000, 24_000)


@pytest.mark.skipif(not Path("/dev/null").exists(), reason="no /dev/null")
def test_a_device_is_written_to_and_not_replaced() -> None:
    assert timbre("say", "Hello", "-o", "/dev/null").exit_code == 0
    assert Path("/dev/null").is_char_device()


@pytest.mark.parametrize(
    "arguments",
    [
        ("Hello", "--stream", "-o", "a.wav"),
        ("Hello", "--stream", "--play"),
        ("Hello", "--stream", "--json"),
        ("Hello", "-o", "-", "--json"),
        ("Hello", "-o", "a.mp3"),
        ("Hello", "--rate", "8000"),
        ("Hello", "--format", "mp3"),
        ("Hello", "--speed", "3"),
        ("Hello", "--no-such-option"),
        (),
    ],
)
def test_a_wrong_command_line_is_status_2(arguments: tuple[str, ...]) -> None:
    result = timbre("say", *arguments)
    assert result.exit_code == 2
    assert "Error" in result.stderr
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize("text", ["", "…?!", "   "])
def test_nothing_to_say_leaves_no_file(tmp_path: Path, text: str) -> None:
    result = timbre("say", text, "-o", str(tmp_path / "a.wav"))
    assert result.exit_code == 1
    assert result.stderr == "There is nothing to say in this text; write at least one word.\n"
    assert list(tmp_path.iterdir()) == []


def test_a_missing_voice_and_a_missing_folder_are_sentences(tmp_path: Path) -> None:
    result = timbre("say", "Hello", "--voice", "nobody", "-o", str(tmp_path / "a.wav"))
    assert (result.exit_code, result.stderr) == (1, "There is no voice “nobody”; `timbre voices` lists them.\n")
    result = timbre("say", "Hello", "-o", str(tmp_path / "no such folder" / "a.wav"))
    assert result.exit_code == 1
    assert "does not exist; make it first" in result.stderr


def test_half_characters_are_reported_and_never_fatal(tmp_path: Path) -> None:
    path = str(tmp_path / "a.wav")
    result = timbre("say", "ok \udcff \ud83d", "-o", path)
    assert result.exit_code == 0
    assert "U+DCFF" in result.stderr
    report = json.loads(timbre("say", "ok \udcff", "-o", path, "--force", "--json").stdout)
    assert report["unspoken"] == ["\udcff"]


@pytest.mark.parametrize("fault", [KeyboardInterrupt(), RuntimeError("cable\nfell out")])
def test_an_interruption_leaves_nothing_and_stops_everything(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: BaseException
) -> None:
    monkeypatch.setenv("TIMBRE_HOME", str(tmp_path / "home"))
    folder = tmp_path / "out"
    folder.mkdir()
    fakes = Fakes(FakeEngine(fault=fault))
    result = timbre("say", "Hello", "--play", "-o", str(folder / "a.wav"), fakes=fakes)
    assert list(folder.iterdir()) == []
    assert fakes.player is not None
    assert fakes.player.stopped
    assert fakes.engine.cancels[0].is_set()
    if isinstance(fault, KeyboardInterrupt):
        assert (result.exit_code, result.stderr) == (130, "Interrupted.\n")
    else:
        assert result.exit_code == 1
        assert result.stderr.count("\n") == 1
        assert "RuntimeError: cable fell out" in result.stderr
        log = tmp_path / "home" / "logs" / "timbre.log"
        assert str(log) in result.stderr
        assert "Traceback" in log.read_text(encoding="utf-8")


def test_debug_shows_where_an_error_came_from(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TIMBRE_HOME", str(tmp_path))
    result = timbre("--debug", "say", "Hello", fakes=Fakes(FakeEngine(fault=RuntimeError("cable fell out"))))
    assert result.exit_code == 1
    assert "Traceback" in result.stderr
    assert "fake_services.py" in result.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_removes_what_is_half_written(tmp_path: Path, number: signal.Signals, status: int) -> None:
    process = start("say", "x" * 1000, "-o", str(tmp_path / "a.wav"), delay=0.05)
    give_up = time.monotonic() + 10
    while not list(tmp_path.iterdir()) and time.monotonic() < give_up:
        time.sleep(0.01)
    process.send_signal(number)
    _, errors = process.communicate(timeout=10)
    assert process.returncode == status
    assert b"Traceback" not in errors
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX pipes")
def test_a_stream_arrives_while_it_is_made_and_a_broken_pipe_ends_it_quietly() -> None:
    process = start("say", "x" * 1000, "--stream", delay=0.02)
    assert process.stdout is not None
    assert process.stderr is not None
    assert len(process.stdout.read(4800)) == 4800
    assert process.poll() is None
    process.stdout.close()
    assert process.wait(timeout=10) == 0
    assert process.stderr.read() == b""
    process.stderr.close()


def test_an_argument_that_is_not_utf_8(tmp_path: Path) -> None:
    if sys.platform == "win32":
        pytest.skip("arguments are Unicode there")
    process = start("say", b"caf\xe9", "-o", os.fsencode(tmp_path / "a.wav"), delay=0)
    _, errors = process.communicate(timeout=10)
    assert process.returncode == 0
    assert b"U+DCE9" in errors
