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


class _Walk:
    def __init__(self) -> None:
        self.layout = Layout([], [], [], [])
        self.open: list[int] = []
        self.parts: list[str] = []
        self.link_parts = 0
        self.preformatted = 0

    def text(self, text: str, linked: bool) -> None:
        self.parts.append(text)
        if linked:
            self.link_parts += len("".join(text.split()))

    def line_end(self) -> None:
        if self.preformatted:
            self.text("\n", linked=False)
        else:
            self.flush()

    def flush(self) -> None:
        if not self.parts:
            return
        raw = "".join(self.parts)
        self.parts.clear()
        linked, self.link_parts = self.link_parts, 0
        if not raw or raw.isspace():
            return
        if self.preformatted:
            for line in preformatted_paragraphs(raw):
                self.add(line, 0)
            return
        self.add(one_line(raw), linked)

    def add(self, text: str, linked: int) -> None:
        chars = len(text) - text.count(" ") - text.count("\u3000")
        if chars:
            blocks = self.layout.blocks
            blocks.append(Block(text, self.open[-1], min(linked, chars), chars, self.preformatted > 0))

    def enter(self, element: HtmlElement) -> None:
        self.flush()
        nodes = self.layout.nodes
        parent = self.open[-1] if self.open else -1
        nodes.append(Node(element, parent, len(self.layout.blocks)))
        index = len(nodes) - 1
        if parent >= 0:
            nodes[parent].children.append(index)
        self.open.append(index)

    def leave(self) -> None:
        self.flush()
        node = self.layout.nodes[self.open.pop()]
        node.last, node.end = len(self.layout.blocks), len(self.layout.nodes)


def one_line(text: str) -> str:
    """Text as a browser shows it on a line: runs of white space become one space.

    Between Chinese characters that the source parts by a line end there is none.
    """
    if text.isascii():
        return " ".join(text.split())
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
    """Blocks and nodes of a tree. Scripts, forms' controls, frames and hidden elements are passed over."""
    walk = _Walk()
    layout = walk.layout
    events = etree.iterwalk(root, events=("start", "end"))
    # Tells how deep we are in <a>.
    links = 0
    passed_over = None
    for event, element in events:
        tag = element.tag
        if event == "start":
            layout.elements += 1
            hidden = _is_hidden(element)
            if element is not root and (hidden or tag in _WITHOUT_TEXT):
                if tag == "img" or (tag == "amp-img" and not hidden):
                    layout.images.append((element, len(layout.blocks)))
                elif tag == "br" and not hidden:
                    walk.line_end()
                passed_over = element
                events.skip_subtree()
                continue
            if tag == "a":
                # Without href it is no link but a place; left open, it holds the rest of the page.
                if element.get("href") is not None:
                    links += 1
                    layout.anchors.append((element, len(layout.blocks)))
            elif tag not in _INLINE or element is root:
                walk.enter(element)
                if tag == "pre":
                    walk.preformatted += 1
            if element.text:
                walk.text(element.text, links > 0)
            continue
        if element is root:
            break
        if element is passed_over:
            passed_over = None
        elif tag == "a":
            if element.get("href") is not None:
                links -= 1
        elif tag not in _INLINE:
            if tag == "pre":
                walk.flush()
                walk.preformatted -= 1
            walk.leave()
        if element.tail:
            walk.text(element.tail, links > 0)
    walk.leave()
    return layout


_HIDDEN_STYLE = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?:px|pt|em)?\s*(?:;|$)", re.IGNORECASE
)


def _is_hidden(element: HtmlElement) -> bool:
    style = element.get("style")
    if style and ":" in style and _HIDDEN_STYLE.search(style):
        return True
    return element.get("hidden") is not None
