from __future__ import annotations

import json
import shutil
import threading
import time
from dataclasses import replace

import numpy as np
import pytest
import soundfile

from engines.audio.formats import FileFormat
from studio.document.script import Script
from studio.export.manifest import MANIFEST
from studio.export.plan import ExportMode, OnExisting, Sidecar
from studio.export.publish import DiskFullError, unfinished
from studio.export.status import ItemState
from studio.export.write import write_item
from tests.studio.export.export_fakes import RATE, hum, script_of


def edit(bench, row: int, text: str) -> None:
    lines = list(bench.document.script.lines)
    lines[row] = replace(lines[row], text=text)
    bench.document.edit("edit", Script(tuple(lines), bench.document.script.cast))


def test_ready_lines_are_written_as_they_are(bench):
    bench.make_all()
    report = bench.export()
    assert bench.files == ["1.wav", "2.wav", "3.wav"]
    assert report.written == tuple(bench.folder / name for name in bench.files)
    assert bench.making.asked == []
    for file in report.written:
        samples, rate = soundfile.read(file, dtype="float32")
        assert rate == RATE
        np.testing.assert_allclose(samples, hum(0.1), atol=2e-7)


def test_lines_that_are_not_ready_are_made_first_in_order(bench):
    bench.making.add_take(bench.document.script.lines[1])
    report = bench.export()
    assert bench.making.asked == ["line1", "line3"]
    assert [file.name for file in report.written] == ["1.wav", "2.wav", "3.wav"]
    assert bench.states == ["done"] * 3


@pytest.mark.parametrize(
    ("rate", "file_format", "subtype"),
    [
        (24_000, FileFormat.WAV_16, "PCM_16"),
        (44_100, FileFormat.WAV_24, "PCM_24"),
        (48_000, FileFormat.WAV_FLOAT, "FLOAT"),
    ],
)
def test_every_format(bench, rate, file_format, subtype):
    bench.export(rate=rate, file_format=file_format)
    info = soundfile.info(bench.folder / "1.wav")
    assert (info.samplerate, info.subtype, info.frames) == (rate, subtype, rate // 10)


def test_one_joined_file_has_gaps_and_every_line(bench):
    bench.export(mode=ExportMode.JOINED, pattern="{project}", gap=0.25, rate=48_000)
    samples, rate = soundfile.read(bench.folder / "Project.wav", dtype="float32")
    assert len(samples) == round((3 * 0.1 + 2 * 0.25) * rate)
    assert not samples[round(0.101 * rate) : round(0.349 * rate)].any()
    assert abs(samples[round(0.36 * rate) : round(0.44 * rate)]).max() > 0.3


def test_a_line_edited_while_it_waits_is_exported_as_it_is_at_its_turn(bench):
    bench.make_all()
    bench.making.automatic = False
    edit(bench, 0, "Not ready any more")
    bench.queue.add(bench.plan())
    bench.qtbot.waitUntil(lambda: bench.making.queued == ["line1"])
    edit(bench, 2, "Other words")
    bench.making.automatic = True
    report = bench.wait_for(bench.making.make_next)
    assert len(report.written) == 3
    assert bench.document.takes("line3")[-1].delivery.text == "Other words"


def test_a_line_edited_while_it_is_made_is_made_again(bench):
    bench.making.automatic = False
    bench.queue.add(bench.plan()[:1])
    bench.qtbot.waitUntil(lambda: bench.making.queued == ["line1"])
    # The engine says the old words to their end.
    old = bench.making.add_take(bench.document.script.lines[0])
    edit(bench, 0, "New words")
    bench.making.queued.clear()
    bench.making.made.emit("line1", old)
    bench.qtbot.waitUntil(lambda: bench.making.queued == ["line1"])
    report = bench.wait_for(bench.making.make_next)
    assert len(report.written) == 1
    assert bench.document.takes("line1")[-1].delivery.text == "New words"


def test_a_line_of_a_joined_file_edited_before_the_others_are_made_is_made_again(bench):
    bench.make_all()
    edit(bench, 2, "To be made")
    bench.making.automatic = False
    bench.queue.add(bench.plan(mode=ExportMode.JOINED))
    bench.qtbot.waitUntil(lambda: bench.making.queued == ["line3"])
    edit(bench, 0, "Changed")
    bench.making.make_next()
    bench.qtbot.waitUntil(lambda: bench.making.queued == ["line1"])
    assert bench.wait_for(bench.making.make_next).written


def test_a_chosen_take_that_fits_is_the_one_that_is_written(bench):
    line = bench.document.script.lines[0]
    first = bench.making.add_take(line, seconds=0.3)
    bench.making.add_take(line, seconds=0.1)
    lines = (replace(line, take=first.id), *bench.document.script.lines[1:])
    bench.document.edit("choose", Script(lines, bench.document.script.cast))
    bench.export()
    assert soundfile.info(bench.folder / "1.wav").frames == round(0.3 * RATE)


def test_a_chosen_take_that_is_stale_gives_way_to_what_the_line_says_now(bench):
    line = bench.document.script.lines[0]
    old = bench.making.add_take(line, seconds=0.3)
    changed = replace(line, text="Other", take=old.id)
    bench.document.edit("edit", Script((changed,), bench.document.script.cast))
    report = bench.export()
    assert len(report.written) == 1
    assert soundfile.info(bench.folder / "1.wav").frames == round(0.1 * RATE)


def test_deleted_and_emptied_lines_are_skipped_with_a_reason(bench):
    items = bench.plan()
    edit(bench, 0, "  ")
    bench.document.edit("delete", Script(bench.document.script.lines[:2], bench.document.script.cast))
    report = bench.wait_for(lambda: bench.queue.add(items))
    assert bench.states == ["skipped", "done", "skipped"]
    assert all("nothing to say" in status.reason for status in report.skipped)


def test_one_failure_does_not_lose_the_others_and_can_be_retried(bench):
    bench.making.will_fail = {"line2": "The voice is gone; choose another one."}
    report = bench.export()
    assert bench.states == ["done", "failed", "done"]
    assert report.failed[0].reason == "The voice is gone; choose another one."
    bench.making.will_fail = {}
    report = bench.wait_for(bench.queue.retry)
    assert bench.states == ["done"] * 3
    assert [file.name for file in report.written] == ["2.wav"]


def test_a_failed_line_of_a_joined_file_is_named(bench):
    bench.making.will_fail = {"line2": "The voice is gone."}
    report = bench.export(mode=ExportMode.JOINED)
    assert "Line 2" in report.failed[0].reason
    assert bench.files == []
    assert bench.making.queued == []


def test_a_take_whose_audio_is_gone_fails_alone(bench):
    bench.make_all()
    take = bench.document.takes("line2")[0]
    (bench.making.takes_folder / take.file_name).unlink()
    report = bench.export()
    assert bench.states == ["done", "failed", "done"]
    assert "make the line again" in report.failed[0].reason


def test_a_folder_that_cannot_be_made_fails_with_a_sentence(bench):
    bench.folder.touch()
    report = bench.wait_for(lambda: bench.queue.add(replace(i, exists=False) for i in bench.plan()))
    assert len(report.failed) == 3
    assert "is a file" in report.failed[0].reason
    bench.folder.unlink()


def test_existing_files_are_skipped_without_being_made(bench):
    bench.folder.mkdir()
    (bench.folder / "1.wav").write_bytes(b"mine")
    report = bench.export(existing=OnExisting.SKIP)
    assert bench.states == ["skipped", "done", "done"]
    assert "there already" in report.skipped[0].reason
    assert (bench.folder / "1.wav").read_bytes() == b"mine"
    assert "line1" not in bench.making.asked


def test_existing_files_are_replaced(bench):
    bench.folder.mkdir()
    (bench.folder / "1.wav").write_bytes(b"old")
    bench.export(existing=OnExisting.REPLACE)
    assert soundfile.info(bench.folder / "1.wav").frames == 2400


@pytest.mark.parametrize(("policy", "state"), [(OnExisting.NUMBER, "done"), (OnExisting.SKIP, "skipped")])
def test_a_file_that_appears_after_the_plan_is_never_overwritten(bench, policy, state):
    items = bench.plan(existing=policy)
    bench.folder.mkdir()
    (bench.folder / "1.wav").write_bytes(b"mine")
    report = bench.wait_for(lambda: bench.queue.add(items))
    assert bench.states[0] == state
    assert (bench.folder / "1.wav").read_bytes() == b"mine"
    assert ("1 (2).wav" in bench.files) == (policy is OnExisting.NUMBER)
    assert (bench.folder / "1 (2).wav" in report.written) == (policy is OnExisting.NUMBER)


def test_cancelling_all_stops_the_making_too(bench):
    bench.making.automatic = False
    bench.queue.add(bench.plan())
    bench.qtbot.waitUntil(lambda: bench.making.queued == ["line1"])
    report = bench.wait_for(bench.queue.cancel)
    assert bench.making.queued == []
    assert bench.states == ["cancelled"] * 3
    assert len(report.cancelled) == 3
    assert bench.files == []


def test_cancelling_does_not_stop_what_somebody_else_wants(bench):
    bench.making.automatic = False
    bench.making.make(["line1"])
    bench.queue.add(bench.plan()[:1])
    bench.qtbot.waitUntil(lambda: bench.states == ["making"])
    bench.wait_for(bench.queue.cancel)
    assert bench.making.queued == ["line1"]


def test_cancelling_one_lets_the_others_go_on_and_it_can_be_retried_in_its_place(bench):
    bench.making.automatic = False
    bench.queue.add(bench.plan())
    bench.qtbot.waitUntil(lambda: bench.making.queued == ["line1"])
    bench.queue.cancel([bench.queue.statuses[0].id])
    assert bench.states[0] == "cancelled"
    bench.qtbot.waitUntil(lambda: bench.making.queued == ["line2"])
    bench.making.automatic = True
    bench.wait_for(bench.making.make_next)
    assert bench.states == ["cancelled", "done", "done"]
    bench.wait_for(lambda: bench.queue.retry([bench.queue.statuses[0].id]))
    assert bench.states == ["done"] * 3


class SlowWriting:
    """Writes for as long as it is let, and counts how many do at once."""

    def __init__(self, monkeypatch) -> None:
        self.at_once = self.most = 0
        self.go = threading.Event()
        self._lock = threading.Lock()
        monkeypatch.setattr("studio.export.job.write_item", self.write)

    def write(self, item, parts, read, progress):
        with self._lock:
            self.at_once += 1
            self.most = max(self.most, self.at_once)
        try:
            item.file.parent.mkdir(exist_ok=True)
            with unfinished(item.file.parent, "test") as part:
                part.touch()
                while not self.go.wait(0.005):
                    progress(0.5)
            progress(1.0)
            return write_item(item, parts, read, progress)
        finally:
            with self._lock:
                self.at_once -= 1


def test_cancelling_while_writing_is_quick_and_leaves_no_file(bench, monkeypatch):
    bench.make_all()
    writing = SlowWriting(monkeypatch)
    bench.queue.add(bench.plan())
    bench.qtbot.waitUntil(lambda: any(name.endswith(".part") for name in bench.files))
    begin = time.perf_counter()
    bench.wait_for(bench.queue.cancel)
    assert time.perf_counter() - begin < 0.3
    assert writing.at_once == 0
    assert bench.files == []
    assert bench.states == ["cancelled"] * 3


def test_ready_lines_are_written_several_at_a_time(bench, monkeypatch):
    bench.make_all()
    writing = SlowWriting(monkeypatch)
    bench.queue._writers = 3
    bench.queue.add(bench.plan())
    bench.qtbot.waitUntil(lambda: writing.at_once == 3)
    bench.wait_for(writing.go.set)
    assert writing.most == 3
    assert bench.states == ["done"] * 3


def test_a_pause_holds_what_is_written_and_puts_back_what_is_made(bench, monkeypatch):
    bench.making.add_take(bench.document.script.lines[0])
    bench.making.automatic = False
    writing = SlowWriting(monkeypatch)
    bench.queue.add(bench.plan())
    bench.qtbot.waitUntil(lambda: writing.at_once == 1 and bench.making.queued == ["line2"])
    bench.queue.pause()
    assert bench.queue.paused
    assert bench.states == ["writing", "waiting", "waiting"]
    assert bench.making.queued == []
    writing.go.set()
    bench.qtbot.wait(150)
    assert bench.states[0] == "writing"
    bench.making.automatic = True
    report = bench.wait_for(bench.queue.resume)
    assert len(report.written) == 3
    assert not bench.queue.paused


def test_a_paused_queue_can_be_cancelled(bench, monkeypatch):
    bench.make_all()
    writing = SlowWriting(monkeypatch)
    bench.queue.add(bench.plan())
    bench.qtbot.waitUntil(lambda: writing.at_once == 1)
    bench.queue.pause()
    bench.wait_for(bench.queue.cancel)
    assert bench.states == ["cancelled"] * 3
    bench.queue.resume()


def test_a_full_disk_pauses_and_nothing_is_lost(bench, monkeypatch):
    bench.make_all()

    def full(*_arguments):
        raise DiskFullError("The disk is full; free some space.")

    with monkeypatch.context() as patch:
        patch.setattr("studio.export.job.write_item", full)
        bench.queue.add(bench.plan())
        bench.qtbot.waitUntil(lambda: bench.queue.paused)
        assert bench.queue.trouble == "The disk is full; free some space."
        bench.qtbot.waitUntil(lambda: bench.states == ["waiting"] * 3)
    report = bench.wait_for(bench.queue.resume)
    assert [file.name for file in report.written] == ["1.wav", "2.wav", "3.wav"]
    assert bench.queue.trouble == ""


def test_the_list_of_the_files_is_written_where_it_is_wanted(bench):
    bench.making.will_fail = {"line2": "The voice is gone."}
    bench.export(manifest=True, sidecars=(Sidecar.TEXT,))
    bench.qtbot.waitUntil((bench.folder / MANIFEST).exists)
    files = json.loads((bench.folder / MANIFEST).read_text("utf-8"))["files"]
    assert [(entry["file"], entry["state"]) for entry in files] == [
        ("1.wav", "written"),
        ("2.wav", "failed"),
        ("3.wav", "written"),
    ]
    assert (bench.folder / "3.txt").read_text("utf-8") == "And three words\n"


def test_what_an_earlier_run_left_is_offered_and_waits_for_the_user(bench):
    bench.queue.offer(bench.plan(), "The program ended.")
    assert bench.states == ["cancelled"] * 3
    assert not bench.queue.active
    assert bench.wait_for(bench.queue.retry).written


def test_making_stopped_elsewhere_cancels_the_file(bench):
    bench.making.automatic = False
    bench.queue.add(bench.plan()[:1])
    bench.qtbot.waitUntil(lambda: bench.making.queued == ["line1"])
    report = bench.wait_for(bench.making.cancel)
    assert "elsewhere" in report.cancelled[0].reason


def test_opening_another_project_cancels_the_rest(bench):
    bench.making.automatic = False
    bench.queue.add(bench.plan())
    bench.qtbot.waitUntil(lambda: bench.making.queued == ["line1"])
    report = bench.wait_for(lambda: bench.document.replace(script_of("New"), (), None))
    assert [status.reason for status in report.cancelled] == ["Another project was opened."] * 3


def test_progress_and_remaining_time_come_from_what_was_measured(bench):
    bench.making.automatic = False
    assert not bench.queue.active
    bench.queue.add(bench.plan())
    bench.qtbot.waitUntil(lambda: bench.making.queued == ["line1"])
    assert bench.queue.progress == 0.0
    assert bench.queue.remaining is None
    bench.making.sound(2)
    halfway = bench.queue.statuses[0].share
    assert 0.5 < halfway < 0.7
    assert 0.0 < bench.queue.progress < 0.2
    bench.making.make_next()
    bench.qtbot.waitUntil(lambda: bench.states[0] == "done")
    assert bench.queue.remaining > 0.0
    assert bench.queue.counts == (1, 3)
    bench.making.automatic = True
    bench.wait_for(bench.making.make_next)
    assert bench.queue.progress == 1.0
    assert bench.queue.remaining is None


def test_more_files_may_be_added_while_some_are_written(bench):
    bench.queue.add(bench.plan())
    report = bench.wait_for(lambda: bench.queue.add(bench.plan(pattern="again {number}")))
    assert [file.name for file in report.written] == [
        "1.wav",
        "2.wav",
        "3.wav",
        "again 1.wav",
        "again 2.wav",
        "again 3.wav",
    ]


def test_ended_files_can_be_taken_off_the_list(bench):
    bench.making.will_fail = {"line3": "No."}
    bench.export()
    bench.making.automatic = False
    bench.queue.retry()
    bench.queue.remove_ended()
    assert [status.item.file.name for status in bench.queue.statuses] == ["3.wav"]
    bench.qtbot.waitUntil(lambda: bench.making.queued == ["line3"])
    bench.making.will_fail = {}
    bench.wait_for(bench.making.make_next)
    bench.queue.remove_ended()
    assert bench.queue.statuses == ()


def test_changes_are_reported_in_blocks(bench):
    bench.making.automatic = False
    with bench.qtbot.waitSignal(bench.queue.added) as added:
        bench.queue.add(bench.plan())
    assert added.args == [0, 3]
    bench.qtbot.waitUntil(lambda: bench.making.queued == ["line1"])
    blocks = []
    bench.queue.changed.connect(lambda first, last: blocks.append((first, last)))
    bench.queue.cancel()
    assert (1, 2) in blocks


def test_nothing_happens_for_no_files(bench):
    bench.queue.add([])
    bench.queue.cancel()
    bench.queue.retry()
    assert not bench.queue.active
    assert ItemState.DONE.ended
    shutil.rmtree(bench.folder, ignore_errors=True)
