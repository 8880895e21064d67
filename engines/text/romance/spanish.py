"""Spanish (Castilian) letters to sounds; stress and sounds follow from the spelling."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from engines.text.romance.language import Language, table, words
from engines.text.romance.rules import STRESS, Rules, stressed, with_secondary, without_accents

_CLITICS = words(
    """el la los las lo le les me te se nos os mi tu su mis tus sus de del al a en con por para sin y e o u que si
    pero ni como cuando donde porque desde hasta según tan"""
)

_RULES = Rules(
    """
    ái ˈI
    ay I _$
    ai I
    áu ˈW
    au W
    éi ˈA
    ey A _$
    ei A
    éu ˈeʊ
    eu eʊ
    ói ˈoɪ
    oy oɪ _$
    oi oɪ
    uy uj _$
    á ˈa
    é ˈe
    í ˈi
    ó ˈo
    ú ˈu
    a a
    e e
    o o
    i j _V
    i i
    u w C_V
    u w ^h?_V
    u u
    ü w
    y i ^_$
    y ʝ _V
    y i
    ch ʧ
    c θ _F
    c k
    qu k _F
    q k
    k k
    gu ɡ _F
    g x _F
    g ɡ
    j x
    ll ʎ
    l l
    h -
    ñ ɲ
    ç s
    nv mb
    n m _[bvp]
    n ŋ _g
    n n
    rr r
    r r ^_
    r r [nls]_
    r ɾ
    x s ^_
    x ks
    z θ
    b b
    v b
    w w
    d d
    f f
    m m
    p p
    ss s
    s s
    t t
    """,
    {"V": "[aeiouáéíóúü]", "C": "[bcdfghjklmnñpqrstvxyz]", "F": "[eiéí]"},
)
_EXCEPTIONS = {"méxico": "mˈexiko", "mexicano": "mexikˈano", "mexicana": "mexikˈana", "texas": "tˈexas", "muy": "mˈuj"}
_WEAK = str.maketrans("bdɡ", "βðɣ")
_WEAKENED = re.compile("(?<=[aeiouɪʊjwɾlsθIWA])(?<!^)([ˌˈ]?)[bɡ]|(?<=[aeiouɪʊjwɾsθIWA])([ˌˈ]?)d")
_ADVERB = re.compile("(.{3,})(mente)")


def transcribe(phrase: Sequence[str]) -> list[str]:
    """Symbols of the words of a phrase; at word boundaries `b d g` weaken and `n` assimilates as inside words."""
    out: list[str] = []
    for word in phrase:
        symbols = _word(word)
        if out and out[-1]:
            last = out[-1][-1]
            if last in "aeiouɪʊjIWAɾlsθ" and not (symbols[:1] == "d" and last == "l"):
                symbols = symbols[:1].translate(_WEAK) + symbols[1:]
            elif last == "n" and symbols[:1] in ("b", "p", "m"):
                out[-1] = out[-1][:-1] + "m"
        out.append(symbols)
    return out


@lru_cache(maxsize=4096)
def _word(word: str) -> str:
    if word in _EXCEPTIONS:
        return _EXCEPTIONS[word]
    if word in _CLITICS:
        return _weaken(_RULES(word))
    if adverb := _ADVERB.fullmatch(word):
        return _word(adverb.group(1)) + "mˈente"
    symbols = _RULES(word)
    if STRESS not in symbols:
        ends_plainly = without_accents(word)[-1] in "aeiouns" and not re.search("[aeo][iy]$", word)
        symbols = stressed(symbols, 2 if ends_plainly else 1)
    return _weaken(with_secondary(symbols))


def _weaken(symbols: str) -> str:
    return _WEAKENED.sub(lambda found: found.group().translate(_WEAK), symbols)


LANGUAGE = Language(
    code="es",
    numerals="es",
    transcribe=transcribe,
    letters=table(
        """a=a b=be c=ce d=de e=e f=efe g=ge h=hache i=i j=jota k=ka l=ele m=eme n=ene ñ=eñe o=o p=pe q=cu r=erre s=ese
        t=te u=u v=uve w=uve_doble x=equis y=i_griega z=zeta"""
    ),
    one_letter_words="aeouy",
    signs=table(
        """&=y @=arroba +=más %=por_ciento ==igual_a ×=por ÷=entre #=almohadilla €=euros $=dólares £=libras °=grados"""
    ),
    units=table(
        """%=por_ciento €=euro/euros $=dólar/dólares £=libra/libras ¥=yen/yenes km=kilómetro/kilómetros m=metro/metros
        cm=centímetro/centímetros mm=milímetro/milímetros kg=kilo/kilos g=gramo/gramos mg=miligramo/miligramos
        l|L=litro/litros ml=mililitro/mililitros h=hora/horas min=minuto/minutos °C=grado/grados °=grado/grados
        km/h=kilómetro_por_hora/kilómetros_por_hora m²=metro_cuadrado/metros_cuadrados
        km²=kilómetro_cuadrado/kilómetros_cuadrados GB=giga/gigas MB=mega/megas kW=kilovatio/kilovatios
        Hz=hercio/hercios"""
    ),
    abbreviations=table(
        """sr.=señor sra.=señora srta.=señorita sres.=señores dr.=doctor dra.=doctora ud.=usted uds.=ustedes d.=don
        etc.=etcétera pág.=página págs.=páginas núm.=número prof.=profesor avda.=avenida tel.=teléfono
        ee.uu.=estados_unidos"""
    ),
    months="enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
    point="coma",
    minus="menos",
    hour="y",
    date="{day} de {month} de {year}",
    first_of_month="primero",
    one={"uno": ("un", "una"), "veintiuno": ("veintiún", "veintiuna")},
)
