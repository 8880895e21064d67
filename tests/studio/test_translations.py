"""Every text of the window is translated, and the translations fit the code."""

from __future__ import annotations

import importlib.util
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
from PySide6.QtCore import QTranslator

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "assets" / "translations"
LANGUAGES = ("en", "zh_CN")


@pytest.fixture(scope="module")
def script() -> Iterator[ModuleType]:
    """The script that keeps the translations; it is no part of the program."""
    name = "translations_script"
    spec = importlib.util.spec_from_file_location(name, ROOT / "packaging" / "translations.py")
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    yield module
    del sys.modules[name]


@pytest.fixture(params=LANGUAGES)
def entries(script: ModuleType, request: pytest.FixtureRequest):
    return script.read(FOLDER / f"timbre_{request.param}.ts")


def test_what_qt_itself_finds_is_known(script: ModuleType, tmp_path: Path):
    known = {entry.text for entry in script.read(FOLDER / "timbre_zh_CN.ts")}
    sources = [str(path) for path in (ROOT / "studio").rglob("*.py")]
    program = Path(sysconfig.get_path("scripts")) / "pyside6-lupdate"
    subprocess.run([program, "-silent", *sources, "-ts", str(tmp_path / "all.ts")], check=True, capture_output=True)
    found = {entry.text for entry in script.read(tmp_path / "all.ts")}
    assert len(found) > 100
    assert found <= known


def test_the_files_hold_exactly_the_texts_of_the_code(script: ModuleType, tmp_path: Path):
    for language in LANGUAGES:
        shutil.copy(FOLDER / f"timbre_{language}.ts", tmp_path)
    script.update(tmp_path)
    for language in LANGUAGES:
        name = f"timbre_{language}.ts"
        assert (tmp_path / name).read_text("utf-8") == (FOLDER / name).read_text("utf-8"), f"run {script.__file__}"


def test_texts_are_literals_or_marked_elsewhere(script: ModuleType):
    uses = list(script.collect())
    marked = {use.context for use in uses if use.function == "QT_TRANSLATE_NOOP"}
    for use in uses:
        if use.text is None:
            assert use.function == "translate", use.place
            assert use.context in marked, use.place


def test_a_text_with_a_number_is_given_one(script: ModuleType):
    for use in script.collect():
        if use.text and use.function != "QT_TRANSLATE_NOOP":
            assert use.counted == use.text.plural, use.place


def test_nothing_is_unfinished(entries):
    assert [entry.text for entry in entries if not entry.finished] == []


def test_placeholders_are_the_same(entries):
    pattern = re.compile(r"\{\w*(?::\w+)?\}|%n|</?\w[^>]*>")
    for entry in entries:
        for form in entry.forms:
            # “a line” is good English for one.
            wanted = [item for item in pattern.findall(entry.text.source) if item != "%n" or item in form]
            assert sorted(pattern.findall(form)) == sorted(wanted), entry.text


def test_chinese_plurals_name_their_number(script: ModuleType):
    for entry in script.read(FOLDER / "timbre_zh_CN.ts"):
        assert entry.text.plural == ("%n" in entry.forms[0]), entry.text


def test_keys_of_menus_and_fields_are_the_same(entries):
    pattern = re.compile(r"&(\w)")
    for entry in entries:
        keys = [key.upper() for key in pattern.findall(entry.text.source)]
        for form in entry.forms:
            assert [key.upper() for key in pattern.findall(form)] == keys, entry.text


def test_the_edges_are_the_same(entries):
    for entry in entries:
        source = entry.text.source
        for form in entry.forms:
            assert form.endswith("…") == source.endswith("…"), entry.text
            assert (form[0] == " ", form[-1] == " ") == (source[0] == " ", source[-1] == " "), entry.text


def test_the_compiled_files_are_up_to_date(script: ModuleType, tmp_path: Path):
    for language in LANGUAGES:
        shutil.copy(FOLDER / f"timbre_{language}.ts", tmp_path)
    script.compile_all(tmp_path)
    for language in LANGUAGES:
        name = f"timbre_{language}.qm"
        assert (tmp_path / name).read_bytes() == (FOLDER / name).read_bytes(), f"run {script.__file__}"


@pytest.mark.parametrize(
    ("language", "context", "source", "n", "translation"),
    [
        ("zh_CN", "Actions", "&Save", -1, "保存(&S)"),
        ("zh_CN", "Export", "%n file(s) written", 2, "已写入 2 个文件"),
        ("en", "Export", "%n file(s) written", 1, "1 file written"),
        ("en", "Export", "%n file(s) written", 2, "2 files written"),
    ],
)
def test_the_program_can_speak(language: str, context: str, source: str, n: int, translation: str):
    translator = QTranslator()
    assert translator.load(f"timbre_{language}", str(FOLDER))
    assert translator.translate(context, source, "", n).replace("%n", str(n)) == translation


def test_the_script_collects_every_form(script: ModuleType, tmp_path: Path):
    code = tmp_path / "code"
    code.mkdir()
    (code / "a.py").write_text(
        "A = QT_TRANSLATE_NOOP('Ctx', 'marked')\n"
        "class Box:\n"
        "    def f(self, x):\n"
        "        self.tr('two ' 'parts')\n"
        "        self.tr('%n of them', '', len(x.y))\n"
        "        return f'{self.tr(\"inside\")}' + QCoreApplication.translate('Ctx', x.text)\n",
        "utf-8",
    )
    uses = [(use.text, use.counted) for use in script.collect(code)]
    assert set(uses) == {
        (("Ctx", "marked"), False),
        (("Box", "two parts"), False),
        (("Box", "%n of them"), True),
        (("Box", "inside"), False),
        (None, False),
    }
