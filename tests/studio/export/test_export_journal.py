from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from studio.document.document import Document
from studio.export.journal import Journal, append, item_from_plain, item_to_plain, read
from studio.export.keeping import Keeping
from studio.export.plan import ExportItem, ExportMode, ExportOptions, OnExisting, Sidecar
from studio.export.queue import ExportQueue
from studio.operations import Operations
from tests.studio.export.export_fakes import HummingMaking, script_of

OPTIONS = ExportOptions(
    Path("/out/新"), ExportMode.JOINED, sidecars=(Sidecar.SRT, Sidecar.LABELS), existing=OnExisting.REPLACE, gap=1.5
)
ITEM = ExportItem(("line1", "line2"), Path("/out/新/x.wav"), OPTIONS, True, "Title", "Film")


def test_an_item_survives():
    assert item_from_plain(item_to_plain(ITEM)) == ITEM
    for wrong in (None, {}, {**item_to_plain(ITEM), "options": {"mode": "?"}}, [1]):
        assert item_from_plain(wrong) is None


def test_a_record_that_a_kill_cut_off_is_left_out_and_spoils_none(tmp_path: Path):
    path = tmp_path / "deep" / "journal"
    assert list(read(path)) == []
    append(path, [{"a": 1}, {"b": "行"}])
    with path.open("ab") as file:
        file.write(b'{"cut": "o')
    append(path, [{"c": 3}])
    assert list(read(path)) == [{"a": 1}, {"b": "行"}, {"c": 3}]


def test_what_was_begun_and_not_ended_is_found_once_by_its_own_project(tmp_path: Path):
    journal = Journal(tmp_path / "journal")
    other = replace(ITEM, lines=("elsewhere",))
    journal.begin([("1", ITEM), ("2", other), ("3", ITEM)])
    journal.end(["3", "9"])
    assert journal.take(["nothing"]) == []
    assert journal.take(["line1", "line2", "line3"]) == [ITEM]
    assert journal.take(["line1", "line2", "line3"]) == []
    assert journal.take(["elsewhere"]) == [other]
    assert Journal(tmp_path / "none").take(["x"]) == []


class Run:
    """A program from its start to its end, or to a kill."""

    def __init__(self, tmp_path: Path) -> None:
        self.document = Document()
        self.making = HummingMaking(self.document, tmp_path / "takes")
        self.operations = Operations()
        self.queue = ExportQueue(self.document, self.making, self.operations, lambda: tmp_path / "takes")
        self.keeping = Keeping(self.queue, self.document, self.operations, Journal(tmp_path / "journal"))

    def open(self) -> None:
        self.document.replace(script_of("One", "Two", "Three"), (), None)

    def states(self) -> list[tuple[str, str]]:
        return [(status.item.file.name, status.state.value) for status in self.queue.statuses]


def begun(path: Path) -> int:
    return sum("begin" in record for record in read(path / "journal"))


def test_what_a_killed_program_had_to_do_is_offered_with_its_project(qtbot, tmp_path: Path):
    first = Run(tmp_path)
    first.open()
    first.making.automatic = False
    options = ExportOptions(tmp_path / "out", pattern="{number}")
    names = [ExportItem((f"line{n}",), tmp_path / "out" / f"{n}.wav", options) for n in (1, 2, 3)]
    first.queue.add(names)
    qtbot.waitUntil(lambda: first.making.queued == ["line1"])
    first.making.make_next()
    qtbot.waitUntil(lambda: any("end" in record for record in read(tmp_path / "journal")))
    assert begun(tmp_path) == 3
    # The first one is killed here: nothing of it is told any more.
    assert first.operations.close(5)

    second = Run(tmp_path)
    second.document.replace(script_of(), (), None)
    second.open()
    qtbot.waitUntil(lambda: len(second.states()) == 2)
    assert second.states() == [("2.wav", "cancelled"), ("3.wav", "cancelled")]
    assert all("program ended" in status.reason for status in second.queue.statuses)
    assert not second.queue.active
    with qtbot.waitSignal(second.queue.finished):
        second.queue.retry()
    assert second.states() == [("2.wav", "done"), ("3.wav", "done")]
    qtbot.waitUntil(lambda: Journal(tmp_path / "journal").take(["line1", "line2", "line3"]) == [])
    second.queue.remove_ended()
    assert second.operations.close(5)
    first.queue.cancel()


def test_what_is_cleared_is_not_offered_again(qtbot, tmp_path: Path):
    Journal(tmp_path / "journal").begin([("1", replace(ITEM, lines=("line1",)))])
    run = Run(tmp_path)
    run.open()
    qtbot.waitUntil(lambda: len(run.states()) == 1)
    qtbot.waitUntil(lambda: begun(tmp_path) == 1)
    run.queue.remove_ended()
    qtbot.waitUntil(lambda: any("end" in record for record in read(tmp_path / "journal")))
    assert run.operations.close(5)
    assert Journal(tmp_path / "journal").take(["line1"]) == []
