"""Abbreviations, initialisms and other written forms that are not said as they are spelled."""

from __future__ import annotations

from engines.text.english.tokens import word_set

ALWAYS = {
    "mr": "mister", "mrs": "missus", "ms": "miz", "messrs": "messieurs", "prof": "professor", "dept": "department",
    "govt": "government", "univ": "university", "approx": "approximately", "blvd": "boulevard", "hwy": "highway",
    "vs": "versus", "etc": "etcetera", "jr": "junior", "sr": "senior", "corp": "corporation", "ltd": "limited",
    "bros": "brothers", "capt": "captain", "sgt": "sergeant", "lieut": "lieutenant", "intl": "international",
    "dr": "doctor", "assn": "association", "gov't": "government", "int'l": "international",
    "tsp": "teaspoons", "tbsp": "tablespoons",
}  # fmt: skip
"""Said so with or without a full stop."""
DOTTED = {
    "st": "saint", "mt": "mount", "ft": "fort", "ave": "avenue", "rd": "road", "ln": "lane", "sq": "square",
    "inc": "incorporated", "co": "company", "gen": "general", "col": "colonel", "maj": "major", "lt": "lieutenant",
    "cmdr": "commander", "adm": "admiral", "rev": "reverend", "hon": "honorable", "sen": "senator",
    "rep": "representative", "gov": "governor", "pres": "president", "pvt": "private", "fr": "father",
    "supt": "superintendent", "no": "number", "nos": "numbers", "vol": "volume", "vols": "volumes", "fig": "figure",
    "figs": "figures", "eq": "equation", "ch": "chapter", "sec": "section", "ed": "edition", "eds": "editors",
    "est": "established", "apt": "apartment", "tel": "telephone", "ext": "extension", "min": "minimum",
    "max": "maximum", "avg": "average", "misc": "miscellaneous", "esp": "especially", "incl": "including",
    "jan": "January", "feb": "February", "mar": "March", "apr": "April", "jun": "June", "jul": "July",
    "aug": "August", "sep": "September", "sept": "September", "oct": "October", "nov": "November", "dec": "December",
    "mon": "Monday", "tue": "Tuesday", "tues": "Tuesday", "wed": "Wednesday", "thu": "Thursday", "thur": "Thursday",
    "thurs": "Thursday", "fri": "Friday", "sat": "Saturday", "sun": "Sunday", "al": "al", "cf": "compare",
    "viz": "namely", "ca": "circa", "p": "page", "pp": "pages", "lb": "pounds", "lbs": "pounds", "oz": "ounces",
}  # fmt: skip
"""Said so only with a full stop after it (months also before or after a number)."""
BEFORE_NUMBER = word_set("no nos vol vols fig figs eq ch sec p pp apt ext")
"""Abbreviations that are one only before a number; otherwise a word at the end of a sentence."""
TITLES = word_set("st mt ft gen col maj lt cmdr adm rev hon sen rep gov pres pvt fr")
"""Abbreviations that are one only before a name."""
AFTER_NAME = {"st": "street", "dr": "drive", "ave": "avenue", "rd": "road", "ln": "lane", "sq": "square"}
"""What stands after the name of a road."""
PHRASES = {
    "e.g.": "for example", "eg.": "for example", "e.g": "for example", "i.e.": "that is", "i.e": "that is",
    "a.k.a.": "also known as", "w/o": "without", "w/": "with",
    "b/c": "because", "c/o": "care of", "n/a": "not applicable",
    "c++": "C plus plus", "c#": "C sharp", "f#": "F sharp",
    ".net": "dot net", "and/or": "and or", "he/she": "he or she",
    "s/he": "she or he", "r&d": "R and D", "q&a": "Q and A", "at&t": "AT and T", "b&b": "B and B", "r&b": "R and B",
    "ph.d.": "PHD", "ph.d": "PHD", "phd": "PHD",
}  # fmt: skip
"""Said so wherever they stand; capitals are letters."""

SPELLED = word_set(
    "US IT ID IDs AI AIs AM PM UK EU UN TV TVs PC PCs ER OS PR HR VR AR AC DC DJ MC CV DIY FAQ HQ IP IQ VIP"
)
"""Initialisms that are also words in small letters or in the lexicon with another sound."""
ACRONYMS = word_set(
    "JSON YAML LASER RADAR SCUBA ASUS CUDA CAPTCHA COVID LIDAR SONAR FOMO YOLO NERF SWAT FIFA UEFA NAFTA ICANN"
    " POTUS GNOME LAMP SOAP BERT LLAMA LORA WASM BLAS OPEC HUD FEMA MIDI GUI NVIDIA LIBOR RAID DOS NAND NOR"
)
"""Capitals that are said as a word though they look like an initialism."""

ROMAN_AFTER = word_set(
    "chapter part volume book act scene section phase type class level stage war title article appendix figure"
    " table grade bowl fantasy world episode season mark model unit lesson canto psalm series division category"
    " apollo olympiad generation gen tier schedule plan"
)
"""Words after which a Roman numeral is a plain number."""
RULERS = word_set(
    "henry elizabeth louis charles james george william edward richard john paul pius benedict francis philip peter"
    " catherine alexander nicholas napoleon frederick leo gregory innocent clement urban otto ivan mary robert"
    " alfonso ferdinand ramses ramesses xerxes darius cyrus wilhelm friedrich leopold victor emmanuel umberto haakon"
    " gustav carl karl christian harald olaf mehmed murad suleiman selim ptolemy cleopatra boniface adrian julius"
    " sixtus stephen baldwin amenhotep thutmose maximilian rudolf albert"
)
"""Names after which a Roman numeral is an ordinal."""
FILE_TYPES = word_set(
    "py js ts txt pdf jpg jpeg png gif svg wav mp3 mp4 flac ogg json yaml yml toml csv md html css exe zip gz tar"
    " srt doc docx xls xlsx ppt pptx cpp rs go sh bat ini log onnx"
)
