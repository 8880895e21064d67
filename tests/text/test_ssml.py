import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.text.markup import parse
from engines.text.ssml import SsmlError, from_ssml


@pytest.mark.parametrize(
    ("ssml", "line"),
    [
        ('<phoneme alphabet="ipa" ph="təˈmeɪtoʊ">tomato</phoneme>', "[say ipa: təˈmeɪtoʊ]tomato[/]"),
        ('<phoneme alphabet="x-amazon-pinyin" ph="chong2qing4">重庆</phoneme>', "[say pinyin: chong2qing4]重庆[/]"),
        ('<sub alias="World Wide Web">W3C</sub>', "[say text: World Wide Web]W3C[/]"),
        ('<say-as interpret-as="characters">SQL</say-as>', "[spell]SQL[/]"),
        ('<say-as interpret-as="date" format="dmy">3/4</say-as>', "[as date dmy]3/4[/]"),
        ('<say-as interpret-as="cardinal">12</say-as>', "[as number]12[/]"),
        ('a<break time="500ms"/>b<break time="1.5s"/>c', "a[pause 500ms]b[pause 1500ms]c"),
        ('a<break/>b<break strength="x-strong"/>c<break strength="none"/>d', "a[pause 400ms]b[pause 1000ms]cd"),
        ('<prosody rate="slow" pitch="+2st">x</prosody>', "[rate slow][pitch +2st]x[/][/]"),
        ('<emphasis level="strong">x</emphasis>', "[emphasis strong]x[/]"),
        ("a {b} [c] [spell] &lt;d&gt; \\{", "a \\{b\\} \\[c] \\[spell] <d> \\\\\\{"),
        ("<p>a\n b</p>", "a b"),
    ],
)
def test_each_element_has_its_markup(ssml: str, line: str) -> None:
    for document in (ssml, f'<?xml version="1.0"?><speak version="1.1" xmlns="urn:x">{ssml}</speak>'):
        read = from_ssml(document)
        assert read.lines == (line,)
        assert read.problems == ()
        assert not parse(line).problems


def test_paragraphs_sentences_and_blank_lines_are_lines() -> None:
    read = from_ssml("<speak><p><s>One.</s><s>Two.</s></p>Three.\n\nFour. <emphasis>Five\n\nsix.</emphasis></speak>")
    assert read.lines == ("One.", "Two.", "Three.", "Four. [emphasis moderate]Five six.[/]")


def test_a_span_that_goes_over_a_line_goes_on_there() -> None:
    read = from_ssml("<prosody rate='slow'><p>One.</p><p>Two.</p></prosody>")
    assert [parse(line).text for line in read.lines if parse(line).text] == ["One.", "Two."]
    assert all(parse(line).spans[0].name == "rate" for line in read.lines if parse(line).text)


def test_what_has_no_counterpart_is_told_and_its_text_kept() -> None:
    read = from_ssml(
        '<voice name="x">a</voice> <say-as interpret-as="expletive">b</say-as> <phoneme ph="">c</phoneme>'
        '<break time="long"/> <mark name="m"/>'
    )
    assert parse(read.lines[0]).text.split() == ["a", "b", "c"]
    assert len(read.problems) == 5


@pytest.mark.parametrize(
    ("ssml", "says"),
    [("<speak><p>a</speak>", "no well-formed SSML \\(line 1"), ("<!DOCTYPE speak><speak>a</speak>", "document type")],
)
def test_what_cannot_be_read_is_refused(ssml: str, says: str) -> None:
    with pytest.raises(SsmlError, match=says):
        from_ssml(ssml)


@given(st.text(max_size=60))
@settings(deadline=None, database=None, max_examples=100)
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        read = from_ssml(text)
    except SsmlError:
        return
    assert all(line.strip() for line in read.lines)
