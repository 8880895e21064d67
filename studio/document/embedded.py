"""Voices inside project files, so that a project speaks with its own voices on another computer too."""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from PySide6.QtCore import QCoreApplication

from engines.voices.profile import VoiceProfile
from engines.voices.store import slug
from engines.voices.voice_file import LARGEST_BYTES, SUFFIX, VoiceFileError, decode_voice, encode_voice
from studio.document.script import Script

FOLDER = "voices/"


def used_voices(script: Script) -> frozenset[str]:
    """Names of all voices that the cast and the lines of a script speak with."""
    return frozenset((*(member.voice for member in script.cast), *(line.voice for line in script.lines if line.voice)))


def pack_voices(archive: zipfile.ZipFile, voices: Iterable[VoiceProfile]) -> None:
    """Write voices into a project file."""
    for voice in voices:
        archive.writestr(FOLDER + voice.name + SUFFIX, encode_voice(voice))


def unpack_voices(names: Iterable[str], read: Callable[[str], bytes], script: Script, folder: Path) -> Iterator[str]:
    """Write the voices that a script uses into a folder; yields a sentence for each that is damaged.

    Parameters
    ----------
    names
        Of the members of the project file.
    read
        Gives the content of a member; raises ValueError when it is damaged or too large.
    """
    used = used_voices(script)
    for member in names:
        if not (member.startswith(FOLDER) and member.endswith(SUFFIX)):
            continue
        name = member[len(FOLDER) : -len(SUFFIX)]
        # A name that leads elsewhere is not one that a voice has.
        if name not in used or slug(name) != name:
            continue
        try:
            content = read(member)
            decode_voice(content, name)
        except (ValueError, VoiceFileError):
            yield QCoreApplication.translate(
                "Document", "The voice {0} in the project is damaged. Import it again, or choose another voice."
            ).format(name)
            continue
        folder.mkdir(exist_ok=True)
        (folder / (name + SUFFIX)).write_bytes(content)


def member_of(archive: zipfile.ZipFile, name: str) -> bytes:
    """The content of a voice in a project file; ValueError where it is larger than any voice."""
    if archive.getinfo(name).file_size > LARGEST_BYTES:
        raise ValueError(f"{name} is too large")
    return archive.read(name)
