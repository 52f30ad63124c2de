"""trafilatura's choice of text, told block by block, and joined with the choice by layout."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import trafilatura
from trafilatura.settings import Extractor

if TYPE_CHECKING:
    from lxml.html import HtmlElement

    from .blocks import Layout
    from .density import Scores

# trafilatura takes seconds for pages with more elements, which are lists and logs mostly.
_MOST_ELEMENTS = 40_000
# Shorter pieces count only where they are a line of the extracted text of their own.
_LEAST_PIECE = 12
# Characters compared at most, blocks times text: beyond it whole lines alone are looked up.
_MOST_WORK = 400_000_000

# Where both agree on most, what trafilatura alone has this many blocks away is a teaser or a footer.
_NEAR = 3

# Its quick mode, without comments and metadata; made once, for it reads the defaults from a configuration file.
_OPTIONS = Extractor(output_format="python", fast=True, precision=True, comments=False, with_metadata=False)

# A page without text is no news to whoever reads the log of a crawl.
logging.getLogger("trafilatura").setLevel(logging.CRITICAL)


def extracted(tree: HtmlElement, layout: Layout, region: int) -> str:
    """Main text by trafilatura in its quick mode; empty where it finds none. The tree is left as it is.

    It is not asked for texts inside a layout table, where its answer would not be used, nor for huge pages.
    """
    if layout.elements > _MOST_ELEMENTS or _in_table(layout, region):
        return ""
    try:
        document = trafilatura.bare_extraction(tree, options=_OPTIONS)
    except Exception:
        return ""
    text = getattr(document, "text", None)
    return text if isinstance(text, str) else ""


def _in_table(layout: Layout, node: int) -> bool:
    while node >= 0:
        if layout.nodes[node].element.tag in ("td", "table", "tr", "tbody"):
            return True
        node = layout.nodes[node].parent
    return False


def marked(layout: Layout, text: str) -> list[bool]:
    """Which blocks the extracted text holds."""
    lines = list(map(_without_stray, text.splitlines()))
    flat = "".join(lines)
    whole = set(lines)
    search = len(flat) * len(layout.blocks) < _MOST_WORK
    found = []
    for block in layout.blocks:
        piece = _without_stray(block.text)
        found.append(piece in whole or (search and len(piece) >= _LEAST_PIECE and piece in flat))
    return found


def _without_stray(text: str) -> str:
    """Text without white space and the marks of tables and lists."""
    return "".join(text.split()).replace("|", "").replace("-", "").replace("\\", "")


def joined(layout: Layout, scores: Scores, by_layout: list[bool], text: str) -> list[bool]:
    """Blocks kept in the end.

    trafilatura knows the forms of today's pages better, the choice by layout the tables, forums and ``<br>``
    pages that trafilatura takes whole or not at all: its table rows (``|``) and its lack of text tell them apart.
    """
    if not text or text.count("|") > 10:
        return by_layout
    marks = marked(layout, text)
    own = theirs = shared = 0.0
    for score, mine, mark in zip(scores.raw, by_layout, marks, strict=True):
        own += score * mine
        theirs += score * mark
        shared += score * (mine and mark)
    if shared < 0.3 * own and theirs > 150:
        return marks
    if shared < 0.6 * own:
        return by_layout
    chosen = [
        i
        for i, mark in enumerate(marks)
        if mark and scores.raw[i] > 0 and (by_layout[i] or not scores.noise[i])
    ]
    if not chosen:
        return by_layout
    first, last = chosen[0], chosen[-1]
    if shared > 0.8 * theirs:
        inside = [i for i, chosen_ in enumerate(by_layout) if chosen_]
        first, last = max(first, inside[0] - _NEAR), min(last, inside[-1] + _NEAR)
    return [mark and first <= i <= last for i, mark in enumerate(marks)]
