"""The licences of all packages that the core pulls in, from their metadata; fails if one of them is the GPL.

``python packaging/licences.py [EXTRA …]`` lists the core, which is the package with its extra `app`, and the extras
that are named; what is not installed is left out. The exit status is 1 if anything of the core is under the GPL or AGPL
alone, or says nothing of its licence. Extras may hold such packages where NOTICE says so.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

from packaging.requirements import Requirement

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

PROJECT = Path(__file__).resolve().parents[1] / "pyproject.toml"
CORE = "app"
KNOWN: dict[str, str] = {}
"""Licences read by hand where the metadata has none."""
_GPL = re.compile(r"\bA?GPL|GNU (?:Affero )?General Public", re.IGNORECASE)
_LGPL = re.compile(r"\bLGPL|Lesser General Public", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Licensed:
    """An installed package."""

    name: str
    version: str
    licence: str
    """As its metadata puts it; empty where that says nothing."""

    @property
    def is_gpl(self) -> bool:
        """Whether nothing but the GPL or AGPL may be chosen. The LGPL is another licence."""
        choices = re.split(r"\s+OR\s+|;", self.licence)
        return bool(self.licence) and all(_GPL.search(choice) and not _LGPL.search(choice) for choice in choices)


def licensed(extras: Iterable[str]) -> list[Licensed]:
    """The installed packages that the program needs with these extras, by name."""
    project = tomllib.loads(PROJECT.read_text("utf-8"))["project"]
    lines = [*project["dependencies"], *(line for e in extras for line in project["optional-dependencies"][e])]
    found: dict[str, Licensed] = {}
    seen = {(project["name"], "")}
    waiting = [needed for line in lines for needed in _named(Requirement(line), "")]
    while waiting:
        name, extra = waiting.pop()
        if (name, extra) in seen:
            continue
        seen.add((name, extra))
        try:
            distribution = metadata.distribution(name)
        except metadata.PackageNotFoundError:
            continue
        found[name] = Licensed(distribution.metadata["Name"], distribution.version, _licence(name, distribution))
        waiting += [needed for line in distribution.requires or () for needed in _named(Requirement(line), extra)]
    return [found[name] for name in sorted(found)]


def _named(requirement: Requirement, extra: str) -> Iterator[tuple[str, str]]:
    """What a requirement of a package with an extra asks for here: names, each without and with its extras."""
    of_base = requirement.marker is None or requirement.marker.evaluate({"extra": ""})
    # What is needed without an extra was met with the package itself.
    if (not of_base and requirement.marker.evaluate({"extra": extra})) if extra else of_base:
        name = _plain(requirement.name)
        yield from ((name, inner) for inner in ("", *requirement.extras))


def _licence(name: str, distribution: metadata.Distribution) -> str:
    information = distribution.metadata
    if expression := information.get("License-Expression"):
        return str(expression)
    classifiers = [line for line in information.get_all("Classifier") or () if line.startswith("License :: ")]
    named = [line.rpartition(" :: ")[2] for line in classifiers if line != "License :: OSI Approved"]
    field = (information.get("License") or "").strip()
    short = field if 0 < len(field) <= 80 and field.upper() != "UNKNOWN" else ""
    return "; ".join(named) or short or KNOWN.get(name, "")


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def main() -> int:
    """List, and judge the core."""
    core = licensed([CORE])
    listed = {each.name: each for each in (*core, *licensed(sys.argv[1:]))}
    for each in listed.values():
        sys.stdout.write(f"{each.name:28} {each.version:14} {each.licence or '?'}\n")
    bad = [each.name for each in core if each.is_gpl or not each.licence]
    if bad:
        sys.stderr.write(f"Not for the core: {', '.join(bad)}\n")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
