"""Measures how far descriptions of one voice scatter, for `engines/voices/speakers.py`.

``python -m engines.voices.training.voice_differences FOLDER`` takes one recording a speaker of about 15 s, all in
FOLDER (LibriSpeech train-clean-100, CC BY 4.0), and writes `assets/weights/voice_differences.npz`. A minute on a core.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

from engines.audio.reading import read_audio
from engines.voices.measurements import Recording
from engines.voices.speakers import WEIGHTS, raw_descriptions

_SHRINK = 0.1
"""Added to the diagonal, of it: there are few windows for so many directions."""


def main(folder: Path) -> None:
    """Measure and write."""
    deviations, speakers = [], 0
    for path in sorted(folder.rglob("*.flac")):
        recording = Recording(*read_audio(path))
        vectors = [each.vector for each in raw_descriptions(recording, recording.phrases)]
        if len(vectors) >= 2:
            deviations += list(np.stack(vectors) - np.mean(vectors, axis=0))
            speakers += 1
    scatter = np.stack(deviations).astype(np.float64)
    covariance = scatter.T @ scatter / (len(scatter) - speakers)
    covariance += _SHRINK * np.diag(np.diag(covariance))
    whitening = np.linalg.cholesky(np.linalg.inv(covariance)).astype(np.float32)
    np.savez(WEIGHTS, allow_pickle=False, whitening=whitening)
    sys.stdout.write(f"{len(scatter)} descriptions of {speakers} speakers\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
