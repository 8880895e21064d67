"""Markup inside a text: how a word is read, pauses, and spans that have a name.

`word{reading}` is the reading of what stands directly before the brace:

- after a Chinese character, as many characters as the reading has syllables: `我在重庆{chóng qìng}`. Of a reading
  that is neither pinyin nor Chinese characters, each part between spaces is a syllable.
- after kanji or kana, when the reading is kana: the kanji with the kana that inflect them, `私は食べる{たべる}`, or
  else the kana back to the last kanji.
- anything else: back to white space, an opening bracket, a quote, one of `, ; : ! ? …` or their wide forms, an East
  Asian character, or other markup: `say SQL{sequel}`, `Dr.{doctor} Who`.

`[name value]text[/]` is a span, `[/]` ends the innermost and `[/name]` one by its name. The names that have a meaning
for the reading are in `SPANS`; spans of other names are kept for whoever knows them, and their text is read as usual.
Those of emotions, such as `[happy 0.6]…[/]`, are in `engines.prosody.written`.

`[pause 500ms]`, `[pause 1.5s]` and `[pause]` are pauses.

`\\{ \\} \\[ \\] \\\\` are the characters themselves. What is malformed is read as text and told in `Markup.problems`;
what merely looks like a tag, such as `[sic]` or `[1]`, is text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from engines.text.marked import Markup, Override, Pause, TagSpan, typed_at
from engines.text.markup_words import REACH, word_before
from engines.text.notation.detect import named
from engines.types import Problem, Span

__all__ = ["Markup", "Override", "Pause", "TagSpan", "parse", "pause_seconds"]

SAY, SPELL, AS, PAUSE = "say", "spell", "as", "pause"
SPANS = (SAY, SPELL, AS)
"""Spans that change how their text is read."""
KINDS = ("digits", "number", "ordinal", "date", "telephone")
"""What `[as …]` may name."""
DATE_ORDERS = ("dmy", "mdy", "ymd", "dm", "md")
LONGEST_PAUSE = 60.0
DEFAULT_PAUSE = 0.5
"""Seconds."""

_TOKEN = re.compile(
    r"(?P<escape>\\[\\{}\[\]])"
    r"|(?P<braces>\{(?P<reading>[^{}\n]{0,400})\})"
    r"|(?P<close>\[/(?P<closed>[^\W\d_][\w-]{0,39})?\])"
    r"|(?P<open>\[(?P<name>[^\W\d_][\w-]{0,39})(?:[ \t]+(?P<value>[^\[\]{}\n]{0,400}?))?[ \t]*\])"
    r"|(?P<lone>[{}]|\[(?:pause|spell|as|say)\b)"
)
_QUICK = re.compile(r"[{}\[\\]")
_CUT_OFF = re.compile(r"(?:\[[^\[\]{}\n]{0,450}|\{[^{}\n]{0,400}|\\)\Z")
_INSIDE = "This is inside a span that is read otherwise already, so it does not count; take one of them away."
_PAUSE_INSIDE = "A pause cannot be inside words that have a reading of their own; it comes after them."
_PAUSE = re.compile(r"(\d{1,6}(?:\.\d{1,6})?)\s*(ms|s)")


def parse(typed: str) -> Markup:
    """Take a text apart. Never raises; costs microseconds for a line, and next to nothing where there is no markup."""
    if not _QUICK.search(typed):
        return Markup(typed, typed)
    return _Parser(typed).parse()


def certain_length(typed: str) -> int:
    """How many characters of a text that goes on have markup that cannot change any more.

    What follows an open tag is uncertain until the tag is closed.
    """
    if not _QUICK.search(typed):
        return len(typed)
    parser = _Parser(typed)
    parser._pair()
    return min(parser.first_open, _unfinished(typed))


def _unfinished(typed: str) -> int:
    """Where a token begins that the end of the text cuts off, or the end."""
    at = 0
    for token in _TOKEN.finditer(typed):
        at = token.end() if _kind(token) != "lone" else token.start()
    match = _CUT_OFF.search(typed, at)
    return match.start() if match else len(typed)


def pause_seconds(value: str) -> float | None:
    """Seconds of a pause, from `500ms`, `1.5s` or nothing; None if it is none of them or too long."""
    if not value:
        return DEFAULT_PAUSE
    match = _PAUSE.fullmatch(value)
    if not match:
        return None
    seconds = float(match[1]) / (1000 if match[2] == "ms" else 1)
    return seconds if seconds <= LONGEST_PAUSE else None


class _Parser:
    def __init__(self, typed: str) -> None:
        self._typed = typed
        self._tokens = list(_TOKEN.finditer(typed))
        self._problems: list[Problem] = []
        self._pairs: dict[int, int] = {}
        """Opening tokens to closing ones, by their number."""
        self.first_open = len(typed)
        """Where the first tag begins that may still be closed, or the end."""
        self._plain = ""
        self._barrier = 0
        """Where the last markup stands in the plain text: no word reaches across it."""
        self._pieces: list[tuple[int, int]] = []
        self._skipped: list[Span] = []
        self._overrides: list[Override] = []
        self._pauses: list[Pause] = []
        self._spans: list[TagSpan] = []

    def parse(self) -> Markup:
        self._pair()
        starts: dict[int, int] = {}
        closers = {close: opening for opening, close in self._pairs.items()}
        parts: list[str] = []
        length = at = 0
        for number, token in enumerate(self._tokens):
            piece = self._typed[at : token.start()]
            length += self._add(parts, piece, length, at)
            at = token.end()
            kind = _kind(token)
            if kind == "escape":
                self._skip(Span(token.start(), token.start() + 1))
                length += self._add(parts, token[0][1], length, token.start() + 1)
            elif kind == "braces" and self._attach(token, length):
                self._mark(token, length)
            elif kind == "pause" and (seconds := self._pause(token)) is not None:
                self._pauses.append(Pause(length, seconds, _span(token)))
                self._mark(token, length)
            elif number in self._pairs:
                starts[number] = length
                self._mark(token, length)
            elif number in closers:
                self._close(self._tokens[closers[number]], token, Span(starts[closers[number]], length))
                self._mark(token, length)
            else:
                length += self._add(parts, token[0], length, token.start())
                if kind == "lone":
                    self._tell(token, _lone_problem(token[0]))
        self._add(parts, self._typed[at:], length, at)
        text = "".join(parts)
        self._spans.sort(key=lambda tag: tag.opening.start)
        written_out = self._settle(text)
        return Markup(
            self._typed,
            text,
            overrides=tuple(sorted(self._overrides, key=lambda override: override.span)),
            written_out=written_out,
            pauses=tuple(sorted(self._pauses, key=lambda pause: pause.at)),
            spans=tuple(self._spans),
            problems=tuple(sorted(self._problems, key=lambda problem: problem.span)),
            tokens=tuple(self._skipped),
            _pieces=tuple(self._pieces) or ((0, len(self._typed)),),
        )

    def _add(self, parts: list[str], piece: str, length: int, typed: int) -> int:
        if piece:
            parts.append(piece)
            self._pieces.append((length, typed))
            self._plain = (self._plain + piece)[-2 * REACH :]
        return len(piece)

    def _mark(self, token: re.Match[str], length: int) -> None:
        self._skip(_span(token))
        self._barrier = length

    def _skip(self, span: Span) -> None:
        self._skipped.append(span)

    def _tell(self, token: re.Match[str], message: str) -> None:
        self._problems.append(Problem(_span(token), message))

    def _pair(self) -> None:
        """Find out which tags belong together; the others are text."""
        stack: list[int] = []
        for number, token in enumerate(self._tokens):
            kind = _kind(token)
            if kind == "open":
                stack.append(number)
            elif kind == "close":
                wanted = token["closed"]
                place = next((i for i in reversed(range(len(stack))) if wanted in (None, self._name(stack[i]))), None)
                if place is None:
                    which = f" named “{wanted}”" if wanted else ""
                    self._tell(token, f"There is no open tag{which} before this; it is read as text.")
                    continue
                for left in stack[place + 1 :]:
                    self._unclosed(left)
                self._pairs[stack[place]] = number
                del stack[place:]
        if stack:
            self.first_open = self._tokens[stack[0]].start()
        for left in stack:
            self._unclosed(left)

    def _name(self, number: int) -> str:
        return self._tokens[number]["name"]

    def _unclosed(self, number: int) -> None:
        token = self._tokens[number]
        if token["name"] in SPANS or token["value"]:
            self._tell(token, f"[{token['name']}] has no [/] after it; it is read as text. Write [/] where it ends.")

    def _pause(self, token: re.Match[str]) -> float | None:
        seconds = pause_seconds(token["value"] or "")
        if seconds is None:
            most = f"{LONGEST_PAUSE:g}"
            self._tell(
                token, f"This is no pause, so it is read as text; write [pause 500ms] or [pause 1.5s], up to {most} s."
            )
        return seconds

    def _attach(self, token: re.Match[str], length: int) -> bool:
        """Find the word before a brace; if there is none, the braces are text."""
        reading = token["reading"].strip()
        _, start = named(reading)
        if not reading[start:].strip():
            self._tell(token, "There is no reading between the braces; write one, or \\{ for the brace itself.")
            return False
        before = self._plain[-min(length - self._barrier, REACH) :] if length > self._barrier else ""
        count, problem = word_before(before, reading)
        if not count:
            self._tell(token, problem)
            return False
        span = Span(length - count, length)
        word = Span(typed_at(self._pieces, span.start), typed_at(self._pieces, length - 1) + 1)
        self._overrides.append(Override(span, reading, _span(token), word))
        return True

    def _close(self, opening: re.Match[str], closing: re.Match[str], span: Span) -> None:
        tag = TagSpan(opening["name"], (opening["value"] or "").strip(), span, _span(opening), _span(closing))
        self._spans.append(tag)

    def _settle(self, text: str) -> tuple[TagSpan, ...]:
        """Check the spans that change how their text is read, and return those of them that are no overrides.

        The outermost counts, and no markup inside it does.
        """
        counted: list[Span] = []
        written_out: list[TagSpan] = []
        overrides = []
        for tag in self._spans:
            if tag.name not in SPANS:
                continue
            if problem := _span_problem(tag, text):
                self._problems.append(Problem(tag.opening, problem))
            elif _is_inside(tag.span, counted):
                self._problems.append(Problem(tag.opening, _INSIDE))
            else:
                counted.append(tag.span)
                if tag.name == SAY:
                    word = Span(tag.opening.end, tag.closing.start)
                    overrides.append(Override(tag.span, tag.value, tag.opening, word))
                else:
                    written_out.append(tag)
        for override in self._overrides:
            if _is_inside(override.span, counted):
                self._problems.append(Problem(override.markup, _INSIDE))
            else:
                overrides.append(override)
        self._overrides = overrides
        self._pauses = [self._moved(pause, counted) for pause in self._pauses]
        return tuple(written_out)

    def _moved(self, pause: Pause, counted: Iterable[Span]) -> Pause:
        for span in counted:
            if span.start < pause.at < span.end:
                self._problems.append(Problem(pause.markup, _PAUSE_INSIDE))
                return replace(pause, at=span.end)
        return pause


def _is_inside(span: Span, others: Iterable[Span]) -> bool:
    return any(other.start <= span.start and span.end <= other.end for other in others)


def _kind(token: re.Match[str]) -> str:
    if token["open"]:
        return PAUSE if token["name"] == PAUSE else "open"
    return next(kind for kind in ("escape", "braces", "close", "lone") if token[kind])


def _span(token: re.Match[str]) -> Span:
    return Span(token.start(), token.end())


def _lone_problem(written: str) -> str:
    if written == "{":
        return (
            "This brace is not closed, so it is read as text; write } after the reading, or \\{ for the brace itself."
        )
    if written == "}":
        return "There is no { before this brace, so it is read as text; write \\} for the brace itself."
    return f"This tag is not closed, so it is read as text; write {written}…], or \\[ for the bracket itself."


def _span_problem(tag: TagSpan, text: str) -> str:
    if not text[slice(*tag.span)].strip():
        return f"There is nothing in [{tag.name}]…[/]; write the words between the tags."
    if tag.name == SAY and not tag.value:
        return "There is no reading in [say]; write for example [say sequel]SQL[/]."
    if tag.name == AS:
        kind, _, order = tag.value.partition(" ")
        if kind not in KINDS or (order and (kind != "date" or order.strip() not in DATE_ORDERS)):
            return f"[as {tag.value}] is not known; write [as {']…[/], [as '.join(KINDS)}]…[/]."
    return ""
