"""From an utterance to segments of phonemes: the door of `engines.text`."""

from __future__ import annotations

from collections.abc import Iterator

from engines.errors import NothingToSayError
from engines.text.accents import accented
from engines.text.frontends import FrontEnds, installed_front_ends
from engines.text.languages import Preference, Run, canonical, language_runs
from engines.text.sanitise import sanitise
from engines.text.segments import ReadSentence, pack
from engines.text.sentences import Break, Sentence, split
from engines.text.tidy import restrict, tidy
from engines.types import Phonemes, Utterance

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
    """

    def __init__(self, alphabet: frozenset[str], limit: int = 510, front_ends: FrontEnds | None = None) -> None:
        if limit < _LEAST_LIMIT:
            raise ValueError(f"limit is {limit}, but must be at least {_LEAST_LIMIT}")
        self._alphabet = alphabet
        self._limit = limit
        self._front_ends = front_ends or installed_front_ends()

    def load(self, language: str) -> None:
        """Load what the front end of a language needs; nothing happens where there is none."""
        if language in self._front_ends.languages:
            for _ in self.read(Utterance("1", "", language), language):
                pass

    def read(self, utterance: Utterance, voice_language: str) -> Iterator[Phonemes]:
        """Yield the segments of `utterance` as they are ready; the first needs only the beginning of the text.

        Errors, too, come when a segment is asked for.

        The readings of all segments together tile the text: no character is lost, and what is not spoken is
        `Source.SILENT` or a mark.

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
        self._front_ends.require(canonical(utterance.language or voice_language))
        text = sanitise(utterance.text)
        preference = Preference.of(utterance.language, voice_language, self._front_ends.languages)
        said = False
        for segment in pack(utterance, text, self._sentences(text, preference, voice_language), self._limit):
            said = True
            yield segment
        if not said:
            raise NothingToSayError(_nothing_to_say(text))

    def _sentences(self, text: str, preference: Preference, voice_language: str) -> Iterator[ReadSentence]:
        language: str | None = None
        for sentence in split(text):
            runs = language_runs(text, sentence.span, preference, language)
            language = runs[-1].language
            yield self._read_sentence(text, sentence, runs, voice_language)

    def _read_sentence(self, text: str, sentence: Sentence, runs: list[Run], voice_language: str) -> ReadSentence:
        readings = [
            restrict(accented(reading, voice_language, self._alphabet), text, self._alphabet)
            for run in runs
            for reading in self._front_ends.get(run.language).read(text, run.span)
        ]
        return ReadSentence(tidy(readings, ends_line=sentence.end >= Break.LINE), sentence.end)


def _nothing_to_say(text: str) -> str:
    if not text.strip():
        return "There is no text to speak; write something first."
    shown = text.strip()[:20].replace("\n", " ")
    return f"Nothing in “{shown}” can be spoken; write words or numbers in a language that is installed."
