"""Writing a dub into a copy of its video, without a window."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from engines.media.container import check_installed, probe
from engines.media.mixing import Original
from engines.media.muxing import Track, suffix_for
from studio.document.script import Script
from studio.document.video import Video
from studio.export.maker import TakeMaker
from studio.export.naming import numbered
from studio.export.plan import OnExisting
from studio.video.mix import Mix, Sources
from studio.video.placing import place
from studio.video.writing import write_video


@dataclass(frozen=True, slots=True)
class VideoWish:
    """The video that is spoken over, and what becomes of its own sound."""

    file: Path
    original: Original

    def check(self) -> None:
        """Look whether it can be read, before an hour of work. Raises MediaError."""
        check_installed()
        probe(self.file)


def write_dub(
    wish: VideoWish, script: Script, maker: TakeMaker, folder: Path, existing: OnExisting, tell: Callable[[float], None]
) -> Path | None:
    """Write a copy of the video with the lines at their times as a new first track, once they are all made.

    Returns None when a file of its name is there that is to stay.

    Raises
    ------
    TimbreError
        The video or a take cannot be read, or the copy cannot be written.
    """
    stem, suffix = f"{wish.file.stem} (dub)", suffix_for(wish.file)
    file = folder / f"{stem}{suffix}"
    if file.exists() and existing is OnExisting.SKIP:
        return None
    if existing is OnExisting.NUMBER:
        file = folder / numbered([stem], [path.name for path in folder.iterdir()], suffix)[0]
    before = script.video or Video("")
    video = replace(before, path=str(wish.file.absolute()), original=wish.original.value)
    script = replace(script, video=video)
    takes = {line.id: maker.made(line, script.delivery(line)) for line in script.lines}
    mix = Mix(place(script, takes.get), video.mixing)
    info = probe(video.file)
    sources = Sources(video.file if info.has_sound else None, maker.read)
    try:
        seconds = max([info.seconds, *(each.end for each in mix.speech)])
        return write_video(video.file, file, Track("Dub"), mix, sources, seconds, tell)
    finally:
        sources.close()
