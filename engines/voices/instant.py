"""A voice from a few seconds of reference, at once: two small networks, and neither fitting nor PyTorch.

They were trained in this project (`engines.voices.training`). From a log-mel spectrogram and a speaker embedding (Wan
et al. 2018; the weights of its recurrent layers are Resemblyzer's) an encoder guesses the coefficients of a voice and
its speaking rate. From there, coefficients are sought that sound more like the reference (`engines.voices.search`).
Pitch is measured. The prosody style, of which a few seconds tell little, is that of the stock voice
most like the speaker.
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import soxr

from engines.audio.analysis import centred_power, mel_filters
from engines.audio.pitch import track_pitch_widened
from engines.models.kokoro.voices import LANGUAGES
from engines.models.manifest import DEFAULT_PACK
from engines.runtime.backend import Backend, Profile, Range
from engines.runtime.onnx_runtime import OnnxRuntimeBackend
from engines.types import FloatArray
from engines.voices.acoustics import levelled, long_term_levels
from engines.voices.profile import FASTEST_RATE, SLOWEST_RATE, Origin, PitchRange, VoiceProfile
from engines.voices.reference import Reference
from engines.voices.search import Sound, SoundModel, seek

RATE = 16_000
"""Hz; of what the network hears."""
WEIGHTS = Path(__file__).resolve().parents[2] / "assets" / "weights"
LONGEST_SECONDS = 30.0
"""More tells it nothing more."""
MEL_SIZE, MEL_WINDOW, MEL_HOP, MEL_BANDS = 1024, 800, 200, 80
_PIECE, _PIECE_HOP = 160, 80
_SPEAKER_LEVEL = 10 ** (-30 / 20)
_SPEAKER_SIZE, _SPEAKER_HOP, _SPEAKER_BANDS = 400, 160, 40


def log_mel(samples: FloatArray) -> FloatArray:
    """[80, frames] of [N] samples at 16 kHz: the spectrogram that the encoder was trained on."""
    power = centred_power(samples, MEL_SIZE, MEL_WINDOW, MEL_HOP) @ mel_filters(RATE, MEL_SIZE, MEL_BANDS)
    mel: FloatArray = ((np.log(power + 1e-4) + 2) / 3).T.astype(np.float32)
    return mel


def speaker_pieces(samples: FloatArray, filters: FloatArray) -> FloatArray:
    """[pieces, 160, 40]: mel power in stretches of 1.6 s, half overlapping, for the speaker embedding.

    Parameters
    ----------
    samples
        [N] at 16 kHz.
    filters
        [40, 201] the mel bank that the embedder was trained with.
    """
    level = np.sqrt(np.mean(np.square(samples, dtype=np.float64)) + 1e-9)
    power = centred_power(samples * (_SPEAKER_LEVEL / level), _SPEAKER_SIZE, _SPEAKER_SIZE, _SPEAKER_HOP)
    mel = (power @ filters.T).astype(np.float32)
    mel = np.pad(mel, ((0, max(0, _PIECE - len(mel))), (0, 0)))
    starts = range(0, len(mel) - _PIECE + 1, _PIECE_HOP)
    return np.stack([mel[s : s + _PIECE] for s in starts])


@dataclass(frozen=True, eq=False)
class _Table:
    """What is known of the stock voices, so that the pack need not be read, and of all voices."""

    names: tuple[str, ...]
    speakers: FloatArray
    """[V, 256] embeddings."""
    prosody: FloatArray
    """[V, 128] styles."""
    pace: FloatArray
    """[V] logarithm of the speaking rate of each style in the language of its voice, as the network hears it."""
    filters: FloatArray
    """[40, 201] mel bank of the embedder."""
    centre: FloatArray
    """[M] the mean voice."""
    directions: FloatArray
    """[K, M] of modulations, one a coefficient."""


class InstantCloner:
    """Makes voices of references. Safe to call from any thread.

    Parameters
    ----------
    backend
        Runs the network.
    weights
        Folder of `voice_encoder.onnx`, `voice_encoder.npz` and `voice_search.npz`.
    """

    def __init__(self, backend: Backend, weights: Path = WEIGHTS) -> None:
        with np.load(weights / "voice_encoder.npz", allow_pickle=False) as table:
            known = ("speakers", "prosody", "pace", "filters", "centre")
            self._table = _Table(
                names=tuple(str(name) for name in table["names"]),
                directions=table["directions"] * table["direction_units"],
                **{name: table[name].astype(np.float32) for name in known},
            )
        self._sounds = SoundModel.load(weights / "voice_search.npz")
        mel = Range((1, MEL_BANDS, 40), (1, MEL_BANDS, 800), (1, MEL_BANDS, 2401))
        pieces = Range((1, _PIECE, _SPEAKER_BANDS), (12, _PIECE, _SPEAKER_BANDS), (60, _PIECE, _SPEAKER_BANDS))
        self._network = backend.load(weights / "voice_encoder.onnx", Profile({"mel": mel, "pieces": pieces}))

    @classmethod
    def open(cls, threads: int | None = None) -> InstantCloner:
        """With the weights that come with the program, on the CPU."""
        return cls(OnnxRuntimeBackend(threads))

    def clone(
        self,
        reference: Reference,
        *,
        name: str = "voice",
        title: str,
        language: str = "en-us",
        transcript: str = "",
        owner: str = "",
    ) -> VoiceProfile:
        """A voice like that of the reference; under a second on two processor cores.

        Parameters
        ----------
        reference
            Usable, that is, with some speech in it.
        name
            What the engine calls it; `VoiceStore.add` makes it unique.
        language
            Spoken in the reference, and the voice's own.
        transcript, owner
            Kept with the voice; see `Origin`.

        Raises
        ------
        ValueError
            If the reference is not usable.
        """
        found, sound = self._heard(reference)
        pitch = PitchRange.of(track_pitch_widened(sound, RATE))
        # The encoder knows noise and the tone of many recordings, but not what is left of speech without them; the
        # voice is to sound as what is left does.
        cleaned = reference.natural is not None
        target, clear = self._heard(replace(reference, natural=None)) if cleaned else (found, sound)
        wanted = Sound(target["embedding"][0], long_term_levels(clear), pitch)
        coefficients = seek(self._sounds, found["coefficients"][0], wanted)
        near = self._nearest(wanted.embedding, language)
        rate = float(np.exp(found["pace"][0] - self._table.pace[near]))
        stock = self._table.names[near]
        return VoiceProfile(
            name=name,
            title=title,
            language=language,
            gender="male" if stock[1] == "m" else "female",
            family=DEFAULT_PACK,
            modulation=self._table.centre + coefficients @ self._table.directions,
            prosody=self._table.prosody[near],
            pitch=pitch,
            rate=min(max(rate, SLOWEST_RATE), FASTEST_RATE),
            statistics=None,
            origin=Origin(
                kind="instant",
                created=datetime.date.today().isoformat(),
                source_sha256=reference.sha256,
                source_name=reference.source_name,
                transcript=transcript,
                owner=owner,
                cleaning=reference.cleaning,
            ),
        )

    def pace(self, reference: Reference) -> float:
        """Logarithm of the speaking rate, as the network hears it: of English speech, relative to the model's own.

        Raises
        ------
        ValueError
            If the reference is not usable.
        """
        return float(self._heard(reference)[0]["pace"][0])

    def _heard(self, reference: Reference) -> tuple[Mapping[str, FloatArray], FloatArray]:
        """What the network makes of a reference, and its samples as they were heard, [N] at 16 kHz."""
        if not reference.usable:
            raise ValueError("there is no speech in the reference")
        heard = reference.samples if reference.natural is None else reference.natural
        sound = soxr.resample(heard, 24_000, RATE).astype(np.float32)
        sound = levelled(sound[: int(LONGEST_SECONDS * RATE)])
        pieces = speaker_pieces(sound, self._table.filters)
        return self._network.run({"mel": log_mel(sound)[None], "pieces": pieces}), sound

    def _nearest(self, embedding: FloatArray, language: str) -> int:
        """The stock voice most like a speaker, of those of the language if there are any."""
        likeness = self._table.speakers @ embedding
        speaks = np.array([_base(LANGUAGES[name[0]]) == _base(language) for name in self._table.names])
        return int(np.where(speaks | ~speaks.any(), likeness, -np.inf).argmax())


def _base(language: str) -> str:
    """`en` of `en-gb`."""
    return language.partition("-")[0]
