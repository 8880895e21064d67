"""What a server measures, for Prometheus. Nothing in it tells what was said."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

if TYPE_CHECKING:
    from engines.serve.service import Service

_LATENCIES = (0.01, 0.025, 0.05, 0.075, 0.1, 0.15, 0.2, 0.3, 0.5, 0.75, 1.0, 2.0, 5.0, 10.0, 30.0)
_FACTORS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 1.0, 1.5, 2.0, 5.0)
_BATCHES = (1, 2, 4, 8, 16, 24, 32, 48, 64)


class Metrics:
    """Counters and histograms of one server, and its state when it is asked."""

    def __init__(self, service: Service) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "timbre_requests", "Requests, by route and status.", ["route", "status"], registry=self.registry
        )
        self.errors = Counter("timbre_errors", "Requests that failed, by name.", ["name"], registry=self.registry)
        self.first_audio = Histogram(
            "timbre_first_audio_seconds",
            "From the text to the first audio.",
            ["protocol"],
            buckets=_LATENCIES,
            registry=self.registry,
        )
        self.gaps = Histogram(
            "timbre_chunk_gap_seconds",
            "Between two chunks of a stream.",
            ["protocol"],
            buckets=_LATENCIES,
            registry=self.registry,
        )
        self.real_time_factor = Histogram(
            "timbre_real_time_factor",
            "Time that a stream took, of the length of its audio.",
            buckets=_FACTORS,
            registry=self.registry,
        )
        self.audio_seconds = Counter("timbre_audio_seconds", "Audio that was sent.", registry=self.registry)
        self.characters = Counter("timbre_characters", "Text that was spoken.", registry=self.registry)
        self.cancelled = Counter(
            "timbre_cancelled_streams", "Streams whose listener left or wanted no more.", registry=self.registry
        )
        self.batches = Histogram(
            "timbre_batch_windows", "Windows of one tick.", buckets=_BATCHES, registry=self.registry
        )
        self.registry.register(_State(service))

    def text(self) -> bytes:
        """All of it, as Prometheus reads it."""
        return generate_latest(self.registry)


class _State(Collector):
    """What is so at this moment."""

    def __init__(self, service: Service) -> None:
        self._service = service

    def collect(self) -> Iterator[Metric]:
        """See `Collector`."""
        service = self._service
        for name, text, value in (
            ("timbre_ready", "Whether requests are taken.", float(service.state == "ready")),
            ("timbre_active_streams", "Streams that are spoken.", service.streams.held),
            ("timbre_sockets", "Connections to the WebSocket.", service.sockets.held),
            ("timbre_queue_length", "Requests that wait for their first audio.", service.load.unheard),
            ("timbre_capacity", "Texts at once that can be kept up with; 0 if not known.", service.load.capacity or 0),
            ("timbre_fallbacks", "Stages that something slower runs than was wanted.", service.fallbacks),
            ("timbre_gpu_memory_bytes", "Memory in use on the graphics card; 0 without one.", service.gpu_memory()),
        ):
            yield GaugeMetricFamily(name, text, value=value)
        counts = service.cache_counts
        lookups = GaugeMetricFamily("timbre_cache_lookups", "Lookups of results, since the start.", labels=["result"])
        lookups.add_metric(["hit"], counts.hits)
        lookups.add_metric(["miss"], counts.misses)
        yield lookups
        yield GaugeMetricFamily("timbre_cache_bytes", "Memory of the cache of results.", value=counts.bytes)
