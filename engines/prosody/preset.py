"""An emotion with a name, as the file that it is kept and shared in: TOML with numbers and words, and nothing else.

    title = "Excited"
    title_zh = "兴奋"
    description = "For good news that cannot wait."
    description_zh = "..."

    [emotion]
    happy = 0.7
    rate = 0.1

    [example]
    strength = 0.8
    title = "Cheerful"
    change = {pitch = 2.1, rate = 0.12}

The keys of `[emotion]` are the numbers of `engines.prosody.emotion.Emotion`; those that are not there are 0, and the
intensity is 1. What is under `[example]` may be left out, and is what `Example.to_json` gives. The name of a preset is
that of its file.
"""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from engines.errors import TimbreError
from engines.prosody.emotion import FEELINGS, LIMITS, Emotion
from engines.prosody.example import Example, ExampleError

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

SUFFIX = ".toml"
LARGEST = 16_384
"""Bytes of a file."""
_TITLE, _DESCRIPTION = 60, 400
"""The most characters."""
_WORDS = {"title": _TITLE, "title_zh": _TITLE, "description": _DESCRIPTION, "description_zh": _DESCRIPTION}


class PresetFileError(TimbreError):
    """A file is no emotion that can be used; the message says what is wrong with it."""


@dataclass(frozen=True, slots=True)
class Preset:
    """An emotion that was given a name."""

    name: str
    """What texts call it: `[excited 0.5]…[/]`."""
    title: str
    """As shown, in English or in whatever language its user writes."""
    emotion: Emotion
    title_zh: str = ""
    """In Chinese; empty where it is the same."""
    description: str = ""
    """When it is useful."""
    description_zh: str = ""
    own: bool = False
    """Whether it is the user's own, so that it can be changed."""

    def title_in(self, language: str) -> str:
        """The title for a user interface in a language such as `zh_CN`."""
        return self.title_zh or self.title if language.startswith("zh") else self.title

    def description_in(self, language: str) -> str:
        """The description, likewise."""
        return self.description_zh or self.description if language.startswith("zh") else self.description


def encode(preset: Preset) -> bytes:
    """The file of a preset."""
    lines = [f"{key} = {_quoted(value)}" for key in _WORDS if (value := getattr(preset, key))]
    lines += ["", "[emotion]"]
    for key, (_, _, usual) in LIMITS.items():
        if (number := getattr(preset.emotion, key)) != usual:
            lines.append(f"{key} = {float(number)!r}")
    if (example := preset.emotion.example) is not None:
        lines += ["", "[example]", f"strength = {float(preset.emotion.strength)!r}", *_example_lines(example)]
    return ("\n".join(lines) + "\n").encode()


def decode(data: bytes, name: str, source: str, *, own: bool = False) -> Preset:
    """A preset from the bytes of its file.

    Parameters
    ----------
    source
        What messages call the file.

    Raises
    ------
    PresetFileError
        If anything is not as it should be; nothing is guessed.
    """
    if len(data) > LARGEST:
        raise PresetFileError(f"{source} is too large for an emotion; choose a file that was exported as one.")
    try:
        table = tomllib.loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise PresetFileError(f"{source} is no UTF-8 text; choose a file that was exported as an emotion.") from error
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise PresetFileError(f"{source} is no TOML that can be read ({error}); correct it there.") from error
    if unknown := set(table) - {*_WORDS, "emotion", "example"}:
        raise PresetFileError(
            f"{source} has a field “{min(unknown)}”, which emotions do not have; take it away or correct its name."
        )
    words = {key: _words(table, key, source) for key in _WORDS}
    if not words["title"]:
        raise PresetFileError(f'{source} has no title; add a line such as title = "Excited".')
    emotion = _exemplified(_emotion(table.get("emotion"), source), table.get("example"), source)
    return Preset(name, emotion=emotion, own=own, **words)


def _words(table: Mapping[str, Any], key: str, source: str) -> str:
    value = table.get(key, "")
    if not isinstance(value, str) or not all(char.isprintable() for char in value):
        raise PresetFileError(f"{source}: {key} has to be a line of text in quotes.")
    if len(value) > _WORDS[key]:
        raise PresetFileError(f"{source}: {key} is longer than {_WORDS[key]} characters; shorten it.")
    return value.strip()


def _emotion(table: Any, source: str) -> Emotion:
    if not isinstance(table, dict):
        raise PresetFileError(f"{source} has no [emotion]; add it, with lines such as {FEELINGS[0]} = 0.6.")
    for key, value in table.items():
        if key not in LIMITS:
            raise PresetFileError(f"{source}: emotions have no “{key}”; they have {', '.join(LIMITS)}.")
        least, most, _ = LIMITS[key]
        is_number = isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
        if not is_number or not least <= value <= most:
            raise PresetFileError(f"{source}: {key} has to be a number from {least:g} to {most:g}.")
    return Emotion.of({key: float(value) for key, value in table.items()})


def _example_lines(example: Example) -> Iterator[str]:
    kept = example.to_json()
    change = ", ".join(f"{name} = {value!r}" for name, value in kept["change"].items())
    yield f"title = {_quoted(kept['title'])}"
    yield f"change = {{{change}}}"


def _exemplified(emotion: Emotion, table: Any, source: str) -> Emotion:
    if table is None:
        return emotion
    try:
        example = Example.from_json(table)
    except ExampleError as error:
        raise PresetFileError(f"{source}: {error}") from error
    strength = table.get("strength", 1.0)
    if isinstance(strength, bool) or not isinstance(strength, int | float) or not 0 <= strength <= 1:
        raise PresetFileError(f"{source}: the strength of its example has to be a number from 0 to 1.")
    return replace(emotion, example=example, strength=float(strength))


def _quoted(text: str) -> str:
    """As a TOML basic string, which JSON's escapes are part of."""
    return json.dumps(text, ensure_ascii=False)
