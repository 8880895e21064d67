"""Spanish, French, Italian and Brazilian Portuguese: symbols, written-out numbers, spans and robustness."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.errors import LanguageNotAvailableError
from engines.models.kokoro.alphabet import ALPHABET
from engines.text.romance.front_end import RomanceFrontEnd
from engines.types import Reading, Source, Span

LANGUAGES = ("es", "fr", "it", "pt-br")


@cache
def front_end(language: str) -> RomanceFrontEnd:
    return RomanceFrontEnd(language)


def read(language: str, text: str) -> list[Reading]:
    return front_end(language).read(text, Span(0, len(text)))


def symbols(language: str, text: str) -> str:
    return "".join(reading.symbols for reading in read(language, text))


def spoken(language: str, text: str) -> list[str]:
    return [reading.spoken for reading in read(language, text) if reading.spoken]


def assert_tiles(readings: list[Reading], span: Span) -> None:
    position = span.start
    for reading in readings:
        assert reading.span.start == position
        assert reading.span.end > position
        position = reading.span.end
    assert position == span.end


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("¿Dónde está la niña?", "dˈonde estˈa la nˈiɲa?"),
        ("Hay mucha gente en la ciudad.", "ˈI mˈuʧa xˈente en la θjuðˈað."),
        ("un vaso de agua", "ˈum bˈaso ðe ˈaɣwa"),
        ("la guerra y el pingüino", "la ɣˈera i el piŋɡwˈino"),
        ("rápidamente", "rˈapiðamˈente"),
        ("carro, caro", "kˈaro, kˈaɾo"),
    ],
)
def test_spanish(text: str, expected: str) -> None:
    assert symbols("es", text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Gli gnocchi sono buoni.", "ʎɪ ɲˈokːɪ sˈono bwˈɔnɪ."),
        ("C'è la città.", "ʧˈɛ la ʧitːˈa."),
        ("dell'amico", "dellamˈiko"),
        ("possibile, facile, vedere, prendere", "poSˈibile, fˈaʧile, vedˈere, prˈɛndere"),
        ("la farmacia e la famiglia", "la farmaʧˈia e la famˈiʎa"),
        ("pizza e scienza", "pˈiʦːa e ʃˈɛnʦa"),
    ],
)
def test_italian(text: str, expected: str) -> None:
    assert symbols("it", text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("O pão da mãe.", "ʊ pˈɐ̃ʊ̃ da mˈɐ̃y."),
        ("tia, dia, gente, cidade", "ʧˈiæ, ʤˈiæ, ʒˈAŋʧy, sidˈaʤy"),
        ("Brasil e carro", "brazˈiʊ e kˈaxʊ"),
        ("as crianças", "as kriˈɐ̃ŋsæs"),
        ("os amigos", "ʊz æmˈiɡʊs"),
        ("português, carne", "pˌoɾətuɡˈes, kˈaɾəny"),
    ],
)
def test_portuguese(text: str, expected: str) -> None:
    assert symbols("pt-br", text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Les enfants mangent.", "lez ɑ̃fˈɑ̃ mˈɑ̃ʒ."),
        ("C'est un bon vin blanc.", "sɛt œ̃ bˈɔ̃ vˈɛ̃ blˈɑ̃."),
        ("le train, la nation, la question", "lə tʁˈɛ̃, la nasjˈɔ̃, la kɛstjˈɔ̃"),
        ("Aujourd'hui, monsieur", "oʒuʁdyˈi, məsjˈø"),
        ("l'eau de la fille", "lˈo də la fˈij"),
        ("un moment, évidemment, ils aiment", "œ̃ momˈɑ̃, evidamˈɑ̃, ilz ˈɛm"),
        ("les héros", "le eʁˈo"),
        ("grands-parents", "ɡʁɑ̃paʁˈɑ̃"),
    ],
)
def test_french(text: str, expected: str) -> None:
    assert symbols("fr", text) == expected


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("es", "25/12/2025", ["veinticinco de diciembre de dos mil veinticinco"]),
        ("es", "12,50 €", ["doce coma cincuenta euros"]),
        ("es", "1.234.567", ["un millón doscientos treinta y cuatro mil quinientos sesenta y siete"]),
        ("es", "21 casas", ["veintiuna", "casas"]),
        ("es", "-5 °C", ["menos cinco grados"]),
        ("es", "El Sr. X del siglo XXI", ["El", "señor", "equis", "del", "siglo", "veintiuno"]),
        ("it", "15%", ["quindici per cento"]),
        ("it", "1 km", ["un chilometro"]),
        ("it", "alle 15:30", ["alle", "quindici e trenta"]),
        ("pt-br", "R$ 12", ["doze reais"]),
        ("pt-br", "2 casas e 2 carros", ["duas", "casas", "e", "dois", "carros"]),
        ("pt-br", "3,05", ["três vírgula zero cinco"]),
        ("fr", "15h30", ["quinze heures trente"]),
        ("fr", "le 1er mai", ["le", "premier", "mai"]),
        ("fr", "XXIe siècle", ["vingt et unième", "siècle"]),
        ("fr", "1 234 567", ["un million deux cent trente-quatre mille cinq cent soixante-sept"]),
        ("fr", "$5", ["cinq dollars"]),
        ("fr", "007", ["zéro zéro sept"]),
    ],
)
def test_numbers_are_written_out(language: str, text: str, expected: list[str]) -> None:
    assert spoken(language, text) == expected


def test_readings_tell_marks_words_and_what_is_not_spoken() -> None:
    text = "«Sí» 5 日!"
    readings = [(text[r.span.start : r.span.end], r.symbols, r.source) for r in read("es", text)]
    assert readings == [
        ("«", "“", Source.PUNCTUATION),
        ("Sí", "sˈi", Source.RULE),
        ("»", "”", Source.PUNCTUATION),
        (" ", " ", Source.PUNCTUATION),
        ("5", "θˈinko", Source.RULE),
        (" ", " ", Source.PUNCTUATION),
        ("日", "", Source.SILENT),
        ("!", "!", Source.PUNCTUATION),
    ]


def test_acronyms_are_spelled_when_they_cannot_be_said() -> None:
    assert spoken("fr", "la SNCF") == ["la", "èsse ène cé èfe"]
    assert spoken("it", "la NATO") == ["la", "NATO"]


def test_only_the_span_is_read() -> None:
    readings = front_end("it").read("Hello, ciao 12345", Span(7, 14))
    assert_tiles(readings, Span(7, 14))
    assert "".join(r.symbols for r in readings) == "ʧˈao dˈɔdiʧɪ"


def test_unknown_language_names_the_known_ones() -> None:
    with pytest.raises(LanguageNotAvailableError, match="es, fr, it, pt-br"):
        RomanceFrontEnd("de")


PIECES = st.sampled_from(
    [
        *"aeiouáéíóúàèìòùâêôãõçñüœcghlnqrstxyzABCIVX'’-/.,:;!?¿«»\"€$%°ºª0123456789 \n\u202f日🙂\ud800\u0301",
        "R$ 5",
        "1er",
        "25/12/2025",
        "M. ",
        "l'",
        "gli",
    ]
)


@pytest.mark.parametrize("language", LANGUAGES)
@settings(deadline=None, max_examples=150)
@given(text=st.lists(PIECES, max_size=25).map("".join) | st.text(max_size=30), data=st.data())
def test_any_text_is_tiled(language: str, text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    span = Span(start, data.draw(st.integers(start, len(text))))
    readings = front_end(language).read(text, span)
    assert_tiles(readings, span)
    for reading in readings:
        assert ALPHABET.issuperset(reading.symbols)
        assert reading.language == language
        assert (reading.source in (Source.SILENT, Source.PUNCTUATION)) == (not reading.spoken)
