"""A script over a video in a running session: pictures, playing, files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from engines.media.container import probe
from engines.media.muxing import Track
from engines.media.sound import sound_blocks
from studio.document.edits import set_fields, set_video
from studio.document.script import Line, Member, Script
from studio.document.video import Video
from studio.playback.messages import TransportState
from studio.session import Session
from tests.media.media_samples import RATE, beep, onset, shade, write_video
from tests.studio.playback.playback_fakes import StepEngine
from tests.studio.shell_fakes import ClockedPortAudio, make_session

SECONDS = 2.0
TIMES = [n / 25 for n in range(round(SECONDS * 25))]


@pytest.fixture
def film(tmp_path: Path) -> Path:
    return write_video(tmp_path / "film.mp4", TIMES, beep(1.0, SECONDS))


@pytest.fixture
def engine() -> StepEngine:
    return StepEngine()


@pytest.fixture
def session(tmp_path: Path, qtbot: QtBot, engine: StepEngine) -> Iterator[Session]:
    cards = ClockedPortAudio("loudspeaker")
    cards.speed = 5.0  # nobody listens
    session = make_session(tmp_path / "home", engine, open_portaudio=cards.open)
    with qtbot.waitSignal(session.synthesis.ready):
        session.start()
    yield session
    assert session.close()


def open_film(session: Session, qtbot: QtBot, film: Path, *lines: Line, **options: object) -> None:
    script = Script(lines, (Member("", "af_heart"),), video=Video(str(film), **options))  # type: ignore[arg-type]
    session.document.replace(script, (), None)
    qtbot.waitUntil(lambda: session.video.info is not None or bool(session.video.problem))


class TestLoading:
    def test_a_video_is_known_and_then_its_sound(self, session: Session, qtbot: QtBot, film: Path) -> None:
        open_film(session, qtbot, film)
        assert session.video.info is not None
        assert session.video.info.has_picture
        qtbot.waitUntil(lambda: session.video.outline is not None)

    def test_one_that_is_gone_is_a_sentence_and_comes_back(
        self, session: Session, qtbot: QtBot, film: Path, tmp_path: Path
    ) -> None:
        away = film.rename(tmp_path / "away.mp4")
        open_film(session, qtbot, film)
        assert "is not there" in session.video.problem
        assert session.document.script.video is not None
        away.rename(film)
        session.video.reload()
        qtbot.waitUntil(lambda: session.video.info is not None)
        assert not session.video.problem

    def test_removing_it_forgets_it(self, session: Session, qtbot: QtBot, film: Path) -> None:
        open_film(session, qtbot, film)
        session.document.edit("Remove", set_video(session.document.script, None))
        assert session.video.info is None
        assert session.video.path == ""


class TestPictures:
    def test_the_newest_time_is_shown_and_what_is_late_is_left_out(
        self, session: Session, qtbot: QtBot, film: Path
    ) -> None:
        shown: list[tuple[QImage, float]] = []
        session.pictures.picture.connect(lambda image, start: shown.append((image, start)))
        session.pictures.open(film)
        for number in range(49):
            session.pictures.show(number / 25, QSize(64, 48))
        qtbot.waitUntil(lambda: bool(shown) and shown[-1][1] == pytest.approx(48 / 25, abs=0.002))
        assert len(shown) < 40
        image = shown[-1][0]
        assert (image.width(), image.height()) == (64, 48)
        assert image.pixelColor(32, 24).red() == pytest.approx(shade(48), abs=8)

    def test_what_cannot_be_read_is_told_once(self, session: Session, qtbot: QtBot, tmp_path: Path) -> None:
        told: list[str] = []
        session.pictures.failed.connect(told.append)
        session.pictures.open(tmp_path / "gone.mp4")
        for number in range(5):
            session.pictures.show(number, QSize(64, 48))
        qtbot.waitUntil(lambda: bool(told))
        qtbot.wait(50)
        assert len(told) == 1


class TestPlaying:
    def heard(self, session: Session) -> np.ndarray:
        stream = session.open_portaudio.__self__.stream  # type: ignore[attr-defined]
        return np.asarray(stream.sound)

    def test_the_video_and_a_line_made_for_it_are_heard_at_their_times(
        self, session: Session, qtbot: QtBot, film: Path, engine: StepEngine
    ) -> None:
        open_film(session, qtbot, film, Line("a", "Hello", start=1.5, end=1.9), original="keep")
        session.dub.play(0.8)
        qtbot.waitUntil(lambda: session.transport.state is TransportState.STOPPED, timeout=8000)
        sound = self.heard(session)
        first = onset(sound, RATE)
        spoken = np.flatnonzero(np.abs(sound) > 0.02)
        spoken = spoken[spoken > (first + 0.3) * RATE]
        assert engine.said == ["Hello"]
        # The beep is at 1.0 and the line at 1.5.
        assert spoken[0] / RATE - first == pytest.approx(0.5, abs=0.01)

    def test_the_position_is_that_of_the_sound_and_the_line_is_told(
        self, session: Session, qtbot: QtBot, film: Path
    ) -> None:
        open_film(session, qtbot, film, Line("a", "Hello", start=0.8, end=1.2))
        told: list[str] = []
        moved: list[float] = []
        session.dub.line_started.connect(told.append)
        session.dub.moved.connect(moved.append)
        session.dub.play(0.7)
        qtbot.waitUntil(lambda: session.dub.position > 1.5, timeout=5000)
        session.transport.stop()
        assert told == ["a", ""]
        assert moved == sorted(moved)
        assert not session.dub.playing

    def test_pause_holds_and_seeking_goes_on_from_there(self, session: Session, qtbot: QtBot, film: Path) -> None:
        open_film(session, qtbot, film)
        session.dub.toggle()
        qtbot.waitUntil(lambda: session.dub.position > 0.3, timeout=5000)
        session.dub.toggle()
        assert session.transport.state is TransportState.PAUSED
        session.dub.toggle()
        session.dub.seek(1.2)
        qtbot.waitUntil(lambda: session.dub.position > 1.4, timeout=5000)
        session.dub.seek(99.0)
        qtbot.waitUntil(lambda: session.transport.state is TransportState.STOPPED, timeout=5000)
        assert session.dub.position == pytest.approx(SECONDS, abs=0.1)

    def test_a_change_of_the_mix_is_heard_at_once(self, session: Session, qtbot: QtBot, tmp_path: Path) -> None:
        loud = write_video(tmp_path / "loud.mp4", TIMES, 0.5 * np.sin(np.arange(2 * RATE) / 20))
        open_film(session, qtbot, loud)
        session.dub.play(0.0)
        qtbot.waitUntil(lambda: session.dub.position > 0.5, timeout=5000)
        video = session.document.script.video
        assert video is not None
        session.document.edit("Mute", set_video(session.document.script, Video(video.path, original="mute")))
        before = session.dub.position
        qtbot.waitUntil(lambda: session.dub.position > before + 0.5, timeout=5000)
        assert session.dub.playing
        session.transport.stop()
        assert np.abs(self.heard(session)[-RATE // 10 :]).max() < 1e-3

    def test_a_line_that_cannot_be_made_is_told_and_left_out(
        self, session: Session, qtbot: QtBot, film: Path, engine: StepEngine
    ) -> None:
        engine.faults["Bad"] = RuntimeError("broken")
        open_film(session, qtbot, film, Line("a", "Bad", start=1.7, end=1.9))
        told: list[str] = []
        session.dub.problem.connect(told.append)
        with qtbot.captureExceptions():
            session.dub.play(1.4)
            qtbot.waitUntil(lambda: session.transport.state is TransportState.STOPPED, timeout=5000)
        assert len(told) == 1

    def test_playing_something_else_ends_it(self, session: Session, qtbot: QtBot, film: Path) -> None:
        open_film(session, qtbot, film, Line("a", "Hello", start=1.5, end=1.9))
        session.dub.play(0.0)
        assert session.dub.playing
        session.transport.play(["a"])
        assert not session.dub.playing

    def test_an_edit_far_away_does_not_interrupt(self, session: Session, qtbot: QtBot, film: Path) -> None:
        open_film(session, qtbot, film, Line("a", "Hello", start=300.0, end=301.0))
        session.dub.play(0.0)
        qtbot.waitUntil(lambda: session.dub.position > 0.2, timeout=5000)
        runs: list[bool] = []
        session.transport.cleared.connect(lambda: runs.append(True))
        session.document.edit("Type", set_fields(session.document.script, ["a"], text="Other"))
        qtbot.wait(250)
        assert not runs
        session.transport.stop()


class TestFiles:
    def test_the_sound_is_written_with_the_lines_at_their_times(
        self, session: Session, qtbot: QtBot, film: Path, tmp_path: Path
    ) -> None:
        open_film(session, qtbot, film, Line("a", "Hello", start=1.0, end=1.5), offset=0.5, original="mute")
        with qtbot.waitSignal(session.dub_files.written, timeout=5000) as told:
            session.dub_files.write_sound(tmp_path / "dub.wav")
        assert told.args == [tmp_path / "dub.wav"]
        import soundfile  # noqa: PLC0415

        sound, rate = soundfile.read(tmp_path / "dub.wav")
        assert rate == RATE
        assert sound.shape == (round(probe(film).seconds * RATE), 2)
        assert np.flatnonzero(np.abs(sound[:, 0]) > 0.02)[0] / rate == pytest.approx(1.5, abs=0.01)

    def test_the_video_is_written_with_a_new_track(
        self, session: Session, qtbot: QtBot, film: Path, tmp_path: Path
    ) -> None:
        open_film(session, qtbot, film, Line("a", "Hello", start=1.0, end=1.5), original="mute")
        with qtbot.waitSignal(session.dub_files.written, timeout=5000):
            session.dub_files.write_video(tmp_path / "dubbed.mp4", Track("Dub"))
        heard = np.concatenate(list(sound_blocks(tmp_path / "dubbed.mp4", 0.0, RATE)))
        assert np.flatnonzero(np.abs(heard[:, 0]) > 0.02)[0] / RATE == pytest.approx(1.0, abs=0.02)
        assert probe(tmp_path / "dubbed.mp4").has_picture
        assert not list(tmp_path.glob(".timbre*"))

    def test_the_video_itself_is_never_written_over(self, session: Session, qtbot: QtBot, film: Path) -> None:
        open_film(session, qtbot, film)
        content = film.read_bytes()
        with qtbot.waitSignal(session.dub_files.failed, timeout=5000) as told:
            session.dub_files.write_video(film, Track("Dub"))
        assert "itself" in told.args[0]
        assert film.read_bytes() == content

    def test_a_stretch_becomes_a_recording(self, session: Session, qtbot: QtBot, film: Path, tmp_path: Path) -> None:
        open_film(session, qtbot, film)
        cut: list[Path] = []
        session.dub_files.clip(0.5, 1.9, tmp_path / "clips" / "one.wav", cut.append)
        qtbot.waitUntil(lambda: bool(cut), timeout=5000)
        import soundfile  # noqa: PLC0415

        sound, rate = soundfile.read(cut[0])
        assert len(sound) / rate == pytest.approx(1.4, abs=0.001)
        assert onset(sound, rate) == pytest.approx(0.5, abs=0.01)

    def test_a_line_that_cannot_be_made_is_a_failure_and_leaves_no_file(
        self, session: Session, qtbot: QtBot, film: Path, tmp_path: Path, engine: StepEngine
    ) -> None:
        open_film(session, qtbot, film, Line("a", "....", start=1.0, end=1.5))
        with qtbot.waitSignal(session.dub_files.failed, timeout=5000):
            session.dub_files.write_sound(tmp_path / "dub.wav")
        assert not (tmp_path / "dub.wav").exists()
        assert not [each for each in session.operations.running if each.title.startswith(("Making", "Writing"))]
