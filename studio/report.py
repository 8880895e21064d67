"""A report for whoever is to find out what is wrong: a zip that can be passed on, since nothing private is in it.

It has the findings of `studio.doctor`, the versions of all packages, and the logs. What a log quotes, which may be a
text or the name of a file, is left out of it, and so is where the user's folders are.
"""

from __future__ import annotations

import importlib.metadata
import json
import re
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from engines.errors import TimbreError
from engines.files import replacing
from studio.doctor import Finding

_LONGEST_LOG = 1_000_000
"""Characters; the end of a longer log is kept."""
_QUOTED = re.compile(r"“[^”\n]*”|‘[^’\n]*’|\"[^\"\n]*\"|(?<!\w)'[^'\n]*'|`[^`\n]*`")
_TRACE = re.compile(r'^\s+File "(?P<path>[^"]+)", line \d+')
_CODE = re.compile(r"^ {4,}\S|^\s+[~^]+$")


class ReportError(TimbreError):
    """The report could not be written."""


def write_report(path: Path, findings: Sequence[Finding], logs: Path, *, whole_logs: bool = False) -> None:
    """Write the zip.

    Parameters
    ----------
    logs
        Folder of the logs; it need not be there.
    whole_logs
        With all that the logs quote.

    Raises
    ------
    ReportError
        If it cannot be written.
    """
    told = [
        {"area": f.area, "text": f.text if whole_logs else without_home(f.text), "state": f.state.value, "fix": f.fix}
        for f in findings
    ]
    try:
        with replacing(path) as file, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("findings.json", json.dumps(told, ensure_ascii=False, indent=2))
            archive.writestr("packages.txt", "\n".join(_packages()) + "\n")
            for log in sorted(logs.glob("*.log*")):
                text = log.read_text("utf-8", "replace")[-_LONGEST_LOG:]
                archive.writestr(f"logs/{log.name}", text if whole_logs else scrubbed(text))
    except OSError as error:
        raise ReportError(
            f"The report cannot be written to {path} ({error.strerror}): choose another folder, or free some space."
        ) from error


def scrubbed(log: str) -> str:
    """A log without what it quotes, without the messages of errors, and without the user's folders.

    Traces keep their files, lines and code: those are the program's own.
    """
    return "".join(f"{line}\n" for line in _scrubbed(log.splitlines()))


def without_home(text: str) -> str:
    """A text in which the user's home folder is `~`."""
    home = str(Path.home())
    return text.replace(home, "~") if len(home) > 1 else text


def _scrubbed(lines: Sequence[str]) -> Iterator[str]:
    in_trace = False
    for line in lines:
        if _TRACE.match(line):
            in_trace = True
            yield without_home(line)
        elif in_trace and _CODE.match(line):
            yield line
        elif in_trace and line and not line[0].isspace():
            in_trace = False
            yield line.partition(":")[0]  # the kind of the error: its message may quote anything
        else:
            yield without_home(_QUOTED.sub("“…”", line))


def _packages() -> Iterator[str]:
    for name, version in sorted({(d.metadata["Name"], d.version) for d in importlib.metadata.distributions()}):
        yield f"{name} {version}"
