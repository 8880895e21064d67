"""The command line `timbre`: parsing only, in `studio.cli_*`. What the commands do is in `studio.commands`.

Everything heavy is imported inside the commands, so that `timbre --help` appears at once.

Exit status: 0 done; 1 it could not be done, and a sentence says why; 2 the command line was wrong; 130 interrupted.
"""

from __future__ import annotations

import contextlib
import faulthandler
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from engines.errors import TimbreError
from studio.cli_clone import clone
from studio.cli_common import AsJson
from studio.cli_engines import engines_app
from studio.cli_export import check_export, export
from studio.cli_extras import extras_app
from studio.cli_lexicon import lexicon_app
from studio.cli_models import models_app
from studio.cli_say import phonemes, sample, say
from studio.cli_serve import serve_app
from studio.cli_voices import voices_app
from studio.commands import terminal

_USAGE_ERROR: type[Exception] = typer.BadParameter.__mro__[1]  # Typer names the class only in some versions


class _Commands(TyperGroup):
    """Turns every way in which a command can end into a line for the user and an exit status."""

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except (typer.Exit, typer.Abort, _USAGE_ERROR):
            raise
        except TimbreError as error:
            terminal.fail(str(error))
            raise typer.Exit(1) from error
        except KeyboardInterrupt as error:
            terminal.note("Interrupted.")
            raise typer.Exit(130) from error
        except BrokenPipeError as error:
            # Whoever read our output has had enough. Python would complain when it flushes at exit.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise typer.Exit(0) from error
        except Exception as error:
            from studio.commands.crash import record  # noqa: PLC0415

            terminal.fail(record(error, show=bool(ctx.params.get("debug"))))
            raise typer.Exit(1) from error


app = typer.Typer(
    cls=_Commands,
    help="Timbre Studio on the command line: text to speech that starts at once.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


def _print_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415

        try:
            terminal.say(f"timbre {version('timbre-studio')}")
        except PackageNotFoundError:
            terminal.say("timbre, run from a checkout that is not installed")
        raise typer.Exit


@app.callback()
def _start(
    ctx: typer.Context,
    debug: Annotated[bool, typer.Option("--debug", help="Show where an unexpected error came from.")] = False,
    version: Annotated[
        bool, typer.Option("--version", help="Show the version.", callback=_print_version, is_eager=True)
    ] = False,
) -> None:
    if ctx.obj is None:
        from studio.commands.services import installed_services  # noqa: PLC0415

        ctx.obj = installed_services()


def doctor(
    as_json: AsJson = False,
    report: Annotated[
        Path | None, typer.Option(help="Write what is found to this zip, with the logs, to be passed on.")
    ] = None,
    whole_logs: Annotated[
        bool, typer.Option("--whole-logs", help="With the texts and names of files that the logs quote.")
    ] = False,
) -> None:
    """Show what is there and how to get the rest."""
    from studio.commands import doctor as command  # noqa: PLC0415

    command.run(as_json=as_json, report=report, whole_logs=whole_logs)


for _command in (say, phonemes, sample, export, check_export, doctor, clone):
    app.command(_command.__name__.replace("_", "-"))(_command)
for _name, _group in (
    ("models", models_app),
    ("voices", voices_app),
    ("lexicon", lexicon_app),
    ("engines", engines_app),
    ("extras", extras_app),
    ("serve", serve_app),
):
    app.add_typer(_group, name=_name)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run `timbre` with these arguments, by default those of the process, and exit."""
    with contextlib.suppress(OSError, ValueError):  # a standard error that is no file
        faulthandler.enable()  # a crash in a library says where
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")  # an odd file name must not stop us from naming it
    # Ending in the ordinary way removes what is half written.
    signal.signal(signal.SIGTERM, lambda number, _frame: sys.exit(128 + number))
    app(args=list(arguments) if arguments is not None else None, prog_name="timbre")


if __name__ == "__main__":
    main()
