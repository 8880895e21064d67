"""What goes over the network comes back as it was, and what should not come is refused with a sentence."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

from engines.models.kokoro.model import KokoroModel
from engines.prosody.emotion import LIMITS
from engines.serve.wire import is_carried, manner_out, utterance_in, utterance_out, with_manner
from engines.serve.wire_manner import WireError, emotion_in
from engines.types import Utterance
from tests.serve.manners import KINDS, VOICE, manners

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
FIELDS = ("emotion", "names", "edits", "excerpt", "slot")


@pytest.mark.parametrize("kind", KINDS)
def test_it_comes_back_to_the_bit(tiny_model: KokoroModel, kind: str) -> None:
    utterance = manners(tiny_model)[kind]
    assert is_carried(utterance)
    carried = json.loads(json.dumps(utterance_out(utterance, [*utterance.lexicons.project])))
    assert utterance_in(carried) == replace(utterance, text="")


def test_a_plain_text_carries_nothing_more() -> None:
    assert manner_out(Utterance("Hello.", VOICE)) == {}
    assert with_manner(Utterance("Hello.", VOICE), {}) == Utterance("Hello.", VOICE)


@pytest.mark.parametrize(
    ("data", "place"),
    [
        ({"emotion": []}, "emotion"),
        ({"emotion": {"joy": 1.0}}, "emotion"),
        ({"emotion": {"happy": 1.1}}, r"emotion\.happy"),
        ({"emotion": {"happy": True}}, r"emotion\.happy"),
        ({"emotion": {"pitch": float("nan")}}, r"emotion\.pitch"),
        ({"emotion": {"example": {"title": "x", "change": {"pitch": 99}}}}, r"emotion\.example"),
        ({"names": {"x" * 65: {}}}, "names"),
        ({"names": {str(i): {} for i in range(201)}}, "names"),
        ({"edits": {}}, "edits"),
        ({"edits": [{"symbols": "a"}] * 501}, "edits"),
        ({"edits": [{"symbols": ""}]}, r"edits\.0\.symbols"),
        ({"edits": [{"symbols": "a", "pitch": [[0.0]]}]}, r"edits\.0\.pitch"),
        ({"edits": [{"symbols": "a", "pitch": [[0.0, 1.0]] * 2001}]}, r"edits\.0\.pitch"),
        ({"edits": [{"symbols": "a", "durations": [[0.5, 1.0]]}]}, r"edits\.0\.durations"),
        ({"excerpt": [1, 2, 3]}, "excerpt"),
        ({"excerpt": [-1, 2]}, "excerpt"),
        ({"slot": {"seconds": 0}}, r"slot\.seconds"),
        ({"slot": {"seconds": 1e9}}, r"slot\.seconds"),
        ({"slot": {"seconds": 1, "shortest": 2}}, r"slot\.shortest"),
    ],
)
def test_what_cannot_be_is_refused(data: dict[str, Any], place: str) -> None:
    with pytest.raises(WireError, match=f"^{place} is wrong: .*\\.$"):
        with_manner(Utterance("", VOICE), data)


@settings(max_examples=200, deadline=None)
@given(st.sampled_from(FIELDS), JSON)
def test_nothing_else_ever_comes_of_it(name: str, value: Any) -> None:
    with suppress(WireError):
        with_manner(Utterance("", VOICE), {name: value})


@given(st.fixed_dictionaries({}, optional={n: st.floats(least, most) for n, (least, most, _) in LIMITS.items()}))
@settings(max_examples=50, deadline=None)
def test_every_emotion_that_can_be_is_taken(numbers: dict[str, float]) -> None:
    assert all(getattr(emotion_in(numbers), name) == value for name, value in numbers.items())


def test_a_client_is_told(client: TestClient) -> None:
    with client.websocket_connect("/v1/stream") as socket:
        socket.send_text(json.dumps({"type": "start", "emotion": {"happy": 7}}))
        error = socket.receive_json()["error"]
    assert (error["code"], error["message"]) == (
        "wrong_message",
        "emotion.happy is wrong: it has to be a number from 0 to 1.",
    )
