"""Words and signs for the state of an export."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QIcon

from studio.export.plan import ExportItem, OnExisting
from studio.export.preview import Preview
from studio.export.status import ItemState, ItemStatus, Report
from studio.export.write import Written
from studio.windows.durations import clock
from studio.windows.icons import icon
from studio.windows.numbers import number

_ICONS = {
    ItemState.WAITING: ("state-queued", "muted"),
    ItemState.MAKING: ("state-making", "accent"),
    ItemState.WRITING: ("export", "accent"),
    ItemState.DONE: ("state-ready", "success"),
    ItemState.SKIPPED: ("state-empty", "muted"),
    ItemState.FAILED: ("state-failed", "error"),
    ItemState.CANCELLED: ("cancel", "muted"),
}


def state_icon(state: ItemState, role: str = "") -> QIcon:
    """The sign of a state, in its own or another colour of the present theme."""
    name, own_role = _ICONS[state]
    return icon(name, role or own_role)


def state_word(state: ItemState) -> str:
    """The state in a word or two."""
    return {
        ItemState.WAITING: QCoreApplication.translate("Export", "Waiting"),
        ItemState.MAKING: QCoreApplication.translate("Export", "Making"),
        ItemState.WRITING: QCoreApplication.translate("Export", "Writing"),
        ItemState.DONE: QCoreApplication.translate("Export", "Done"),
        ItemState.SKIPPED: QCoreApplication.translate("Export", "Skipped"),
        ItemState.FAILED: QCoreApplication.translate("Export", "Failed"),
        ItemState.CANCELLED: QCoreApplication.translate("Export", "Cancelled"),
    }[state]


def details(status: ItemStatus) -> str:
    """How far it is, or why it ended as it did; empty when the state says all."""
    if status.state in {ItemState.MAKING, ItemState.WRITING}:
        return QCoreApplication.translate("Export", "{0} %").format(int(100 * status.share))
    return measured(status.written) if status.written else status.reason


def measured(written: Written) -> str:
    """Length and level of a file."""
    parts = [clock(written.seconds)]
    if written.loudness is not None:
        parts.append(QCoreApplication.translate("Export", "{0} LUFS").format(_signed(written.loudness)))
    parts.append(QCoreApplication.translate("Export", "peak {0} dB").format(_signed(written.true_peak)))
    return " · ".join(parts)


def _signed(value: float) -> str:
    return number(value, 1).replace("-", "−")


def summary(report: Report) -> str:
    """How an export went, in one line."""
    parts = [QCoreApplication.translate("Export", "%n file(s) written", "", len(report.written))]
    if report.failed:
        parts.append(QCoreApplication.translate("Export", "%n failed", "", len(report.failed)))
    if report.skipped:
        parts.append(QCoreApplication.translate("Export", "%n skipped", "", len(report.skipped)))
    if report.cancelled:
        parts.append(QCoreApplication.translate("Export", "%n cancelled", "", len(report.cancelled)))
    return " · ".join(parts)


def plan_summary(preview: Preview) -> str:
    """What an export would write, in one line."""
    plan = preview.plan
    if plan is None:
        return ""
    parts = [QCoreApplication.translate("Export", "%n file(s)", "", len(plan.items))]
    if plan.items:
        minutes, seconds = divmod(round(plan.seconds), 60)
        parts.append(QCoreApplication.translate("Export", "about {0} of audio").format(f"{minutes}:{seconds:02}"))
        parts.append(QCoreApplication.translate("Export", "about {0}").format(size(plan.size)))
    if not preview.folder.problem:
        parts.append(QCoreApplication.translate("Export", "{0} free").format(size(preview.folder.free)))
    if plan.empty:
        parts.append(QCoreApplication.translate("Export", "%n empty line(s) left out", "", plan.empty))
    return " · ".join(parts)


def plan_hint(preview: Preview) -> str:
    """What the user may want to know before the export begins; empty if there is nothing."""
    if preview.tight:
        return QCoreApplication.translate(
            "Export", "The disk may become full: choose another folder or free some space."
        )
    if preview.undivided:
        return QCoreApplication.translate("Export", "The script has no sections, so that all lines are one file.")
    if preview.untimed:
        return QCoreApplication.translate(
            "Export", "%n line(s) have no time and follow the line before.", "", preview.untimed
        )
    return ""


def existing_note(item: ExportItem) -> str:
    """What follows the name of a file in the preview if it exists already."""
    if not item.exists:
        return ""
    if item.options.existing is OnExisting.SKIP:
        return QCoreApplication.translate("Export", "  (exists, will be skipped)")
    return QCoreApplication.translate("Export", "  (exists, will be replaced)")


def size(byte_count: float) -> str:
    """A size that can be read at a glance."""
    for unit in ("KB", "MB", "GB"):
        byte_count /= 1000
        if byte_count < 1000 or unit == "GB":
            break
    return f"{number(byte_count, 0 if byte_count >= 10 else 1)} {unit}"
