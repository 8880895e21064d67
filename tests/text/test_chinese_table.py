"""Texts by word in one string."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.text.chinese.table import CompactTable

words = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=4)


@given(st.lists(st.tuples(words, words), max_size=30), words)
def test_it_is_a_dictionary(items: list[tuple[str, str]], other: str) -> None:
    table, expected = CompactTable(items), dict(items)
    assert dict(table) == expected
    assert len(table) == len(expected)
    assert table.get(other) == expected.get(other)


def test_a_word_that_is_not_there_is_missed() -> None:
    with pytest.raises(KeyError):
        CompactTable([("重", "zhòng")])["中"]
