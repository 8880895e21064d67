"""Whoever looks for a message in the guide finds it as the program prints it."""

from __future__ import annotations

import pytest

from tests.guide.guide_pages import DOCS, PAGES, messages
from tests.guide.source_messages import sentences

QUOTED = sorted({message for page in PAGES for message in messages(page)})


def test_there_are_messages_to_look_for() -> None:
    assert len(messages(DOCS / "troubleshooting.md")) > 30


@pytest.mark.parametrize("message", QUOTED)
def test_the_program_says_it(message: str) -> None:
    assert message in sentences()


def test_both_languages_explain_the_same_messages() -> None:
    assert messages(DOCS / "troubleshooting.zh.md") == messages(DOCS / "troubleshooting.md")
