"""The user's voices on the disk, in the engine and in projects; no widgets."""

from __future__ import annotations

import threading
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from clone_fakes import profile
from pytestqt.qtbot import QtBot

from engines.types import Utterance
from engines.voices.profile import Origin
from engines.voices.store import VoiceStore
from engines.voices.voice_file import encode_voice, read_voice, write_voice
from studio.cloning.blending import Blending, rebalanced
from studio.cloning.consent import Consent, Owner
from studio.cloning.project_voices import brought, to_embed
from studio.document import edits
from studio.document.embedded import used_voices
from studio.document.package import read_project, write_project
from studio.document.script import Line, Member, Script
from studio.session import Session
from tests.studio.playback.playback_fakes import StepEngine
from tests.studio.shell_fakes import make_session

SCRIPT = Script(
    (Line("a", "Hello."), Line("b", "Bye.", voice="tom")), (Member("", "grandma"), Member("Al", "af_heart"))
)


@pytest.fixture
def store(tmp_path: Path) -> VoiceStore:
    return VoiceStore(tmp_path / "home" / "voices")


@pytest.fixture
def session(tmp_path: Path, store: VoiceStore, qtbot: QtBot) -> Iterator[Session]:
    session = make_session(tmp_path / "home", StepEngine(store))
    with qtbot.waitSignal(session.synthesis.ready):
        session.start()
    yield session
    assert session.close()


def settle(session: Session, qtbot: QtBot) -> None:
    """Until every change has reached the engine and come back."""
    done: list[object] = []
    session.own_voices.read(lambda _: None, done.append)
    qtbot.waitUntil(lambda: bool(done))
    with qtbot.waitSignal(session.synthesis.voices_changed):
        session.own_voices.refresh()


def titles(session: Session) -> list[str]:
    return [entry.title for entry in session.voices.entries() if entry.own]


class TestOwnVoices:
    def test_a_voice_that_is_made_is_listed_without_a_restart(self, session: Session, qtbot: QtBot) -> None:
        kept: list[str] = []
        threads: list[int] = []

        def work():
            threads.append(threading.get_ident())
            return profile("Grandma")

        own = session.own_voices
        with qtbot.waitSignal(session.voices.changed):
            own.make("", work, asker=session, then=lambda p: kept.append(p.name), failed=pytest.fail)
        entry = session.voices.entry("grandma")
        assert (entry.title, entry.kind, entry.own, entry.tags) == (
            "Grandma",
            "instant",
            True,
            ("English (US)", "female", "cloned"),
        )
        assert session.voices.entries()[0] == entry
        assert kept == ["grandma"]
        assert threads != [threading.main_thread().ident]

    def test_it_is_kept_even_if_nobody_waits_for_it(self, session: Session, store: VoiceStore, qtbot: QtBot) -> None:
        from PySide6.QtCore import QObject  # noqa: PLC0415
        from shiboken6 import delete  # noqa: PLC0415

        asker, go_on = QObject(), threading.Event()

        def work():
            go_on.wait(5)
            return profile("Grandma")

        session.own_voices.make("", work, asker=asker, then=pytest.fail, failed=pytest.fail)
        delete(asker)
        with qtbot.waitSignal(session.voices.changed):
            go_on.set()
        assert titles(session) == ["Grandma"]

    def test_it_can_be_heard_at_once(self, session: Session, qtbot: QtBot) -> None:
        heard = []
        session.transport.state_changed.connect(heard.append)

        def hear(kept):
            session.transport.audition(Utterance("Hi", kept.name))

        session.own_voices.make("", lambda: profile("New"), asker=session, then=hear, failed=pytest.fail)
        with qtbot.waitSignal(session.transport.finished, timeout=5000):
            pass
        assert len(heard) >= 2

    def test_rename_duplicate_delete_and_undo(self, session: Session, store: VoiceStore, qtbot: QtBot) -> None:
        own = session.own_voices
        store.add(profile("Tom"))
        own.rename("tom", "Thomas")
        own.duplicate("tom")
        settle(session, qtbot)
        assert titles(session) == ["Thomas", "Thomas 2"]
        with qtbot.waitSignal(own.removed) as told:
            own.remove("tom")
        settle(session, qtbot)
        assert titles(session) == ["Thomas 2"]
        assert told.args[1] == "Thomas"
        own.restore(told.args[0])
        settle(session, qtbot)
        assert titles(session) == ["Thomas", "Thomas 2"]

    def test_export_and_import(self, session: Session, store: VoiceStore, qtbot: QtBot, tmp_path: Path) -> None:
        own = session.own_voices
        store.add(profile("Tom"))
        file = tmp_path / "a.timbrevoice"
        file.write_bytes(b"an old one")
        with qtbot.waitSignal(own.told) as told:
            own.export("tom", file)
        assert "a.timbrevoice" in told.args[0]
        assert read_voice(file).title == "Tom"
        with qtbot.waitSignal(own.told):
            own.import_files([file])
        settle(session, qtbot)
        assert titles(session) == ["Tom", "Tom"]

    def test_what_cannot_be_done_is_a_sentence(self, session: Session, qtbot: QtBot, tmp_path: Path) -> None:
        (tmp_path / "x.timbrevoice").write_bytes(b"nothing")
        with qtbot.waitSignal(session.own_voices.failed) as told:
            session.own_voices.import_files([tmp_path / "x.timbrevoice"])
        assert "not a voice file" in told.args[0]
        with qtbot.waitSignal(session.own_voices.failed) as told:
            session.own_voices.rename("nobody", "x")
        assert "nobody" in told.args[0]

    def test_what_is_lent_speaks_but_is_not_listed(self, session: Session, qtbot: QtBot) -> None:
        session.own_voices.lend("me", [profile("Draft", "~draft")])
        session.transport.audition(Utterance("Hi", "~draft"))
        with qtbot.waitSignal(session.transport.finished, timeout=5000):
            pass
        assert session.voices.entry("~draft") is None

    def test_what_is_lent_survives_a_reload_of_the_engine(self, session: Session, qtbot: QtBot) -> None:
        session.own_voices.lend("me", [profile("Guest")])
        settle(session, qtbot)
        with qtbot.waitSignals([session.synthesis.ready, session.synthesis.voices_changed]):
            session.synthesis.reload()
        settle(session, qtbot)
        assert titles(session) == ["Guest"]

    def test_a_voice_that_sounds_otherwise_is_prepared_again(self, session: Session, qtbot: QtBot) -> None:
        engine = session.synthesis._engine
        session.own_voices.lend("me", [profile("Guest")])
        for _ in range(2):
            with qtbot.waitSignal(session.synthesis.finished, timeout=5000):
                session.synthesis.say(Utterance("Hi", "guest"))
        assert engine.warmed.count("guest") == 1
        session.own_voices.lend("me", [profile("Guest", level=2.0)])
        with qtbot.waitSignal(session.synthesis.finished, timeout=5000):
            session.synthesis.say(Utterance("Hi", "guest"))
        assert engine.warmed.count("guest") == 2
        assert engine.warmed.count("af_heart") == 1


class TestProjects:
    def test_voices_that_are_used(self) -> None:
        assert used_voices(SCRIPT) == {"grandma", "af_heart", "tom"}

    def test_travel_in_the_project_file(self, tmp_path: Path, store: VoiceStore) -> None:
        for title in ("Grandma", "Tom", "Unused"):
            store.add(profile(title))
        voices = to_embed(SCRIPT, tmp_path / "absent", store)
        write_project(tmp_path / "p.timbre", SCRIPT, (), tmp_path, voices=voices)
        with zipfile.ZipFile(tmp_path / "p.timbre") as archive:
            assert sorted(archive.namelist())[1:] == ["voices/grandma.timbrevoice", "voices/tom.timbrevoice"]
        opened = read_project(tmp_path / "p.timbre", tmp_path / "takes", None, tmp_path / "voices")
        assert opened.script == SCRIPT
        assert opened.warnings == ()
        assert [p.title for p in VoiceStore(tmp_path / "voices").profiles()] == ["Grandma", "Tom"]

    def test_only_safe_whole_and_used_ones_are_unpacked(self, tmp_path: Path) -> None:
        path = tmp_path / "p.timbre"
        script = Script((Line("a", "x", voice="bad"),), (Member("", "../../evil"), Member("x", "big")))
        write_project(path, script, (), tmp_path)
        good = encode_voice(profile("Good"))
        with zipfile.ZipFile(path, "a", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("voices/../../evil.timbrevoice", good)
            archive.writestr("voices/unused.timbrevoice", good)
            archive.writestr("voices/bad.timbrevoice", b"PK nothing")
            archive.writestr("voices/big.timbrevoice", bytes(17 << 20))
        opened = read_project(path, tmp_path, None, tmp_path / "in" / "voices")
        assert len(opened.warnings) == 2
        assert all("is damaged" in warning for warning in opened.warnings)
        assert not list(tmp_path.rglob("*.timbrevoice"))

    def test_are_saved_from_a_file_that_is_cut_off(self, tmp_path: Path, store: VoiceStore) -> None:
        store.add(profile("Tom"))
        path = tmp_path / "p.timbre"
        write_project(path, SCRIPT, (), tmp_path, voices=to_embed(SCRIPT, tmp_path / "absent", store))
        path.write_bytes(path.read_bytes()[:-40])  # the directory at its end
        opened = read_project(path, tmp_path, None, tmp_path / "voices")
        assert opened.script == SCRIPT
        assert [p.title for p in VoiceStore(tmp_path / "voices").profiles()] == ["Tom"]

    def test_compare_with_the_users(self, tmp_path: Path, store: VoiceStore) -> None:
        folder = tmp_path / "project"
        folder.mkdir()
        cloned = Origin("instant", "2026-01-01", source_sha256="7" * 64)
        for voice in (
            profile("Same"),
            profile("Lost", level=5.0),
            profile("Clash", level=2.0),
            profile("Moved", level=4.0),
            profile("Cloned", origin=cloned),
        ):
            write_voice(voice, folder / f"{voice.name}.timbrevoice")
        store.add(profile("Same"))
        store.add(profile("Clash", level=3.0))
        store.add(profile("Moved to", level=4.0))
        store.add(profile("Cloned", level=9.0, origin=replace(cloned, kind="refined")))
        found = brought(folder, store)
        assert [p.name for p in found.visiting] == ["clash", "lost", "moved"]
        assert [p.name for p in found.new] == ["clash", "lost"]
        script = Script((), tuple(Member(n, n) for n in ("same", "lost", "clash", "cloned")))
        levels = {p.name: float(p.modulation[0]) for p in to_embed(script, folder, store)}
        assert levels == {"same": 1.0, "lost": 5.0, "clash": 2.0, "cloned": 9.0}

    def test_house_voices_are_everywhere(self, tmp_path: Path) -> None:
        (tmp_path / "house").mkdir()
        write_voice(profile("Tom", origin=Origin("house", "")), tmp_path / "house" / "tom.timbrevoice")
        store = VoiceStore(tmp_path / "own", (tmp_path / "house",))
        assert to_embed(SCRIPT, tmp_path / "absent", store) == ()

    def save(self, session: Session, qtbot: QtBot, path: Path) -> None:
        document = session.document
        script = edits.append(document.script, ["Hello."])
        document.edit("x", edits.set_member(script, Member("", "grandma")))
        with qtbot.waitSignal(session.projects.saved):
            session.projects.save(path)

    def test_open_usable_are_offered_and_kept(
        self, session: Session, store: VoiceStore, qtbot: QtBot, tmp_path: Path
    ) -> None:
        store.add(profile("Grandma"))
        path = tmp_path / "p.timbre"
        self.save(session, qtbot, path)
        store.remove("grandma")
        with qtbot.waitSignal(session.project_voices.offered) as told:
            session.projects.open(path)
        assert told.args[0] == ("Grandma",)
        settle(session, qtbot)
        entry = session.voices.entry("grandma")
        assert entry.visiting
        assert "of this project" in entry.tags
        session.project_voices.keep()
        settle(session, qtbot)
        assert not session.voices.entry("grandma").visiting
        assert store.is_own("grandma")

    def test_are_gone_with_the_project(self, session: Session, store: VoiceStore, qtbot: QtBot, tmp_path: Path) -> None:
        store.add(profile("Grandma"))
        self.save(session, qtbot, tmp_path / "p.timbre")
        store.remove("grandma")
        with qtbot.waitSignal(session.project_voices.offered):
            session.projects.open(tmp_path / "p.timbre")
        with qtbot.waitSignal(session.project_voices.changed) as told:
            session.projects.new()
        assert told.args[0] == ()
        settle(session, qtbot)
        assert titles(session) == []

    def test_keep_a_voice_that_the_user_deletes(
        self, session: Session, store: VoiceStore, qtbot: QtBot, tmp_path: Path
    ) -> None:
        store.add(profile("Grandma"))
        path = tmp_path / "p.timbre"
        self.save(session, qtbot, path)
        with qtbot.waitSignal(session.project_voices.changed) as told:
            session.own_voices.remove("grandma", keep_in=session.projects.voices_folder())
        assert told.args[0] == ("grandma",)
        with qtbot.waitSignal(session.projects.saved):
            session.projects.save(path)
        with zipfile.ZipFile(path) as archive:
            assert "voices/grandma.timbrevoice" in archive.namelist()


class TestBlending:
    @pytest.mark.parametrize(
        ("before", "weight", "after"),
        [
            ({"a": 50, "b": 50}, 63, {"a": 63, "b": 37}),
            ({"a": 34, "b": 33, "c": 33}, 0, {"a": 0, "b": 50, "c": 50}),
            ({"a": 100, "b": 0, "c": 0}, 50, {"a": 50, "b": 25, "c": 25}),
            ({"a": 10, "b": 60, "c": 30}, 55, {"a": 55, "b": 30, "c": 15}),
            ({"a": 50, "b": 50}, 130, {"a": 100, "b": 0}),
            ({"a": 100}, 20, {"a": 100}),
            ({"a": 1, "b": 33, "c": 33, "d": 33}, 0, {"a": 0, "b": 34, "c": 33, "d": 33}),
        ],
    )
    def test_weights_always_sum_to_a_hundred(self, before: dict[str, int], weight: int, after: dict[str, int]) -> None:
        assert rebalanced(before, "a", weight) == after
        assert sum(after.values()) == 100

    def test_mixes_what_the_engine_gives(self, session: Session, qtbot: QtBot) -> None:
        blending = Blending(session.synthesis, session)
        blending.add("af_heart")
        blending.add("zf_xiaoxiao")
        assert blending.weights == {"af_heart": 50, "zf_xiaoxiao": 50}
        qtbot.waitUntil(lambda: blending.ready and blending.morphable)
        blending.set_weight("af_heart", 25)
        mixed = blending.mix("Both")
        assert mixed.modulation == pytest.approx(1.75)
        assert mixed.origin.parts == (("af_heart", 0.25), ("zf_xiaoxiao", 0.75))
        blending.set_slider("brightness", 1.0)
        assert blending.mix("Both").modulation == pytest.approx(2.25)
        blending.remove("zf_xiaoxiao")
        assert blending.weights == {"af_heart": 100}
        blending.remove("af_heart")
        assert blending.weights == {"af_heart": 100}

    def test_a_voice_takes_the_place_of_another(self, session: Session, qtbot: QtBot) -> None:
        blending = Blending(session.synthesis, session)
        blending.add("af_heart")
        blending.exchange("af_heart", "zf_xiaoxiao")
        assert blending.weights == {"zf_xiaoxiao": 100}
        qtbot.waitUntil(lambda: blending.ready)

    def test_says_what_the_engine_refuses(self, session: Session, qtbot: QtBot) -> None:
        blending = Blending(session.synthesis, session)
        with qtbot.waitSignal(blending.failed) as told:
            blending.add("nobody")
        assert "nobody" in told.args[0]
        assert not blending.ready


def test_consent_says_whose_voice_it_is() -> None:
    assert Consent(Owner.MINE).complete
    assert not Consent(Owner.AGREED, "  ").complete
    agreed = Consent(Owner.AGREED, " Maya,\n by letter ")
    assert agreed.complete
    assert agreed.words == "The voice of somebody who agreed to this: Maya, by letter"
