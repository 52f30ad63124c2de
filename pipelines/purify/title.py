"""Whether a line is the page's title over again."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lxml.html import HtmlElement

_LETTERS = re.compile(r"[\W_]+")


def is_title(line: str, tree: HtmlElement) -> bool:
    """True for a line that repeats the ``title`` or ``h1`` of the page, its site's name apart."""
    wanted = _LETTERS.sub("", line)
    if len(wanted) < 4 or len(line) > 120:
        return False
    for element in tree.iter("title", "h1"):
        given = _LETTERS.sub("", element.text_content())
        if given == wanted or (given.startswith(wanted) and len(wanted) >= 6):
            return True
    return False
