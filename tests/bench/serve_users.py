"""Users who listen to a server in real time, as a process of their own:
``python -m tests.bench.serve_users URL USERS SECONDS FIRST VOICE …``.

Each hears one utterance after the other over the WebSocket, each to its end, and none twice. Every ten seconds what
they met with is written as a line of JSON on standard output.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
import time
from dataclasses import asdict, dataclass, field
from typing import Any

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

TEXT = "Number {0}, please come in. The doctor will see patient {0} now, and all others have to wait."
EVERY_SECONDS = 10.0
_BUSY = frozenset({"queue_full", "too_many_streams"})
_PATIENCE = 60.0
_AGAIN_SECONDS = (1.0, 3.0)
"""After a refusal, or an error."""


@dataclass
class Heard:
    """What users met with."""

    first: list[float] = field(default_factory=list)
    """Seconds from the text to its first audio."""
    utterances: int = 0
    underruns: int = 0
    stopped: int = 0
    """Utterances with an underrun."""
    refused: int = 0
    """Answers that there is too much to do."""
    errors: list[str] = field(default_factory=list)


class Users:
    """So many users of one server.

    Parameters
    ----------
    first
        Number of the first of them, by which their texts differ from those of other processes.
    """

    def __init__(self, url: str, voices: list[str], first: int = 0) -> None:
        self._url, self._voices, self._first = f"{url.replace('http', 'ws', 1)}/v1/stream", voices, first
        self.heard = Heard()
        """Since the last look; whoever looks puts another one there."""

    async def run(self, users: int, seconds: float) -> None:
        """Listen for so long."""
        end = time.perf_counter() + seconds
        await asyncio.gather(*(self._listen(self._first + number, end) for number in range(users)))

    async def _listen(self, user: int, end: float) -> None:
        await asyncio.sleep(user * 0.37 % 5)
        number = user * 10_000
        while time.perf_counter() < end:
            try:
                async with connect(self._url, max_size=None) as socket:
                    while time.perf_counter() < end:
                        number += 1
                        await self.say(socket, TEXT.format(number), self._voices[user % len(self._voices)])
            except (OSError, WebSocketException, TimeoutError, asyncio.TimeoutError) as error:
                self.heard.errors.append(repr(error))
                await asyncio.sleep(1)

    async def say(self, socket: Any, text: str, voice: str) -> None:
        """Have one utterance spoken, and hear it to its end."""
        asked = time.perf_counter()
        for message in messages(text, voice):
            await socket.send(message)
        begun = played = 0.0
        stopped = 0
        while True:
            frame = await asyncio.wait_for(socket.recv(), _PATIENCE)
            now = time.perf_counter()
            if isinstance(frame, bytes):
                if not begun:
                    begun = now
                    self.heard.first.append(now - asked)
                elif now - begun > played:
                    stopped += 1
                    begun = now - played
                played += len(frame) / 48_000
                continue
            message = json.loads(frame)
            if message["type"] == "error":
                if message["error"]["code"] in _BUSY:
                    self.heard.refused += 1
                else:
                    self.heard.errors.append(message["error"]["code"])
                await asyncio.sleep(random.uniform(*_AGAIN_SECONDS))
                return
            if message["type"] == "done":
                self.heard.utterances += 1
                self.heard.underruns += stopped
                self.heard.stopped += stopped > 0
                await asyncio.sleep(max(0.0, begun + played - time.perf_counter()))
                return


def messages(text: str, voice: str) -> list[str]:
    """What is sent to have a text spoken."""
    return [
        json.dumps(message)
        for message in ({"type": "start", "voice": voice}, {"type": "text", "text": text}, {"type": "end"})
    ]


async def _main(url: str, users: int, seconds: float, first: int, voices: list[str]) -> None:
    crowd = Users(url, voices, first)
    running = asyncio.create_task(crowd.run(users, seconds))
    while not running.done():
        await asyncio.wait({running}, timeout=EVERY_SECONDS)
        heard, crowd.heard = crowd.heard, Heard()
        print(json.dumps(asdict(heard)), flush=True)
    await running


if __name__ == "__main__":
    _url, _users, _seconds, _first, *_voices = sys.argv[1:]
    asyncio.run(_main(_url, int(_users), float(_seconds), int(_first), _voices))
