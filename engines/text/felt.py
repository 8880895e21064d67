"""The spans of a text that are felt in a way of their own."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engines.prosody.emotion import Emotion
from engines.prosody.presets import Noting, Presets
from engines.prosody.written import EmotionError, emotion_of_tag
from engines.text.markup import SPANS, Markup, parse
from engines.types import Phonemes, Problem, Span


@dataclass(frozen=True, slots=True)
class Felt:
    """What the tags of a text say about how it is felt; spans are of the typed text."""

    spans: tuple[tuple[Span, Emotion], ...] = ()
    """The outer before the inner ones."""
    problems: tuple[Problem, ...] = ()

    @classmethod
    def of(cls, markup: Markup, presets: Presets) -> Felt:
        """The emotions of the tags that name one; of the others nothing is said here."""
        spans: list[tuple[Span, Emotion]] = []
        problems: list[Problem] = []
        for tag in markup.spans:
            if tag.name in SPANS:
                continue
            try:
                emotion = emotion_of_tag(tag.name, tag.value, presets)
            except EmotionError as error:
                problems.append(Problem(tag.opening, str(error)))
                continue
            if emotion is not None:
                spans.append((Span(tag.opening.end, tag.closing.start), emotion))
        return cls(tuple(spans), tuple(problems))

    def put_on(self, segment: Phonemes) -> Phonemes:
        """A segment of the typed text with the emotions in it."""
        start, end = segment.span
        here = tuple((span, emotion) for span, emotion in self.spans if span.start < end and start < span.end)
        return replace(segment, emotions=here) if here else segment


def named_in(text: str, presets: Presets) -> tuple[tuple[str, Emotion], ...]:
    """What the words of a text's tags mean; see `Utterance.names`."""
    noting = Noting(presets)
    Felt.of(parse(text), noting)
    return tuple(noting.found.items())
