"""Brazilian Portuguese letters to sounds. The openness of e and o is only partly in the spelling."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from engines.text.romance.language import Language, table, words
from engines.text.romance.rules import STRESS, Rules, stressed, with_secondary

_CLITICS = words(
    """o a os as de do da dos das em no na nos nas por que e ou se me te lhe lhes ao aos à às com mas um uma uns
    umas num numa pra pro para"""
)
_RULES = Rules(
    """
    ão ˈɐ̃ʊ̃
    ãe ˈɐ̃y
    õe ˈõj
    ãs ˈɐ̃s
    ã ˈɐ̃
    õ ˈõ
    am ɐ̃ʊ̃ _$
    ém ˈAŋ _s?$
    ên ˈeɪŋ _s?$
    êm ˈAŋ _s?$
    em Aŋ _s?$
    en Aŋ _s$
    im iŋ _$
    in iŋ _s$
    om oŋ _$
    on oŋ _s$
    um ũŋ _$
    un ũŋ _s$
    ai I _(m|n)
    ai I _(?![lnrz]$|u|nh)
    ái ˈI
    au W
    áu ˈW
    éi ˈɛɪ
    éu ˈɛʊ
    êu ˈeʊ
    ei A _(?!nh)
    eu eʊ
    ói ˈɔɪ
    oi oɪ _(?!nh|n$)
    ou ow
    ui uj _(?!r$|[mnlz]$|u|nh)
    iu iʊ _(?![mnlrzu]$)
    al W _$|(?!h)C
    ál ˈW _$|C
    âl ˈW _$|C
    el ɛʊ _$
    el eʊ _(?!h)C
    él ˈɛʊ _$|C
    il iʊ _$|(?!h)C
    íl ˈiʊ _$|C
    ol ɔl _$
    ol ow _(?!h)C
    ól ˈɔl _$|C
    ul uw _$|(?!h)C
    úl ˈuʊ _$|C
    ân ˈɐ̃ŋ _[kgcq]
    an ɐ̃ŋ _[kgq]
    an ɐ̃ŋ _c(?![eiéíêh])
    ân ˈɐ̃n _(?!h)C
    an ɐ̃ŋ _(?!h)C
    âm ˈɐ̃m _[pb]
    am ɐ̃m _[pb]
    ên ˈAŋ _(?!h)C
    en Aŋ _(?!h)C
    êm ˈAm _[pb]
    em Am _[pb]
    in iŋ _(?!h)C
    ín ˈiŋ _(?!h)C
    im im _[pb]
    ím ˈim _[pb]
    on oŋ _(?!h)C
    ôn ˈoŋ _(?!h)C
    om om _[pb]
    ôm ˈom _[pb]
    un ũŋ _(?!h)C
    ún ˈũŋ _(?!h)C
    um ũm _[pb]
    úm ˈũm _[pb]
    á ˈa
    à a
    â ˈɐ̃ _[mn]
    â ˈɐ
    é ˈɛ
    ê ˈe
    í ˈi
    ó ˈɔ
    ô ˈo
    ú ˈu
    a æ (?<=.)_s?$
    a æ ^_(?!$)
    a a
    e y (?<=.)_s?$
    e e
    o ʊ _s?$
    o o
    i j V_V
    i i
    u w [qg]_[aoáóâãõ]
    u u
    ü w
    y i
    ç s
    ch ʃ
    c s _[eiéíêê]
    ck k
    cc s _[eiéí]
    c k
    qu k _[eiéíê]
    q k
    k k
    gu ɡ _[eiéíê]
    g ʒ _[eiéíê]
    g ɡ
    j ʒ
    lh lj
    nh ɲ
    l l
    rr x
    r x ^_
    r x [nls]_
    r r _$
    r r C_
    r ɾ _V
    r ɾ _C
    ss s
    xc s _[eiéí]
    sc s _[eiéíê]
    sh ʃ
    s z V_V
    s z _[bdgvzmnlrj]
    s s
    x z ^e_V
    x ks (fi|fle|flu|ple|se|cone|ane|ta|to)_[aoiuã]
    x s (pró|ma|má|imi)_[ij]
    x s imá_
    x ʃ ^_
    x ʃ (ai|ei|ou|en|me)_
    x s _C
    x ks _$
    x ʃ
    z s _$
    z z
    t ʧ _[iíy]
    t ʧ _es?$
    th t
    tt t
    t t
    d ʤ _[iíy]
    d ʤ _es?$
    d d
    b b
    f f
    h -
    m m
    n n
    p p
    v v
    w w
    """,
    {"V": "[aeiouáéíóúâêôãõàü]", "C": "[bcçdfghjklmnpqrstvwxz]"},
)

_GLIDES = re.compile("i(?=[aeoæyʊ])")
_NASAL_A = re.compile("(?<=ˈ)a(?=[mnɲ])|a(?=ɲ)")
_CODA_R = re.compile("ɾ(?![ˈˌ]?[jaeiouɐæyʊAIWɛɔ])")
_EXCEPTIONS = {
    "muito": "mwˈiŋtʊ",
    "muita": "mwˈiŋtæ",
    "muitos": "mwˈiŋtʊs",
    "muitas": "mwˈiŋtæs",
    "próximo": "prˈɔsimʊ",
    "máximo": "mˈasimʊ",
    "táxi": "tˈaksi",
    "fixo": "fˈiksʊ",
    "sexo": "sˈɛksʊ",
    "nexo": "nˈɛksʊ",
    "trouxe": "trˈowsy",
    "auxílio": "Wsˈiljʊ",
    "ela": "ˈɛlæ",
    "elas": "ˈɛlæs",
    "hora": "ˈɔɾæ",
    "horas": "ˈɔɾæs",
    "agora": "aɡˈɔɾæ",
    "porta": "pˈɔɾətæ",
    "sete": "sˈɛʧy",
    "dez": "dˈɛs",
    "nove": "nˈɔvy",
    "pela": "pˌelæ",
    "pelo": "pˌelʊ",
    "terra": "tˈɛxæ",
    "guerra": "ɡˈɛxæ",
    "festa": "fˈɛstæ",
    "certo": "sˈɛɾətʊ",
    "perto": "pˈɛɾətʊ",
    "escola": "eskˈɔlæ",
    "melhor": "meljˈɔr",
    "maior": "mIˈɔr",
    "só": "sˈɔ",
    "nós": "nˈɔs",
    "novo": "nˈovʊ",
    "nova": "nˈɔvæ",
    "obra": "ˈɔbræ",
    "moda": "mˈɔdæ",
    "história": "istˈɔɾjæ",
    "quero": "kˈɛɾʊ",
    "ex": "ˈes",
}


def transcribe(phrase: Sequence[str]) -> list[str]:
    """Symbols of the words of a phrase; a final `s` is voiced before a voiced sound."""
    out: list[str] = []
    for word in phrase:
        symbols = _word(word)
        if out and out[-1].endswith("s") and symbols.lstrip("ˈˌ")[:1] in _VOICED:
            out[-1] = out[-1][:-1] + "z"
        out.append(symbols)
    return out


_VOICED = frozenset("aeiouɛɔæɐʊAIWbdɡvzʒmnlɾrʤ")


@lru_cache(maxsize=4096)
def _word(word: str) -> str:
    if word in _EXCEPTIONS:
        return _EXCEPTIONS[word]
    if "-" in word:
        return "".join(_word(part) for part in word.split("-"))
    symbols = _RULES(word)
    if word in _CLITICS:
        return _CODA_R.sub("ɾə", symbols.replace(STRESS, "").replace("æ", "a"))
    first = symbols.find(STRESS) + 1
    if first:
        symbols = symbols[:first] + symbols[first:].replace(STRESS, "")
    else:
        symbols = stressed(symbols, 2 if re.search("(?:[aeo]s?|am|em|ens|iu|il)$", word) else 1)
    before, _, after = symbols.partition(STRESS)
    symbols = before + STRESS + after[:1] + _GLIDES.sub("j", after[1:])
    return with_secondary(_CODA_R.sub("ɾə", _NASAL_A.sub("ɐ\u0303", symbols)))


LANGUAGE = Language(
    code="pt-br",
    numerals="pt_BR",
    transcribe=transcribe,
    letters=table(
        """a=á b=bê c=cê d=dê e=é f=efe g=gê h=agá i=i j=jota k=cá l=ele m=eme n=ene o=ó p=pê q=quê r=erre s=esse t=tê
        u=u v=vê w=dáblio x=xis y=ípsilon z=zê"""
    ),
    one_letter_words="aeoéàó",
    signs=table("""&=e @=arroba +=mais %=por_cento ==igual_a ×=vezes #=cerquilha €=euros $=dólares £=libras °=graus"""),
    units=table(
        """%=por_cento €=euro/euros $=dólar/dólares R$=real/reais £=libra/libras ¥=iene/ienes km=quilômetro/quilômetros
        m=metro/metros cm=centímetro/centímetros mm=milímetro/milímetros kg=quilo/quilos g=grama/gramas
        mg=miligrama/miligramas l|L=litro/litros ml=mililitro/mililitros h=hora/horas min=minuto/minutos
        °C=grau/graus °=grau/graus km/h=quilômetro_por_hora/quilômetros_por_hora m²=metro_quadrado/metros_quadrados
        GB=giga/gigas MB=mega/megas"""
    ),
    abbreviations=table(
        """sr.=senhor sra.=senhora srta.=senhorita dr.=doutor dra.=doutora prof.=professor profa.=professora
        etc.=etcétera pág.=página av.=avenida tel.=telefone ltda.=limitada"""
    ),
    months="janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
    point="vírgula",
    minus="menos",
    hour="e",
    date="{day} de {month} de {year}",
    first_of_month="primeiro",
    one={"um": ("um", "uma"), "dois": ("dois", "duas")},
)
