"""What thieves do to an article, by fixed rules: copy it whole, or launder it.

The tricks are those seen on real pages: traditional characters, pinyin in brackets after a character, swapped
synonyms, an advertisement between paragraphs, invisible characters, the source's name and links gone.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

import opencc

from .article import Block
from .body import plain_text

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from .article import Article

_ZERO_WIDTH = "\u200b"

_SYNONYMS = (
    ("但是", "然而"),
    ("因为", "由于"),
    ("如果", "倘若"),
    ("已经", "早已"),
    ("现在", "如今"),
    ("大约", "约莫"),
    ("附近", "周边"),
    ("开始", "着手"),
    ("所有", "全部"),
    ("非常", "十分"),
    ("告诉", "告知"),
    ("觉得", "认为"),
    ("今年", "本年"),
    ("可以", "能够"),
    ("需要", "须要"),
    ("发现", "察觉"),
    ("老人", "长者"),
    ("孩子", "小孩"),
    ("居民", "住户"),
    ("第一次", "首次"),
)

#: By traditional character: the text is converted first, so that phrases are converted as phrases.
_PINYIN = {
    "的": "de", "海": "hǎi", "水": "shuǐ", "年": "nián", "人": "rén", "船": "chuán", "學": "xué", "重": "zhòng",
    "行": "xíng", "長": "cháng", "種": "zhǒng", "復": "fù", "魚": "yú", "路": "lù", "米": "mǐ", "花": "huā",
    "車": "chē", "石": "shí", "風": "fēng", "樹": "shù", "說": "shuō", "門": "mén", "村": "cūn", "茶": "chá",
}  # fmt: skip

_ADVERTS = (
    "【小編推薦】點擊關注萬象文摘，每天三分鐘，讀遍天下新鮮事！",
    "——廣告之後更精彩，長按識別二維碼領取閱讀紅包——",
    "本文由萬象文摘編輯整理，更多好文請收藏本站首頁。",
)


def copy_whole(article: Article, key: str, published: datetime, body_html: str) -> Article:
    """The article with its source's markup, links and image addresses and all; only the credit is gone."""
    return replace(
        article, key=key, author="", published=published, taken_from=article.key, credit="", body_html=body_html
    )


def launder(article: Article, key: str, published: datetime, section: str) -> Article:
    """The article's paragraphs in disguise; images, links, code and quotes stay behind."""
    paragraphs = [_disguise(plain_text(text), index) for index, text in enumerate(article.paragraphs)]
    advert = Block("paragraph", _ADVERTS[len(article.title) % len(_ADVERTS)])
    blocks = [Block("paragraph", text) for text in paragraphs]
    blocks.insert(len(blocks) // 2, advert)
    return replace(
        article,
        key=key,
        title=_traditional(_swap_synonyms(article.title)),
        section=section,
        author="",
        published=published,
        blocks=tuple(blocks),
        taken_from=article.key,
        credit="",
    )


def _disguise(text: str, index: int) -> str:
    characters = list(_annotate(_traditional(_swap_synonyms(text))))
    # Every 40th place hides a zero-width space; the paragraph's number shifts where.
    for place in range(len(characters) - 1 - index % 7, 0, -40):
        characters.insert(place, _ZERO_WIDTH)
    return "".join(characters)


def _swap_synonyms(text: str) -> str:
    for word, other in _SYNONYMS:
        text = text.replace(word, other)
    return text


def _annotate(text: str) -> Iterator[str]:
    """Put pinyin after every 23rd character that has some in the table."""
    since = 0
    for character in text:
        since += 1
        yield character
        if since >= 23 and character in _PINYIN:
            yield from f"({_PINYIN[character]})"
            since = 0


def _traditional(text: str) -> str:
    converted: str = _converter().convert(text)
    return converted


@cache
def _converter() -> Any:
    return opencc.OpenCC("s2t")
