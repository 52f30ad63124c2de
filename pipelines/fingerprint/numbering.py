"""List numbers at the start of lines, which copiers renumber: 1. -> 一、 -> ①."""

from __future__ import annotations

import re

# Not "1.5倍", "3、4月", "一、二线城市": a numeral right behind the mark makes it part of the sentence.
_MARKER = re.compile(
    r"^ *(?:"
    r"[(\[【] *(?:\d{1,2}|[一二三四五六七八九十]{1,3}) *[)\]】][、.,:]? *"
    r"|\d{1,2} *(?:[、)]|[.。])(?!\d) *"
    r"|[一二三四五六七八九十]{1,3} *[、.。)](?![一二三四五六七八九十]) *"
    r")+(?=\S)",
    re.MULTILINE,
)


def strip_numbering(text: str) -> str:
    """The text without the numbers of its list items, whichever way they are written."""
    return _MARKER.sub("", text)
