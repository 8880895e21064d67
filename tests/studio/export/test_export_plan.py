from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from engines.audio.formats import FileFormat
from engines.audio.levels import Target
from studio.document.script import Line, Member, Script
from studio.export.plan import (
    PATTERNS,
    ExportMode,
    ExportOptions,
    OnExisting,
    Sidecar,
    Timing,
    free_names,
    plan,
    speech_seconds,
)
from studio.export.presets import PRESETS
from studio.export.preview import preview
from studio.export.remembered import recall, recall_pattern, remember
from studio.settings import Settings

SCRIPT = Script(
    (Line("a", "Hello"), Line("b", "  "), Line("c", "你好", "Lin"), Line("d", "Hello")),
    (Member("", "af_heart"), Member("Lin", "zf_xiaoxiao", 2.0)),
)
ALL = ("a", "b", "c", "d")
FOLDER = Path("/out")


def names(*existing: str, **options) -> list[str]:
    return [item.file.name for item in planned(*existing, **options).items]


def planned(*existing: str, **options):
    chosen = ExportOptions(FOLDER, **{"pattern": "{text}", **options})
    return plan(SCRIPT, (*ALL, "gone"), chosen, existing, "Film")


def test_one_file_a_line_in_order_without_empty_ones():
    result = planned(pattern="{number} {member} {voice}")
    assert [item.file.name for item in result.items] == ["1 af_heart.wav", "3 Lin zf_xiaoxiao.wav", "4 af_heart.wav"]
    assert [item.lines for item in result.items] == [("a",), ("c",), ("d",)]
    assert result.empty == 1


def test_equal_names_are_numbered():
    assert names() == ["Hello.wav", "你好.wav", "Hello (2).wav"]


def test_files_that_exist_are_kept_skipped_or_replaced():
    assert names("hello.WAV") == ["Hello (2).wav", "你好.wav", "Hello (3).wav"]
    for policy in (OnExisting.SKIP, OnExisting.REPLACE):
        result = planned("hello.WAV", existing=policy)
        assert [(item.file.name, item.exists) for item in result.items] == [
            ("Hello.wav", True),
            ("你好.wav", False),
            ("Hello (2).wav", False),
        ]


def test_all_lines_in_one_file():
    result = planned(mode=ExportMode.JOINED, pattern="{project}")
    (item,) = result.items
    assert item.file == FOLDER / "Film.wav"
    assert item.lines == ("a", "c", "d")


def test_no_lines_are_no_files():
    for mode in ExportMode:
        empty = plan(SCRIPT, ("b",), ExportOptions(FOLDER, mode), (), "Film")
        assert empty.items == ()
        assert empty.size == 0


def test_length_and_size_are_estimated():
    assert speech_seconds("你好") == pytest.approx(0.44)
    result = planned(rate=48_000, file_format=FileFormat.WAV_24)
    assert result.seconds == pytest.approx(2 * 5 * 0.07 + 0.22)
    assert result.size == int(result.seconds * 48_000 * 3)
    assert planned(mode=ExportMode.JOINED, gap=1.0).seconds == pytest.approx(result.seconds + 2.0)


def test_names_have_the_words_without_the_tags():
    script = Script((Line("a", "We [angry 0.6]leave[/] now."),))
    result = plan(script, ["a"], ExportOptions(FOLDER, pattern="{text}"), (), "Film")
    assert [item.file.name for item in result.items] == ["We leave now.wav"]


def test_five_thousand_files_are_planned_quickly():
    script = Script(tuple(Line(str(row), "The same sentence again.") for row in range(5000)))
    result = plan(script, [line.id for line in script.lines], ExportOptions(FOLDER, pattern="{text}"), (), "Film")
    assert len({item.file for item in result.items}) == 5000


def test_free_names_go_on():
    assert [file.name for file in itertools.islice(free_names(FOLDER / "a.wav"), 3)] == [
        "a.wav",
        "a (2).wav",
        "a (3).wav",
    ]


def test_the_preview_sees_what_is_in_the_folder(tmp_path: Path):
    (tmp_path / "Hello.wav").touch()
    result = preview(SCRIPT, ALL, ExportOptions(tmp_path, pattern="{text}"), "Film")
    assert result.possible
    assert not result.tight
    assert result.plan.items[0].file.name == "Hello (2).wav"


def test_a_folder_that_does_not_exist_yet_is_fine(tmp_path: Path):
    result = preview(SCRIPT, ALL, ExportOptions(tmp_path / "new" / "folder"), "Film")
    assert result.possible
    assert result.folder.free > 0
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize("inside", [False, True])
def test_a_file_in_the_way_is_said(tmp_path: Path, inside: bool):
    (tmp_path / "file").touch()
    folder = tmp_path / "file" / "x" if inside else tmp_path / "file"
    result = preview(SCRIPT, ALL, ExportOptions(folder), "Film")
    assert not result.possible
    assert "is a file" in result.folder.problem


def test_a_folder_that_cannot_be_written_is_said():
    result = preview(SCRIPT, ALL, ExportOptions(Path("/proc/self")), "Film")
    assert not result.possible
    assert "another one" in result.folder.problem or "of your own" in result.folder.problem


@pytest.mark.parametrize("folder", ["", "relative", "bad\0name"])
def test_no_folder_is_said(folder: str):
    assert preview(SCRIPT, ALL, ExportOptions(Path(folder)), "Film").folder.problem


def test_a_wrong_pattern_is_said(tmp_path: Path):
    result = preview(SCRIPT, ALL, ExportOptions(tmp_path, pattern="{oops}"), "Film")
    assert not result.possible
    assert "{oops}" in result.problem


def test_options_are_remembered(tmp_path: Path):
    options = ExportOptions(
        tmp_path,
        ExportMode.JOINED,
        "{project} x",
        FileFormat.M4B,
        44_100,
        2,
        Target.ACX,
        OnExisting.REPLACE,
        Timing.CUES,
        1.25,
        2.5,
        0.75,
        3.0,
        (Sidecar.SRT, Sidecar.LABELS),
        True,
    )
    file = tmp_path / "settings.ini"
    settings = Settings(file)
    remember(settings, options)
    settings.sync()
    again = Settings(file)
    assert recall(again, Path("/elsewhere")) == options
    assert recall_pattern(again, ExportMode.LINES) == ExportOptions(tmp_path).pattern


def test_damaged_settings_have_defaults(tmp_path: Path):
    settings = Settings(tmp_path / "settings.ini")
    wrong = {"mode": "?", "rate": "8000", "format": "mp4", "existing": "x", "gap": "nan", "tail": "-1", "channels": "5"}
    for name, value in (wrong | {"target": "loud", "timing": "", "sidecars": "doc srtx"}).items():
        settings.set_export_choice(name, value)
    assert recall(settings, tmp_path) == ExportOptions(tmp_path)


def test_a_remembered_rate_that_the_format_has_not_is_replaced(tmp_path: Path):
    settings = Settings(tmp_path / "settings.ini")
    settings.set_export_choice("format", "opus")
    settings.set_export_choice("rate", "44100")
    assert recall(settings, tmp_path).rate == 48_000


BOOK = Script(
    (
        Line("t", "Preface"),
        Line("a", "Chapter one", begins="section"),
        Line("b", "It rained.", "Lin"),
        Line("c", "Chapter two", begins="section"),
        Line("d", "It stopped.", "Lin"),
    ),
    (Member("", "af_heart"), Member("Lin", "zf_xiaoxiao")),
)


def book(mode: ExportMode, ids: str = "tabcd", **options):
    chosen = ExportOptions(FOLDER, mode, **{"pattern": PATTERNS[mode], **options})
    return [(item.file.name, "".join(item.lines), item.title) for item in plan(BOOK, ids, chosen, (), "Book").items]


def test_a_file_for_each_section():
    assert book(ExportMode.SECTIONS, file_format=FileFormat.MP3) == [
        ("01.mp3", "t", "Book"),
        ("02 Chapter one.mp3", "ab", "Chapter one"),
        ("03 Chapter two.mp3", "cd", "Chapter two"),
    ]
    assert book(ExportMode.SECTIONS, "bd")[0] == ("02 Chapter one.wav", "b", "Chapter one")


def test_a_file_for_each_member():
    assert book(ExportMode.MEMBERS) == [("Book.wav", "tac", "Book"), ("Book Lin.wav", "bd", "Book: Lin")]


def test_a_line_knows_its_section():
    assert [name for name, *_ in book(ExportMode.LINES, "bd", pattern="{section} {number}")] == [
        "Chapter one 3.wav",
        "Chapter two 5.wav",
    ]


def test_silence_and_times_count_for_the_length():
    spoken = plan(BOOK, "tabcd", ExportOptions(FOLDER, ExportMode.JOINED, gap=0, paragraph_gap=0), (), "x").seconds
    options = ExportOptions(FOLDER, ExportMode.JOINED, gap=1, paragraph_gap=10, head=100, tail=1000)
    assert plan(BOOK, "tabcd", options, (), "x").seconds == pytest.approx(spoken + 2 + 20 + 1100)
    timed = Script((Line("a", "x", start=5000.0, end=5001.0),))
    options = ExportOptions(FOLDER, ExportMode.JOINED, timing=Timing.CUES)
    assert plan(timed, "a", options, (), "x").seconds == 5001.0


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.name)
def test_presets_are_recognised_and_keep_the_rest(preset, tmp_path: Path):
    before = ExportOptions(tmp_path, pattern="mine {number}", existing=OnExisting.REPLACE, manifest=True)
    after = preset.apply(before)
    assert preset.matches(after)
    assert (after.folder, after.existing, after.manifest) == (tmp_path, OnExisting.REPLACE, True)
    assert after.rate in after.file_format.rates
    assert (after.pattern == before.pattern) == (preset.mode is ExportMode.LINES)
    assert [other for other in PRESETS if other.matches(after)] == [preset]
    assert plan(BOOK, "tabcd", after, (), "Book").items
