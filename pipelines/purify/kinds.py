"""What each block of a page is: text, quote, code, table, or a line that is no author's text."""

from __future__ import annotations

import re
from enum import Enum
from typing import TYPE_CHECKING

from .noise import is_attribution, is_bar, is_disclaimer, is_editor_line

if TYPE_CHECKING:
    from .blocks import Layout, Node


class Kind(Enum):
    """Kinds of blocks."""

    TEXT = "text"
    QUOTE = "quote"
    CODE = "code"
    TABLE = "table"
    ATTRIBUTION = "attribution"
    EDITOR = "editor"
    DISCLAIMER = "disclaimer"
    BAR = "bar"


_QUOTE_NAME = re.compile(
    r"(?:^|[\s_-])(?:quote[ds]?|blockquote|quotation|yinyong|bbcode_quote|quote_?(?:body|content|text))"
    r"(?:$|[\s_-])",
    re.IGNORECASE,
)
_QUOTE_LINE = re.compile(
    r"^\s*(?:引用\s*[:：]|以下(?:是|为)?引用|原帖由|引用(?:自|第)?\s*\S{0,20}\s*(?:的?(?:帖子|发言|原文)|于))"
)
_CODE_NAME = re.compile(
    r"(?:^|[\s_-])(?:code(?:block|box|snippet|-block)?|highlight(?:er)?|syntaxhighlighter|prettyprint|hljs|"
    r"blockcode|dp-highlighter|crayon-\w+|language-\w+|brush|sourcecode)(?:$|[\s_:-])",
    re.IGNORECASE,
)
_CODE_SIGNS = re.compile(r"[{}<>;=()\[\]$\\/*_#|]")
_HAN = re.compile("[\u3400-\u9fff]")
# A quote or table that holds more of the body than this is how the page is laid out.
_LAYOUT_SHARE = 0.6
_CELL_CHARS = 60


def kinds_of(layout: Layout, keep: list[bool], begin: int, end: int) -> list[Kind]:
    """Kinds of the blocks; ``keep`` tells which are the body.

    Only those from ``begin`` to before ``end`` are looked at, for the lines of a page's rim are many; the others are
    left as text.
    """
    kinds = [
        _kind_of_line(block.text) if begin <= index < end else Kind.TEXT for index, block in enumerate(layout.blocks)
    ]
    chars = [block.chars if kept else 0 for block, kept in zip(layout.blocks, keep, strict=True)]
    body = sum(chars)
    told = 0
    for index, node in enumerate(layout.nodes):
        if node.first == node.last or node.last <= max(told, begin) or node.first >= end:
            continue
        kind = _kind_of_element(layout, index)
        if kind is None:
            continue
        share = sum(chars[node.first : node.last]) / max(1, body)
        if (
            kind is not Kind.CODE
            and share > _LAYOUT_SHARE
            and not (kind is Kind.TABLE and _is_grid(layout, node))
        ):
            continue
        kinds[node.first : node.last] = [kind] * (node.last - node.first)
        told = node.last
    return kinds


def _kind_of_line(text: str) -> Kind:
    if is_bar(text):
        return Kind.BAR
    if is_attribution(text):
        return Kind.ATTRIBUTION
    if is_disclaimer(text):
        return Kind.DISCLAIMER
    if is_editor_line(text):
        return Kind.EDITOR
    if _QUOTE_LINE.match(text):
        return Kind.QUOTE
    return Kind.TEXT


def _kind_of_element(layout: Layout, index: int) -> Kind | None:
    node = layout.nodes[index]
    element = node.element
    tag = element.tag
    if tag == "blockquote":
        return Kind.QUOTE
    if tag == "pre":
        return Kind.CODE if _reads_as_code(layout, node) else None
    if tag == "table":
        return Kind.TABLE if is_data_table(layout, index) else None
    name = element.get("class")
    if not name or tag in ("html", "body"):
        return None
    if _QUOTE_NAME.search(name):
        return Kind.QUOTE
    if _CODE_NAME.search(name) and _reads_as_code(layout, node):
        return Kind.CODE
    return None


def _reads_as_code(layout: Layout, node: Node) -> bool:
    """Old pages set whole articles in ``pre``: Chinese prose there is text."""
    text = "".join(block.text for block in layout.blocks[node.first : node.last])
    han = len(_HAN.findall(text))
    return han < 0.3 * len(text) and len(_CODE_SIGNS.findall(text)) * 60 > len(text)


def is_data_table(layout: Layout, index: int) -> bool:
    """True for tables of short cells in rows and columns; False for those that lay out a page."""
    node = layout.nodes[index]
    element = node.element
    if element.get("role") in ("presentation", "none"):
        return False
    rows = cells = headers = 0
    for inner in range(index + 1, node.end):
        item = layout.nodes[inner]
        tag = item.element.tag
        if tag == "table":
            return False
        if tag == "tr":
            rows += 1
        elif tag in ("td", "th"):
            if item.last > item.first:
                cells += 1
            headers += tag == "th"
    return rows >= 2 and cells >= 4 and cells >= 1.6 * rows and _is_grid(layout, node)


def _is_grid(layout: Layout, node: Node) -> bool:
    """True where the text stands in many short pieces."""
    blocks = layout.blocks[node.first : node.last]
    chars = sum(block.chars for block in blocks)
    long = sum(block.chars for block in blocks if block.chars > _CELL_CHARS)
    return chars > 0 and long < 0.5 * chars
