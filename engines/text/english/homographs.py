"""Which reading of a homograph is meant: words beside it that decide, then its part of speech."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from engines.text.english.tagger import (
    BE,
    DETERMINERS,
    HAVE,
    MODALS,
    POSSESSIVES,
    PREPOSITIONS,
    SUBJECTS,
    Items,
    at,
    governor,
    is_adjective,
    is_content,
    is_mark,
    is_plural,
    part_of_speech,
)
from engines.text.english.tokens import word_set

MODIFIER = "modifier"
"""The reading of a word that stands before the noun it describes, be it an adjective or a noun."""
_NEAR = 6
_REACH = 24
"""Words looked at on either side at most."""


@dataclass(frozen=True, slots=True)
class Cue:
    """Words that decide for `reading`: a part of speech of the lexicon, or `=word`, the sound of another word."""

    reading: str
    near: frozenset[str] = frozenset()
    before: frozenset[str] = frozenset()
    after: frozenset[str] = frozenset()

    def applies(self, items: Items, index: int) -> bool:
        """Whether one of the words is where it has to be."""
        if at(items, index - 1) in self.before or at(items, index + 1) in self.after:
            return True
        around = [*items[max(0, index - _NEAR) : index], *items[index + 1 : index + 1 + _NEAR]]
        return not self.near.isdisjoint(around)


def _cue(reading: str, near: str = "", before: str = "", after: str = "") -> Cue:
    return Cue(reading, frozenset(near.split()), frozenset(before.split()), frozenset(after.split()))


_TOWARDS = "into in under off down for deep headfirst straight toward towards after right over through onto"

CUES: Mapping[str, tuple[Cue, ...]] = {
    "lead": (
        _cue(
            "=led",
            near="contain contains contained containing zinc copper mercury arsenic tin cadmium toxic molten ore"
            " poisonous heavy-metal plumbing metal metals",
            after="pipe pipes paint paints poisoning pencil pencils acid battery bullet bullets shot shielding lined"
            " free crystal weight weights roof apron levels exposure contamination solder sheet sheets fumes",
            before="unleaded molten toxic",
        ),
    ),
    "bass": (
        _cue(
            "DEFAULT",
            near="fish fishing caught catch lake river trout salmon grilled fillet fillets angler boat pond largemouth"
            " smallmouth striped sea chilean",
        ),
        _cue("ADJ", before="*", after="*"),
    ),
    "wind": (_cue("VERB", after="up down back", before="to"),),
    "tear": (
        _cue("NOUN", near="eye eyes cheek cheeks shed weep face", after="gas drop drops duct ducts"),
        _cue(
            "VERB", after="in down apart up off out open along through into", near="wear fabric muscle ligament paper"
        ),
    ),
    "tears": (
        _cue("NOUN", near="eye eyes cheek cheeks shed burst cry crying wept joy face", before="in into to of with"),
    ),
    "bow": (
        _cue(
            "NOUN", after="tie ties", near="arrow arrows violin cello string strings hair ribbon archer archery hunting"
        ),
        _cue(
            "VERB",
            after="to down before his her your their my out",
            near="ship boat deck stern vessel audience curtain",
        ),
        _cue("VERB", near="take took takes taking"),
    ),
    "bows": (_cue("NOUN", near="arrow arrows violin cello ribbons ribbon hair"),),
    "minute": (
        _cue("ADJ", before="so very extremely incredibly how almost"),
        _cue(
            "ADJ",
            after="details detail amount amounts quantities quantity differences difference particles particle traces",
        ),
        _cue("DEFAULT", before="*", after="*"),
    ),
    "content": (
        _cue(
            "DEFAULT",
            after="with",
            before="be am is are was were feel feels felt seem seems look looks looked"
            " appear appears appeared perfectly quite not",
        ),
        _cue("NOUN", before="*", after="*"),
    ),
    "contents": (_cue("NOUN", before="*", after="*"),),
    "close": (
        _cue(
            "DEFAULT",
            after="to by enough friend friends together attention",
            before="too very so as come came comes stay",
        ),
    ),
    "live": (
        _cue(
            "VERB", after="in with at near alone here there together forever longer happily without under among abroad"
        ),
        _cue("VERB", before="to who people and"),
        _cue("DEFAULT", before="the a go going broadcast broadcasting streamed streaming perform performed is was are"),
    ),
    "lives": (
        _cue("NOUN", before="our their your save saved saving many two three four the of own lost several human"),
        _cue("VERB", after="in next alone with at on here there near nearby by across abroad under"),
    ),
    "object": (_cue("VERB", after="to"),),
    "refuse": (_cue("NOUN", after="collection collector collectors bin bins dump heap disposal truck"),),
    "resume": (
        _cue("=résumé", before="my your his her their our a updated", near="job application applicants cv applicant"),
    ),
    "polish": (
        _cue("=polish", after="the your my his her their it this", near="shoes shoe nails nail silver furniture"),
    ),
    "desert": (_cue("VERB", after="him her them me us", before="not never"),),
    "dove": (_cue("VERB", after=_TOWARDS),),
    "invalid": (_cue("DEFAULT", before="is are was be an", after="argument input"),),
    "use": (_cue("NOUN", before="make makes made making no any little much in of for into"),),
    "moped": (_cue("DEFAULT", before="a the his her my your", after="*"),),
    "sow": (_cue("VERB", after="seeds seed the discord doubt"), _cue("NOUN", near="pig pigs piglets boar farrow")),
    "learned": (_cue("ADJ", after="man woman professor scholar scholars friend society judge counsel"),),
    "estimate": (_cue("NOUN", before="rough best conservative an the"),),
}
"""Tried in order before the part of speech; `*` stands for any word or none."""

_PAST_TIME = word_set("yesterday ago earlier previously once")
_LAST_PERIOD = word_set(
    "night week month year time summer winter spring autumn monday tuesday wednesday thursday friday saturday"
    " sunday century"
)
_PAST_VERBS = word_set(
    "was were had did went came saw took made said told got gave found thought knew felt left kept began sat stood"
    " wrote bought brought heard ran met became lost paid sent spent held"
)
_PRESENT_TIME = word_set("every usually often always now today sometimes rarely never daily tomorrow")
_DEFAULT_ADJECTIVES = word_set("close closer invalid content perfect absent")
"""Words whose default reading is the adjective, though the lexicon has no key for it."""


def _read(items: Items, index: int) -> str:
    """Tense of `read`: present after `to` and modals, past after `have` and `be` or with a sign of the past."""
    g = governor(items, index)
    before, earlier = at(items, g), at(items, g - 1)
    words = set(items)
    if earlier in MODALS and before in SUBJECTS:
        return "VERB"
    if before in HAVE or before in BE or earlier in HAVE or before.endswith("'ve"):
        return "VBN"
    has_past = bool(words & _PAST_TIME) or any(
        item == "last" and at(items, i + 1) in _LAST_PERIOD for i, item in enumerate(items)
    )
    if part_of_speech(items, index) == "VERB" and (before == "to" or before not in SUBJECTS | {"and"}):
        is_asked = any(item in MODALS for item in items[max(0, index - 4) : index])
        is_singular = is_content(before) and not is_plural(before) and not is_asked
        return "VBD" if before != "to" and (is_singular or (is_content(before) and has_past)) else "VERB"
    if before in {"he", "she", "it", "who"} or has_past:
        return "VBD"
    if words & _PRESENT_TIME:
        return "VERB"
    others = [w for i, w in enumerate(items) if i != index]
    is_past = any(w in _PAST_VERBS or (len(w) > 4 and w.endswith("ed")) for w in others)
    if before in SUBJECTS or before in {"and", "then"}:
        return "VBD" if is_past else "VERB"
    is_singular = is_content(before) and not is_plural(before) and not is_adjective(before)
    return "VBD" if is_singular and at(items, index + 1) in DETERMINERS | POSSESSIVES else "VERB"


def _wound(items: Items, index: int) -> str:
    before, after = at(items, governor(items, index)), at(items, index + 1)
    if (
        after in {"up", "around", "round", "down", "through", "tightly", "back"}
        and before not in DETERMINERS | POSSESSIVES
    ):
        return "VBD"
    return "VBD" if before in SUBJECTS and after in DETERMINERS | POSSESSIVES | {"it"} else "DEFAULT"


def _used(items: Items, index: int) -> str:
    """`used to`, the habit, against `used to cut`, the tool."""
    if at(items, index + 1) != "to":
        return "DEFAULT"
    is_tool = (
        at(items, governor(items, index)) in BE
        and is_content(after := at(items, index + 2))
        and not after.endswith("ing")
    )
    return "DEFAULT" if is_tool else "VBD"


def _that(items: Items, index: int) -> str:
    """Stressed when it points (`that one`, `after that`), weak when it joins clauses."""
    before, after = at(items, index - 1), at(items, index + 1)
    points = is_mark(before) or before in PREPOSITIONS or before in BE or before in {"do", "does", "did", "and", "but"}
    return "DT" if points and (is_mark(after) or after in BE or is_content(after)) else "DEFAULT"


_SPECIAL: Mapping[str, Callable[[Items, int], str]] = {
    "read": _read,
    "reread": _read,
    "wound": _wound,
    "used": _used,
    "that": _that,
}


def reading_of(items: Items, index: int) -> str:
    """The key of the lexicon entry to use for the word at `index`, or `=word` for the sound of another word.

    Keys are `NOUN`, `VERB`, `ADJ`, `VBD`, `VBN`, `DT` and `DEFAULT`; and there is `MODIFIER`.
    """
    start = max(0, index - _REACH)
    items, index = items[start : index + _REACH], index - start
    word = items[index]
    if word in _SPECIAL:
        return _SPECIAL[word](items, index)
    for cue in CUES.get(word, ()):
        if "*" in cue.before or cue.applies(items, index):
            return cue.reading
    tag = part_of_speech(items, index)
    if tag == "ADJ" and word not in _DEFAULT_ADJECTIVES and is_content(at(items, index + 1)):
        return MODIFIER
    return tag
