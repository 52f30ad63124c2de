"""HTML text to an element tree, whatever the page does."""

from __future__ import annotations

import re

from lxml import etree
from lxml.html import HtmlElement, HTMLParser, document_fromstring

# Start and end tags, comments; a tag ends at the first ">", attribute values with ">" are rare enough.
_TAG = re.compile(r"<!--.*?(?:-->|$)|<(/?)([a-zA-Z][a-zA-Z0-9:-]*)[^<>]*>", re.DOTALL)
_VOID = frozenset((
    "area", "base", "basefont", "bgsound", "br", "col", "embed", "frame", "hr", "img", "input", "keygen",
    "link", "meta", "param", "source", "track", "wbr",
))
_FORMATTING = frozenset(("font", "b", "i", "u", "s", "em", "strong", "span", "big", "small", "a", "tt", "nobr"))
# libxml2 stops at 256 levels ("Excessive depth"); parsing and cleaning both stay well under it.
_MAX_DEPTH = 160
# What an XML tree cannot hold: control characters, NUL among them, and U+FFFE and U+FFFF.
_CONTROLS = bytes(set(range(0x20)) - set(b"\t\n\f\r"))
_NO_CHARACTERS = ("\ufffe", "\uffff")
# One class for all elements: lxml.html asks a function in Python for the class each time an element is handed out,
# to give forms and their fields classes of their own, which nothing here needs.
_ONE_CLASS = etree.ElementDefaultClassLookup(element=HtmlElement)
_XML_DECLARATION = re.compile(rb"\s*<\?xml[^>]*>", re.IGNORECASE)


def parse(html: str) -> HtmlElement:
    """Tree of a page, its root the ``html`` element; an empty page gives an empty tree.

    Never raises and never nests deeper than a few hundred levels: pages that do are flattened first.
    """
    for unfit in _NO_CHARACTERS:
        html = html.replace(unfit, "")
    # Lone surrogates cannot be encoded.
    data = html.encode("utf-8", "ignore").translate(None, _CONTROLS)
    if declaration := _XML_DECLARATION.match(data):
        data = data[declaration.end() :]
    tree, limited = _parse(data, huge=False)
    if limited:
        tree, _ = _parse(_flatten(data.decode("utf-8")).encode("utf-8"), huge=True)
    return tree


def _parse(data: bytes, *, huge: bool) -> tuple[HtmlElement, bool]:
    """Tree, and whether a limit of the parser cut it."""
    parser = HTMLParser(
        encoding="utf-8",
        remove_comments=True,
        remove_pis=True,
        huge_tree=huge,
        collect_ids=False,
    )
    parser.set_element_class_lookup(_ONE_CLASS)
    try:
        tree = document_fromstring(data, parser=parser, ensure_head_body=True)
    except (etree.LxmlError, ValueError, AssertionError, TypeError):
        tree = document_fromstring("<html><head></head><body></body></html>")
    limited = any(
        "XML_PARSE_HUGE" in entry.message or "xcessive" in entry.message or "huge" in entry.message
        for entry in parser.error_log.filter_from_errors()
    )
    return tree, limited


def _flatten(html: str) -> str:
    """Leave out the tags beyond a depth and all that only format; text stays, on lines of its own where it was."""
    depth = 0

    def keep(match: re.Match[str]) -> str:
        nonlocal depth
        name = (match[2] or "").lower()
        if not name or name in _FORMATTING:
            return ""
        if name in _VOID:
            return match[0]
        if not match[1]:
            depth += 1
            return match[0] if depth <= _MAX_DEPTH else "<br>"
        depth = max(0, depth - 1)
        return match[0] if depth < _MAX_DEPTH else "<br>"

    return _TAG.sub(keep, html)
