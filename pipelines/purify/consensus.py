"""trafilatura's choice of text, told block by block, and joined with the choice by layout."""

from __future__ import annotations

import logging
from copy import copy
from typing import TYPE_CHECKING

import trafilatura
from lxml.etree import SubElement
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

# Of the running text; from it on trafilatura is shown nothing but the element that holds it, with what stands beside.
_SURE_SHARE = 0.9

# Block-level elements for each of its lines, up to which an element is a row of paragraphs: more are boxes in it.
_BOXES_A_LINE = 1.25

# Elements around what is cut out: the page and its body.
_LEAST_DEPTH = 2

# Where both agree on most, what trafilatura alone has this many blocks away is a teaser or a footer.
_NEAR = 3

# Its quick mode, without comments and metadata; made once, for it reads the defaults from a configuration file.
_OPTIONS = Extractor(output_format="python", fast=True, precision=True, comments=False, with_metadata=False)

# A page without text is no news to whoever reads the log of a crawl.
logging.getLogger("trafilatura").setLevel(logging.CRITICAL)


def extracted(tree: HtmlElement, layout: Layout, scores: Scores, region: int, by_layout: list[bool]) -> str:
    """Main text by trafilatura in its quick mode; empty where it finds none. The tree is left as it is.

    Where nearly all running text stands in one element, it is asked what of that element is text, which takes half the
    time that the page would. It is not asked where that element holds nothing but lines of text (``by_layout`` tells
    which blocks are text), nor for texts inside a layout table, where its answer would not be used, nor for huge pages.
    """
    if layout.elements > _MOST_ELEMENTS or _in_table(layout, region):
        return ""
    sure = scores.of(region) >= _SURE_SHARE * scores.of(0)
    if sure and _is_plain(layout, region, by_layout):
        return ""
    try:
        document = trafilatura.bare_extraction(
            _cut_out(layout.nodes[region].element) if sure else tree, options=_OPTIONS
        )
    except Exception:
        return ""
    text = getattr(document, "text", None)
    return text if isinstance(text, str) else ""


def _is_plain(layout: Layout, region: int, by_layout: list[bool]) -> bool:
    """Whether an element has no inner ones to tell its lines apart by, or is a row of paragraphs, all of them text."""
    node = layout.nodes[region]
    inside, lines = node.end - region - 1, node.last - node.first
    return not inside or (inside <= _BOXES_A_LINE * lines and all(by_layout[node.first : node.last]))


def _cut_out(element: HtmlElement) -> HtmlElement:
    """A page of what stands in and beside an element and nothing else; the elements around it keep their names."""
    parent = element.getparent()
    around = [] if parent is None else list(parent.iterancestors())
    if parent is None or len(around) < _LEAST_DEPTH:
        return element.getroottree().getroot()
    root = inner = element.makeelement(around[-1].tag, around[-1].attrib)
    for outer in reversed(around[:-1]):
        inner = SubElement(inner, outer.tag, outer.attrib)
    inner.append(copy(parent))
    inner[0].tail = None
    return root


def _in_table(layout: Layout, node: int) -> bool:
    while node >= 0:
        if layout.nodes[node].element.tag in ("td", "table", "tr", "tbody"):
            return True
        node = layout.nodes[node].parent
    return False


def marked(layout: Layout, text: str) -> list[bool]:
    """Which blocks the extracted text holds."""
    lines = _without_stray(text.splitlines())
    flat = "".join(lines)
    whole = set(lines)
    search = len(flat) * len(layout.blocks) < _MOST_WORK
    return [
        piece in whole or (search and len(piece) >= _LEAST_PIECE and piece in flat)
        for piece in _without_stray([block.text for block in layout.blocks])
    ]


def _without_stray(texts: list[str]) -> list[str]:
    """Texts without white space and the marks of tables and lists; the NUL that joins them stands in no page's text."""
    return "".join("\0".join(texts).split()).replace("|", "").replace("-", "").replace("\\", "").split("\0")


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
