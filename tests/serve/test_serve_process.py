"""A server as a process on the loopback interface: unmodified clients, signals, and clients that misbehave."""

from __future__ import annotations

import datetime
import ipaddress
import json
import os
import re
import signal
import socket
import ssl
import time
from pathlib import Path
from typing import Any

import httpx2
import numpy as np
import openai
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from engines.engine import Engine
from engines.models.kokoro.model import KokoroModel
from engines.serve.config import ConfigError
from engines.serve.running import listening
from engines.serve.tokens import Tokens, make_key
from engines.types import Utterance
from tests.serve.server_process import ServerProcess
from tests.serve.waiting import until

TEXT = "One day, after the rain had gone, we went out. Nobody was there to see us. "


def gauge(server: ServerProcess, name: str) -> float:
    text = httpx2.get(f"{server.url}/metrics").text
    found = re.search(rf"^{re.escape(name)} (\S+)$", text, re.MULTILINE)
    return float(found[1]) if found else 0.0


def stream(server: ServerProcess, **options: Any) -> ClientConnection:
    return connect(server.url.replace("http", "ws") + "/v1/stream", max_size=None, **options)


def ask_for_much(server: ServerProcess) -> socket.socket:
    """A connection over which a long text was asked for, of which nothing has been read."""
    host, port = server.url.removeprefix("http://").split(":")
    body = json.dumps({"input": TEXT * 200, "response_format": "pcm"}).encode()
    client = socket.socket()
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    client.connect((host, int(port)))
    head = f"POST /v1/audio/speech HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n"
    client.sendall(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
    until(lambda: gauge(server, "timbre_active_streams") > 0)
    return client


def test_an_unmodified_client_of_openai_is_content(server: ServerProcess, tiny_model: KokoroModel) -> None:
    expected = np.concatenate([c.samples for c in Engine(tiny_model).speak(Utterance(TEXT, "af_tiny"))])
    with openai.OpenAI(api_key="none", base_url=f"{server.url}/v1", max_retries=0) as client:
        with client.audio.speech.with_streaming_response.create(
            model="gpt-4o-mini-tts", voice="alloy", input=TEXT, response_format="pcm", instructions="Be kind."
        ) as answer:
            pieces = list(answer.iter_bytes())
        audio = np.frombuffer(b"".join(pieces), "<i2")
        assert len(audio) > 24_000
        whole = client.audio.speech.create(model="tts-1", voice="af_tiny", input=TEXT, response_format="pcm")
        assert np.abs(np.frombuffer(whole.content, "<i2") / 32768 - np.clip(expected, -1, 1)).max() < 1e-4
        assert client.audio.speech.create(model="tts-1", voice="nova", input="Hello.").content
        with pytest.raises(openai.BadRequestError) as failure:
            client.audio.speech.create(model="tts-1", voice="alloy", input="...")
        assert failure.value.code == "nothing_to_say"


def test_pieces_arrive_while_the_rest_is_made(server: ServerProcess) -> None:
    begun = time.perf_counter()
    with stream(server) as client:
        client.send(json.dumps({"type": "start"}))
        client.send(json.dumps({"type": "text", "text": TEXT * 25}))
        client.send(json.dumps({"type": "end"}))
        frames = iter(client)
        first = next(frame for frame in frames if isinstance(frame, bytes))
        to_first = time.perf_counter() - begun
        for frame in frames:
            if isinstance(frame, str):
                assert json.loads(frame)["type"] == "done"
                break
        assert to_first < (time.perf_counter() - begun) / 3
    assert first


def test_the_work_of_a_client_that_vanishes_ends(server: ServerProcess) -> None:
    cancelled = gauge(server, "timbre_cancelled_streams_total")
    client = ask_for_much(server)
    client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\0\0\0\0\0\0\0")  # without a good-bye
    client.close()
    until(lambda: gauge(server, "timbre_active_streams") == 0)
    assert gauge(server, "timbre_cancelled_streams_total") == cancelled + 1


def test_a_reader_that_takes_nothing_is_given_up(server: ServerProcess) -> None:
    with ask_for_much(server):
        until(lambda: gauge(server, "timbre_active_streams") == 0, 10)


def test_half_a_request_is_answered(server: ServerProcess) -> None:
    host, port = server.url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), 10) as client:
        client.sendall(
            b"POST /v1/audio/speech HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
            b"Content-Length: 100\r\n\r\n{"
        )
        assert b" 408 " in client.recv(1000).partition(b"\r\n")[0]


def test_frames_are_bounded(server: ServerProcess) -> None:
    with stream(server) as client:
        client.send(json.dumps({"type": "text", "text": "x" * 100_000}))
        with pytest.raises(ConnectionClosed) as closed:
            client.recv(5)
        assert closed.value.rcvd
        assert closed.value.rcvd.code == 1009


def test_a_signal_lets_what_is_spoken_end(tiny_pack: Path, tmp_path: Path) -> None:
    with ServerProcess(tiny_pack, tmp_path) as server:
        with stream(server) as client:
            client.send(json.dumps({"type": "start"}))
            client.send(json.dumps({"type": "text", "text": TEXT}))
            assert json.loads(client.recv(5))["type"] == "started"
            client.recv(5)
            server.terminate()
            until(lambda: server.events("draining"))
            assert httpx2.get(f"{server.url}/ready").status_code == 503
            assert httpx2.post(f"{server.url}/v1/audio/speech", json={"input": "x"}).status_code == 503
            client.send(json.dumps({"type": "text", "text": TEXT}))
            client.send(json.dumps({"type": "end"}))
            while not isinstance(frame := client.recv(5), str):
                pass
            assert json.loads(frame)["type"] == "done"
        assert server.process.wait(10) == 0
    assert server.other == []


def test_a_killed_server_is_back_at_once_with_its_voices_and_lexicon(tiny_pack: Path, tmp_path: Path) -> None:
    with ServerProcess(tiny_pack, tmp_path) as server:
        entry = {"written": "Xylo", "reading": "banana"}
        listed = httpx2.post(f"{server.url}/v1/lexicon", json=entry).json()
        os.kill(server.process.pid, signal.SIGKILL)
        server.process.wait(10)
    with ServerProcess(tiny_pack, tmp_path) as server:
        assert httpx2.get(f"{server.url}/v1/lexicon").json() == listed


def test_tls_and_tokens(tiny_pack: Path, tmp_path: Path) -> None:
    certificate, private_key = self_signed(tmp_path)
    make_key(tmp_path / "token.key")
    config = tmp_path / "serve.toml"
    config.write_text(
        f'[tls]\ncertificate = "{certificate.name}"\nprivate_key = "{private_key.name}"\n'
        '[tokens]\ntoken_key = "token.key"\n'
    )
    token = Tokens.open(tmp_path / "token.key").issue("somebody", ["speak"], 60)
    trust = ssl.create_default_context(cafile=str(certificate))
    with ServerProcess(tiny_pack, tmp_path, config) as server, httpx2.Client(verify=trust) as client:
        assert server.url.startswith("https://")
        assert client.get(f"{server.url}/v1/voices").status_code == 401
        headers = {"Authorization": f"Bearer {token}"}
        assert client.get(f"{server.url}/v1/voices", headers=headers).status_code == 200
        with stream(server, ssl=trust, additional_headers=headers) as web_socket:
            assert web_socket.socket.version() == "TLSv1.3"
            web_socket.send(json.dumps({"type": "start"}))
            assert json.loads(web_socket.recv(5))["type"] == "started"


def test_a_port_that_is_taken_is_told() -> None:
    with listening("127.0.0.1", 0) as first:
        assert first.proto == socket.IPPROTO_TCP  # or asyncio would not switch Nagle's algorithm off
        with pytest.raises(ConfigError, match="choose another port"):
            listening("127.0.0.1", first.getsockname()[1])


def self_signed(folder: Path) -> tuple[Path, Path]:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "127.0.0.1")])
    now = datetime.datetime.now(datetime.timezone.utc)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(hours=1))
        .not_valid_after(now + datetime.timedelta(hours=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]), False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), False)
        .add_extension(x509.KeyUsage(True, False, False, False, False, True, True, False, False), True)
        .sign(key, hashes.SHA256())
    )
    paths = folder / "certificate.pem", folder / "private_key.pem"
    paths[0].write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    paths[1].write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )
    return paths
