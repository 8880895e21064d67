"""`timbre models`: what is installed, and changing that."""

from __future__ import annotations

from collections.abc import Sequence

from engines.engine import DEFAULT_PACK
from engines.errors import ModelDamagedError
from studio.commands import terminal
from studio.commands.services import Services


def show(services: Services, *, as_json: bool) -> None:
    """List the model packs, installed or not."""
    packs = services.open_store().available()
    if as_json:
        terminal.print_json(
            [
                {
                    "name": pack.name,
                    "title": pack.title,
                    "state": pack.state.value,
                    "source": pack.source,
                    "bytes": pack.bytes,
                    "folder": str(pack.folder),
                    "licence": pack.licence,
                    "upstream": pack.upstream,
                    "sources": dict(pack.sources),
                }
                for pack in packs
            ]
        )
        return
    rows = [
        (
            pack.name,
            pack.title,
            pack.state.value,
            _megabytes(pack.bytes) if pack.bytes else "",
            ", ".join(f"{name} ({_megabytes(size)} MB)" for name, size in pack.sources.items()),
            pack.licence,
        )
        for pack in packs
    ]
    terminal.table(("model", "title", "state", "size (MB)", "sources", "licence"), rows)


def install(services: Services, names: Sequence[str], source: str | None, *, offline: bool, as_json: bool) -> None:
    """Fetch and convert packs, by default the engine's default one."""
    store = services.open_store()
    folders: dict[str, str] = {}
    for name in names or [DEFAULT_PACK]:
        with terminal.progress_bar(f"Installing {name}") as bar:
            folders[name] = str(store.install(name, source=source, offline=offline, progress=bar))
        if not as_json:
            terminal.note(f"{name} is installed in {folders[name]}.")
        for package, reason in store.info(name).without.items():
            terminal.warn(f"{name} lacks {package}, which could not be fetched; install it again to try once more.")
            terminal.warn(reason)
    if as_json:
        terminal.print_json(folders)


def verify(services: Services, names: Sequence[str], *, as_json: bool) -> None:
    """Read every byte of packs, by default of all installed ones. Raises ModelDamagedError if anything is wrong."""
    store = services.open_store()
    chosen = names or [pack.name for pack in store.installed()]
    problems = {name: [str(problem) for problem in store.verify(name)] for name in chosen}
    if as_json:
        terminal.print_json(problems)
    else:
        for name, found in problems.items():
            terminal.say(f"{name}: {'; '.join(found) or 'whole'}")
        if not chosen:
            terminal.note("No model is installed; `timbre models install` installs the default one.")
    damaged = [name for name, found in problems.items() if found]
    if damaged:
        raise ModelDamagedError(
            f"Damaged: {', '.join(damaged)}; mend with `timbre models install {' '.join(damaged)}`."
        )


def remove(services: Services, names: Sequence[str], *, as_json: bool) -> None:
    """Take packs off the disk."""
    store = services.open_store()
    for name in names:
        store.remove(name)
        if not as_json:
            terminal.note(f"{name} is removed.")
    if as_json:
        terminal.print_json(list(names))


def _megabytes(size: int) -> str:
    return f"{size / 1e6:.0f}"
