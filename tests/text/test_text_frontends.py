import pytest

from engines.errors import LanguageNotAvailableError
from engines.text.frontend import FrontEnd
from engines.text.frontends import FrontEnds, installed_front_ends
from engines.types import Reading, Span


class Silent:
    language = "xx"

    def read(self, text: str, span: Span) -> list[Reading]:
        return []


def test_a_front_end_is_made_once_and_only_when_needed() -> None:
    made: list[FrontEnd] = []

    def make() -> FrontEnd:
        made.append(Silent())
        return made[-1]

    front_ends = FrontEnds({"xx": make})
    assert front_ends.languages == {"xx"}
    assert not made
    assert front_ends.get("xx") is front_ends.get("xx")
    assert len(made) == 1


def test_an_unknown_language_is_named_with_the_choice() -> None:
    with pytest.raises(LanguageNotAvailableError, match=r"'tlh' cannot be read; choose one of: xx\."):
        FrontEnds({"xx": Silent}).get("tlh")


def test_a_missing_package_says_what_to_do() -> None:
    def make() -> FrontEnd:
        raise ImportError("No module named 'kanji'")

    with pytest.raises(LanguageNotAvailableError, match=r"'kanji'\); run `make setup`"):
        FrontEnds({"ja": make}).get("ja")


def test_the_installation_reads_the_three_main_languages() -> None:
    assert {"en-us", "en-gb", "zh", "ja"} <= installed_front_ends().languages
