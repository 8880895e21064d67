"""Options for what people export most, to begin with."""

from __future__ import annotations

from dataclasses import dataclass, replace

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from engines.audio.formats import FileFormat
from engines.audio.levels import Target
from studio.export.plan import PATTERNS, ExportMode, ExportOptions, Sidecar, Timing


@dataclass(frozen=True, slots=True)
class Preset:
    """All options but where to, and what becomes of files that exist."""

    name: str
    """For the command line."""
    title: str
    """To be translated."""
    mode: ExportMode
    file_format: FileFormat
    rate: int
    channels: int = 1
    target: Target = Target.AS_MADE
    timing: Timing = Timing.GAPS
    gap: float = 0.5
    paragraph_gap: float = 1.0
    head: float = 0.0
    tail: float = 0.0
    sidecars: tuple[Sidecar, ...] = ()

    @property
    def text(self) -> str:
        """The title in the language of the program."""
        return QCoreApplication.translate("Export", self.title)

    def apply(self, options: ExportOptions) -> ExportOptions:
        """The options with everything that this decides; a pattern only where the files are others."""
        pattern = options.pattern if options.mode is self.mode else PATTERNS[self.mode]
        return replace(options, pattern=pattern, **{name: getattr(self, name) for name in _DECIDED})

    def matches(self, options: ExportOptions) -> bool:
        """Whether these are its options."""
        return all(getattr(self, name) == getattr(options, name) for name in _DECIDED)


_DECIDED = (
    *("mode", "file_format", "rate", "channels", "target", "timing"),
    *("gap", "paragraph_gap", "head", "tail", "sidecars"),
)

PRESETS = (
    Preset(
        "lines",
        str(QT_TRANSLATE_NOOP("Export", "Lines for an editor or a game")),
        ExportMode.LINES,
        FileFormat.WAV_24,
        48_000,
    ),
    Preset(
        "dub",
        str(QT_TRANSLATE_NOOP("Export", "Video dub, 48 kHz")),
        ExportMode.JOINED,
        FileFormat.WAV_24,
        48_000,
        target=Target.BROADCAST,
        timing=Timing.CUES,
        sidecars=(Sidecar.SRT,),
    ),
    Preset(
        "stems",
        str(QT_TRANSLATE_NOOP("Export", "Video dub, a track for each cast member")),
        ExportMode.MEMBERS,
        FileFormat.WAV_24,
        48_000,
        timing=Timing.CUES,
    ),
    Preset(
        "podcast",
        str(QT_TRANSLATE_NOOP("Export", "Podcast")),
        ExportMode.JOINED,
        FileFormat.MP3,
        44_100,
        2,
        Target.LOUD,
        head=0.3,
        tail=1.0,
    ),
    Preset(
        "acx",
        str(QT_TRANSLATE_NOOP("Export", "Audiobook ACX")),
        ExportMode.SECTIONS,
        FileFormat.MP3,
        44_100,
        target=Target.ACX,
        head=0.75,
        tail=2.0,
    ),
    Preset(
        "m4b",
        str(QT_TRANSLATE_NOOP("Export", "Audiobook M4B with chapters")),
        ExportMode.JOINED,
        FileFormat.M4B,
        44_100,
        target=Target.MEDIUM,
        head=0.5,
        tail=2.0,
    ),
)
