from itertools import pairwise

import numpy as np
import pytest
from fake_line_services import RATE, chunk_of, marks_for, sound
from pytestqt.qtbot import QtBot

from engines.types import Source
from studio.document.script import Delivery
from studio.document.takes import Take, TakeMark
from studio.windows.spectrogram import Spectrogram, spectrogram
from studio.windows.takes_strip import letter, made_at
from studio.windows.waveform_choice import TakeChoice
from studio.windows.waveform_envelope import Envelope
from studio.windows.waveform_live import LiveSound
from studio.windows.waveform_range import SHORTEST, TimeRange
from studio.windows.waveform_words import WordsStrip, words_of

# The outline.


def straight(samples: np.ndarray, start: float, end: float, count: int) -> tuple[np.ndarray, np.ndarray]:
    edges = np.linspace(start, end, count + 1).astype(int)
    pairs = [(samples[a : max(b, a + 1)].min(), samples[a : max(b, a + 1)].max()) for a, b in pairwise(edges)]
    low, high = zip(*pairs, strict=True)
    return np.array(low), np.array(high)


@pytest.mark.parametrize(
    ("start", "end", "count"), [(0, 50_000, 97), (1000, 1090, 90), (123, 40_321, 7), (0, 50_000, 1)]
)
def test_outline_holds_the_extremes_of_every_column(start: int, end: int, count: int) -> None:
    samples = np.random.default_rng(1).standard_normal(50_000).astype(np.float32)
    low, high = Envelope(samples).columns(start, end, count)
    expected_low, expected_high = straight(samples, start, end, count)
    # Columns end at blocks, at most half a column off, so they may reach into a neighbour but never leave a peak out.
    wide = (end - start) / count
    assert len(low) == len(high) == count
    if wide < 128:
        np.testing.assert_array_equal(high, expected_high)
    assert low.min() == expected_low.min()
    assert high.max() == expected_high.max()
    assert (np.minimum(low, np.roll(low, -1)) <= expected_low + 1e-6)[:-1].all()
    assert (np.maximum(high, np.roll(high, -1)) >= expected_high - 1e-6)[:-1].all()


def test_outline_grown_in_pieces_is_that_of_the_whole() -> None:
    samples = np.random.default_rng(2).standard_normal(70_001).astype(np.float32)
    grown = Envelope()
    for piece in np.array_split(samples, 23):
        grown.append(piece)
    whole = Envelope(samples)
    assert len(grown) == len(samples)
    assert grown.peak == whole.peak == np.abs(samples).max()
    for count in (1, 13, 500, 60_000):
        for one, other in zip(grown.columns(0, 70_001, count), whole.columns(0, 70_001, count), strict=True):
            np.testing.assert_array_equal(one, other)


def test_empty_outline_has_no_peak() -> None:
    assert Envelope().peak == 0.0


# The view.


def test_zoom_keeps_the_anchor_in_its_place() -> None:
    view = TimeRange(10.0).zoomed(0.5, 4.0)
    assert (view.start, view.width) == (2.0, 5.0)
    closer = view.zoomed(0.5, 4.0)
    assert (4.0 - closer.start) / closer.width == pytest.approx((4.0 - view.start) / view.width)


def test_zoom_ends_at_the_whole_and_at_the_closest() -> None:
    assert TimeRange(10.0).zoomed(3.0, 5.0) == TimeRange(10.0)
    assert TimeRange(10.0).zoomed(1e-9, 5.0).width == SHORTEST
    assert TimeRange(0.0).zoomed(0.5, 0.0).width == SHORTEST


def test_view_stays_inside_the_sound() -> None:
    view = TimeRange(10.0, 2.0, 4.0)
    assert view.moved_to(-3.0).start == 0.0
    assert view.moved_to(50.0).end == 10.0


def test_view_of_everything_grows_with_the_sound_and_a_part_does_not() -> None:
    assert TimeRange(2.0).lasting(8.0).width == 8.0
    assert TimeRange(10.0, 2.0, 4.0).lasting(12.0) == TimeRange(12.0, 2.0, 4.0)
    assert TimeRange(10.0, 6.0, 4.0).lasting(3.0) == TimeRange(3.0)


def test_page_turns_only_when_needed() -> None:
    view = TimeRange(10.0, 2.0, 4.0)
    assert view.showing(5.0) is view
    assert view.showing(6.5).start == pytest.approx(6.0)


# Which takes are shown.


def test_first_take_is_shown_and_a_new_one_takes_its_place() -> None:
    choice = TakeChoice().following(["a"], "a")
    assert (choice.shown, choice.active) == (("a",), "a")
    assert choice.following(["a", "b"], "b") == TakeChoice(("b",), "b", "b")


def test_pressing_compares_then_hears_then_shows_alone() -> None:
    order = ["a", "b", "c"]
    choice = TakeChoice(("a",), "a", "a").pressed("c", order)
    assert (choice.shown, choice.active) == (("a", "c"), "c")
    choice = choice.pressed("a", order)
    assert (choice.shown, choice.active) == (("a", "c"), "a")
    choice = choice.pressed("b", order)
    assert (choice.shown, choice.active) == (("a", "b"), "b")
    assert choice.pressed("b", order).shown == ("b",)


def test_switching_brings_in_the_take_before() -> None:
    order = ["a", "b"]
    choice = TakeChoice(("b",), "b", "b").switched(order)
    assert (choice.shown, choice.active) == (("a", "b"), "a")
    assert choice.switched(order).active == "b"
    assert TakeChoice(("a",), "a", "a").switched(["a"]).active == "a"
    assert TakeChoice(("a",), "a", "a").switched(order).active == "b"


def test_deleted_take_gives_way_to_the_current_one() -> None:
    assert TakeChoice(("a", "b"), "b", "a").following(["a"], "a") == TakeChoice(("a",), "a", "a")
    assert TakeChoice(("a",), "a", "a").following([], "") == TakeChoice()


def test_letters_go_on_after_z() -> None:
    assert [letter(index) for index in (0, 25, 26, 27, 52)] == ["A", "Z", "AA", "AB", "BA"]


@pytest.mark.parametrize("created", ["2026-11-29T12:00:00+00:00", "2026-11-29T12:00:00Z", "2026-11-29T12:00:00"])
def test_time_of_a_take_is_readable(created: str) -> None:
    take = Take("t", "l", Delivery("", "v", "", 1.0), "m", 1.0, RATE, created)
    assert any(char.isdigit() for char in made_at(take))


def test_time_that_cannot_be_read_is_shown_as_it_is() -> None:
    assert made_at(Take("t", "l", Delivery("", "v", "", 1.0), "m", 1.0, RATE, "yesterday")) == "yesterday"


# Words.


def strip_of(qtbot: QtBot, text: str, seconds: float, width: int) -> WordsStrip:
    strip = WordsStrip()
    qtbot.addWidget(strip)
    strip.resize(width, strip.sizeHint().height())
    strip.set_words(words_of(marks_for(text, seconds), text))
    strip.set_view(TimeRange(seconds))
    return strip


def test_marks_and_silence_are_no_words() -> None:
    marks = (
        TakeMark(0.0, 0.5, (0, 2), "haɪ ", Source.LEXICON.value),
        TakeMark(0.5, 0.6, (2, 3), ", ", Source.PUNCTUATION.value),
        TakeMark(0.6, 0.6, (4, 5), "", Source.SILENT.value),
    )
    assert [(word.text, word.symbols) for word in words_of(marks, "Hi, 😄")] == [("Hi", "haɪ")]


def test_symbol_that_fonts_lack_is_spelled_out() -> None:
    marks = (TakeMark(0.0, 0.5, (0, 1), "\uab67a↓ŋ ", Source.LEXICON.value),)
    assert words_of(marks, "长")[0].symbols == "ʈʂa↓ŋ"


def test_labels_without_room_are_left_out_but_the_one_at_the_playhead_shows(qtbot: QtBot) -> None:
    text = " ".join(f"word{index}" for index in range(200))
    strip = strip_of(qtbot, text, 100.0, 300)
    few = strip.visible_words()
    assert 1 <= len(few) < 20
    strip.set_playhead(50.1)
    assert strip.current is not None
    assert strip.current.text == "word100"
    assert "word100" in strip.visible_words()
    strip.set_view(TimeRange(100.0, 50.0, 2.0))
    assert strip.visible_words()[:3] == ("word100", "word101", "word102")
    assert not strip.grab().isNull()


def test_between_words_none_is_current(qtbot: QtBot) -> None:
    strip = strip_of(qtbot, "one two", 2.0, 300)
    strip.set_playhead(0.95)
    assert strip.current is None
    strip.set_playhead(1.2)
    assert strip.current is not None
    assert strip.current.text == "two"


# Being made.


def test_chunks_grow_into_the_sound_of_the_take() -> None:
    live = LiveSound()
    live.begin((), "one two")
    first, second = sound(0.5), sound(0.25)
    chunk = chunk_of(0, first, [("one", 0)])
    assert live.add(chunk)
    assert not live.add(chunk)
    assert live.add(chunk_of(len(first), second, [("two", 4)]))
    assert [word.text for word in live.words()] == ["one", "two"]
    take = Take("t", "l", Delivery("one two", "v", "", 1.0), "m", 0.75, RATE, "")
    taken = live.taken(take)
    assert taken is not None
    assert taken.seconds == 0.75
    assert live.sound is None


def test_half_a_sound_is_not_that_of_the_take() -> None:
    live = LiveSound()
    live.begin([chunk_of(0, sound(0.5))], "one")
    assert live.taken(Take("t", "l", Delivery("one", "v", "", 1.0), "m", 0.75, RATE, "")) is None


# The spectrogram.


def test_spectrogram_shows_a_tone_where_it_is() -> None:
    samples = np.concatenate([np.zeros(RATE, np.float32), sound(1.0, pitch=1000.0)])
    picture = spectrogram(samples, RATE, lambda: None)
    assert picture.levels.dtype == np.uint8
    columns, left, right = picture.columns(0.0, 2.0, 100)
    assert columns.shape[0] == 100
    assert (left, right) == (0.0, pytest.approx(2.0))
    assert columns[:45].max() == 0
    assert columns[62].max() > 200


def test_spectrogram_shrinks_by_the_loudest() -> None:
    levels = np.zeros((1000, 4), np.uint8)
    levels[437, 2] = 255
    columns, _, _ = Spectrogram(levels, 0.01).columns(0.0, 10.0, 10)
    assert columns[4, 2] == 255
    assert columns.sum() == 255


def test_spectrogram_beyond_the_end_is_empty() -> None:
    assert len(Spectrogram(np.zeros((10, 4), np.uint8), 0.01).columns(5.0, 6.0, 10)[0]) == 0
