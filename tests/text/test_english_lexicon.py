"""The lexicon files are found and searched correctly, and the letter-to-sound model does what its metrics say."""

import json
import random
from importlib.resources import files

import pytest

from engines.text.english.guess import LONGEST, LetterModel, guess
from engines.text.english.lexicon import ADDITIONS, Lexicon, SortedJson
from engines.text.english.training.alignment import Aligner, split_sounds
from engines.text.english.training.dataset import Word, is_held_out, load_words
from engines.text.english.training.evaluation import METRICS, error_rates


@pytest.mark.parametrize("name", ["us_gold", "us_silver", "gb_gold", "gb_silver"])
def test_search_equals_parsing(name: str) -> None:
    data = files("misaki").joinpath(f"data/{name}.json").read_bytes()
    parsed = json.loads(data)
    keys = list(parsed)
    nested = [key for key in keys if isinstance(parsed[key], dict)]
    searched = SortedJson(data)
    for key in [*keys[:3], *keys[-3:], *nested[:50], *random.Random(1).sample(keys, 300)]:
        assert searched.get(key) == parsed[key]
    for key in ("", "!", "zzzzzz", "é", "\ud800", "DEFAULT", "hjkl"):
        assert searched.get(key) is None


def test_a_word_is_found_whatever_its_capitals() -> None:
    lexicon = Lexicon(british=False)
    assert lexicon.find("london") == lexicon.find("London") == {"DEFAULT": "lˈʌndən"}
    assert lexicon.find("Polish") != lexicon.find("polish")
    assert lexicon.find("hjkl") is None


def test_additions_are_well_formed() -> None:
    lines = [line for line in ADDITIONS.read_text("utf-8").splitlines() if line and not line.startswith("#")]
    words = [line.split("\t")[0] for line in lines]
    assert len(words) == len(set(words))
    assert {len(line.split("\t")) for line in lines} == {2, 3}


@pytest.fixture(scope="module")
def words() -> list[Word]:
    return load_words()


def test_alignment_gives_every_letter_its_sounds(words: list[Word]) -> None:
    words = [word for word in words if word.gold and word.dialect == 0 and len(word.letters) < 8][::150]
    aligner = Aligner([(word.letters, split_sounds(word.symbols)) for word in words], rounds=4)
    assert aligner.align("sing", split_sounds("sˈɪŋ")) == [("s",), ("ˈɪ",), (), ("ŋ",)]
    assert aligner.align("box", split_sounds("bˈɑks")) == [("b",), ("ˈɑ",), ("k", "s")]
    assert aligner.align("a", split_sounds("ˈAbˌisˈi")) is None


def test_held_out_words_are_said_as_well_as_measured(words: list[Word]) -> None:
    held = [word for word in words if is_held_out(word) and word.gold]
    sample = random.Random(2).sample(held, 150)
    measured = json.loads(METRICS.read_text("utf-8"))
    expected = max(measured[f"held out, {name}, gold"]["sound error, %"] for name in ("us", "gb"))
    assert error_rates(LetterModel(), sample)["sound error, %"] < expected + 4


@pytest.mark.parametrize("letters", ["a", "q", "zz", "kwanzify", "b" * LONGEST, "ab" * 3 * LONGEST])
@pytest.mark.parametrize("dialect", [0, 1])
def test_guesses_are_never_empty(letters: str, dialect: int) -> None:
    assert guess(letters, dialect)
