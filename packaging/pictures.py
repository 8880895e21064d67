"""Makes the pictures of the guide with the program itself: `python packaging/pictures.py [NAME …]`.

Each is a screenshot of a project that is made here, in English and in Chinese, kept as WebP without loss in
docs/pictures. Needs the installed default model, and PyAV for the picture of a dub; some minutes for all.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import numpy as np  # noqa: E402
from PySide6.QtGui import QGuiApplication, QImage  # noqa: E402

from engines.prosody.presets import built_in  # noqa: E402
from engines.text.lexicon import Entry  # noqa: E402
from studio.document.emotions import LineEmotion  # noqa: E402
from studio.document.package import write_project  # noqa: E402
from studio.document.script import Script  # noqa: E402
from studio.document.video import Video  # noqa: E402
from studio.sample import read_sample  # noqa: E402

FOLDER = ROOT / "docs" / "pictures"
LANGUAGES = {"en": "", "zh_CN": ".zh"}
"""Of the window, and how the guide names its pages of that language."""
_ENTRIES = (
    Entry("Hale", "hail", "en", note="the family of the keepers"),
    Entry("Marazion", "mˌæɹəzˈaɪən", "en"),
    Entry("重庆", "chóng qìng", "zh"),
    Entry("SQL", "sequel", "en", note="never letter by letter"),
)
_TIMES = ((0.4, 3.6), (4.0, 7.6), (8.0, 10.6), (11.2, 14.4), (15.0, 18.6))
"""Seconds; the third is too short for its line."""
_WIDTH, _HEIGHT, _FRAMES, _RATE = 640, 360, 12, 24_000


class Picture(NamedTuple):
    """What is shown, and of which project."""

    panel: str
    project: Callable[[Path], Script]


def sample(_folder: Path) -> Script:
    """The sample, with some feeling in it and words in its lexicon."""
    script = read_sample()
    felt = {1: ("excited", 0.6), 4: ("gentle", 1.0), 8: ("afraid", 0.7)}
    lines = [
        replace(line, emotion=_emotion(*felt[index])) if index in felt else line
        for index, line in enumerate(script.lines)
    ]
    return replace(script, lines=tuple(lines), lexicon=script.lexicon.with_entries(_ENTRIES))


def dub(folder: Path) -> Script:
    """The beginning of the sample on the times of a video."""
    video = folder / "lighthouse.mkv"
    _write_video(video, _TIMES[-1][1] + 1)
    script = read_sample()
    lines = [replace(line, start=start, end=end) for line, (start, end) in zip(script.lines, _TIMES, strict=False)]
    return replace(script, lines=tuple(lines), video=Video(str(video)))


PICTURES = {
    "studio": Picture("inspector", sample),
    "clone": Picture("clone", sample),
    "audition": Picture("audition", sample),
    "curves": Picture("curves", sample),
    "lexicons": Picture("lexicons", sample),
    "dub": Picture("video", dub),
    "export": Picture("export-lines", sample),
}


def main(names: Sequence[str]) -> int:
    """Make the pictures of these names, or all; returns the exit status."""
    application = QGuiApplication([])  # reads and writes pictures
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="lighthouse-") as folder:
        _take_all(names or PICTURES, Path(folder))
    application.quit()
    return 0


def _take_all(names: Iterable[str], folder: Path) -> None:
    for name in names:
        panel, script = PICTURES[name]
        project = folder / f"{name}.timbre"
        write_project(project, script(folder), (), folder)
        for language, suffix in LANGUAGES.items():
            shot = folder / f"{name}.png"
            options = ["--offline", "--screenshot", shot, "--panel", panel, "--language", language, "--theme", "light"]
            subprocess.run([sys.executable, "-m", "studio", project, *options], cwd=ROOT, check=True)
            kept = FOLDER / f"{name}{suffix}.webp"
            if not QImage(str(shot)).save(str(kept), "WEBP", 100):  # 100 is without loss
                raise SystemExit(f"{kept} could not be written.")


def _emotion(preset: str, intensity: float) -> LineEmotion:
    emotion = built_in().find(preset)
    assert emotion is not None
    return LineEmotion(preset, emotion).graded(intensity)


def _write_video(path: Path, seconds: float) -> None:
    """A light that turns over the sea at night, and the sea to be heard."""
    import av  # noqa: PLC0415 an extra

    noise = np.random.default_rng(1)
    down, across = np.mgrid[0:_HEIGHT, 0:_WIDTH].astype(np.float32)
    sky = np.stack([20 + 30 * down / _HEIGHT, 30 + 50 * down / _HEIGHT, 60 + 60 * down / _HEIGHT], -1)
    angle = np.arctan2(down - 0.55 * _HEIGHT, across - 0.7 * _WIDTH)
    tower = (np.abs(across - 0.7 * _WIDTH) < 9) & (down > 0.55 * _HEIGHT)
    with av.open(str(path), "w") as file:
        picture = file.add_stream("mpeg4", rate=_FRAMES)
        picture.width, picture.height, picture.pix_fmt = _WIDTH, _HEIGHT, "yuv420p"
        sound = file.add_stream("flac", rate=_RATE, layout="mono")
        for number in range(int(seconds * _FRAMES)):
            beam = np.exp(-((np.angle(np.exp(1j * (angle - number / 9))) / 0.16) ** 2))
            frame = np.where(tower[..., None], 15, sky + 150 * beam[..., None]).clip(0, 255).astype(np.uint8)
            file.mux(picture.encode(av.VideoFrame.from_ndarray(frame, format="rgb24")))
            size = _RATE // _FRAMES
            swell = 1 + np.sin(2 * np.pi * number / (4 * _FRAMES))
            waves = (300 * swell * noise.standard_normal((1, size))).astype(np.int16)
            heard = av.AudioFrame.from_ndarray(waves, format="s16", layout="mono")
            heard.sample_rate, heard.pts = _RATE, number * size
            file.mux(sound.encode(heard))
        file.mux(picture.encode())
        file.mux(sound.encode())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
