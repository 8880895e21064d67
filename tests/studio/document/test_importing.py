"""Scripts from text and subtitle files, the bad ones included."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from studio.document.encodings import decode
from studio.document.errors import ProjectFileError
from studio.document.importing import Imported, import_script
from studio.document.script import Member, Script

SCRIPT = Script(cast=(Member("", "af_heart"), Member("Maya", "af_bella")))


@pytest.fixture
def read(tmp_path: Path):
    def read(name: str, content: str | bytes, script: Script = SCRIPT) -> Imported:
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return import_script(path, script)

    return read


def said(imported: Imported) -> list[tuple[str, str]]:
    return [(line.member, line.text) for line in imported.lines]


def text_of(data: bytes) -> str:
    decoded = decode(data)
    assert decoded is not None
    return decoded.text


def timed(imported: Imported) -> list[tuple[float | None, float | None, str]]:
    return [(line.start, line.end, line.text) for line in imported.lines]


# Text files


def test_a_line_of_text_is_a_line(read) -> None:
    imported = read("a.txt", "One.\n\n  Two.  \n\t\nThree without an end")
    assert said(imported) == [("", "One."), ("", "Two."), ("", "Three without an end")]
    assert len({line.id for line in imported.lines}) == 3
    assert imported.members == ()
    assert imported.warnings == ()


def test_names_are_those_of_the_cast_or_occur_twice(read) -> None:
    imported = read(
        "a.txt",
        "MAYA: Hello.\nOld Tom: Hi.\nDr. Who: once only\n旁白：天亮了。\nOld Tom: Bye.\n旁白：走了。\n"
        "he said: this\nhe said: that\nhttp://a.org\nhttp://b.org\n10:30 is late\n10:30 is early\n"
        "他说：“好。”\n他说：“走。”\n",
    )
    assert said(imported) == [
        ("Maya", "Hello."),
        ("Old Tom", "Hi."),
        ("", "Dr. Who: once only"),
        ("旁白", "天亮了。"),
        ("Old Tom", "Bye."),
        ("旁白", "走了。"),
        ("", "he said: this"),
        ("", "he said: that"),
        ("", "http://a.org"),
        ("", "http://b.org"),
        ("", "10:30 is late"),
        ("", "10:30 is early"),
        ("", "他说：“好。”"),
        ("", "他说：“走。”"),
    ]
    assert imported.members == (Member("Old Tom", "af_heart"), Member("旁白", "af_heart"))


def test_names_in_other_cases_are_one(read) -> None:
    assert said(read("a.txt", "BOB: one\nBob: two")) == [("BOB", "one"), ("BOB", "two")]


def test_markdown_is_read_without_its_marks(read) -> None:
    text = "# Chapter **One**\n\n- *first* item\n> quoted `code`\n---\n```python\n2 * 3 * 4\n"
    assert [text for _, text in said(read("a.md", text))] == ["Chapter One", "first item", "quoted code", "2 * 3 * 4"]


@pytest.mark.parametrize("content", [b"", b"\n \r\n", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("name", ["a.txt", "a.srt", "a.vtt", "a.ass"])
def test_an_empty_file_is_refused(read, name: str, content: bytes) -> None:
    with pytest.raises(ProjectFileError, match="nothing to say"):
        read(name, content)


@pytest.mark.parametrize(
    "content",
    [b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + bytes(range(256)) * 4, b"fLaC\x00\x00\x00\x22" + bytes(64), bytes(1000)],
)
def test_a_binary_file_is_refused(read, content: bytes) -> None:
    with pytest.raises(ProjectFileError, match="not a text file"):
        read("a.txt", content)


def test_other_kinds_of_files_are_refused(read, tmp_path: Path) -> None:
    with pytest.raises(ProjectFileError, match=r"\.srt"):
        read("a.pdf", b"x")
    with pytest.raises(ProjectFileError, match="does not exist"):
        import_script(tmp_path / "gone.srt", SCRIPT)


# Encodings


@pytest.mark.parametrize(
    ("encoding", "text"),
    [
        ("utf-8", "你好，世界。"),
        ("utf-8-sig", "Grüße, 世界"),
        ("utf-16", "你好，世界。"),
        ("utf-16-le", "Hello.\nWorld."),
        ("utf-16-be", "Hello.\nWorld."),
        ("gbk", "你好，世界。"),
        ("gbk", "春眠不觉晓，处处闻啼鸟"),
        ("gbk", "“走吧。”她说……"),
        ("gb18030", "我们明天早上出发。"),
        ("gb18030", "你确定要这样做吗？"),
        ("big5", "你好，世界。"),
        ("big5", "春眠不覺曉，處處聞啼鳥"),
        ("big5", "我們明天早上出發。"),
        ("big5", "「走吧。」她說……"),
        ("shift-jis", "こんにちは、世界。"),
        ("shift-jis", "明日の朝に出発します。"),
        ("shift-jis", "コーヒーをください"),
        ("cp1252", "Café déjà vu."),
        ("cp1252", "Über den Wolken muß die Freiheit wohl grenzenlos sein."),
        ("cp1252", "“Where’s the señor?” — he said…"),
        ("cp1252", "à bientôt, mon chéri"),
        ("cp1251", "Привет, мир. Как дела сегодня?"),
    ],
)
@pytest.mark.parametrize("frame", ["{}", "1\n00:00:01,000 --> 00:00:02,000\n{}\n"], ids=["text", "subtitle"])
def test_encodings_are_recognised_from_a_sentence(encoding: str, text: str, frame: str) -> None:
    content = frame.format(text)
    assert text_of(content.encode(encoding)) == content


@pytest.mark.parametrize("mark", [b"\xff\xfe", b"\xfe\xff"])
def test_utf_16_with_either_mark(mark: bytes) -> None:
    encoding = "utf-16-le" if mark == b"\xff\xfe" else "utf-16-be"
    assert text_of(mark + "林：你好\n".encode(encoding)) == "林：你好\n"


def test_a_few_damaged_bytes_do_not_cost_the_rest() -> None:
    data = ("我们明天早上出发。你确定要这样做吗？" * 3).encode()
    assert text_of(data[:-1]) == data.decode()[:-1]


def test_a_long_file_is_cut_for_the_guess_only() -> None:
    text = "我们明天早上出发。\n" * 10_000
    assert text_of(text.encode("gbk")) == text


# Subtitles

SRT = """1
00:00:01,000 --> 00:00:02,500
<i>Hello</i> there,
{\\an8}<font color="#fff">friend</font>.

2
00:00:03,000 --> 00:00:04,000
我们
走吧
"""


@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_srt(read, newline: str, mark: str) -> None:
    imported = read("a.srt", mark + SRT.replace("\n", newline))
    assert timed(imported) == [(1.0, 2.5, "Hello there, friend."), (3.0, 4.0, "我们走吧")]
    assert imported.warnings == ()


def test_srt_in_utf_16_and_capitals(read) -> None:
    assert len(read("A.SRT", SRT.encode("utf-16")).lines) == 2


def test_srt_with_missing_numbers_blank_lines_and_last_newline(read) -> None:
    text = (
        "00:00:01,000 --> 00:00:02,000\none\n00:00:02.000 --> 00:00:03.000 X1:0\ntwo\n\n\n\n0:0:3,5 --> 0:0:4,0\nthree"
    )
    assert timed(read("a.srt", text)) == [(1.0, 2.0, "one"), (2.0, 3.0, "two"), (3.5, 4.0, "three")]


def test_srt_numbers_as_text_are_kept(read) -> None:
    text = (
        "1\n00:00:01,000 --> 00:00:02,000\n42\n\n2\n00:00:02,000 --> 00:00:03,000\nRoom\n101\n\n"
        "3\n00:00:03,000 --> 00:00:04,000\n3\n2\n1\n"
    )
    assert [text for _, text in said(read("a.srt", text))] == ["42", "Room 101", "3 2 1"]
    bare = "00:00:01,000 --> 00:00:02,000\n42\n\n00:00:02,000 --> 00:00:03,000\nRoom\n101\n"
    assert [text for _, text in said(read("a.srt", bare))] == ["42", "Room 101"]


def test_srt_cues_without_text_are_dropped(read) -> None:
    text = (
        "1\n00:00:01,000 --> 00:00:02,000\n\n2\n00:00:02,000 --> 00:00:03,000\n<i></i>\n\n"
        "3\n00:00:03,000 --> 00:00:04,000\nx"
    )
    assert timed(read("a.srt", text)) == [(3.0, 4.0, "x")]


def test_less_than_is_text(read) -> None:
    text = "1\n00:00:01,000 --> 00:00:02,000\nI <3 you, a < b > c, 2<3 <b>bold</b> <stop>\n"
    assert read("a.srt", text).lines[0].text == "I <3 you, a < b > c, 2<3 bold <stop>"


def test_srt_names(read) -> None:
    text = "".join(
        f"{n}\n00:00:0{n},000 --> 00:00:0{n},900\n{who}: line {n}\n\n"
        for n, who in enumerate(["Maya", "Bob", "Bob", "Tim"], 1)
    )
    imported = read("a.srt", text)
    assert said(imported) == [("Maya", "line 1"), ("Bob", "line 2"), ("Bob", "line 3"), ("", "Tim: line 4")]
    assert imported.members == (Member("Bob", "af_heart"),)
    assert imported.lines[1].start == 2.0


def test_unordered_overlapping_and_endless_cues_are_kept_with_warnings(read) -> None:
    text = (
        "1\n00:00:05,000 --> 00:00:06,000\nlast\n\n2\n00:00:01,000 --> 00:00:03,000\nfirst\n\n"
        "3\n00:00:02,000 --> 00:00:02,500\nsecond\n\n4\n00:00:04,000 --> 00:00:03,000\nthird\n"
    )
    imported = read("a.srt", text)
    assert timed(imported) == [(1.0, 3.0, "first"), (2.0, 2.5, "second"), (4.0, None, "third"), (5.0, 6.0, "last")]
    assert [warning.split(" ", 1)[1] for warning in imported.warnings] == [
        "subtitle(s) were not in order of time.",
        "subtitle(s) begin before the one above ends.",
        "subtitle(s) end before they begin.",
    ]


def test_times_that_cannot_be_read_are_told(read) -> None:
    imported = read("a.srt", SRT + "\n3\n00:00 --> 5\nlost\n")
    assert len(imported.warnings) == 1
    assert imported.warnings[0].startswith("1 ")


VTT = """\ufeffWEBVTT - a title
Kind: captions

STYLE
::cue { color: red }

NOTE this --> is
no cue

intro
01:02.000 --> 01:03.500 align:start
<v.loud Maya Lee>Hello &amp; <c.red>good</c>bye</v>
<00:01:03.000>world

1:00:00.000 --> 1:00:01.000
<ruby>漢<rt>かん</rt>字</ruby>
&lt;3

01:00:02.000 --> 01:00:03.000
7
"""


def test_vtt(read) -> None:
    imported = read("a.vtt", VTT)
    assert said(imported) == [("Maya Lee", "Hello & goodbye world"), ("", "漢字 <3"), ("", "7")]
    assert [(line.start, line.end) for line in imported.lines] == [(62.0, 63.5), (3600.0, 3601.0), (3602.0, 3603.0)]
    assert imported.members == (Member("Maya Lee", "af_heart"),)
    assert imported.warnings == ()


ASS = """[Script Info]
Title: x
ScriptType: v4.00+

[V4+ Styles]
Format: Name, Fontname
Style: Default,Arial,broken,&Hzz

[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
Comment: 0,0:00:00.00,0:00:01.00,Default,Maya,0,0,0,,a comment
Dialogue: 0,0:00:01.00,0:00:02.50,Default,Maya,0,0,0,,{\\i1}Hello{\\i0},\\Nmy\\hfriend {note}
Dialogue: 1,0:00:01.00,0:00:02.50,Default,Maya,0,0,0,,{\\blur3}Hello,\\Nmy friend
Dialogue: 0,0:00:03.00,0:00:04.00,Default,林,0,0,0,,我们\\N走吧
Dialogue: 0,0:00:05.00,0:00:06.00,Default,,0,0,0,,{\\p1}m 0 0 l 10 10{\\p0}
Dialogue: 0,0:00:06.00,0:00:07.00,Song,,0,0,0,,{\\k20}la{\\k30}la
Dialogue: 0,0:00:06.00,0:00:07.00,Song,,0,0,0,Karaoke,la la
Dialogue: 0,0:00:08.00,0:00:09.00,Default,,0,0,0,,I <3 commas, really
Dialogue: 0,never,0:00:09.00,Default,,0,0,0,,lost
"""


def test_ass(read) -> None:
    imported = read("a.ass", ASS)
    assert said(imported) == [
        ("Maya", "Hello, my friend"),
        ("林", "我们走吧"),
        ("", "I <3 commas, really"),
        ("", "lost"),
    ]
    assert timed(imported)[0][:2] == (1.0, 2.5)
    assert imported.members == (Member("林", "af_heart"),)
    assert imported.warnings == (
        "1 line(s) have times that could not be read, and are without.",
        "2 karaoke line(s) were left out.",
    )


def test_ssa(read) -> None:
    text = (
        "[Script Info]\nScriptType: v4.00\n\n[V4 Styles]\n\n[Events]\n"
        "Format: Marked, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\n"
        "Dialogue: Marked=0,0:00:01.00,0:00:02.00,Default,Bob,0000,0000,0000,,Hi.\n"
    )
    assert said(read("a.ssa", text)) == [("Bob", "Hi.")]


@pytest.mark.parametrize("kind", ["srt", "vtt", "ass"])
def test_five_thousand_cues_in_under_a_second(read, kind: str) -> None:
    rows = range(5000)
    content = {
        "srt": "".join(f"{n}\n{_time(n)},000 --> {_time(n)},900\nBob: <i>Cue</i> {n}\n\n" for n in rows),
        "vtt": "WEBVTT\n\n" + "".join(f"{_time(n)}.000 --> {_time(n)}.900\n<v Bob>Cue {n}\n\n" for n in rows),
        "ass": "[Events]\n"
        + "".join(f"Dialogue: 0,{_time(n)}.00,{_time(n)}.90,Default,Bob,0,0,0,,{{\\i1}}Cue {n}\n" for n in rows),
    }[kind]
    start = time.thread_time()
    imported = read(f"a.{kind}", content)
    assert time.thread_time() - start < 1
    assert said(imported)[-1] == ("Bob", "Cue 4999")
    assert len(imported.lines) == 5000
    assert imported.warnings == ()


def _time(second: int) -> str:
    return f"{second // 3600:02}:{second // 60 % 60:02}:{second % 60:02}"
