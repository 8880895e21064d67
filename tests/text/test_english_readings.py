"""Symbols of words in sentences: lexicon, weak forms, word building, punctuation."""

import pytest

from engines.text.english.frontend import EnglishFrontEnd
from engines.types import Reading, Source, Span

AMERICAN, BRITISH = EnglishFrontEnd("en-us"), EnglishFrontEnd("en-gb")


def read(text: str, front_end: EnglishFrontEnd = AMERICAN) -> list[Reading]:
    return front_end.read(text, Span(0, len(text)))


def symbols(text: str, front_end: EnglishFrontEnd = AMERICAN) -> str:
    return "".join(reading.symbols for reading in read(text, front_end))


GOLDEN = [
    ("Good morning.", "ɡˈʊd mˈɔɹnɪŋ."),
    (
        "The weather forecast says it will rain tomorrow afternoon, so please remember to take your umbrella with you.",
        "ðə wˈɛðəɹ fˈɔɹkˌæst sˈɛz ɪt wɪl ɹˈAn təmˈɑɹO ˌæftəɹnˈun, sˌO plˈiz ɹəmˈɛmbəɹ tə tˈAk jʊɹ ˌʌmbɹˈɛlə wɪð ju.",
    ),
    (
        "If you forget it, there is a small shop near the station that sells cheap ones.",
        "ˌɪf ju fəɹɡˈɛt ɪt, ðɛɹ ɪz ɐ smˈɔl ʃˈɑp nˌɪɹ ðə stˈAʃən ðæt sˈɛlz ʧˈip wˈʌnz.",
    ),
    (
        "In the evening the clouds should clear, and the temperature will drop to about five degrees.",
        "ɪn ði ˈivnɪŋ ðə klˈWdz ʃˌʊd klˈɪɹ, ænd ðə tˈɛmpɹəʧəɹ wɪl dɹˈɑp tʊ əbˈWt fˈIv dəɡɹˈiz.",
    ),
    (
        "Drivers are advised to slow down on the mountain roads, because water can freeze quickly after sunset.",
        "dɹˈIvəɹz ɑɹ ədvˈIzd tə slˈO dˌWn ˌɔn ðə mˈWntᵊn ɹˈOdz, bəkˈʌz wˈɔTəɹ kæn fɹˈiz kwˈɪkli ˈæftəɹ sˈʌnsˌɛt.",
    ),
]
"""Sentences with the symbols that the model's own front end (misaki with spaCy) gave."""


@pytest.mark.parametrize(("text", "expected"), GOLDEN)
def test_equals_the_front_end_the_model_was_trained_with(text: str, expected: str) -> None:
    assert symbols(text) == expected


@pytest.mark.parametrize(
    ("text", "american", "british"),
    [
        ("the apple, the hour, the unit", "ði ˈæpᵊl, ði ˈWəɹ, ðə jˈunət", "ði ˈapᵊl, ði ˈWə, ðə jˈuːnɪt"),
        ("to eat, to go, to", "tʊ ˈit, tə ɡˌO, tu", "tʊ ˈiːt, tə ɡˌQ, tuː"),
        ("an FBI agent", "ɐn ˌɛfbˌiˈI ˈAʤᵊnt", "ɐn ˌɛfbˌiːˈI ˈAʤᵊnt"),
        ("Come in.", "kˈʌm ˈɪn.", "kˈʌm ˈɪn."),
        ("Vitamin A is good.", "vˈITəmən ˈA ɪz ɡˈʊd.", "vˈɪtəmɪn ˈA ɪz ɡˈʊd."),
        ("Bob's cats' boss's desk", "bˈɑbz kˈæts bˈɔsᵻz dˈɛsk", "bˈɒbz kˈats bˈɒsɪz dˈɛsk"),
        ("TV or TVs", "tˌivˈi ɔɹ tˌivˈiz", "tˌiːvˈiː ɔː tˌiːvˈiːz"),
        ("a jazz DVD from A to Z", "ɐ ʤˈæz dˌivˌidˈi fɹʌm ɐ tə zˈi", "ɐ ʤˈaz dˌiːvˌiːdˈiː fɹɒm ɐ tə zˈɛd"),
        ("You MUST go!", "jˌu mˈʌst ɡˌO!", "jˌuː mˈʌst ɡˌQ!"),
    ],
)
def test_function_words_endings_and_letters(text: str, american: str, british: str) -> None:
    assert symbols(text) == american
    assert symbols(text, BRITISH) == british


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It’s John’s; they’d’ve gone.", "ˌɪts ʤˈɑnz; ðAdəv ɡˈɔn."),
        ("“Yes,” she said—softly…", "“jˈɛs,” ʃi sˈɛd—sˈɔftli…"),
        ('He said "no".', "hˌi sˈɛd “nˈO”."),
        ("a well-known twenty-year-old", "ɐ wˌɛlnˈOn twˈɛntijˌɪɹˈOld"),
        ("this - and that", "ðˈɪs — ænd ðˈæt"),
        ("Wait... what?!", "wˈAt… wˌʌt?!"),
        ("ＡＢＣ１２ （full）", "ˌAbˌisˈi twˈɛlv (fˈʊl)"),
    ],
)
def test_punctuation(text: str, expected: str) -> None:
    assert symbols(text) == expected


@pytest.mark.parametrize(
    ("text", "same_as"),
    [
        ("café", "cafe"),
        ("naïve", "naive"),
        ("cafe\u0301", "cafe"),
        ("co\u00adop", "coop"),
        ("HELLO THERE", "hello there"),
    ],
)
def test_spellings_of_the_same_word(text: str, same_as: str) -> None:
    assert symbols(text) == symbols(same_as)


@pytest.mark.parametrize(
    ("word", "source"),
    [
        ("house", Source.LEXICON),
        ("unfriendliest", Source.RULE),
        ("Alice's", Source.RULE),
        ("blogpost", Source.RULE),
        ("FBI", Source.RULE),
        ("Vlobrix", Source.GUESS),
        ("hjkl", Source.GUESS),
        ("你好", Source.SILENT),
        ("😄", Source.SILENT),
        ("—", Source.PUNCTUATION),
    ],
)
def test_source_tells_how_a_reading_was_found(word: str, source: Source) -> None:
    (reading,) = read(word)
    assert reading.source is source


def test_a_word_without_vowels_is_spelled() -> None:
    assert symbols("hjkl") == "ˌAʧʤˌAkˌAˈɛl"


def test_unspeakable_characters_leave_the_words_around_them_whole() -> None:
    readings = read("yes 😄壬 no")
    assert [r.spoken for r in readings if r.spoken] == ["yes", "no"]
    assert [r.symbols for r in readings if r.source is Source.SILENT] == ["", ""]


def test_a_span_is_read_in_its_context() -> None:
    text = "你好 the apple 你好"
    readings = AMERICAN.read(text, Span(3, 12))
    assert "".join(r.symbols for r in readings) == "ði ˈæpᵊl"
    assert (readings[0].span.start, readings[-1].span.end) == (3, 12)


def test_unknown_dialects_are_refused() -> None:
    with pytest.raises(ValueError, match="en-au"):
        EnglishFrontEnd("en-au")
