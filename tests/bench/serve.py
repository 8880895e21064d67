"""How does a server hold up? ``python -m tests.bench.serve [--seconds S] [--users N …]``

On the loopback interface: the first audio against that of the engine itself, and users who listen in real time, with
the tiny model; a kill and the quality of Opus with the real one. For minutes under load see `tests.bench.serve_load`.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import soxr
from websockets.sync.client import connect

from engines.audio.live_encoding import LiveFormat, live_encoder
from engines.audio.reading import read_audio
from engines.engine import Engine
from engines.models.kokoro.model import KokoroModel
from engines.runtime.onnx_runtime import OnnxRuntimeBackend
from engines.types import Utterance
from tests.bench import serve_load
from tests.bench.report import Figure, conclude
from tests.bench.serve_load import CONFIG, Cell
from tests.bench.serve_users import TEXT, messages
from tests.serve.server_process import ServerProcess
from tests.tiny import TINY, write_tiny_pack

USERS = (1, 10, 30, 100)
ROUNDS = 40
VOICES = ("af_tiny", "am_small")
SENTENCES = (
    "The old bridge was closed for repairs until the spring.",
    "She asked whether anybody had seen her brother that morning.",
    "Please leave your shoes by the door; the floor was washed an hour ago.",
)


def main() -> int:
    """Run all parts."""
    if sys.argv[1:2] == ["load"]:
        return serve_load.main(sys.argv[2:])
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=20.0, help="of every number of users")
    parser.add_argument("--users", type=int, nargs="*", default=list(USERS))
    arguments = parser.parse_args()
    figures: list[Figure] = []
    with tempfile.TemporaryDirectory() as folder, tiny_server(Path(folder)) as (server, model):
        figures += first_audio(server, model)
    for users in arguments.users:
        figures += listeners(users, arguments.seconds)
    return conclude("serve", figures + restart() + opus())


def listeners(users: int, seconds: float) -> list[Figure]:
    """So many users at once, for so long."""
    cell = Cell(users, seconds / 60, "tiny", False)
    serve_load.measure(cell)
    found = serve_load.summary(cell.path)
    return [
        *(Figure(f"{users} users: first audio {name}", found[name], "ms") for name in ("p50", "p90", "p99")),
        *(Figure(f"{users} users: {name}", found[name]) for name in ("utterances", "refused")),
        *(Figure(f"{users} users: {name}", found[name], "", 0.0) for name in ("underruns", "errors")),
    ]


@contextmanager
def tiny_server(folder: Path) -> Iterator[tuple[ServerProcess, KokoroModel]]:
    """A server, and the model that it has."""
    pack = folder / "pack"
    pack.mkdir()
    write_tiny_pack(pack)
    (folder / "serve.toml").write_text(CONFIG)
    model = KokoroModel(pack, OnnxRuntimeBackend(1, fast_integers=False), folder / "measured", pack="tiny", config=TINY)
    with ServerProcess(pack, folder, folder / "serve.toml") as server:
        yield server, model


def first_audio(server: ServerProcess, model: KokoroModel) -> list[Figure]:
    """First audio of the engine and over the WebSocket, in turn."""
    engine = Engine(model)
    engine.warm_up(VOICES[0])
    alone, served = [], []
    with connect(socket_of(server)) as socket:
        for number in range(ROUNDS + 3):
            begun = time.perf_counter()
            next(iter(engine.speak(Utterance(TEXT.format(number), VOICES[0]))))
            alone.append(time.perf_counter() - begun)
            begun = time.perf_counter()
            for message in messages(TEXT.format(1000 + number), VOICES[0]):
                socket.send(message)
            first = 0.0
            while not isinstance(frame := socket.recv(10), str) or json.loads(frame)["type"] != "done":
                if isinstance(frame, bytes) and not first:
                    first = time.perf_counter() - begun
            served.append(first)
    own, over = 1000 * float(np.median(alone[3:])), 1000 * float(np.median(served[3:]))
    return [
        Figure("first audio, engine", own, "ms"),
        Figure("first audio, WebSocket", over, "ms"),
        Figure("first audio, WebSocket over engine", over - own, "ms", 10.0),
    ]


def restart() -> list[Figure]:
    """From a kill under load until a new process is ready, and until it speaks, with the real model."""
    with tempfile.TemporaryDirectory() as folder:
        with ServerProcess(None, Path(folder)) as server, connect(socket_of(server)) as socket:
            for message in messages(TEXT.format(0) * 20, "af_heart"):
                socket.send(message)
            for _ in range(4):
                socket.recv(60)
            os.kill(server.process.pid, signal.SIGKILL)
            begun = time.perf_counter()
        with ServerProcess(None, Path(folder)) as server:
            ready = time.perf_counter() - begun
            with connect(socket_of(server)) as socket:
                for message in messages(TEXT.format(1), "af_heart"):
                    socket.send(message)
                while isinstance(socket.recv(60), str):
                    pass
            spoke = time.perf_counter() - begun
    return [Figure("ready after a kill", ready, "s", 2.0), Figure("first audio after a kill", spoke, "s")]


def socket_of(server: ServerProcess) -> str:
    """The address of its WebSocket."""
    return server.url.replace("http", "ws", 1) + "/v1/stream"


def opus() -> list[Figure]:
    """Opus as it is sent against the samples of the engine, with the real model."""
    from pesq import pesq  # noqa: PLC0415
    from pystoi import stoi  # noqa: PLC0415

    quality, intelligible, sent, seconds = [], [], 0, 0.0
    with Engine.open(cache=None) as engine, tempfile.TemporaryDirectory() as folder:
        for text in SENTENCES:
            chunks = list(engine.speak(Utterance(text, "af_heart")))
            samples = np.concatenate([chunk.samples for chunk in chunks])
            encoder = live_encoder(LiveFormat.OPUS, engine.sample_rate)
            data = b"".join([*(encoder.encode(chunk.samples) for chunk in chunks), encoder.finish()])
            path = Path(folder) / "sound.ogg"
            path.write_bytes(data)
            decoded, rate = read_audio(path)
            one = soxr.resample(samples, engine.sample_rate, 16_000)
            other = soxr.resample(decoded, rate, 16_000)[: len(one)]
            one = one[: len(other)]
            quality.append(pesq(16_000, one, other, "wb"))
            intelligible.append(stoi(one, other, 16_000))
            sent += len(data)
            seconds += len(samples) / engine.sample_rate
    return [
        Figure("Opus: PESQ, the worst", float(min(quality)), "", 4.0, "at least"),
        Figure("Opus: STOI, the worst", float(min(intelligible)), "", 0.97, "at least"),
        Figure("Opus: bit rate", 8 * sent / seconds / 1000, "kbit/s"),
    ]


if __name__ == "__main__":
    sys.exit(main())
