"""The pages of the export dialog, each for a few options: which files, how they sound, and when lines are heard."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QDir, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMenu,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from engines.audio.formats import FileFormat
from engines.audio.levels import Target
from studio.export.naming import FIELDS
from studio.export.plan import ExportMode, ExportOptions, OnExisting, Sidecar, Timing
from studio.export.remembered import MAX_GAP, fitting_rate
from studio.windows.choices import fill
from studio.windows.icons import icon
from studio.windows.numbers import shortest


class ExportPage(QWidget):
    """Some options. `changed` tells of what the user does, not of `show_options`."""

    changed = Signal()

    def show_options(self, options: ExportOptions) -> None:
        """Show these."""
        raise NotImplementedError

    def options(self, options: ExportOptions) -> ExportOptions:
        """`options` with what is chosen here."""
        raise NotImplementedError

    def _form(self, rows: Sequence[tuple[str, QWidget, QWidget | None]]) -> None:
        """Rows of a label, what it names, and perhaps a button."""
        form = QFormLayout(self, horizontalSpacing=12, verticalSpacing=8)
        form.setContentsMargins(12, 12, 12, 12)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        for text, field, extra in rows:
            if not text:
                form.addRow("", field)
                continue
            label = QLabel(text)
            label.setBuddy(field)
            if extra is None:
                form.addRow(label, field)
                continue
            row = QHBoxLayout()
            row.setSpacing(8)
            row.addWidget(field, 1)
            row.addWidget(extra)
            form.addRow(label, row)


class FilesPage(ExportPage):
    """Where to, which lines together, and names.

    Parameters
    ----------
    patterns
        The pattern last used for each mode; what is typed is noted there.
    """

    browse = Signal()

    def __init__(self, patterns: dict[ExportMode, str]) -> None:
        super().__init__()
        self._patterns = patterns
        self._folder = QLineEdit()
        self._mode = QComboBox()
        self._pattern = QLineEdit()
        self._existing = QComboBox()
        browse = QPushButton(icon("folder-open"), self.tr("&Browse…"), autoDefault=False)
        browse.clicked.connect(self.browse)
        modes = (
            (ExportMode.LINES.value, self.tr("One file for each line")),
            (ExportMode.MEMBERS.value, self.tr("One file for each cast member")),
            (ExportMode.SECTIONS.value, self.tr("One file for each section")),
            (ExportMode.JOINED.value, self.tr("All lines in one file")),
        )
        existing = (
            (OnExisting.NUMBER.value, self.tr("Keep both, number the new one")),
            (OnExisting.SKIP.value, self.tr("Keep it, skip the new one")),
            (OnExisting.REPLACE.value, self.tr("Replace it")),
        )
        fill(self._mode, modes, "")
        fill(self._existing, existing, "")
        self._form(
            (
                (self.tr("&Folder"), self._folder, browse),
                (self.tr("F&iles"), self._mode, None),
                (self.tr("File &names"), self._pattern, self._field_button()),
                (self.tr("If a file e&xists"), self._existing, None),
            )
        )
        self._folder.textChanged.connect(self.changed)
        self._pattern.textChanged.connect(self._pattern_edited)
        self._mode.activated.connect(self._mode_chosen)
        self._existing.activated.connect(self.changed)

    @property
    def folder(self) -> str:
        """As it is typed."""
        return self._folder.text()

    @folder.setter
    def folder(self, value: str) -> None:
        self._folder.setText(QDir.toNativeSeparators(value))

    def show_options(self, options: ExportOptions) -> None:
        """Show these."""
        self.blockSignals(True)
        self._folder.setText(QDir.toNativeSeparators(str(options.folder)))
        self._mode.setCurrentIndex(self._mode.findData(options.mode.value))
        self._existing.setCurrentIndex(self._existing.findData(options.existing.value))
        self._pattern.setText(options.pattern)
        self.blockSignals(False)

    def options(self, options: ExportOptions) -> ExportOptions:
        """See `ExportPage.options`."""
        return replace(
            options,
            folder=Path(self._folder.text().strip()),
            mode=ExportMode(self._mode.currentData()),
            pattern=self._pattern.text(),
            existing=OnExisting(self._existing.currentData()),
        )

    def _pattern_edited(self) -> None:
        self._patterns[ExportMode(self._mode.currentData())] = self._pattern.text()
        self.changed.emit()

    def _mode_chosen(self) -> None:
        self._pattern.setText(self._patterns[ExportMode(self._mode.currentData())])
        self.changed.emit()

    def _field_button(self) -> QPushButton:
        """Inserts fields into the pattern, so that nobody has to know them."""
        texts = {
            "number": self.tr("Number of the line"),
            "member": self.tr("Cast member"),
            "text": self.tr("Text"),
            "voice": self.tr("Voice"),
            "language": self.tr("Language"),
            "section": self.tr("Section"),
            "project": self.tr("Project"),
        }
        menu = QMenu(self)
        for field in FIELDS:
            written = {"number": "{number:04}", "text": "{text:40}"}.get(field, f"{{{field}}}")
            menu.addAction(f"{texts[field]}\t{written}").triggered.connect(partial(self._pattern.insert, written))
        button = QPushButton(self.tr("Inser&t"), autoDefault=False)
        button.setMenu(menu)
        return button


class SoundPage(ExportPage):
    """Format, rate, channels and loudness."""

    def __init__(self) -> None:
        super().__init__()
        self._format = QComboBox()
        self._rate = QComboBox()
        self._channels = QComboBox()
        self._target = QComboBox()
        self._explanation = QLabel(wordWrap=True)
        formats = (
            (FileFormat.WAV_16.value, self.tr("WAV, 16 bits")),
            (FileFormat.WAV_24.value, self.tr("WAV, 24 bits")),
            (FileFormat.WAV_FLOAT.value, self.tr("WAV, 32-bit float")),
            (FileFormat.FLAC.value, self.tr("FLAC, without loss")),
            (FileFormat.OPUS.value, self.tr("Ogg Opus")),
            (FileFormat.MP3.value, self.tr("MP3")),
            (FileFormat.M4A.value, self.tr("M4A (AAC)")),
            (FileFormat.M4B.value, self.tr("M4B, an audiobook with chapters")),
        )
        targets = (
            (Target.AS_MADE.value, self.tr("As it was made")),
            (Target.LOUD.value, self.tr("−16 LUFS: podcasts, streaming")),
            (Target.MEDIUM.value, self.tr("−19 LUFS: spoken word, mono")),
            (Target.BROADCAST.value, self.tr("−23 LUFS: television, EBU R 128")),
            (Target.ACX.value, self.tr("ACX: −20 dB RMS, peaks under −3 dB")),
        )
        fill(self._format, formats, "")
        fill(self._target, targets, "")
        fill(self._channels, (("1", self.tr("Mono")), ("2", self.tr("Stereo, the same on both sides"))), "")
        self._form(
            (
                (self.tr("For&mat"), self._format, None),
                (self.tr("Sample &rate"), self._rate, None),
                (self.tr("&Channels"), self._channels, None),
                (self.tr("&Loudness"), self._target, None),
                ("", self._explanation, None),
            )
        )
        self._explanation.setText(
            self.tr(
                "The loudness of each file is measured by ITU-R BS.1770, and a limiter keeps its true peaks under "
                "−1 dB (−3 dB for ACX). A clip under 3 seconds is measured where it can be heard."
            )
        )
        self._format.activated.connect(self._format_chosen)
        for box in (self._rate, self._channels, self._target):
            box.activated.connect(self.changed)

    def show_options(self, options: ExportOptions) -> None:
        """Show these."""
        self._format.setCurrentIndex(self._format.findData(options.file_format.value))
        self._channels.setCurrentIndex(self._channels.findData(str(options.channels)))
        self._target.setCurrentIndex(self._target.findData(options.target.value))
        self._fill_rates(options.file_format, options.rate)

    def options(self, options: ExportOptions) -> ExportOptions:
        """See `ExportPage.options`."""
        return replace(
            options,
            file_format=FileFormat(self._format.currentData()),
            rate=int(self._rate.currentData()),
            channels=int(self._channels.currentData()),
            target=Target(self._target.currentData()),
        )

    def _format_chosen(self) -> None:
        self._fill_rates(FileFormat(self._format.currentData()), int(self._rate.currentData()))
        self.changed.emit()

    def _fill_rates(self, file_format: FileFormat, rate: int) -> None:
        rates = [(str(rate), self.tr("{0} kHz").format(shortest(rate / 1000, 3))) for rate in file_format.rates]
        fill(self._rate, rates, str(fitting_rate(file_format, rate)))


class TimesPage(ExportPage):
    """When lines are heard, and what is written beside the files."""

    def __init__(self) -> None:
        super().__init__()
        self._timing = QComboBox()
        self._seconds = {name: QDoubleSpinBox() for name in ("gap", "paragraph_gap", "head", "tail")}
        for box in self._seconds.values():
            box.setMaximum(MAX_GAP)
            box.setDecimals(2)
            box.setSingleStep(0.1)
            box.setSuffix(self.tr(" s"))
            box.valueChanged.connect(self.changed)
        timings = (
            (Timing.GAPS.value, self.tr("One after the other")),
            (Timing.CUES.value, self.tr("At their times in the script")),
        )
        fill(self._timing, timings, "")
        self._sidecars = {
            Sidecar.SRT: QCheckBox(self.tr("&SRT subtitles")),
            Sidecar.VTT: QCheckBox(self.tr("&WebVTT subtitles")),
            Sidecar.TEXT: QCheckBox(self.tr("Te&xt")),
            Sidecar.LABELS: QCheckBox(self.tr("La&bels for Audacity")),
        }
        self._manifest = QCheckBox(self.tr("List of the files with chec&ksums"))
        beside = QWidget()
        column = QVBoxLayout(beside)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        for tick in (*self._sidecars.values(), self._manifest):
            tick.toggled.connect(self.changed)
            column.addWidget(tick)
        self._form(
            (
                (self.tr("&Lines of one file"), self._timing, None),
                (self.tr("&Gap between lines"), self._seconds["gap"], None),
                (self.tr("Gap before &paragraphs"), self._seconds["paragraph_gap"], None),
                (self.tr("Silence at the sta&rt"), self._seconds["head"], None),
                (self.tr("Silence at the en&d"), self._seconds["tail"], None),
                (self.tr("Beside each file"), beside, None),
            )
        )
        self._timing.activated.connect(self.changed)

    def show_options(self, options: ExportOptions) -> None:
        """Show these."""
        self.blockSignals(True)
        self._timing.setCurrentIndex(self._timing.findData(options.timing.value))
        for name, box in self._seconds.items():
            box.setValue(getattr(options, name))
        for kind, tick in self._sidecars.items():
            tick.setChecked(kind in options.sidecars)
        self._manifest.setChecked(options.manifest)
        self.blockSignals(False)

    def options(self, options: ExportOptions) -> ExportOptions:
        """See `ExportPage.options`."""
        return replace(
            options,
            timing=Timing(self._timing.currentData()),
            sidecars=tuple(kind for kind, tick in self._sidecars.items() if tick.isChecked()),
            manifest=self._manifest.isChecked(),
            gap=self._seconds["gap"].value(),
            paragraph_gap=self._seconds["paragraph_gap"].value(),
            head=self._seconds["head"].value(),
            tail=self._seconds["tail"].value(),
        )

    def allow(self, mode: ExportMode) -> None:
        """Offer only what has an effect on such files."""
        joined = mode is not ExportMode.LINES
        at_cues = joined and Timing(self._timing.currentData()) is Timing.CUES
        self._timing.setEnabled(joined)
        self._seconds["gap"].setEnabled(joined)
        self._seconds["paragraph_gap"].setEnabled(joined)
        self._seconds["head"].setEnabled(not at_cues)
