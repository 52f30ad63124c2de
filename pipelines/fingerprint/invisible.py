"""Characters that are in a text and not to be read: without ink, private, or mere ornament."""

from __future__ import annotations

import unicodedata

# Without ink though their category does not say so: fillers, variation selectors, blanks of scripts, and the boxes
# that stand for what could not be shown.
_INKLESS = frozenset(
    [
        *"\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\ufffc\ufffd\ufffe\uffff",
        *map(chr, range(0x180B, 0x1810)),
        *map(chr, range(0xFE00, 0xFE10)),
        *map(chr, range(0xE0000, 0xE1000)),
    ]
)
# Controls, formats (zero width, bidirectional, soft hyphen, tags), surrogates, private use.
_INKLESS_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Co"})

# Emoji, dingbats, arrows, boxes and shapes. By range and not by property, so that a newer Python sees the same.
_ORNAMENT_RANGES = (
    (0x2190, 0x21FF),
    (0x2300, 0x245F),
    (0x2500, 0x27BF),
    (0x2900, 0x297F),
    (0x2B00, 0x2BFF),
    (0x1F000, 0x1FBEF),
)
_ORNAMENTS = frozenset("※〓〒☼♪♫‼⁉⁂†‡§¶¤¦〽〰▁﹌﹋﹎﹍")


def is_invisible(char: str) -> bool:
    """Whether a character leaves no ink, or ink that no two systems agree on (private use)."""
    return char in _INKLESS or unicodedata.category(char) in _INKLESS_CATEGORIES


def is_ornament(char: str) -> bool:
    """Whether a character decorates: emoji, arrows, stars, boxes. Copiers strew them between and into sentences."""
    return char in _ORNAMENTS or any(first <= ord(char) <= last for first, last in _ORNAMENT_RANGES)
