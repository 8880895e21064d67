"""Making an Ogg file depend on its content alone.

Every page of a logical stream bears its serial number, which encoders draw by chance, and a checksum (RFC 3533). The
checksum is a remainder of polynomials and so linear: what a change of four bytes does to it follows from these bytes
and from how many come after them, without the rest of the page.
"""

from __future__ import annotations

import struct
from functools import lru_cache
from typing import BinaryIO

from engines.errors import AudioFileError

SERIAL = 0x74696D62
"""A stream that is alone in its file may have any."""

_POLYNOMIAL = 0x104C11DB7
_HEADER = struct.Struct("<4sBBqIIIB")
_SERIAL_AT, _CHECKSUM_AT = 14, 22


def fix_serial(file: BinaryIO) -> None:
    """Give all pages of a file with one stream the same serial number as in every other file.

    Raises
    ------
    AudioFileError
        If it is not made of Ogg pages.
    """
    place = 0
    while True:
        file.seek(place)
        header = file.read(_HEADER.size)
        if not header:
            return
        if len(header) < _HEADER.size or header[:4] != b"OggS":
            raise AudioFileError("The Ogg file is not whole; export it again.")
        *_, serial, _, checksum, segments = _HEADER.unpack(header)
        size = _HEADER.size + segments + sum(file.read(segments))
        difference = int.from_bytes(struct.pack("<I", serial ^ SERIAL), "big")
        checksum ^= _multiply(difference, _power(8 * (size - _SERIAL_AT - 4) + 32))
        file.seek(place + _SERIAL_AT)
        file.write(struct.pack("<I", SERIAL))
        file.seek(place + _CHECKSUM_AT)
        file.write(struct.pack("<I", checksum))
        place += size


def _multiply(a: int, b: int) -> int:
    """Product of two remainders."""
    result = 0
    while b:
        if b & 1:
            result ^= a
        b >>= 1
        a <<= 1
        if a >> 32:
            a ^= _POLYNOMIAL
    return result


@lru_cache(1 << 14)
def _power(exponent: int) -> int:
    """Remainder of x to the power of `exponent`."""
    result, base = 1, 2
    while exponent:
        if exponent & 1:
            result = _multiply(result, base)
        base = _multiply(base, base)
        exponent >>= 1
    return result
