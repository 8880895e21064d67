"""`timbre export` with an engine that hums."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
import soundfile
from fake_services import Fakes
from typer.testing import CliRunner

from engines.media.sound import sound_blocks
from engines.prosody.emotion import Emotion
from studio.cli import app
from studio.commands.export_script import CastError, read_cast
from studio.document.emotions import LineEmotion
from studio.document.package import write_project
from studio.document.script import Delivery, Line, Member, Script
from studio.document.takes import Take
from studio.export.manifest import MANIFEST
from studio.playback.audio_files import write_take
from tests.media.media_samples import beep, write_video
from tests.studio.export.export_fakes import hum

SRT = """1
00:00:01,000 --> 00:00:03,000
Maya: Hello you

2
00:00:04,000 --> 00:00:06,000
Lin: Hi
"""
CAST = 'Maya = "af_heart"\nLin = "bm_george"\n'


@pytest.fixture
def fakes() -> Fakes:
    return Fakes()


@pytest.fixture
def srt(tmp_path: Path) -> Path:
    path = tmp_path / "film.srt"
    path.write_text(SRT)
    return path


@pytest.fixture
def cast(tmp_path: Path) -> Path:
    path = tmp_path / "two.toml"
    path.write_text(CAST)
    return path


def run(fakes: Fakes, *arguments: object, code: int = 0):
    result = CliRunner().invoke(app, ["export", *map(str, arguments)], obj=fakes.services)
    assert result.exit_code == code, result.output
    return result


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_subtitle_file_becomes_a_dub(fakes: Fakes, srt: Path, cast: Path, tmp_path: Path):
    out = tmp_path / "out"
    result = run(fakes, srt, "--out", out, "--preset", "dub", "--cast", cast, "--beside", "txt")
    assert names(out) == ["film.txt", "film.wav", MANIFEST]
    samples, rate = soundfile.read(out / "film.wav")
    assert rate == 48_000
    assert not samples[: int(0.99 * rate)].any()
    assert abs(samples[rate : round(1.1 * rate)]).max() > 0
    assert (out / "film.txt").read_text("utf-8").startswith("Maya: Hello you\n")
    assert "1 of 1 files" in result.stderr
    assert set(fakes.engine.warm) == {"af_heart", "bm_george"}


def test_options_replace_those_of_the_preset(fakes: Fakes, srt: Path, cast: Path, tmp_path: Path):
    out = tmp_path / "out"
    run(
        fakes,
        srt,
        "--out",
        out,
        "--cast",
        cast,
        "--preset",
        "dub",
        "--files",
        "members",
        "--format",
        "flac",
        "--channels",
        2,
    )
    assert names(out)[:2] == ["film Lin.flac", "film Lin.srt"]
    assert soundfile.info(out / "film Lin.flac").channels == 2


def test_the_cast_decides_who_speaks(fakes: Fakes, srt: Path, tmp_path: Path):
    cast = tmp_path / "cast.toml"
    cast.write_text(
        'narrator = "af_heart"\nMaya = "zf_xiaoxiao"\n'
        'Lin = { voice = "bm_george", speed = 1.5, emotion = "calm 0.5" }\n'
    )
    run(fakes, srt, "--out", tmp_path / "out", "--cast", cast, "--names", "{voice}", "--json")
    assert names(tmp_path / "out") == ["bm_george.wav", MANIFEST, "zf_xiaoxiao.wav"]
    assert read_cast(cast)[-1] == Member("Lin", "bm_george", 1.5, LineEmotion("calm", Emotion(calm=1.0, intensity=0.5)))


@pytest.mark.parametrize(
    "text",
    [
        "Maya",
        "Maya = 3",
        "Maya = {speed = 1.0}",
        'Maya = {voice = "x", speed = 9}',
        'M = {voice = "x", emotion = 3}',
        '"',
    ],
)
def test_a_wrong_cast_is_said(tmp_path: Path, text: str):
    (tmp_path / "cast.toml").write_text(text)
    with pytest.raises(CastError, match="write"):
        read_cast(tmp_path / "cast.toml")
    with pytest.raises(CastError, match="choose another"):
        read_cast(tmp_path / "none.toml")


def test_json_is_the_list_of_the_files(fakes: Fakes, srt: Path, tmp_path: Path):
    result = run(fakes, srt, "--out", tmp_path / "out", "--json")
    assert [entry["file"] for entry in json.loads(result.stdout)["files"]] == [
        "0001 Maya Hello you.wav",
        "0002 Lin Hi.wav",
    ]


def test_a_line_that_cannot_be_said_is_an_exit_status(fakes: Fakes, tmp_path: Path):
    (tmp_path / "x.txt").write_text("Good\n😀\n")
    result = run(fakes, tmp_path / "x.txt", "--out", tmp_path / "out", code=1)
    assert "0002 😀.wav was failed: There is nothing to say" in result.stderr
    assert "0001 Good.wav" in names(tmp_path / "out")


def test_a_rate_that_the_format_has_not_is_said(fakes: Fakes, srt: Path, tmp_path: Path):
    result = run(fakes, srt, "--out", tmp_path / "out", "--format", "opus", "--rate", 44100, code=1)
    assert "take 48000" in result.stderr
    run(fakes, srt, "--out", tmp_path / "out", "--preset", "podcast", "--format", "opus")


def test_the_takes_of_a_project_are_used(fakes: Fakes, tmp_path: Path):
    takes = tmp_path / "takes"
    script = Script((Line("one", "Hello"), Line("two", "There")), (Member("", "af_heart"),))
    write_take(takes, "t1", hum(0.7), 24_000)
    take = Take("t1", "one", Delivery("Hello", "af_heart", "", 1.0), "m", 0.7, 24_000, "2026-01-01T00:00:00+00:00")
    write_project(tmp_path / "film.timbre", script, [take], takes)
    run(fakes, tmp_path / "film.timbre", "--out", tmp_path / "out", "--names", "{text}", "--rate", 24000)
    assert soundfile.info(tmp_path / "out" / "Hello.wav").duration == 0.7
    assert soundfile.info(tmp_path / "out" / "There.wav").duration == 0.5
    assert len(fakes.engine.cancels) == 1


def test_an_export_can_be_checked_later(fakes: Fakes, srt: Path, tmp_path: Path):
    out = tmp_path / "out"
    run(fakes, srt, "--out", out)
    check = CliRunner().invoke(app, ["check-export", str(out)], obj=fakes.services)
    assert check.exit_code == 0
    (out / "0002 Lin Hi.wav").write_bytes(b"x")
    check = CliRunner().invoke(app, ["check-export", str(out), "--json"], obj=fakes.services)
    assert check.exit_code == 1
    assert json.loads(check.stdout)["damaged"] == ["0002 Lin Hi.wav"]
    check = CliRunner().invoke(app, ["check-export", str(tmp_path)], obj=fakes.services)
    assert "no list of an export" in check.stderr


def test_lines_that_are_too_long_are_told_and_may_be_allowed(fakes: Fakes, tmp_path: Path):
    path = tmp_path / "film.srt"
    path.write_text("1\n00:00:01,000 --> 00:00:01,100\nMuch too long\n\n2\n00:00:09,000 --> 00:00:19,000\nHi\n")
    said = run(fakes, path, "--out", tmp_path / "one").stderr
    assert "Line 1 is" in said
    assert "longer than its time" in said
    assert "Line 2" not in said
    assert "longer than" not in run(fakes, path, "--out", tmp_path / "two", "--too-long", "gap").stderr
    assert "longer than" not in run(fakes, path, "--out", tmp_path / "three", "--too-long", "overlap").stderr
    run(fakes, path, "--out", tmp_path / "four", "--shortest", "0.2", code=2)


def test_the_video_gets_the_dub_as_a_new_track(fakes: Fakes, srt: Path, tmp_path: Path):
    film = write_video(tmp_path / "film.mp4", [n / 25 for n in range(100)], beep(0.2, 4.0))
    out = tmp_path / "out"
    result = run(fakes, srt, "--out", out, "--video", film, "--original", "mute", "--preset", "dub")
    assert "film (dub).mp4" in result.stderr
    assert names(out) == ["film (dub).mp4", "film.srt", "film.wav", MANIFEST]
    sound = np.concatenate([block[:, 0] for block in sound_blocks(out / "film (dub).mp4", 0.0, 48_000)])
    assert np.flatnonzero(np.abs(sound) > 0.02)[0] / 48_000 == pytest.approx(1.0, abs=0.03)
    run(fakes, srt, "--out", out, "--video", film)
    assert "film (dub) (2).mp4" in names(out)
    said = run(fakes, srt, "--out", out, "--video", film, "--existing", "skip").stderr
    assert "video was skipped" in said
    run(fakes, srt, "--out", tmp_path / "other", "--video", tmp_path / "gone.mp4", code=1)
    assert not (tmp_path / "other").exists()
