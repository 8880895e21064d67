"""`timbre doctor`: print the findings of `studio.doctor`, or put them into a report."""

from __future__ import annotations

from pathlib import Path

from engines.paths import home
from studio.commands import terminal
from studio.doctor import State, diagnose
from studio.report import write_report

_MARKS = {State.OK: "ok", State.MISSING: "MISSING", State.NOTE: "-"}


def run(*, as_json: bool, report: Path | None, whole_logs: bool) -> None:
    """Look over the machine, and print what was found or write it to a zip."""
    findings = diagnose()
    if report:
        write_report(report, findings, home() / "logs", whole_logs=whole_logs)
        terminal.say(f"The report is in {report}; look at it before you pass it on.")
        return
    if as_json:
        terminal.print_json(
            [
                {"area": found.area, "text": found.text, "state": found.state.value, "fix": found.fix}
                for found in findings
            ]
        )
        return
    terminal.table(("area", "state", "found"), [(found.area, _MARKS[found.state], found.text) for found in findings])
    fixes = [found for found in findings if found.fix]
    if fixes:
        terminal.say("")
    for fix in dict.fromkeys(f"{found.text}: {found.fix}" for found in fixes):
        terminal.say(fix)
