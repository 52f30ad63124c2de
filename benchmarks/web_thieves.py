"""Scraper sites of a made-up web: what they take, how they disguise it, and what they forget."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from web_pages import Block, Post, Site

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Sequence


@dataclass(frozen=True, slots=True)
class Habits:
    """How a thief works."""

    #: Share of the links in a body that stay.
    links: float = 1.0
    #: What becomes of images: "hotlink", "rehost" or "drop".
    images: str = "hotlink"
    #: What the copies say of their time: "later", "back" (most of them earlier than the source), or "hidden".
    dates: str = "later"
    #: Keeps the tags and classes of the source's body.
    markup: bool = False
    #: Keeps the source's paths, and its whole head.
    mirror: bool = False
    #: What is done to the paragraphs.
    disguise: Callable[[list[str], random.Random], list[str]] | None = None
    #: Copies that are put online together.
    batch: int = 8


def steal(site: Site, victims: Sequence[Post], habits: Habits, chance: random.Random) -> list[Post]:
    """Copies of all these posts."""
    ordered = sorted(victims, key=lambda post: (post.published, post.url))
    times = _times(ordered, habits, chance)
    posts = []
    for number, (post, published) in enumerate(zip(ordered, times, strict=True), 5000):
        posts.append(
            Post(
                site, number, _disguised([post.title], habits, chance)[0],
                tuple(_taken(post, site, habits, chance)), published, taken_from=(post.url,),
                body_theme=(post.body_theme or post.site.theme) if habits.markup else None,
                path=urlsplit(post.url).path if habits.mirror else "",
                head=post.site.head if habits.mirror else "",
            )
        )
    return posts


def _times(victims: Sequence[Post], habits: Habits, chance: random.Random) -> list[datetime]:
    """Times of the copies: in batches some hours after the last of the batch was published."""
    times: list[datetime] = []
    for start in range(0, len(victims), habits.batch):
        batch = victims[start : start + habits.batch]
        moment = batch[-1].published + timedelta(minutes=chance.randrange(20, 600))
        for _ in batch:
            moment += timedelta(seconds=chance.randrange(5, 40))
            times.append(moment)
    if habits.dates == "back":
        return [
            post.published - timedelta(minutes=chance.randrange(60, 5 * 24 * 60)) if chance.random() < 0.8 else moment
            for post, moment in zip(victims, times, strict=True)
        ]
    return times


def _taken(post: Post, site: Site, habits: Habits, chance: random.Random) -> list[Block]:
    found = []
    lines = _disguised([block.text for block in post.blocks if block.kind == "p"], habits, chance)
    rest = iter(lines)
    for block in post.blocks:
        if block.kind == "p":
            kept = tuple(link for link in block.links if chance.random() < habits.links)
            # A thief that launders its text loses the links with the words.
            found.append(replace(block, text=next(rest), links=kept if habits.disguise is None else ()))
        elif block.kind == "img" and habits.images != "drop":
            here = f"https://{site.image_host or site.host}/upload/{chance.getrandbits(32):08x}.jpg"
            found.append(block if habits.images == "hotlink" else replace(block, text=here))
        elif block.kind == "quote":
            found.append(block)
    return found


def _disguised(lines: list[str], habits: Habits, chance: random.Random) -> list[str]:
    return habits.disguise(lines, chance) if habits.disguise else lines


def stitch(site: Site, victims: Sequence[Post], chance: random.Random, *, count: int, sources: int = 3) -> list[Post]:
    """Pages made of passages of several posts each: half a dozen paragraphs or a third of every one."""
    posts = []
    latest = max(post.published for post in victims)
    for number in range(7000, 7000 + count):
        taken = chance.sample(list(victims), sources)
        blocks: list[Block] = []
        for post in taken:
            lines = [block.text for block in post.blocks if block.kind == "p"]
            size = max(1, len(lines) // 3)
            begin = chance.randrange(len(lines) - size + 1)
            while sum(map(len, lines[begin : begin + size])) < 260 and begin + size < len(lines):
                size += 1
            blocks += [Block("p", line) for line in lines[begin : begin + size]]
        published = latest + timedelta(hours=number - 7000, minutes=chance.randrange(50))
        posts.append(
            Post(site, number, taken[0].title + "全攻略", tuple(blocks), published,
                 taken_from=tuple(post.url for post in taken))
        )
    return posts
