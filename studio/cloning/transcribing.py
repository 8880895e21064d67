"""Writing down what is said in a process of its own: the recogniser stops all Python threads while it reads its words.

The parent writes a pickled pair of a `Reference`, or other speech, and a language to standard input; the child answers
with one JSON object on its last line, `{"text": …, "language": …}` or `{"error": …}`.
"""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engines.errors import TimbreError

if TYPE_CHECKING:
    from engines.voices.transcript import Speech

_LONGEST_COMPLAINT = 160


class TranscriptionError(TimbreError):
    """What is said could not be written down."""


@dataclass(frozen=True, slots=True)
class Heard:
    """What is said, and the language of it; empty if nothing was understood."""

    text: str
    language: str


def transcribe(reference: Speech, language: str | None) -> Heard:
    """As `engines.voices.transcript.transcribe`, a second later; waits, and so is not for the GUI thread.

    Raises
    ------
    TranscriptionError
        With the sentence of the recogniser, or what to do when its process has died.
    """
    done = subprocess.run(
        [sys.executable, "-m", "studio.cloning.transcribing"],
        input=pickle.dumps((reference, language)),
        capture_output=True,
        check=False,
    )
    said = done.stdout.decode("utf-8", "replace").strip().splitlines()
    try:
        answer = json.loads(said[-1])
        if "error" in answer:
            raise TranscriptionError(str(answer["error"]))
        return Heard(str(answer["text"]), str(answer["language"]))
    except (IndexError, ValueError, TypeError, KeyError) as error:
        complaint = done.stderr.decode("utf-8", "replace").strip().splitlines()
        why = complaint[-1][:_LONGEST_COMPLAINT] if complaint else f"status {done.returncode}"
        raise TranscriptionError(
            f"The speech recogniser ended too early ({why}): ask for it again, or type what is said."
        ) from error


def main() -> None:
    """Of the child."""
    from engines.voices.transcript import transcribe as write_down  # noqa: PLC0415

    reference, language = pickle.load(sys.stdin.buffer)
    try:
        written = write_down(reference, language)
        answer = {"text": written.text, "language": written.language}
    except TimbreError as error:
        answer = {"error": str(error)}
    sys.stdout.write("\n" + json.dumps(answer) + "\n")


if __name__ == "__main__":
    main()
