"""The pronunciation sets: large enough, well formed, and their parts apart."""

import pytest

from engines.text.chinese.syllables import parse_pinyin, symbols_of
from tests.bench.pronunciation import LEAST, scored
from tests.bench.pronunciation_cases import annotated, written


@pytest.mark.parametrize("name", ["polyphones", "tone_changes", "homographs"])
def test_parts_share_no_sentence(name: str) -> None:
    texts = [{sentence.text for sentence in annotated(name, part)} for part in ("development", "held_out")]
    assert texts[0].isdisjoint(texts[1])


def test_parts_of_the_normalisation_cases_share_no_text() -> None:
    assert {case.text for case in written("development")}.isdisjoint({case.text for case in written("held_out")})


def test_the_held_out_sets_have_the_promised_size() -> None:
    assert scored("polyphones", "held_out") >= LEAST["polyphones"]
    assert len(written("held_out")) >= LEAST["normalisation"]
    assert scored("homographs", "held_out") >= LEAST["homographs"]


@pytest.mark.parametrize("name", ["polyphones", "tone_changes"])
def test_every_reading_is_a_syllable(name: str) -> None:
    for part in ("development", "held_out"):
        for sentence in annotated(name, part):
            for wanted in sentence.wanted:
                for reading in wanted.readings:
                    base = reading[:-1] if reading[:-1] == "er" else reading[:-1].removesuffix("r")
                    assert symbols_of(parse_pinyin(base + reading[-1])), (sentence.text, reading)
