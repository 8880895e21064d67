"""Voice files, `.timbrevoice`: a zip of `voice.json` and of raw arrays. Data only; nothing in one is ever run.

`voice.json` holds `format`, `version` ([major, minor]), the fields of a `VoiceProfile`, and under `arrays` the type and
the shape of each member that is an array: its numbers in C order, little-endian, with nothing before or after them. The
modulation is float16, which is inaudible and half of the file; the rest is float32. A minor version adds fields, which
older programs keep and write back; a major version changes what is there, and is refused by older programs.
"""

from __future__ import annotations

import io
import json
import struct
import zipfile
import zlib
from dataclasses import asdict, fields, replace
from pathlib import Path
from typing import Any, cast

import numpy as np

from engines.audio.colour import resampled
from engines.errors import TimbreError
from engines.files import replacing
from engines.models.kokoro.statistics import VoiceStatistics
from engines.paths import explain
from engines.types import FloatArray
from engines.voices.profile import Origin, PitchRange, VoiceProfile

SUFFIX = ".timbrevoice"
VERSION = (1, 1)
LARGEST_BYTES = 16 << 20
"""Of a file, and of what it unpacks to: fifty times a voice of today."""

_FORMAT = "timbre-voice"
_HEADER = "voice.json"
_LARGEST_HEADER = 1 << 20
_LARGEST_ARRAY = 1 << 20  # numbers
_TYPES = {"float16": "<f2", "float32": "<f4"}
_STATISTICS = "statistics/"
_COLOUR = "colour"
_PLAIN = ("name", "title", "language", "gender", "family", "rate")
_KNOWN = frozenset({"format", "version", "pitch", "origin", "arrays", *_PLAIN})
_DAMAGE = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    ArithmeticError,
    AttributeError,
    EOFError,
    LookupError,
    NotImplementedError,
    RuntimeError,
    TypeError,
    ValueError,
)
"""What a malformed archive, header or array raises."""


class VoiceFileError(TimbreError):
    """A voice file could not be read or written."""


def write_voice(profile: VoiceProfile, path: Path) -> None:
    """Write a voice file; it appears, or replaces the one that is there, in one step.

    Raises
    ------
    VoiceFileError
        If the disk refuses.
    """
    content = encode_voice(profile)
    try:
        with replacing(path) as file:
            file.write(content)
    except OSError as error:
        raise VoiceFileError(explain(error, path.parent)) from error


def read_voice(path: Path) -> VoiceProfile:
    """Read a voice file.

    Raises
    ------
    VoiceFileError
        If it cannot be read, is damaged, is something else, or was made by a newer version of the program.
    """
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST_BYTES + 1)
    except OSError as error:
        raise VoiceFileError(
            f"{path} cannot be read ({error.strerror or error}): choose another voice file."
        ) from error
    return decode_voice(content, path.name)


def encode_voice(profile: VoiceProfile) -> bytes:
    """The bytes of a voice file, for a project that embeds it."""
    arrays = {"modulation": profile.modulation.astype("<f2"), "prosody": profile.prosody.astype("<f4")}
    if profile.colour is not None:
        arrays[_COLOUR] = profile.colour.astype("<f4")
    if profile.statistics is not None:
        for field in fields(VoiceStatistics):
            arrays[_STATISTICS + field.name] = getattr(profile.statistics, field.name).astype("<f4")
    header = {
        **profile.extra,
        "format": _FORMAT,
        "version": VERSION,
        **{name: getattr(profile, name) for name in _PLAIN},
        "pitch": profile.pitch and profile.pitch._asdict(),
        "origin": asdict(profile.origin),
        "arrays": {name: {"type": array.dtype.name, "shape": array.shape} for name, array in arrays.items()},
    }
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        # Without the time of day: the same voice gives the same bytes.
        archive.writestr(_member(_HEADER), json.dumps(header, ensure_ascii=False, indent=1))
        for name, array in arrays.items():
            archive.writestr(_member(name), array.tobytes())
    return buffer.getvalue()


def decode_voice(content: bytes, name: str) -> VoiceProfile:
    """Read the bytes of a voice file called `name`; see `read_voice`."""
    if len(content) > LARGEST_BYTES:
        raise VoiceFileError(f"{name} is too large to be a voice file: choose a {SUFFIX} file.")
    if not content.startswith(b"PK"):
        raise VoiceFileError(f"{name} is not a voice file: choose a {SUFFIX} file.")
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            if _HEADER not in archive.namelist():
                raise VoiceFileError(f"{name} is not a voice file: choose a {SUFFIX} file.")
            header = json.loads(_unpack(archive, _HEADER, _LARGEST_HEADER))
            if header["format"] != _FORMAT:
                raise VoiceFileError(f"{name} is not a voice file: choose a {SUFFIX} file.")
            if header["version"][0] > VERSION[0]:
                raise VoiceFileError(f"{name} was made by a newer version of Timbre Studio: update this one to use it.")
            return _profile(header, archive)
    except _DAMAGE as error:
        raise VoiceFileError(
            f"{name} is damaged: get the voice file again from where it came ({_reason(error)})."
        ) from error


def _profile(header: dict[str, Any], archive: zipfile.ZipFile) -> VoiceProfile:
    arrays = {name: _array(archive, name, entry) for name, entry in header["arrays"].items()}
    statistics = None
    if any(name.startswith(_STATISTICS) for name in arrays):
        statistics = VoiceStatistics(*(arrays[_STATISTICS + field.name] for field in fields(VoiceStatistics)))
        statistics = replace(statistics, spectrum=resampled(statistics.spectrum))
        if not statistics.fits(statistics.mean.shape[-1]):
            raise ValueError("the statistics do not fit together")
    pitch, origin = header["pitch"], header["origin"]
    return VoiceProfile(
        **{name: _of_type(header[name], float if name == "rate" else str) for name in _PLAIN},
        modulation=arrays["modulation"],
        prosody=arrays["prosody"],
        pitch=None if pitch is None else PitchRange(float(pitch["mean_log_hz"]), float(pitch["spread_log_hz"])),
        statistics=statistics,
        origin=_origin(origin),
        colour=resampled(arrays[_COLOUR]) if _COLOUR in arrays else None,
        extra={key: value for key, value in header.items() if key not in _KNOWN},
    )


def _origin(header: dict[str, Any]) -> Origin:
    similarity = header.get("similarity")
    return Origin(
        kind=_of_type(header["kind"], str),
        similarity=None if similarity is None else float(similarity),
        parts=tuple((_of_type(part, str), float(weight)) for part, weight in header.get("parts", ())),
        cleaning=tuple(_of_type(way, str) for way in _of_type(header.get("cleaning", []), list)),
        **{
            name: _of_type(header.get(name, ""), str)
            for name in ("created", "source_sha256", "source_name", "transcript", "owner", "description")
        },
    )


def _array(archive: zipfile.ZipFile, name: str, entry: dict[str, Any]) -> FloatArray:
    shape = tuple(_of_type(size, int) for size in entry["shape"])
    stored = np.dtype(_TYPES[entry["type"]])
    count = int(np.prod(shape, dtype=object)) if shape else 0
    if not 0 < count <= _LARGEST_ARRAY or min(shape) < 1:
        raise ValueError(f"{name} has an impossible shape")
    content = _unpack(archive, name, count * stored.itemsize)
    return np.frombuffer(content, stored, count).reshape(shape).astype(np.float32)


def _unpack(archive: zipfile.ZipFile, name: str, limit: int) -> bytes:
    """A member's bytes, of which there are at most `limit`, whatever the archive says."""
    if archive.getinfo(name).compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise ValueError(f"{name} is packed in another way")
    with archive.open(name) as member:
        content = member.read(limit + 1)
    if len(content) > limit:
        raise ValueError(f"{name} is longer than it may be")
    return content


def _of_type(value: object, kind: type) -> Any:
    accepted = (int, float) if kind is float else kind
    if not isinstance(value, accepted) or isinstance(value, bool):
        raise TypeError(f"{value!r} is not of the type {kind.__name__}")
    return kind(value)


def _member(name: str) -> zipfile.ZipInfo:
    member = zipfile.ZipInfo(name)
    member.compress_type = zipfile.ZIP_DEFLATED
    return member


def _reason(error: BaseException) -> str:
    return str(cast(object, error)).strip("'\"")[:100] or type(error).__name__
