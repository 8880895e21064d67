"""Part of speech of one word from its neighbours, for words whose sound depends on it.

No model: each of the three candidates, noun, verb and adjective, collects points for what stands beside the word.
"""

from __future__ import annotations

from collections.abc import Sequence

from engines.text.english.tokens import word_set

Items = Sequence[str]
"""The words of a run in small letters, and its punctuation marks."""

DETERMINERS = word_set("a an the this that these those some any each every no another either neither both all")
POSSESSIVES = word_set("my your his her its our their whose")
SUBJECTS = word_set("i you we they he she it who")
OBJECTS = word_set("me him them us it you myself himself herself itself themselves yourself")
BE = word_set(
    "am is are was were be been being isn't aren't wasn't weren't i'm you're we're they're he's she's it's that's"
    " there's who's what's"
)
HAVE = word_set("have has had having haven't hasn't hadn't i've you've we've they've could've would've should've")
MODALS = word_set(
    "can could may might must shall should will would cannot can't couldn't won't wouldn't shouldn't mustn't do"
    " does did don't doesn't didn't let's gonna wanna gotta i'll you'll he'll she'll it'll we'll they'll i'd you'd"
    " he'd she'd we'd they'd please needn't"
)
PREPOSITIONS = word_set(
    "of in on at by for with from into onto about against between through during without within under over after"
    " before among across behind beyond near off per upon via than until since toward towards around amid despite"
    " inside outside like as"
)
CONJUNCTIONS = word_set("and or but nor so yet because if when while whether although though unless where why how")
_ADVERBS = word_set(
    "not never always often usually sometimes rarely seldom just also still already really simply only even ever"
    " now then soon once again almost hardly n't kindly actually currently"
)
_LINKING = word_set(
    "seem seems seemed feel feels felt look looks looked become becomes became get gets got stay stays stayed"
    " remain remains sound sounds so very too quite more most less rather pretty fairly extremely not keep"
)
_ADJECTIVES = word_set(
    "new old good bad big small long short great high low own same other next last first second third many few"
    " several much young hot cold strong little large early late real daily whole full free main local public"
    " private personal official final current early major minor single double human social clear fresh steady sharp"
    " gentle further no-load world deep heavy light dark white black red green blue constant sudden huge tiny rich"
    " poor better best worse recent"
)
_ADJECTIVE_ENDINGS = (
    "ous",
    "ful",
    "ive",
    "able",
    "ible",
    "ical",
    "ial",
    "ish",
    "less",
    "ary",
    "est",
    "ic",
    "nal",
    "ent",
)
_NUMBERS = word_set("one two three four five six seven eight nine ten eleven twelve twenty thirty hundred thousand")
_TO_IS_PREPOSITION = word_set(
    "listen listened listening looking forward due according prior contrary addicted close thanks exposed committed"
    " devoted opposed similar response access attention led return returned next owing object"
)
_TAKES_INFINITIVE = word_set("let make makes made help helped watch see saw hear heard")
_PARTICLES = word_set("along past up down out off away back together apart forward next")
_FREQUENCY = word_set("never always often usually rarely seldom")
_VERB_COMPANY = DETERMINERS | POSSESSIVES | OBJECTS | PREPOSITIONS | _PARTICLES
FUNCTION = (
    DETERMINERS
    | POSSESSIVES
    | SUBJECTS
    | OBJECTS
    | BE
    | HAVE
    | MODALS
    | PREPOSITIONS
    | CONJUNCTIONS
    | _ADVERBS
    | {"to"}
)


def is_mark(item: str) -> bool:
    """Whether an item is punctuation (or there is none)."""
    return not item[:1].isalnum() and item[:1] != "'"


def _is_adverb(word: str) -> bool:
    return word in _ADVERBS or (
        len(word) > 4 and word.endswith("ly") and word not in {"family", "only", "daily", "early"}
    )


def is_adjective(word: str) -> bool:
    """Whether a word looks like an adjective."""
    return word in _ADJECTIVES or (len(word) > 4 and word.endswith(_ADJECTIVE_ENDINGS))


def is_content(word: str) -> bool:
    """Whether a word could be a noun, going by what it is not."""
    return not is_mark(word) and word not in FUNCTION and not _is_adverb(word)


def is_plural(word: str) -> bool:
    """Whether a word looks like a plural noun."""
    plain = word in {"people", "children", "men", "women", "police", "they", "we"}
    return plain or (len(word) > 3 and word[-1] == "s" and word[-2:] not in ("ss", "us", "is") and is_content(word))


def at(items: Items, index: int) -> str:
    """The item at `index`, or an empty string outside."""
    return items[index] if 0 <= index < len(items) else ""


def part_of_speech(items: Items, index: int) -> str:
    """`NOUN`, `VERB` or `ADJ` for the word at `index`."""
    scores = {"NOUN": _noun(items, index), "VERB": _verb(items, index), "ADJ": _adjective(items, index)}
    return max(scores, key=lambda tag: scores[tag])


def governor(items: Items, index: int) -> int:
    """The index of the nearest word before `index` that is not an adverb."""
    index -= 1
    while index >= 0 and _is_adverb(items[index]):
        index -= 1
    return index


def _clause_start(items: Items, index: int) -> str:
    """The first word of the clause that `index` is in, or a word some way back."""
    farthest = index - 12
    while index > max(0, farthest) and not is_mark(items[index - 1]) and items[index - 1] not in CONJUNCTIONS:
        index -= 1
    return items[index]


def _verb(items: Items, index: int) -> float:
    word, after = items[index], at(items, index + 1)
    g = governor(items, index)
    before, earlier = at(items, g), at(items, g - 1)
    is_s_form = word.endswith("s") and not word.endswith("ss")
    score = 0.0
    if before == "to":
        score += -1 if earlier in _TO_IS_PREPOSITION else 4
    elif before in MODALS:
        score += 4
    elif before in SUBJECTS:
        is_object = before in OBJECTS and not is_mark(earlier) and is_content(earlier)
        score += 0.5 if is_object or earlier in BE else 3
    elif before in OBJECTS and earlier in _TAKES_INFINITIVE:
        score += 4
    elif is_mark(before) and g < 0 and not is_s_form:
        score += 2.5 if after in DETERMINERS | POSSESSIVES | OBJECTS else 0
    elif before in CONJUNCTIONS and not is_s_form:
        window = items[max(0, index - 7) : index]
        score += 1.5 if any(w in MODALS or w == "to" for w in window) else 0
        score += 1 if after in DETERMINERS | POSSESSIVES | OBJECTS else 0
    elif is_plural(before) and not is_s_form:
        score += 2.5
    elif before in {"which", "that"} and at(items, g - 1) not in PREPOSITIONS:
        score += 2 if before == "which" or is_content(at(items, g - 1)) else 0
    elif is_content(before) and is_s_form and not is_adjective(before) and not is_plural(before):
        score += 1.5 if after in _VERB_COMPANY or _is_adverb(after) else 0.5
    if (
        not is_s_form
        and g > 0
        and _clause_start(items, g) in MODALS
        and (is_content(before) or before in {"that", "this"})
    ):
        score += 3
    if at(items, index - 1) in _FREQUENCY:
        score += 2
    if after in POSSESSIVES or after in OBJECTS or after in DETERMINERS - {"that", "all", "no"}:
        score += 1.5
    return score


def _noun(items: Items, index: int) -> float:
    before, after = at(items, index - 1), at(items, index + 1)
    score = 0.25
    if before in DETERMINERS or before in POSSESSIVES or before.endswith(("'s", "s'")):
        is_contraction = before in BE or before == "let's"
        score += 0 if is_contraction else 3.5 if before != "that" else 1.5
    elif before in PREPOSITIONS:
        score += 2.5
    elif before in _NUMBERS:
        score += 2
    elif is_adjective(before):
        score += 3 if at(items, index - 2) in DETERMINERS | POSSESSIVES | PREPOSITIONS | BE else 2
    elif is_content(before):
        score += 1
    if after == "of" or after in BE or after in HAVE or after in MODALS:
        score += 2
    return score


def _adjective(items: Items, index: int) -> float:
    g = governor(items, index)
    before, after = at(items, index - 1), at(items, index + 1)
    score = 0.0
    is_question = before in SUBJECTS and at(items, index - 2) in BE
    if at(items, g) in BE or before in _LINKING or is_question:
        score += 2.5 if not is_content(after) or is_mark(after) else 2
    if (before in DETERMINERS or before in POSSESSIVES) and is_content(after):
        score += 4.5
    elif before in PREPOSITIONS and is_content(after):
        score += 2.75
    return score
