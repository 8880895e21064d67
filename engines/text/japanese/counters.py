"""Counters and units, and how number and counter change each other: 三本 is サンボン, 六本 ロッポン."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engines.text.japanese.numbers import GEMINATES, soften

_HUNDRED = {"ヒャク": "ヒャッ", "ビャク": "ビャッ", "ピャク": "ピャッ"}
_BEFORE_K = GEMINATES | {"ロク": "ロッ"} | _HUNDRED
_VOICED = {"ハ": "バ", "ヒ": "ビ", "フ": "ブ", "ヘ": "ベ", "ホ": "ボ", "カ": "ガ", "ケ": "ゲ", "ソ": "ゾ"}
_PLOSIVE = {"ハ": "パ", "ヒ": "ピ", "フ": "プ", "ヘ": "ペ", "ホ": "ポ"}


@dataclass(frozen=True, slots=True)
class Sounds:
    """The sound changes of a class of counters."""

    number: Mapping[str, str] = field(default_factory=dict)
    """Endings of the number that become abrupt."""
    after_nasal: Mapping[str, str] = field(default_factory=dict)
    """First kana of the counter after 3, 1000, 10000 and 何."""
    after_abrupt: Mapping[str, str] = field(default_factory=dict)
    """First kana of the counter after a changed ending."""
    nasals: tuple[str, ...] = ("サン", "セン", "ゼン", "マン", "ナン")
    """The endings that count as nasal."""


_NONE = Sounds()
_K = Sounds(_BEFORE_K)
_K_VOICED = Sounds(_BEFORE_K, after_nasal=_VOICED)
_S_T = Sounds(GEMINATES)
_SOKU = Sounds(GEMINATES, after_nasal=_VOICED)
_H_VOICED = Sounds(_BEFORE_K, after_nasal=_VOICED, after_abrupt=_PLOSIVE)
_H_PLOSIVE = Sounds(_BEFORE_K, after_nasal=_PLOSIVE, after_abrupt=_PLOSIVE)
_FUN = Sounds(_BEFORE_K, after_nasal=_PLOSIVE, after_abrupt=_PLOSIVE, nasals=(*Sounds().nasals, "ヨン"))
_LOAN = Sounds({"ジュー": "ジュッ"} | _HUNDRED)
_LOAN_P = Sounds(GEMINATES)


@dataclass(frozen=True, slots=True)
class Counter:
    """A counter or unit: its kana, its sound changes, its own forms of digits, and numbers that are words."""

    kana: str
    sounds: Sounds = _NONE
    digits: Mapping[str, str] = field(default_factory=dict)
    whole: Mapping[int, str] = field(default_factory=dict)

    def after(self, words: list[str], value: int | None) -> list[str]:
        """The words of a number with this counter; `value` is None for numbers that are not whole."""
        if value is not None and value in self.whole:
            return [self.whole[value]]
        *before, last = words
        last = soften(last, self.digits)
        changed = soften(last, self.sounds.number)
        kana = self.kana
        if changed != last:
            kana = self.sounds.after_abrupt.get(kana[0], kana[0]) + kana[1:]
        elif last.endswith(self.sounds.nasals):
            kana = self.sounds.after_nasal.get(kana[0], kana[0]) + kana[1:]
        return [*before, changed + kana]


def _table(sounds: Sounds, entries: str) -> dict[str, Counter]:
    pairs = (entry.split("=") for entry in entries.split())
    return {name: Counter(kana, sounds) for names, kana in pairs for name in names.split("/")}


_YO = {"ヨン": "ヨ"}
_HOUR = {"ヨン": "ヨ", "ナナ": "シチ", "キュー": "ク", "ゼロ": "レー"}
_DAYS = {2: "フツカ", 3: "ミッカ", 4: "ヨッカ", 5: "イツカ", 6: "ムイカ", 7: "ナノカ", 8: "ヨーカ", 9: "ココノカ"}
_DAYS |= {10: "トーカ", 14: "ジューヨッカ", 20: "ハツカ", 24: "ニジューヨッカ"}
_THINGS = {
    1: "ヒトツ",
    2: "フタツ",
    3: "ミッツ",
    4: "ヨッツ",
    5: "イツツ",
    6: "ムッツ",
    7: "ナナツ",
    8: "ヤッツ",
    9: "ココノツ",
}
_DAY_DIGITS = {"ナナ": "シチ", "キュー": "ク"}


def _native(kana: str, sounds: Sounds = _NONE) -> Counter:
    return Counter(kana, sounds, whole={1: f"ヒト{kana}", 2: f"フタ{kana}"})


COUNTERS: Mapping[str, Counter] = (
    _table(
        _NONE,
        """
        番=バン 番線=バンセン 号=ゴー 号室=ゴーシツ 名=メー 名様=メーサマ 枚=マイ 台=ダイ 度=ド 倍=バイ
        秒=ビョー 秒間=ビョーカン 位=イ 割=ワリ 部=ブ 文字=モジ 話=ワ 問=モン 門=モン 面=メン 列=レツ 段=ダン
        段階=ダンカイ 代=ダイ 条=ジョー 区=ク 便=ビン 行=ギョー 両=リョー 銭=セン 元=ゲン 貫=カン 畳=ジョー
        児=ジ 輪=リン 連=レン 連勝=レンショー 連休=レンキュー 乗=ジョー 升=ショー ミリ=ミリ メートル=メートル
        グラム=グラム リットル=リットル ドル=ドル ユーロ=ユーロ ウォン=ウォン ルピー=ルピー バイト=バイト
        ギガ=ギガ メガ=メガ ワット=ワット ボルト=ボルト ヘルツ=ヘルツ インチ=インチ ヤード=ヤード マイル=マイル
        ヘクタール=ヘクタール アール=アール ダース=ダース レベル=レベル
        """,
    )
    | _table(
        _K,
        """
        個/コ/ケ=コ 箇所/か所/カ所/ヶ所/ヵ所/ケ所=カショ か月/ヶ月/カ月/ヵ月/ケ月/箇月=カゲツ
        か月間/ヶ月間/カ月間/ヵ月間=カゲツカン か国/カ国/ヶ国/ヵ国/箇国=カコク
        か国語/カ国語/ヶ国語/ヵ国語=カコクゴ 回=カイ 回戦=カイセン 回生=カイセー 曲=キョク 級=キュー 局=キョク
        件=ケン 巻=カン 缶=カン 球=キュー 脚=キャク 機=キ 基=キ 期=キ 期生=キセー 項=コー 項目=コーモク 校=コー
        戸=コ 画=カク 桁=ケタ 課=カ 口=クチ 株=カブ
        """,
    )
    | _table(_K_VOICED, "階=カイ 階建て=カイダテ 軒=ケン")
    | _table(
        _S_T,
        """
        冊=サツ 歳/才=サイ 歳児/才児=サイジ 週=シュー 週間=シューカン 周=シュー 周年=シューネン 社=シャ 種=シュ
        種類=シュルイ 勝=ショー 色=ショク 席=セキ 隻=セキ 世紀=セーキ 世帯=セタイ 世代=セダイ 章=ショー 節=セツ
        首=シュ 進法=シンホー 試合=シアイ 作=サク 作目=サクメ 体=タイ 対=ツイ 頭=トー 通=ツー 着=チャク 点=テン
        丁=チョー 丁目=チョーメ 等=トー 等分=トーブン 党=トー 打席=ダセキ センチ=センチ
        センチメートル=センチメートル トン=トン セット=セット チーム=チーム テラ=テラ シーズン=シーズン
        """,
    )
    | _table(_SOKU, "足=ソク")
    | _table(_H_VOICED, "本=ホン 匹=ヒキ 杯=ハイ 票=ヒョー")
    | _table(_H_PLOSIVE, "泊=ハク 拍=ハク 発=ハツ 版=ハン 編=ヘン 歩=ホ 敗=ハイ 品=ヒン")
    | _table(_LOAN, "キロ=キロ キロメートル=キロメートル キログラム=キログラム ケース=ケース カロリー=カロリー")
    | _table(
        _LOAN_P,
        "パーセント/％/%=パーセント ページ/頁=ページ ポイント=ポイント ピース=ピース パック=パック ポンド=ポンド",
    )
    | {name: Counter(kana, digits=_YO) for name, kana in {"円": "エン", "年": "ネン", "年間": "ネンカン"}.items()}
    | {
        name: Counter(kana, digits=_YO)
        for name, kana in {"年生": "ネンセー", "年度": "ネンド", "年前": "ネンマエ"}.items()
    }
    | {name: Counter(kana, digits=_HOUR) for name, kana in {"時": "ジ", "時間": "ジカン", "時間目": "ジカンメ"}.items()}
    | {name: _native(kana) for name, kana in {"部屋": "ヘヤ", "皿": "サラ", "粒": "ツブ", "切れ": "キレ"}.items()}
    | {
        "円玉": Counter("エンダマ", digits=_YO),
        "月": Counter("ガツ", digits={"ヨン": "シ", "ナナ": "シチ", "キュー": "ク"}),
        "日": Counter("ニチ", digits=_DAY_DIGITS, whole=_DAYS),
        "日間": Counter("ニチカン", digits=_DAY_DIGITS, whole={n: f"{day}カン" for n, day in _DAYS.items()}),
        "人": Counter("ニン", digits=_YO, whole={1: "ヒトリ", 2: "フタリ"}),
        "人組": Counter("ニングミ", digits=_YO, whole={2: "フタリグミ"}),
        "人前": Counter("ニンマエ", digits=_YO),
        "人乗り": Counter("ニンノリ", digits=_YO, whole={1: "ヒトリノリ", 2: "フタリノリ"}),
        "組": _native("クミ"),
        "箱": _native("ハコ", _H_PLOSIVE),
        "晩": _native("バン"),
        "羽": Counter("ワ", whole={3: "サンバ", 6: "ロッパ", 10: "ジュッパ"}),
        "歳": Counter("サイ", _S_T, whole={20: "ハタチ"}),
        "才": Counter("サイ", _S_T, whole={20: "ハタチ"}),
        "分": Counter("フン", _FUN, digits={"ゼロ": "レー"}),
        "分間": Counter("フンカン", _FUN),
        "つ": Counter("ツ", whole=_THINGS),
    }
)

UNITS: Mapping[str, Counter] = (
    _table(
        _NONE,
        """
        mm=ミリメートル m=メートル g=グラム mg=ミリグラム L/l=リットル mL/ml=ミリリットル dL/dl=デシリットル
        W=ワット V=ボルト
        """,
    )
    | _table(_NONE, "°C/°F/°=ド")
    | _table(
        _NONE,
        "Hz=ヘルツ MHz=メガヘルツ GHz=ギガヘルツ MB=メガバイト GB=ギガバイト dB=デシベル ha=ヘクタール px=ピクセル",
    )
    | _table(_NONE, "m2=ヘーホーメートル m3=リッポーメートル fps=エフピーエス ppm=ピーピーエム min=フン")
    | _table(
        _LOAN,
        "km=キロメートル kg=キログラム kW=キロワット kHz=キロヘルツ KB/kB=キロバイト kcal=キロカロリー cal=カロリー",
    )
    | _table(_LOAN, "km2=ヘーホーキロメートル km/h=キロメートルマイジ")
    | _table(_S_T, "cm=センチメートル t=トン TB=テラバイト cm2=ヘーホーセンチメートル")
    | _table(_LOAN_P, "%=パーセント pt=ポイント")
    | {"m/s": Counter("メートルマイビョー")}
)
"""Units written with letters, used only behind a number."""
