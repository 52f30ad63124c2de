"""The main text of a page, and what in it is the author's own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .blocks import lay_out
from .consensus import extracted, joined
from .density import Scores
from .document import parse
from .edges import kept, tidy
from .kinds import Kind, kinds_of
from .links import base_url, image_of, link_of
from .markup import markup_shingles
from .noise import is_related_heading
from .title import Titles
from .url import domain_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lxml.html import HtmlElement

    from .blocks import Layout

__all__ = ["Body", "extract_body", "parse"]

# Attribution lines stand this many blocks before the first and after the last of the body at most.
_AROUND = 12

# Lines cut off the body's ends stand this near.
_BESIDE = 3
_LONGEST_ASIDE = 200

# Share of a line inside links from which it is a link and nothing else.
_ALL_LINK = 0.9
_NOTES = frozenset((Kind.DISCLAIMER, Kind.EDITOR))
_SAID = frozenset((Kind.TEXT, Kind.QUOTE, Kind.CODE, Kind.TABLE))


@dataclass(frozen=True, slots=True)
class Body:
    """Main text of a page. Lengths are counted without white space."""

    #: As shown, paragraphs parted by one line feed; quotes, code and tables included.
    text: str = ""
    #: Fingerprint text: no quotes, code, tables, attribution, disclaimers or share bars.
    paragraphs: tuple[str, ...] = ()
    #: Lines in and right around the body that name a source.
    attribution_lines: tuple[str, ...] = ()
    #: Absolute URLs inside those lines.
    attribution_links: tuple[str, ...] = ()
    #: Copyright notes, bylines and the like that were taken out of the body or off its ends; no attribution lines.
    asides: tuple[str, ...] = ()
    quotes: tuple[str, ...] = ()
    #: Characters of code and data tables / characters of these and text; 0 to 1.
    code_share: float = 0.0
    #: Absolute http(s) URLs the body links to, in order; attribution links are not among them.
    links: tuple[str, ...] = ()
    #: Absolute URLs of images in the body; no data URIs, no tracking pixels.
    images: tuple[str, ...] = ()
    #: See :func:`~.markup.markup_shingles`.
    markup: tuple[int, ...] = ()
    #: Absolute URLs of lists of further reading.
    related_links: tuple[str, ...] = ()


def extract_body(tree: HtmlElement, url: str) -> Body:
    """Main text of a parsed page and what stands in it; an empty :class:`Body` where there is none.

    ``tree`` comes from :func:`parse` and is left as it is; ``url`` makes links absolute.
    """
    layout = lay_out(tree)
    if not layout.blocks:
        return Body()
    scores = Scores(layout)
    region = scores.region()
    by_layout = kept(layout, scores, region)
    theirs = extracted(tree, layout, scores, region, by_layout)
    keep = tidy(layout, scores, joined(layout, scores, by_layout, theirs), Titles(tree))
    chosen = [index for index, kept_ in enumerate(keep) if kept_]
    if not chosen:
        return Body()
    first, last = chosen[0], chosen[-1]
    around = range(max(0, first - _AROUND), min(len(keep), last + 1 + _AROUND))
    kinds = kinds_of(layout, keep, around.start, around.stop)
    base = base_url(tree, url)
    said = [index for index in chosen if keep[index]]
    sources = [
        index
        for index in around
        if kinds[index] is Kind.ATTRIBUTION and not _is_link_home(layout, index, base)
    ]
    by_kind = {kind: [layout.blocks[i] for i in said if kinds[i] is kind] for kind in _SAID}
    code = sum(block.chars for kind in (Kind.CODE, Kind.TABLE) for block in by_kind[kind])
    plain = sum(block.chars for kind in (Kind.TEXT, Kind.QUOTE) for block in by_kind[kind])
    attribution_links = _links(layout, set(sources), base)
    skipped = set(attribution_links)
    return Body(
        text="\n".join(layout.blocks[i].text for i in said),
        paragraphs=tuple(block.text for block in by_kind[Kind.TEXT]),
        attribution_lines=tuple(layout.blocks[i].text for i in sources),
        attribution_links=attribution_links,
        asides=tuple(_asides(layout, kinds, keep, first, last)),
        quotes=tuple(block.text for block in by_kind[Kind.QUOTE]),
        code_share=code / (code + plain) if code else 0.0,
        links=tuple(link for link in _links(layout, set(said), base) if link not in skipped),
        images=_images(layout, keep, first, last, base),
        markup=_markup(layout, said),
        related_links=_related(layout, keep, base),
    )


def _asides(layout: Layout, kinds: list[Kind], keep: list[bool], first: int, last: int) -> Iterator[str]:
    """Lines that were cut: notes within the body, and what is no link just before and after it."""
    for index in range(max(0, first - _BESIDE), min(len(kinds), last + 1 + _BESIDE)):
        block = layout.blocks[index]
        if block.chars > _LONGEST_ASIDE or block.link_chars * 2 > block.chars:
            continue
        if kinds[index] in _NOTES or (kinds[index] is Kind.TEXT and not keep[index] and not first < index < last):
            yield block.text


def _is_link_home(layout: Layout, index: int, base: str) -> bool:
    """Whether a line is nothing but a link to another page of this site: a headline that begins with "转载：", say."""
    block = layout.blocks[index]
    if block.link_chars < _ALL_LINK * block.chars:
        return False
    home = domain_of(base)
    return all(domain_of(link) == home for link in _links(layout, {index}, base))


def _links(layout: Layout, blocks: set[int], base: str) -> tuple[str, ...]:
    return tuple(
        dict.fromkeys(
            link for element, block in layout.anchors if block in blocks and (link := link_of(element, base))
        )
    )


def _images(layout: Layout, keep: list[bool], first: int, last: int, base: str) -> tuple[str, ...]:
    """Images between the first and the last block, or just beside them, with body text on one side."""
    found = []
    for element, block in layout.images:
        near = keep[max(0, block - 2) : block + 2]
        if first <= block <= last + 1 and any(near):
            found.append(image_of(element, base))
    return tuple(dict.fromkeys(filter(None, found)))


def _markup(layout: Layout, said: list[int]) -> tuple[int, ...]:
    """Shingles of the elements below the smallest one around all of the body."""
    paths = []
    for index in (said[0], said[-1]):
        path, node = [], layout.blocks[index].node
        while node >= 0:
            path.append(node)
            node = layout.nodes[node].parent
        paths.append(path[::-1])
    shared = 0
    for left, right in zip(*paths, strict=False):
        if left != right:
            break
        shared = left
    return markup_shingles(layout.nodes[shared].element.iter())


def _related(layout: Layout, keep: list[bool], base: str) -> tuple[str, ...]:
    """Links under headings of further reading, up to the end of the element that holds heading and list."""
    wanted: set[int] = set()
    for index, block in enumerate(layout.blocks):
        if keep[index] or not is_related_heading(block.text):
            continue
        node = layout.blocks[index].node
        while node > 0 and layout.nodes[node].last <= index + 1:
            node = layout.nodes[node].parent
        end = min(layout.nodes[node].last, index + 40)
        for later in range(index + 1, end):
            if keep[later] or is_related_heading(layout.blocks[later].text):
                break
            wanted.add(later)
    return _links(layout, wanted, base)
