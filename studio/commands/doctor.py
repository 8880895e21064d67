"""`timbre doctor`: print the findings of `studio.doctor`."""

from __future__ import annotations

from studio.commands import terminal
from studio.doctor import State, diagnose

_MARKS = {State.OK: "ok", State.MISSING: "MISSING", State.NOTE: "-"}


def run(*, as_json: bool) -> None:
    """Look over the machine and print a report."""
    findings = diagnose()
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
