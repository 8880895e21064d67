"""Texts without times: plain text, Markdown, and the paragraphs of HTML."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from html.parser import HTMLParser

from studio.document.pieces import Piece
from studio.document.script import PARAGRAPH, SECTION
from studio.document.texts import glue, one_line

_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_BLOCKS = _HEADINGS | {
    *("p", "div", "section", "article", "blockquote", "li", "ul", "ol", "dl", "dt", "dd", "table", "tr", "caption"),
    *("figcaption", "figure", "pre", "body", "header", "footer", "main", "aside", "nav", "address", "details"),
    *("summary", "form", "fieldset"),
}
_CELLS = frozenset({"td", "th"})
_VOID = frozenset({"area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "track", "wbr"})
_SILENT = frozenset({"script", "style", "head", "template", "svg", "math", "rt", "rp", "audio", "video", "iframe"})
_SILENT_KINDS = frozenset({"pagebreak", "noteref", "doc-pagebreak", "doc-noteref"})
"""Numbers of pages and of notes in books, which nobody reads aloud."""
_FRONT_MATTER = re.compile(r"\A---[ \t]*\n(?:[\w-]+[ \t]*:.*\n|[ \t]+.*\n|-[ \t].*\n|#.*\n)*?(?:---|\.\.\.)[ \t]*\n")
_FULL_STOP = re.compile(r"[.!?…。！？:：;；]['\"”’»」』)）\]]*\s*$")
_WRAPPED_WIDTH = (45, 100)
"""Characters of the lines of a text that is broken to fit a page."""

IsNamed = Callable[[str], bool]
"""Whether a line begins with the name of who says it."""


def plain_text(text: str, is_named: IsNamed, joined: bool) -> list[Piece]:
    """A piece for each line; blank lines separate paragraphs.

    Parameters
    ----------
    joined
        Whether the lines of a paragraph are one that was broken to fit a page.
    """
    pieces: list[Piece] = []
    for block in re.split(r"\n(?:[ \t]*\n)+", text):
        lines = [line for line in block.split("\n") if line.strip()]
        groups = _unwrapped(lines, is_named) if joined else [[line] for line in lines]
        pieces += _paragraph(groups)
    return pieces


def looks_wrapped(text: str) -> bool:
    """Whether the lines of a text seem to have been broken to fit a page."""
    inner = [
        line
        for block in re.split(r"\n(?:[ \t]*\n)+", text)
        for line in [line.strip() for line in block.split("\n") if line.strip()][:-1]
    ]
    least, most = _WRAPPED_WIDTH
    wrapped = sum(least <= len(line) <= most and not _FULL_STOP.search(line) for line in inner)
    return len(inner) >= 4 and wrapped * 2 > len(inner)


def markdown(text: str, is_named: IsNamed) -> list[Piece]:
    """The blocks of a text in Markdown without their marks; headings begin sections."""
    from markdown_it import MarkdownIt  # noqa: PLC0415 slow to import, and seldom needed

    parser = MarkdownIt("commonmark", {"maxNesting": 50}).enable(["table", "strikethrough"])
    return html_blocks(parser.render(_FRONT_MATTER.sub("", text, count=1)), is_named)


def html_blocks(text: str, is_named: IsNamed) -> list[Piece]:
    """The blocks of an HTML text; headings begin sections, the others paragraphs."""
    reader = _Blocks()
    reader.feed(text)
    reader.close()
    reader.flush()
    pieces: list[Piece] = []
    for block, is_heading, is_verbatim in reader.blocks:
        lines = [line for line in block.split("\n") if line.strip()]
        groups = [[line] for line in lines] if is_verbatim else _unwrapped(lines, is_named)
        found = _paragraph(groups)
        pieces += [_heading(found)] if is_heading and found else found
    return pieces


def _paragraph(groups: Iterable[Sequence[str]]) -> list[Piece]:
    """Pieces of which the first begins a paragraph."""
    texts = [(one_line("\n".join(lines)), "\n".join(lines).strip()) for lines in groups]
    return [Piece(text, raw, begins="" if at else PARAGRAPH) for at, (text, raw) in enumerate(texts) if text]


def _heading(pieces: Sequence[Piece]) -> Piece:
    text = glue(piece.text for piece in pieces)
    return Piece(text, text, begins=SECTION)


def _unwrapped(lines: Sequence[str], is_named: IsNamed) -> Iterator[list[str]]:
    """The lines that belong together: a name begins a line of its own."""
    group: list[str] = []
    for line in lines:
        if group and is_named(line):
            yield group
            group = []
        group.append(line)
    if group:
        yield group


class _Blocks(HTMLParser):
    """Collects the texts of blocks."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.blocks: list[tuple[str, bool, bool]] = []
        """Text, whether it is a heading, and whether its line breaks are meant."""
        self._parts: list[str] = []
        self._silent: list[str] = []
        self._is_heading = False
        self._verbatim = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """See the base."""
        if tag in _VOID:
            self._void(tag, attrs)
            return
        kinds = {value for key, value in attrs if key in ("epub:type", "role") and value}
        if self._silent or tag in _SILENT or kinds & _SILENT_KINDS:
            self._silent.append(tag)
            return
        if tag in _BLOCKS:
            self.flush()
            self._is_heading = tag in _HEADINGS
            self._verbatim += tag == "pre"
        elif tag in _CELLS:
            self._parts.append(" ")

    def handle_endtag(self, tag: str) -> None:
        """See the base."""
        if self._silent:
            if tag in self._silent:
                while self._silent.pop() != tag:
                    pass
            return
        if tag in _BLOCKS:
            self.flush()
            self._is_heading = False
            self._verbatim = max(self._verbatim - (tag == "pre"), 0)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """An empty element has nothing to say, and ends at once."""
        if tag in _VOID:
            self._void(tag, attrs)

    def handle_data(self, data: str) -> None:
        """See the base."""
        if not self._silent:
            self._parts.append(data)

    def flush(self) -> None:
        """The end of a block."""
        text = "".join(self._parts)
        self._parts.clear()
        if text.strip():
            self.blocks.append((text, self._is_heading, self._verbatim > 0))

    def _void(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self._silent:
            return
        if tag == "br":
            self._parts.append("\n")
        elif tag == "hr":
            self.flush()
        elif tag == "img":
            # What a picture shows; ornaments have no words.
            self._parts.append(next((value for key, value in attrs if key == "alt" and value), ""))
