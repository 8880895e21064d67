"""The pages of the guide, as the tests of it read them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
PAGES = sorted(DOCS.glob("*.md"))
ENGLISH = [page for page in PAGES if not page.name.endswith(".zh.md")]

_FENCE = re.compile(r"^(?P<indent> *)```(?P<kind>\w+)\n(?P<code>.*?)^(?P=indent)```$", re.DOTALL | re.MULTILINE)
_HEADING = re.compile(r"^#+ (?P<text>.+?)(?: \{#(?P<id>[\w-]+)\})?$", re.MULTILINE)
_LINK = re.compile(r"!?\[[^\]]*\]\((?P<target>[^)\s]+)\)")
_CODE = re.compile(r"`[^`\n]+`")
_MESSAGE = re.compile(r"^> (?P<text>.+)$", re.MULTILINE)


def fences(page: Path, kind: str) -> list[str]:
    """The blocks of code of a kind."""
    return [match["code"] for match in _FENCE.finditer(page.read_text("utf-8")) if match["kind"] == kind]


def commands(page: Path) -> Iterator[str]:
    """The lines of a page that a shell is to be given."""
    for block in fences(page, "sh"):
        for line in block.splitlines():
            yield line.partition("  #")[0].strip()


def anchors(page: Path) -> set[str]:
    """The headings that a link may name: those with a name of their own."""
    return {match["id"] for match in _HEADING.finditer(_prose(page)) if match["id"]}


def links(page: Path) -> list[str]:
    """What a page links to and shows."""
    return [match["target"] for match in _LINK.finditer(_CODE.sub("", _prose(page)))]


def messages(page: Path) -> list[str]:
    """What the program is said to print: quotations, a line each."""
    return [unescape(match["text"]) for match in _MESSAGE.finditer(_prose(page))]


def _prose(page: Path) -> str:
    return _FENCE.sub("", page.read_text("utf-8"))
