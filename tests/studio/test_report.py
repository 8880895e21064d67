"""A report that can be passed on: what helps is in it, and nothing private."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

from studio.doctor import Finding, State
from studio.report import ReportError, scrubbed, write_report

LOG = f"""\
2026-11-30 10:00:00,123 INFO MainThread opened {Path.home()}/novel.timbre
2026-11-30 10:00:01,123 ERROR synthesis line “My secret text” cannot be said
2026-11-30 10:00:02,123 ERROR MainThread unexpected error
Traceback (most recent call last):
  File "{Path.home()}/timbre/studio/session.py", line 12, in make
    speak(line)
    ~~~~~^^^^^^
ValueError: cannot read My secret text
2026-11-30 10:00:03,123 INFO MainThread goes on
"""


def test_logs_keep_what_the_program_did_and_lose_what_the_user_wrote() -> None:
    text = scrubbed(LOG)
    assert "secret" not in text
    assert str(Path.home()) not in text
    assert 'File "~/timbre/studio/session.py", line 12, in make\n    speak(line)' in text
    assert "\nValueError\n" in text
    assert "line “…” cannot be said" in text
    assert text.endswith("INFO MainThread goes on\n")


@pytest.mark.parametrize("whole", [False, True])
def test_a_report_has_findings_packages_and_logs(tmp_path: Path, whole: bool) -> None:
    logs = tmp_path / "logs"
    logs.mkdir()
    (logs / "studio.log").write_text(LOG, encoding="utf-8")
    report = tmp_path / "report.zip"
    finding = Finding("folders", f"{Path.home()} is there", State.OK)
    write_report(report, [finding], logs, whole_logs=whole)
    with zipfile.ZipFile(report) as archive:
        assert set(archive.namelist()) == {"findings.json", "packages.txt", "logs/studio.log"}
        (told,) = json.loads(archive.read("findings.json"))
        packages = archive.read("packages.txt").decode()
        log = archive.read("logs/studio.log").decode()
    assert told["text"] == (f"{Path.home()} is there" if whole else "~ is there")
    assert "numpy " in packages
    assert ("My secret text" in log) is whole


def test_a_report_without_logs(tmp_path: Path) -> None:
    write_report(tmp_path / "report.zip", [], tmp_path / "none")
    assert zipfile.is_zipfile(tmp_path / "report.zip")


def test_a_report_that_cannot_be_written_says_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(ReportError, match="choose another folder"):
        write_report(tmp_path / "file" / "report.zip", [], tmp_path)
