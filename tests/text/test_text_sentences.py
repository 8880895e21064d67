import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.text.sentences import MAX_CHARACTERS, Break, split


def pieces(text: str) -> list[str]:
    return [text[sentence.span.start : sentence.span.end] for sentence in split(text)]


# `|` stands where a sentence must end, and nowhere else.
CASES = """
Dr. Smith went home. |He slept.
Mr. and Mrs. Jones met Prof. Li. |They spoke.
It costs 3.14 dollars. |OK.
Version v1.2.3 is out. |Get it.
See e.g. Fig. 3 and Sec. 4. |Then stop.
That is, i.e. Monday, fine. |Good.
J. K. Rowling wrote it. |J. A. Smith read it.
George W. Bush won. |So did I. |John lost.
Choose plan B. |Then go on.
The U.S. Senate met. |He lives in the U.S. |The end.
No. 5 is alive. |No. |I said no.
Call me at 5 p.m. Monday. |At 5 p.m. |He left.
We met in Jan. 2020. |It rained.
Apples, pears, etc. are fruit. |And etc. |The end.
Acme Inc. announced it. |Nobody cared.
He has a Ph.D. in physics. |She has two.
Smith et al. disagree. |Why?
Wait... what? |Wait... |Then he left.
Well . . . maybe. |Fine.
and...so on. |End
"Stop!" he said. |"Why?" |"Because."
"Come here." |She came.
He asked "Why?" and left. |Then (laughing!) he came back.
(He left.) |She stayed. |[Done.]
‘Go!’ |‘No.’
What?! |No!!! |Yes…
Really?|Yes. |Truly!|No.
Open a?b and a!b. |Done.
Visit https://a.b/c?d=E!f. |Then www.example.com. |Bye.
Write to me@mail.example.org. |Thanks.
He is 42. |She is 40.
1. Open the door. |2. Close it.
Steps: 1. Open. |2. Close.
Use .NET or Node.js. |Both work.
It is 8:30 a.m. now. |Hurry!
hello. |how are you? |fine
It fell to -3.5. |Cold.
Paid $1.25. |Then $49.95.
Vol. 2, pp. 3 and p. 4. |The end.
Elm St. is long. |Mt. Fuji is high.
¿Qué? |¡Sí! |Vale.
नमस्ते। |कैसे हो?
你好！|再见。|好的
“走吧。”|他说。
他说：“走吧！”，然后走了。|我没走。
「行くよ。」と彼は言った。|次です。
「待って！」|「いや。」
『はい。』って言った。|うん。
我……|我不知道。|好吧……|走了。
真的？！|是的！！！|嗯。。。|好
你好.|再见!|走吧?|好
今は3.5です.|次です.
圆周率是3.14。|对
他买了iPhone 15.|很好
用Node.js写的。|版本2.0.1。|好
（一）开始。|（二）结束。
1、打开门。|2、关上。
他说:"好."|然后走了.
الو؟ |نعم۔ |لا
第一行、第二行；第三行：好。|完
"""


@pytest.mark.parametrize("case", CASES.strip().splitlines())
def test_where_sentences_end(case: str) -> None:
    assert pieces(case.replace("|", "")) == case.split("|")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("one\ntwo", [("one\n", Break.LINE), ("two", Break.SENTENCE)]),
        ("One.\nTwo.", [("One.\n", Break.LINE), ("Two.", Break.SENTENCE)]),
        ("One. \n \n Two.", [("One. \n \n ", Break.PARAGRAPH), ("Two.", Break.SENTENCE)]),
        ("标题\n\n\n正文", [("标题\n\n\n", Break.PARAGRAPH), ("正文", Break.SENTENCE)]),
        ("\n\n hi", [("\n\n hi", Break.SENTENCE)]),
        ("hi\n", [("hi\n", Break.LINE)]),
        ("好吧……走", [("好吧……", Break.CLAUSE), ("走", Break.SENTENCE)]),
        ("   ", [("   ", Break.SENTENCE)]),
    ],
)
def test_breaks(text: str, expected: list[tuple[str, Break]]) -> None:
    assert [(text[s.span.start : s.span.end], s.end) for s in split(text)] == expected


def test_a_line_wrapped_by_an_editor_goes_on() -> None:
    text = "I live at the end of a very long road that has no name and goes\non and on. Yes."
    assert pieces(text) == [text[:-4], "Yes."]
    assert len(pieces("a short line\nin lower case")) == 2


@pytest.mark.parametrize("unit", ["a", "字", "word ", "ab, ", "1", "!a", "字，", "😀", "e\u0301", ".a"])
def test_text_without_an_end_is_cut(unit: str) -> None:
    text = unit * (20_000 // len(unit))
    found = pieces(text)
    assert "".join(found) == text
    assert all(len(piece) <= MAX_CHARACTERS for piece in found)
    assert all(len(piece) > MAX_CHARACTERS // 3 for piece in found[:-1])


def test_forced_cuts_prefer_marks_then_spaces_then_letters() -> None:
    clause = "x" * 300 + ", " + "y " * 200
    assert pieces(clause)[0] == "x" * 300 + ", "
    assert pieces("word " * 200)[0].endswith("word ")
    assert pieces("字" * 390 + "internationalisation" + "字" * 100)[0] == "字" * 390
    assert not pieces("a" * 399 + "e" + "\u0301" * 5 + "b" * 200)[1].startswith("\u0301")


def test_splitting_is_lazy() -> None:
    class Watched(str):
        furthest = 0

        def __getitem__(self, key):  # type: ignore[no-untyped-def]
            last = key.stop if isinstance(key, slice) else key
            Watched.furthest = max(Watched.furthest, last or 0)
            return super().__getitem__(key)

    text = Watched("Hello there. " * 5000)
    first = next(split(text))
    assert first.span == (0, 13)
    assert Watched.furthest < 2 * MAX_CHARACTERS


TRICKY = st.text(
    st.one_of(st.sampled_from(" \n.!?…。！？”\"')」,，aA1字か\u0301-"), st.characters(exclude_categories=())),
    max_size=120,
)


@given(TRICKY)
@settings(deadline=None, database=None)
def test_sentences_tile_any_text(text: str) -> None:
    at = 0
    for sentence in split(text):
        assert sentence.span.start == at
        assert sentence.span.end > at
        at = sentence.span.end
    assert at == len(text)
