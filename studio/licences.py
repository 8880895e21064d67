"""Whose work this program is made of: its own licence, and those of the packages that it runs on."""

from __future__ import annotations

import platform
import re
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

DISTRIBUTION = "timbre-studio"
_ROOT = Path(__file__).resolve().parent.parent


@dataclass(frozen=True, slots=True)
class Package:
    """A package in use."""

    name: str
    version: str
    licence: str


def version() -> str:
    """Of this program; empty when it was not installed."""
    try:
        return metadata.version(DISTRIBUTION)
    except metadata.PackageNotFoundError:
        return ""


def python_version() -> str:
    """Of the interpreter."""
    return platform.python_version()


def text_of(name: str) -> str:
    """`LICENSE` or `NOTICE`, from beside the packages in a checkout or from the installed distribution."""
    beside = _ROOT / name
    if beside.is_file():
        return beside.read_text("utf-8")
    try:
        files = metadata.files(DISTRIBUTION) or []
    except metadata.PackageNotFoundError:
        return ""
    for file in files:
        if file.name == name:
            return file.read_text("utf-8")
    return ""


def packages() -> tuple[Package, ...]:
    """The packages that this program asks for and that are installed, by name."""
    try:
        wanted = metadata.requires(DISTRIBUTION) or []
    except metadata.PackageNotFoundError:
        return ()
    names = {match.group(0) for line in wanted if (match := re.match(r"[\w.-]+", line)) and "dev" not in _extra(line)}
    found = []
    for name in sorted(names, key=str.casefold):
        try:
            information = metadata.metadata(name)
        except metadata.PackageNotFoundError:
            continue
        found.append(Package(information["Name"], information["Version"], _licence(information)))
    return tuple(found)


def _extra(requirement: str) -> str:
    _, _, marker = requirement.partition("extra ==")
    return marker


def _licence(information: metadata.PackageMetadata) -> str:
    """In a few words: the expression, the classifier, or the field if it is short, which some fill with the text."""
    for key in ("License-Expression",):
        if key in information:
            return str(information[key])
    classifiers = [
        line.rpartition(" :: ")[2] for line in information.get_all("Classifier") or [] if line.startswith("License :: ")
    ]
    if classifiers:
        return ", ".join(classifiers)
    field = str(information["License"]) if "License" in information else ""
    return field if 0 < len(field) <= 60 else ""
