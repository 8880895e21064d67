"""French letters to sounds: what is silent, nasal vowels, liaison. The stress is on the last syllable."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from engines.text.romance.language import Language, table
from engines.text.romance.rules import Rules, nuclei, stressed

_RULES = Rules(
    """
    ais ɛ _$
    ait ɛ _$
    aient ɛ _$
    ent - (?:[^m]|ai|or|om|er|rm|ir|ar|um)_$
    eaux o _$
    eau o
    aux o _$
    auld o _$
    aur ɔʁ
    au o
    aoû u
    aî ɛ
    ain ɛ̃ _N
    aim ɛ̃ _N
    ein ɛ̃ _N
    aill aj
    ail aj _s?$
    ay ɛj _V
    ay ɛ
    aï ai
    ai ə f_s[aoie]
    ai ɛ
    am ɑ̃ _[pb]
    an ɑ̃ _N
    a a
    à a
    â a
    æ e
    eil ɛj _s?$
    eill ɛj
    ei ɛ
    euil œj _s?$
    euill œj
    eun œ̃ j_$
    eurr œʁ
    eur øʁ ^_
    eur œʁ
    eus ø _$
    eut ø _$
    eux ø _$
    eu ø _$
    eu ø _[sz][eiaé]
    eu ø _tr|d|ti
    eu ø ^_
    eu œ _C
    eu ø
    eû y
    ein ɛ̃ _N
    emm am f_
    emm amm [dui]_en
    em ɑ̃ _[pb]
    emm ɑ̃m ^_
    enn ɑ̃n ^_ui|uy|ob|iv
    en ɛ̃ y_N
    en ɛ̃ i_(?:s?$|t$|d[rs]|n?t?s$)
    en ɛ̃ é_s?$
    en ɛ̃ am_$
    en ɑ̃ _N
    er ɛʁ ^.?.?_s?$
    er e _s?$
    ez e _$
    ed e i_s?$
    ef e l_s$
    et ɛ _s?$
    es ɛ ^[ldmtsc]_$
    e ə ^(?:[cdjlmnst]|qu)_$
    ean ɑ̃ j_N
    eann an j_
    e - _s?$
    e - _nt$
    ess ɛs
    e ɛ _x
    e e _ff|ss
    e e ^_ss|ff|ll
    e ɛ _(ll|tt|rr|nn|pp|cc|dd|mm)
    e ɛ _(?!ch|ph|th|gn|[bcdfgptv][lr])CC
    e ɛ _C$
    e ə
    ənt ɑ̃
    é e
    è ɛ
    ê ɛ
    ë ɛ
    ien jɛ̃ _(?:t?s?$|d[rs])
    ill il m_i[eo]
    ill ij C_
    ill j V_
    il j [aeou]_$
    im ɛ̃ _[pb]
    in ɛ̃ _N
    î i
    ï j V_V
    ï i
    i ij [bcdfgptv][lr]_(?!e?s?$|ent$)V
    i j _(?!e?s?$|ent$)V
    i i
    om ɔ̃ _(?:[pb]|s?$)
    on ɔ̃ _N
    oin wɛ̃ _N
    ooz uz
    oo oo _p
    oo u
    oeu œ _(?:f|r|v)
    oeu ø
    oê wa
    oî wa
    oi wa
    oy waj _V
    oy wa
    où u
    oû u
    ouill uj
    ouil uj _$
    ou w _[aeiéèêo](?!$|nt$|s$|ill)
    ou u
    œu œ _(?:f|r|v)
    œu ø
    œil œj
    œ œ
    o o _s?$
    o o _t?s?$
    o o _s[eé]
    o ɔ
    ô o
    ueill œj
    ueil œj
    um œ̃ _[pb]
    un œ̃ _N
    ui yi
    û y
    ù y
    ü y
    u y
    yn ɛ̃ _N
    ym ɛ̃ _[pb]
    y j V_V
    y j ^_V
    y ij [bcdfgptv][lr]_V
    y j C_(?!$)V
    y i
    bb b
    bs ps V_C
    b p _[st]C?
    b - om_s?$
    b b
    cch k
    cc ks _F
    cc k
    ch k _[rl]
    ch k (or|psy|é)_[eo](?:st|lo|s?$)
    ch k te_n
    ch ʃ
    ck k
    cqu k
    ct kt _s?$
    c s _F
    c - n_s?$
    c - ta?ba_$
    c k
    ç s
    dd d
    d - _s?$
    d d
    ff f
    f - le_s$
    f f
    ge ʒ _[aoâôu]
    gg ɡʒ _F
    gg ɡ
    gn nj
    gu ɡ _[eiéèêîy]
    gt - n?_s?$
    g - n_s?$
    g ʒ _F
    g ɡ
    h -
    j ʒ
    k k
    ll l
    l l
    mm m
    mn n to_
    m m
    nn n
    n n
    ph f
    pp p
    ps - m_$
    pt t ^se_$
    p - ou_s?$
    p - m_t
    p - tro_$
    p p
    qu k
    q k
    rr ʁ
    r ʁ
    sch ʃ
    sc s _F
    sh ʃ
    ss s
    s - _$
    s z V_V
    s s
    th t
    tt t
    ti sj [^sx]_(?:on|el|eu|al)
    ti sj [pi]_ens?$
    tie si (?:cra|na|ra|er|p)_s?$
    t - _s?$
    t t
    v v
    w w
    x - [ue]_$
    x - i_$
    x ɡz ^(?:in)?e_(?:V|h)
    x z ^[sd]i_i
    x s (soi|di|si)_
    xc ks _F
    x ks ^e_$
    x ks
    zz z
    z - i_$
    z - e_$
    z z
    """,
    {
        "V": "[aeiouyàâäéèêëîïôöùûüœ]",
        "C": "[bcçdfghjklmnpqrstvwxz]",
        "F": "[eiyéèêîïëə]",
        "N": "(?![aeiouyàâäéèêëîïôöùûünmh])",
    },
)

_CLITICS = frozenset(
    """le la les l de des du d un une au aux à et ou en y ce c cet cette ces se s sa son ses ma mon mes ta ton tes leur leurs
    notre votre nos vos je j tu t il ils elle elles on nous vous me m te ne n que qu qui dans par pour sur sous avec sans est
    mais car si""".split()
)
_EXCEPTIONS = table(
    """monsieur=məsjø messieurs=mesjø femme=fam femmes=fam oignon=onjɔ̃ second=səɡɔ̃ seconde=səɡɔ̃d secondes=səɡɔ̃d
    secondaire=səɡɔ̃dɛʁ examen=ɛɡzamɛ̃ pays=pɛi paysage=pɛizaʒ ville=vil villes=vil village=vilaʒ mille=mil tranquille=tʁɑ̃kil
    million=miljɔ̃ millions=miljɔ̃ milliard=miljaʁ milliards=miljaʁ fils=fis bus=bys sens=sɑ̃s tous=tus plus=ply os=ɔs
    est=ɛ et=e es=ɛ les=le des=de mes=me tes=te ses=se ces=se dès=dɛ sept=sɛt huit=yit six=sis dix=dis neuf=nœf cinq=sɛ̃k
    eu=y eue=y eus=y eut=y août=ut mer=mɛʁ fer=fɛʁ hier=jɛʁ hiver=ivɛʁ cher=ʃɛʁ fier=fjɛʁ amer=amɛʁ enfer=ɑ̃fɛʁ ver=vɛʁ
    super=sypɛʁ travers=tʁavɛʁ envers=ɑ̃vɛʁ univers=ynivɛʁ divers=divɛʁ vers=vɛʁ revers=ʁəvɛʁ hyper=ipɛʁ froid=fʁwa froids=fʁwa cancer=kɑ̃sɛʁ exact=ɛɡzakt direct=diʁɛkt correct=kɔʁɛkt sud=syd ouest=wɛst parc=paʁk arc=aʁk turc=tyʁk
    œufs=ø bœufs=bø clef=kle net=nɛt internet=ɛ̃tɛʁnɛt stop=stɔp club=klœb week-end=wikɛnd album=albɔm maximum=maksimɔm
    minimum=minimɔm forum=foʁɔm rhum=ʁɔm parfum=paʁfœ̃ faim=fɛ̃ femme=fam solennel=solanɛl évidemment=evidamɑ̃
    orchestre=ɔʁkɛstʁ chœur=kœʁ écho=eko technique=tɛknik techniques=tɛknik archéologie=aʁkeoloʒi chaos=kao
    psychologie=psikoloʒi poêle=pwal moelle=mwal automne=otɔn condamner=kɔ̃dane sculpture=skyltyʁ compte=kɔ̃t compter=kɔ̃te
    sixième=sizjɛm dixième=dizjɛm deuxième=døzjɛm aiguille=eɡyij linguistique=lɛ̃ɡyistik quoi=kwa aquarium=akwaʁjɔm
    équateur=ekwatœʁ yacht=jɔt jazz=ʤaz football=futbol foot=fut tennis=tenis tunnel=tynɛl gaz=ɡaz
    soixante=swasɑ̃t bruxelles=bʁysɛl auxerre=osɛʁ paris=paʁi jésus=ʒezy as=a a=a ai=e vais=vɛ gars=ɡa corps=kɔʁ temps=tɑ̃
    longtemps=lɔ̃tɑ̃ printemps=pʁɛ̃tɑ̃ champ=ʃɑ̃ champs=ʃɑ̃ camp=kɑ̃ coup=ku beaucoup=boku trop=tʁo drap=dʁa loup=lu
    galop=ɡalo sirop=siʁo respect=ʁɛspɛ aspect=aspɛ suspect=syspɛ tabac=taba estomac=estoma porc=pɔʁ banc=bɑ̃ blanc=blɑ̃
    franc=fʁɑ̃ donc=dɔ̃k nerf=nɛʁ gentil=ʒɑ̃ti outil=uti fusil=fyzi sourcil=suʁsi persil=pɛʁsi nom=nɔ̃ noms=nɔ̃ prénom=pʁenɔ̃
    plomb=plɔ̃ pied=pje pieds=pje grand=ɡʁɑ̃ quand=kɑ̃ aujourd'hui=oʒuʁdyi hors=ɔʁ hélas=elas jadis=ʒadis mars=maʁs
    ours=uʁs lys=lis iris=iʁis oasis=oazis virus=viʁys campus=kɑ̃pys terminus=tɛʁminys cactus=kaktys atlas=atlas
    albums=albɔm lorsque=lɔʁsk puisque=pyisk presque=pʁɛsk jusque=ʒysk quelque=kɛlkə chef=ʃɛf sel=sɛl ciel=sjɛl
    ailleurs=ajœʁ vieille=vjɛj accueil=akœj œil=œj yeux=jø dessus=dəsy dessous=dəsu ressembler=ʁəsɑ̃ble ennemi=ɛnmi
    ennemis=ɛnmi pensent=pɑ̃s chut=ʃyt brut=bʁyt but=byt dot=dɔt zut=zyt mais=mɛ jamais=ʒamɛ patient=pasjɑ̃ patients=pasjɑ̃
    nation=nasjɔ̃ question=kɛstjɔ̃ questions=kɛstjɔ̃ gestion=ʒɛstjɔ̃ initier=inisje club=klœb transit=tʁɑ̃zit ces=se"""
)
_NOUNS_IN_ENT = frozenset(
    """argent agent urgent cent accent récent innocent décent accident président résident incident précédent évident dent
    client orient patient ingrédient inconvénient lent talent excellent violent équivalent parent apparent différent cohérent
    torrent absent présent consent souvent vent couvent avent content quotient conséquent fréquent éloquent compétent
    impatient permanent continent imminent éminent pertinent intelligent contingent indulgent négligent divergent sergent
    serpent adolescent occident ardent étudent prudent imprudent transparent concurrent courant adhérent omniprésent souvient sent ment dément pressent ressent consent descendent_ bâtiment moment comment aliment élément""".split()
)
_VERBS_IN_MENT = re.compile(
    "(?:ai|or|nom|er|ri|llu|^fu|rfu|su|gom|ram|lâ|fu|fil|esti|expri|suppri|affir|confir|infor|for|dor)ment$"
)
_VIENT = re.compile("(?:^|con|main|ob|par|sou|dé|re|de|ter|pré|sur)[tv]ient$")
_ASPIRATED = frozenset(
    "haut haute hauts hautes hauteur héros hasard haine honte hors huit huitième onze onzième oui hibou hanche halle halte "
    "hall hamster handicap harceler hausse havre hérisson heurter hollande hongrie hockey homard hurler hutte yaourt".split()
)
_LIAISON = {
    "z": frozenset(
        """les des mes tes ses ces nos vos leurs nous vous ils elles aux deux trois six dix très plus chez dans sans sous
        quels quelles quelques plusieurs certains autres petits grands mêmes""".split()
    ),
    "n": frozenset("un mon ton son on en aucun bien rien".split()),
    "t": frozenset("est sont petit grand quand tout cet ont font vont".split()),
}
_FINAL_OF = {"six": "si", "dix": "di", "mon": "mɔ̃", "ton": "tɔ̃", "son": "sɔ̃"}
_VOWELS = "aeiouyɛɔəøœɑj"
_SCHWA = re.compile(
    f"(?<=[{_VOWELS}\u0303][^{_VOWELS}])ə(?=[^{_VOWELS}][{_VOWELS}])|(?<=[{_VOWELS}\u0303]s[^{_VOWELS}ʁl])ə(?=[^{_VOWELS}][{_VOWELS}])"
)
_OPEN_O = re.compile("ɔ(?!\u0303)(?=[^aeiouyɛɔəøœɑ]*[aeiouyɛɔøœɑ])(?!ʁ)")


def transcribe(words: Sequence[str]) -> list[str]:
    """Symbols of the words of a phrase; before a vowel the silent ends of small words are heard."""
    words = [word.replace("’", "'") for word in words]
    out: list[str] = []
    for position, word in enumerate(words):
        symbols = _word(word)
        if position and symbols.lstrip("ˈ")[:1] in _VOWELS and word not in _ASPIRATED:
            last = re.split("['-]", words[position - 1])[-1]
            for sound, linking in _LIAISON.items():
                if last in linking and not out[-1].endswith(sound):
                    out[-1] = _FINAL_OF.get(last, out[-1]) + sound
        out.append(symbols)
    return out


@lru_cache(maxsize=4096)
def _word(word: str) -> str:
    word = word.strip("'")
    symbols = _unstressed(word)
    if word in _CLITICS or not nuclei(symbols):
        return symbols
    return stressed(symbols, 2 if symbols.endswith("ə") and len(nuclei(symbols)) > 1 else 1)


def _unstressed(word: str) -> str:
    if word in _EXCEPTIONS:
        return _EXCEPTIONS[word]
    *elided, rest = [part for part in word.split("'") if part] or [""]
    symbols = "".join(_ELIDED.get(part) or _unstressed(part) for part in elided)
    return symbols + "".join(_EXCEPTIONS.get(part) or _sounds(part) for part in rest.split("-") if part)


_ELIDED = {"c": "s", "d": "d", "j": "ʒ", "l": "l", "m": "m", "n": "n", "s": "s", "t": "t", "qu": "k"}


def _sounds(word: str) -> str:
    if _VIENT.search(word):
        return _finished(_RULES(word[:-1]))
    singular = word.removesuffix("s")
    if singular.endswith("ment") and not _VERBS_IN_MENT.search(singular) or singular in _NOUNS_IN_ENT:
        stem = singular[:-3]
        stem = re.sub("emm$", "amm", stem) if singular.endswith("emment") else stem
        return _finished(_RULES(stem + "ənt"))
    return _finished(_RULES(word))


def _finished(symbols: str) -> str:
    return _SCHWA.sub("", _OPEN_O.sub("o", symbols))


LANGUAGE = Language(
    code="fr",
    numerals="fr",
    transcribe=transcribe,
    letters=table(
        """a=a b=bé c=cé d=dé e=e f=èfe g=gé h=ache i=i j=ji k=ka l=èle m=ème n=ène o=o p=pé q=ku r=ère s=èsse t=té u=u v=vé
        w=double_vé x=ixe y=i_grec z=zède"""
    ),
    one_letter_words="aàoy",
    signs=table(
        "&=et @=arobase +=plus %=pour_cent ==égale ×=fois ÷=divisé_par #=dièse €=euros $=dollars £=livres °=degrés"
    ),
    units=table(
        """%=pour_cent €=euro/euros $=dollar/dollars £=livre/livres ¥=yen/yens km=kilomètre/kilomètres m=mètre/mètres
        cm=centimètre/centimètres mm=millimètre/millimètres kg=kilo/kilos g=gramme/grammes mg=milligramme/milligrammes
        l|L=litre/litres ml=millilitre/millilitres h=heure/heures min=minute/minutes °C=degré/degrés °=degré/degrés
        km/h=kilomètre_heure/kilomètres_heure m²=mètre_carré/mètres_carrés Go=giga-octet/giga-octets"""
    ),
    abbreviations=table(
        """m.=monsieur mm.=messieurs mme=madame mlle=mademoiselle dr=docteur etc.=et_cétéra av.=avenue bd=boulevard
        n°=numéro p.=page tél.=téléphone st=saint"""
    ),
    months="janvier février mars avril mai juin juillet août septembre octobre novembre décembre".split(),
    point="virgule",
    minus="moins",
    hour="heures",
    date="{day} {month} {year}",
    first_of_month="premier",
    ordinals="(?:ère|ème|er|re|e)",
)
