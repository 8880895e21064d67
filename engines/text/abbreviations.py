"""English abbreviations, by what a full stop after them can mean."""

from __future__ import annotations


def _words(listed: str) -> frozenset[str]:
    return frozenset(listed.split())


BEFORE_A_NAME = _words(
    "dr mr mrs ms mx prof st rev fr gen col lt capt cpt sgt maj cmdr adm gov sen rep hon pres supt det insp "
    "mt ft messrs mme mlle sra srta e.g i.e cf vs viz al"
)
"""Something always follows: never the end of a sentence."""

BEFORE_A_NUMBER = _words("no nos nr fig figs vol vols p pp ch sec art eq ver v ca approx para pt")
"""Abbreviations when a number follows, else words (`No.`) or rare."""

ANYWHERE = _words(
    "etc inc ltd co corp llc bros jr sr esq ph.d m.d b.a m.a d.c u.s u.k u.n u.s.a e.u a.d b.c a.m p.m "
    "jan feb apr jun jul aug sep sept oct nov dec mon tue tues thu thur thurs fri "
    "ave blvd rd dept ext tel approx assn univ min max hr hrs oz lb lbs eds"
)
"""The end of a sentence only where the next word begins one."""

STARTERS = _words(
    "a an and as at after all although another are because before but by can could did do does each even every few "
    "finally first for from had has have he her here his how however i if in indeed is it its last later let many "
    "maybe more most my next no nobody nothing now of on once one only or our perhaps please she since so some "
    "someone soon still such than thank thanks that the their them then there these they this those though thus to "
    "today tomorrow two under until was we well were what when where whether which while who why will with without "
    "would yes yesterday yet you your"
)
"""Words that, capitalised after an abbreviation or an initial, begin a sentence rather than go on with a name."""
