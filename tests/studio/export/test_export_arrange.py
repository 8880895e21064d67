from __future__ import annotations

import gc
import weakref
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from engines.audio.formats import Chapter
from studio.document.script import Delivery, Line, Script
from studio.document.takes import Take, TakeMark
from studio.export.arrange import Piece, arrange, pieces, sound
from studio.export.plan import ExportMode, ExportOptions, Sidecar, Timing
from studio.export.sidecars import content, said
from studio.operations import Cancelled

RATE = 1000
JOINED = ExportOptions(Path("/out"), ExportMode.JOINED, rate=RATE, gap=0.1, paragraph_gap=0.5)
CUES = replace(JOINED, timing=Timing.CUES)


def piece(name: str, seconds: float = 1.0, *, said: str = "", **fields) -> Piece:
    text = said or name
    line = Line(name, text, **fields)
    return Piece(line, Take(name, name, Delivery(text, "v", "", 1.0), "m", seconds, RATE, ""), 1)


def starts(parts, options) -> list[tuple[str, int]]:
    return [(placed.piece.line.id, placed.start) for placed in arrange(parts, options).placed]


def ones(take: Take) -> np.ndarray:
    return np.ones(round(take.seconds * take.sample_rate), np.float32)


def whole(parts, options) -> np.ndarray:
    return np.concatenate(list(sound(arrange(parts, options), ones, lambda _share: None)))


def test_lines_follow_each_other_with_gaps():
    parts = [piece("a"), piece("b"), piece("c", begins="paragraph"), piece("d", begins="section")]
    options = replace(JOINED, head=0.3, tail=0.2)
    assert starts(parts, options) == [("a", 300), ("b", 1400), ("c", 2900), ("d", 4400)]
    samples = whole(parts, options)
    assert len(samples) == 5600
    assert np.flatnonzero(np.diff(samples, prepend=0, append=0)).tolist() == [
        *(300, 1300, 1400, 2400, 2900, 3900, 4400, 5400)
    ]


def test_lines_are_at_their_times_in_any_order_and_overlap():
    parts = [piece("late", start=5.0), piece("early", start=1.0), piece("over", 2.0, start=1.5), piece("none")]
    assert starts(parts, CUES) == [("early", 1000), ("over", 1500), ("none", 3600), ("late", 5000)]
    samples = whole(parts, CUES)
    assert len(samples) == 6000
    assert (samples[1400], samples[1600], samples[2100], samples[900], samples[3550]) == (1, 2, 1, 0, 0)


def test_a_section_begins_with_its_first_time_and_a_track_with_the_film():
    parts = [piece("a", start=100.0), piece("b", start=102.0)]
    assert starts(parts, replace(CUES, mode=ExportMode.SECTIONS)) == [("a", 0), ("b", 2000)]
    assert starts(parts, replace(CUES, mode=ExportMode.MEMBERS)) == [("a", 100_000), ("b", 102_000)]
    assert starts(parts[:1], replace(CUES, mode=ExportMode.LINES, head=0.2)) == [("a", 200)]


def test_takes_of_other_rates_are_converted():
    part = piece("a")
    half = part._replace(take=replace(part.take, sample_rate=RATE // 2))
    assert len(whole([half, half], JOINED)) == 2100


def test_never_two_takes_are_in_memory():
    alive: list[weakref.ref] = []

    def read(take: Take):
        gc.collect()
        assert sum(ref() is not None for ref in alive) == 0
        samples = ones(take)
        alive.append(weakref.ref(samples))
        return samples

    blocks = sound(arrange([piece(str(n), 200.0) for n in range(4)], JOINED), read, lambda _share: None)
    assert sum(map(len, blocks)) == 800_300
    assert len(alive) == 4


def test_it_can_be_given_up_at_any_block():
    def check(share: float) -> None:
        shares.append(share)
        if share > 0.5:
            raise Cancelled

    shares: list[float] = []
    with pytest.raises(Cancelled):
        list(sound(arrange([piece("a", 300.0)], JOINED), ones, check))
    assert shares == sorted(shares)
    assert len(shares) > 2


def test_chapters_are_the_sections():
    parts = [piece("intro"), piece("One", begins="section"), piece("text"), piece("Two", begins="section")]
    assert arrange(parts, JOINED).chapters == (
        Chapter(0.0, 1.5, "intro"),
        Chapter(1.5, 4.1, "One"),
        Chapter(4.1, 5.1, "Two"),
    )
    assert arrange(parts[:1], JOINED).chapters == ()


def test_pieces_follow_the_script():
    script = Script((Line("x"), Line("a", "a")))
    found = pieces(script, [piece("a").take, piece("gone").take])
    assert [(part.line.id, part.number) for part in found] == [("a", 2)]


def test_subtitles_have_true_times_and_what_was_spoken():
    spoken = piece("a", 1.25, said="Hello <you> 😀! [pause 300ms]It is Dr.{doctor} Who.", member="Maya & Lin")
    take = replace(spoken.take, unspoken=("😀",))
    arrangement = arrange([spoken._replace(take=take), piece("b", start=3.0)], CUES)
    assert content(Sidecar.SRT, arrangement) == (
        "1\n00:00:00,000 --> 00:00:01,250\nHello <you>! It is Dr. Who.\n\n2\n00:00:03,000 --> 00:00:04,000\nb\n\n"
    )
    assert "\n<v Maya &amp; Lin>Hello &lt;you&gt;! It" in content(Sidecar.VTT, arrangement)
    assert content(Sidecar.TEXT, arrangement) == "Maya & Lin: Hello <you>! It is Dr. Who.\nb\n"
    assert content(Sidecar.LABELS, arrangement).splitlines()[1] == "3.000000\t4.000000\tb"


def test_a_long_line_is_told_in_subtitles_that_begin_with_their_words():
    words = ("the quick brown fox jumps over the lazy dog, and runs. " * 6).split()
    text = " ".join(words)
    marks, at = [], 0
    for number, word in enumerate(words):
        marks.append(TakeMark(number * 0.5, number * 0.5 + 0.4, (at, at + len(word.rstrip(".,"))), "x", "rule"))
        at += len(word) + 1
    part = piece("a", len(words) * 0.5, said=text)
    cues = said(arrange([part._replace(take=replace(part.take, marks=tuple(marks)))], JOINED))
    assert " ".join(cue.text for cue in cues) == text
    assert all(len(cue.text) <= 84 for cue in cues)
    assert all(one.end == other.start for one, other in pairwise(cues))
    place = 0
    for cue in cues:
        assert cue.start == place * 0.5
        place += len(cue.text.split())


def test_an_hour_and_a_rounded_second():
    assert "01:00:00,000 --> 01:00:01,000" in content(Sidecar.SRT, arrange([piece("a", start=3599.9999)], CUES))
