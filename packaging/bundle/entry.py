"""What the bundle starts: the studio, or under the name `timbre` the command line.

It takes the place of the interpreter for the processes that the program starts of itself, `-m MODULE …`.
"""

from __future__ import annotations

import os
import runpy
import sys
from collections.abc import MutableMapping
from pathlib import Path

MODULES = frozenset({"pip", "studio.cli", "studio.cloning.transcribing"})
"""The only ones: what is started is the program's own, and the client of the registry."""

_LIBRARY_PATHS = ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")


def restore(environment: MutableMapping[str, str]) -> None:
    """Give the programs that we start the paths of libraries that the user has, not those of the bundle.

    A browser or `npm` would load our libraries otherwise. Our own processes set them again when they start.
    """
    for name in _LIBRARY_PATHS:
        before = environment.pop(f"{name}_ORIG", None)
        if before:
            environment[name] = before
        else:
            environment.pop(name, None)


def speak_utf8(environment: MutableMapping[str, str]) -> None:
    """Where no language is set, as in the services of a system, have file names and Qt in UTF-8.

    An interpreter does so by itself (PEP 538); one inside of a program does not.
    """
    told = next((environment[name] for name in ("LC_ALL", "LC_CTYPE", "LANG") if environment.get(name)), "C")
    if told in {"C", "POSIX"} and sys.platform == "linux":
        environment.pop("LC_ALL", None)
        environment["LC_CTYPE"] = "C.UTF-8"


def _add_extras() -> None:
    from engines.paths import home  # noqa: PLC0415 once the locale is right
    from studio.extras import use  # noqa: PLC0415

    use(home())


def main() -> int:
    """Returns the exit status."""
    restore(os.environ)
    speak_utf8(os.environ)
    if sys.argv[1:2] == ["-m"] and len(sys.argv) > 2:
        module = sys.argv[2]
        if module not in MODULES:
            sys.stderr.write(f"{module} is not a part of this program that can be started.\n")
            return 2
        del sys.argv[1:3]
        if module == "pip":  # which must not take them for a part of the bundle
            os.environ["PIP_REQUIRE_VIRTUALENV"] = "0"  # a rule of some users for their Pythons, which this is none of
        else:
            _add_extras()
        runpy.run_module(module, run_name="__main__", alter_sys=True)
        return 0
    _add_extras()
    if Path(sys.argv[0]).stem.lower() == "timbre":
        from studio.cli import main as command_line  # noqa: PLC0415 each loads what the other does not need

        return command_line() or 0
    from studio.app import main as window  # noqa: PLC0415

    return window()


if __name__ == "__main__":
    sys.exit(main())
