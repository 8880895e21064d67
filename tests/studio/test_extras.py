"""Parts that the user of a bundle adds, with a client that fetches nothing."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from importlib import metadata
from pathlib import Path

import pytest
from typer.testing import CliRunner

from engines.models.clients import Result
from studio import extras
from studio.cli import app
from studio.extras import OFFERED, ExtraError, folder_in, install, installed, remove, use


class Client:
    """A `Runner` that puts a package where pip would."""

    def __init__(self) -> None:
        self.commands: list[list[str]] = []
        self.fails = False

    def __call__(self, command: Sequence[str], folder: Path) -> Result:
        self.commands.append(list(command))
        packages = Path(command[command.index("--prefix") + 1]) / "lib" / "python3" / "site-packages"
        packages.mkdir(parents=True)
        (packages / "only_in_an_extra.py").write_text(f"times = {len(self.commands)}\n", "utf-8")
        return Result(1, "looking\nERROR: no route to host\n\n") if self.fails else Result(0, "")


@pytest.fixture
def client() -> Client:
    return Client()


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setenv("TIMBRE_HOME", str(tmp_path / "家"))
    monkeypatch.setattr(sys, "path", list(sys.path))
    return tmp_path / "家"


def test_a_part_is_added_used_and_removed(home: Path, client: Client) -> None:
    assert installed(home) == []
    install("media", home, client)
    (command,) = client.commands
    assert command[1:4] == ["-m", "pip", "install"]
    assert "--only-binary=:all:" in command, "a source distribution would run code of its own"
    assert [word for word in command if word.startswith("av")]
    assert installed(home) == ["media"]
    use(home)
    assert __import__("only_in_an_extra").times == 1
    assert sys.path[-1].startswith(str(folder_in(home))), "what the bundle has itself comes first"
    del sys.modules["only_in_an_extra"]
    remove("media", home)
    assert installed(home) == []
    with pytest.raises(ExtraError, match="has not been added"):
        remove("media", home)


def test_one_that_cannot_be_fetched_leaves_what_was_there(home: Path, client: Client) -> None:
    install("media", home, client)
    client.fails = True
    with pytest.raises(ExtraError, match=r"media could not be fetched \(ERROR: no route to host\)"):
        install("media", home, client)
    assert installed(home) == ["media"]
    (left,) = folder_in(home).glob("media/**/only_in_an_extra.py")
    assert left.read_text("utf-8") == "times = 1\n"
    assert not list(folder_in(home).glob(".*staging"))


def test_an_unknown_one(home: Path, client: Client) -> None:
    with pytest.raises(ExtraError, match="choose media, transcribe"):
        install("video", home, client)
    assert client.commands == []


def test_an_ordinary_python_is_told_to_take_it_by_itself(
    home: Path, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(sys, "frozen")
    with pytest.raises(ExtraError, match=r'pip install "timbre-studio\[media\]"'):
        install("media", home, client)
    assert client.commands == []


def test_a_disk_that_refuses(home: Path, client: Client) -> None:
    home.mkdir()
    (home / "extras").write_text("in the way")
    with pytest.raises(Exception, match="in the way of the folder"):
        install("media", home, client)


@pytest.mark.parametrize("name", OFFERED)
def test_each_is_an_extra_of_the_project(name: str, home: Path, client: Client) -> None:
    assert name in metadata.metadata("timbre-studio").get_all("Provides-Extra", ())
    install(name, home, client)
    assert client.commands[0][-1] != "--quiet"


def test_the_command_line(home: Path, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extras.install, "__defaults__", (client,))
    done = CliRunner().invoke(app, ["extras", "install", "media"])
    assert (done.exit_code, done.stdout) == (0, "")
    assert "media has been added" in done.stderr
    listed = json.loads(CliRunner().invoke(app, ["extras", "--json"]).stdout)
    assert {part["name"]: part["installed"] for part in listed} == {"media": True, "transcribe": False}
    assert "yes" in CliRunner().invoke(app, ["extras"]).stdout
    assert CliRunner().invoke(app, ["extras", "remove", "media"]).exit_code == 0
    assert CliRunner().invoke(app, ["extras", "remove", "media"]).exit_code == 1
