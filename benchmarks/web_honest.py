"""Honest sites of a made-up web: what they write, when, and what they lawfully carry of others."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import datetime, timedelta, timezone
from typing import TYPE_CHECKING

from web_pages import THEMES, Block, Post, Site

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

    from texts import Text

CST = timezone(timedelta(hours=8))
BEGIN = datetime(2026, 3, 2, tzinfo=CST)
DAYS = 60
_PHRASE = re.compile(r"[\u4e00-\u9fff]{4,12}")
_PLACES = (
    "临江 海州 清源 平川 南屏 云溪 望河 石桥 安陵 北岭 青浦 沙湾 松原 白鹭 金堤 雁门 东篱 桂岭 星港 长汀 柳河 "
    "玉门 枫桥 澄湖 丹崖 鹿鸣 岚山 芦荻 竹溪 渡口 梅岭 葵园 潮安 赤坎 蓝田 碧峰 秋水 朝阳 落雁 双塔 回龙 百川 "
    "千帆 万松 三元 九曲 六合 五常 双清 四明 半山 大观 小营 长亭 短桥 高台 平湖 斜塘 曲江 直沽 圆山 方城 "
    "乌衣 紫阳 银杏 铜陵 铁山 石钟"
).split()
_PEOPLE = "王一鸣 李若谷 张闻天 陈小满 赵清如 孙望舒 周行知 吴念慈 郑思齐 冯季春".split()


@dataclass(frozen=True, slots=True)
class Newsstand:
    """Where new sites get their names: hosts are numbered by kind, names are used once."""

    chance: random.Random
    names: list[str]

    @classmethod
    def of(cls, chance: random.Random) -> Newsstand:
        """A stand whose names come in random order."""
        return cls(chance, chance.sample(_PLACES, len(_PLACES)))

    def site(self, kind: str, host: str, ending: str, *, images: bool = True, shows: str = "minute") -> Site:
        """A new site with a template, an analytics account and a licence of its own."""
        chance = self.chance
        account = f"{chance.getrandbits(128):032x}"
        head = f'<script>var _hmt=_hmt||[];</script><script src="https://hm.baidu.com/hm.js?{account}"></script>'
        licence = f"京ICP备{chance.randrange(10**7, 10**8)}号-1" if chance.random() < 0.7 else ""
        # Some keep their images under their own name, some on a host whose name tells nothing.
        image_host = f"img.{host}" if chance.random() < 0.5 else f"pic{chance.randrange(1000, 9999)}.cdn-{host}"
        return Site(
            host, kind, self.names.pop() + ending, chance.choice(THEMES), image_host if images else "", shows, head,
            licence,
        )


def hours_of_work(chance: random.Random, count: int, *, days: int = DAYS) -> list[datetime]:
    """Times of `count` stories between seven and ten o'clock, on any of the days, in order."""
    return sorted(
        BEGIN + timedelta(days=chance.randrange(days), minutes=chance.randrange(7 * 60, 22 * 60)) for _ in range(count)
    )


def busy_hours(chance: random.Random, count: int, an_hour: int) -> list[datetime]:
    """Times of a newsroom that publishes `an_hour` stories every hour of the working day."""
    hours = -(-count // an_hour)
    return sorted(
        BEGIN + timedelta(days=hour // 15, hours=7 + hour % 15, seconds=chance.randrange(3600))
        for number in range(count) if (hour := number % hours) >= 0
    )


def write(
    site: Site, texts: Sequence[Text], times: Sequence[datetime], chance: random.Random, *, dateline: float = 0.0
) -> list[Post]:
    """Posts of a site's own: a third have an image, a quarter links to pages of the site, some a dateline."""
    posts = []
    for number, (text, published) in enumerate(zip(texts, times, strict=True), 1000):
        lines = list(text.paragraphs)
        if chance.random() < dateline:
            lines[0] = f"{site.name}讯（记者 {chance.choice(_PEOPLE)}）{lines[0]}"
        blocks = [Block("p", line) for line in lines]
        if chance.random() < 0.25:
            blocks = [_linked(block, site, number, chance) if chance.random() < 0.4 else block for block in blocks]
        if site.image_host and chance.random() < 0.35:
            blocks.insert(min(2, len(blocks)), Block("img", f"https://{site.image_host}/{published:%Y%m}/{number}.jpg"))
        posts.append(Post(site, number, text.title, tuple(blocks), published))
    return posts


def _linked(block: Block, site: Site, number: int, chance: random.Random) -> Block:
    phrase = _PHRASE.search(block.text)
    if not phrase:
        return block
    begin = "" if chance.random() < 0.5 else f"https://{site.host}"
    target = f"{begin}/tag/{number % 37}" if chance.random() < 0.7 else f"{begin}/topic/{number % 11}/"
    return replace(block, links=((phrase.group()[:6], target),))


def carry(
    site: Site, number: int, post: Post, chance: random.Random, *, credit: float, canonical: bool = False
) -> Post:
    """A post as another site carries it by right: mostly naming its source, some minutes or hours later."""
    names = chance.random() < credit
    return Post(
        site, number, post.title, tuple(replace(block, links=()) for block in post.blocks if block.kind != "img"),
        post.published + timedelta(minutes=chance.randrange(15, 600)), taken_from=(post.url,),
        credit=((post.site.name, post.url if chance.random() < 0.7 else "") if names else ("", "")),
        canonical=post.url if canonical else "",
    )


def quote_from(post: Post, source: Post, chance: random.Random, *, share: float) -> Post:
    """A post that quotes a passage of another with a word of whom it quotes: as a block or within its text."""
    passage = [block.text for block in source.blocks if block.kind == "p"]
    length = share * sum(len(block.text) for block in post.blocks)
    taken: list[str] = []
    for line in passage[chance.randrange(max(1, len(passage) - 2)):]:
        if taken and sum(map(len, taken)) + len(line) > length:
            break
        taken.append(line[: int(length) + 1])
    if chance.random() < 0.5:
        quoted = [Block("quote", line) for line in taken]
    else:
        quoted = [Block("p", f"据{source.site.name}：“{line}”") for line in taken]
    place = max(1, len(post.blocks) // 2)
    return replace(post, blocks=(*post.blocks[:place], *quoted, *post.blocks[place:]))


def forum_thread(site: Site, number: int, text: Text, published: datetime, pasted: Post | None) -> Post:
    """A thread: the first post's text, answers, and maybe an article that a member pasted with its address."""
    lines = [f"楼主发表于 {published:%Y-%m-%d %H:%M}", *text.paragraphs]
    blocks = [Block("p", line) for line in lines]
    if pasted is not None:
        blocks.append(Block("p", f"转自 {pasted.url}", ((pasted.url, pasted.url),)))
        blocks += [Block("quote", block.text) for block in pasted.blocks if block.kind == "p"]
    blocks.append(Block("p", f"沙发：楼主说得对，这个问题我也遇到过，编号{number}的帖子里讨论得更细。"))
    return Post(site, number, text.title, tuple(blocks), published)


def documentation(site: Site, number: int, text: Text, published: datetime, chance: random.Random) -> Post:
    """A page of code documentation: a third prose, the rest code."""
    prose = [Block("p", line) for line in text.paragraphs[: chance.randrange(2, 9)]]
    lines = "\n".join(f"def step_{number}_{row}(value):\n    return value + {row * number}" for row in range(9))
    code = [Block("code", lines)] * chance.randrange(1, 6)
    return Post(site, number, text.title, tuple(prose + code), published)
