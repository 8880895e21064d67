"""`timbre lexicon`: parsing only; see `studio.commands.lexicon`."""

from __future__ import annotations

from enum import Enum
from pathlib import Path
from typing import Annotated

import typer

from studio.cli_common import AsJson, services_of

lexicon_app = typer.Typer(
    help="Your own readings of words: list, add, remove, import and export them.",
    invoke_without_command=True,
    rich_markup_mode=None,
)


class _Notation(str, Enum):
    PINYIN = "pinyin"
    IPA = "ipa"
    ARPABET = "arpabet"
    KANA = "kana"
    TEXT = "text"


class _Case(str, Enum):
    SMART = "smart"
    ANY = "any"
    EXACT = "exact"


class _Side(str, Enum):
    MINE = "mine"
    THEIRS = "theirs"


@lexicon_app.callback()
def lexicon(ctx: typer.Context, as_json: AsJson = False) -> None:
    """Your own readings of words: list, add, remove, import and export them."""
    if ctx.invoked_subcommand is None:
        lexicon_list(ctx, "", as_json=as_json)


@lexicon_app.command("list")
def lexicon_list(
    ctx: typer.Context,
    search: Annotated[str, typer.Argument(help="Only entries that have this.", show_default="all")] = "",
    as_json: AsJson = False,
) -> None:
    """List your entries."""
    from studio.commands import lexicon as command  # noqa: PLC0415

    command.show(services_of(ctx), search, as_json=as_json)


@lexicon_app.command("add")
def lexicon_add(
    ctx: typer.Context,
    word: Annotated[str, typer.Argument(help="A word, name or phrase, as it is written.")],
    reading: Annotated[str, typer.Argument(help="How it sounds: chóng qìng, sequel, ɹɛd, R EH1 D, とうきょう, …")],
    language: Annotated[str, typer.Option(help="Only in text of this language.", show_default="any")] = "",
    notation: Annotated[_Notation | None, typer.Option(help="Of the reading.", show_default="recognised")] = None,
    case: Annotated[_Case, typer.Option(help="smart: any capitals, if the word has none.")] = _Case.SMART,
    note: Annotated[str, typer.Option(help="For yourself.")] = "",
    as_json: AsJson = False,
) -> None:
    """Add a word, or give it another reading."""
    from engines.text.lexicon import Case, Entry  # noqa: PLC0415
    from studio.commands import lexicon as command  # noqa: PLC0415

    kind = notation.value if notation else ""
    entry = Entry(word, reading, language.lower(), kind, Case(case.value), note=note)
    command.add(services_of(ctx), entry, as_json=as_json)


@lexicon_app.command("remove")
def lexicon_remove(
    ctx: typer.Context,
    words: Annotated[list[str], typer.Argument(help="From the list.")],
    language: Annotated[str, typer.Option(help="Only the entry of this language.", show_default="any")] = "",
    as_json: AsJson = False,
) -> None:
    """Take words out."""
    from studio.commands import lexicon as command  # noqa: PLC0415

    command.remove(services_of(ctx), words, language.lower(), as_json=as_json)


@lexicon_app.command("import")
def lexicon_import(
    ctx: typer.Context,
    files: Annotated[list[Path], typer.Argument(help="CSV, TSV, JSON or PLS.")],
    keep: Annotated[_Side, typer.Option(help="What stays where both have a word.")] = _Side.MINE,
    as_json: AsJson = False,
) -> None:
    """Add the entries of files."""
    from studio.commands import lexicon as command  # noqa: PLC0415

    command.import_files(services_of(ctx), files, keep.value, as_json=as_json)


@lexicon_app.command("export")
def lexicon_export(
    ctx: typer.Context,
    out: Annotated[Path, typer.Argument(help="A file that ends in .csv, .tsv, .json or .pls.")],
    force: Annotated[bool, typer.Option("--force", help="Replace the file if it exists.")] = False,
    as_json: AsJson = False,
) -> None:
    """Write all entries into a file."""
    from studio.commands import lexicon as command  # noqa: PLC0415

    command.export(services_of(ctx), out, overwrite=force, as_json=as_json)
