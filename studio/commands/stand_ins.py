"""Which voice speaks where none was chosen, and who stands in for stock voices that could not be fetched."""

from __future__ import annotations

from typing import TYPE_CHECKING

from studio.commands import terminal

if TYPE_CHECKING:
    from studio.commands.services import Services

DEFAULT_VOICE = "af_heart"
_HOUSE = {
    "af": "rosalind",
    "am": "jasper",
    "bf": "beatrix",
    "bm": "ambrose",
    "jf": "hina",
    "jm": "kenji",
    "zf": "jinglan",
    "zm": "ziang",
}
"""House voices by the language and gender that the name of a stock voice begins with."""


def default_voice(services: Services) -> str:
    """The usual voice, or a house voice in its place, which is told."""
    if not stock_is_missing(services):
        return DEFAULT_VOICE
    voice = stand_in(DEFAULT_VOICE)
    terminal.warn(
        f"The stock voices could not be fetched, so {voice} speaks instead of {DEFAULT_VOICE}; "
        "`timbre models install` tries to fetch them again."
    )
    return voice


def stock_is_missing(services: Services) -> bool:
    """Whether the model was installed without its voices."""
    from engines.models.manifest import DEFAULT_PACK  # noqa: PLC0415 not for `timbre --help`

    return any(info.without for info in services.open_store().installed() if info.name == DEFAULT_PACK)


def stand_in(stock: str) -> str:
    """A house voice of the same language and gender; the name itself where there is none."""
    return _HOUSE.get(stock[:2], stock) if stock[2:3] == "_" else stock
