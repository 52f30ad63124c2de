"""Where on a page the main text is: the element whose blocks read most like running text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lxml.html import HtmlElement

    from .blocks import Block, Layout

_HAN = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+")
_MARKS = re.compile("[，。！？；：、,.!?;\u201c\u201d…]")
_ASCII_MARKS = ",.!?;"
# One mark of punctuation in this many characters is the pace of running text.
_HAN_PACE, _LATIN_PACE = 22, 70
# An element is entered as long as one child holds this share of what is left.
_MAIN_SHARE = 0.85
# Of names in small letters: re.IGNORECASE takes three times as long.
_NOISE_NAME = re.compile(
    r"(?:^|[\s_-])(?:comments?|commentlist|comment-?(?:list|area|box|content|body)|reply|replies|pinglun|disqus\w*|respond|"
    r"relate[ds]?\w*|recommend\w*|xiangguan|tuijian|hot-?news|side-?bar\w*|sidenav|widget\w*|foot(?:er)?\w*|copyright\w*|"
    r"nav\w*|menu\w*|breadcrumbs?|crumbs?|share\w*|social\w*|toolbar|tools?|login\w*|search\w*|advert\w*|ads?|banner\w*|"
    r"sponsor\w*|promo\w*|newsletter\w*|subscribe\w*|popup|modal|cookie\w*|tags|tag-?(?:list|cloud|links)|pager|pagination|page-?nav|"
    r"prev-?next|rank(?:ing)?|hot-?list|friend-?links?|disclaimer|statement|author-?(?:bio|box|info)|outbrain|taboola\w*|"
    r"most-?(?:read|popular)|trending|more-?(?:news|stories|from|articles)|read-?(?:more|next|also))(?:$|[\s_-])"
)
# Names that no site gives to what holds its text, however much stands there.
_NEVER_NAME = re.compile(
    r"cookie|gdpr|consent|(?:^|[\s_-])(?:popup|modal|breadcrumbs?|lightbox)(?:$|[\s_-])", re.IGNORECASE
)
# An element that names itself noise is believed while it holds less of the page's running text than this.
_NOISE_SHARE, _NEVER_SHARE = 0.4, 0.8
_NOISE_TAGS = frozenset(("nav", "footer", "aside", "form", "header", "menu"))
_MAIN_TAGS = frozenset(("html", "body", "main", "article"))
_NOISE_ROLES = frozenset(("navigation", "banner", "contentinfo", "complementary", "search", "dialog", "menu"))


def block_score(block: Block) -> float:
    """How much of a block is running text, in characters: no links, and punctuated as sentences are."""
    plain = block.chars - block.link_chars
    if plain < 4:
        return 0.0
    text = block.text
    if text.isascii():
        marks, han = sum(map(text.count, _ASCII_MARKS)), 0
    else:
        marks, han = len(_MARKS.findall(text)), sum(map(len, _HAN.findall(text)))
    if han * 3 > block.chars:
        weight, pace = 1.0, _HAN_PACE
    else:
        # A Chinese character says about as much as three letters.
        weight, pace = 0.35, _LATIN_PACE
    share = plain / block.chars
    return plain * weight * min(1.0, marks * pace / block.chars) * share * share


def is_noise_element(element: HtmlElement, *, certain: bool = False) -> bool:
    """True for elements that say of themselves, by tag, role, class or id, that they are no main text.

    ``certain`` leaves out the names that some sites give to their text, too.
    """
    if element.tag in _MAIN_TAGS:
        # Blog software lists tags, layout and comment state in these elements' classes.
        return False
    if certain:
        name = f"{element.get('class') or ''} {element.get('id') or ''}"
        return element.tag == "nav" or bool(_NEVER_NAME.search(name))
    if element.tag in _NOISE_TAGS or element.get("role") in _NOISE_ROLES:
        return True
    name = f"{element.get('class') or ''} {element.get('id') or ''}"
    return len(name) > 1 and bool(_NOISE_NAME.search(name.lower()))


class Scores:
    """Running-text scores of the blocks and elements of a page."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        #: Scores of the blocks alone, and with those inside noise elements set to zero.
        self.raw = [block_score(block) for block in layout.blocks]
        self.block = self.raw
        self._score_sums = _sums(self.block)
        self._char_sums = _sums([block.chars for block in layout.blocks])
        self._link_sums = _sums([block.link_chars for block in layout.blocks])
        self.noise = self._noise()
        self.block = [0.0 if bad else score for score, bad in zip(self.block, self.noise, strict=True)]
        self._score_sums = _sums(self.block)

    def of(self, node: int) -> float:
        """Score of an element: the sum of its blocks'."""
        return self._over(self._score_sums, node)

    def chars(self, node: int) -> float:
        """Characters in an element."""
        return self._over(self._char_sums, node)

    def link_share(self, node: int) -> float:
        """Share of an element's characters that are links, 0 to 1."""
        return self._over(self._link_sums, node) / max(1.0, self.chars(node))

    def _over(self, sums: list[float], node: int) -> float:
        item = self.layout.nodes[node]
        return sums[item.last] - sums[item.first]

    def _noise(self) -> list[bool]:
        """Blocks inside elements that name themselves noise and do not hold the page's text all the same."""
        noise = [False] * len(self.layout.blocks)
        whole = self._score_sums[-1]
        end = 0
        for index, node in enumerate(self.layout.nodes):
            if node.first == node.last or node.last <= end:
                continue
            share = self.of(index) / whole if whole else 0.0
            if share < _NEVER_SHARE and is_noise_element(node.element, certain=share >= _NOISE_SHARE):
                noise[node.first : node.last] = [True] * (node.last - node.first)
                end = node.last
        return noise

    def region(self) -> int:
        """The smallest element that holds the main text."""
        current = 0
        nodes = self.layout.nodes
        while True:
            children = [child for child in nodes[current].children if nodes[child].last > nodes[child].first]
            if not children:
                return current
            best = max(children, key=self.of)
            if self.of(best) < _MAIN_SHARE * self.of(current):
                return current
            current = best


def _sums(values: list[float] | list[int]) -> list[float]:
    total, sums = 0.0, [0.0]
    for value in values:
        total += value
        sums.append(total)
    return sums
