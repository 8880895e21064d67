import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.text.markup import Markup, parse
from engines.text.markup_edits import (
    escape,
    insert_pause,
    plain,
    read_as,
    remove_pauses,
    remove_reading,
    set_reading,
    unwrap,
    wrap,
)
from engines.types import Span


def overrides(text: str) -> list[tuple[str, str]]:
    markup = parse(text)
    for override in markup.overrides:
        assert markup.text[slice(*override.span)] == plain(text[slice(*override.word)])
    return [(markup.text[slice(*override.span)], override.reading) for override in markup.overrides]


@pytest.mark.parametrize(
    ("text", "word", "reading"),
    [
        ("我在重庆{chóng qìng}出差", "重庆", "chóng qìng"),
        ("我在重庆{chóngqìng}出差", "重庆", "chóngqìng"),
        ("我在重庆{虫庆}出差", "重庆", "虫庆"),
        ("我在重庆{tʂʰʊŋ˧˥ tɕʰiŋ˥˩}出差", "重庆", "tʂʰʊŋ˧˥ tɕʰiŋ˥˩"),
        ("银行行长{zhǎng}", "长", "zhǎng"),
        ("看花儿{huār}", "花儿", "huār"),
        ("看花{huār}", "花", "huār"),
        ("I read{ɹɛd} it", "read", "ɹɛd"),
        ("use SQL{sequel}, now", "SQL", "sequel"),
        ("Dr.{doctor} Who", "Dr.", "doctor"),
        ("(C++{see plus plus})", "C++", "see plus plus"),
        ("mother-in-law{x}", "mother-in-law", "x"),
        ("don't{x}", "don't", "x"),
        ("我用SQL{sequel}", "SQL", "sequel"),
        ("yes,no{x}", "no", "x"),
        ("私は食べる{たべる}", "食べる", "たべる"),
        ("私は東京{とうきょう}へ", "東京", "とうきょう"),
        ("これ{コレ}", "これ", "コレ"),
        ("Juan{xwan}", "Juan", "xwan"),
        ("3rd{third}", "3rd", "third"),
        ("[say nu jɔɹk]New York[/] is", "New York", "nu jɔɹk"),
        ("\\{a\\}{b}", "a}", "b"),
    ],
)
def test_a_reading_belongs_to_the_word_before(text: str, word: str, reading: str) -> None:
    assert overrides(text) == [(word, reading)]
    assert not parse(text).problems


def test_pauses_and_spans() -> None:
    markup = parse(
        "One[pause 500ms] two [pause 1.5 s]three[pause]. [happy 0.6]Four [sad]five[/] six[/happy] [spell]A[/]"
    )
    assert markup.text == "One two three. Four five six A"
    assert [(pause.at, pause.seconds) for pause in markup.pauses] == [(3, 0.5), (8, 1.5), (13, 0.5)]
    spans = [(tag.name, tag.value, markup.text[slice(*tag.span)]) for tag in markup.spans]
    assert spans == [("happy", "0.6", "Four five six"), ("sad", "", "five"), ("spell", "", "A")]
    assert [tag.name for tag in markup.written_out] == ["spell"]
    assert not markup.problems


@pytest.mark.parametrize("text", ["[sic]", "a[1]", "[laughs] no", "C:\\dir\\file", "a \\ b", "]", "[", "【注】", "[]"])
def test_what_merely_looks_like_markup_is_text(text: str) -> None:
    markup = parse(text)
    assert markup.text == text
    assert not markup.problems


@pytest.mark.parametrize(
    ("text", "read", "fault"),
    [
        ("a {b} c", "a {b} c", "{b}"),
        ("{b}", "{b}", "{b}"),
        ("a{b", "a{b", "{"),
        ("a}b", "a}b", "}"),
        ("a{}", "a{}", "{}"),
        ("a{ipa:}", "a{ipa:}", "{ipa:}"),
        ("a{b}{c}", "a{c}", "{c}"),
        ("庆{chóng qìng}", "庆{chóng qìng}", "{chóng qìng}"),
        ("[spell]abc", "[spell]abc", "[spell]"),
        ("[happy 0.6]abc", "[happy 0.6]abc", "[happy 0.6]"),
        ("abc[/]", "abc[/]", "[/]"),
        ("[sad]abc[/happy]", "[sad]abc[/happy]", "[/happy]"),
        ("[pause 5 minutes]", "[pause 5 minutes]", "[pause 5 minutes]"),
        ("[pause 99999s]", "[pause 99999s]", "[pause 99999s]"),
        ("wait [pause 500ms", "wait [pause 500ms", "[pause"),
        ("[as foo]1[/]", "1", "[as foo]"),
        ("[as date xyz]1[/]", "1", "[as date xyz]"),
        ("[say]a[/]", "a", "[say]"),
        ("[spell][/]a", "a", "[spell]"),
        ("[spell]a{b}[/]", "a", "{b}"),
        ("[spell]a[as digits]1[/][/]", "a1", "[as digits]"),
        ("[spell]a[pause]b[/]", "ab", "[pause]"),
    ],
)
def test_malformed_markup_is_shown_where_it_is_and_read_as_text(text: str, read: str, fault: str) -> None:
    markup = parse(text)
    assert markup.text == read
    faults = [text[slice(*problem.span)] for problem in markup.problems]
    assert faults[0] == fault
    assert all(problem.message.endswith(".") for problem in markup.problems)


PIECES = st.sampled_from(
    [
        *[
            "a",
            "重",
            "庆",
            "食べ",
            " ",
            "\n",
            ",",
            "。",
            "'",
            "{",
            "}",
            "[",
            "]",
            "\\",
            "/",
            "{b}",
            "{chóng}",
            "{たべ}",
            "{ }",
        ],
        *["[/]", "[/x]", "[x]", "[x 1]", "[say b]", "[spell]", "[as date]", "[as digits]", "[pause]", "[pause 1s]"],
    ]
)
ANY_TEXT = st.one_of(st.lists(PIECES, max_size=24).map("".join), st.text(max_size=60))


@given(ANY_TEXT)
@settings(deadline=None, database=None, max_examples=400)
def test_every_character_of_any_text_is_read_or_markup(text: str) -> None:
    markup = parse(text)
    read = [markup.typed_at(at) for at in range(len(markup.text))]
    assert [text[at] for at in read] == list(markup.text)
    skipped = [at for token in markup.tokens for at in range(token.start, token.end)]
    assert sorted(read + skipped) == list(range(len(text)))
    for at, typed in enumerate(read):
        assert markup.plain_at(typed) == at
    spans = [*(o.span for o in markup.overrides), *(tag.span for tag in markup.spans)]
    assert all(0 <= span.start <= span.end <= len(markup.text) for span in spans)
    assert all(0 <= problem.span.start < problem.span.end <= len(text) for problem in markup.problems)
    taken = [*(o.span for o in markup.overrides), *(tag.span for tag in markup.written_out)]
    assert all(a.end <= b.start for a, b in zip(sorted(taken), sorted(taken)[1:], strict=False))
    assert all(0.0 <= pause.seconds <= 60.0 for pause in markup.pauses)


@given(ANY_TEXT)
@settings(deadline=None, database=None, max_examples=200)
def test_an_escaped_text_is_read_as_it_stands(text: str) -> None:
    markup = parse(escape(text))
    assert markup.text == text
    assert (markup.overrides, markup.spans, markup.pauses) == ((), (), ())


@given(ANY_TEXT, st.integers(0, 60), st.integers(1, 8), st.sampled_from(["b", "chóng qìng", "たべる", "ipa: ɹɛd"]))
@settings(deadline=None, database=None, max_examples=300)
def test_a_reading_can_be_laid_down_anywhere_and_taken_away(text: str, at: int, size: int, reading: str) -> None:
    text = escape(text)  # what is malformed may become well-formed by an edit beside it
    before = parse(text)
    inside = Span(min(at, len(before.text)), min(at + size, len(before.text)))
    span = before.typed_span(inside)
    marked = set_reading(text, span, reading)
    after = parse(marked)
    assert after.text == before.text
    if before.text[slice(*inside)].strip():
        (override,) = after.overrides
        assert override.span == inside
        assert override.reading == reading
        assert not after.problems
        again = set_reading(marked, after.typed_span(inside), "other")
        assert [o.reading for o in parse(again).overrides] == ["other"]
        assert plain(again) == before.text
        removed = parse(remove_reading(marked, after.typed_span(inside)))
        assert (removed.text, removed.overrides) == (before.text, ())
    else:
        assert marked == text


def test_edits() -> None:
    assert set_reading("我在重庆出差", Span(2, 4), "chóng qìng") == "我在重庆{chóng qìng}出差"
    assert set_reading("我在重庆{zhòng qìng}出差", Span(2, 4), "chóng qìng") == "我在重庆{chóng qìng}出差"
    assert set_reading("T恤衫", Span(0, 2), "tī xù") == "[say tī xù]T恤[/]衫"
    assert set_reading("[say a]New York[/]", Span(7, 15), "b") == "[say b]New York[/]"
    assert set_reading("[spell]SQL[/]", Span(7, 10), "sequel") == "SQL{sequel}"
    assert insert_pause("a{b} c", 2, 0.5) == "a{b}[pause 500ms] c"
    assert insert_pause("a c", 1, 2) == "a[pause 2s] c"
    assert wrap("a{b} c", Span(0, 1), "happy", "0.6") == "[happy 0.6]a{b}[/] c"
    assert unwrap("[x 1]a[/] c", parse("[x 1]a[/] c").spans[0]) == "a c"


def test_a_text_without_markup_costs_nothing() -> None:
    text = "word " * 100_000
    assert parse(text) == Markup(text, text)


def test_a_way_of_reading_takes_the_place_of_another() -> None:
    text = "Call SQL{sequel} on 12/5."
    spelled = read_as(text, Span(5, 8), "spell")
    assert spelled == "Call [spell]SQL[/] on 12/5."
    assert read_as(spelled, Span(12, 15), "as", "digits") == "Call [as digits]SQL[/] on 12/5."
    assert remove_reading(spelled, Span(12, 15)) == "Call SQL on 12/5."


def test_pauses_are_taken_out_of_a_stretch() -> None:
    text = "One[pause 1s] two[pause 300ms] three[pause]"
    assert remove_pauses(text, Span(3, 13)) == "One two[pause 300ms] three[pause]"
    assert remove_pauses(text, Span(0, len(text))) == "One two three"
    assert remove_pauses(text, Span(4, 10)) == text


@given(
    ANY_TEXT, st.integers(0, 60), st.integers(0, 8), st.sampled_from([("spell", ""), ("as", "date"), ("as", "digits")])
)
@settings(deadline=None, database=None, max_examples=200)
def test_no_way_of_reading_changes_what_is_read(text: str, start: int, length: int, way: tuple[str, str]) -> None:
    text = escape(text)  # as above
    span = Span(min(start, len(text)), min(start + length, len(text)))
    assert plain(read_as(text, span, *way)) == plain(text)
    paused = insert_pause(text, span.end, 0.5)
    assert plain(paused) == plain(text)
    assert not parse(remove_pauses(paused, Span(0, len(paused)))).pauses
