"""Italian letters to sounds. Where a word is stressed is not in the spelling: endings decide, then lists."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from engines.text.romance.language import Language, table, words
from engines.text.romance.rules import STRESS, Rules, nuclei, stressed, without_accents

_CLITICS = words(
    """il lo la i gli le un l di a da in con su per tra fra e ed o che mi ti si ci vi ne del dello della dei degli
    delle al allo alla ai agli alle dal dallo dalla dai dagli dalle nel nello nella nei negli nelle sul sullo
    sulla sui sugli sulle se ma"""
)
_RULES = Rules(
    """
    à ˈa
    è ˈɛ
    é ˈe
    ì ˈi
    í ˈi
    ò ˈɔ
    ó ˈo
    ù ˈu
    ú ˈu
    cia ʧˈia (?:farma|luc)_$
    cie ʧˈie farma_$
    gia ʤˈia (?:lo|er|te|ma|re)_$
    gie ʤˈie (?:lo|er|te|ma)_$
    au aʊ
    eu eʊ
    a a
    e e
    o o
    cci ʧː _[aeouàòù]
    cc ʧː _[eièéì]
    cch kː
    cqu kːw
    ch k
    cie ʧe _(?:lo|l$|ca|chi)
    ci ʧ _[aouàòù]
    cc kː
    c ʧ _[eièéì]
    c k
    ggi ʤː _[aeouàòù]
    gg ʤː _[eièéì]
    ggh ɡː
    gg ɡː
    gli ʎ _[aeouàèòù]
    gl ʎ _i(?!c)
    gn ɲɲ V_V
    gn ɲ
    gh ɡ
    gie ʤe _$
    cie ʧe _(?:$|t)
    gi ʤ _[aouàòù]
    g ʤ _[eièéì]
    g ɡ
    sci ʃ _[aouàòù]
    scie ʃe _nz
    sc ʃ _[eièéì]
    ss S
    s z V_V
    s z _[bdgvlmnr]
    s s
    zz ʣː (me|ori|bi|^ga)_
    zz ʣː ^a_u
    zz ʣː i_a[rtzn]
    z ʣ ^a_ie
    zz ʦː
    z ʣ ^_
    z ʣ (pran|roman|bron)_
    z ʦ
    qu kw
    q k
    i j ^_V
    i j _[eaouèàòù](?!$)
    i i
    u w g_V
    u w [^q]_ò
    u w _[oe](?!$)
    u u
    bb bː
    b b
    dd dː
    d d
    f f
    h -
    j j
    k k
    l l
    m m
    nv nv
    n ŋ _[g](?![eièé])
    n n
    pp pː
    p p
    rr rɾ
    r r
    tt tː
    t t
    v v
    w w
    x ks
    y i
    """,
    {"V": "[aeiouàèéìòóù]"},
)

_ON_THE_THIRD = re.compile(
    r"(?:[^aeiou]issim[oaei]|[aiu]bil[ei]|evol[ei]|[^g]ic[oai]|[^g]ich[ei]|log[oaih]{1,2}|graf[oaie]|metr[oi]|fon[oiae]|"
    r"col[oaie]|gol[oaie]|esim[oaei]|[aei]v(?:an)o|[aeiu]rono|ebbero|ss?ero|assimo|essimo|issimo|[aei]vamo(?!)|"
    r"and[oi](?:l[oaie]|si|mi|ti|ci|vi|ne)|end(?:ol[oaie]|osi|omi|oti|oci|ovi|one)|itudine|[aeu]gine|udine|udini|agini|"
    r"[^aeioulm]ole|evoli|aci(?:t[aà])|[^aeiour]ul[oaie]|tic[oaie]|nom[oaie]|cid[oaie]|fer[oaie]|tor[ie]o|idi|pid[oaie]|"
    r"[^aeiou]id[oaei]|and[oi]mi|abili|ibili)$"
)
_ON_THE_SECOND = words(
    """amica amiche amici amico antica antiche antichi antico auguro benefici buono corona culo decidi decido dica
    dici dico divano dono edifici fatica fatiche felici fichi fico fido figliole formica grida gridi grido guida
    guidi guido icona matrona mendico mula mulo nemica nemiche nemici nemico nidi nido nona nono omicidi ortica
    parole partito perdono persona persone poltrona produrre pudico radici ridi rido rubrica scuole sfida sola
    sole soli solo sono spagnole stadio suole suono telefonata tessuto tono trono uccido uffici vescica vestito
    vola volo zona zone"""
)
_THIRD = words(
    """abbiano abiti abito accendere aereo africa aggiungere alberi albero amano ambiti ambito america analisi
    angeli angelo angolo anima anime animo anticipo aprono arabi area aree arrivano articoli articolo aspettano
    attendere attimo barbara battere bergamo camera camere capiscono capitolo carcere carceri cause cavolo
    celebre cenere cercano cesare chiamano chiedere chiedono chilometri chilometro chiudere chiudono cinema
    circolo codice cogliere comoda comodo compito complice conoscere conoscono considera contemporanea continua
    continui continuo correre corrono credere credito credono crescere crescita crimine crimini cronaca debito
    deboli decidere decimo deposito desideri devono diavolo dicano dicono difendere difficile difficili
    dipingere diventano dividere dodici dollari domenica dormono entrano epoca epoche erano escono esercito
    esistono esserci essere esseri esserlo essersi esteri estero fabbrica facciano facile facili farmaci favola
    fegato femmina fenomeni fenomeno fertile festival finiscono fragile genere genero gennaio genova giovane
    giovani giudice giungere guardano immagine immagini immagino indice individui individuo intendere intimo
    inutile ipotesi isola isole lacrima lacrime lampada lampade lasciano lavorano leggere leggono lettera
    lettere libera libere libero limite limiti linea linee logica macchina macchine mancano mandorla mangiano
    manico margine maschera massima massimo mediterraneo merita merito metodo metropoli mettere mettono minima
    minimo miracolo mobile modena monaco mostrano muovere muoversi muscolo musica napoli nascere nascita nascono
    nobile nobili nomina nomini nucleo numeri numero occupa offendere olimpiadi opera opere ordine ordini organi
    organo origine origini ospite ospiti ostacolo ottima ottimo padova pagano pagina pagine paolo parlano
    parlino parroco partecipa partono passano passero pausa pecora pensano perdere perdita perdite pericolo
    periodi periodo permettere pessimo piangere piccola piccole piccoli piccolo polvere popoli popolo portano
    possano possibile possono povera povere poveri povero prendere prendersi prendono presentano prestito
    principe principi profughi promettere proposito prossima prossimo quattordici quindici raccogliere
    raggiungere rapida rapido recupero reddito regola regole rendere rendono restano ricevere ricordano ridere
    ridicolo riguardano rimangono rimini risolvere rispondere rompere sabato salgono scandalo scatola scegliere
    scendere sciogliere sciopero scrivere scrivono scusami secoli secolo sedici seguono sembrano semplice
    semplici sentono settimo siano simbolo simile simili sindaco singola singolo sintesi sintomi smettere solita
    solito spendere spettacolo spingere spirito statua stefano stomaco stringere subito supera tavola tavoli
    tavolo tecniche telefoni telefono tempera tengono termine termini titoli titolo togliere tornano tragico
    tramite tredici trovano uccidere ultima ultime ultimi ultimo umida umido umile undici uomini usano utile
    utili vadano vedono veicolo vendere venere vengano vengono vennero vertice vescovo video vincere vipera
    visita visite vittima vittime vivere vivono vogliono zucchero"""
)
_ERE = words(
    """altere appartenere avere cadere contenere dispiacere dovere galere giacere godere intere mantenere nere
    ottenere parere persuadere piacere possedere potere prevedere provvedere rimanere ritenere rivedere sapere
    sedere sere severe sincere sostenere temere tenere trattenere valere vedere vere volere"""
)
_I_STRESSED = re.compile(
    r"(?:er|og|crap|craz|graf|sof|nom|on|of|tett|log|teg|mag|algi|alg|bug|erg|all?erg|fant?as|antas|poes|los|mpat|latt|ell|"
    r"foll|lod|mon|tor|ategor|tav|mar|gn|genz|mbard|urch|rap|uliz|oss|m|^z|^v|^sp|olic|rmac|str|garanz|poliz)i[aeo]$"
)
_NOT_I_STRESSED = words(
    """storia storie vittoria memoria gloria territorio laboratorio materia materie miseria serie seria serio
    batterio criterio desiderio ministero mistero mestiere premio nemmeno proprio propria comunia testimonia
    testimonio demonio matrimonio patrimonio antonio"""
)
_FINAL_I = re.compile("(?<!ˈ)i$")
_PRETONIC_U = re.compile("u(?=.*ˈ)")


def transcribe(phrase: Sequence[str]) -> list[str]:
    """Symbols of the words of a phrase."""
    return [_word(word) for word in phrase]


@lru_cache(maxsize=4096)
def _word(word: str) -> str:
    word = word.replace("’", "'")
    if "'" in word.strip("'") or "-" in word:
        first, *rest = [part for part in re.split("['-]", word) if part]
        return ("ʧ" if first == "c" else _word(first)) + "".join(map(_word, rest))
    word = word.strip("'")
    symbols = _RULES(word)
    if word not in _CLITICS and word + "o" not in ("dello", "dallo", "nello", "sullo", "quello"):
        if STRESS not in symbols:
            symbols = stressed(symbols, _syllable(word, symbols))
        symbols = _open(symbols)
    symbols = _PRETONIC_U.sub("ʊ", symbols)
    return _FINAL_I.sub("ɪ", symbols)


def _syllable(word: str, symbols: str) -> int:
    """The stressed syllable, from the end."""
    if re.search("[^aeiou]$", without_accents(word)):
        return 1 if word[-1] in "lrn" and len(nuclei(symbols)) < 2 else 2 if len(nuclei(symbols)) > 2 else 1
    if word in _THIRD:
        return 3
    if word in _ON_THE_SECOND or word.endswith("iere") or (word.endswith("ere") and word in _ERE):
        return 2
    if re.search("[^aeiou]i[aeo]$", word) and symbols[-2:-1] in "ij":
        return 2 if _I_STRESSED.search(word) and word not in _NOT_I_STRESSED else 3
    return 3 if word.endswith(("ere", "ono")) or _ON_THE_THIRD.search(word) else 2


def _open(symbols: str) -> str:
    """Stressed e and o are open before n and a consonant, in the third syllable from the end, and in ie and uo."""
    start = symbols.find(STRESS)
    if start < 0 or symbols[start + 1] not in "eo":
        return symbols
    rest = symbols[start + 2 :]
    third = len(nuclei(symbols[start:])) > 2
    if third or symbols[max(start - 1, 0)] in "jwʊ" or _OPENING.match(rest):
        return symbols[: start + 1] + ("ɛ" if symbols[start + 1] == "e" else "ɔ") + rest
    return symbols


_OPENING = re.compile("e?(?:nd|nʦ|rt|rn|rs|rr|st|ns|mp|ll|Se|i)|ra$")


LANGUAGE = Language(
    code="it",
    numerals="it",
    transcribe=transcribe,
    letters=table(
        """a=a b=bi c=ci d=di e=e f=effe g=gi h=acca i=i j=i_lunga k=cappa l=elle m=emme n=enne o=o p=pi q=cu r=erre
        s=esse t=ti u=u v=vu w=doppia_vu x=ics y=ipsilon z=zeta"""
    ),
    one_letter_words="aeiouèòà",
    signs=table(
        """&=e @=chiocciola +=più %=per_cento ==uguale_a ×=per ÷=diviso #=cancelletto €=euro $=dollari £=sterline
        °=gradi"""
    ),
    units=table(
        """%=per_cento €=euro $=dollaro/dollari £=sterlina/sterline ¥=yen km=chilometro/chilometri m=metro/metri
        cm=centimetro/centimetri mm=millimetro/millimetri kg=chilo/chili g=grammo/grammi mg=milligrammo/milligrammi
        l|L=litro/litri ml=millilitro/millilitri h=ora/ore min=minuto/minuti °C=grado/gradi °=grado/gradi
        km/h=chilometro_orario/chilometri_orari m²=metro_quadrato/metri_quadrati GB=giga MB=mega"""
    ),
    abbreviations=table(
        """sig.=signor sig.ra=signora sig.na=signorina dott.=dottor dott.ssa=dottoressa dr.=dottor prof.=professor
        ing.=ingegner avv.=avvocato ecc.=eccetera pag.=pagina tel.=telefono"""
    ),
    months="gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
    point="virgola",
    minus="meno",
    hour="e",
    date="{day} {month} {year}",
    first_of_month="primo",
    one={"uno": ("un", "una")},
)
