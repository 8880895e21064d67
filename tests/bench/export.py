"""Exports without a window: throughput, kills, a full disk, cancelling, and levels that another program confirms.

    python -m tests.bench.export [--real] [--lines N] [--only NAME …]

Without `--real` a tiny model speaks: it is no speech, but it sounds. The names are `throughput`, `kills`, `full`,
`cancel` and `levels`. A full disk needs the right to mount a small one, and levels need the program `ffmpeg`; without
them that is said.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from engines.audio.formats import FileFormat
from engines.audio.levels import SHORTEST, Target
from engines.audio.reading import read_audio
from engines.engine import Engine
from engines.models.kokoro.model import KokoroModel
from engines.paths import home
from engines.runtime.onnx_runtime import OnnxRuntimeBackend
from studio.document.script import Line, Member, Script
from studio.export.arrange import pieces
from studio.export.maker import TakeMaker
from studio.export.manifest import MANIFEST
from studio.export.plan import ExportItem, ExportMode, ExportOptions, OnExisting
from studio.export.write import write_item
from tests.bench.report import ROOT, Figure, conclude, console

LINES = {False: 2000, True: 200}
KILLS = 3
WORKERS = (1, 2, 4)
SPEED_LINES = {False: 200, True: 24}
VOICES = {False: ("af_tiny", "am_small"), True: ("af_heart", "am_adam")}
WHO = ("Anna", "Ben", "Carla", "Dora", "Eric", "Frank", "Gina", "Hugo", "Ida", "Jack", "Kate", "Leo", "Mia")
DOES = ("sees", "calls", "finds", "takes", "likes", "hides", "sells", "wants", "needs", "hears", "hits", "buys", "has")
WHAT = ("it", "him", "bread", "boats", "a dog", "a key", "tea", "the sea", "gold", "rain", "a map", "us", "salt")
LONG = "The rain had stopped before dawn, and the road to the harbour was empty. Nobody spoke until the boat had left."


def script(folder: Path, lines: int, real: bool, text: str = "") -> tuple[Path, Path]:
    """A text of so many lines by two people, and their cast."""
    file, cast = folder / "script.txt", folder / "cast.toml"
    names = ("Maya", "Lin")
    said = [f"{text} {short(row)}".strip() for row in range(lines)]
    file.write_text("".join(f"{names[row % 2]}: {line}\n" for row, line in enumerate(said)), "utf-8")
    first, second = VOICES[real]
    cast.write_text(f'narrator = "{first}"\nMaya = "{first}"\nLin = "{second}"\n')
    return file, cast


def short(row: int) -> str:
    """A line unlike the 2,196 before it: what is said twice would be made once."""
    row, what = divmod(row, len(WHAT))
    does, who = divmod(row, len(WHO))
    return f"{WHO[who]} {DOES[does % len(DOES)]} {WHAT[what]}."


def start(real: bool, pack: Path, source: tuple[Path, Path], out: Path, *options: str) -> subprocess.Popen[bytes]:
    """`timbre export` in a process of its own."""
    program = ["studio.cli"] if real else ["tests.bench.export", "--program", str(pack), "--"]
    command = [sys.executable, "-m", *program, "export", str(source[0]), "--out", str(out), "--cast", str(source[1])]
    return subprocess.Popen([*command, *options], cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)


def finish(process: subprocess.Popen[bytes]) -> tuple[int, str]:
    """Wait for the end; returns the exit status and what was said."""
    said = process.communicate()[1].decode()
    return process.returncode, said


def digests(folder: Path) -> dict[str, str]:
    """Checksums of all files of a folder."""
    return {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in folder.iterdir() if file.is_file()}


def throughput(real: bool, pack: Path, folder: Path, _lines: int) -> Iterator[Figure]:
    """Lines and seconds of audio made and written a second, loading left out: two runs of different length."""
    count = SPEED_LINES[real]
    base = 0.0
    for workers in WORKERS:
        took, seconds = [], []
        for lines in (count // 8, count):
            out = folder / f"speed{workers}-{lines}"
            begin = time.perf_counter()
            status, said = finish(start(real, pack, script(folder, lines, real), out, "--workers", str(workers)))
            took.append(time.perf_counter() - begin)
            assert not status, said
            files = json.loads((out / MANIFEST).read_text("utf-8"))["files"]
            seconds.append(sum(entry["seconds"] for entry in files))
            shutil.rmtree(out)
        lines_a_second = (count - count // 8) / (took[1] - took[0])
        base = base or lines_a_second
        yield Figure(f"{workers} worker(s): lines a second", lines_a_second)
        yield Figure(f"{workers} worker(s): seconds of audio a second", (seconds[1] - seconds[0]) / (took[1] - took[0]))
        yield Figure(f"{workers} worker(s): against one", lines_a_second / base)


def kills(real: bool, pack: Path, folder: Path, lines: int) -> Iterator[Figure]:
    """Kill an export three times at random; its files must be those of an undisturbed one."""
    source = script(folder, lines, real)
    options = ("--format", "16", "--rate", "24000", "--loudness", "-16", "--beside", "srt")
    whole, cut = folder / "whole", folder / "cut"
    begin = time.perf_counter()
    status, said = finish(start(real, pack, source, whole, *options))
    took = time.perf_counter() - begin
    assert not status, said
    console.print(f"undisturbed: {took:.0f} s")
    times = sorted(random.uniform(0.15, 0.85) for _ in range(KILLS))
    done = 0
    for number, share in enumerate(times):
        goal = int(share * lines)
        process = start(real, pack, source, cut, *options)
        while len(list(cut.glob("*.wav"))) < goal and process.poll() is None:
            time.sleep(0.05)
        time.sleep(random.uniform(0.0, 0.2))
        process.kill()
        process.communicate()
        done = len(list(cut.glob("*.wav")))
        console.print(f"kill {number + 1}: {done} files, {len(list(cut.glob('.timbre-*.part')))} unfinished")
    status, said = finish(start(real, pack, source, cut, *options))
    assert not status, said
    console.print(said.strip())
    names = sorted(file.name for file in cut.glob("*.wav"))
    manifest = json.loads((cut / MANIFEST).read_text("utf-8"))["files"]
    numbers = [entry["lines"][0]["number"] for entry in manifest]
    one, other = digests(whole), digests(cut)
    yield Figure("lines exported", len(names), "", lines, "at least")
    yield Figure("files out of order or missing in the list", sum(a != b for a, b in enumerate(numbers, 1)), "", 0)
    yield Figure(
        "files that differ from an undisturbed run", sum(one.get(k) != other.get(k) for k in one | other), "", 0
    )
    yield Figure("files made before the last kill", done)
    yield Figure("unfinished files left", len(list(cut.glob(".*"))), "", 0)
    yield Figure("undisturbed run", took, "s")


def full(real: bool, pack: Path, folder: Path, _lines: int) -> Iterator[Figure]:
    """Run out of room, get some, go on."""
    lines = 40
    source = script(folder, lines, real)
    whole = folder / "roomy"
    status, said = finish(start(real, pack, source, whole))
    assert not status, said
    need = sum(file.stat().st_size for file in whole.iterdir())
    disk = folder / "disk"
    disk.mkdir()
    with mounted(disk, need // 2) as resize:
        if resize is None:
            console.print("a full disk was not tried: it needs the right to mount one")
            return
        status, said = finish(start(real, pack, source, disk / "out"))
        console.print(said.strip())
        yield Figure("exit status on a full disk", status, "", 1)
        yield Figure("says that the disk is full", float("is full" in said and "goes on" in said), "", 1, "at least")
        out = disk / "out"
        present = {name: digest for name, digest in digests(out).items() if name.endswith(".wav")}
        right = digests(whole)
        yield Figure("files before room was made", len(present))
        yield Figure("wrong files before room was made", sum(right[n] != d for n, d in present.items()), "", 0)
        resize(4 * need + (64 << 20))
        status, said = finish(start(real, pack, source, out))
        assert not status, said
        yield Figure("files that differ after going on", sum(right[n] != d for n, d in digests(out).items()), "", 0)
        yield Figure("files after going on", len(digests(out)), "", lines + 1, "at least")


@contextmanager
def mounted(folder: Path, size: int) -> Iterator[Callable[[int], None] | None]:
    """A small disk; None without the right to make one."""
    command = ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder)]
    if os.name != "posix" or not shutil.which("mount") or subprocess.run(command, check=False).returncode:
        yield None
        return

    def resize(new: int) -> None:
        subprocess.run(["mount", "-o", f"remount,size={new}", str(folder)], check=True)

    try:
        yield resize
    finally:
        subprocess.run(["umount", str(folder)], check=True)


def cancel(real: bool, pack: Path, folder: Path, _lines: int) -> Iterator[Figure]:
    """Interrupt exports as Ctrl+C does, in the middle of long lines."""
    longest = 0.0
    left = 0
    for number in range(5):
        out = folder / f"cancel{number}"
        process = start(real, pack, script(folder, 60, real, LONG), out, "--format", "mp3")
        while not list(out.glob("*.mp3")) and process.poll() is None:
            time.sleep(0.002)
        time.sleep(random.uniform(0.0, 0.5))
        begin = time.perf_counter()
        process.send_signal(signal.SIGINT)
        status, said = finish(process)
        longest = max(longest, time.perf_counter() - begin)
        assert status == 130, said
        files = [file for file in out.iterdir() if file.is_file()]
        left += sum(file.suffix != ".mp3" or not len(read_audio(file)[0]) for file in files)
    # The process ends in this time: the work itself ended before.
    yield Figure("from cancel to the end of the process, longest of 5", 1000 * longest, "ms", 300)
    yield Figure("files that are not whole after a cancel", left, "", 0)


def levels(real: bool, pack: Path, folder: Path, _lines: int) -> Iterator[Figure]:
    """Loudness and true peaks of every format and target, measured by FFmpeg's ebur128."""
    if not shutil.which("ffmpeg"):
        console.print("levels were not checked: the program ffmpeg is not installed")
        return
    lines = (Line("all", LONG), Line("some", LONG[: LONG.index(".") + 1]))
    spoken = Script(lines, (Member("", VOICES[real][0]),))
    with Engine.open(cache=None) if real else tiny_engine(pack) as engine:
        engine.warm_up(VOICES[real][0])
        maker = TakeMaker(engine, folder / "takes", "bench")
        takes = [maker.take(line, spoken.delivery(line), threading.Event()) for line in lines]
    assert all(take.seconds > SHORTEST for take in takes), "there is a rule of its own for those"
    replaced = ExportOptions(folder, ExportMode.LINES, existing=OnExisting.REPLACE)
    for target in (Target.LOUD, Target.MEDIUM, Target.BROADCAST, Target.ACX):
        off = peak = -100.0
        for kind in FileFormat:
            for channels, rate in ((1, kind.rates[0]), (1, kind.rates[-1]), (2, kind.rates[-1])):
                options = replace(replaced, file_format=kind, rate=rate, channels=channels, target=target)
                for take in takes:
                    item = ExportItem((take.line,), folder / f"level{kind.suffix}", options)
                    assert write_item(item, pieces(spoken, [take]), maker.read, lambda _share: None)
                    level, top = ffmpeg(item.file)
                    if target is Target.ACX:
                        level = rms(item.file)
                    off = max(off, abs(level - (target.level or 0.0)))
                    peak = max(peak, top)
        name = f"target {target.value}"
        yield Figure(f"{name}: furthest from it", off, "dB RMS" if target is Target.ACX else "LU", 0.3)
        yield Figure(f"{name}: highest true peak", peak, "dBTP", -3.0 if target is Target.ACX else -1.0)


def ffmpeg(file: Path) -> tuple[float, float]:
    """Integrated loudness, LUFS, and true peak, dBTP."""
    graph = "ebur128=peak=true:framelog=verbose"
    command = ["ffmpeg", "-nostats", "-hide_banner", "-i", str(file), "-map", "0:a", "-af", graph, "-f", "null", "-"]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stderr
    return float(re.findall(r"I:\s+(\S+) LUFS", said)[-1]), float(re.findall(r"Peak:\s+(\S+) dBFS", said)[-1])


def rms(file: Path) -> float:
    """dBFS, as FFmpeg's astats has it."""
    command = ["ffmpeg", "-nostats", "-hide_banner", "-i", str(file), "-map", "0:a", "-af", "astats", "-f", "null", "-"]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stderr
    return float(re.findall(r"RMS level dB:\s+(\S+)", said)[-1])


PARTS = {"throughput": throughput, "kills": kills, "full": full, "cancel": cancel, "levels": levels}


def main(real: bool, lines: int, names: list[str]) -> int:
    """Measure."""
    figures = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        pack = home() if real else tiny(folder / "tiny")
        for part in names:
            console.rule(part)
            for figure in PARTS[part](real, pack, folder, lines):
                console.print(f"{figure.name}: {figure.value:.4g} {figure.unit}")
                figures.append(figure)
    return conclude("export_real" if real else "export", figures)


def tiny(folder: Path) -> Path:
    """A pack of the tiny model."""
    from tests.tiny import write_tiny_pack  # noqa: PLC0415

    folder.mkdir()
    write_tiny_pack(folder)
    return folder


def tiny_engine(pack: Path) -> Engine:
    """The tiny model on one thread."""
    from tests.tiny import TINY  # noqa: PLC0415

    backend = OnnxRuntimeBackend(1, fast_integers=False)
    return Engine(KokoroModel(pack, backend, pack.parent / "statistics", pack="tiny", config=TINY))


def program(pack: Path, arguments: list[str]) -> None:
    """`timbre` with the tiny model."""
    from studio import cli  # noqa: PLC0415
    from studio.commands import services  # noqa: PLC0415

    real = services.installed_services()
    tiny_services = services.Services(lambda: tiny_engine(pack), real.open_store, real.open_voices, real.open_player)
    services.installed_services = lambda: tiny_services
    cli.main(arguments)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--program"]:
        program(Path(sys.argv[2]), sys.argv[4:])
    parser = argparse.ArgumentParser(prog="python -m tests.bench.export")
    parser.add_argument("--real", action="store_true", help="with the installed model")
    parser.add_argument("--lines", type=int, default=0, help="of the export that is killed")
    parser.add_argument("--only", nargs="+", choices=PARTS, default=list(PARTS), metavar="NAME")
    chosen = parser.parse_args()
    sys.exit(main(chosen.real, chosen.lines or LINES[chosen.real], chosen.only))
