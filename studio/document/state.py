"""What has become of a line."""

from __future__ import annotations

from enum import Enum


class LineState(Enum):
    """Whether a line can be heard as it is written now."""

    EMPTY = "empty"
    """There is nothing to say."""
    NOT_MADE = "not made"
    QUEUED = "queued"
    MAKING = "making"
    READY = "ready"
    STALE = "stale"
    """Its current take says something else, or says it otherwise."""
    FAILED = "failed"
