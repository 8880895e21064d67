"""Brings the translations up to date with the code and compiles them.

    python packaging/translations.py            collect the texts of studio/ into assets/translations/*.ts, then compile
    python packaging/translations.py --compile  only compile

Run it after changing a text, translate what it calls unfinished (by hand or with pyside6-linguist), and run it again.

The texts are collected here rather than by pyside6-lupdate, which overlooks those inside f-strings and those whose
number is more than a name, and does not see that a text given to `QCoreApplication.translate` has a plural.
"""

from __future__ import annotations

import ast
import subprocess
import sys
import sysconfig
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "assets" / "translations"
FORMS = {"en": 2, "zh_CN": 1}
"""Languages, and how many forms of a plural they have. English has nothing but its plurals: the rest is in the code."""


class Text(NamedTuple):
    """A text of the window, as Qt looks it up."""

    context: str
    source: str

    @property
    def plural(self) -> bool:
        """Whether its form depends on a number."""
        return "%n" in self.source


class Use(NamedTuple):
    """A place in the code that marks a text for translation."""

    place: str
    function: str
    """`tr`, `translate` or `QT_TRANSLATE_NOOP`."""
    context: str
    text: Text | None
    """None where it is no literal."""
    counted: bool
    """Whether a number is given."""


class Entry(NamedTuple):
    """A text with its translation: one form, or those of a plural."""

    text: Text
    forms: tuple[str, ...]

    @property
    def finished(self) -> bool:
        """Whether it has been translated."""
        return all(self.forms)


def collect(folder: Path = ROOT / "studio") -> Iterator[Use]:
    """Every use of a text in the code of a folder."""
    for file in sorted(folder.rglob("*.py")):
        yield from _uses(ast.parse(file.read_text("utf-8")), "", str(file.relative_to(folder.parent)))


def read(file: Path) -> list[Entry]:
    """The entries of a `.ts` file; a translation that is marked as unfinished counts as none."""
    entries = []
    for context in ElementTree.parse(file).getroot().iter("context"):
        for message in context.iter("message"):
            text = Text(context.findtext("name", ""), message.findtext("source", ""))
            translation = message.find("translation")
            assert translation is not None
            elements = [*translation.iter("numerusform")] or [translation]
            finished = translation.get("type") is None
            entries.append(Entry(text, tuple((element.text or "") if finished else "" for element in elements)))
    return entries


def update(folder: Path = FOLDER) -> None:
    """Bring the texts of the `.ts` files of a folder up to date; translations are kept, unused ones dropped."""
    texts = sorted({use.text for use in collect() if use.text})
    for language, forms in FORMS.items():
        file = folder / f"timbre_{language}.ts"
        known = {entry.text: entry.forms for entry in read(file)} if file.exists() else {}
        wanted = [text for text in texts if text.plural or language != "en"]
        _write(file, language, [Entry(t, known.get(t) or ("",) * (forms if t.plural else 1)) for t in wanted])


def compile_all(folder: Path = FOLDER) -> None:
    """Make the `.qm` files that the program loads."""
    program = Path(sysconfig.get_path("scripts")) / "pyside6-lrelease"
    for language in FORMS:
        file = folder / f"timbre_{language}"
        command = [str(program), "-silent", "-fail-on-unfinished", f"{file}.ts", "-qm", f"{file}.qm"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode or done.stderr.strip():
            sys.exit(f"{file}.ts could not be compiled:\n{done.stdout}{done.stderr}")


def _uses(node: ast.AST, scope: str, file: str) -> Iterator[Use]:
    for child in ast.iter_child_nodes(node):
        yield from _uses(child, child.name if isinstance(child, ast.ClassDef) else scope, file)
        if not isinstance(child, ast.Call):
            continue
        function = child.func.attr if isinstance(child.func, ast.Attribute) else getattr(child.func, "id", "")
        if function in {"tr", "translate", "QT_TRANSLATE_NOOP"}:
            literals = [str(arg.value) if isinstance(arg, ast.Constant) else "" for arg in child.args]
            if function == "tr":
                literals.insert(0, scope)
            context, source = (*literals, "", "")[:2]
            text = Text(context, source) if context and source else None
            yield Use(f"{file}:{child.lineno}", function, context, text, len(literals) == 4)


def _write(file: Path, language: str, entries: Iterable[Entry]) -> None:
    root = Element("TS", {"version": "2.1", "language": language, "sourcelanguage": "en_US"})
    for name, group in groupby(entries, lambda entry: entry.text.context):
        context = ElementTree.SubElement(root, "context")
        ElementTree.SubElement(context, "name").text = name
        for entry in group:
            message = ElementTree.SubElement(context, "message", {"numerus": "yes"} if entry.text.plural else {})
            ElementTree.SubElement(message, "source").text = entry.text.source
            state = {} if entry.finished else {"type": "unfinished"}
            translation = ElementTree.SubElement(message, "translation", state)
            if entry.text.plural:
                for form in entry.forms:
                    ElementTree.SubElement(translation, "numerusform").text = form
            else:
                (translation.text,) = entry.forms
    ElementTree.indent(root, "    ")
    content = ElementTree.tostring(root, encoding="unicode", short_empty_elements=False)
    file.write_text(f'<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n{content}\n', encoding="utf-8")


if __name__ == "__main__":
    if sys.argv[1:] != ["--compile"]:
        update()
    compile_all()
