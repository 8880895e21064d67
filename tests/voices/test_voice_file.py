from __future__ import annotations

import contextlib
import io
import json
import zipfile
from collections.abc import Callable
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from voice_samples import profile, statistics

from engines.audio.colour import BINS
from engines.models.kokoro.config import KokoroConfig
from engines.models.kokoro.statistics import VoiceStatistics
from engines.voices.profile import Origin, VoiceProfile
from engines.voices.voice_file import (
    LARGEST_BYTES,
    VoiceFileError,
    decode_voice,
    encode_voice,
    read_voice,
    write_voice,
)

ORIGIN = Origin(
    "refined",
    "2026-12-01",
    source_sha256="ab" * 32,
    source_name="我的 clip.m4a",
    transcript="你好 – hello 🙂",
    similarity=0.94,
    parts=(("af_heart", 0.6), ("安娜", 0.4)),
    owner="Anna, who agreed",
    description="bright",
    cleaning=("noise-reduction", "studio-sound"),
)


def rewritten(content: bytes, change: Callable[[dict[str, bytes]], None]) -> bytes:
    """The same archive with its members changed."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    change(members)
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return buffer.getvalue()


def with_header(**changes: Any) -> bytes:
    def change(members: dict[str, bytes]) -> None:
        members["voice.json"] = json.dumps({**json.loads(members["voice.json"]), **changes}).encode()

    return rewritten(encode_voice(profile()), change)


def assert_same(left: VoiceProfile, right: VoiceProfile) -> None:
    for field in fields(VoiceProfile):
        a, b = getattr(left, field.name), getattr(right, field.name)
        if isinstance(a, VoiceStatistics):
            assert all(np.array_equal(getattr(a, f.name), getattr(b, f.name)) for f in fields(a))
        elif isinstance(a, np.ndarray):
            assert a.dtype == b.dtype == np.float32
            assert np.allclose(a, b, rtol=1e-3, atol=1e-4)
        else:
            assert a == b


@pytest.mark.parametrize("pitch", [None, (5.25, 0.19)])
@pytest.mark.parametrize("measured", [None, statistics()])
def test_a_written_voice_comes_back(tmp_path: Path, pitch: Any, measured: Any) -> None:
    colour = None if measured is None else np.linspace(0, -5, BINS, dtype=np.float32)
    voice = profile(title="安娜", statistics=measured, origin=ORIGIN, colour=colour)
    voice = replace(voice, pitch=pitch and type(profile().pitch)(*pitch))
    path = tmp_path / "声音 voice.timbrevoice"
    write_voice(voice, path)
    back = read_voice(path)
    assert_same(voice, back)
    assert back.digest == voice.digest
    assert [p.name for p in tmp_path.iterdir()] == [path.name]


def test_spectra_of_earlier_versions_are_taken_over() -> None:
    """They had fewer bins."""
    old = replace(statistics(), spectrum=np.linspace(3, 1, 257).astype(np.float32))
    voice = decode_voice(encode_voice(profile(statistics=old, colour=np.linspace(2, 0, 257).astype(np.float32))), "a")
    assert voice.statistics is not None
    assert voice.colour is not None
    assert voice.statistics.spectrum == pytest.approx(np.linspace(3, 1, BINS), abs=1e-5)
    assert voice.colour == pytest.approx(np.linspace(2, 0, BINS), abs=1e-5)


def test_a_voice_of_an_earlier_version_was_made_of_who_knows_what() -> None:
    assert decode_voice(with_header(version=[1, 0], origin={"kind": "instant"}), "a").origin.cleaning == ()


def test_the_same_voice_gives_the_same_bytes() -> None:
    assert encode_voice(profile()) == encode_voice(decode_voice(encode_voice(profile()), "x"))


def test_a_voice_of_the_real_model_has_the_promised_size() -> None:
    c = KokoroConfig()
    rng = np.random.default_rng(0)
    voice = profile(
        modulation=rng.standard_normal(c.front_modulation + 2 * c.generator_channels_total).astype(np.float32),
        prosody=rng.standard_normal(c.style).astype(np.float32),
    )
    assert len(voice.modulation) == 37_396
    assert 60_000 < len(encode_voice(voice)) < 100_000
    assert 200_000 < len(encode_voice(replace(voice, statistics=statistics(0, c.generator_channels_total)))) < 340_000


def test_fields_of_a_later_minor_version_are_kept() -> None:
    voice = decode_voice(with_header(version=[1, 7], emotions={"joy": [1, 2]}), "later")
    again = decode_voice(encode_voice(replace(voice, title="Renamed")), "again")
    assert again.extra == {"emotions": {"joy": [1, 2]}}
    assert again.title == "Renamed"


def test_a_newer_major_version_says_to_update() -> None:
    with pytest.raises(VoiceFileError, match=r"v\.timbrevoice was made by a newer version .* update"):
        decode_voice(with_header(version=[2, 0], arrays="of another kind"), "v.timbrevoice")


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"RIFF\0\0\0\0WAVE",
        b"not a zip at all",
        rewritten(encode_voice(profile()), lambda members: members.pop("voice.json")),
        with_header(format="timbre-project"),
    ],
)
def test_foreign_files_are_refused(content: bytes) -> None:
    with pytest.raises(VoiceFileError, match=r"^thing is not a voice file: choose a \.timbrevoice file\.$"):
        decode_voice(content, "thing")


def arrays_with(name: str, **entry: Any) -> dict[str, Any]:
    with zipfile.ZipFile(io.BytesIO(encode_voice(profile()))) as archive:
        arrays: dict[str, Any] = json.loads(archive.read("voice.json"))["arrays"]
    arrays[name] = {**arrays[name], **entry}
    return arrays


@pytest.mark.parametrize(
    "changes",
    [
        {"arrays": arrays_with("modulation", shape=[10**12])},
        {"arrays": arrays_with("modulation", shape=[2**62, 2**62])},
        {"arrays": arrays_with("modulation", shape=[-1])},
        {"arrays": arrays_with("modulation", shape=[3, "4"])},
        {"arrays": arrays_with("modulation", shape=[3])},
        {"arrays": arrays_with("prosody", type="object")},
        {"arrays": arrays_with("prosody", shape=[1, 8])},
        {"arrays": {}},
        {"arrays": []},
        {"rate": 40.0},
        {"rate": True},
        {"rate": 10**400},
        {"title": 5},
        {"pitch": {"mean_log_hz": 5.0}},
        {"pitch": {"mean_log_hz": "nan", "spread_log_hz": 1}},
        {"origin": None},
        {"origin": {"kind": "stolen"}},
        {"origin": {"kind": "blend", "parts": [["a"]]}},
        {"origin": {"kind": "instant", "cleaning": "studio-sound"}},
        {"origin": {"kind": "instant", "cleaning": [1]}},
        {"version": "1"},
    ],
)
def test_a_header_that_makes_no_sense_is_damage(changes: dict[str, Any]) -> None:
    with pytest.raises(VoiceFileError, match=r"^v is damaged: get the voice file again"):
        decode_voice(with_header(**changes), "v")


def test_numbers_that_are_not_finite_are_damage() -> None:
    def change(members: dict[str, bytes]) -> None:
        members["prosody"] = np.full(8, np.nan, "<f4").tobytes()

    with pytest.raises(VoiceFileError, match="damaged"):
        decode_voice(rewritten(encode_voice(profile()), change), "v")


def test_what_unpacks_to_more_than_it_says_is_not_unpacked() -> None:
    def change(members: dict[str, bytes]) -> None:
        members["modulation"] = bytes(20 << 20)

    packed = rewritten(encode_voice(profile()), change)
    assert len(packed) < 1 << 20
    with pytest.raises(VoiceFileError, match="damaged"):
        decode_voice(packed, "v")


def test_a_huge_file_is_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "huge.timbrevoice"
    with path.open("wb") as file:
        file.truncate(LARGEST_BYTES * 4)
    with pytest.raises(VoiceFileError, match="too large"):
        read_voice(path)


@given(st.data())
@settings(max_examples=150, deadline=None)
def test_a_damaged_file_is_a_sentence_or_still_a_voice(data: st.DataObject) -> None:
    content = bytearray(encode_voice(profile()))
    for _ in range(data.draw(st.integers(1, 4))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    del content[data.draw(st.integers(len(content) // 2, len(content))) :]
    with contextlib.suppress(VoiceFileError):  # and no other error
        assert isinstance(decode_voice(bytes(content), "v"), VoiceProfile)


def test_what_cannot_be_read_is_a_sentence(tmp_path: Path) -> None:
    for path in (tmp_path / "absent.timbrevoice", tmp_path):
        with pytest.raises(VoiceFileError, match="cannot be read"):
            read_voice(path)


def test_what_cannot_be_written_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "v.timbrevoice"
    write_voice(profile(), path)

    def full(_fd: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(VoiceFileError, match="is full: free some space"):
        write_voice(profile(1), path)
    assert read_voice(path).digest == profile().digest
    assert [p.name for p in tmp_path.iterdir()] == [path.name]
