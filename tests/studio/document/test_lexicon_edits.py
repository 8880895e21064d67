"""Readings in a project: kept with it, part of what a line sounds like, found and changed in all lines."""

from __future__ import annotations

import time
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from engines.text.lexicon import Case, Entry, Lexicon, LexiconError
from studio.document.document import Change, Document
from studio.document.edits import append, set_fields
from studio.document.journal import State, edited, opening, replay
from studio.document.lexicon_edits import forget, occurrences, remember, set_lexicon, set_readings, uses
from studio.document.package import read_project, write_project
from studio.document.project_json import decode, dumps, encode
from studio.document.script import Line, Script, changed_lines

SQL = Entry("SQL", "sequel", note="for us")
CHONGQING = Entry("重庆", "chóng qìng", "zh", "pinyin", enabled=False)
TEXTS = [
    "The SQL book, sql and SQLite.",
    "我在重庆，重庆{zhòng qìng}很大。",
    "Nothing here.",
    "[spell]SQL[/] [happy]S[/]QL",
]
SCRIPT = append(Script(), TEXTS)
WITH = remember(remember(SCRIPT, SQL), CHONGQING)


def test_entries_are_remembered_and_forgotten() -> None:
    assert WITH.lexicon.entries == (SQL, CHONGQING)
    assert WITH.lines is SCRIPT.lines
    other = remember(WITH, Entry(" SQL ", "S Q L"))
    assert other.lexicon.entries == (Entry("SQL", "S Q L"), CHONGQING)
    assert forget(other, [CHONGQING]).lexicon.entries == (Entry("SQL", "S Q L"),)
    assert forget(SCRIPT, [SQL]) is SCRIPT
    assert set_lexicon(WITH, Lexicon((SQL, CHONGQING))) is WITH
    with pytest.raises(LexiconError):
        remember(WITH, Entry("", "x"))
    assert append(set_fields(WITH, [WITH.lines[0].id], text="x"), ["y"]).lexicon is WITH.lexicon


def test_a_project_keeps_its_lexicon(tmp_path: Path) -> None:
    mine = replace(WITH, user_lexicon=Lexicon((Entry("mine", "not yours"),)))
    read = decode(b"".join(encode(mine, ())))
    assert read.script == WITH
    assert read.script.user_lexicon == Lexicon()
    assert b"not yours" not in b"".join(encode(mine, ()))
    path = tmp_path / "x.timbre"
    write_project(path, WITH, (), tmp_path)
    assert read_project(path, tmp_path).script.lexicon == WITH.lexicon
    assert b'"lexicon"' not in b"".join(encode(SCRIPT, ()))


def test_entries_of_a_file_that_cannot_be_used_are_told() -> None:
    entries = [{"written": "a", "reading": "b"}, {"written": "a"}, 5, {"written": "a", "reading": "b", "case": "odd"}]
    read = decode(dumps({"version": 1, "lexicon": entries}))
    assert read.script.lexicon.entries == (Entry("a", "b"),)
    assert read.warnings == ("3 reading(s) of the project's lexicon could not be read and were left out.",)
    assert decode(dumps({"version": 1, "lexicon": "x"})).script.lexicon == Lexicon()


def test_the_journal_has_what_changed_of_the_lexicon() -> None:
    many = set_lexicon(WITH, Lexicon((*(Entry(f"w{n}", "x") for n in range(100)), *WITH.lexicon)))
    steps = [SCRIPT, WITH, many, remember(many, Entry("w50", "y")), forget(many, many.lexicon.entries[10:30]), SCRIPT]
    journal = opening("t")
    for before, after in pairwise(steps):
        entry = edited(before, after)
        journal += dumps(entry) + b"\n"
        assert replay(State(before), opening("t") + dumps(entry) + b"\n", "t").script == after
    assert replay(State(SCRIPT), journal, "t").script == SCRIPT
    assert len(dumps(edited(many, remember(many, Entry("w50", "y"))))) < 200
    torn = dumps({"at": 0, "cut": 0, "lines": [], "lexicon": {"at": 5, "cut": 9, "entries": []}}) + b"\n"
    assert replay(State(SCRIPT), opening("t") + torn, "t").script == SCRIPT


def test_a_line_sounds_otherwise_only_where_an_entry_touches_it() -> None:
    assert [line.text for line in SCRIPT.lines if line.id in set(changed_lines(SCRIPT, WITH))] == [TEXTS[0], TEXTS[3]]
    assert SCRIPT.delivery(SCRIPT.lines[2]) == WITH.delivery(WITH.lines[2])
    assert SCRIPT.delivery(SCRIPT.lines[0]).lexicon == ""
    noted = remember(WITH, replace(SQL, note="another note"))
    assert list(changed_lines(WITH, noted)) == []
    users = replace(SCRIPT, user_lexicon=Lexicon((SQL,)))
    assert list(changed_lines(SCRIPT, users)) == [SCRIPT.lines[0].id, SCRIPT.lines[3].id]
    enabled = remember(WITH, replace(CHONGQING, enabled=True))
    assert list(changed_lines(WITH, enabled)) == [SCRIPT.lines[1].id]


def test_what_is_spoken_has_both_lexicons() -> None:
    script = replace(WITH, user_lexicon=Lexicon((Entry("a", "b"),)))
    utterance = script.delivery(script.lines[0]).utterance(script.lexicons)
    assert utterance.lexicons.project is WITH.lexicon
    assert utterance.lexicons.user is script.user_lexicon


def test_the_users_lexicon_is_no_step_of_undo() -> None:
    document = Document()
    document.edit("Type", SCRIPT)
    changes: list[Change] = []
    document.changed.connect(changes.append)
    document.use_user_lexicon(Lexicon((SQL,)))
    assert document.undo_stack.count() == 1
    assert list(changed_lines(*changes[0])) == [SCRIPT.lines[0].id, SCRIPT.lines[3].id]
    assert changes[0].before == changes[0].after
    document.use_user_lexicon(Lexicon((SQL,)))
    assert len(changes) == 1
    document.edit("Remember", remember(document.script, CHONGQING))
    document.undo_stack.undo()
    document.undo_stack.undo()
    assert document.script.user_lexicon == Lexicon((SQL,))
    document.replace(WITH, (), None)
    assert document.script.user_lexicon == Lexicon((SQL,))
    document.undo_stack.clear()


def test_a_word_is_found_where_it_has_no_reading_of_its_own() -> None:
    def found(word: str, **rule: object) -> list[str]:
        places = occurrences(SCRIPT, word, **rule)  # type: ignore[arg-type]
        return [SCRIPT.lines[SCRIPT.rows[place.line_id]].text[slice(*place.span)] for place in places]

    assert found("SQL") == ["SQL", "S[/]QL"]
    assert found("sql") == ["SQL", "sql", "S[/]QL"]
    assert found("SQL", case=Case.ANY) == ["SQL", "sql", "S[/]QL"]
    assert found("重庆") == ["重庆"]
    assert found("nowhere") == []


def test_a_reading_is_laid_down_at_all_places() -> None:
    script = set_readings(SCRIPT, occurrences(SCRIPT, "sql"), "sequel")
    assert [line.text for line in script.lines] == [
        "The SQL{sequel} book, sql{sequel} and SQLite.",
        *TEXTS[1:3],
        "[spell]SQL[/] [happy][say sequel]S[/]QL[/]",
    ]
    assert occurrences(script, "SQL") == ()
    assert set_readings(script, occurrences(SCRIPT, "gone"), "x") is script


def test_uses_are_counted() -> None:
    lexicon = Lexicon((SQL, replace(CHONGQING, enabled=True), Entry("unused", "x"), Entry("book", "x", enabled=False)))
    assert dict(uses(SCRIPT, lexicon)) == {SQL: 3, lexicon.entries[1]: 2, lexicon.entries[2]: 0, lexicon.entries[3]: 0}


def test_thousands_of_lines_and_entries_are_no_wait() -> None:
    lines = tuple(
        Line(f"l{n}", f"This is line {n} of a long script about SQL and 重庆, number {n}.") for n in range(5000)
    )
    entries = tuple(Entry(f"word{n}", "x") for n in range(5000))
    before = Script(lines, lexicon=Lexicon(entries))
    list(map(before.delivery, lines))  # what has been read once is remembered
    after = remember(before, SQL)
    list(changed_lines(before, before))
    best = 1.0
    for _ in range(3):
        begin = time.perf_counter()
        assert sum(1 for _ in changed_lines(before, remember(before, Entry("line 4999", "x")))) == 1
        best = min(best, time.perf_counter() - begin)
    assert best < 0.15
    assert uses(after, after.lexicon)[SQL] == 5000
    begin = time.perf_counter()
    everywhere = set_readings(after, occurrences(after, "SQL"), "sequel")
    assert time.perf_counter() - begin < 3  # its time grows with the lines, not with their square
    assert all("SQL{sequel}" in line.text for line in everywhere.lines)
