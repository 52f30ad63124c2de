"""Articles' blocks as the markup of one site."""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from .article import Article, Block

_LINK = re.compile(r"\[([^\]]+)\]\(([^)\s]+)\)")


@dataclass(frozen=True, slots=True)
class BodyStyle:
    """How a site writes the parts of a body; ``{}`` takes the content."""

    paragraph: str = "<p>{}</p>"
    heading: str = "<h2>{}</h2>"
    quote: str = "<blockquote><p>{}</p></blockquote>"
    code: str = "<pre><code>{}</code></pre>"
    #: Takes the address and the caption.
    image: str = '<p><img src="{0}" alt="{1}"></p>'
    #: Where the site's images are.
    image_base: str = ""


def plain_text(text: str) -> str:
    """A block's text without its link forms."""
    return _LINK.sub(r"\1", text)


def render_body(article: Article, style: BodyStyle, url_of: Callable[[str], str]) -> str:
    """The body's markup; ``url_of`` turns an article's key into its address."""
    parts: list[str] = []
    rows: list[str] = []
    for block in article.blocks:
        if block.kind == "table":
            rows.append(_row(block.text, "td" if rows else "th"))
            continue
        if rows:
            parts.append(_table(rows))
            rows = []
        parts.append(_block(block, article, style, url_of))
    if rows:
        parts.append(_table(rows))
    return "\n".join(parts)


def _block(block: Block, article: Article, style: BodyStyle, url_of: Callable[[str], str]) -> str:
    if block.kind == "image":
        name, _, caption = block.text.partition(" ")
        return style.image.format(style.image_base + name, escape(caption))
    if block.kind == "code":
        return style.code.format(escape(block.text, quote=False))
    template = {"heading": style.heading, "quote": style.quote}.get(block.kind, style.paragraph)
    return template.format(_inline(block.text, article, url_of))


def _inline(text: str, article: Article, url_of: Callable[[str], str]) -> str:
    def anchor(match: re.Match[str]) -> str:
        words, key = match.groups()
        if not key.startswith("http"):
            key = url_of(key if "/" in key else f"{article.site}/{key}")
        return f'<a href="{key}">{words}</a>'

    return _LINK.sub(anchor, escape(text, quote=False))


def _row(text: str, cell: str) -> str:
    cells = "".join(f"<{cell}>{escape(part.strip(), quote=False)}</{cell}>" for part in text.split("|"))
    return f"<tr>{cells}</tr>"


def _table(rows: list[str]) -> str:
    return "<table>\n" + "\n".join(rows) + "\n</table>"
