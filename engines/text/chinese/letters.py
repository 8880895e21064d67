"""Names of Latin letters in the model's symbols, for A股, T恤 and 维生素C.

Written with Mandarin sounds and a level tone, as Chinese speakers say them: with the Chinese voices they are understood
where the English names are not (B, C, E, O, P, Q), except W and X.
"""

from __future__ import annotations

# fmt: off
LETTERS = {
    "A": "ei→", "B": "pi→", "C": "sei→", "D": "ti→", "E": "i→", "F": "ɛ→fu", "G": "ʨi→", "H": "ei→ꭧʰ", "I": "ai→",
    "J": "ꭧei→", "K": "kʰei→", "L": "ɛ→l", "M": "ɛ→m", "N": "ɛ→n", "O": "ou→", "P": "pʰi→", "Q": "kʰju→", "R": "a→ɚ",
    "S": "ɛ→s", "T": "tʰi→", "U": "jou→", "V": "vi→", "W": "dˈʌbᵊlju", "X": "ˈɛks", "Y": "wai→", "Z": "ʦei→",
}
# fmt: on
