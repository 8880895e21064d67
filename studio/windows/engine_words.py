"""What the window says about graphics cards, engines and what makes the speech."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QDateTime, QLocale, Qt

from engines.runtime.fallback import StageStatus
from studio.benchmark import Figure
from studio.engine_build import EngineBuild, Phase, stage_title
from studio.engine_look import COMMAND, EngineLook, StageEngine, precision
from studio.playback.messages import EngineInfo
from studio.windows.numbers import data_size, number


@dataclass(frozen=True, slots=True)
class StageRow:
    """A row of the table of stages."""

    stage: str
    running: str
    engine: str
    """What is built of it."""
    reason: str
    """Why nothing faster runs it; empty where nothing is."""


def stage_rows(info: EngineInfo | None, found: EngineLook | None, *, use_gpu: bool) -> tuple[StageRow, ...]:
    """What runs every stage and what is built of it.

    Parameters
    ----------
    info
        None while there is no engine.
    found
        None while nobody has looked.
    use_gpu
        Whether the user wants a graphics card to be used.
    """
    running = {stage.stage: stage for stage in info.stages} if info else {}
    built = {stage.stage: stage for stage in found.stages} if found else {}
    return tuple(
        StageRow(
            stage_title(name),
            running[name].running if name in running else QCoreApplication.translate("EngineWords", "not loaded"),
            _built(built.get(name)),
            _reason(running.get(name), found, use_gpu=use_gpu),
        )
        for name in (running or built)
    )


def card_line(found: EngineLook | None) -> str:
    """The graphics card, or why there is none."""
    if found is None:
        return QCoreApplication.translate("EngineWords", "Looking for a graphics card…")
    if gpu := found.gpu:
        memory = QCoreApplication.translate("EngineWords", "{0} of {1} free").format(
            data_size(gpu.free), data_size(gpu.total)
        )
        capability = QCoreApplication.translate("EngineWords", "compute capability {0}").format(gpu.capability)
        return ", ".join((gpu.name, memory, capability, gpu.runtime))
    if found.cards:
        return "\n".join((*found.cards, quoted(found.missing)))
    return QCoreApplication.translate(
        "EngineWords", "No NVIDIA graphics card was found: the processor makes the speech."
    )


def slower_sentence(info: EngineInfo) -> str:
    """What makes the speech instead of what should, and why; empty if nothing does."""
    slower = info.slower
    if not slower:
        return ""
    # The last one is most of the work, and what has happened to the others is nearly always the same.
    last = slower[-1]
    reason = quoted(last.reason)
    if len(slower) == len(info.stages):
        return QCoreApplication.translate("EngineWords", "Speech is made by {0} instead of {1}: {2}.").format(
            last.running, last.wanted, reason
        )
    names = ", ".join(stage_title(stage.stage) for stage in slower)
    text = QCoreApplication.translate("EngineWords", "A part of the speech ({0}) is made by {1} instead of {2}: {3}.")
    return text.format(names, last.running, last.wanted, reason)


def recovered_sentence(info: EngineInfo) -> str:
    """That all is as it should be again."""
    return QCoreApplication.translate("EngineWords", "{0} makes the speech again.").format(info.backend)


def stages_tip(info: EngineInfo) -> str:
    """What runs each stage, one a line, for a tool tip."""
    return "\n".join(
        QCoreApplication.translate("EngineWords", "{0}: {1}").format(stage_title(s.stage), _running(s))
        for s in info.stages
    )


def build_sentence(build: EngineBuild) -> str:
    """How a build went; empty while it runs."""
    if build.phase is Phase.FAILED:
        return quoted(build.problem)
    if build.phase is Phase.STOPPED:
        return QCoreApplication.translate("EngineWords", "Building was stopped; stages that were finished are kept.")
    if build.phase is Phase.DONE:
        return (
            QCoreApplication.translate("EngineWords", "The engines are built.")
            if build.built
            else QCoreApplication.translate("EngineWords", "All engines were built already.")
        )
    return ""


def figures_text(results: Mapping[str, tuple[Figure, ...]]) -> str:
    """What the plots show, in words, for those who do not see them."""
    lines = []
    for name, figures in results.items():
        line = "; ".join(
            QCoreApplication.translate(
                "EngineWords", "{0} s of speech: first sound after {1} ms, real-time factor {2}"
            ).format(number(figure.seconds, 1), number(1000 * figure.first_sound), number(figure.factor, 3))
            for figure in figures
        )
        lines.append(QCoreApplication.translate("EngineWords", "{0}: {1}").format(name, line))
    return "\n".join(lines)


def summary(name: str, figures: tuple[Figure, ...]) -> str:
    """What ran the model, and the range of its figures over the lengths of the text."""
    first = _span([1000 * figure.first_sound for figure in figures], 0)
    factor = _span([figure.factor for figure in figures], 3)
    text = QCoreApplication.translate("EngineWords", "{0}: first sound after {1} ms, real-time factor {2}")
    return text.format(name, first, factor)


def quoted(sentence: str) -> str:
    """A sentence of the engine with its commands between quotation marks, not backticks."""
    return COMMAND.sub(r"“\1”", sentence)


def _span(values: Sequence[float], digits: int) -> str:
    ends = dict.fromkeys((number(min(values), digits), number(max(values), digits)))
    return "–".join(ends)


def _built(stage: StageEngine | None) -> str:
    if stage is None:
        return "–"
    if stage.built is None:
        return QCoreApplication.translate("EngineWords", "not built")
    when = QDateTime.fromString(stage.built.built, Qt.DateFormat.ISODate)
    date = QLocale().toString(when.date(), QLocale.FormatType.ShortFormat)
    return ", ".join((precision(stage.built), data_size(stage.built.size), date))


def _reason(status: StageStatus | None, found: EngineLook | None, *, use_gpu: bool) -> str:
    if status is not None and status.fell_back:
        reason = quoted(status.reason)
        return reason[:1].upper() + reason[1:]
    if not use_gpu:
        return QCoreApplication.translate("EngineWords", "The processor alone was chosen")
    if found is not None and found.gpu is None:
        return QCoreApplication.translate("EngineWords", "There is no graphics card that can be used")
    return ""


def _running(status: StageStatus) -> str:
    if not status.fell_back:
        return status.running
    return QCoreApplication.translate("EngineWords", "{0} instead of {1} ({2})").format(
        status.running, status.wanted, quoted(status.reason)
    )
