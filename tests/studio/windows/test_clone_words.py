"""What the window says about a recording keeps up with what the engine finds."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from engines.voices import checks
from engines.voices.checks import EMPTY, Check, too_long
from studio.translations import Translations
from studio.windows import clone_words
from studio.windows.clone_words import finding


def test_every_finding_of_the_engine_has_a_sentence_of_its_own() -> None:
    calls = [node for node in ast.walk(ast.parse(Path(checks.__file__).read_text("utf-8"))) if _is_check(node)]
    kinds = {tuple(ast.literal_eval(each) for each in call.args[:2]) for call in calls}
    assert len(kinds) > 10
    assert kinds == set(clone_words._SENTENCES)


@pytest.mark.parametrize(
    ("check", "figure"),
    [
        (Check("short", "warning", "", value=2.46), "2.5 seconds"),
        (too_long(1200.0), "first 20 minutes"),
        (Check("noisy", "note", "", value=17.6), "18 dB"),
        (Check("reverberant", "warning", "", value=0.93), "0.9 seconds"),
        (Check("narrow", "warning", "", value=3430.0), "3.4 kHz"),
        (Check("hum", "note", "", value=50.0), "50 Hz"),
    ],
)
def test_numbers_are_said_in_the_unit_of_the_sentence(check: Check, figure: str) -> None:
    assert figure in finding(check)


def test_what_is_not_known_is_told_in_the_words_of_the_engine() -> None:
    assert finding(Check("wind", "warning", "It blows: go inside.")) == "It blows: go inside."
    assert finding(Check("hum", "note", "It hums: record again.")) == "It hums: record again."


def test_it_is_told_in_the_language_of_the_interface(qapp: QApplication) -> None:
    translations = Translations(qapp)
    translations.use("zh_CN")
    try:
        assert finding(Check("hum", "note", "", value=60.0)).startswith("有 60 Hz 的电源嗡嗡声")
        assert finding(EMPTY).startswith("这段录音里没有声音")
    finally:
        translations.use("en")


def _is_check(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Check"
