"""trafilatura's choice of text, told block by block, and joined with the choice by layout."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import trafilatura

if TYPE_CHECKING:
    from lxml.html import HtmlElement

    from .blocks import Layout
    from .density import Scores

# How far ahead of the last block found the next is looked for, in characters.
_WINDOW = 20_000
_STRAY = str.maketrans("", "", " \t\r\n\u3000\xa0|\\-")

# A page without text is no news to whoever reads the log of a crawl.
logging.getLogger("trafilatura").setLevel(logging.CRITICAL)


def extracted(tree: HtmlElement) -> str:
    """Main text by trafilatura in its quick mode; empty where it finds none. The tree is left as it is."""
    try:
        document = trafilatura.bare_extraction(
            tree, fast=True, favor_precision=True, include_comments=False, with_metadata=False
        )
    except Exception:  # noqa: BLE001 -- whatever breaks it, the page still has the choice by layout
        return ""
    text = getattr(document, "text", None)
    return text if isinstance(text, str) else ""


def marked(layout: Layout, text: str) -> list[bool]:
    """Which blocks the extracted text holds; both are in reading order."""
    flat = text.translate(_STRAY)
    found, at = [], 0
    for block in layout.blocks:
        piece = block.text.translate(_STRAY)
        place = flat.find(piece, at, at + _WINDOW + len(piece)) if piece else -1
        # A short piece far ahead is chance: it must not carry the place away.
        if place >= 0 and (len(piece) >= 16 or place - at <= 200):
            at = place + len(piece)
            found.append(True)
        else:
            found.append(False)
    return found


def joined(layout: Layout, scores: Scores, by_layout: list[bool], text: str) -> list[bool]:
    """Blocks kept in the end."""
    marks = marked(layout, text)
    own = sum(score for score, keep in zip(scores.block, by_layout, strict=True) if keep)
    theirs = sum(score for score, mark in zip(scores.raw, marks, strict=True) if mark)
    if not text or text.count("|") > 10 or theirs < 0.6 * own:
        return by_layout
    return marks
