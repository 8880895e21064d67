from __future__ import annotations

from types import ModuleType

import numpy as np
import pytest

for package in ("rapidfuzz", "opencc", "pypinyin", "sudachipy", "speechmos"):
    pytest.importorskip(package, reason="the `bench` extra is not installed")

from tests.bench import corpus, latency_worker  # noqa: E402
from tests.bench.metrics import audio, chinese, english, japanese, scoring  # noqa: E402
from tests.bench.report import Figure  # noqa: E402

RATE = 24000


def errors(language: ModuleType, reference: str, heard: str) -> int:
    return scoring.score([reference], language.slots(heard), language.tokens).errors


@pytest.mark.parametrize(
    ("reference", "heard"),
    [
        ("It costs one dollar and twenty-five cents.", "it costs $1.25"),
        ("It costs one twenty-five.", "It costs $1.25."),
        ("at eight o'clock", "At 8:00!"),
        ("at nine forty-five", "at 9:45"),
        ("at half past three", "at 3:30"),
        ("ends at nine forty-five", "ends at 9.45"),
        ("in nineteen ninety-seven", "in 1997"),
        ("in nineteen oh five", "in 1905"),
        ("two thousand and one", "2001"),
        ("April fifteenth, twenty twenty-five", "April 15, 2025"),
        ("the twenty-first of May", "the 21st of May"),
        ("one kilogram", "1kg"),
        ("thirty degrees Celsius", "30°C"),
        ("seventy-five percent", "75%"),
        ("three quarters of it", "3/4 of it"),
        ("five five five oh one four two", "555-0142"),
        ("three million four hundred thousand", "3,400,000"),
        ("three point one four", "3.14"),
        ("five million pounds", "£5 million"),
        ("the F B I and the C E O's", "the FBI and the CEO's"),
        ("the lighthouse keeper", "the light house keeper"),
        ("an ice cream", "an icecream"),
        ("We aren't lost, it's colour", "We are not lost; it is color."),
        ("Doctor Smith, okay", "Dr. Smith OK"),
        ("Thompson’s dog", "Thompson's dog"),
    ],
)
def test_english_that_sounds_the_same_has_no_errors(reference: str, heard: str) -> None:
    assert errors(english, reference, heard) == 0


@pytest.mark.parametrize(
    ("reference", "heard", "count"),
    [
        ("It costs five dollars.", "It costs five.", 1),
        ("in nineteen ninety-seven", "in 1998", 1),
        ("a quiet street", "a quite long street", 2),
        ("sixteen people", "60 people", 1),
        ("read it", "", 2),
        ("a light house", "a white house", 1),
    ],
)
def test_english_that_sounds_different_is_counted(reference: str, heard: str, count: int) -> None:
    assert errors(english, reference, heard) == count


@pytest.mark.parametrize(
    ("number", "words"),
    [(0, "zero"), (13, "thirteen"), (40, "forty"), (101, "one hundred one"), (2_000_018, "two million eighteen")],
)
def test_english_cardinals(number: int, words: str) -> None:
    assert english.cardinal(number) == words


@pytest.mark.parametrize(
    ("number", "words"), [(1, "first"), (8, "eighth"), (12, "twelfth"), (20, "twentieth"), (33, "thirty third")]
)
def test_english_ordinals(number: int, words: str) -> None:
    assert english.ordinal(number) == words


@pytest.mark.parametrize(
    ("reference", "heard"),
    [
        ("今天是二零二五年九月二十八日", "今天是2025年9月28日。"),
        ("今天是二零二五年九月二十八号", "今天是2025-09-28"),
        ("一共一千二百三十四点五元", "一共1,234.5元"),
        ("一共一千二百三十四元五角", "一共¥1,234.50"),
        ("幺三八零零幺三八零零零", "13800138000"),
        ("两百年", "200年"),
        ("百分之五十", "50%"),
        ("下午三点半", "下午3:30"),
        ("下午三点半", "下午3.30"),
        ("重五公斤", "重5kg"),
        ("三十摄氏度", "30℃"),
        ("二分之一", "1/2"),
        ("银行的行长", "銀行的行長"),
        ("他在那里", "她在那里"),
        ("发到我的email，O K", "发到我的Email,OK"),
        ("花了twenty-five dollars", "花了25 dollars"),
        ("花了二十五美元", "花了$25"),
    ],
)
def test_chinese_that_sounds_the_same_has_no_errors(reference: str, heard: str) -> None:
    assert errors(chinese, reference, heard) == 0


@pytest.mark.parametrize(
    ("reference", "heard", "count"),
    [
        ("二零二五年", "2024年", 1),
        ("重要文件", "从要文件", 1),
        ("用iPhone打电话", "用手机打电话", 2),
        ("十五", "50", 2),
    ],
)
def test_chinese_that_sounds_different_is_counted(reference: str, heard: str, count: int) -> None:
    assert errors(chinese, reference, heard) == count


@pytest.mark.parametrize(
    ("number", "written"),
    [
        (0, "零"),
        (10, "十"),
        (105, "一百零五"),
        (1050, "一千零五十"),
        (10_500, "一万零五百"),
        (350_000_000, "三亿五千万"),
    ],
)
def test_chinese_cardinals(number: int, written: str) -> None:
    assert chinese.cardinal(number) == written


@pytest.mark.parametrize(
    ("reference", "heard"),
    [
        ("コーヒーは450円", "珈琲は四百五十円。"),
        ("東京へ引っ越しました", "とうきょうへひっこしました"),
        ("お母さん、この魚は？", "お母さん この魚は"),
        ("2025年4月15日に", "2025年、4月15日に"),
        ("午後3時に会う", "午後3:00に会う"),
        ("鼻血を出す", "はなじをだす"),
    ],
)
def test_japanese_that_sounds_the_same_has_no_errors(reference: str, heard: str) -> None:
    assert errors(japanese, reference, heard) == 0


def test_japanese_counts_kana() -> None:
    assert errors(japanese, "雨が降る", "飴を降る") == 1


def test_long_vowels_are_written_one_way() -> None:
    assert japanese.kana("オーキイ") == japanese.kana("おおきい") == "おおきい"
    assert japanese.kana("センセー") == japanese.kana("せんせい")


def test_the_best_of_several_right_answers_counts() -> None:
    found = scoring.score(["six eighteen", "six hundred eighteen"], english.slots("six hundred and 18"), english.tokens)
    assert (found.errors, found.length) == (1, 3)


def test_corpus_rate_weighs_sentences_by_length() -> None:
    scores = [scoring.Score(1, 1, [], []), scoring.Score(0, 9, [], [])]
    assert scoring.total(scores) == pytest.approx(0.1)


@pytest.mark.parametrize(("table", "least"), [("en", 25), ("zh", 20), ("ja", 10), ("mixed", 8)])
def test_sentences_are_complete_and_score_zero_when_heard_as_written(table: str, least: int) -> None:
    sentences = corpus.load(table)
    language = {"en": english, "ja": japanese}.get(table, chinese)
    assert len(sentences) >= least
    assert len({s.name for s in sentences}) == len(sentences)
    assert len({s.voice for s in sentences}) >= 5
    for sentence in sentences:
        heard = language.slots(sentence.spoken[-1])
        assert scoring.score(sentence.spoken, heard, language.tokens).errors == 0, sentence.name


def test_snr_of_a_hundredth_of_the_amplitude_is_40_db() -> None:
    tone = np.sin(np.arange(RATE) * 0.1).astype(np.float32)
    assert audio.snr(tone, tone * 1.01) == pytest.approx(40, abs=0.01)


def test_log_spectral_distance_of_a_gain_is_that_gain() -> None:
    noise = np.random.default_rng(1).normal(0, 0.1, RATE).astype(np.float32)
    assert audio.log_spectral_distance(noise, noise * 2) == pytest.approx(6.02, abs=0.05)
    assert audio.log_spectral_distance(noise, noise) == 0


def test_a_click_at_a_join_stands_out_and_a_smooth_join_does_not() -> None:
    tone = (0.1 * np.sin(np.arange(RATE) * 0.05)).astype(np.float32)
    assert audio.seam(tone, 12000, RATE) <= 1
    clicked = tone.copy()
    clicked[12000:] += 0.2
    assert audio.seam(clicked, 12000, RATE) > 10
    assert audio.seam(np.zeros(RATE, np.float32), 12000, RATE) == 0


def test_speech_is_audible_where_it_begins() -> None:
    quiet = np.full(4800, 1e-4, np.float32)
    loud = np.tile(np.array([0.2, -0.2], np.float32), 6000)
    assert latency_worker.first_audible(np.concatenate([quiet, loud])) == 4800
    assert latency_worker.first_audible(loud) == 0


def test_a_late_piece_makes_a_hole_in_playback() -> None:
    second = np.zeros(RATE, np.float32)
    starts, holes = latency_worker.played_at([second, second, second], [0.5, 1.0, 4.0])
    assert starts == [0.5, 1.5, 4.0]
    assert holes == pytest.approx(1.5)


def test_a_figure_keeps_its_bound() -> None:
    assert Figure("rate", 3.0, "%", 3.0).kept
    assert not Figure("rate", 3.1, "%", 3.0).kept
    assert not Figure("ratio", 14.9, "x", 15, "at least").kept
    assert not Figure("ratio", float("nan"), "x", 15).kept
    assert Figure("time", 1e9, "s").kept


def test_errors_are_told_apart_by_language() -> None:
    reference = chinese.tokens("我买了iPhone和电脑")
    heard = chinese.tokens("我看了爱和电脑脑")
    whole = scoring.Score(scoring.distance(reference, heard), len(reference), reference, heard)
    known = chinese.syllables("我买了iPhone和电脑")
    han = scoring.part(whole, known.__contains__)
    english_words = scoring.part(whole, lambda token: token not in known)
    assert (han.errors, han.length) == (2, 6)  # 看 for 买, 脑 twice
    assert (english_words.errors, english_words.length) == (1, 1)
    assert han.errors + english_words.errors == whole.errors
