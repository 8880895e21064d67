"""The audio of a segment as bytes, for what is kept outside of the process.

An entry is a header (magic, version, SHA-256 of all that follows) and then the digest of its key, four counts,
durations as int32 and samples as float32: exact, so that what is read is what was made, and quicker to read than to
decompress.
"""

from __future__ import annotations

import hashlib
import struct
from functools import cache
from importlib.metadata import PackageNotFoundError, version

import numpy as np

from engines.streaming.cache_keys import AudioKey
from engines.streaming.render import SegmentAudio

FORMAT = 1
"""Raised when the layout of entries changes, or the same inputs come to give other audio within a release."""
_MAGIC = b"TIMBRE-A"
_HEADER = struct.Struct("<8sI32s")
_COUNTS = struct.Struct("<32sIIII")


def digest(key: AudioKey) -> bytes:
    """What a key is kept under: alike in all processes of one release."""
    text = repr((FORMAT, _release(), key))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()


@cache
def _release() -> str:
    try:
        return version("timbre-studio")
    except PackageNotFoundError:
        return ""


def encoded(audio: SegmentAudio, key: bytes) -> bytes:
    """An entry, under the digest of its key."""
    body = b"".join(
        (
            _COUNTS.pack(key, len(audio.durations), audio.start, audio.end, len(audio.samples)),
            audio.durations.astype("<i4").tobytes(),
            audio.samples.astype("<f4").tobytes(),
        )
    )
    return _HEADER.pack(_MAGIC, FORMAT, hashlib.sha256(body).digest()) + body


def decoded(data: bytes, key: bytes) -> SegmentAudio | None:
    """What an entry holds; None if it is not whole, or of another format or key."""
    if len(data) < _HEADER.size + _COUNTS.size:
        return None
    magic, layout, checksum = _HEADER.unpack_from(data)
    body = memoryview(data)[_HEADER.size :]
    if (magic, layout) != (_MAGIC, FORMAT) or hashlib.sha256(body).digest() != checksum:
        return None
    own_key, symbols, start, end, samples = _COUNTS.unpack_from(body)
    if own_key != key or len(body) != _COUNTS.size + 4 * (symbols + samples):
        return None
    durations = np.frombuffer(body, "<i4", symbols, _COUNTS.size).astype(np.int64)
    audio = np.frombuffer(body, "<f4", samples, _COUNTS.size + 4 * symbols).astype(np.float32, copy=False)
    return SegmentAudio(durations, start, end, audio)
