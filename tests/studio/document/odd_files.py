"""Odd files, each with its oddity named: what is to be understood of them, or why they are refused."""

from __future__ import annotations

import io
import struct
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass

from studio.document.pieces import Oddity

Said = tuple[str, str, float | None, float | None]
"""Member, text, start and end of a line."""


@dataclass(frozen=True)
class Odd:
    """A file."""

    oddity: str
    name: str
    content: bytes
    lines: tuple[Said, ...] = ()
    refusal: str = ""
    """A part of the sentence with which it is refused; empty when it is not."""
    odd: tuple[Oddity, ...] = ()
    """What is told about its pieces, in order."""


ONE: Said = ("", "One.", 1.0, 2.0)
TWO: Said = ("", "Two.", 3.0, 4.0)
_ONE = "1\n00:00:01,000 --> 00:00:02,000\nOne.\n"
_TWO = "2\n00:00:03,000 --> 00:00:04,000\nTwo.\n"
PLAIN = f"{_ONE}\n{_TWO}"


def srt(oddity: str, content: str, *lines: Said, odd: tuple[Oddity, ...] = (), encoding: str = "utf-8") -> Odd:
    return Odd(oddity, "a.srt", content.encode(encoding), lines or (ONE, TWO), odd=odd)


def cue(text: str, times: str = "00:00:01,000 --> 00:00:02,000", number: str = "1\n") -> str:
    return f"{number}{times}\n{text}\n"


def subrip() -> Iterator[Odd]:  # noqa: PLR0915 a plain list
    yield srt("windows line ends", PLAIN.replace("\n", "\r\n"))
    yield srt("old macintosh line ends", PLAIN.replace("\n", "\r"))
    yield srt("line ends of both kinds", _ONE.replace("\n", "\r\n") + "\n" + _TWO)
    yield srt("a mark of UTF-8 at the start", "\ufeff" + PLAIN)
    yield srt("marks in the middle, from files put together", "\ufeff" + _ONE + "\n\ufeff" + _TWO)
    yield srt("UTF-16 with its mark", PLAIN, encoding="utf-16")
    yield srt("UTF-16 without its mark", PLAIN, encoding="utf-16-le")
    yield srt("UTF-16 the other way round", PLAIN, encoding="utf-16-be")
    yield srt("GBK", cue("我们明天早上出发。"), ("", "我们明天早上出发。", 1.0, 2.0), encoding="gbk")
    yield srt("Big5", cue("我們明天早上出發。"), ("", "我們明天早上出發。", 1.0, 2.0), encoding="big5")
    yield srt(
        "Shift-JIS", cue("明日の朝に出発します。"), ("", "明日の朝に出発します。", 1.0, 2.0), encoding="shift-jis"
    )
    yield srt("code page 1252", cue("Où êtes-vous ?"), ("", "Où êtes-vous ?", 1.0, 2.0), encoding="cp1252")
    yield Odd(
        "UTF-8 whose last character is cut", "a.srt", cue("我们走吧。吧").encode()[:-2], (("", "我们走吧。", 1.0, 2.0),)
    )
    yield srt("no numbers", PLAIN.replace("1\n00", "00").replace("2\n00", "00"))
    yield srt(
        "one number is missing",
        f"{_ONE}\n{_TWO[2:]}\n{cue('Three.', '00:00:05,000 --> 00:00:06,000', '3' + chr(10))}",
        ONE,
        TWO,
        ("", "Three.", 5.0, 6.0),
        odd=(Oddity.NO_NUMBER,),
    )
    yield srt("a repeated number", _ONE + "\n" + _TWO.replace("2\n", "1\n", 1), odd=(Oddity.REPEATED_NUMBER,))
    yield srt("numbers from nought", PLAIN.replace("1\n0", "0\n0").replace("2\n0", "1\n0"))
    yield srt("numbers with a sign", PLAIN.replace("1\n0", "#1\n0").replace("2\n0", "2.\n0"))
    yield srt(
        "a subtitle that is a number", f"{cue('42')}\n{_TWO}", ("", "42", 1.0, 2.0), TWO, odd=(Oddity.ONLY_NUMBER,)
    )
    yield srt(
        "a number at the end of a text", f"{cue('Room' + chr(10) + '101')}\n{_TWO}", ("", "Room 101", 1.0, 2.0), TWO
    )
    yield srt("no blank line between subtitles", _ONE + _TWO)
    yield srt("many blank lines", _ONE + "\n\n\n\n" + _TWO + "\n\n\n")
    yield srt("blank lines with spaces", _ONE + " \t\n" + _TWO)
    yield srt(
        "a blank line inside a text",
        f"{cue('One,' + chr(10) * 2 + 'more.')}\n{_TWO}",
        ("", "One, more.", 1.0, 2.0),
        TWO,
    )
    yield srt("no line end at the end", PLAIN.rstrip("\n"))
    yield srt("points in times", PLAIN.replace(",000", ".000"))
    yield srt("colons before the milliseconds", PLAIN.replace(",000", ":000"))
    yield srt("times without milliseconds", PLAIN.replace(",000", ""))
    yield srt("one digit of milliseconds", cue("One.", "00:00:01,5 --> 00:00:02,25"), ("", "One.", 1.5, 2.25))
    yield srt("times without hours", cue("One.", "00:01,000 --> 00:02,000"), ONE)
    yield srt("a hundred hours", cue("One.", "100:00:01,000 --> 100:00:02,000"), ("", "One.", 360001.0, 360002.0))
    yield srt("no spaces around the arrow", PLAIN.replace(" --> ", "-->"))
    yield srt("an arrow that came apart", PLAIN.replace("-->", "-- >"))
    yield srt("an arrow of one sign", PLAIN.replace("-->", "→"))
    yield srt("full-width colons and digits", cue("One.", "００：００：０１,０００ --> ００：００：０２,０００"), ONE)
    yield srt("positions behind the times", cue("One.", "00:00:01,000 --> 00:00:02,000  X1:40 X2:600 Y1:20 Y2:50"), ONE)
    yield srt("a time before the beginning", cue("One.", "-00:00:01,000 --> 00:00:02,000"), ("", "One.", 0.0, 2.0))
    yield srt(
        "a time that cannot be read",
        f"{_ONE}\n2\n00:00:0x,000 --> 5\nLost?\n\n{_TWO}",
        ONE,
        ("", "Lost?", None, None),
        TWO,
        odd=(Oddity.NO_TIME, Oddity.REPEATED_NUMBER),
    )
    yield srt(
        "an end before its start",
        cue("One.", "00:00:02,000 --> 00:00:01,000"),
        ("", "One.", 2.0, None),
        odd=(Oddity.ENDLESS,),
    )
    yield srt("no length", cue("One.", "00:00:02,000 --> 00:00:02,000"), ("", "One.", 2.0, None), odd=(Oddity.ENDLESS,))
    yield srt(
        "overlapping subtitles",
        f"{cue('One.', '00:00:01,000 --> 00:00:03,500')}\n{_TWO}",
        ("", "One.", 1.0, 3.5),
        TWO,
        odd=(Oddity.OVERLAPPING,),
    )
    yield srt("subtitles out of order", f"{_TWO}\n{_ONE}", odd=(Oddity.UNORDERED,))
    yield srt("the same subtitle twice", f"{_ONE}\n{_ONE}", ONE, ONE, odd=(Oddity.REPEATED_NUMBER, Oddity.OVERLAPPING))
    yield srt("an empty subtitle", f"{cue('')}\n{_TWO}", TWO, odd=(Oddity.EMPTY,))
    yield srt("nothing but tags", f"{cue('<i></i>')}\n{_TWO}", TWO, odd=(Oddity.EMPTY,))
    yield srt("tags that are never closed", cue("<i>One."), ONE)
    yield srt("tags with colours", cue("<font color=\"#ff0000\" face='Arial'>One</font>."), ONE)
    yield srt("positions of SubStation Alpha", cue("{\\an8}One."), ONE)
    yield srt("a heart is no tag", cue("I <3 you & a < b"), ("", "I <3 you & a < b", 1.0, 2.0))
    yield srt("entities", cue("Tom &amp; Jerry&#39;s &lt;3"), ("", "Tom & Jerry's <3", 1.0, 2.0))
    yield srt("two speakers with dashes", cue("- Yes.\n- No."), ("", "- Yes. - No.", 1.0, 2.0), odd=(Oddity.DIALOGUE,))
    yield srt("names in capitals", f"{cue('MAYA: One.')}\n{_TWO}", ("Maya", "One.", 1.0, 2.0), TWO)
    yield srt(
        "names with full-width colons",
        "\n".join(cue("林：走吧。", f"00:00:0{n},000 --> 00:00:0{n},900", f"{n}\n") for n in (1, 2)),
        ("林", "走吧。", 1.0, 1.9),
        ("林", "走吧。", 2.0, 2.9),
    )
    yield srt("a clock is no name", f"{cue('10:30 is late.')}\n{_TWO}", ("", "10:30 is late.", 1.0, 2.0), TWO)
    yield srt("an arrow in a text", cue("See A --> B."), ("", "See A --> B.", 1.0, 2.0))
    yield srt("words above the first subtitle", f"Subtitles by nobody\n\n{PLAIN}")
    yield srt("unusual line separators in a text", cue("One\u2028and\x0bmore."), ("", "One and more.", 1.0, 2.0))
    yield Odd("WebVTT that is called SubRip", "a.srt", b"WEBVTT\n\n00:01.000 --> 00:02.000\nOne.\n", (ONE,))
    yield Odd("SubRip that is called text", "a.txt", PLAIN.encode(), (ONE, TWO))
    yield Odd(
        "MicroDVD that is called SubRip", "a.srt", b"{1}{25}One.\n{26}{50}Two.\n", refusal="no subtitles with times"
    )
    yield Odd("plain text that is called SubRip", "a.srt", b"Just words.\n", refusal="rename it")
    yield Odd("an empty file", "a.srt", b"", refusal="nothing to say")
    yield Odd("a mark and nothing else", "a.srt", b"\xef\xbb\xbf", refusal="nothing to say")
    yield Odd("subtitles without any text", "a.srt", cue("").encode(), refusal="nothing to say")
    yield Odd(
        "a picture that is called SubRip",
        "a.srt",
        b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + bytes(range(256)) * 4,
        refusal="not a text",
    )


def webvtt() -> Iterator[Odd]:
    def vtt(oddity: str, content: str, *lines: Said, odd: tuple[Oddity, ...] = ()) -> Odd:
        return Odd(oddity, "a.vtt", content.encode(), lines, odd=odd)

    stamp = "00:01.000 --> 00:02.000"
    yield vtt("WebVTT without its head", f"{stamp}\n<v Bob>One.\n", ("Bob", "One.", 1.0, 2.0))
    yield vtt("SubRip that is called WebVTT", PLAIN, ONE, TWO)
    yield vtt("a head with words", f"WEBVTT - made by hand\nX-TIMESTAMP-MAP=LOCAL:0\n\n{stamp}\nOne.\n", ONE)
    yield vtt(
        "notes, styles and regions",
        f"WEBVTT\n\nNOTE no --> cue\n\nSTYLE\n::cue {{}}\n\nREGION\nid:a\n\n{stamp}\nOne.\n",
        ONE,
    )
    yield vtt("names of subtitles", f"WEBVTT\n\nintro - 1\n{stamp}\nOne.\n", ONE)
    yield vtt("settings behind the times", f"WEBVTT\n\n{stamp} line:0 align:start\nOne.\n", ONE)
    yield vtt("a voice", f"WEBVTT\n\n{stamp}\n<v.loud Maya Lee>One.</v>\n", ("Maya Lee", "One.", 1.0, 2.0))
    yield vtt(
        "two voices in a subtitle",
        f"WEBVTT\n\n{stamp}\n<v Bob>Aye.</v>\n<v Tim>Noo.</v>\n",
        ("Bob", "Aye.", 1.0, 1.5),
        ("Tim", "Noo.", 1.5, 2.0),
    )
    yield vtt(
        "readings above characters", f"WEBVTT\n\n{stamp}\n<ruby>漢<rt>かん</rt>字</ruby>\n", ("", "漢字", 1.0, 2.0)
    )
    yield vtt("times inside a text", f"WEBVTT\n\n{stamp}\nOne<00:00:01.500><c>.</c>\n", ONE)
    yield vtt("commas in times", f"WEBVTT\n\n{stamp.replace('.', ',')}\nOne.\n", ONE)
    yield vtt(
        "a line of times that makes no sense",
        f"WEBVTT\n\n{stamp}\nOne.\n\nnever --> ever\nLost.\n",
        ONE,
        odd=(Oddity.UNREAD,),
    )


_ASS = "[Script Info]\nScriptType: v4.00+\n\n[Events]\n"
_FORMAT = "Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\n"


def ass(oddity: str, events: str, *lines: Said, odd: tuple[Oddity, ...] = (), head: str = _ASS + _FORMAT) -> Odd:
    return Odd(oddity, "a.ass", (head + events).encode(), lines or (ONE,), odd=odd)


def event(
    text: str, times: str = "0:00:01.00,0:00:02.00", name: str = "", effect: str = "", kind: str = "Dialogue"
) -> str:
    return f"{kind}: 0,{times},Default,{name},0,0,0,{effect},{text}\n"


def substation() -> Iterator[Odd]:
    yield ass("tags of SubStation Alpha", event("{\\i1\\blur3}One{\\i0}.{note}"))
    yield ass("hard breaks and spaces", event("One\\Nand\\htwo."), ("", "One and two.", 1.0, 2.0))
    yield ass("commas in a text", event("One, two, three."), ("", "One, two, three.", 1.0, 2.0))
    yield ass("an actor", event("One.", name="Maya"), ("Maya", "One.", 1.0, 2.0))
    yield ass("a comment", event("No.", kind="Comment") + event("One."), odd=(Oddity.COMMENT,))
    yield ass("a drawing", event("{\\p1}m 0 0 l 10 10{\\p0}") + event("One."), odd=(Oddity.DRAWING,))
    yield ass("karaoke", event("{\\k20}la{\\k30}la") + event("One."), odd=(Oddity.SONG,))
    yield ass("the same on two layers", event("One.") + event("{\\blur2}One."), odd=(Oddity.LAYER,))
    yield ass("no list of fields", event("One."), head=_ASS)
    yield ass("no head", event("One."), head="[Events]\n")
    yield ass(
        "fields in another order",
        "Dialogue: 0:00:01.00,0:00:02.00,Maya,One, two.\n",
        ("Maya", "One, two.", 1.0, 2.0),
        head=_ASS + "Format: Start, End, Name, Text\n",
    )
    yield ass(
        "an event whose time is a word",
        event("One.") + event("Kept.", "never,0:00:02.00"),
        ONE,
        ("", "Kept.", None, None),
        odd=(Oddity.NO_TIME,),
    )
    yield ass("half an event", event("One.") + "Dialogue: 0,0:00\n", odd=(Oddity.UNREAD,))
    yield ass("fonts inside", event("One.") + "\n[Fonts]\nfontname: a.ttf\n" + "(P1-'" * 20 + "\n")
    yield Odd("SubStation Alpha that is called WebVTT", "a.vtt", (_ASS + _FORMAT + event("One.")).encode(), (ONE,))


def tables() -> Iterator[Odd]:
    def csv(oddity: str, content: str, *lines: Said, name: str = "a.csv", odd: tuple[Oddity, ...] = ()) -> Odd:
        return Odd(oddity, name, content.encode(), lines, odd=odd)

    yield csv("commas", "Start,End,Speaker,Text\n1,2,Maya,One.\n", ("Maya", "One.", 1.0, 2.0))
    yield csv("semicolons and decimal commas", "start;end;text\n1,0;2,0;One.\n3,0;4,0;Two.\n", ONE, TWO)
    yield csv("tabs", "start\tend\ttext\n0:01\t0:02\tOne.\n", ONE, name="a.tsv")
    yield csv(
        "quoted line breaks, quotes and commas", 'start,end,text\n1,2,"One,\n""two""."\n', ("", 'One, "two".', 1.0, 2.0)
    )
    yield csv("a quote that is never closed", 'start,end,text\n1,2,"One.\n', ONE)
    yield csv("no header", "00:00:01.000,00:00:02.000,One.\n00:00:03.000,00:00:04.000,Two.\n", ONE, TWO)
    yield csv("rows of unequal width", "start,end,text\n1,2,One.\n3\n3,4,Two.,more\n", ONE, TWO, odd=(Oddity.EMPTY,))
    yield csv("the separator in the first line", "sep=;\nstart;end;text\n1;2;One.\n", ONE)
    yield csv("lengths instead of ends, milliseconds", "start (ms),duration (ms),text\n1000,1000,One.\n", ONE)
    yield csv("Chinese headers", "角色,开始,结束,台词\nMaya,1,2,One.\n", ("Maya", "One.", 1.0, 2.0))
    yield csv("a time that is a word", "start,end,text\nsoon,2,One.\n", ("", "One.", None, 2.0), odd=(Oddity.NO_TIME,))
    yield csv(
        "an emotion that does not exist",
        "emotion,text\nbored,One.\n",
        ("", "One.", None, None),
        odd=(Oddity.BAD_VALUE,),
    )


def prose() -> Iterator[Odd]:
    def plain(text: str, member: str = "") -> Said:
        return member, text, None, None

    wrapped = (
        "It was a bright cold day in the small town by the sea and\n"
        "the clocks were striking nine when the last of the old\n" * 3
    )
    yield Odd(
        "lines broken to fit a page",
        "a.txt",
        (wrapped + "ships came in.\n\nThe end.\n").encode(),
        (plain(" ".join((wrapped + "ships came in.").split())), plain("The end.")),
    )
    yield Odd(
        "a script without blank lines",
        "a.txt",
        b"MAYA: One.\nBOB: Two.\nBOB: Three.\n",
        (plain("One.", "Maya"), plain("Two.", "BOB"), plain("Three.", "BOB")),
    )
    yield Odd(
        "Markdown with front matter",
        "a.md",
        b"---\ntitle: x\n---\n# One\n\nTwo *and* [three](http://a.org).\n",
        (plain("One"), plain("Two and three.")),
    )
    yield Odd("names in bold", "a.md", b"**Bob:** One.\n**Bob:** Two.\n", (plain("One.", "Bob"), plain("Two.", "Bob")))


def packed(parts: dict[str, str | bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return buffer.getvalue()


_W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
_MC = 'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'


def docx(body: str, **parts: str | bytes) -> bytes:
    document = f"<?xml version='1.0'?><w:document {_W} {_MC}><w:body>{body}</w:body></w:document>"
    return packed({"word/document.xml": document, **parts})


def run(text: str) -> str:
    return f"<w:r><w:t xml:space='preserve'>{text}</w:t></w:r>"


def documents() -> Iterator[Odd]:
    def said(*texts: str) -> tuple[Said, ...]:
        return tuple(("", text, None, None) for text in texts)

    def word(oddity: str, body: str, *texts: str) -> Odd:
        return Odd(oddity, "a.docx", docx(body), said(*texts))

    yield word("a word in several runs", f"<w:p>{run('On')}{run('e.')}</w:p><w:p/>", "One.")
    yield word(
        "tracked changes",
        f"<w:p>{run('One')}<w:ins>{run(', two')}</w:ins>"
        f"<w:del><w:r><w:delText>no</w:delText></w:r></w:del>{run('.')}</w:p>",
        "One, two.",
    )
    yield word(
        "breaks and tabs",
        "<w:p><w:r><w:t>One</w:t><w:br/><w:t>two</w:t><w:tab/><w:t>three.</w:t></w:r></w:p>",
        "One two three.",
    )
    yield word("a field", f"<w:p>{run('Page ')}<w:r><w:instrText>PAGE</w:instrText></w:r>{run('7')}</w:p>", "Page 7")
    box = f"<w:txbxContent><w:p>{run('Boxed.')}</w:p></w:txbxContent>"
    yield word(
        "a text box that is there twice",
        f"<w:p>{run('One.')}<w:r><mc:AlternateContent><mc:Choice>{box}</mc:Choice><mc:Fallback>{box}</mc:Fallback></mc:AlternateContent></w:r></w:p>",
        "One.",
        "Boxed.",
    )
    yield word("a content control", f"<w:sdt><w:sdtContent><w:p>{run('One.')}</w:p></w:sdtContent></w:sdt>", "One.")
    cells = "".join(f"<w:tc><w:p>{run(text)}</w:p></w:tc>" for text in ("Maya", "One."))
    yield Odd(
        "a table of names and lines",
        "a.docx",
        docx(f"<w:tbl><w:tr>{cells}</w:tr></w:tbl>"),
        (("Maya", "One.", None, None),),
    )
    yield Odd("a document that is no archive", "a.docx", b"Just words.", refusal="damaged")
    yield Odd("an archive that is no document", "a.docx", packed({"a.txt": "x"}), refusal="damaged")
    yield Odd("half a document", "a.docx", docx(f"<w:p>{run('One.' * 500)}</w:p>")[:-40], refusal="damaged")
    yield Odd(
        "a document with a password", "a.docx", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(512), refusal="password"
    )
    yield Odd(
        "a document that unfolds without end",
        "a.docx",
        packed({"word/document.xml": b"<a>" + b" " * (40 << 20) + b"</a>"}),
        refusal="too large",
    )
    laughs = "<!DOCTYPE a [<!ENTITY a 'ha'><!ENTITY b '&a;&a;'>]><a>&b;</a>"
    yield Odd("entities that multiply", "a.docx", packed({"word/document.xml": laughs}), refusal="damaged")
    outside = "<!DOCTYPE a [<!ENTITY a SYSTEM 'file:///etc/passwd'>]><a>&a;</a>"
    yield Odd("a reference to another file", "a.docx", packed({"word/document.xml": outside}), refusal="damaged")
    yield Odd(
        "elements inside elements without end", "a.docx", packed({"word/document.xml": "<a>" * 5000}), refusal="damaged"
    )


_CONTAINER = (
    '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container">'
    '<rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>'
)
CHAPTER = "<?xml version='1.0'?><!DOCTYPE html><html><head><title>No</title></head><body>{}</body></html>"


def epub(chapters: dict[str, str | bytes], spine: str = "", **parts: str | bytes) -> bytes:
    items = "".join(
        f'<item id="{at}" href="{name}" media-type="application/xhtml+xml"/>' for at, name in enumerate(chapters)
    )
    refs = spine or "".join(f'<itemref idref="{at}"/>' for at in range(len(chapters)))
    opf = f'<package xmlns="http://www.idpf.org/2007/opf"><manifest>{items}</manifest><spine>{refs}</spine></package>'
    texts = {f"OPS/{name.replace('%20', ' ')}": text for name, text in chapters.items()}
    return packed(
        {
            "mimetype": "application/epub+zip",
            "META-INF/container.xml": _CONTAINER,
            "OPS/book.opf": opf,
            **texts,
            **parts,
        }
    )


def books() -> Iterator[Odd]:
    def said(*texts: str) -> tuple[Said, ...]:
        return tuple(("", text, None, None) for text in texts)

    one, two = CHAPTER.format("<h1>One</h1><p>A\nstory.</p>"), CHAPTER.format("<p>Two.</p>")
    yield Odd(
        "chapters in the order of reading",
        "a.epub",
        epub({"b.xhtml": two, "a.xhtml": one}, '<itemref idref="1"/><itemref idref="0"/>'),
        said("One", "A story.", "Two."),
    )
    yield Odd("names with escapes", "a.epub", epub({"a%20b.xhtml": two}), said("Two."))
    yield Odd(
        "numbers of pages and notes",
        "a.epub",
        epub(
            {
                "a.xhtml": CHAPTER.format(
                    '<p>One<a epub:type="noteref" href="#n">1</a> <span epub:type="pagebreak">12</span>story.</p>'
                )
            }
        ),
        said("One story."),
    )
    yield Odd(
        "readings above characters in a book",
        "a.epub",
        epub({"a.xhtml": CHAPTER.format("<p><ruby>漢<rt>かん</rt></ruby>字。</p>")}),
        said("漢字。"),
    )
    yield Odd(
        "elements that are never closed",
        "a.epub",
        epub({"a.xhtml": "<p>One.<p>Two.<script>no</script>"}),
        said("One.", "Two."),
    )
    yield Odd(
        "a chapter in another encoding",
        "a.epub",
        epub({"a.xhtml": "<?xml version='1.0' encoding='gbk'?><p>我们走吧。</p>".encode("gbk")}),
        said("我们走吧。"),
    )
    yield Odd(
        "what is beside the order of reading",
        "a.epub",
        epub({"a.xhtml": two, "b.xhtml": one}, '<itemref idref="0"/><itemref idref="1" linear="no"/>'),
        said("Two."),
    )
    yield Odd(
        "a chapter that is missing",
        "a.epub",
        epub({"a.xhtml": two}, '<itemref idref="7"/><itemref idref="0"/>'),
        said("Two."),
    )
    locked = (
        '<encryption xmlns:e="http://www.w3.org/2001/04/xmlenc#"><e:EncryptedData><e:CipherData>'
        '<e:CipherReference URI="OPS/{}"/></e:CipherData></e:EncryptedData></encryption>'
    )
    yield Odd(
        "encrypted fonts",
        "a.epub",
        epub({"a.xhtml": two}, **{"META-INF/encryption.xml": locked.format("font.ttf")}),
        said("Two."),
    )
    yield Odd(
        "a book that is protected",
        "a.epub",
        epub({"a.xhtml": two}, **{"META-INF/encryption.xml": locked.format("a.xhtml")}),
        refusal="protected against copying",
    )
    yield Odd("a book without its list", "a.epub", packed({"mimetype": "application/epub+zip"}), refusal="damaged")
    yield Odd(
        "a book of pictures",
        "a.epub",
        epub({"a.xhtml": CHAPTER.format('<p><img src="a.png" alt=""/></p>')}),
        refusal="nothing to say",
    )


def wrong_checksum() -> bytes:
    """An archive whose content was changed."""
    data = bytearray(packed({"word/document.xml": b"<a>" + b"x" * 200 + b"</a>"}, zipfile.ZIP_STORED))
    data[60] ^= 1
    return bytes(data)


def encrypted() -> bytes:
    """An archive that says that its parts are encrypted."""
    data = bytearray(docx(f"<w:p>{run('One.')}</w:p>"))
    for signature, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = data.index(signature) + offset
        data[at : at + 2] = struct.pack("<H", 1)
    return bytes(data)


def damaged() -> Iterator[Odd]:
    yield Odd("a document whose content was changed", "a.docx", wrong_checksum(), refusal="damaged")
    yield Odd("a document whose parts are encrypted", "a.docx", encrypted(), refusal="encrypted")


ALL = tuple(odd for kind in (subrip, webvtt, substation, tables, prose, documents, books, damaged) for odd in kind())
