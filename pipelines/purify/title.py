"""Whether a line is the page's title over again."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lxml.html import HtmlElement

_NO_LETTERS = re.compile(r"[\W_]+")


class Titles:
    """What a page calls itself: its ``title`` and first headings."""

    def __init__(self, tree: HtmlElement) -> None:
        found = [_NO_LETTERS.sub("", element.text_content()[:400]) for element in tree.iter("title", "h1")]
        self._letters = [letters for letters in found[:6] if letters]

    def repeat(self, line: str) -> bool:
        """True for a line that repeats a title, what the page adds to it (the site's name) apart."""
        letters = _NO_LETTERS.sub("", line)
        if len(letters) < 4 or len(line) > 120:
            return False
        return any(
            given == letters or (len(letters) >= 6 and given.startswith(letters)) for given in self._letters
        )
