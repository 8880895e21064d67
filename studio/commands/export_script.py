"""Reading what `timbre export` is to say, and who says it."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from engines.errors import TimbreError
from engines.prosody.presets import NEUTRAL_NAME, Presets, built_in
from engines.text.lexicon import Lexicon
from engines.voices.profile import VoiceProfile
from engines.voices.store import VoiceStore
from studio.document import package
from studio.document.emotions import UNMOVED, LineEmotion, in_words
from studio.document.importing import import_script
from studio.document.script import SPEED_RANGE, Member, Script
from studio.document.takes import Take, fitting_take

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

NARRATOR = "narrator"
"""Who says the lines of nobody, in a file of the cast."""
_VOICES = "voices"


class CastError(TimbreError):
    """A file of the cast cannot be used."""


@dataclass(frozen=True)
class Source:
    """A script, ready to be made."""

    script: Script
    takes: Mapping[str, Take]
    """Of a project, those that say its lines as they are written; their audio is in the folder of takes."""
    voices: tuple[VoiceProfile, ...]
    """That a project brings along."""
    warnings: tuple[str, ...]
    """Sentences for the user."""


def read_script(
    path: Path,
    cast: Path | None,
    voice: str,
    takes: Path,
    user_lexicon: Lexicon | None = None,
    presets: Presets | None = None,
    emotion: LineEmotion = UNMOVED,
) -> Source:
    """Read a project, or any file that can be imported.

    Parameters
    ----------
    cast
        A TOML file of names and voices; see `read_cast`.
    voice
        Of the narrator, and of whoever neither the cast nor the project names.
    takes
        Folder for the takes of a project.
    user_lexicon
        The user's own readings.
    presets
        The emotions that can be named; by default those of the program.
    emotion
        Of the lines that have none, by themselves or by the cast.

    Raises
    ------
    TimbreError
        If a file cannot be read.
    """
    members = read_cast(cast, presets) if cast else ()
    user_lexicon = user_lexicon or Lexicon()
    if path.suffix.lower() == package.SUFFIX:
        takes.mkdir(parents=True, exist_ok=True)
        voices = takes.parent / _VOICES
        opened = package.read_project(path, takes, None, voices)
        script = replace(_with_members(opened.script, members), user_lexicon=user_lexicon, presets=presets)
        script = _felt(script, emotion)
        of_line: dict[str, tuple[Take, ...]] = {}
        for take in opened.takes:
            of_line[take.line] = (*of_line.get(take.line, ()), take)
        fitting = {
            line.id: fitting_take(line, script.delivery(line), of_line.get(line.id, ())) for line in script.lines
        }
        profiles = tuple(VoiceStore(voices).profiles()) if voices.is_dir() else ()
        return Source(script, {key: take for key, take in fitting.items() if take}, profiles, opened.warnings)
    script = _with_members(Script(cast=(Member("", voice),), user_lexicon=user_lexicon, presets=presets), members)
    imported = import_script(path, script)
    script = replace(script, lines=imported.lines, cast=(*script.cast, *imported.members))
    return Source(_felt(script, emotion), {}, (), imported.warnings)


def read_cast(path: Path, presets: Presets | None = None) -> tuple[Member, ...]:
    """The cast of a TOML file: `Maya = "af_bella"`, or `Maya = { voice = "af_bella", speed = 1.1 }`.

    An emotion for all lines that have none of their own can stand there too: `emotion = "calm 0.5"`. `narrator` is who
    says the lines of nobody. Raises CastError.
    """
    try:
        table = tomllib.loads(path.read_text("utf-8-sig"))
    except OSError as error:
        raise CastError(f"“{path}” cannot be read ({error.strerror}); choose another file of the cast.") from error
    except ValueError as error:
        raise CastError(f'“{path}” is not TOML ({error}); write lines such as Maya = "af_bella".') from error
    return tuple(_member(name, value, path, presets or built_in()) for name, value in table.items())


def _member(name: str, value: Any, path: Path, presets: Presets) -> Member:
    plain = {"voice": value} if isinstance(value, str) else value
    plain = plain if isinstance(plain, dict) else {}
    voice, speed = plain.get("voice"), plain.get("speed", 1.0)
    is_number = isinstance(speed, (int, float)) and not isinstance(speed, bool)
    if not isinstance(voice, str) or not is_number or not SPEED_RANGE[0] <= speed <= SPEED_RANGE[1]:
        raise CastError(
            f'“{name}” in “{path.name}” has no voice or a wrong speed; write {name} = "af_bella" or '
            f'{name} = {{ voice = "af_bella", speed = 1.1 }} with a speed of {SPEED_RANGE[0]} to {SPEED_RANGE[1]}.'
        )
    emotion = in_words(str(plain.get("emotion", NEUTRAL_NAME)), presets)
    if emotion is None:
        known = ", ".join((NEUTRAL_NAME, *presets.names))
        raise CastError(
            f"“{name}” in “{path.name}” has an emotion that does not exist; write one of {known}, perhaps with how "
            'much of it there is to be, such as "calm 0.5".'
        )
    return Member("" if name == NARRATOR else name, voice, float(speed), emotion)


def _with_members(script: Script, members: tuple[Member, ...]) -> Script:
    cast = {member.name: member for member in (*script.cast, *members)}
    return replace(script, cast=(cast.pop(""), *cast.values()))


def _felt(script: Script, emotion: LineEmotion) -> Script:
    """The script with an emotion for those of the cast who have none."""
    if emotion.is_neutral:
        return script
    return replace(script, cast=tuple(replace(m, emotion=emotion) if m.emotion.is_neutral else m for m in script.cast))
