"""What numbers, dates, symbols and abbreviations are written out to."""

import pytest

from engines.text.english.frontend import EnglishFrontEnd
from engines.types import Reading, Source, Span

AMERICAN, BRITISH = EnglishFrontEnd("en-us"), EnglishFrontEnd("en-gb")
SEPTEMBER = "September twenty eighth"


def read(text: str, front_end: EnglishFrontEnd = AMERICAN) -> list[Reading]:
    return front_end.read(text, Span(0, len(text)))


def spoken(text: str, front_end: EnglishFrontEnd = AMERICAN) -> str:
    return " ".join(reading.spoken for reading in read(text, front_end) if reading.spoken)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("0", "zero"),
        ("1097", "one thousand ninety seven"),
        ("1397", "thirteen ninety seven"),
        ("in 1066", "in ten sixty six"),
        ("In 1588 Drake sailed.", "In fifteen eighty eight Drake sailed"),
        ("2001", "two thousand one"),
        ("zip code 10027", "zip code one zero zero two seven"),
        ("odds of 5:2", "odds of five to two"),
        ("at 5:20", "at five twenty"),
        ("rated 8/10", "rated eight out of ten"),
        ("6 x 3 = 18", "six times three equals eighteen"),
        ("18 / 6 = 3", "eighteen divided by six equals three"),
        ("the 200 m race", "the two hundred meter race"),
        ("20 in wide", "twenty inches wide"),
        ("20 in total", "twenty in total"),
        ("PM2.5", "P M two point five"),
        ("$8/hour", "eight dollars per hour"),
        ("in 1997", "in nineteen ninety seven"),
        ("in 1905", "in nineteen oh five"),
        ("in 2025", "in twenty twenty five"),
        ("1500 people", "one thousand five hundred people"),
        ("1997 was", "nineteen ninety seven was"),
        ("the 1900s", "the nineteen hundreds"),
        ("the '90s", "the nineties"),
        ("1,234,567", "one million two hundred thirty four thousand five hundred sixty seven"),
        ("3.14", "three point one four"),
        ("0.05", "zero point zero five"),
        (".5", "point five"),
        ("-5", "minus five"),
        ("007", "zero zero seven"),
        ("4th", "fourth"),
        ("21st", "twenty first"),
        ("1,000th", "one thousandth"),
        ("1/2", "one half"),
        ("3/4", "three quarters"),
        ("1 1/2 cups", "one and a half cups"),
        ("2½ cups", "two and a half cups"),
        ("24/7", "twenty four seven"),
        ("5-10", "five to ten"),
        ("1990–1995", "nineteen ninety to nineteen ninety five"),
        ("50-60%", "fifty to sixty percent"),
        ("won 3-2", "won three to two"),
        ("Room 101", "Room one oh one"),
        ("Boeing 747", "Boeing seven forty seven"),
        ("12345678901234567890123456789", " ".join(["one two three four five six seven eight nine zero"] * 3)[:-5]),
    ],
)
def test_numbers(text: str, expected: str) -> None:
    assert spoken(text) == expected


@pytest.mark.parametrize(
    ("text", "american", "british"),
    [
        (
            "2025-09-28",
            "September twenty eighth, twenty twenty five",
            "the twenty eighth of September twenty twenty five",
        ),
        ("9/8/2025", "September eighth, twenty twenty five", "the ninth of August twenty twenty five"),
        (
            "28/09/2025",
            "September twenty eighth, twenty twenty five",
            "the twenty eighth of September twenty twenty five",
        ),
        ("Sept. 28", SEPTEMBER, SEPTEMBER),
        ("28 September", "the twenty eighth of September", "the twenty eighth of September"),
        ("123", "one hundred twenty three", "one hundred and twenty three"),
        ("1,005", "one thousand five", "one thousand and five"),
        ("5 km", "five kilometers", "five kilometres"),
    ],
)
def test_dialects_write_out_differently(text: str, american: str, british: str) -> None:
    assert spoken(text) == american
    assert spoken(text, BRITISH) == british


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("8:00", "eight o'clock"),
        ("8:05 a.m.", "eight oh five A M"),
        ("20:30", "twenty thirty"),
        ("5 pm", "five P M"),
        ("1:02:03", "one oh two and three seconds"),
        ("$1.25", "one dollar and twenty five cents"),
        ("$49.95", "forty nine dollars and ninety five cents"),
        ("$0.99", "ninety nine cents"),
        ("$3.2 million", "three point two million dollars"),
        ("a $5 million deal", "a five million dollar deal"),
        ("$1.5B", "one point five billion dollars"),
        ("US$20", "twenty U S dollars"),
        ("£3.50", "three pounds and fifty pence"),
        ("20€", "twenty euros"),
        ("¥1,234.50", "one thousand two hundred thirty four point five zero yen"),
        ("$5–$10", "five dollars to ten dollars"),
        ("5 kg", "five kilograms"),
        ("1 kg", "one kilogram"),
        ("a 5-kg bag", "a five kilogram bag"),
        ("30 °C", "thirty degrees Celsius"),
        ("100 km/h", "one hundred kilometers per hour"),
        ("16GB", "sixteen gigabytes"),
        ("5'10\"", "five foot ten"),
        ("1920x1080", "nineteen twenty by ten eighty"),
        ("10x faster", "ten times faster"),
        ("+1 555-123-4567", "plus one, five five five, one two three, four five six seven"),
        ("(555) 123-4567", "five five five, one two three, four five six seven"),
        ("v2.0.1", "version two point zero point one"),
        ("Python 3.11", "Python three point eleven"),
        ("192.168.0.1", "one hundred ninety two dot one hundred sixty eight dot zero dot one"),
    ],
)
def test_quantities(text: str, expected: str) -> None:
    assert spoken(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Chapter IV", "Chapter four"),
        ("Henry VIII", "Henry the eighth"),
        ("World War II", "World War two"),
        ("I think so", "I think so"),
        ("Dr. Smith", "doctor Smith"),
        ("12 Elm Dr. near", "twelve Elm drive near"),
        ("St. James St. is", "saint James street is"),
        ("Mr. and Mrs. Jones vs. us", "mister and missus Jones versus us"),
        ("e.g. this, etc.", "for example this etcetera"),
        ("No. 5", "number five"),
        ("I said no.", "I said no"),
        ("pp. 5-7", "pages five to seven"),
        ("the U.S. team", "the U S team"),
        ("J. Smith", "J Smith"),
        ("FBI", "F B I"),
        ("PDFs", "P D Fs"),
        ("the FBI's", "the F B I's"),
        ("NASA", "NASA"),
        ("the US and us", "the U S and us"),
        ("H200", "H two hundred"),
        ("GPT-4", "G P T four"),
        ("GPT4", "G P T four"),
        ("mp3", "M P three"),
        ("RTX 4090", "R T X forty ninety"),
        ("OpenSource", "Open Source"),
        ("snake_case", "snake case"),
        ("R&D and Q&A", "R and D and Q and A"),
        ("2+2=4", "two plus two equals four"),
        ("3 × 4", "three times four"),
        ("5 > 3", "five is greater than three"),
        ("#5", "number five"),
        ("me@example.com", "me at example dot com"),
        ("https://example.com/docs", "example dot com slash docs"),
        ("report.pdf", "report dot P D F"),
        ("C++", "C plus plus"),
    ],
)
def test_letters_and_symbols(text: str, expected: str) -> None:
    assert spoken(text) == expected


def test_what_is_written_out_is_one_reading_of_a_rule() -> None:
    readings = read("It costs $49.95.")
    price = readings[4]
    assert (price.span, price.source) == (Span(9, 15), Source.RULE)
    assert price.symbols == "fˈɔɹTi nˈIn dˈɑləɹz ænd nˈIndi fˈIv sˈɛnts"


@pytest.mark.parametrize("text", ["It is 8:05 a.m.", "Apples, pears, etc.", "He lives in the U.S."])
def test_the_full_stop_of_an_abbreviation_also_ends_the_sentence(text: str) -> None:
    last = read(text)[-1]
    assert (last.symbols, last.source) == (".", Source.PUNCTUATION)


def test_what_is_written_out_keeps_apart_from_its_neighbours() -> None:
    symbols = "".join(reading.symbols for reading in read("5-10%"))
    assert symbols == "fˈIv tə tˈɛn pəɹsˈɛnt"
