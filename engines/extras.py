"""How a sentence names the line that adds a part of the program: the same in a package as in any other installation."""

from __future__ import annotations


def adding(name: str) -> str:
    """The command that adds an extra of pyproject.toml, between backticks."""
    return f"`timbre extras install {name}`"
