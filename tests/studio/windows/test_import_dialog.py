"""The preview of files that are imported."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox
from pytestqt.qtbot import QtBot

from studio.document.document import Document
from studio.document.importing import SUFFIXES
from studio.document.pieces import Oddity
from studio.document.tables import Role
from studio.operations import Operations
from studio.projects import Projects
from studio.settings import Settings
from studio.windows.import_dialog import ImportDialog
from studio.windows.import_model import PreviewColumn
from studio.windows.import_words import encoding_title, kind_title, oddities_text, role_title

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # the offscreen platform has no real windows

Open = Callable[..., ImportDialog]
SRT = (
    "1\n00:00:03,000 --> 00:00:04,000\n<i>Bob:</i> Last.\n\n2\n00:00:01,000 --> 00:00:02,000\nBob: First.\n\n"
    "3\n00:00:02,000 --> 00:00:03,000\n\n"
)


@pytest.fixture
def document() -> Document:
    return Document()


@pytest.fixture
def projects(document: Document, tmp_path: Path) -> Iterator[Projects]:
    operations = Operations()
    made = Projects(document, operations, Settings(tmp_path / "settings.ini"), tmp_path / "workspaces")
    yield made
    made.close(keep=False)
    assert operations.close()


@pytest.fixture
def open_dialog(qtbot: QtBot, document: Document, projects: Projects, tmp_path: Path) -> Iterator[Open]:
    operations = Operations()

    def build(**files: str | bytes) -> ImportDialog:
        paths = []
        for name, content in files.items():
            path = tmp_path / name.replace("_", ".")
            path.write_bytes(content if isinstance(content, bytes) else content.encode())
            paths.append(path)
        dialog = ImportDialog(paths=paths, document=document, projects=projects, operations=operations)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, on=False)
        qtbot.addWidget(dialog)
        dialog.show()
        settled(qtbot, dialog)
        return dialog

    yield build
    assert operations.close()


def settled(qtbot: QtBot, dialog: ImportDialog) -> None:
    qtbot.waitUntil(lambda: not any(draft.reading for draft in dialog._drafts))


def shown(dialog: ImportDialog, column: PreviewColumn) -> list[str]:
    model = dialog.model
    return [str(model.index(row, column).data()) for row in range(model.rowCount())]


def pick(box: QComboBox, data: str) -> None:
    box.setCurrentIndex(box.findData(data))
    box.activated.emit(box.currentIndex())


def texts(document: Document) -> list[tuple[str, str]]:
    return [(line.member, line.text) for line in document.script.lines]


def test_shows_what_was_understood_and_what_was_odd(open_dialog: Open) -> None:
    dialog = open_dialog(a_srt=SRT)
    assert dialog.kind.text() == "SubRip subtitles"
    assert shown(dialog, PreviewColumn.TEXT) == ["First.", "", "Last."]
    assert shown(dialog, PreviewColumn.MEMBER) == ["Bob", "", "Bob"]
    assert shown(dialog, PreviewColumn.START) == ["0:01.000", "0:02.000", "0:03.000"]
    assert shown(dialog, PreviewColumn.NOTE) == ["Was not in order of time", "Left out: has no text", ""]
    assert "not in order" in dialog.note.text
    assert "Bob" in dialog.summary.text()
    dialog.only_odd.click()
    assert shown(dialog, PreviewColumn.NUMBER) == ["1", "2"]
    dialog.only_odd.click()
    dialog.with_tags.click()
    assert shown(dialog, PreviewColumn.TEXT)[-1] == "<i>Bob:</i> Last."


def test_accepting_adds_the_lines_as_one_step(open_dialog: Open, document: Document) -> None:
    dialog = open_dialog(a_srt=SRT)
    dialog.accept()
    assert texts(document) == [("Bob", "First."), ("Bob", "Last.")]
    assert "Bob" in document.script.members
    document.undo_stack.undo()
    assert document.script.lines == ()


def test_rejecting_adds_nothing(open_dialog: Open, document: Document) -> None:
    open_dialog(a_srt=SRT).reject()
    assert document.script.lines == ()


def test_names_may_stay_in_the_text(open_dialog: Open, document: Document, qtbot: QtBot) -> None:
    dialog = open_dialog(a_txt="Bob: One.\nBob: Two.\n")
    dialog.names.click()
    assert not dialog.accept_button.isEnabled()
    settled(qtbot, dialog)
    dialog.accept()
    assert texts(document) == [("", "Bob: One."), ("", "Bob: Two.")]


def test_the_encoding_can_be_chosen(open_dialog: Open, qtbot: QtBot) -> None:
    dialog = open_dialog(a_txt="我们走吧。".encode("gbk"))
    assert "GBK" in dialog.encoding.currentText()
    pick(dialog.encoding, "cp950")
    settled(qtbot, dialog)
    assert shown(dialog, PreviewColumn.TEXT) != ["我们走吧。"]
    pick(dialog.encoding, "")
    settled(qtbot, dialog)
    assert shown(dialog, PreviewColumn.TEXT) == ["我们走吧。"]


def test_columns_are_mapped(open_dialog: Open, document: Document, qtbot: QtBot) -> None:
    dialog = open_dialog(a_csv="who,en,fr\nBob,Hello.,Bonjour.\n")
    assert dialog.columns.isVisible()
    assert dialog.columns.boxes[Role.MEMBER].currentText() == "1: who"
    pick(dialog.columns.boxes[Role.TEXT], "2")
    settled(qtbot, dialog)
    assert shown(dialog, PreviewColumn.TEXT) == ["Bonjour."]
    # A column has one role: what spoke is what is said now.
    pick(dialog.columns.boxes[Role.TEXT], "0")
    settled(qtbot, dialog)
    assert dialog.columns.boxes[Role.MEMBER].currentIndex() == 0
    pick(dialog.columns.boxes[Role.TEXT], "")
    settled(qtbot, dialog)
    assert "column" in dialog.note.text
    assert not dialog.accept_button.isEnabled()
    pick(dialog.columns.boxes[Role.TEXT], "1")
    settled(qtbot, dialog)
    dialog.accept()
    assert texts(document) == [("", "Hello.")]


def test_several_files_are_shown_in_turn_and_added_together(open_dialog: Open, document: Document) -> None:
    dialog = open_dialog(a_txt="One.", b_srt=b"\x89PNG" + bytes(100), c_md="# Two\n\nThree. Four.\n")
    assert not dialog.note.is_error
    pick(dialog.file, "1")
    assert dialog.note.is_error
    assert not dialog.encoding.isVisible()
    pick(dialog.file, "2")
    assert dialog.sentences.isVisible()
    assert not dialog.columns.isVisible()
    dialog.accept()
    assert [text for _, text in texts(document)] == ["One.", "Two", "Three. Four."]
    assert document.undo_stack.count() == 2


def test_a_file_that_cannot_be_read_is_not_imported(open_dialog: Open, document: Document) -> None:
    dialog = open_dialog(a_docx=b"no")
    assert "damaged" in dialog.note.text
    assert not dialog.accept_button.isEnabled()
    dialog.accept()
    assert dialog.isVisible()
    assert document.script.lines == ()


def test_styles_may_say_who_speaks(open_dialog: Open, qtbot: QtBot) -> None:
    event = "Dialogue: 0,0:00:0{0}.00,0:00:0{0}.90,{1},,0,0,0,,Hi.\n"
    dialog = open_dialog(a_ass="[Events]\n" + event.format(1, "Ann") + event.format(2, "Ben"))
    assert dialog.styles.isVisible()
    dialog.styles.click()
    settled(qtbot, dialog)
    assert shown(dialog, PreviewColumn.MEMBER) == ["Ann", "Ben"]


def test_odd_files_are_not_imported_unseen(
    qtbot: QtBot, projects: Projects, document: Document, tmp_path: Path
) -> None:
    path = tmp_path / "a.srt"
    path.write_text(SRT, "utf-8")
    with qtbot.waitSignal(projects.doubtful, timeout=5000) as told:
        projects.import_files([path])
    assert told.args == [path]
    assert document.script.lines == ()


def test_everything_that_is_told_has_words() -> None:
    assert all(map(kind_title, SUFFIXES))
    assert all(oddities_text((oddity,)) for oddity in Oddity)
    assert all(map(role_title, Role))


@pytest.mark.parametrize(
    ("encoding", "title"), [("utf-8-sig", "UTF-8"), ("utf-16-le", "UTF-16 LE"), ("cp932", "Shift-JIS"), ("xx", "XX")]
)
def test_encodings_are_called_what_people_call_them(encoding: str, title: str) -> None:
    assert encoding_title(encoding) == title
