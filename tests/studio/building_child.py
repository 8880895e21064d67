"""A process that builds nothing, but tells what one that does would tell."""

from __future__ import annotations

import json
import os
import sys
import time

STAGES = ("text", "prosody", "front", "generator")


def tell(event: str, **facts: object) -> None:
    print(json.dumps({"event": event, **facts}), flush=True)


def main(mode: str) -> int:
    print('a library says hello\n{\n[1]\n"é"', flush=True)
    if mode == "nothing":
        tell("done", built=[])
        return 0
    if mode == "no card":
        print("PyCUDA is not installed; install it with `timbre extras install gpu`.", file=sys.stderr)
        return 1
    for number, stage in enumerate(STAGES):
        tell("step", stage=stage, number=number, of=len(STAGES), phase="", share=0.0)
        tell("step", stage=stage, number=number, of=len(STAGES), phase="Tactics", share=0.5)
        if mode == "hang" and number == 1:
            time.sleep(20)
        if mode == "crash" and number == 2:
            print("[TRT] out of memory", file=sys.stderr, flush=True)
            os.abort()
        if mode == "silent" and number == 0:
            return 3
    if mode == "home":
        tell("step", stage=os.environ["TIMBRE_HOME"], number=0, of=1, phase="", share=0.0)
    tell("done", built=list(STAGES))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
