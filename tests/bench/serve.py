"""How does a server hold up? ``python -m tests.bench.serve [--seconds S] [--users N …]``

With the tiny model, on the loopback interface: users who listen in real time over the WebSocket, one utterance after
the other; the first audio against that of the engine itself; and, with the real model, the quality of Opus.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import soxr
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException
from websockets.sync.client import connect as connect_sync

from engines.audio.live_encoding import LiveFormat, live_encoder
from engines.audio.reading import read_audio
from engines.engine import Engine
from engines.models.kokoro.model import KokoroModel
from engines.runtime.onnx_runtime import OnnxRuntimeBackend
from engines.types import Utterance
from tests.bench.report import Figure, conclude
from tests.serve.server_process import ServerProcess
from tests.tiny import TINY, write_tiny_pack

USERS = (1, 10, 30, 100)
ROUNDS = 40
VOICES = ("af_tiny", "am_small")
TEXT = "Number {}, please come in. The doctor will see you now, and the others have to wait."
SENTENCES = (
    "The old bridge was closed for repairs until the spring.",
    "She asked whether anybody had seen her brother that morning.",
    "Please leave your shoes by the door; the floor was washed an hour ago.",
)
_CONFIG = (
    "[limits]\nstreams = 512\ntoken_streams = 512\nsockets = 512\nwaiting = 256\n"
    "requests_a_minute = 100000\naddress_requests_a_minute = 100000\n"
)


@dataclass
class Heard:
    """What all users of one run met with."""

    first: list[float] = field(default_factory=list)
    """Seconds from the text to its first audio."""
    utterances: int = 0
    underruns: int = 0
    refused: int = 0
    """Answers that there is too much to do."""
    errors: list[str] = field(default_factory=list)


def main() -> int:
    """Run all parts."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=20.0, help="of every number of users")
    parser.add_argument("--users", type=int, nargs="*", default=list(USERS))
    arguments = parser.parse_args()
    figures: list[Figure] = []
    with tempfile.TemporaryDirectory() as folder, tiny_server(Path(folder)) as (server, model):
        asyncio.run(_warm(server))
        figures += first_audio(server, model)
        for users in arguments.users:
            figures += listeners(server, users, arguments.seconds)
        figures.append(restart(server, Path(folder)))
    return conclude("serve", figures + opus())


@contextmanager
def tiny_server(folder: Path) -> Iterator[tuple[ServerProcess, KokoroModel]]:
    """A server, and the model that it has."""
    pack = folder / "pack"
    pack.mkdir()
    write_tiny_pack(pack)
    (folder / "serve.toml").write_text(_CONFIG)
    model = KokoroModel(pack, OnnxRuntimeBackend(1, fast_integers=False), folder / "measured", pack="tiny", config=TINY)
    with ServerProcess(pack, folder, folder / "serve.toml") as server:
        yield server, model


def first_audio(server: ServerProcess, model: KokoroModel) -> list[Figure]:
    """First audio of the engine and over the WebSocket, in turn."""
    engine = Engine(model)
    engine.warm_up(VOICES[0])
    alone, served = [], []
    with connect_sync(f"{server.url.replace('http', 'ws')}/v1/stream") as socket:
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


def messages(text: str, voice: str) -> list[str]:
    """What is sent to have a text spoken."""
    return [
        json.dumps(message)
        for message in (
            {"type": "start", "voice": voice},
            {"type": "text", "text": text},
            {"type": "end"},
        )
    ]


def listeners(server: ServerProcess, users: int, seconds: float) -> list[Figure]:
    """So many users at once, for so long."""
    before = resident(server)
    heard = asyncio.run(_all(server, users, seconds))
    first = 1000 * np.array(heard.first or [np.nan])
    figures = [
        Figure(f"{users} users: first audio p50", float(np.percentile(first, 50)), "ms"),
        Figure(f"{users} users: first audio p90", float(np.percentile(first, 90)), "ms"),
        Figure(f"{users} users: first audio p99", float(np.percentile(first, 99)), "ms"),
        Figure(f"{users} users: utterances", heard.utterances),
        Figure(f"{users} users: underruns", heard.underruns),
        Figure(f"{users} users: refused with 429", heard.refused),
        Figure(f"{users} users: errors", len(heard.errors), "", 0.0),
        Figure(f"{users} users: memory grew by", resident(server) - before, "MB"),
    ]
    for error in heard.errors[:3]:
        print(error)
    return figures


async def _all(server: ServerProcess, users: int, seconds: float) -> Heard:
    heard = Heard()
    end = time.perf_counter() + seconds
    await asyncio.gather(*(_listen(server, number, end, heard) for number in range(users)))
    return heard


async def _warm(server: ServerProcess) -> None:
    """Have all voices measured, which happens once on a machine."""
    async with connect(f"{server.url.replace('http', 'ws')}/v1/stream", max_size=None) as socket:
        for voice in VOICES:
            await _utterance(socket, TEXT.format(0), voice, Heard())


async def _listen(server: ServerProcess, user: int, end: float, heard: Heard) -> None:
    """A user who hears one utterance after the other, each to its end."""
    await asyncio.sleep(user * 0.37 % 2)
    number = user * 10_000
    try:
        async with connect(f"{server.url.replace('http', 'ws')}/v1/stream", max_size=None) as socket:
            while time.perf_counter() < end:
                number += 1
                await _utterance(socket, TEXT.format(number), VOICES[user % len(VOICES)], heard)
    except (OSError, WebSocketException, TimeoutError) as error:
        heard.errors.append(repr(error))


async def _utterance(socket: Any, text: str, voice: str, heard: Heard) -> None:
    asked = time.perf_counter()
    for message in messages(text, voice):
        await socket.send(message)
    begun = played = 0.0
    while True:
        frame = await asyncio.wait_for(socket.recv(), 30)
        now = time.perf_counter()
        if isinstance(frame, bytes):
            if not begun:
                begun = now
                heard.first.append(now - asked)
            elif now - begun > played:
                heard.underruns += 1
                begun = now - played
            played += len(frame) / 48_000
            continue
        message = json.loads(frame)
        if message["type"] == "error":
            if message["error"]["code"] in {"queue_full", "too_many_streams"}:
                heard.refused += 1
                await asyncio.sleep(1)
            else:
                heard.errors.append(message["error"]["code"])
            return
        if message["type"] == "done":
            heard.utterances += 1
            await asyncio.sleep(max(0.0, begun + played - time.perf_counter()))
            return


def restart(server: ServerProcess, folder: Path) -> Figure:
    """From the kill until a new process is ready."""
    os.kill(server.process.pid, signal.SIGKILL)
    begun = time.perf_counter()
    with ServerProcess(folder / "pack", folder, folder / "serve.toml"):
        return Figure("ready after a kill", time.perf_counter() - begun, "s", 2.0)


def resident(server: ServerProcess) -> float:
    """Memory of the server that is in RAM, MB."""
    status = Path(f"/proc/{server.process.pid}/status").read_text(encoding="ascii")
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS:")) / 1024


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
