"""A process that refines nothing, but tells what one that does would tell."""

from __future__ import annotations

import json
import sys
import threading
from dataclasses import replace
from pathlib import Path
from queue import Empty, Queue

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
from engines.voices.voice_file import read_voice, write_voice

STEPS = 4


def tell(**news: object) -> None:
    print(json.dumps(news), flush=True)


def main(start: Path, mode: str) -> int:
    lines: Queue[str] = Queue()
    threading.Thread(target=lambda: [lines.put(line) for line in sys.stdin], daemon=True).start()
    profile = read_voice(start)
    print("a library says hello", flush=True)
    tell(event="stage", text="Aligning the text")
    if mode.startswith("doubt"):
        tell(event="warning", text="The transcript does not seem to be what is said; correct it for a closer voice")
        tell(event="stage", text="Fitting the voice on the processor")
    if mode == "error":
        tell(event="error", text="There is too little speech: record more.")
        return 1
    if mode == "crash":
        print("Traceback (most recent call last):\nMemoryError: no room", file=sys.stderr)
        return 3
    if mode == "wait":
        while lines.get(timeout=20) != "stop\n":
            pass
        return 0
    file = start
    for step in range(1, STEPS + 1):
        file = start.with_name(f"step-{step:04}.timbrevoice")
        level = np.full_like(profile.modulation, 1.0 + step)
        write_voice(replace(profile, modulation=level), file)
        left = (STEPS - step) * 10
        tell(event="step", step=step, steps=STEPS, similarity=0.8 + step / 25, seconds_left=left, file=str(file))
        if mode in {"hold", "doubt hold"} and step == 2:
            while lines.get(timeout=20) != "stop\n":
                pass
            break
        if mode == "deaf" and step == 2:
            threading.Event().wait(20)
        if mode == "crash late" and step == 2:
            return 3
        try:
            if lines.get_nowait() == "stop\n":
                break
        except Empty:
            pass
    tell(event="done", file=str(file))
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[2]))
