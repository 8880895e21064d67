"""The list of an export in its folder: what was made, with checksums, what was not, and why."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from engines.files import replacing
from engines.models.disk import is_intact
from studio.export.publish import explained
from studio.export.write import Written, provenance

MANIFEST = "timbre-export.json"
_VERSION = 1


@dataclass(frozen=True, slots=True)
class Missing:
    """A file that is not there."""

    name: str
    state: str
    """`skipped`, `failed` or `cancelled`."""
    reason: str


def update(folder: Path, entries: Iterable[Written | Missing]) -> Path:
    """Add files to the list of a folder; those it knows already are replaced. It depends on its content alone.

    Raises
    ------
    AudioFileError
        If it cannot be written.
    """
    path = folder / MANIFEST
    files = {entry["file"]: entry for entry in _known(path)}
    for entry in entries:
        plain = _plain(entry)
        files[plain["file"]] = plain
    voices = sorted({line["voice"] for entry in files.values() for line in entry.get("lines", ())})
    content = {
        "version": _VERSION,
        "note": provenance(", ".join(voices)),
        "files": [files[name] for name in sorted(files)],
    }
    with explained(folder), replacing(path) as file:
        file.write(json.dumps(content, ensure_ascii=False, indent=1).encode("utf-8", "backslashreplace") + b"\n")
    return path


def damaged(folder: Path) -> list[str]:
    """Names of the files of the list that are gone or have changed."""
    return [
        entry["file"]
        for entry in _known(folder / MANIFEST)
        if entry["state"] == "written" and not is_intact(folder / entry["file"], entry["sha256"], entry["bytes"])
    ]


def _known(path: Path) -> list[dict[str, Any]]:
    try:
        files = json.loads(path.read_text("utf-8"))["files"]
        return [entry for entry in files if isinstance(entry, dict) and isinstance(entry.get("file"), str)]
    except (OSError, ValueError, KeyError, TypeError):
        return []


def _plain(entry: Written | Missing) -> dict[str, Any]:
    if isinstance(entry, Missing):
        return {"file": entry.name, "state": entry.state, "reason": entry.reason}
    return {
        "file": entry.file.name,
        "state": "written",
        "sha256": entry.sha256,
        "bytes": entry.size,
        "seconds": round(entry.seconds, 4),
        "sample_rate": entry.rate,
        "channels": entry.channels,
        "loudness_lufs": entry.loudness,
        "true_peak_dbtp": entry.true_peak,
        "beside": [path.name for path in entry.sidecars],
        "lines": [asdict(line) | {"unspoken": list(line.unspoken)} for line in entry.lines],
    }
