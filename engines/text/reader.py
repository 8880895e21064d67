"""From an utterance to segments of phonemes: the door of `engines.text`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from engines.errors import NothingToSayError
from engines.prosody.presets import Named, Presets, built_in
from engines.text.accents import accented
from engines.text.arriving import Frontier, LiveText, behind, worth_reading
from engines.text.felt import Felt
from engines.text.frontend import NeighbourlyFrontEnd
from engines.text.frontends import FrontEnds, installed_front_ends
from engines.text.given import Giver, put_in
from engines.text.languages import Preference, canonical, language_runs
from engines.text.markup import certain_length, parse
from engines.text.notation.converter import Converter
from engines.text.sanitise import sanitise
from engines.text.sections import in_sections
from engines.text.segments import ReadSentence
from engines.text.sentences import Break, Sentence, split
from engines.text.tidy import restrict, tidy
from engines.text.typing_spans import Typing
from engines.types import Idle, Phonemes, Problem, Reading, Span, Utterance

_LEAST_LIMIT = 64


class TextReader:
    """Reads utterances for one model.

    Parameters
    ----------
    alphabet
        The symbols of the model; a word that needs another one is not spoken and is reported.
    limit
        The most symbols in a segment, at least 64.
    front_ends
        The languages; those of the installation if not given.
    presets
        Emotions that a text may name; those of the program if not given.
    """

    def __init__(
        self,
        alphabet: frozenset[str],
        limit: int = 510,
        front_ends: FrontEnds | None = None,
        presets: Presets | None = None,
    ) -> None:
        if limit < _LEAST_LIMIT:
            raise ValueError(f"limit is {limit}, but must be at least {_LEAST_LIMIT}")
        self._alphabet = alphabet
        self._limit = limit
        self._front_ends = front_ends or installed_front_ends()
        self.presets = presets or built_in()
        """May be exchanged at any time; texts that are being read keep theirs."""
        self._converter = Converter(alphabet, self._front_ends)

    @property
    def converter(self) -> Converter:
        """Turns readings that the user writes into symbols."""
        return self._converter

    def load(self, language: str) -> None:
        """Load what the front end of a language needs; nothing happens where there is none."""
        if language in self._front_ends.languages:
            for _ in self.read(Utterance("1", "", language), language):
                pass

    def read(self, utterance: Utterance, voice_language: str) -> Iterator[Phonemes]:
        """Yield the segments of `utterance` as they are ready; the first needs only the beginning of the text.

        Errors, too, come when a segment is asked for.

        The readings of all segments together tile the text: no character is lost, and what is not spoken is
        `Source.SILENT`, `Source.MARKUP` or a mark.

        Parameters
        ----------
        voice_language
            The voice's own language: the default for what the writing system leaves open.

        Raises
        ------
        NothingToSayError
            Nothing in the text can be spoken.
        LanguageNotAvailableError
            The language asked for, or else that of the voice, has no front end here.
        """
        said = False
        for segment in self._segments(utterance, voice_language, {}):
            said = True
            yield segment
        if not said:
            raise NothingToSayError(_nothing_to_say(sanitise(utterance.text)))

    def read_live(self, live: LiveText, voice_language: str) -> Iterator[Phonemes | Idle]:
        """Yield the segments of a text that is still being written, each as soon as nothing can change it any more.

        They are those that `read` gives for the whole text. `Idle` is yielded where more of it is needed.

        Raises
        ------
        NothingToSayError, LanguageNotAvailableError
            As `read`.
        """
        known: dict[Span, _Known] = {}
        given = tried = 0
        while True:
            text, ended = live.look()
            if not ended and not worth_reading(text[tried:]):
                yield Idle.FOR_TEXT
                continue
            tried = len(text)
            certain = text if ended else text[: certain_length(text.removesuffix("\r"))]
            utterance = replace(live.utterance, text=certain)
            try:
                for segment in self._segments(utterance, voice_language, known, goes_on=not ended):
                    if rest := behind(segment, given):
                        given = rest.span.end
                        yield rest
            except _NotYetError:
                yield Idle.FOR_TEXT
                continue
            if not given:
                raise NothingToSayError(_nothing_to_say(sanitise(text)))
            return

    def _segments(
        self, utterance: Utterance, voice_language: str, known: dict[Span, _Known], *, goes_on: bool = False
    ) -> Iterator[Phonemes]:
        self._front_ends.require(canonical(utterance.language or voice_language))
        markup = parse(utterance.text)
        text = sanitise(markup.text)
        giver = Giver(
            markup,
            text,
            utterance.lexicons,
            voice_language,
            converter=self._converter,
            alphabet=self._alphabet,
        )
        preference = Preference.of(utterance.language, voice_language, self._front_ends.languages)
        frontier = Frontier(text, markup.pauses, utterance.lexicons, preference) if goes_on else None
        sentences = _Sentences(
            self._front_ends, self._alphabet, text, preference, voice_language, giver, known, frontier
        )
        felt = Felt.of(markup, self.presets if utterance.names is None else Named(utterance.names))
        giver.problems += felt.problems
        typing = Typing(markup, giver.problems)
        for segment in in_sections(utterance, text, markup.pauses, sentences, self._limit):
            yield felt.put_on(typing.typed(segment))
        if frontier:
            raise _NotYetError


class _NotYetError(Exception):
    """What comes next depends on what the text goes on with."""


class _Known(NamedTuple):
    """A sentence that has been read before."""

    sentence: ReadSentence
    language: str
    """In which it ends."""
    problems: Sequence[Problem]


class _Sentences:
    """Reads the sentences of one text, in order."""

    def __init__(
        self,
        front_ends: FrontEnds,
        alphabet: frozenset[str],
        text: str,
        preference: Preference,
        voice_language: str,
        giver: Giver,
        known: dict[Span, _Known],
        frontier: Frontier | None,
    ) -> None:
        self._front_ends = front_ends
        self._alphabet = alphabet
        self._text = text
        self._preference = preference
        self._voice_language = voice_language
        self._giver = giver
        self._known = known
        self._frontier = frontier
        self._language: str | None = None
        """In which the sentence before ended."""

    def __call__(self, start: int, end: int) -> Iterator[ReadSentence]:
        """The sentences of a stretch that begins and ends with a pause."""
        waiting: Sentence | None = None
        text = self._text if end == len(self._text) else self._text[:end]
        for sentence in split(text, start):
            if waiting:
                sentence = Sentence(Span(waiting.span.start, sentence.span.end), sentence.end)  # noqa: PLW2901
            waiting = sentence if not self._giver.idle and self._giver.goes_on(sentence) else None
            if waiting is None:
                yield from self._next(sentence)
        if waiting:
            yield from self._next(waiting)

    def _next(self, sentence: Sentence) -> Iterator[ReadSentence]:
        """A sentence; of one that the text may go on with only the beginning, which is the last."""
        if self._frontier is None or self._frontier.covers(sentence.span):
            yield self._read_once(sentence)
            return
        if self._frontier.tells_language(sentence.span):
            yield self._read(sentence)._replace(whole=False)
        raise _NotYetError

    def _read_once(self, sentence: Sentence) -> ReadSentence:
        known = self._known.get(sentence.span)
        if known is None:
            before = len(self._giver.problems)
            read = self._read(sentence)
            known = _Known(read, self._language or "", self._giver.problems[before:])
            self._known[sentence.span] = known
        else:
            self._giver.problems += known.problems
            self._language = known.language
        return known.sentence

    def _read(self, sentence: Sentence) -> ReadSentence:
        runs = language_runs(self._text, sentence.span, self._preference, self._language)
        self._language = runs[-1].language
        given = [] if self._giver.idle else self._giver.given(sentence.span, runs)
        laid_down = [reading for item in given for reading in item.readings]
        readings = [reading for run in runs for reading in self._found(run.span, run.language, laid_down)]
        if given:
            readings = put_in(readings, given, self._found)
        return ReadSentence(tidy(readings, ends_line=sentence.end >= Break.LINE), sentence.end)

    def _found(self, span: Span, language: str, laid_down: Sequence[Reading] = ()) -> list[Reading]:
        """What a front end reads, as the voice says it."""
        front_end = self._front_ends.get(language)
        beside = [reading for reading in laid_down if span.start <= reading.span.start < span.end]
        if beside and isinstance(front_end, NeighbourlyFrontEnd):
            found = front_end.read_beside(self._text, span, beside)
        else:
            found = front_end.read(self._text, span)
        return [
            restrict(accented(reading, self._voice_language, self._alphabet), self._text, self._alphabet)
            for reading in found
        ]


def _nothing_to_say(text: str) -> str:
    if not text.strip():
        return "There is no text to speak; write something first."
    shown = text.strip()[:20].replace("\n", " ")
    return f"Nothing in “{shown}” can be spoken; write words or numbers in a language that is installed."
