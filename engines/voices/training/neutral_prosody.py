"""What speech sounds like in which nothing is felt, and how much speakers differ in that, from recordings of readers.

``python -m engines.voices.training.neutral_prosody FOLDER …``, each a folder of recordings named as LibriSpeech names
them, writes `assets/weights/neutral_prosody.npz`; a minute or two for 350 readings. Those that come with the
program are of LibriSpeech: 251 readers of train-clean-100, and ten of test-other with ten readings each.

How far a speaker's pitch is raised cannot be heard from one clip for certain, since a raised pitch may be a high voice.
Three things tell something: how far the mean is above the base of F0, the mean itself, and the cepstrum of the voice,
which tells a large body from a small one. A ridge regression weighs them, on the readers' clips with their pitch raised
or lowered by as much as feelings do; the base goes along by 30 to 90 % of that, as in acted speech.
"""

from __future__ import annotations

import logging
import sys
from collections import defaultdict
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engines.audio.reading import read_audio
from engines.prosody.measuring import Prosody, prosody_of
from engines.prosody.neutral import TRAITS, WEIGHTS, features, traits
from engines.voices.measurements import Recording

log = logging.getLogger(__name__)

_LEAST_SPEECH = 5.0
_COPIES = 20
_RAISED = 3.5
"""Semitones: standard deviation of what feelings do to the mean of F0."""
_BASE_GOES_ALONG = (0.3, 0.9)
_RIDGE = 30.0


def main() -> None:
    """Measure all recordings and write the table."""
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    by_speaker: dict[str, list[Prosody]] = defaultdict(list)
    for path in sorted(path for folder in sys.argv[1:] for path in Path(folder).rglob("*.flac")):
        prosody = prosody_of(Recording(*read_audio(path)))
        if prosody is not None and prosody.speech >= _LEAST_SPEECH:
            by_speaker[path.name.split("-")[0]].append(prosody)
    speakers = [clips[0] for clips in by_speaker.values()]
    values = np.array([traits(clip) for clip in speakers])
    repeated = [np.array([traits(clip) for clip in clips]) for clips in by_speaker.values() if len(clips) > 2]
    weights = _pitch_weights(speakers)
    mistaken = np.array([features(clip) @ weights for clip in speakers])
    table = {
        "usual": values.mean(axis=0),
        "differ": values.std(axis=0),
        # Of two clips of one speaker, each is off by this.
        "vary": np.sqrt(2 * np.mean([clips.var(axis=0, ddof=1) for clips in repeated], axis=0)),
        "pitch": weights,
    }
    table["differ"][TRAITS.index("pitch")] = mistaken.std()
    np.savez(WEIGHTS, **{name: array.astype(np.float32) for name, array in table.items()})
    for number, name in enumerate(TRAITS):
        log.info("%-9s %s", name, " ".join(f"{table[each][number]:7.3f}" for each in ("usual", "differ", "vary")))
    log.info("%d speakers; of neutral clips the pitch is off by %.2f semitones", len(speakers), mistaken.std())


def _pitch_weights(speakers: list[Prosody]) -> NDArray[np.float64]:
    """[features] whose product with the features of a clip is how far its pitch is raised, semitones."""
    random = np.random.default_rng(0)
    inputs = np.repeat([features(clip) for clip in speakers], _COPIES, axis=0)
    raised = random.normal(0.0, _RAISED, len(inputs))
    inputs[:, 1] += raised
    inputs[:, 2] += raised * (1 - random.uniform(*_BASE_GOES_ALONG, len(inputs)))
    scale = inputs.std(axis=0)
    scale[0] = 1.0
    scaled = inputs / scale
    penalty = _RIDGE * np.diag(np.arange(len(scale)) > 0)
    solved: NDArray[np.float64] = np.linalg.solve(scaled.T @ scaled + penalty, scaled.T @ raised) / scale
    return solved


if __name__ == "__main__":
    main()
