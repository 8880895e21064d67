"""Units of measure and currencies: (one, many)."""

from __future__ import annotations

_SIMPLE = {
    "kg": "kilogram", "g": "gram", "mg": "milligram", "µg": "microgram", "lb": "pound", "lbs": "pound", "oz": "ounce",
    "km": "kilometer", "m": "meter", "cm": "centimeter", "mm": "millimeter", "µm": "micrometer", "nm": "nanometer",
    "mi": "mile", "yd": "yard", "ha": "hectare", "L": "liter", "l": "liter", "ml": "milliliter", "mL": "milliliter",
    "cl": "centiliter", "s": "second", "sec": "second", "secs": "second", "ms": "millisecond", "µs": "microsecond",
    "ns": "nanosecond", "min": "minute", "mins": "minute", "h": "hour", "hr": "hour", "hrs": "hour",
    "B": "byte", "kB": "kilobyte", "KB": "kilobyte", "MB": "megabyte", "GB": "gigabyte", "TB": "terabyte",
    "PB": "petabyte", "KiB": "kibibyte", "MiB": "mebibyte", "GiB": "gibibyte", "Kb": "kilobit", "Mb": "megabit",
    "Gb": "gigabit", "W": "watt", "kW": "kilowatt", "MW": "megawatt", "GW": "gigawatt", "V": "volt", "mV": "millivolt",
    "kV": "kilovolt", "mA": "milliamp", "Wh": "watt hour", "kWh": "kilowatt hour", "mAh": "milliamp hour",
    "J": "joule", "kJ": "kilojoule", "cal": "calorie", "kcal": "kilocalorie", "Pa": "pascal", "kPa": "kilopascal",
    "hPa": "hectopascal", "dB": "decibel", "px": "pixel", "pt": "point", "pts": "point", "Ω": "ohm", "kΩ": "kilohm",
    "in": "inch", "tsp": "teaspoon", "tbsp": "tablespoon",
}  # fmt: skip
_FIXED = {
    "Hz": "hertz", "kHz": "kilohertz", "MHz": "megahertz", "GHz": "gigahertz", "dpi": "dots per inch",
    "fps": "frames per second", "rpm": "revolutions per minute", "bpm": "beats per minute", "ppm": "parts per million",
    "mph": "miles per hour", "kph": "kilometers per hour", "kbps": "kilobits per second", "Kbps": "kilobits per second",
    "Mbps": "megabits per second", "Gbps": "gigabits per second", "ft": "feet", "psi": "pounds per square inch",
    "%": "percent", "‰": "per mille", "％": "percent",
}  # fmt: skip
_SQUARES = {"m": "meter", "km": "kilometer", "cm": "centimeter", "mm": "millimeter", "ft": "foot", "mi": "mile"}
_RATES = {"km/h": ("kilometer", "hour"), "m/s": ("meter", "second"), "mi/h": ("mile", "hour"), "kB/s": ("kilobyte",
    "second"), "KB/s": ("kilobyte", "second"), "MB/s": ("megabyte", "second"), "GB/s": ("gigabyte", "second"),
    "Mb/s": ("megabit", "second"), "Gb/s": ("gigabit", "second"), "mg/L": ("milligram", "liter"),
    "g/L": ("gram", "liter"), "kg/m³": ("kilogram", "cubic meter"), "m/s²": ("meter", "second squared"),
    "g/cm³": ("gram", "cubic centimeter"), "L/min": ("liter", "minute"), "km/s": ("kilometer", "second")}  # fmt: skip
_DEGREES = {"°C": "Celsius", "° C": "Celsius", "℃": "Celsius", "°F": "Fahrenheit", "℉": "Fahrenheit", "°": "", "º": ""}


def _plural(name: str) -> str:
    return {"foot": "feet", "inch": "inches"}.get(name, name + "s")


def _table() -> dict[str, tuple[str, str]]:
    table = {unit: (name, _plural(name)) for unit, name in _SIMPLE.items()}
    table |= {unit: (name, name) for unit, name in _FIXED.items()} | {"ft": ("foot", "feet")}
    for unit, name in _SQUARES.items():
        for suffix, power in {"²": "square", "³": "cubic", "2": "square", "3": "cubic"}.items():
            table[unit + suffix] = (f"{power} {name}", f"{power} {_plural(name)}")
        table[f"sq {unit}"] = table[unit + "²"]
    table |= {unit: (f"{top} per {bottom}", f"{top}s per {bottom}") for unit, (top, bottom) in _RATES.items()}
    for sign, scale in _DEGREES.items():
        table[sign] = (f"degree {scale}".strip(), f"degrees {scale}".strip())
    # two code points are used for micro
    return table | {unit.replace("µ", "μ"): names for unit, names in table.items() if "µ" in unit}


UNITS = _table()
NEEDS_NO_SPACE = frozenset({"B", "J", "V", "W", "L", "l", "h", "pt", "m", "s", "g", "min", "sec", "cal"})
"""Units that are also letters or words: after a space they count only when no word of the sentence follows at once."""

CURRENCIES: dict[str, tuple[str, str, str, str]] = {
    "$": ("dollar", "dollars", "cent", "cents"),
    "US$": ("US dollar", "US dollars", "cent", "cents"),
    "A$": ("Australian dollar", "Australian dollars", "cent", "cents"),
    "C$": ("Canadian dollar", "Canadian dollars", "cent", "cents"),
    "HK$": ("Hong Kong dollar", "Hong Kong dollars", "cent", "cents"),
    "NT$": ("Taiwan dollar", "Taiwan dollars", "cent", "cents"),
    "£": ("pound", "pounds", "penny", "pence"),
    "€": ("euro", "euros", "cent", "cents"),
    "¥": ("yen", "yen", "", ""),
    "₹": ("rupee", "rupees", "paisa", "paise"),
    "₩": ("won", "won", "", ""),
    "₽": ("ruble", "rubles", "kopeck", "kopecks"),
    "₿": ("bitcoin", "bitcoins", "", ""),
}
"""Sign: one, many, one hundredth, many hundredths (empty where amounts are said with a point)."""
CODES = {
    "USD": "US$", "GBP": "£", "EUR": "€", "JPY": "¥", "AUD": "A$", "CAD": "C$", "HKD": "HK$", "INR": "₹", "RUB": "₽",
    "KRW": "₩",
}  # fmt: skip
YUAN = ("yuan", "yuan", "fen", "fen")
"""What CNY, RMB and CN¥ stand for; a bare ¥ is read as yen."""
CURRENCIES |= {"CN¥": YUAN, "RMB": YUAN, "CNY": YUAN} | {code: CURRENCIES[sign] for code, sign in CODES.items()}
