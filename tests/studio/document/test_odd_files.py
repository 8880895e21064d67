"""Every odd file is understood as it is meant, or refused in a clear sentence."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from odd_files import ALL, Odd, epub

from studio.document.emotions import LineEmotion, named
from studio.document.errors import ProjectFileError
from studio.document.importing import Choices, import_script
from studio.document.pieces import LEFT_OUT, Oddity
from studio.document.script import Member, Script
from studio.document.tables import Role

SCRIPT = Script(cast=(Member("", "af_heart"), Member("Maya", "af_bella")))


def written(folder: Path, name: str, content: bytes) -> Path:
    path = folder / name
    path.write_bytes(content)
    return path


def test_the_corpus_is_large_and_its_oddities_have_names() -> None:
    assert len(ALL) >= 60
    assert len({odd.oddity for odd in ALL}) == len(ALL)


@pytest.mark.parametrize("odd", [odd for odd in ALL if not odd.refusal], ids=lambda odd: odd.oddity)
def test_odd_files_are_understood(odd: Odd, tmp_path: Path) -> None:
    imported = import_script(written(tmp_path, odd.name, odd.content), SCRIPT)
    assert tuple((line.member, line.text, line.start, line.end) for line in imported.lines) == odd.lines
    assert tuple(oddity for each in imported.pieces for oddity in each.odd) == odd.odd
    # Nothing is lost without a word: what becomes no line says why.
    assert all(each.line or LEFT_OUT.intersection(each.odd) for each in imported.pieces)


@pytest.mark.parametrize("odd", [odd for odd in ALL if odd.refusal], ids=lambda odd: odd.oddity)
def test_other_odd_files_are_refused(odd: Odd, tmp_path: Path) -> None:
    path = written(tmp_path, odd.name, odd.content)
    with pytest.raises(ProjectFileError, match=odd.refusal) as caught:
        import_script(path, SCRIPT)
    assert odd.name in str(caught.value)
    assert str(caught.value).endswith(".")


# What the user says about a file


def test_an_encoding_can_be_chosen(tmp_path: Path) -> None:
    path = written(tmp_path, "a.txt", "Où?".encode("latin-1"))
    assert import_script(path, SCRIPT, Choices(encoding="cp437")).lines[0].text == "O∙?"
    assert import_script(path, SCRIPT, Choices(encoding="latin-1")).found.encoding == "latin-1"


def test_columns_can_be_chosen(tmp_path: Path) -> None:
    path = written(tmp_path, "a.csv", b"Hi.,Bonjour.\nBye.,Au revoir.\n")
    chosen = import_script(path, SCRIPT, Choices(columns=(Role.TEXT, None)))
    assert [line.text for line in chosen.lines] == ["Hi.", "Bye."]
    none = import_script(path, SCRIPT, Choices(columns=(None, None)))
    assert none.lines == ()
    assert "a.csv" in none.warnings[0]
    assert none.found.table is not None
    assert len(none.pieces) == 2


def test_names_may_stay_in_the_text(tmp_path: Path) -> None:
    path = written(tmp_path, "a.txt", b"Maya: Hi.\n")
    assert import_script(path, SCRIPT, Choices(names=False)).lines[0].text == "Maya: Hi."


def test_styles_may_say_who_speaks(tmp_path: Path) -> None:
    events = "Dialogue: 0,0:00:01.00,0:00:02.00,{},{},0,0,0,,Hi.\n"
    path = written(tmp_path, "a.ass", ("[Events]\n" + events.format("Alt", "") + events.format("Alt", "Bob")).encode())
    assert [line.member for line in import_script(path, SCRIPT).lines] == ["", "Bob"]
    chosen = import_script(path, SCRIPT, Choices(styles=True))
    assert [line.member for line in chosen.lines] == ["Alt", "Bob"]
    assert chosen.found.styles == ("Alt",)


def test_sentences_may_be_lines_and_paragraphs_are_kept_apart(tmp_path: Path) -> None:
    path = written(tmp_path, "a.md", b"# Title\n\nOne is here. Two is there.\n\nThree.\n")
    imported = import_script(path, SCRIPT, Choices(sentences=True))
    assert [(line.text, line.begins) for line in imported.lines] == [
        ("Title", "section"),
        ("One is here.", "paragraph"),
        ("Two is there.", ""),
        ("Three.", "paragraph"),
    ]


def test_lines_broken_to_fit_may_stay_apart(tmp_path: Path) -> None:
    path = written(tmp_path, "a.txt", ("word " * 12 + "\n").encode() * 6)
    assert import_script(path, SCRIPT).found.joined
    assert len(import_script(path, SCRIPT).lines) == 1
    assert len(import_script(path, SCRIPT, Choices(joined=False)).lines) == 6


def test_values_of_a_table_come_along(tmp_path: Path) -> None:
    path = written(
        tmp_path, "a.csv", b"text,voice,language,emotion,speed\nHi.,af_bella,en-us,Happy,1.2\nBye.,,,neutral,9\n"
    )
    imported = import_script(path, SCRIPT)
    first, second = imported.lines
    assert (first.voice, first.language, first.emotion, first.speed) == ("af_bella", "en-us", named("happy"), 1.2)
    assert (second.voice, second.emotion, second.speed) == ("", LineEmotion(), None)
    assert [each.odd for each in imported.pieces] == [(), (Oddity.BAD_VALUE,)]


def test_what_was_taken_off_can_be_seen(tmp_path: Path) -> None:
    path = written(tmp_path, "a.srt", b"1\n00:00:01,000 --> 00:00:02,000\n<i>Hi</i>\nthere\n")
    assert import_script(path, SCRIPT).pieces[0].piece.raw == "<i>Hi</i>\nthere"


def test_a_long_book_is_read_in_a_moment(tmp_path: Path) -> None:
    chapter = "<html><body>" + "<p>It was a dark night, and nobody was there.</p>" * 500 + "</body></html>"
    path = written(tmp_path, "a.epub", epub({f"{n}.xhtml": chapter for n in range(10)}))
    begin = time.thread_time()
    assert len(import_script(path, SCRIPT).lines) == 5000
    assert time.thread_time() - begin < 2
