"""What does streaming cost in sound? Windows against the generator run once, and against the original network.

Per voice, over the same plans: *windowed*, what `Engine.render` yields; *whole*, the generator run once over the same
frames with the same statistics, which windows must equal; *original*, normalised by each segment's own statistics as
the network was trained, which needs the whole segment first and so cannot be streamed.
``python -m tests.bench.quality``
"""

from __future__ import annotations

import sys
from dataclasses import asdict, dataclass
from typing import cast

import numpy as np
from rich.progress import track
from rich.table import Table

from engines.engine import Engine
from engines.models.kokoro.model import KokoroModel
from engines.types import FloatArray, Plan, Utterance
from tests.bench.metrics import audio
from tests.bench.report import Figure, conclude, console, number

PASSAGES = {
    "en": (
        "Everyone in the village knew the old mill, but nobody had been inside for years. One evening, just before "
        "the rain began, a light appeared in the highest window. Was somebody there?",
        "First, warm the milk slowly and stir in the sugar. Then add the eggs, one at a time, and keep stirring until "
        "the cream is thick. Do not let it boil!",
        "I have read your report twice. The figures for the spring are better than we had hoped, and the board will "
        "be pleased. Still, who is going to tell them about the summer?",
        "Yes, of course. The train to the coast leaves from platform nine, and you have to change once, at the border. "
        "It takes about four hours. Have a good journey.",
    ),
    "zh": (
        "村里的人都知道那座老磨坊，可是很多年没有人进去过了。"
        "有一天傍晚，就在下雨之前，最高的那扇窗户里亮起了灯。难道里面有人吗？",
        "先把牛奶慢慢加热，再放糖搅拌。然后一个一个地加入鸡蛋，不停地搅，直到变稠为止。千万不要煮开！",
        "你的报告我看了两遍。春天的数字比我们希望的还要好，董事会一定会高兴的。不过，夏天的事谁去告诉他们呢？",
        "当然可以。去海边的火车从九号站台出发，您要在边境换一次车，大约需要四个小时。祝您一路顺风。",
    ),
    "ja": (
        "村の人はみんな古い水車小屋を知っていましたが、何年も誰も入ったことがありませんでした。"
        "ある夕方、雨が降り出す前に、一番高い窓に明かりがつきました。",
        "まず牛乳をゆっくり温めて、砂糖を入れて混ぜます。それから卵を一つずつ加えて、とろみがつくまで混ぜ続けます。",
        "あなたの報告書を二回読みました。春の数字は思ったよりも良くて、みんな喜ぶでしょう。でも、夏のことは誰が話しますか。",
        "はい、もちろんです。海へ行く電車は九番線から出ます。途中で一度乗り換えて、四時間ぐらいかかります。",
    ),
}
"""Several a language, because the judge of naturalness moves by up to 0.1 when a passage only starts 20 ms later."""
VOICES = (
    ("en", ("af_heart", "af_bella", "af_nicole", "am_michael", "am_fenrir", "bf_emma", "bm_george")),
    ("zh", ("zf_xiaoxiao", "zf_xiaoni", "zm_yunxi", "zm_yunjian")),
    ("ja", ("jf_alpha", "jm_kumo")),
)


@dataclass(frozen=True, slots=True)
class Rendering:
    """One segment rendered three ways over the same N samples."""

    windowed: FloatArray
    joins: tuple[int, ...]
    """Positions at which a new chunk begins."""
    whole: FloatArray
    original: FloatArray


@dataclass(frozen=True, slots=True)
class Row:
    """The measures of one voice."""

    voice: str
    snr: float
    """Windowed against whole, the worst segment, dB."""
    seam: float
    """The worst join, see `metrics.audio.seam`."""
    joins: int
    distance: float
    """Log-spectral distance of windowed from original, dB."""
    level: float
    """Level of windowed over original, dB."""
    score: float
    """DNSMOS of windowed, mean of the passages."""
    original_score: float
    """DNSMOS of original."""


def main() -> int:
    """Measure every voice."""
    pairs = [(language, voice) for language, voices in VOICES for voice in voices]
    with Engine.open() as engine:
        rows = [
            measure(voice, [render_passage(engine, text, voice) for text in PASSAGES[language]], engine.sample_rate)
            for language, voice in track(pairs, "voices", console=console)
        ]
    show(rows)
    figures = [
        Figure("windowed against whole, SNR of the worst voice", min(r.snr for r in rows), "dB", 90, "at least"),
        Figure("step at the worst join over the largest around it", max(r.seam for r in rows), "", 1),
        Figure("joins examined", sum(r.joins for r in rows)),
        Figure("log-spectral distance from the original, mean", float(np.mean([r.distance for r in rows])), "dB"),
        Figure("DNSMOS, mean", float(np.mean([r.score for r in rows]))),
        Figure("DNSMOS of the original, mean", float(np.mean([r.original_score for r in rows]))),
        Figure("DNSMOS, largest loss of a voice", max(r.original_score - r.score for r in rows), "", 0.1),
        Figure("DNSMOS, largest gain of a voice", max(r.score - r.original_score for r in rows)),
    ]
    return conclude("quality", figures, [asdict(row) for row in rows])


def render_passage(engine: Engine, text: str, voice: str) -> list[Rendering]:
    """Every segment of a text."""
    return [render(engine, engine.plan(phonemes)) for phonemes in engine.phonemize(Utterance(text, voice))]


def render(engine: Engine, plan: Plan) -> Rendering:
    """One segment in windows, whole and as the original network does it, cut to the frames that are heard."""
    chunks = [chunk.samples for chunk in engine.render(plan)]
    windowed = np.concatenate(chunks)
    start, end = engine.model.audible_frames(plan)
    model = cast(KokoroModel, engine.model)
    segment = model.prepare(plan)
    # The windows leave out silence at the start, never anything at the end: the ends coincide.
    whole = model.generate(segment, start, end)[-len(windowed) :]
    original = model.measure(segment)[0][: end * model.frame_samples][-len(windowed) :]
    return Rendering(windowed, tuple(np.cumsum([len(chunk) for chunk in chunks])[:-1].tolist()), whole, original)


def measure(voice: str, passages: list[list[Rendering]], sample_rate: int) -> Row:
    """All measures of one voice over its passages; naturalness is judged passage by passage."""
    segments = [segment for passage in passages for segment in passage]
    windowed = [np.concatenate([r.windowed for r in passage]) for passage in passages]
    original = [np.concatenate([r.original for r in passage]) for passage in passages]
    seams = [audio.seam(r.windowed, join, sample_rate) for r in segments for join in r.joins]
    return Row(
        voice=voice,
        snr=min(audio.snr(r.whole, r.windowed) for r in segments),
        seam=max(seams, default=0.0),
        joins=len(seams),
        distance=float(np.mean([audio.log_spectral_distance(o, w) for o, w in zip(original, windowed, strict=True)])),
        level=20 * float(np.log10(np.concatenate(windowed).std() / np.concatenate(original).std())),
        score=float(np.mean([audio.opinion_score(w, sample_rate) for w in windowed])),
        original_score=float(np.mean([audio.opinion_score(o, sample_rate) for o in original])),
    )


def show(rows: list[Row]) -> None:
    """Print one line a voice."""
    table = Table(title="per voice", title_justify="left")
    table.add_column("voice")
    for column in ("SNR to whole, dB", "worst seam", "joins", "LSD, dB", "level, dB", "DNSMOS", "original's"):
        table.add_column(column, justify="right")
    for r in rows:
        values = (r.snr, r.seam, r.joins, r.distance, r.level, r.score, r.original_score)
        table.add_row(r.voice, *(number(value) for value in values))
    console.print(table)


if __name__ == "__main__":
    sys.exit(main())
