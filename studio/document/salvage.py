"""Read what is left of a zip file without its directory, which is at the end and lost when the end is."""

from __future__ import annotations

import mmap
import struct
import zlib
from collections.abc import Iterator
from typing import NamedTuple

from studio.document.unpacking import LARGEST_DOCUMENT

_SIGNATURE = b"PK\x03\x04"
_HEADER = struct.Struct("<4sHHHHHIIIHH")
_STORED, _DEFLATED = 0, 8
_SIZES_FOLLOW = 1 << 3
_ZIP64, _IN_ZIP64 = 1, 0xFFFFFFFF
_LARGEST = 1 << 30
"""Bytes of an entry; a larger one is not ours."""
_MOST_READ = 8
"""Times the size of the file that is looked at: entries can be made to lie in each other."""


class Entry(NamedTuple):
    """A file inside that is whole."""

    name: str
    data: bytes


def entries(content: mmap.mmap) -> Iterator[Entry]:
    """The whole entries of a damaged zip file, in order; those that are cut off or fail their checksum are skipped."""
    at = content.find(_SIGNATURE)
    left = _MOST_READ * len(content)
    while at >= 0 and left > 0:
        entry, end, read = _entry(content, at)
        left -= read
        if entry:
            yield entry
        at = content.find(_SIGNATURE, end)


def _entry(content: mmap.mmap, at: int) -> tuple[Entry | None, int, int]:
    """The entry whose header is at `at`, if it is whole, where to look for the next, and how much was read."""
    after_signature = at + len(_SIGNATURE)
    if at + _HEADER.size > len(content):
        return None, after_signature, 0
    _, _, flags, method, _, _, crc, packed, size, name_length, extra_length = _HEADER.unpack_from(content, at)
    start = at + _HEADER.size + name_length + extra_length
    name = content[at + _HEADER.size : at + _HEADER.size + name_length]
    extra = content[at + _HEADER.size + name_length : start]
    if _IN_ZIP64 in (packed, size):
        packed, size = _large_sizes(extra, packed, size)
    most = LARGEST_DOCUMENT if method == _DEFLATED else _LARGEST
    if flags & _SIZES_FOLLOW or max(packed, size) > most or start + packed > len(content):
        return None, after_signature, _HEADER.size + name_length + extra_length
    data = _unpacked(content[start : start + packed], method, size)
    read = start + packed - at
    if data is None or len(data) != size or zlib.crc32(data) != crc:
        return None, after_signature, read
    return Entry(name.decode("utf-8", "replace"), data), start + packed, read


def _large_sizes(extra: bytes, packed: int, size: int) -> tuple[int, int]:
    while len(extra) >= 4:
        kind, length = struct.unpack_from("<HH", extra)
        if kind == _ZIP64 and length >= 16:
            size, packed = struct.unpack_from("<QQ", extra, 4)
            break
        extra = extra[4 + length :]
    return packed, size


def _unpacked(data: bytes, method: int, size: int) -> bytes | None:
    if method == _STORED:
        return data
    if method == _DEFLATED:
        try:
            return zlib.decompressobj(-zlib.MAX_WBITS).decompress(data, size + 1)
        except zlib.error:
            return None
    return None
