"""What the line, the project and the user lay down wins over everything weaker, in every language."""

from __future__ import annotations

import re
import time
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.errors import NothingToSayError
from engines.models.kokoro.alphabet import ALPHABET
from engines.text.lexicon import Case, Entry, Lexicon, Lexicons
from engines.text.markup_edits import set_reading
from engines.text.reader import TextReader
from engines.types import Phonemes, Reading, Source, Span, Utterance

READER = TextReader(ALPHABET)
ORDER = (Source.OVERRIDE, Source.PROJECT_LEXICON, Source.USER_LEXICON)


def read(
    text: str,
    voice: str = "en-us",
    *,
    project: tuple[Entry, ...] = (),
    user: tuple[Entry, ...] = (),
    language: str | None = None,
    speed: float = 1.0,
) -> list[Phonemes]:
    lexicons = Lexicons(Lexicon(project), Lexicon(user))
    utterance = Utterance(text, "v", language, speed, lexicons=lexicons)
    segments = list(READER.read(utterance, voice))
    check_tiling(text, segments)
    return segments


def check_tiling(text: str, segments: list[Phonemes]) -> None:
    readings = [reading for segment in segments for reading in segment.readings]
    assert readings[0].span.start == 0
    assert readings[-1].span.end == len(text)
    assert all(a.span.end == b.span.start for a, b in pairwise(readings))
    for segment in segments:
        assert segment.span == (segment.readings[0].span.start, segment.readings[-1].span.end)
        assert ALPHABET.issuperset(segment.symbols)
        assert len(segment.symbols) <= 510


@pytest.mark.parametrize(
    ("text", "word", "said"),
    [
        ("他不重复。", "不", "pu↘"),
        ("他不重{zhòng}复。", "不", "pu↗"),
        ("一处景。", "一", "i↗"),
        ("一处{chǔ}景。", "一", "i↘"),
        ("我好{hǎo}吗？", "我", "wo↗"),
        ("我好{hào}奇。", "我", "wo↓"),
        ("the other apple", "the", "ði"),
        ("the other{mother} apple", "the", "ðə"),
        ("the table", "the", "ðə"),
        ("the table{able}", "the", "ði"),
        ("to table{able}", "to", "tʊ"),
    ],
)
def test_the_neighbours_of_what_is_laid_down_sound_as_beside_it(text: str, word: str, said: str) -> None:
    reading = readings_of(read(text, "zh" if "。" in text or "？" in text else "en-us"), word)[0]
    assert (reading.symbols.strip(), reading.source is Source.OVERRIDE) == (said, False)


def test_a_lexicon_changes_the_tones_beside_its_words() -> None:
    segments = read("不重的东西", "zh", project=(Entry("重", "chóng", "zh"),))
    assert readings_of(segments, "不")[0].symbols.strip() == "pu↘"


@given(st.text("一不好你我处重 ", min_size=1, max_size=6), st.sampled_from(("mā", "má", "mǎ", "mà", "ma")), st.data())
@settings(deadline=None, database=None, max_examples=60)
def test_what_is_laid_down_stays_as_it_is_beside_any_tones(text: str, reading: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(text) - 1))
    marked = set_reading(text, Span(at, at + 1), reading)
    if marked != text:
        (said,) = [r for s in read(marked, "zh") for r in s.readings if r.source is Source.OVERRIDE]
        assert said.symbols.strip() == {"mā": "ma→", "má": "ma↗", "mǎ": "ma↓", "mà": "ma↘", "ma": "ma"}[reading]


def readings_of(segments: list[Phonemes], word: str) -> list[Reading]:
    """Of the first occurrence of a word in the typed text."""
    text = segments[0].utterance.text
    start = text.index(word)
    return [
        reading
        for segment in segments
        for reading in segment.readings
        if reading.span.start < start + len(word) and start < reading.span.end and reading.source is not Source.MARKUP
    ]


def symbols_of(segments: list[Phonemes], word: str) -> str:
    return "".join(reading.symbols for reading in readings_of(segments, word)).strip()


def sources(segments: list[Phonemes], word: str) -> set[Source]:
    return {reading.source for reading in readings_of(segments, word)}


# A sentence with a place for a word, the language of the voice, words, and readings with their symbols.
CASES = [
    ("我在{}出差。", "zh", ["重庆", "行长", "银行", "北京"], {"chóng qìng": "ꭧʰʊ↗ŋʨʰi↘ŋ", "zhǎng cháng": "ꭧa↓ŋꭧʰa↗ŋ",
        "hao3 hao4": "xau↓xau↘", "虫庆": "ꭧʰʊ↗ŋʨʰi↘ŋ"}),
    ("I {} the book.", "en-us", ["read", "Xqzt", "lead", "O'Brien", "café"], {"ɹɛd": "ɹɛd", "R IY1 D": "ɹˈid",
        "sequel": "sˈikwəl", "ˈnuːmən": "nˈumən"}),
    ("I {} the book.", "en-gb", ["read", "Xqzt"], {"ɹɛd": "ɹɛd", "G OW1": "ɡˈQ", "ipa: kɑːt": "kɑːt"}),
    ("私は{}です。", "ja", ["東京", "今日", "田中"], {"とうきょう": "toːkʲoː", "ipa: tanaka": "tanaka"}),
    ("La casa {} es roja.", "es", ["Juan", "GmbH", "que"], {"xwˈan": "xwˈan", "ipa: kasa": "kasa"}),
    ("La maison {} est rouge.", "fr", ["Jean", "SNCF"], {"ʒɑ̃": "ʒɑ̃"}),
]  # fmt: skip
PLACES = [(text, voice, word, readings) for text, voice, words, readings in CASES for word in words]


@given(st.data())
@settings(deadline=None, database=None, max_examples=150)
def test_the_strongest_reading_wins(data: st.DataObject) -> None:
    text, voice, word, readings = data.draw(st.sampled_from(PLACES))
    chosen = {source: data.draw(st.none() | st.sampled_from(sorted(readings)), label=source.value) for source in ORDER}
    override = chosen[Source.OVERRIDE]
    marked = text.format(word)
    if override:
        start = text.index("{}")
        brackets = data.draw(st.booleans())
        tagged = text.format(f"[say {override}]{word}[/]")
        marked = tagged if brackets else set_reading(marked, Span(start, start + len(word)), override)
    entries = {source: (Entry(word, reading),) if (reading := chosen[source]) else () for source in ORDER[1:]}
    segments = read(marked, voice, project=entries[Source.PROJECT_LEXICON], user=entries[Source.USER_LEXICON])
    strongest = next((source for source in ORDER if chosen[source]), None)
    if strongest is None:
        assert sources(segments, word).isdisjoint(ORDER)
        return
    assert sources(segments, word) == {strongest}
    assert symbols_of(segments, word) == readings[chosen[strongest] or ""]
    assert not any(segment.problems for segment in segments)
    others = {reading.source for segment in segments for reading in segment.readings} - {strongest}
    assert others.isdisjoint(ORDER)


@pytest.mark.parametrize(("text", "voice", "words", "readings"), CASES)
def test_the_rest_of_the_sentence_is_read_as_before(
    text: str, voice: str, words: list[str], readings: dict[str, str]
) -> None:
    before = [r for s in read(text.format(words[0]), voice) for r in s.readings]
    after = [r for s in read(text.format(f"{words[0]}{{{next(iter(readings))}}}"), voice) for r in s.readings]
    place = text.index("{}")
    first = [r.symbols for r in before if r.span.end <= place]
    assert first == [r.symbols for r in after if r.span.end <= place]
    tail = len(text) - place - 2
    last = [r.symbols.strip() for r in before if r.span.start >= place + len(words[0])]
    end = after[-1].span.end
    assert last == [r.symbols.strip() for r in after if r.span.start >= end - tail and r.source is not Source.MARKUP]


def test_of_a_lexicon_the_longest_word_wins_and_of_two_the_projects() -> None:
    user = (Entry("重庆", "zhòng qìng"), Entry("重庆火锅", "chóng qìng huǒ guō"), Entry("New York", "nu jɔɹk"))
    segments = read("重庆火锅在重庆。", "zh", user=user)
    assert symbols_of(segments, "重庆火锅") == "ꭧʰʊ↗ŋʨʰi↘ŋxwo↓kwo→"
    assert symbols_of(segments, "重庆。").startswith("ꭧʊ↘ŋʨʰi↘ŋ")
    segments = read("New York is here.", user=user, project=(Entry("York", "X"),))
    assert sources(segments, "York") == {Source.PROJECT_LEXICON}
    assert sources(segments, "New") == {Source.LEXICON}


def test_words_of_an_alphabet_are_found_whole_and_by_their_capitals() -> None:
    entries = (Entry("cat", "dog"), Entry("Polish", "ˈpoʊlɪʃ"), Entry("us", "you ess", case=Case.EXACT))
    segments = read("A cat, Cat and CAT's category; Polish polish, US us.", user=entries)
    marked = [
        segments[0].utterance.text[slice(*r.span)]
        for s in segments
        for r in s.readings
        if r.source is Source.USER_LEXICON
    ]
    assert marked == ["cat", "Cat", "CAT's", "Polish", "us"]
    assert symbols_of(segments, "CAT's") == "dˈɔɡz"


def test_an_entry_of_a_language_is_for_text_of_that_language() -> None:
    entry = Entry("a", "ˈeɪ", "en")
    assert sources(read("a", "en-gb", user=(entry,)), "a") == {Source.USER_LEXICON}
    assert sources(read("a", "es", user=(entry,)), "a") != {Source.USER_LEXICON}
    assert sources(read("重", "zh", user=(Entry("重", "chóng", "ja"),)), "重") != {Source.USER_LEXICON}
    assert sources(read("重", "zh", user=(Entry("重", "chóng", enabled=False),)), "重") != {Source.USER_LEXICON}


def test_a_word_with_a_full_stop_does_not_end_the_sentence() -> None:
    segments = read("The Yahoo! site and Mx.{mix} Smith. Then more.", user=(Entry("Yahoo!", "yah who"),))
    assert symbols_of(segments, "Yahoo!") == "jˈɑ hˌu"
    assert segments[0].symbols.count("!") == 0
    assert symbols_of(segments, "Mx.") == "mˈɪks"


def test_english_in_chinese_keeps_the_accent_of_the_voice_but_for_sounds_of_the_line() -> None:
    said = {
        text: symbols_of(read(text, "zh", user=(Entry("Dig", "D IH1 G"),)), "Dig")
        for text in ("用Dig。", "用Dig{D IH1 G}。")
    }
    assert said == {"用Dig。": "tˈɪk", "用Dig{D IH1 G}。": "dˈɪɡ"}


@pytest.mark.parametrize(
    ("text", "voice", "word", "symbols"),
    [
        ("[spell]sql[/]", "en-us", "sql", "ˈɛs kjˈu ˈɛl"),
        ("[spell]a1[/]", "en-us", "a1", "ˈA wˈʌn"),
        ("[as digits]2024[/]", "en-us", "2024", "tˈu zˈɪɹO tˈu fˈɔɹ"),
        ("[as number]1999[/]", "en-us", "1999", "wˈʌn θˈWzᵊnd nˈIn hˈʌndɹəd nˈIndi nˈIn"),
        ("[as ordinal]3[/]", "en-us", "3", "θˈɜɹd"),
        ("[as date]3/4[/]", "en-us", "3/4", "mˈɑɹʧ fˈɔɹθ"),
        ("[as date dmy]3/4/2025[/]", "en-us", "3/4/2025", "ˈApɹəl θˈɜɹd, twˈɛnti twˈɛnti fˈIv"),
        ("[as telephone]555-12[/]", "en-us", "555-12", "fˈIv fˈIv fˈIv, wˈʌn tˈu"),
        ("[spell]重庆[/]", "zh", "重庆", "ꭧʊ↘ŋ ʨʰi↘ŋ"),
        ("[spell]TV[/]好", "zh", "TV", None),
        ("[as digits]110[/]", "zh", "110", "i→ i→ li↗ŋ"),
        ("[as telephone]110[/]", "zh", "110", "jau→ jau→ li↗ŋ"),
        ("[as number]110[/]", "zh", "110", None),
        ("[as ordinal]3[/]", "zh", "3", "ti↘sa→n"),
        ("[as date]3/4[/]", "zh", "3/4", "sa→nɥe↘ sɨ↘ɻɨ↘"),
        ("[as digits]47[/]", "ja", "47", "joɴ nana"),
        ("[as date]3/4[/]", "ja", "3/4", "saŋɡaʦɨ joʔka"),
        ("[as digits]27[/]", "es", "27", "dˈos sjˈete"),
        ("[as date]4/3[/]", "es", "4/3", "kwˈatɾo ðe mˈaɾθo"),
        ("[as date]1/3/2025[/]", "fr", "1/3/2025", "pʁəmjˈe mˈaʁs dˈø mˈil vɛ̃sˈɛ̃k"),
        ("[as ordinal]3[/]", "es", "3", "teɾθˈeɾo"),
    ],
)  # fmt: skip
def test_spans_that_say_how_their_text_is_read(text: str, voice: str, word: str, symbols: str | None) -> None:
    segments = read(text, voice, user=(Entry(word, "ipa: kasa"),), language=voice)
    assert sources(segments, word) == {Source.OVERRIDE}
    assert not any(segment.problems for segment in segments)
    if symbols:
        assert symbols_of(segments, word) == symbols


@pytest.mark.parametrize("text", ["[as date]hello[/]", "[as number]many[/]", "[as ordinal]0[/]", "[as date]45/13[/]"])
def test_what_is_not_of_the_kind_is_told_and_read_as_usual(text: str) -> None:
    (segment,) = read(text)
    assert [text[slice(*problem.span)] for problem in segment.problems] == [re.sub(r"\[.*?\]", "", text)]
    assert Source.OVERRIDE not in {reading.source for reading in segment.readings}


def test_a_reading_that_cannot_be_said_is_told_where_it_is_and_the_weaker_one_counts() -> None:
    text = "I read{ʀɛd} and Bob runs."
    segments = read(text, user=(Entry("read", "R EH1 D"), Entry("Bob", "ipa: ɧ")))
    problems = [(text[slice(*p.span)], p.message) for s in segments for p in s.problems]
    assert [place for place, _ in problems] == ["{ʀɛd}", "Bob"]
    assert "the nearest is ʁ" in problems[0][1]
    assert "user's lexicon reads “Bob”" in problems[1][1]
    assert sources(segments, "read") == {Source.USER_LEXICON}
    assert sources(segments, "Bob") == {Source.LEXICON}


def test_pauses_take_the_place_of_the_silence_between_segments() -> None:
    text = "[pause 1s]One. [pause 250ms] Two[pause 2s][pause 1s]. 😄 [pause 0.5s] Three. [pause 3s]"
    segments = read(text, speed=2.0)
    assert [round(segment.pause, 3) for segment in segments] == [0.25, 3.5, 3.0]
    assert [segment.before for segment in segments] == [1.0, 0.0, 0.0]
    assert [segment.symbols.strip(" .") for segment in segments] == ["wˈʌn", "tˈu", "θɹˈi"]
    assert [text[slice(*r.span)] for s in segments for r in s.unspoken] == ["😄"]


def test_a_pause_alone_is_nothing_to_say() -> None:
    with pytest.raises(NothingToSayError):
        read("[pause 2s]")


def test_markup_is_no_part_of_what_is_heard() -> None:
    plain = read("The happy man read it, and left.")
    marked = read("The [happy 0.6]happy[/] man [x]read[/] it, and [rate 1.2]left[/].")
    assert "".join(s.symbols for s in marked) == "".join(s.symbols for s in plain)
    assert {r.source for s in marked for r in s.readings} >= {Source.MARKUP}


WORDS = st.sampled_from(
    [
        *[
            "read",
            "SQL",
            "重庆",
            "行长",
            "東京",
            "です",
            "Juan",
            "25",
            "3/4",
            " ",
            ", ",
            "。",
            ". ",
            "\n",
            "😄",
            "un",
            "'s",
        ],
        *[
            "{ɹɛd}",
            "{chóng qìng}",
            "{zhǎng}",
            "{とうきょう}",
            "{sequel}",
            "{",
            "}",
            "[",
            "]",
            "{qʀ}",
            "[/]",
            "\\",
            "[/x]",
        ],
        *[
            "[pause 1s]",
            "[pause]",
            "[spell]",
            "[as digits]",
            "[as date]",
            "[say ɹɛd]",
            "[say x y]",
            "[happy 0.6]",
            "[x]",
        ],
    ]
)
ENTRIES = (Entry("SQL", "sequel"), Entry("重庆", "chóng qìng"), Entry("行长。", "háng zhǎng"), Entry("read SQL", "x"))


@given(st.lists(WORDS, max_size=14).map("".join), st.sampled_from(["en-us", "zh", "ja", "es"]))
@settings(deadline=None, database=None, max_examples=200)
def test_no_character_of_any_marked_text_is_lost(text: str, voice: str) -> None:
    try:
        segments = read(text, voice, project=ENTRIES[:2], user=ENTRIES[2:])
    except NothingToSayError:
        return
    problems = [problem for segment in segments for problem in segment.problems]
    assert len(problems) == len(set(problems))
    assert all(0 <= p.span.start < p.span.end <= len(text) for p in problems)
    for reading in (r for segment in segments for r in segment.readings):
        assert reading.symbols == "" or reading.source not in (Source.MARKUP, Source.SILENT)


def test_thousands_of_entries_are_instant() -> None:
    zh = [Entry(chr(0x4E00 + i) + chr(0x5E00 + i) * (1 + i % 3), "mǎ " * (2 + i % 3)) for i in range(3000)]
    en = [Entry(f"word{i}", f"ipa: wɜɹd {i % 7 * 'a'}a") for i in range(3000)]
    lexicons = Lexicons(Lexicon(tuple(zh)), Lexicon(tuple(en)))
    text = "我们今天在北京的银行里讨论了word42和重庆的项目，一共有word2999个人参加，大家都很高兴。"
    utterance = Utterance(text, "v", lexicons=lexicons)
    list(READER.read(utterance, "zh"))  # indexes are made once
    plain = Utterance(text, "v")
    best = {True: 1.0, False: 1.0}
    for _ in range(8):
        for laid_down, wanted in ((True, utterance), (False, plain)):
            begin = time.perf_counter()
            segments = list(READER.read(wanted, "zh"))
            best[laid_down] = min(best[laid_down], time.perf_counter() - begin)
    assert best[True] - best[False] < 0.005
    segments = list(READER.read(utterance, "zh"))
    assert sources(segments, "word2999") == {Source.USER_LEXICON}
