"""Parts of a bundle, fetched by the real pip from a registry on this machine that breaks off and lies."""

from __future__ import annotations

import base64
import hashlib
import io
import os
import signal
import subprocess
import sys
import threading
import zipfile
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from studio.extras import folder_in
from studio.extras_lock import Pin

CHILD = """
import sys
from pathlib import Path
sys.frozen, sys._MEIPASS = True, sys.argv[1]
from engines.errors import TimbreError
from studio.extras import install
try:
    install("media", Path(sys.argv[2]))
except TimbreError as error:
    sys.exit(str(error))
"""


def wheel(name: str) -> bytes:
    """A package with one module."""
    about = f"{name}-1.0.dist-info"
    files = {
        f"{name}.py": b"here = True\n",
        f"{about}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n".encode(),
        f"{about}/WHEEL": b"Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    rows = []
    for path, data in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        rows.append(f"{path},sha256={digest},{len(data)}\n")
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for path, data in files.items():
            archive.writestr(path, data)
        archive.writestr(f"{about}/RECORD", "".join(rows) + f"{about}/RECORD,,\n")
    return packed.getvalue()


class Registry:
    """Serves `wheels`; of the one that is `stuck` half, and the rest never."""

    def __init__(self) -> None:
        self.wheels = {name: wheel(name) for name in ("first", "second")}
        self.sent: list[str] = []
        self.stuck = ""
        self.half_sent, self._end = threading.Event(), threading.Event()
        registry = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                kind, name = self.path.strip("/").split("/")[:2]
                name = name.partition("-")[0]
                if name not in registry.wheels:
                    self.send_error(404)
                    return
                page = f'<a href="/files/{name}-1.0-py3-none-any.whl">{name}-1.0-py3-none-any.whl</a>'.encode()
                data = registry.wheels[name] if kind == "files" else page
                self.send_response(200)
                self.send_header("Content-Type", "text/html" if kind == "simple" else "application/zip")
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                if kind == "files" and name == registry.stuck:
                    self.wfile.write(data[: len(data) // 2])
                    self.wfile.flush()
                    registry.half_sent.set()
                    registry._end.wait(30)
                    return
                self.wfile.write(data)
                if kind == "files":
                    registry.sent.append(name)

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,))
        self._thread.start()
        self.address = f"http://127.0.0.1:{self._server.server_port}/simple"

    def close(self) -> None:
        self._end.set()
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


@pytest.fixture
def registry() -> Iterator[Registry]:
    served = Registry()
    yield served
    served.close()


@pytest.fixture
def bundle(registry: Registry, tmp_path: Path) -> Path:
    folder = tmp_path / "bundle" / "extras"
    folder.mkdir(parents=True)
    pins = (Pin(name, "1.0", hashlib.sha256(data).hexdigest()) for name, data in registry.wheels.items())
    (folder / "media.txt").write_text("".join(pin.line for pin in pins), "utf-8")
    return folder.parent


def adding_media(registry: Registry, bundle: Path) -> subprocess.Popen[str]:
    clean = {name: value for name, value in os.environ.items() if not name.startswith("PIP_")}
    settings = {"PIP_CONFIG_FILE": os.devnull, "PIP_INDEX_URL": registry.address, "PIP_RETRIES": "0"}
    return subprocess.Popen(
        [sys.executable, "-c", CHILD, str(bundle), str(bundle.parent / "家")],
        env={**clean, **settings},
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        start_new_session=True,
    )


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_an_interrupted_one_goes_on_where_it_was(registry: Registry, bundle: Path) -> None:
    registry.stuck = "second"
    process = adding_media(registry, bundle)
    assert registry.half_sent.wait(30)
    os.killpg(process.pid, signal.SIGKILL)
    process.communicate()
    added = folder_in(bundle.parent / "家") / "media"
    assert not added.exists()
    registry.stuck = ""
    process = adding_media(registry, bundle)
    assert process.communicate(timeout=60)[1] == ""
    assert registry.sent == ["first", "second"], "each was sent once as a whole"
    assert {path.name for path in added.glob("*.py")} == {"first.py", "second.py"}
    assert {path.name for path in added.parent.iterdir()} == {".lock", "media"}


def test_other_bytes_are_refused(registry: Registry, bundle: Path) -> None:
    registry.wheels["second"] += b"more"
    process = adding_media(registry, bundle)
    told = process.communicate(timeout=60)[1]
    assert process.returncode == 1
    assert "What was fetched as second 1.0 is not what it was" in told
    assert not (folder_in(bundle.parent / "家") / "media").exists()


def test_a_registry_that_is_away_is_a_sentence(registry: Registry, bundle: Path) -> None:
    registry.close()
    told = adding_media(registry, bundle).communicate(timeout=60)[1]
    assert told.startswith("pip could not fetch first 1.0 (ERROR:")
    assert told.endswith("check the connection and try again; what has been fetched is kept.\n")
