import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.text.sanitise import sanitise

any_text = st.text(st.characters(exclude_categories=()), max_size=60)


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("Ｈｅｌｌｏ　Ｗ０", "Hello W0"),
        ("３．１４％", "3.14%"),
        ("１，０００円", "1,000円"),
        ("买了1，200个", "买了1，200个"),
        ("12：30", "12:30"),
        ("他说：好！（真）？；", "他说：好！（真）？；"),
        ("ｶﾞｸｾｲﾃﾞｽ｡", "ガクセイデス  。"),
        ("𝐇𝐞𝐥𝐥𝐨 𝟙", "Hello 1"),
        ("don’t dogs’ ’90s", "don't dogs' '90s"),
        ("don´t o`clock", "don't o'clock"),
        ("他说‘好’。", "他说‘好’。"),
        ("a\u00a0b\u2003c\td", "a b c d"),
        ("a\r\nb\rc\u2028d\x85e", "a \nb\nc\nd\ne"),
        ("non\u2011stop \u22125", "non-stop -5"),
        ("co\u00adoperate now", "cooperate  now"),
        ("hel\x00lo", "hello "),
        ("a\u200bb", "a b"),
        ("\ufeffhi", " hi"),
        ("葛\U000e0100飾区。", "葛飾区 。"),
        ("cafe\u0301 noir", "café  noir"),
        ("か\u3099くせい", "がくせい "),
        ("👨\u200d👩 ❤\ufe0f", "👨 👩 ❤ "),
        ("1\ufe0f\u20e3 ok", "1   ok"),
        ("a\ud83d b", "a\ufffd b"),
        ("\u202eabc\u202c", " abc "),
        ("", ""),
    ],
)
def test_characters_become_plain(text: str, clean: str) -> None:
    assert sanitise(text) == clean
    assert len(clean) == len(text)


@given(any_text)
@settings(deadline=None, database=None)
def test_length_stays_and_nothing_hidden_is_left(text: str) -> None:
    clean = sanitise(text)
    assert len(clean) == len(text)
    assert not {unicodedata.category(char) for char in clean.replace("\n", " ")} & {"Cc", "Cf", "Cs"}
    assert sanitise(clean) == clean


@given(st.text(st.characters(codec="ascii", categories=("L", "N", "P", "S")), max_size=60))
@settings(deadline=None, database=None)
def test_plain_text_is_left_alone(text: str) -> None:
    assert sanitise(text).replace("'", "`") == text.replace("'", "`")


def test_visible_letters_are_never_lost() -> None:
    text = "Ze\u0301ro \u200eשלום\u200f привет\u00ad नमस्\u200dते"
    kept = [char for char in unicodedata.normalize("NFC", text) if char.isalpha()]
    assert [char for char in sanitise(text) if char.isalpha()] == kept
