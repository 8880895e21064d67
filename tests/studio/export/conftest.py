"""An export queue over a document of three lines and a maker that hums."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from pytestqt.qtbot import QtBot

from studio.document.document import Document
from studio.export.plan import ExportOptions, plan
from studio.export.queue import ExportQueue
from studio.export.status import Report
from studio.operations import Operations
from tests.studio.export.export_fakes import HummingMaking, script_of


class Bench(SimpleNamespace):
    """Everything that an export needs, and a few sentences of a test in one word."""

    document: Document
    making: HummingMaking
    operations: Operations
    queue: ExportQueue
    folder: Path
    qtbot: QtBot

    def plan(self, **options):
        chosen = ExportOptions(self.folder, **{"pattern": "{number}", "rate": 24_000, **options})
        existing = [file.name for file in self.folder.glob("*")] if self.folder.exists() else []
        ids = [line.id for line in self.document.script.lines]
        return plan(self.document.script, ids, chosen, existing, "Project").items

    def export(self, **options) -> Report:
        """Export all lines and wait for the end."""
        return self.wait_for(lambda: self.queue.add(self.plan(**options)))

    def wait_for(self, act) -> Report:
        with self.qtbot.waitSignal(self.queue.finished, timeout=5000) as blocker:
            act()
        return blocker.args[0]

    def make_all(self) -> None:
        for line in self.document.script.lines:
            self.making.add_take(line)

    @property
    def states(self) -> list[str]:
        return [status.state.value for status in self.queue.statuses]

    @property
    def files(self) -> list[str]:
        """All that is in the folder, unfinished files included."""
        return sorted(file.name for file in self.folder.iterdir()) if self.folder.exists() else []


@pytest.fixture
def bench(qtbot: QtBot, tmp_path: Path) -> Iterator[Bench]:
    document = Document()
    document.replace(script_of("One", "Two words", "And three words"), (), None)
    making = HummingMaking(document, tmp_path / "takes")
    operations = Operations()
    queue = ExportQueue(document, making, operations, lambda: making.takes_folder, writers=1)
    yield Bench(
        document=document,
        making=making,
        operations=operations,
        queue=queue,
        folder=tmp_path / "out",
        qtbot=qtbot,
    )
    queue.cancel()
    assert operations.close(5)
    assert not list(tmp_path.rglob("*.part")), "unfinished files were left"
