import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.text.tidy import restrict, speaks, tidy
from engines.types import Reading, Source, Span

ALPHABET = frozenset("abcdefgh " + '.,!?;:—…()“”"')


def readings(*symbols: str, language: str = "xx") -> list[Reading]:
    """One reading for each item; items without a letter are punctuation."""
    return [
        Reading(
            Span(i, i + 1), s if speaks(s) else "", s, Source.LEXICON if speaks(s) else Source.PUNCTUATION, language
        )
        for i, s in enumerate(symbols)
    ]


def joined(*symbols: str) -> str:
    return "".join(reading.symbols for reading in tidy(readings(*symbols)))


@pytest.mark.parametrize(
    ("symbols", "expected"),
    [
        (["a", " ", " ", "b"], "a b"),
        ([" ", "a", " "], "a "),
        (["a", " ", ",", "b"], "a, b"),
        (["a", ", ", " ", "b"], "a, b"),
        (["a", ".", "b", "."], "a. b. "),
        (["a", "!", "!", "!"], "a! "),
        (["a", "?", "!", "?", "!"], "a?! "),
        (["a", ".", ".", "."], "a… "),
        (["a", "…", "…"], "a… "),
        (["a", " ", ".", " ", ".", " ", ".", " ", "b"], "a… b"),
        (["a", ".", ".", "b"], "a. b"),
        (["a", ",", ".", "b"], "a. b"),
        (["a", ",", "?", "b"], "a? b"),
        (["a", " ", "—", " ", "b"], "a— b"),
        (["a", "—", "—", "b"], "a— b"),
        (["a", "(", "b", ")", "c"], "a (b) c"),
        (["a", "(", " ", "b", " ", ")", "."], "a (b). "),
        (["“", "a", ".", "”", "b"], "“a.” b"),
        (["“", "a", ".", "”", ",", "b"], "“a.” b"),
        (['"', "a", '"', "b", '"', "c", '"'], '"a" b "c" '),
        (["a", " ", '"', "b", ".", '"', " ", "c"], 'a "b." c'),
        (["(", "(", "a", ")", ")"], "(a) "),
        (['"', "a", '"', " ", '"', "b", '"'], '"a" "b" '),
        (["a", ".", ")", ",", ")", "b"], "a.) b"),
        ([" a", " b"], "a b"),
        (["ab cd", " ", "e"], "ab cd e"),
        ([".", " ", "a"], ". a"),
        ([], ""),
    ],
)
def test_spaces_and_marks(symbols: list[str], expected: str) -> None:
    assert joined(*symbols) == expected


def test_symbols_stay_with_their_readings() -> None:
    assert [r.symbols for r in tidy(readings("a", " ", ",", " ", "b", "!", "!"))] == ["a", "", ",", " ", "b", "! ", ""]


def test_words_of_different_languages_are_apart() -> None:
    mixed = [*readings("a"), *readings("b", "c", language="yy")]
    assert "".join(reading.symbols for reading in tidy(mixed)) == "a bc"


def test_a_line_end_without_a_mark_comes_down() -> None:
    assert "".join(r.symbols for r in tidy(readings("a", " "), ends_line=True)) == "a. "
    assert "".join(r.symbols for r in tidy(readings("a", "?", " "), ends_line=True)) == "a? "
    assert "".join(r.symbols for r in tidy(readings("a", "”", " "), ends_line=True)) == "a” "


def restricted(written: str, symbols: str, source: Source) -> Reading:
    return restrict(Reading(Span(0, len(written)), written, symbols, source, "xx"), written, ALPHABET)


def test_a_word_with_a_foreign_symbol_is_reported() -> None:
    bad = restricted("fuß", "fubß", Source.LEXICON)
    assert (bad.source, bad.symbols, bad.spoken) == (Source.SILENT, "", "")
    assert restricted("ok", "abc", Source.GUESS).symbols == "abc"
    assert restricted("x", "", Source.RULE).source is Source.SILENT


def test_marks_take_the_form_that_the_model_knows() -> None:
    for written, source in (("，", Source.SILENT), ("，", Source.PUNCTUATION)):
        mark = restricted(written, "，", source)
        assert (mark.source, mark.symbols) == (Source.PUNCTUATION, ",")
    assert restricted("\n", "\n", Source.PUNCTUATION).symbols == " "
    assert restricted("-", "", Source.PUNCTUATION).source is Source.PUNCTUATION
    assert restricted("☃", "", Source.SILENT).source is Source.SILENT
    assert restricted("。!", "", Source.SILENT).symbols == ".!"


@given(st.lists(st.sampled_from([*ALPHABET, "ab", " a", ", ", "a b", ""]), max_size=60), st.booleans())
@settings(deadline=None, database=None, max_examples=80)
def test_any_symbols_come_out_in_order(symbols: list[str], ends_line: bool) -> None:
    before = readings(*symbols)
    after = tidy(before, ends_line=ends_line)
    line = "".join(reading.symbols for reading in after)
    assert [reading.span for reading in after] == [reading.span for reading in before]
    sounds = "".join(s for s in "".join(symbols) if speaks(s))
    assert "".join(s for s in line if speaks(s)) == sounds
    assert "  " not in line
    assert not any(f" {mark}" in line for mark in ",.;:!?…—)”")
    assert not any(f"{mark}{mark}" in line for mark in ",.;:!?…—()“”")
    assert not line.startswith(" ")


def test_a_tidy_sentence_is_left_alone() -> None:
    once = tidy(readings("a", ",", " ", "(", "b", ")", "?", "!", " ", "“", "c", ".", "”"))
    assert tidy(once) == once
    assert "".join(reading.symbols for reading in once) == "a, (b)?! “c.” "
