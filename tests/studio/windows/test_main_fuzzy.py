"""Finding commands by a few letters."""

from __future__ import annotations

import pytest

from studio.windows.fuzzy import score


def best(query: str, *texts: str) -> str:
    found = {text: s for text in texts if (s := score(query, text)) is not None}
    return max(found, key=found.__getitem__)


@pytest.mark.parametrize(
    ("query", "better", "worse"),
    [
        ("pa", "Play all", "Split line"),
        ("pl", "Play all", "Split line"),
        ("spl", "Split line", "Show spectrogram plot"),
        ("exp", "Export all lines", "Next problem"),
        ("rl", "Reset layout", "Play or pause, loop"),
        ("save", "Save", "Save as"),
        ("播放", "播放全部", "重新播一次并放大"),
    ],
)
def test_the_better_match_comes_first(query: str, better: str, worse: str) -> None:
    assert best(query, worse, better) == better


@pytest.mark.parametrize("query", ["SAVE", "save", "ｓａｖｅ", "s v"])
def test_case_width_and_spaces_do_not_matter(query: str) -> None:
    assert score(query, "Save as") is not None


def test_letters_must_be_there_in_order() -> None:
    assert score("evas", "Save") is None
    assert score("savex", "Save") is None


def test_nothing_typed_fits_everything() -> None:
    assert score("", "Save") == 0
