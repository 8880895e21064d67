"""Parts that a user adds, with a client that fetches nothing."""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Sequence
from importlib import metadata
from pathlib import Path

import pytest
from typer.testing import CliRunner

from engines.errors import FetchError
from engines.models.clients import Result
from studio import extras
from studio.cli import app
from studio.extras import EXTRAS, download, folder_in, install, installed, offered, outdated, remove, use
from studio.extras_lock import ExtraError, Pin, read

WHEELS = {"av": b"the first wheel", "numpy-like": b"the second"}
OF_THE_BUNDLE = b"compiled beforehand"


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


class Client:
    """A `Runner` that does what pip would with `WHEELS`."""

    def __init__(self) -> None:
        self.commands: list[list[str]] = []
        self.fetched: list[str] = []
        self.failing: dict[str, str] = {}
        """What it says instead of fetching a wheel, or of unpacking."""

    def __call__(self, command: Sequence[str], folder: Path) -> Result:
        self.commands.append(list(command))
        if "download" in command:
            (pin,) = read(folder / command[command.index("--requirement") + 1])
            if pin.name in self.failing:
                return Result(1, self.failing[pin.name])
            assert pin.sha256 == digest(WHEELS[pin.name])
            self.fetched.append(pin.name)
            (folder / f"{pin.name}-{pin.version}-py3-none-any.whl").write_bytes(WHEELS[pin.name])
        elif "--target" in command:
            target = Path(command[command.index("--target") + 1])
            (target / "only_in_an_extra.py").write_text(f"times = {len(self.commands)}\n", "utf-8")
            if "unpack" in self.failing:
                return Result(1, self.failing["unpack"])
        elif "pip" in self.failing:
            return Result(1, self.failing["pip"])
        return Result(0, "")


@pytest.fixture
def client() -> Client:
    return Client()


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Of a bundle that can have `media` and `gpu`."""
    inside = tmp_path / "bundle"
    (inside / "extras" / "wheels").mkdir(parents=True)
    (inside / "extras" / "wheels" / "pycuda-1-py3-none-any.whl").write_bytes(OF_THE_BUNDLE)
    lines = [Pin(name, "1.0", digest(data)).line for name, data in WHEELS.items()]
    (inside / "extras" / "media.txt").write_text("".join(lines), "utf-8")
    own = Pin("pycuda", "1", digest(OF_THE_BUNDLE)).line
    (inside / "extras" / "gpu.txt").write_text("".join([lines[0], own]), "utf-8")
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "_MEIPASS", str(inside), raising=False)
    monkeypatch.setenv("TIMBRE_HOME", str(tmp_path / "家"))
    monkeypatch.setattr(sys, "path", list(sys.path))
    return tmp_path / "家"


def left_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir() if path.name != ".lock")


def test_a_part_is_added_used_and_removed(home: Path, client: Client) -> None:
    assert (offered(), installed(home)) == (["media", "gpu"], [])
    told: list[tuple[str, float]] = []
    install("media", home, report=lambda step, share: told.append((step, share)), runner=client)
    assert told == [("Fetching av", 0.0), ("Fetching numpy-like", 0.5), ("Unpacking media", 1.0)]
    assert all("--only-binary=:all:" in command for command in client.commands), "a source would run code of its own"
    assert "--require-hashes" in client.commands[-1]
    assert installed(home) == left_in(folder_in(home)) == ["media"]
    use(home)
    assert __import__("only_in_an_extra").times == 3
    assert sys.path[-1] == str(folder_in(home) / "media"), "what the bundle has itself comes first"
    del sys.modules["only_in_an_extra"]
    remove("media", home)
    assert installed(home) == []
    with pytest.raises(ExtraError, match="has not been added"):
        remove("media", home)


def test_an_update_makes_it_old(home: Path, client: Client) -> None:
    install("gpu", home, runner=client)
    install("media", home, runner=client)
    assert outdated(home) == []
    lock = Path(sys._MEIPASS) / "extras" / "gpu.txt"  # type: ignore[attr-defined]
    lock.write_text(lock.read_text("utf-8").replace("pycuda==1 ", "pycuda==1.0 "), "utf-8")
    assert outdated(home) == ["gpu"]
    assert "timbre extras install gpu" in CliRunner().invoke(app, ["extras"]).stderr
    install("gpu", home, runner=client)
    assert outdated(home) == []


def test_what_lies_in_the_bundle_is_not_fetched(home: Path, client: Client) -> None:
    install("gpu", home, runner=client)
    assert client.fetched == ["av"]
    unpacking = client.commands[-1]
    assert str(Path(sys._MEIPASS) / "extras" / "wheels") in unpacking  # type: ignore[attr-defined]


def test_what_arrived_is_kept_for_another_attempt(home: Path, client: Client) -> None:
    client.failing["numpy-like"] = "looking\nERROR: no route to host\n\n"
    with pytest.raises(FetchError, match=r"numpy-like 1.0 \(ERROR: no route to host\): check the connection"):
        install("media", home, runner=client)
    assert installed(home) == []
    client.failing.clear()
    install("media", home, runner=client)
    assert client.fetched == ["av", "numpy-like"]


def test_a_damaged_one_is_fetched_again(home: Path, client: Client) -> None:
    client.failing["numpy-like"] = "ERROR: no route to host"
    with pytest.raises(FetchError):
        install("media", home, runner=client)
    (arrived,) = folder_in(home).glob(".media.wheels/*.whl")
    arrived.write_bytes(b"cut")
    client.failing.clear()
    install("media", home, runner=client)
    assert client.fetched == ["av", "av", "numpy-like"]


@pytest.mark.parametrize(
    ("where", "output", "sentence"),
    [
        ("av", "ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM…\n", "av 1.0 is not what it was .*: try again"),
        ("av", "OSError: [Errno 28] No space left on device\n", "disk is full, so pip could not fetch av 1.0: free"),
        ("unpack", "OSError: [Errno 28] No space left on device\n", "disk is full, so media could not be unpacked"),
        ("unpack", "ERROR: strange wheel\n", r"media could not be unpacked \(ERROR: strange wheel\): try again"),
    ],
)
def test_a_failure_is_a_sentence_and_leaves_what_was_there(
    home: Path, client: Client, where: str, output: str, sentence: str
) -> None:
    install("media", home, runner=client)
    client.failing[where] = output
    with pytest.raises((ExtraError, FetchError), match=sentence):
        install("media", home, runner=client)
    assert installed(home) == ["media"]
    left = folder_in(home) / "media" / "only_in_an_extra.py"
    assert left.read_text("utf-8") == "times = 3\n"
    assert not list(folder_in(home).glob(".*staging"))


def test_without_a_connection(home: Path, client: Client, tmp_path: Path) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    (stick / "av.whl").write_bytes(b"another build")
    with pytest.raises(ExtraError, match=r"no whole wheel of av 1.0, numpy-like 1.0: .*timbre extras download media"):
        install("media", home, stick, runner=client)
    download("media", stick, runner=client)
    assert client.fetched == ["av", "numpy-like"]
    install("media", home, stick, runner=client)
    assert client.fetched == ["av", "numpy-like"], "nothing more"
    assert str(stick) in client.commands[-1]
    assert (installed(home), len(list(stick.glob("*.whl")))) == (["media"], 3), "the folder is the user's"


def test_what_cannot_be_added(home: Path, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ExtraError, match="no part called video: choose media, gpu"):
        install("video", home, runner=client)
    with pytest.raises(ExtraError, match="app is in this package from the start"):
        install("app", home, runner=client)
    monkeypatch.setattr(extras, "_importable", lambda _: False)
    with pytest.raises(ExtraError, match="from the source and run `timbre extras install clone`"):
        install("clone", home, runner=client)
    assert client.commands == []


def test_a_disk_that_refuses(home: Path, client: Client) -> None:
    home.mkdir()
    (home / "extras").write_text("in the way")
    with pytest.raises(Exception, match="in the way of the folder"):
        install("media", home, runner=client)


class TestAnOrdinaryPython:
    """Which has a pip."""

    @pytest.fixture(autouse=True)
    def _thawed(self, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.delattr(sys, "frozen")

    def test_its_pip_adds_the_extra(self, home: Path, client: Client, tmp_path: Path) -> None:
        version = metadata.version("timbre-studio")
        install("media", home, runner=client)
        install("gpu", home, tmp_path, runner=client)
        assert client.commands[0][1:] == ["-m", "pip", "install", "--quiet", f"timbre-studio[media]=={version}"]
        assert client.commands[1][4:] == [
            *("--quiet", "--no-index", "--find-links", str(tmp_path)),
            f"timbre-studio[gpu]=={version}",
        ]
        client.failing["pip"] = "ERROR: This environment is externally managed"
        with pytest.raises(ExtraError, match=r"pip could not add media \(ERROR: This env.* run `pip install"):
            install("media", home, runner=client)

    def test_it_is_told_what_pip_has_to_do(self, home: Path, client: Client, tmp_path: Path) -> None:
        with pytest.raises(ExtraError, match=r"pip download \"timbre-studio\[media\]\""):
            download("media", tmp_path, runner=client)
        assert "app" in installed(home)
        with pytest.raises(ExtraError, match="pip uninstall"):
            remove("app", home)
        assert client.commands == []

    def test_every_part_is_an_extra_of_the_project(self, home: Path) -> None:
        del home
        assert set(EXTRAS) <= set(metadata.metadata("timbre-studio").get_all("Provides-Extra", ()))
        assert offered() == list(EXTRAS)


def test_the_command_line(home: Path, client: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for function in (extras.install, extras.download):
        monkeypatch.setattr(function, "__defaults__", (*(function.__defaults__ or ())[:-1], client))
    monkeypatch.setenv("PATH", str(tmp_path))
    run = CliRunner().invoke
    done = run(app, ["extras", "install", "media"])
    assert (done.exit_code, done.stdout) == (0, "")
    assert "media has been added" in done.stderr
    assert "No NVIDIA card is seen here" in run(app, ["extras", "install", "gpu"]).stderr
    listed = json.loads(run(app, ["extras", "--json"]).stdout)
    assert {part["name"]: part["installed"] for part in listed} == {"media": True, "gpu": True}
    assert "yes" in run(app, ["extras"]).stdout
    assert run(app, ["extras", "download", "media", str(tmp_path / "stick")]).exit_code == 0
    monkeypatch.chdir(tmp_path)
    assert run(app, ["extras", "install", "media", "--from", "stick"]).exit_code == 0
    assert str(tmp_path / "stick") in client.commands[-1], "pip works in another folder"
    assert run(app, ["extras", "remove", "media"]).exit_code == 0
    assert run(app, ["extras", "remove", "media"]).exit_code == 1
