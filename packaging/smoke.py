"""Tries a bundle or an installed package as a stranger would: `python3 packaging/smoke.py`.

    python3 packaging/smoke.py                    dist/timbre-studio, from a folder with a space and Chinese in its name
    python3 packaging/smoke.py --installed        what is in /usr/bin
    python3 packaging/smoke.py --fetch            fetch the speech model, even where it has been fetched already
    python3 packaging/smoke.py --gpu              fetch what a graphics card takes, too, and build the engines for one

Nothing of the environment is passed on, and the home is new. Everything has to end with the right status, to say
nothing on standard error but its own notes, and to leave no process. Needs nothing but Python, so that it runs
anywhere.
"""

from __future__ import annotations

import argparse
import array
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import wave
from collections.abc import Callable, Sequence
from pathlib import Path

BUNDLE = Path(__file__).resolve().parent.parent / "dist" / "timbre-studio"
TEXTS = {
    "en-us": ("af_heart", "The harbour was quiet, and the lamp of the old lighthouse turned all night long."),
    "zh": ("zf_xiaoxiao", "港口很安静，老灯塔的灯整夜都在转动。"),
    "ja": ("jf_alpha", "港は静かで、灯台の光は一晩中回っていました。"),
}
SCRIPT = "1\n00:00:00,000 --> 00:00:03,000\nMaya: Good evening.\n\n2\n00:00:03,000 --> 00:00:06,000\n你好，世界。\n"
_NOISE = re.compile(r"Traceback|[Ww]arning|Error\b|Qt|\bcannot\b|LD_PRELOAD|Gtk|qt\.", re.MULTILINE)
_OFFSCREEN = "This plugin does not support"
"""What Qt says of every window without a screen."""
_LATER = 5.0
"""Seconds for the window to load what it puts off until it is seen."""
_QUIET = 300
"""Root mean square of 16-bit samples under which nothing was said."""


class Smoke:
    """One bundle in an empty environment; keeps what each step took."""

    def __init__(self, folder: Path, home: Path, shared: Path | None) -> None:
        self._folder, self._home = folder, home
        self._environment = {"HOME": str(home), "QT_QPA_PLATFORM": "offscreen"}
        if shared:
            self._environment["XDG_DATA_DIRS"] = str(shared)
        self.seconds: dict[str, float] = {}

    def run(self, step: str, *words: str | Path, program: str = "timbre", status: int = 0) -> str:
        """Run a command to its end; returns what it wrote to standard output."""
        start = time.monotonic()
        done = subprocess.run(
            [self._folder / program, *words],
            env=self._environment,
            cwd=self._home,
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=900,
            check=False,
        )
        self.seconds[step] = time.monotonic() - start
        if done.returncode != status:
            raise SystemExit(f"{step}: status {done.returncode} instead of {status}\n{done.stdout}\n{done.stderr}")
        if status == 0 and _NOISE.search(done.stderr):
            raise SystemExit(f"{step} is not silent:\n{done.stderr}")
        return done.stdout

    def open_window(self, step: str, *words: str | Path, until: Callable[[], object]) -> None:
        """Open the window, wait for something, and ask the program to end."""
        start = time.monotonic()
        process = subprocess.Popen(
            [self._folder / "timbre-studio", *words],
            env=self._environment,
            cwd=self._home,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        while not until():
            if process.poll() is not None or time.monotonic() - start > 60:
                process.kill()
                raise SystemExit(f"{step}: the window did not come up\n{process.communicate()[0]}")
            time.sleep(0.02)
        self.seconds[step] = time.monotonic() - start
        time.sleep(_LATER)
        process.send_signal(signal.SIGTERM)
        said, _ = process.communicate(timeout=30)
        if process.returncode != 0 or said:
            raise SystemExit(f"{step}: it ended with {process.returncode} and said:\n{said}")


def try_everything(smoke: Smoke, home: Path) -> None:
    """Every step; the first that fails ends the program with a sentence."""
    version = smoke.run("version", "--version")
    if not re.fullmatch(r"timbre \d+\.\d+\.\d+\n", version):
        raise SystemExit(f"It does not know its version: {version}")
    smoke.run("refusal", "say", "Hello.", "-o", "no.wav", status=1)  # there is no model yet
    smoke.run("wrong command", "sing", status=2)
    smoke.run("model", "models", "install")
    findings = json.loads(smoke.run("doctor", "doctor", "--json"))
    if missing := [found["text"] for found in findings if found["state"] == "missing"]:
        raise SystemExit(f"doctor misses {missing}")
    for language, (voice, text) in TEXTS.items():
        file = home / f"声音 {language}.wav"
        smoke.run(f"first words, {language}", "say", text, "--voice", voice, "--language", language, "-o", file)
        _listen(file)
    smoke.run("words", "say", TEXTS["en-us"][1], "-o", "again.wav")
    script = home / "第 1 集.srt"
    script.write_text(SCRIPT, "utf-8")
    smoke.run("export", "export", script, "--out", home / "episode")
    for file in sorted((home / "episode").glob("*.wav")):
        _listen(file)
    mine = home / "mine.timbrevoice"
    smoke.run("clone", "clone", home / "声音 en-us.wav", "--name", "Mine", "--out", mine)
    smoke.run("import", "voices", "import", mine)
    smoke.run("words of the clone", "say", "This is my voice.", "--voice", "mine", "-o", "mine.wav")
    _listen(home / "mine.wav")
    smoke.run("picture", "--demo", "--screenshot", home / "studio.png", "--language", "zh_CN", program="timbre-studio")
    if (home / "studio.png").stat().st_size < 50_000:
        raise SystemExit("The picture of the window is empty.")
    data = home / ".local" / "share" / "timbre-studio"
    smoke.open_window("window", "--demo", until=lambda: any(data.glob("workspaces/*/base.json")))
    log = data / "logs" / "studio.log"  # there from the first thing that is told
    strange = {path.name for path in home.glob(".*/*")} - {"share", "fontconfig", "pulse", "qtshadercache"}
    if strange:
        raise SystemExit(f"It has left something in the home: {strange}")
    lines = log.read_text("utf-8").splitlines() if log.exists() else []
    if told := [line for line in lines if re.search("ERROR|WARNING", line) and _OFFSCREEN not in line]:
        raise SystemExit("The window has written into its log:\n" + "\n".join(told))


def try_gpu(smoke: Smoke) -> None:
    """Whether engines can be built with what is added for a graphics card, which need not be there."""
    smoke.run("adding gpu", "extras", "install", "gpu")
    smoke.run("engines", "engines", "build", "--try-for", "8.9")
    found = [finding["text"] for finding in json.loads(smoke.run("doctor on the GPU", "doctor", "--json"))]
    for package in ("tensorrt", "pycuda"):
        if not any(text.startswith(package) for text in found):
            raise SystemExit(f"doctor does not see {package}: {found}")
    smoke.run("removing gpu", "extras", "remove", "gpu")


def main(arguments: Sequence[str] | None = None) -> int:
    """Returns the exit status."""
    parser = argparse.ArgumentParser(description="Try a bundle in an empty environment.")
    parser.add_argument("--installed", action="store_true", help="what is in /usr/bin")
    parser.add_argument("--fetch", action="store_true", help="fetch the speech model, even where it has been already")
    parser.add_argument("--gpu", action="store_true", help="fetch what a graphics card takes, and build engines")
    chosen = parser.parse_args(arguments)
    before = _running()
    with tempfile.TemporaryDirectory(prefix="timbre 烟雾 ", dir=BUNDLE.parent if BUNDLE.is_dir() else None) as folder:
        place = Path("/usr/bin")
        if not chosen.installed:
            place = Path(folder) / "工作室 studio"
            shutil.copytree(BUNDLE, place, symlinks=True, copy_function=os.link)
        home = Path(folder) / "我的 home"
        home.mkdir()
        smoke = Smoke(place, home, None if chosen.fetch else _shared(Path(folder)))
        try_everything(smoke, home)
        if chosen.gpu:
            try_gpu(smoke)
    if left := _running() - before:
        raise SystemExit(f"Processes are left: {left}")
    for step, seconds in smoke.seconds.items():
        sys.stdout.write(f"{seconds:7.2f} s  {step}\n")
    return 0


def _shared(folder: Path) -> Path | None:
    """A folder as packages of the system fill it, of what this user has fetched; None if that is nothing."""
    fetched = Path(os.environ.get("TIMBRE_HOME") or Path.home() / ".local" / "share" / "timbre-studio") / "sources"
    if not fetched.is_dir():
        return None
    shared = folder / "share"
    (shared / "timbre-studio").mkdir(parents=True)
    (shared / "timbre-studio" / "sources").symlink_to(fetched)
    return shared


def _listen(file: Path) -> None:
    """Whether something is said in a WAV file of 16 bits."""
    with wave.open(str(file)) as sound:
        samples = array.array("h", sound.readframes(sound.getnframes()))
        seconds = sound.getnframes() / sound.getframerate()
    if seconds < 0.5 or (sum(x * x for x in samples) / len(samples)) ** 0.5 < _QUIET:
        raise SystemExit(f"There is nothing to be heard in {file.name}.")


def _running() -> set[str]:
    """Ids of the processes of a bundle."""
    found = set()
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if "timbre-studio" in str((process / "exe").readlink()):
                found.add(process.name)
        except OSError:
            continue  # it has ended, or belongs to somebody else
    return found


if __name__ == "__main__":
    sys.exit(main())
