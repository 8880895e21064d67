"""Edits of a text with markup: pure functions from one typed text to the next. Spans are of the typed text."""

from __future__ import annotations

import re
from collections.abc import Iterable

from engines.text.markup import SAY, SPANS, Markup, Override, TagSpan, parse
from engines.types import Span

_SPECIAL = re.compile(r"[{}]|\[(?=/|[^\W\d_])|\\(?=[\\{}\[\]])")
_UNWRITABLE = re.compile(r"[{}\[\]\n\\]")


def plain(text: str) -> str:
    """What is read of a typed text."""
    return parse(text).text


def escape(text: str) -> str:
    """A text that is read as it stands, whatever looks like markup in it."""
    return _SPECIAL.sub(lambda match: "\\" + match[0], text)


def set_reading(text: str, span: Span, reading: str) -> str:
    """Lay down the reading of a stretch, in place of what was laid down there before.

    Braces are written where they belong to just these characters, and `[say …]…[/]` elsewhere. Nothing happens when
    the reading is empty or has brackets, or when there is nothing to read in the stretch.
    """
    reading = " ".join(_UNWRITABLE.sub(" ", reading).split())
    text, span = _without(text, span)
    markup = parse(text)
    inside = markup.plain_span(span)
    if not reading or not markup.text[slice(*inside)].strip():
        return text
    word = markup.typed_span(inside)
    start = _before_escape(markup, word.start)
    before, words, after = text[:start], _whole(text[start : word.end]), text[word.end :]
    braces = f"{before}{words}{{{reading}}}{after}"
    if any(override.span == inside and override.reading == reading for override in parse(braces).overrides):
        return braces
    return f"{_whole(before)}[{SAY} {reading}]{words}[/]{after}"


def remove_reading(text: str, span: Span) -> str:
    """Take away what is laid down for a stretch, or a part of it."""
    return _without(text, span)[0]


def insert_pause(text: str, at: int, seconds: float) -> str:
    """Put a pause at a place; inside markup it goes behind that."""
    markup = parse(text)
    at = _before_escape(markup, at)
    for token in markup.tokens:
        if token.start < at < token.end:
            at = token.end
    milliseconds = round(seconds * 1000)
    length = f"{milliseconds}ms" if milliseconds % 1000 else f"{milliseconds // 1000}s"
    return f"{_whole(text[:at])}[pause {length}]{text[at:]}"


def wrap(text: str, span: Span, name: str, value: str = "") -> str:
    """Put a stretch between `[name value]` and `[/]`. Markup is not cut through: it is all inside or all outside."""
    markup = parse(text)
    start, end = _before_escape(markup, span.start), _before_escape(markup, span.end)
    for token in markup.tokens:
        if token.start < start < token.end:
            start = token.end
        if token.start < end < token.end:
            end = token.start
    for override in markup.overrides:  # braces stay at their word
        if override.word.start < end and override.markup.start == end:
            end = override.markup.end
    opening = f"[{name} {value}]" if value else f"[{name}]"
    if start >= end:
        return text
    return f"{_whole(text[:start])}{opening}{_whole(text[start:end])}[/]{text[end:]}"


def read_as(text: str, span: Span, name: str, value: str = "") -> str:
    """Put a stretch between `[name value]` and `[/]`, in place of what was laid down there before."""
    text, span = _without(text, span)
    return wrap(text, span, name, value)


def remove_pauses(text: str, span: Span) -> str:
    """Take away the pauses whose markup begins in a stretch."""
    return _cut(text, [pause.markup for pause in parse(text).pauses if span.start <= pause.markup.start < span.end])


def unwrap(text: str, tag: TagSpan) -> str:
    """Take the two tags of a span away."""
    return _cut(text, (tag.opening, tag.closing))


def _before_escape(markup: Markup, at: int) -> int:
    """The place of the backslash where a place is right behind one that makes the next character text."""
    return at - 1 if Span(at - 1, at) in markup.tokens else at


def _whole(text: str) -> str:
    """A text whose last backslash does not touch what is put behind it."""
    return text + "\\" if (len(text) - len(text.rstrip("\\"))) % 2 else text


def _without(text: str, span: Span) -> tuple[str, Span]:
    """A text without what is laid down for a stretch, and where the stretch is then."""
    markup = parse(text)
    inside = markup.plain_span(span)
    gone: list[Span] = []
    for override in markup.overrides:
        if _meets(override.span, inside):
            gone += _markup_of(markup, override)
    for tag in markup.spans:
        if tag.name in SPANS and tag.name != SAY and _meets(tag.span, inside):
            gone += [tag.opening, tag.closing]
    result = _cut(text, gone)
    after = parse(result)
    return result, after.typed_span(inside) if after.text == markup.text else span


def _markup_of(markup: Markup, override: Override) -> tuple[Span, ...]:
    tag = next((tag for tag in markup.spans if tag.opening == override.markup), None)
    return (tag.opening, tag.closing) if tag else (override.markup,)


def _meets(one: Span, other: Span) -> bool:
    return one.start < other.end and other.start < one.end


def _cut(text: str, gone: Iterable[Span]) -> str:
    for span in sorted(gone, reverse=True):
        text = text[: span.start] + text[span.end :]
    return text
