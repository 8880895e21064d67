"""Files of the four kinds that come from elsewhere, broken in every way that Hypothesis thinks of, and what reads them.

A loader passes if it gives a value or raises a TimbreError, in bounded time, and writes nothing outside its folder.
"""

from __future__ import annotations

import io
import json
import tempfile
import time
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from hypothesis import strategies as st

from engines.errors import TimbreError
from engines.text.lexicon import Case, Entry, Lexicon
from engines.text.lexicon_formats import FORMATS, encode, read_lexicon
from engines.voices.profile import Origin, PitchRange, VoiceProfile
from engines.voices.voice_file import encode_voice, read_voice
from studio.document.emotions import named
from studio.document.importing import import_script
from studio.document.package import read_project, write_project
from studio.document.script import Line, Member, Script
from studio.document.takes import Take, TakeMark

LONGEST_SECONDS = 5.0
"""Of the processor, which reading a file may take."""


@dataclass(frozen=True)
class Loader:
    """A kind of files."""

    suffixes: tuple[str, ...]
    read: Callable[[Path, Path], object]
    """Given the file, and a folder that it may write to."""
    whole: Callable[[], Mapping[str, bytes]]
    """Sound files by suffix."""
    words: tuple[bytes, ...]
    """That mean something in such files."""


@cache
def broken(loader: Loader) -> st.SearchStrategy[tuple[str, bytes]]:
    """A suffix and the content of a file with it."""
    return st.one_of(
        st.tuples(
            st.just(suffix),
            _archives(content, loader.words) if content.startswith(b"PK") else _changed(content, loader.words),
        )
        for suffix, content in sorted(loader.whole().items())
    )


def check(loader: Loader, suffix: str, content: bytes) -> str:
    """Read a file; returns `read` or the name of the error that it was refused with. Fails for anything else."""
    with tempfile.TemporaryDirectory() as name:
        outside = Path(name)
        folder = outside / "in" / "here"
        folder.mkdir(parents=True)
        path = outside / f"file{suffix}"
        path.write_bytes(content)
        began = time.process_time()
        try:
            loader.read(path, folder)
            result = "read"
        except TimbreError as error:
            result = type(error).__name__ if str(error).strip() else ""
        assert result, "an error without a sentence"
        seconds = time.process_time() - began
        assert seconds < LONGEST_SECONDS, f"{seconds:.1f} s"
        assert {each.name for each in outside.iterdir()} == {"in", path.name}, "written outside of the folder"
        assert {each.name for each in folder.parent.iterdir()} == {"here"}, "written outside of the folder"
    return result


def _changed(whole: bytes, words: tuple[bytes, ...]) -> st.SearchStrategy[bytes]:
    """The bytes with some pieces left out, doubled, overwritten or put in."""
    place = st.integers(0, len(whole))
    piece = st.one_of(st.binary(max_size=8), st.sampled_from(words), st.integers(1, 40).map(lambda n: b"[" * n))
    change = st.tuples(st.sampled_from(("cut", "double", "put", "over", "end")), place, place, piece)
    return st.lists(change, min_size=1, max_size=6).map(lambda changes: _apply(whole, changes))


def _apply(content: bytes, changes: list[tuple[str, int, int, bytes]]) -> bytes:
    for kind, one, other, piece in changes:
        start, end = sorted((one, other))
        if kind == "cut":
            content = content[:start] + content[end:]
        elif kind == "double":
            content = content[:end] + content[start:]
        elif kind == "put":
            content = content[:start] + piece + content[start:]
        elif kind == "over":
            content = content[:start] + piece + content[start + len(piece) :]
        else:
            content = content[: max(start, 1)]
    return content[: 1 << 20]


def _archives(whole: bytes, words: tuple[bytes, ...]) -> st.SearchStrategy[bytes]:
    """A broken archive, or one that is sound with broken, renamed, huge or strange members."""
    with zipfile.ZipFile(io.BytesIO(whole)) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    names = st.sampled_from(sorted(members))
    documents = [name for name in sorted(members) if name.endswith(".json")]
    bombs = [_zipped({**members, name: bytes(size << 20)}) for name in members for size in (2, 20, 70)]
    return st.one_of(
        _changed(whole, words),
        *(
            _changed(data, words).map(lambda new, name=name: _zipped({**members, name: new}))
            for name, data in members.items()
        ),
        *(_values(members[name]).map(lambda new, name=name: _zipped({**members, name: new})) for name in documents),
        st.tuples(names, st.sampled_from(_NAMES)).map(
            lambda change: _zipped({(change[1] if n == change[0] else n): data for n, data in members.items()})
        ),
        st.integers(0, len(bombs) - 1).map(bombs.__getitem__),
    )


_NAMES = (
    "../outside",
    "/tmp/outside",
    "takes/../../../outside.flac",
    "voices/../../x.timbrevoice",
    "a\\b",
    "",
    "x" * 999,
)


def _zipped(members: Mapping[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(zipfile.ZipInfo(name or "x"), data, zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


def _nested(depth: int) -> Any:
    value: Any = 0
    for _ in range(depth):
        value = [value]
    return value


_ODD_VALUES: st.SearchStrategy[Any] = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=20),
    st.sampled_from((-1, 0, 1e308, 2**63, "../x", "", [], {}, [[]], [1, 2], ["a"], {"a": None}, "9" * 5000, 10**400)),
    st.integers(1, 900).map(_nested),
)


def _values(document: bytes) -> st.SearchStrategy[bytes]:
    """JSON of which some values are others; of an odd kind, or from another place."""
    places = list(_places(json.loads(document), ()))

    def put(changes: list[tuple[tuple[Any, ...], Any]]) -> bytes:
        value = json.loads(document)
        for place, new in changes:
            value = _with(value, place, new)
        return json.dumps(value).encode("utf-8", "surrogatepass")

    return st.lists(st.tuples(st.sampled_from(places), _ODD_VALUES), min_size=1, max_size=3).map(put)


def _places(value: Any, here: tuple[Any, ...]) -> Any:
    yield here
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield from _places(inner, (*here, key))


def _with(value: Any, place: tuple[Any, ...], new: Any) -> Any:
    if not place:
        return new
    try:
        value[place[0]] = _with(value[place[0]], place[1:], new)
    except (LookupError, TypeError):  # an earlier change took it away
        return value
    return value


def _voice() -> VoiceProfile:
    numbers = np.linspace(-1, 1, 64, dtype=np.float32)
    origin = Origin("instant", "2026-12-01", owner="my own voice", parts=(("af_heart", 0.5),))
    return VoiceProfile(
        "anna", "Anna", "en-us", "female", "tiny", numbers, numbers[:16], PitchRange(5.2, 0.2), 0.9, None, origin
    )


def _projects() -> Mapping[str, bytes]:
    lines = (
        Line("l1", "We leave at dawn.", "Maya", emotion=named("happy"), take="t1"),
        Line("l2", "你确定要这样做吗？", "林", speed=1.25, voice="anna"),
        Line("l3", "Then pack.", start=1.5, end=3.25),
    )
    script = Script(lines, (Member("", "af_heart"), Member("Maya", "af_bella"), Member("林", "zf_xiaoxiao", 1.1)))
    delivery = script.delivery(lines[0])
    marks = (TakeMark(0.0, 0.5, (0, 2), "wi", "lexicon"),)
    take = Take("t1", "l1", delivery, "kokoro-82m", 1.5, 24000, "2026-01-02T03:04:05Z", marks, ("😄",))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / take.file_name).write_bytes(b"fLaC" + b"audio" * 100)
        write_project(folder / "p.timbre", script, (take,), folder, voices=(_voice(),))
        return {".timbre": (folder / "p.timbre").read_bytes()}


def _read_project(path: Path, folder: Path) -> object:
    takes, voices = folder / "takes", folder / "voices"
    takes.mkdir()
    return read_project(path, takes, voices_folder=voices)


def _lexicons() -> Mapping[str, bytes]:
    entries = (
        Entry("Yahoo", "ˈjɑhu", "en-us", "ipa", Case.EXACT, True, "a note"),
        Entry("重庆", "chóng qìng", "zh"),
        Entry("read", "R EH1 D", "en-us", "arpabet", enabled=False),
    )
    return {suffix: encode(Lexicon(entries), suffix) for suffix in FORMATS}


_SRT = """1
00:00:01,000 --> 00:00:02,500
<i>Maya:</i> We leave at dawn.

2
00:00:03,000 --> 00:00:04,000
{\\an8}你确定吗？
- Yes.
- No.
"""
_VTT = """WEBVTT - title

NOTE a remark

STYLE
::cue { color: red }

first
00:01.000 --> 00:02.500 align:start
<v Maya>We <c.loud>leave</c> at &amp; dawn.

00:00:03.000 --> 00:00:04.000
<ruby>漢<rt>kan</rt></ruby><00:00:03.500>字
"""

LOADERS: Mapping[str, Loader] = {
    "project": Loader(
        (".timbre",),
        _read_project,
        _projects,
        (b"PK\x03\x04", b"PK\x01\x02", b"PK\x05\x06", b'"version":3', b"\xff\xff\xff\xff", b"../", b"{}", b"null"),
    ),
    "voice": Loader(
        (".timbrevoice",),
        lambda path, _folder: read_voice(path),
        lambda: {".timbrevoice": encode_voice(_voice())},
        (
            b"PK\x03\x04",
            b"PK\x01\x02",
            b"PK\x05\x06",
            b'"shape":[-1]',
            b"float64",
            b"\xff\xff\xff\xff",
            b"NaN",
            b"1e999",
        ),
    ),
    "lexicon": Loader(
        FORMATS,
        lambda path, _folder: read_lexicon(path),
        _lexicons,
        (
            b'"',
            b"\t",
            b",",
            b"\0",
            b"<!DOCTYPE x>",
            b"&a;",
            b"</lexeme>",
            b"<grapheme>",
            b"[" * 3000,
            b"NaN",
            b"\xff\xfe",
        ),
    ),
    "subtitles": Loader(
        (".srt", ".vtt"),
        lambda path, _folder: import_script(path, Script()),
        lambda: {".srt": _SRT.encode(), ".vtt": _VTT.encode()},
        (
            b" --> ",
            b"00:00:00,000",
            b"-1:99:99.9",
            b"&#1114112;",
            b"&#x110000;",
            b"<v ",
            b"\0",
            b"\xff\xfe",
            b"{\\",
            b"9" * 50,
        ),
    ),
}
