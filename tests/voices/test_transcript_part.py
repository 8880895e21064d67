from __future__ import annotations

import time

import pytest

from engines.voices.transcript_part import part_said

STORY = (
    "Chapter one. The mill stood empty for years, and nobody knew why. In spring the water-wheel turned again; "
    "it was the miller's youngest daughter who had mended it. “Bring me the corn,” she said, and they did. "
    "All summer long the carts came down the hill. Then, one evening, the wheel stopped."
)


@pytest.mark.parametrize(
    ("heard", "part"),
    [
        (
            "In spring the water wheel turned again. It was the miller's youngest daughter who had mended it.",
            "In spring the water-wheel turned again; it was the miller's youngest daughter who had mended it.",
        ),
        ("bring me the corn she said and they did", "“Bring me the corn,” she said, and they did."),
        # What was misheard does not count, the given words do.
        (
            "All summer long the cats came town the hill",
            "All summer long the carts came down the hill.",
        ),
        # Two parts of the recording.
        (
            "The mill stood empty for years and nobody knew why. All summer long the carts came down the hill.",
            "The mill stood empty for years, and nobody knew why.\nAll summer long the carts came down the hill.",
        ),
    ],
)
def test_the_part_that_was_heard(heard: str, part: str) -> None:
    assert part_said(STORY, heard) == part


def test_all_of_it_was_heard() -> None:
    assert part_said(STORY, STORY.replace("miller's", "millers").lower()) == STORY


@pytest.mark.parametrize("missed", ["Chapter", "stopped."])
def test_a_word_missed_at_either_end_is_kept(missed: str) -> None:
    assert part_said(STORY, STORY.replace(missed, "")) == STORY


def test_chinese_and_japanese_go_by_characters() -> None:
    story = "昨天下午我们一起去公园散步，湖边的柳树已经绿了，孩子们在草地上跑来跑去。回家的路上下起了小雨。"
    part = "湖边的柳树已经绿了，孩子们在草地上跑来跑去。"
    assert part_said(story, part.replace("，", "")) == part
    tale = "むかしむかし、山に猫がいました。猫は毎日、川で魚をとりました。ある日、雨が降りました。"
    assert part_said(tale, "猫は毎日川で魚を取りました") == "猫は毎日、川で魚をとりました。"


@pytest.mark.parametrize(
    ("transcript", "heard"),
    [
        (STORY, "The weather on Monday will be dry with light winds from the west"),
        (STORY, ""),
        ("", "in spring the water wheel turned again"),
        ("… !", "in spring the water wheel turned again"),
    ],
)
def test_nothing_is_made_up(transcript: str, heard: str) -> None:
    assert part_said(transcript, heard) is None


def test_the_transcript_of_twenty_minutes() -> None:
    words = [f"word{i * i % 997} or{i % 31}" for i in range(1500)]
    begun = time.perf_counter()
    assert part_said(" ".join(words), " ".join(words[700:720])) == " ".join(words[700:720])
    assert time.perf_counter() - begun < 1.0
