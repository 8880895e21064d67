"""Opens what a server speaks with, in its own process or in that of a Triton."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engines.serve.config import ServeConfig
from engines.serve.logs import log
from engines.streaming.cache_shared import SharedAudio, SharedSize

if TYPE_CHECKING:
    from engines.engine import Engine


def open_shared(config: ServeConfig) -> SharedAudio | None:
    """What is shared with other servers, if anything is. Raises SharedCacheError."""
    if not config.shared_cache:
        return None
    size = SharedSize(config.shared_entry_bytes, config.shared_seconds)
    return SharedAudio.open(config.shared_cache, size, lambda reason: log("shared cache", reason=reason))


def open_engine(config: ServeConfig, shared: SharedAudio | None) -> Engine:
    """The engine of the user's data folder; see `Engine.open`."""
    from engines.engine import Engine  # noqa: PLC0415 not before it is seen that it can be configured so
    from engines.runtime.onnx_runtime import share_threads  # noqa: PLC0415
    from engines.streaming.result_cache import CacheSize  # noqa: PLC0415

    share_threads()
    return Engine.open(cache=CacheSize(memory=config.memory_bytes), shared=shared)
