"""What is left of an error that nobody expected."""

from __future__ import annotations

import traceback
from datetime import datetime

from engines.paths import home
from studio.log_files import put_aside

_LOG = "timbre.log"


def record(error: Exception, *, show: bool) -> str:
    """Append the error with its traceback to the log and return one line that says where that is.

    Parameters
    ----------
    show
        Put the traceback into the returned text.
    """
    trace = "".join(traceback.format_exception(error))
    path = home() / "logs" / _LOG
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        put_aside(path)
        with path.open("a", encoding="utf-8", errors="backslashreplace") as log:
            log.write(f"{datetime.now().astimezone().isoformat(timespec='seconds')}\n{trace}\n")
        where = f"the details are in {path}"
    except OSError:
        where = "`timbre --debug …` shows the details"
    summary = " ".join(f"{type(error).__name__}: {error}".split())
    return f"{trace if show else ''}Something unexpected went wrong ({summary}); {where}."
