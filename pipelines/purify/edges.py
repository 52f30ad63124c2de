"""Where in the main element the text begins and ends, and which of its blocks are none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .noise import is_aside, is_bar, is_related_heading

if TYPE_CHECKING:
    from .blocks import Layout
    from .density import Scores
    from .title import Titles

# A block with this much running text cannot be a button or a label.
_STRONG = 12
# Shorter lines can be said twice.
_LONG = 20
# Lines taken off at either end at most.
_MOST_ASIDES = 8
# Short lines beside the text that are taken in at most: a dialogue's end, a signature.
_REACH = 12


def kept(layout: Layout, scores: Scores, region: int) -> list[bool]:
    """Which blocks are main text by layout alone."""
    node = layout.nodes[region]
    keep = [node.first <= index < node.last and not bad for index, bad in enumerate(scores.noise)]
    _drop_link_lists(layout, scores, region, keep)
    _trim(layout, scores, keep, node.first, node.last)
    return keep


def tidy(layout: Layout, scores: Scores, keep: list[bool], titles: Titles) -> list[bool]:
    """Ends put right: what is no text there is taken off, short lines that belong to it are taken in.

    Of a body that the page holds twice one is kept.
    """
    blocks = layout.blocks
    keep = [kept_ and not is_bar(block.text) for block, kept_ in zip(blocks, keep, strict=True)]
    chosen = [index for index, kept_ in enumerate(keep) if kept_]
    for end in (0, -1):
        # Bounded, for a list of dates is a text, too.
        for _ in range(min(_MOST_ASIDES, len(chosen))):
            text = blocks[chosen[end]].text
            if not is_aside(text) and not (end == 0 and titles.repeat(text)):
                break
            keep[chosen.pop(end)] = False
    if not chosen:
        return keep
    edge = chosen[-1]
    for index in range(edge + 1, min(len(blocks), edge + 1 + _REACH)):
        if not _belongs(layout, scores, index, edge):
            break
        keep[index] = True
    return _without_second(layout, keep)


def _without_second(layout: Layout, keep: list[bool]) -> list[bool]:
    """Keep the first of a body that the page holds twice; a sentence said again here and there stays."""
    seen: set[str] = set()
    again = []
    chars = 0
    for index, block in enumerate(layout.blocks):
        if keep[index]:
            chars += block.chars
            if block.chars >= _LONG and block.text in seen:
                again.append(index)
            seen.add(block.text)
    if sum(layout.blocks[index].chars for index in again) > 0.25 * chars:
        for index in again:
            keep[index] = False
    return keep


def _belongs(layout: Layout, scores: Scores, index: int, edge: int) -> bool:
    """True for a line of the same make as the edge of the text, next to it."""
    block = layout.blocks[index]
    if (
        scores.noise[index]
        or block.link_chars * 2 > block.chars
        or is_aside(block.text)
        or is_bar(block.text)
    ):
        return False
    if is_related_heading(block.text):
        return False
    here, there = block.node, layout.blocks[edge].node
    if here == there:
        return True
    nodes = layout.nodes
    return (
        nodes[here].parent == nodes[there].parent
        and nodes[here].element.tag == nodes[there].element.tag
        and nodes[here].element.get("class") == nodes[there].element.get("class")
    )


def _drop_link_lists(layout: Layout, scores: Scores, region: int, keep: list[bool]) -> None:
    for index in range(region + 1, layout.nodes[region].end):
        node = layout.nodes[index]
        if node.last == node.first or not keep[node.first]:
            continue
        chars = scores.chars(index)
        if chars > 8 and scores.link_share(index) > 0.6 and scores.of(index) < 0.1 * chars:
            keep[node.first : node.last] = [False] * (node.last - node.first)


def _trim(layout: Layout, scores: Scores, keep: list[bool], first: int, last: int) -> None:
    """Cut what stands before the first and after the last running text."""
    blocks = layout.blocks
    strong = [i for i in range(first, last) if keep[i] and scores.block[i] >= _STRONG]
    if not strong:
        return
    begin, end = strong[0], strong[-1]
    before, after = 0.0, sum(scores.block[begin : end + 1])
    for i in range(begin, end + 1):
        # A heading of further reading ends the text, if what follows is little.
        if after < 0.03 * before and is_related_heading(blocks[i].text):
            end = i - 1
            break
        before += scores.block[i]
        after -= scores.block[i]
    keep[first:begin] = [False] * (begin - first)
    keep[end + 1 : last] = [False] * (last - end - 1)
