"""`timbre voices`: list, blend, import, export, duplicate, rename, remove and restore."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from engines.errors import VoiceNotFoundError
from studio.commands import terminal
from studio.commands.services import Services

if TYPE_CHECKING:
    from engines.voices.profile import VoiceProfile


def show(services: Services, language: str | None, *, as_json: bool) -> None:
    """List the voices; `language` is a code such as `en-gb`, or its first part."""
    with services.open_engine() as engine:
        found = [
            voice
            for voice in engine.voices.values()
            if not language or voice.language.casefold().startswith(language.casefold())
        ]
    columns = ("name", "title", "kind", "language", "gender", "pack", "description")
    rows = [tuple(getattr(voice, column) for column in columns) for voice in found]
    if as_json:
        terminal.print_json([dict(zip(columns, row, strict=True)) for row in rows])
    elif rows:
        terminal.table(("voice", "title", "kind", "language", "gender", "model", "description"), rows)
    else:
        terminal.warn(f"No installed voice speaks “{language}”; `timbre voices` lists them all.")
    for problem in services.open_voices().problems():
        terminal.warn(problem)


def blend(
    services: Services,
    parts: Sequence[tuple[str, float]],
    title: str,
    sliders: Mapping[str, float],
    *,
    out: Path | None,
    as_json: bool,
) -> None:
    """Make a voice of several, move its sliders, and keep it; with `out` it goes into a file instead."""
    from engines.voices.blend import blend as mix  # noqa: PLC0415
    from engines.voices.store import slug  # noqa: PLC0415
    from engines.voices.voice_file import write_voice  # noqa: PLC0415

    with services.open_engine() as engine:
        profile = mix([(engine.profile_of(name), weight) for name, weight in parts], title=title)
        if any(sliders.values()):
            profile = engine.morphs().apply(profile, sliders)
    if out is None:
        _tell(services.open_voices().add(profile), "is kept", as_json=as_json)
        return
    from dataclasses import replace  # noqa: PLC0415

    write_voice(replace(profile, name=slug(title)), out)
    if as_json:
        terminal.print_json({"file": str(out)})
    else:
        terminal.note(f"Wrote {out}.")


def import_files(services: Services, files: Sequence[Path], *, as_json: bool) -> None:
    """Add voices from files."""
    store = services.open_voices()
    _tell_all([store.import_file(file) for file in files], "is imported", as_json=as_json)


def export(services: Services, name: str, out: Path, *, overwrite: bool, as_json: bool) -> None:
    """Copy a voice into a file or a folder."""
    path = services.open_voices().export_file(name, out, overwrite=overwrite)
    if as_json:
        terminal.print_json({"file": str(path)})
    else:
        terminal.note(f"Wrote {path}.")


def duplicate(services: Services, name: str, title: str, *, as_json: bool) -> None:
    """Copy a voice within the store."""
    _tell(services.open_voices().duplicate(name, title), "is kept", as_json=as_json)


def rename(services: Services, name: str, title: str, *, as_json: bool) -> None:
    """Give a voice another title."""
    _tell(services.open_voices().rename(name, title), "has its new title", as_json=as_json)


def remove(services: Services, names: Sequence[str], *, as_json: bool) -> None:
    """Take voices away, so that they can be brought back."""
    store = services.open_voices()
    for name in names:
        store.remove(name)
        if not as_json:
            terminal.note(f"{name} is removed; `timbre voices restore {name}` brings it back.")
    if as_json:
        terminal.print_json(list(names))


def restore(services: Services, names: Sequence[str], *, as_json: bool) -> None:
    """Bring removed voices back; without names, list those that can be."""
    store = services.open_voices()
    waiting = store.removed()
    if not names:
        found = list(dict.fromkeys(removed.name for removed in waiting))
        if as_json:
            terminal.print_json(found)
        elif found:
            terminal.table(("removed voice",), [(name,) for name in found])
        else:
            terminal.note("No voice has been removed.")
        return
    back = []
    for name in names:
        removed = next((removed for removed in waiting if removed.name == name), None)
        if removed is None:
            raise VoiceNotFoundError(f"No removed voice is named {name!r}; `timbre voices restore` lists them.")
        back.append(store.restore(removed))
    _tell_all(back, "is back", as_json=as_json)


def _tell(profile: VoiceProfile, what: str, *, as_json: bool) -> None:
    if as_json:
        terminal.print_json(_as_json(profile))
    else:
        terminal.note(f"{profile.name} ({profile.title}) {what}.")


def _tell_all(profiles: Sequence[VoiceProfile], what: str, *, as_json: bool) -> None:
    if as_json:
        terminal.print_json([_as_json(profile) for profile in profiles])
    else:
        for profile in profiles:
            _tell(profile, what, as_json=False)


def _as_json(profile: VoiceProfile) -> dict[str, str]:
    return {
        "name": profile.name,
        "title": profile.title,
        "kind": profile.origin.kind,
        "language": profile.language,
        "gender": profile.gender,
        "pack": profile.family,
        "description": profile.origin.description,
    }
