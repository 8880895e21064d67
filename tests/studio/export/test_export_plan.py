from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from engines.audio.pcm import SampleFormat
from studio.document.script import Line, Member, Script
from studio.export.plan import ExportMode, ExportOptions, OnExisting, free_names, plan, speech_seconds
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
    result = planned(rate=48_000, sample_format=SampleFormat.PCM_24)
    assert result.seconds == pytest.approx(2 * 5 * 0.07 + 0.22)
    assert result.size == int(result.seconds * 48_000 * 3)
    assert planned(mode=ExportMode.JOINED, gap=1.0).seconds == pytest.approx(result.seconds + 2.0)


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
    assert "{oops}" in result.pattern_problem


def test_options_are_remembered(tmp_path: Path):
    options = ExportOptions(
        tmp_path, ExportMode.JOINED, "{project} x", 44_100, SampleFormat.FLOAT_32, OnExisting.REPLACE, 1.25
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
    for name, value in {"mode": "?", "rate": "8000", "format": "mp3", "existing": "x", "gap": "nan"}.items():
        settings.set_export_choice(name, value)
    assert recall(settings, tmp_path) == ExportOptions(tmp_path)
