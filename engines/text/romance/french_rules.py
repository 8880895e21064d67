"""The French letter-to-sound rules, in the notation of `Rules`."""

from __future__ import annotations

from engines.text.romance.rules import Rules

RULES = Rules(
    """
    ais ɛ _$
    ait ɛ _$
    aient ɛ _$
    ent - .._$
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
    e e ^_ss|ff
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
