"""`timbre-studio`: the start and the end of the application."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from studio import input_method


@dataclass(frozen=True, slots=True)
class Options:
    """The command line."""

    file: Path | None = None
    demo: bool = False
    offline: bool = False
    screenshot: Path | None = None
    panel: str = ""
    language: str | None = None
    theme: str | None = None
    scale: float | None = None


DOCKS = ("voices", "cast", "inspector", "waveform", "video", "export", "activity")
SCENES = (
    *("preferences", "shortcuts", "about", "palette", "export-lines", "lexicons", "clone", "blend", "audition"),
    *("reading", "curves"),
)
PANELS = (*DOCKS, "welcome", *SCENES)
"""What `--panel` brings to the front."""


def parse(arguments: Sequence[str]) -> Options:
    """Read the command line; ends the program with status 2 when it is wrong."""
    parser = argparse.ArgumentParser(prog="timbre-studio", description="A voice studio: a script becomes sound, live.")
    parser.add_argument("file", nargs="?", type=Path, help="project, text, subtitle or voice file to open")
    parser.add_argument("--demo", action="store_true", help="open the sample project")
    parser.add_argument("--offline", action="store_true", help="fetch nothing from the network")
    picture = parser.add_argument_group("pictures", "render the window without showing it, and exit")
    picture.add_argument("--screenshot", type=Path, metavar="FILE", help="the PNG file to write")
    picture.add_argument("--panel", choices=PANELS, default="", help="what to bring to the front")
    picture.add_argument("--language", choices=("en", "zh_CN"), help="of the interface")
    picture.add_argument("--theme", choices=("light", "dark"), help="of the interface")
    picture.add_argument("--scale", type=float, metavar="FACTOR", help="2 for a screen of twice the density")
    return Options(**vars(parser.parse_args(arguments)))


def main(argv: Sequence[str] | None = None) -> int:
    """Run the application; returns the exit status."""
    options = parse(sys.argv[1:] if argv is None else argv)
    # Before Qt is imported: it reads these once.
    if options.screenshot:
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    if options.scale:
        os.environ["QT_SCALE_FACTOR"] = str(options.scale)
    input_method.settle(os.environ)
    from studio.application import run  # noqa: PLC0415 imports Qt

    return run(options)
