from __future__ import annotations

import json
import threading
import time
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.errors import TimbreError
from engines.text.lexicon import NO_LEXICONS, Case, Entry, Lexicon, LexiconError, Lexicons, check_entry, differing
from engines.text.lexicon_formats import FORMATS, LexiconFileError, decode, encode, read_lexicon, write_lexicon
from engines.text.lexicon_merge import compare, merge
from engines.text.lexicon_store import LexiconStore

ENTRIES = (
    Entry("重庆", "chóng qìng", "zh", "pinyin"),
    Entry("SQL", "sequel", note='a "database", they say'),
    Entry("read", "ɹɛd", "en", case=Case.EXACT, enabled=False),
    Entry("Kim", "K IH1 M", "en-us", "arpabet"),
    Entry("東京", "とうきょう", "ja"),
    Entry("New York", "nu jɔɹk", "", "text", Case.ANY),
    Entry("R&D <b>", "are and dee"),
)
LEXICON = Lexicon(ENTRIES)
LETTER = st.characters(categories=("L", "N", "P", "S", "Zs"), max_codepoint=0x1FFFF)
TEXT = st.text(LETTER, min_size=1, max_size=12).map(lambda text: "a" + " ".join(text.split()))
ANY_ENTRY = st.builds(
    Entry, TEXT, TEXT, st.sampled_from(["", "zh", "en", "en-gb"]), st.sampled_from(["", "ipa", "text", "pinyin"]),
    st.sampled_from(Case), st.booleans(), st.just("") | TEXT,
)  # fmt: skip


def test_words_are_found() -> None:
    lexicon = Lexicon(
        (Entry("a", "1"), Entry("ab", "2"), Entry("New  York", "3"), Entry("重", "4"), Entry("重庆", "5"))
    )
    found = [(m.start, m.end, m.entry.reading) for m in lexicon.find("A ab abc New York a's 重庆重 b")]
    assert found == [(0, 1, "1"), (2, 4, "2"), (9, 17, "3"), (18, 19, "1"), (22, 24, "5"), (24, 25, "4")]
    assert lexicon.find("") == []
    assert Lexicon().find("a") == []


def test_full_width_letters_and_curly_apostrophes_are_the_same_word() -> None:
    (match,) = Lexicon((Entry("ＳＱＬ’s", "x"),)).find("the SQL's end")
    assert (match.start, match.end) == (4, 9)


def test_a_change_makes_another_snapshot_and_keeps_the_place() -> None:
    changed = LEXICON.with_entry(Entry("sql", "S Q L"))
    assert [entry.written for entry in changed] == ["重庆", "SQL", "read", "Kim", "東京", "New York", "R&D <b>", "sql"]
    changed = LEXICON.with_entry(Entry("SQL", "S Q L"))
    assert changed.entries == (ENTRIES[0], Entry("SQL", "S Q L"), *ENTRIES[2:])
    changed = LEXICON.with_entry(Entry("MySQL", "my sequel"), old=ENTRIES[1])
    assert changed.entries == (ENTRIES[0], Entry("MySQL", "my sequel"), *ENTRIES[2:])
    assert LEXICON.without([ENTRIES[0]]).entries == ENTRIES[1:]
    assert LEXICON.entries == ENTRIES
    assert Lexicon(ENTRIES) == LEXICON
    assert hash(Lexicons(LEXICON)) == hash(Lexicons(Lexicon(ENTRIES)))


def test_several_entries_are_put_in_at_once() -> None:
    came = (
        Entry("new", "nyoo"),
        Entry("SQL", "S Q L"),
        Entry("重庆", "chóng qìng", "zh", note="x"),
        Entry("new", "niu"),
    )
    changed = LEXICON.with_entries(came)
    one_by_one = LEXICON
    for entry in came:
        one_by_one = one_by_one.with_entry(entry)
    assert changed.entries == one_by_one.entries == (came[2], came[1], *ENTRIES[2:], came[3])


@given(st.data())
@settings(deadline=None, database=None, max_examples=60)
def test_an_index_that_is_changed_finds_what_a_new_one_does(data: st.DataObject) -> None:
    words = st.text("ab 重庆", min_size=1, max_size=4).filter(str.strip)
    entries = st.builds(Entry, words, st.sampled_from("xy"), st.sampled_from(("", "zh")), enabled=st.booleans())
    lexicon = Lexicon(tuple(data.draw(st.lists(entries, max_size=6)))).prepared()
    for _ in range(data.draw(st.integers(1, 5))):
        entry = data.draw(entries)
        known = st.sampled_from(lexicon.entries) if lexicon.entries else st.none()
        match data.draw(st.sampled_from(("put", "replace", "out"))):
            case "put":
                lexicon = lexicon.with_entry(entry)
            case "replace":
                lexicon = lexicon.with_entry(entry, data.draw(known))
            case "out":
                lexicon = lexicon.without({data.draw(known)} - {None})
    for text in ("ab重庆 a 重", *(entry.written for entry in lexicon)):
        assert lexicon.find(text) == Lexicon(lexicon.entries).find(text)
        assert set(lexicon.entries_in(text)) == set(Lexicon(lexicon.entries).entries_in(text))


def test_lexicons_differ_in_entries_that_one_of_them_lacks() -> None:
    other = LEXICON.with_entry(Entry("SQL", "S Q L"))
    assert set(differing(LEXICON, other)) == {ENTRIES[1], Entry("SQL", "S Q L")}
    assert not differing(LEXICON, Lexicon(ENTRIES))
    assert set(differing(LEXICON, Lexicon(ENTRIES[::-1]))) == set(ENTRIES)
    assert set(differing(LEXICON, Lexicon(tuple(map(replace, ENTRIES[1:]))))) == {ENTRIES[0]}


def test_an_aspect_changes_only_with_the_entries_that_touch_a_text() -> None:
    lexicons = Lexicons(Lexicon(ENTRIES[:1]), Lexicon(ENTRIES[1:]))
    assert NO_LEXICONS.aspect("重庆") == lexicons.aspect("上海") == ""
    aspect = lexicons.aspect("在重庆")
    assert aspect
    assert Lexicons(lexicons.project, Lexicon()).aspect("在重庆") == aspect
    assert Lexicons(Lexicon((Entry("重庆", "zhòng qìng", "zh"),)), lexicons.user).aspect("在重庆") != aspect
    assert Lexicons(Lexicon(), lexicons.project).aspect("在重庆") != aspect  # it is the user's now


@pytest.mark.parametrize(
    ("entry", "says"),
    [
        (Entry("  ", "x"), "needs a word"),
        (Entry("\u200b", "x"), "needs a word"),
        (Entry("a", " "), "needs a reading"),
        (Entry("a" * 101, "x"), "longer than 100"),
        (Entry("a", "x" * 301), "longer than 300"),
    ],
)
def test_entries_that_cannot_be_kept(entry: Entry, says: str) -> None:
    with pytest.raises(LexiconError, match=says):
        check_entry(entry)


@pytest.mark.parametrize("suffix", FORMATS)
def test_every_format_gives_back_what_it_was_given(suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"词典{suffix}"
    write_lexicon(path, LEXICON)
    imported = read_lexicon(path)
    assert imported.lexicon == LEXICON
    assert imported.problems == ()
    write_lexicon(path, Lexicon())
    assert read_lexicon(path).lexicon == Lexicon()
    assert [file.name for file in tmp_path.iterdir()] == [path.name]


@given(st.lists(ANY_ENTRY, max_size=5, unique=True), st.sampled_from(FORMATS))
@settings(deadline=None, database=None, max_examples=100)
def test_any_entries_survive_any_format(entries: list[Entry], suffix: str) -> None:
    tidy = Lexicon(tuple(dict.fromkeys(map(check_entry, entries))))
    assert decode(encode(tidy, suffix), suffix).lexicon == tidy


@given(st.binary(max_size=60) | st.text(max_size=60).map(str.encode), st.sampled_from(FORMATS))
@settings(deadline=None, database=None, max_examples=150)
def test_any_file_is_read_or_refused(data: bytes, suffix: str) -> None:
    try:
        imported = decode(data, suffix)
    except LexiconFileError:
        return
    assert all(entry == check_entry(entry) for entry in imported.lexicon)


def test_tables_of_others() -> None:
    plain = decode("重庆,chóng qìng\nSQL,sequel\n,empty\n".encode(), ".csv")
    assert [(e.written, e.reading) for e in plain.lexicon] == [("重庆", "chóng qìng"), ("SQL", "sequel")]
    assert plain.problems == ("Row 3: An entry needs a word; write the word or name that it is for.",)
    named = decode("Alphabet\tGrapheme\tPhoneme\tEnabled\nipa\tread\tɹɛd\tno\nfoo\tx\ty\t\n".encode(), ".tsv")
    assert named.lexicon.entries == (Entry("read", "ɹɛd", notation="ipa", enabled=False),)
    assert "unknown notation “foo”" in named.problems[0]


def test_a_lexicon_of_the_w3c() -> None:
    document = """<?xml version="1.0" encoding="UTF-8"?>
    <lexicon version="1.0" xmlns="http://www.w3.org/2005/01/pronunciation-lexicon" alphabet="ipa" xml:lang="en-US">
      <meta name="x" content="y"/>
      <lexeme><grapheme>theatre</grapheme><grapheme>theater</grapheme><phoneme>ˈθɪətər</phoneme></lexeme>
      <lexeme><grapheme>W3C</grapheme><alias>World Wide Web Consortium</alias></lexeme>
      <lexeme><grapheme>tomato</grapheme><phoneme>təˈmeɪtoʊ</phoneme><phoneme prefer="true">təˈmɑːtoʊ</phoneme></lexeme>
      <lexeme><grapheme>Kim</grapheme><phoneme alphabet="x-arpabet">K IH1 M</phoneme></lexeme>
      <lexeme><grapheme>odd</grapheme><phoneme alphabet="x-sampa">Q d</phoneme></lexeme>
      <lexeme><grapheme>nothing</grapheme></lexeme>
    </lexicon>"""
    imported = decode(document.encode(), ".pls")
    assert [(e.written, e.reading, e.language, e.notation) for e in imported.lexicon] == [
        ("theatre", "ˈθɪətər", "en-us", "ipa"),
        ("theater", "ˈθɪətər", "en-us", "ipa"),
        ("W3C", "World Wide Web Consortium", "en-us", "text"),
        ("tomato", "təˈmɑːtoʊ", "en-us", "ipa"),
        ("Kim", "K IH1 M", "en-us", "arpabet"),
    ]
    assert [problem.split(":")[0] for problem in imported.problems] == ["Lexeme 5", "Lexeme 6"]
    bomb = '<!DOCTYPE x [<!ENTITY a "aa">]><lexicon><lexeme><grapheme>&a;</grapheme></lexeme></lexicon>'
    with pytest.raises(LexiconFileError, match="document type"):
        decode(bomb.encode(), ".pls")


@pytest.mark.parametrize(
    ("data", "suffix", "says"),
    [
        (b"{", ".json", "not a lexicon"),
        (b"{}", ".json", "no list of entries"),
        (b'{"version": 2, "entries": []}', ".json", "newer version"),
        (b"\xff\xfe\x00", ".csv", "not UTF-8"),
        (b"<a/>", ".pls", "root is not a lexicon"),
        (b"", ".xlsx", "cannot be a “.xlsx” file"),
    ],
)
def test_files_that_are_no_lexicon(data: bytes, suffix: str, says: str) -> None:
    with pytest.raises(LexiconFileError, match=says):
        decode(data, suffix)


def test_a_merge_shows_what_the_two_disagree_about() -> None:
    mine = Lexicon((Entry("a", "1"), Entry("b", "2"), Entry("c", "3", "en")))
    theirs = Lexicon(
        (Entry("b", "2"), Entry("a", "9"), Entry("c", "8", "en-gb"), Entry("c", "7", "zh"), Entry("d", "4"))
    )
    comparison = compare(mine, theirs)
    assert comparison.same == (Entry("b", "2"),)
    assert comparison.new == (Entry("c", "7", "zh"), Entry("d", "4"))
    assert [(c.mine.reading, c.theirs.reading) for c in comparison.conflicts] == [("1", "9"), ("3", "8")]
    kept = merge(mine, comparison, lambda conflict: conflict.mine)
    assert [entry.reading for entry in kept] == ["1", "2", "3", "7", "4"]
    taken = merge(mine, comparison, lambda conflict: conflict.theirs)
    assert [entry.reading for entry in taken] == ["9", "2", "8", "7", "4"]
    assert compare(taken, theirs).conflicts == ()


def test_the_users_lexicon_is_kept(tmp_path: Path) -> None:
    store = LexiconStore.open(tmp_path / "家 home")
    assert store.load() == Lexicon()
    assert store.change(lambda lexicon: lexicon.with_entry(ENTRIES[0])) == Lexicon(ENTRIES[:1])
    assert LexiconStore(store.path).load() == Lexicon(ENTRIES[:1])


def test_changes_of_several_processes_are_all_kept(tmp_path: Path) -> None:
    path = tmp_path / "user.json"

    def add(number: int) -> None:
        for n in range(5):
            LexiconStore(path).change(partial(Lexicon.with_entry, entry=Entry(f"word{number}x{n}", "x")))

    threads = [threading.Thread(target=add, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(LexiconStore(path).load()) == 20
    assert sorted(file.name for file in tmp_path.iterdir()) == [".lock", "user.json"]


def test_a_damaged_lexicon_is_told_and_set_aside(tmp_path: Path) -> None:
    store = LexiconStore(tmp_path / "user.json")
    store.path.write_bytes(b"{damaged")
    with pytest.raises(LexiconFileError, match="not a lexicon"):
        store.load()
    store.change(lambda lexicon: lexicon.with_entry(ENTRIES[1]))
    assert store.load() == Lexicon(ENTRIES[1:2])
    assert (tmp_path / "user.damaged-1.json").read_bytes() == b"{damaged"


def test_a_store_reads_what_others_write(tmp_path: Path) -> None:
    mine, other = LexiconStore.open(tmp_path), LexiconStore.open(tmp_path)
    mine.change(lambda _: LEXICON)
    other.change(lambda lexicon: lexicon.without([ENTRIES[0]]))
    assert mine.load().entries == ENTRIES[1:]
    assert mine.load() is mine.load()
    mine.path.write_text('{"entries": []}')
    assert mine.load() == Lexicon()


def test_a_folder_that_takes_nothing_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(TimbreError, match="in the way"):
        LexiconStore(tmp_path / "file" / "user.json").change(lambda lexicon: lexicon.with_entry(ENTRIES[0]))
    with pytest.raises(LexiconFileError):
        write_lexicon(tmp_path / "file" / "x.csv", LEXICON)


def test_json_of_the_store_is_readable(tmp_path: Path) -> None:
    store = LexiconStore(tmp_path / "user.json")
    store.change(lambda _: LEXICON)
    assert json.loads(store.path.read_text("utf-8"))["entries"][0] == {
        "written": "重庆", "reading": "chóng qìng", "language": "zh", "notation": "pinyin"
    }  # fmt: skip


def test_thousands_of_entries_are_found_instantly() -> None:
    lexicon = Lexicon(tuple(Entry(f"{chr(0x4E00 + n % 5000)}{chr(0x4E00 + n)}词{n}", "x") for n in range(10_000)))
    text = "这是一个五十个字的句子里面没有任何一个词在词典之中所以查找应该非常地快而不是慢的这样大家都高兴"
    lexicon.find(text)
    best = 1.0
    for _ in range(5):
        begin = time.perf_counter()
        lexicon.find(text)
        best = min(best, time.perf_counter() - begin)
    assert best < 0.002
