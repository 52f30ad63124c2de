"""A page as a run of text blocks, in reading order, and the elements that hold them.

A block is a piece of text that a browser shows as lines of its own: a paragraph, a cell, what stands between
two line breaks. Every block-level element is a node that covers a range of blocks; so a choice of elements is a
choice of ranges.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from lxml import etree

if TYPE_CHECKING:
    from lxml.html import HtmlElement

_INLINE = frozenset((
    "a", "abbr", "acronym", "b", "bdi", "bdo", "big", "blink", "cite", "code", "data", "del", "dfn", "em",
    "font", "i", "ins", "kbd", "label", "mark", "nobr", "q", "rb", "rp", "rt", "ruby", "s", "samp",
    "small", "span", "strike", "strong", "sub", "sup", "time", "tt", "u", "var", "wbr", "img", "picture",
    "source", "svg", "math", "amp-img", "noindex", "o:p", "st1:chsdate", "st1:place", "st1:city",
))
_SKIPPED = frozenset((
    "script", "style", "head", "noscript", "template", "iframe", "object", "embed", "applet", "select",
    "option", "optgroup", "button", "input", "textarea", "svg", "canvas", "audio", "video", "map", "area",
    "link", "meta", "base", "noframes", "frameset", "dialog", "datalist", "progress", "rp", "marquee",
))
# Nothing in these is shown as text of the page.
_WITHOUT_TEXT = _SKIPPED | {"br", "img", "amp-img"}
_SPACE = re.compile(r"[ \t\r\n\f\v\xa0\u2028\u2029]+")
_BREAK_IN_HAN = re.compile(
    r"(?<=[\u3000-\u9fff\uff00-\uffef])[ \t]*[\r\n]+[ \t]*(?=[\u3000-\u9fff\uff00-\uffef])"
)
_HIDDEN_STYLE = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?:px|pt|em)?\s*(?:;|$)", re.IGNORECASE
)
_INVISIBLE = re.compile("[\u200b-\u200f\u2060\ufeff\xad]+")


@dataclass(slots=True)
class Block:
    """One run of text."""

    text: str
    #: Index of the innermost block-level element around it.
    node: int
    #: Characters inside links, white space apart.
    link_chars: int
    #: Characters, white space apart.
    chars: int
    preformatted: bool


@dataclass(slots=True)
class Node:
    """A block-level element and the range of blocks it covers."""

    element: HtmlElement
    parent: int
    first: int
    last: int = 0
    #: Index after the last node inside this one.
    end: int = 0
    children: list[int] = field(default_factory=list)


@dataclass(slots=True)
class Layout:
    """Blocks and nodes of one page; ``nodes[0]`` is the root, parents come before their children."""

    blocks: list[Block]
    nodes: list[Node]
    #: (element, index of the block it stands in or before) of links and images, in order.
    anchors: list[tuple[HtmlElement, int]]
    images: list[tuple[HtmlElement, int]]
    #: Elements walked over.
    elements: int = 0


class _Lines:
    """Text gathered until its line ends, and the blocks that came of it."""

    def __init__(self) -> None:
        self.blocks: list[Block] = []
        self.parts: list[str] = []
        self.link_chars = 0
        self.preformatted = 0

    def end(self, node: int) -> None:
        """End the line that stands in a node."""
        parts = self.parts
        raw = parts[0] if len(parts) == 1 else "".join(parts)
        parts.clear()
        linked, self.link_chars = self.link_chars, 0
        if raw.isspace():
            return
        for text in preformatted_paragraphs(raw) if self.preformatted else (one_line(raw),):
            chars = len(text) - text.count(" ") - text.count("\u3000")
            if chars:
                links = 0 if self.preformatted else min(linked, chars)
                self.blocks.append(Block(text, node, links, chars, self.preformatted > 0))


def one_line(text: str) -> str:
    """Text as a browser shows it on a line: runs of white space become one space.

    Between Chinese characters that the source parts by a line end there is none.
    """
    if text.isascii():
        return " ".join(text.split())
    if text.isprintable():
        # Of all that is looked for below there can be nothing but spaces.
        return (_SPACE.sub(" ", text) if "  " in text else text).strip(" \u3000")
    if "\n" in text:
        text = _BREAK_IN_HAN.sub("", text)
    return _INVISIBLE.sub("", _SPACE.sub(" ", text)).strip(" \u3000")


def preformatted_paragraphs(text: str) -> list[str]:
    """Paragraphs of text whose line ends are kept: a blank line or an indented one begins a new paragraph."""
    paragraphs: list[list[str]] = []
    fresh = True
    for line in text.splitlines():
        if not line.strip():
            fresh = True
            continue
        if fresh or line[0] in " \t\u3000\xa0":
            paragraphs.append([])
        paragraphs[-1].append(line)
        fresh = False
    return [one_line("\n".join(lines)) for lines in paragraphs]


def lay_out(root: HtmlElement) -> Layout:
    """Blocks and nodes of a tree. Scripts, forms' controls, frames and hidden elements are passed over.

    One loop over all elements of a page, and a tenth of its cost: what is called for each of them is kept to a minimum.
    """
    lines = _Lines()
    parts, blocks = lines.parts, lines.blocks
    layout = Layout(blocks, [], [], [])
    nodes, opened = layout.nodes, [-1]
    events = etree.iterwalk(root, events=("start", "end"))
    # Tells how deep we are in <a>.
    links = elements = 0
    passed_over = None
    for event, element in events:
        tag = element.tag
        if event == "start":
            elements += 1
            style = element.get("style")
            hidden = element.get("hidden") is not None or (
                style is not None and ":" in style and _HIDDEN_STYLE.search(style) is not None
            )
            if (hidden or tag in _WITHOUT_TEXT) and element is not root:
                if tag == "img" or (tag == "amp-img" and not hidden):
                    layout.images.append((element, len(blocks)))
                elif tag == "br" and not hidden:
                    if lines.preformatted:
                        parts.append("\n")
                    elif parts:
                        lines.end(opened[-1])
                passed_over = element
                events.skip_subtree()
                continue
            if tag == "a":
                # Without href it is no link but a place; left open, it holds the rest of the page.
                if element.get("href") is not None:
                    links += 1
                    layout.anchors.append((element, len(blocks)))
            elif tag not in _INLINE or element is root:
                if parts:
                    lines.end(opened[-1])
                parent, number = opened[-1], len(nodes)
                nodes.append(Node(element, parent, len(blocks)))
                if parent >= 0:
                    nodes[parent].children.append(number)
                opened.append(number)
                if tag == "pre":
                    lines.preformatted += 1
            text = element.text
        else:
            if element is root:
                break
            if element is passed_over:
                passed_over = None
            elif tag == "a":
                if element.get("href") is not None:
                    links -= 1
            elif tag not in _INLINE:
                if parts:
                    lines.end(opened[-1])
                if tag == "pre":
                    lines.preformatted -= 1
                node = nodes[opened.pop()]
                node.last, node.end = len(blocks), len(nodes)
            text = element.tail
        # White space that begins a line is not shown.
        if text and (parts or lines.preformatted or not (text.isascii() and text.isspace())):
            parts.append(text)
            if links:
                lines.link_chars += len("".join(text.split()))
    if parts:
        lines.end(opened[-1])
    nodes[0].last, nodes[0].end = len(blocks), len(nodes)
    layout.elements = elements
    return layout
