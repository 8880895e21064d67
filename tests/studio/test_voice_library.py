from __future__ import annotations

import pytest
from PySide6.QtCore import QObject

from engines.models.kokoro.voices import LANGUAGES, voice_info
from engines.text.languages import canonical
from engines.text.reader import TextReader
from engines.types import Source, Utterance
from studio.settings import Settings
from studio.voices import VoiceLibrary, gender_name, language_name
from studio.windows.voices_search import matches, words_of

NAMES = ("zf_xiaoxiao", "af_heart", "bm_george", "af_nicole", "hf_alpha", "am_adam", "zm_yunxi")


@pytest.fixture
def settings(tmp_path):
    return Settings(tmp_path / "settings.ini")


@pytest.fixture
def library(settings):
    library = VoiceLibrary(settings)
    library.set_stock({name: voice_info(name, "kokoro-v1.0") for name in NAMES})
    return library


class Counter(QObject):
    def __init__(self, library):
        super().__init__()
        self.changes = 0
        library.changed.connect(self.count)

    def count(self):
        self.changes += 1


def found(library, query):
    return [entry.name for entry in library.entries() if matches(words_of(entry), query)]


def test_there_is_nothing_before_a_model_is_loaded(settings):
    assert VoiceLibrary(settings).entries() == ()
    assert VoiceLibrary(settings).title("zf_xiaoxiao") == "Xiaoxiao"


def test_voices_are_listed_by_language_and_title(library):
    assert [entry.name for entry in library.entries()] == [
        "am_adam",
        "af_heart",
        "af_nicole",
        "bm_george",
        "zf_xiaoxiao",
        "zm_yunxi",
        "hf_alpha",
    ]


def test_an_entry_says_what_is_known(library):
    entry = library.entry("af_nicole")
    assert (entry.title, entry.language, entry.gender, entry.pack) == ("Nicole", "en-us", "female", "kokoro-v1.0")
    assert entry.tags == ("English (US)", "female", "whisper")
    assert not entry.favourite
    assert entry.readable
    assert not library.entry("hf_alpha").readable
    assert library.entry("nobody") is None


def test_a_voice_without_the_usual_name_keeps_it(library):
    assert library.title("Grandma") == "Grandma"
    assert library.title("af_sky_blue") == "Sky Blue"


def test_favourites_and_tags_are_kept(library, settings, tmp_path):
    library.set_favourite("af_heart", True)
    library.set_favourite("af_heart", True)
    library.set_tags("af_heart", (" old   woman ", "", "反派", "反派"))
    settings.sync()
    again = VoiceLibrary(Settings(tmp_path / "settings.ini"))
    again.set_stock({"af_heart": voice_info("af_heart", "x")})
    entry = again.entry("af_heart")
    assert entry.favourite
    assert entry.own_tags == ("old woman", "反派")
    assert entry.tags == ("English (US)", "female", "old woman", "反派")
    library.set_favourite("af_heart", False)
    library.set_tags("af_heart", ())
    assert not library.entry("af_heart").favourite
    assert library.entry("af_heart").own_tags == ()


def test_changes_are_told_once_each(library, settings):
    counter = Counter(library)
    library.set_favourite("af_heart", True)
    assert counter.changes == 1
    library.set_tags("af_heart", ("x",))
    assert counter.changes == 2
    settings.theme = "dark"
    library.set_stock({name: voice_info(name, "kokoro-v1.0") for name in NAMES})
    assert counter.changes == 2
    library.set_stock({})
    assert counter.changes == 3


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("", {*NAMES}),
        ("  ", {*NAMES}),
        ("heart", {"af_heart"}),
        ("AF_HEART", {"af_heart"}),
        ("male english", {"am_adam", "bm_george"}),
        ("english male", {"am_adam", "bm_george"}),
        ("male", {"am_adam", "bm_george", "zm_yunxi"}),
        ("british", {"bm_george"}),
        ("whisper female", {"af_nicole"}),
        ("中文", {"zf_xiaoxiao", "zm_yunxi"}),
        ("女声 英语", {"af_heart", "af_nicole"}),
        ("中文女声", {"zf_xiaoxiao"}),
        ("晓晓", {"zf_xiaoxiao"}),
        ("耳语", {"af_nicole"}),
        ("zh male", {"zm_yunxi"}),
        ("xiao, 女", {"zf_xiaoxiao"}),
        ("x" * 400, set()),
        ("無" * 400, set()),
        ("nobody", set()),
    ],
)
def test_search(library, query, expected):
    assert set(found(library, query)) == expected


def test_search_finds_own_tags_and_favourites(library):
    library.set_tags("bm_george", ("old wizard", "老巫师"))
    library.set_favourite("zm_yunxi", True)
    assert found(library, "wizard george") == ["bm_george"]
    assert found(library, "老巫师") == ["bm_george"]
    assert found(library, "favourite") == found(library, "收藏") == ["zm_yunxi"]


def test_every_language_of_the_model_has_a_name_and_a_sentence(library):
    for code in LANGUAGES.values():
        assert language_name(code) != code
        assert library.sample_sentence(code)
    assert len({library.sample_sentence(code) for code in LANGUAGES.values()}) == len(LANGUAGES)
    assert language_name("xx") == "xx"
    assert gender_name("female") == "female"
    assert gender_name("other") == "other"


@pytest.mark.parametrize("code", ["en-us", "en-gb", "zh", "es", "fr", "it", "pt-br"])
def test_sample_sentences_can_be_read(library, code):
    alphabet = frozenset(chr(n) for n in range(32, 0x2000)) | frozenset("↓→↗↘ᵻꭧʦʨʣʥ")
    segments = list(TextReader(alphabet).read(Utterance(library.sample_sentence(code), "voice"), code))
    readings = [reading for segment in segments for reading in segment.readings]
    assert not [reading for reading in readings if reading.source in {Source.SILENT, Source.GUESS}]
    assert {canonical(reading.language) for reading in readings} == {code}
