"""Commands of the guide are ones that `timbre` takes, and the page about them leaves none out."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from typing import Any

import pytest
import typer

from studio.cli import app
from tests.guide.guide_pages import DOCS, ENGLISH, commands

_LOOP = re.compile(r"for .+?; do (?P<inner>.+?); done")
_REDIRECTED = re.compile(r"\s[<>|].*")


def _of_timbre() -> Iterator[str]:
    for page in ENGLISH:
        for line in commands(page):
            command = _REDIRECTED.sub("", _LOOP.sub(r"\g<inner>", line))
            if command.startswith("timbre "):
                yield command


@pytest.mark.parametrize("command", sorted(set(_of_timbre())))
def test_timbre_takes_it(command: str) -> None:
    found: Any = typer.main.get_command(app)
    words = shlex.split(command)[1:]
    while words and words[0] in getattr(found, "commands", {}):
        found = found.commands[words.pop(0)]
    found.make_context("timbre", words)


def _options(found: Any, name: str) -> Iterator[tuple[str, str]]:
    for parameter in found.params:
        yield from ((name, option) for option in parameter.opts if option.startswith("--") and option != "--help")
    for part, command in getattr(found, "commands", {}).items():
        yield from _options(command, f"{name} {part}")


def test_no_command_and_no_option_is_left_out() -> None:
    page = (DOCS / "command-line.md").read_text("utf-8")
    shown = set(re.findall(r"--[a-z-]+", page))
    for command, option in _options(typer.main.get_command(app), "timbre"):
        assert command == "timbre" or command in page, command
        assert option in shown or command.startswith("timbre serve"), f"{command} {option}"
