"""Making takes without a window: each is kept on disk, so that no line is ever made twice."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import shutil
import threading
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Protocol

import numpy as np

from engines.errors import AudioFileError, NothingToSayError
from engines.files import replacing
from engines.models.base import VoiceInfo
from engines.text.lexicon import NO_LEXICONS, Lexicons
from engines.types import AudioChunk, FloatArray, Phonemes, Utterance
from studio.document.plain import MisfitError, from_plain, to_plain
from studio.document.script import Delivery, Line
from studio.document.takes import Take
from studio.export.publish import explained
from studio.operations import Cancelled
from studio.playback.audio_files import read_take, write_take
from studio.playback.jobs import Job, take_of


class Speaker(Protocol):
    """The part of `engines.engine.Engine` that speaks; called from several threads."""

    @property
    def voices(self) -> Mapping[str, VoiceInfo]:
        """The voices by name."""
        ...

    def phonemize(self, utterance: Utterance) -> Iterator[Phonemes]:
        """The segments of the text and their readings."""
        ...

    def speak_beside(self, utterance: Utterance, *, cancel: threading.Event | None = None) -> Iterator[AudioChunk]:
        """The audio, while it is being made, of one of several that are said at once."""
        ...


class TakeMaker:
    """Gives takes from a folder, and makes those that are not there.

    Parameters
    ----------
    folder
        Of the takes; made when it is needed.
    model
        Name of the model, for a take of another one says a line differently.
    ready
        Takes that are in the folder already, by the lines that they say.
    lexicons
        Those of the script that the lines are of.
    """

    def __init__(
        self,
        engine: Speaker,
        folder: Path,
        model: str,
        ready: Mapping[str, Take] | None = None,
        lexicons: Lexicons = NO_LEXICONS,
    ) -> None:
        self._engine = engine
        self._folder = folder
        self._model = model
        self._ready = ready or {}
        self._lexicons = lexicons

    def key(self, line: Line, delivery: Delivery) -> str:
        """Name of the take of a line: the same only for the same sound."""
        if line.id in self._ready:
            return self._ready[line.id].id
        return hashlib.sha256(f"{self._model} {delivery.key}".encode()).hexdigest()[:24]

    def read(self, take: Take) -> FloatArray:
        """See `studio.playback.audio_files.read_take`."""
        return read_take(self._folder, take)

    def take(self, line: Line, delivery: Delivery, stop: threading.Event) -> Take:
        """The take that says a line; called from several threads.

        Raises
        ------
        Cancelled
            After `stop` was set.
        TimbreError
            The line cannot be said, or the take cannot be written.
        """
        return self.made(line, delivery) or replace(
            self._make(self.key(line, delivery), line, delivery, stop), line=line.id
        )

    def made(self, line: Line, delivery: Delivery) -> Take | None:
        """The take that says a line, if it was made already."""
        if line.id in self._ready:
            return self._ready[line.id]
        known = self._known(self.key(line, delivery))
        return known and replace(known, line=line.id)

    def _known(self, key: str) -> Take | None:
        try:
            take = from_plain(Take, json.loads((self._folder / f"{key}.json").read_text("utf-8")))
        except (OSError, ValueError, MisfitError):
            return None
        return take if (self._folder / take.file_name).is_file() else None

    def _make(self, key: str, line: Line, delivery: Delivery, stop: threading.Event) -> Take:
        utterance = delivery.utterance(self._lexicons)
        chunks = tuple(self._engine.speak_beside(utterance, cancel=stop))
        if stop.is_set():
            raise Cancelled
        if not any(len(chunk.samples) for chunk in chunks):
            raise NothingToSayError("There is nothing to hear in this line; write words or numbers.")
        unspoken = tuple(
            delivery.text[reading.span.start : reading.span.end]
            for phonemes in self._engine.phonemize(utterance)
            for reading in phonemes.unspoken
        )
        samples = np.concatenate([chunk.samples for chunk in chunks])
        job = Job(line.id, delivery, asked=True, urgent=False, again=False)
        take = replace(take_of(job, chunks, len(samples), self._model, unspoken), id=key)
        with explained(self._folder):
            self._folder.mkdir(parents=True, exist_ok=True)
            self._write(key, samples, take.sample_rate)
            # Last: a take is known once its audio is there.
            with replacing(self._folder / f"{key}.json") as file:
                file.write(json.dumps(to_plain(take)).encode())
        return take

    def _write(self, key: str, samples: FloatArray, rate: int) -> None:
        try:
            write_take(self._folder, key, samples, rate)
        except AudioFileError as error:
            # What libsndfile says when it cannot write does not tell why.
            if shutil.disk_usage(self._folder).free < samples.nbytes:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)) from error
            raise
