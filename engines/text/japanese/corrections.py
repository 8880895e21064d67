"""Words whose usual reading is not the dictionary's, and homographs that a neighbour decides.

Readings are katakana as pronounced. An entry applies where it covers whole morphemes.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from engines.text.japanese.analyser import Morpheme

_ENTRIES = """
私=ワタシ 私達=ワタシタチ 日本=ニホン 明日=アシタ 富士山=フジサン その後=ソノゴ あの方=アノカタ この方=コノカタ
その方=ソノカタ 一日中=イチニチジュー 一晩中=ヒトバンジュー 一年中=イチネンジュー 今日中=キョージュー
二十日=ハツカ 二十歳=ハタチ 子牛=コウシ 子馬=コウマ 小売=コウリ 小売り=コウリ 小売店=コウリテン 場合=バアイ
一言=ヒトコト 一息=ヒトイキ 一晩=ヒトバン 何事=ナニゴト 何者=ナニモノ 何色=ナニイロ 他=ホカ 何で=ナンデ
何の=ナンノ 紅白歌合戦=コーハクウタガッセン 何も=ナニモ 一期一会=イチゴイチエ 清水寺=キヨミズデラ
こんにちは=コンニチワ こんばんは=コンバンワ
"""
_READINGS = dict(entry.split("=") for entry in _ENTRIES.split())
_LONGEST = 4
"""Morphemes that an entry of `_READINGS` may cover."""


class _Homograph(NamedTuple):
    """A reading that is used when what stands before or behind the word, in its sentence, matches a pattern."""

    surface: str
    kana: str
    before: str = ""
    after: str = "$^"


_FOOD = "味|料理|ラーメン|カレー|スープ|ソース|食べ|食事|唐辛子|キムチ|スパイス|鍋|菓子|わさび"
_HOMOGRAPHS = (
    _Homograph("辛い", "カライ", before=_FOOD),
    _Homograph("辛い", "カライ", after=f"(?:{_FOOD}|物|もの|の[がはもを]好き)"),
    _Homograph("辛く", "カラク", before=_FOOD),
    _Homograph("市場", "イチバ", before="(?:朝|魚|青果)$"),
    _Homograph("市場", "イチバ", after="[^。]*(?:魚|野菜|果物)"),
    _Homograph("表", "オモテ", after="(?:に出|へ出|で遊|通り|と裏|側|門|の通り)"),
    _Homograph("人気", "ヒトケ", after="[のが]?(?:ない|無い)(?:道|路地|場所|森|夜|公園|山)"),
    _Homograph("箱", "ハコ", before="[なのいたる]$"),
    _Homograph("一足", "イッソク", before="靴|ブーツ|スニーカー"),
    _Homograph("頃", "ゴロ", before="[時分日月年春夏秋冬朝昼夜]$"),
    _Homograph("中", "ジュー", before="(?:世界|日本|国|町|村|街|家|体|顔|島|部屋|学校|年)$"),
)


def correction(text: str, morphemes: Sequence[Morpheme], index: int) -> tuple[int, str] | None:
    """How many morphemes from `index` on have a corrected reading, and that reading."""
    start = morphemes[index].start
    for count in range(min(_LONGEST, len(morphemes) - index), 0, -1):
        end = morphemes[index + count - 1].end
        if kana := _READINGS.get(text[start:end]):
            return count, kana
    for homograph in _HOMOGRAPHS:
        end = morphemes[index].end
        if text[start:end] == homograph.surface and (
            (homograph.before and re.search(homograph.before, text[:start])) or re.match(homograph.after, text[end:])
        ):
            return 1, homograph.kana
    return None
