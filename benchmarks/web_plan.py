"""A whole made-up web with known truth: which sites there are, who takes what from whom, what each must be called."""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import TYPE_CHECKING

import tricks_letters
import tricks_words
from texts import Text
from web_honest import (
    BEGIN,
    Newsstand,
    busy_hours,
    carry,
    documentation,
    forum_thread,
    hours_of_work,
    quote_from,
    write,
)
from web_pages import Block, Post, page_of, standing_pages
from web_thieves import Habits, steal, stitch

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scrapy_reprint.pipelines.purify.raw import RawPage
    from web_pages import Site

ACCUSED = ("scraper", "suspected")
#: Kinds of sites that steal: those that take articles whole must be called scrapers, the others at least suspected.
WHOLESALE = (
    "wholesale", "back-dater", "date hider", "re-hoster", "link stripper", "aggregator", "mirror", "hosted thief",
    "thief of one victim",
)
LAUNDERERS = ("half-time thief", "stitcher", "synonym launderer", "rewriter")
#: Kinds with too few articles to be judged.
SMALL = ("small site", "small thief")


@dataclass(frozen=True, slots=True)
class Material:
    """Texts of which a web is made."""

    articles: Sequence[Text]
    #: Rows of rewrites with their originals: id, kind, source, lang, title, text.
    rewrites: Sequence[Mapping[str, object]] = ()
    #: Two reports each on different events in one formula.
    formula: Sequence[tuple[Text, Text]] = ()
    laws: Sequence[Text] = ()


@dataclass(frozen=True, slots=True)
class Web:
    """All pages and the truth."""

    pages: tuple[RawPage, ...]
    sites: Mapping[str, Site]
    #: Address of each copy -> addresses of all it comes from, directly or not.
    origins: Mapping[str, frozenset[str]]


@dataclass
class _Builder:
    material: Material
    chance: random.Random
    stand: Newsstand
    posts: dict[str, list[Post]] = field(default_factory=dict)
    sites: dict[str, Site] = field(default_factory=dict)
    taken: int = 0

    def texts(self, count: int) -> list[Text]:
        """Articles that nobody has published yet."""
        found = list(self.material.articles[self.taken : self.taken + count])
        if len(found) < count:
            raise SystemExit(f"network.py needs more articles than {len(self.material.articles)}.")
        self.taken += count
        return found

    def add(self, site: Site, posts: Sequence[Post]) -> list[Post]:
        """Put posts on a site."""
        self.sites[site.host] = site
        self.posts.setdefault(site.host, []).extend(posts)
        return list(posts)

    def own(self, site: Site, count: int, *, dateline: float = 0.0) -> list[Post]:
        """Put new articles on a site, at honest hours."""
        times = hours_of_work(self.chance, count)
        return self.add(site, write(site, self.texts(count), times, self.chance, dateline=dateline))


def make_web(material: Material, seed: int) -> Web:
    """The web of a seed."""
    chance = random.Random(seed)
    mixed = replace(material, articles=chance.sample(list(material.articles), len(material.articles)))
    web = _Builder(mixed, chance, Newsstand.of(chance))
    _newsrooms(web)
    _small_writers(web)
    _official(web)
    _special(web)
    _partners(web)
    _thieves(web)
    _victim_and_thieves(web)
    _launderers(web)
    posts = {post.url: post for found in web.posts.values() for post in found}
    # Between sites of one owner nobody copies, and no direction is owed.
    taken = {url: post for url, post in posts.items() if post.taken_from and post.site.kind != "twin"}
    origins = {url: _all_origins(post, posts) for url, post in taken.items()}
    pages = [page_of(post) for post in posts.values()]
    for host, site in web.sites.items():
        pages += standing_pages(site, web.posts[host])
    chance.shuffle(pages)
    return Web(tuple(pages), web.sites, origins)


def _all_origins(post: Post, posts: Mapping[str, Post]) -> frozenset[str]:
    found: set[str] = set()
    waiting = list(post.taken_from)
    while waiting:
        url = waiting.pop()
        if url not in found:
            found.add(url)
            waiting += posts[url].taken_from
    return frozenset(found)


def _newsrooms(web: _Builder) -> None:
    """Ten newsrooms, one that shows days only, a busy one, and the agency whose stories many of them carry."""
    for number in range(10):
        web.own(web.stand.site("newsroom", f"news{number}.example", "晨报"), 80, dateline=0.3)
    web.own(web.stand.site("newsroom", "daynews.example", "日报", shows="day"), 60)
    busy = web.stand.site("busy newsroom", "busy.example", "新闻网")
    web.add(busy, write(busy, web.texts(240), busy_hours(web.chance, 240, 40), web.chance))


def _small_writers(web: _Builder) -> None:
    for number in range(8):
        site = web.stand.site("blog", f"blog{number}.example", "手记", images=number % 2 == 0,
                              shows=("minute", "day", "none", "minute")[number % 4])
        posts = web.own(site, 24)
        quoted = web.posts[f"news{number}.example"]
        web.posts[site.host] = [
            quote_from(post, web.chance.choice(quoted), web.chance, share=0.25) if web.chance.random() < 0.2 else post
            for post in posts
        ]
    # Blogs of a shared host have its account in their pages.
    shared = '<script src="https://hm.baidu.com/hm.js?0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f"></script>'
    for number in range(5):
        site = web.stand.site("hosted blog", f"writer{number}.github.io", "的博客", images=False)
        web.own(replace(site, head=shared, licence=""), 18)
    thief = replace(web.stand.site("hosted thief", "copier.github.io", "的博客", images=False), head=shared, licence="")
    victims = web.posts["writer0.github.io"] + web.posts["writer1.github.io"][:10]
    web.add(thief, steal(thief, victims, Habits(images="drop", links=0.5), web.chance))
    web.own(web.stand.site("small site", "four.example", "小站"), 4)


def _official(web: _Builder) -> None:
    """A law site and two that quote it; an office's releases on three portals; an agency's stories everywhere."""
    law = web.stand.site("law site", "law.example", "法规库", images=False)
    laws = web.material.laws or web.texts(40)
    times = hours_of_work(web.chance, len(laws))
    texts = [Text(text.title, text.paragraphs[:60]) for text in laws]
    statutes = web.add(law, write(law, texts, times, web.chance))
    for number in range(2):
        site = web.stand.site("quotes laws", f"lawyer{number}.example", "律师")
        posts = web.own(site, 24)
        web.posts[site.host] = [
            quote_from(post, web.chance.choice(statutes), web.chance, share=0.6) if number % 2 else post
            for number, post in enumerate(posts)
        ]
    office = web.stand.site("office", "office.example", "发布", images=False)
    releases = web.own(office, 30)
    for number in range(3):
        site = web.stand.site("release carrier", f"portal{number}.example", "在线")
        web.own(site, 40)
        web.add(site, [carry(site, 3000 + n, post, web.chance, credit=0.8) for n, post in enumerate(releases[:14])])
    agency = web.stand.site("agency", "agency.example", "通讯社")
    stories = web.own(agency, 40, dateline=0.5)
    for host in list(web.posts):
        site = web.sites[host]
        if site.kind in ("newsroom", "busy newsroom", "release carrier", "blog"):
            for place, post in enumerate(stories[:5]):
                if place == 0 or web.chance.random() < 0.5:
                    web.add(site, [carry(site, 4000 + place, post, web.chance, credit=0.85)])


def _special(web: _Builder) -> None:
    """Formula news, a forum, documentation."""
    sites = [web.stand.site("formula news", f"formula{number}.example", "电视台") for number in range(2)]
    for site in sites:
        web.own(site, 50)
    for number, pair in enumerate(web.material.formula[:60]):
        sides = list(pair) if web.chance.random() < 0.5 else list(reversed(pair))
        for site, text in zip(sites, sides, strict=True):
            when = BEGIN + timedelta(days=web.chance.randrange(60), minutes=web.chance.randrange(420, 1300))
            [post] = write(site, [text], [when], web.chance)
            web.add(site, [replace(post, number=2000 + number)])
    forum = web.stand.site("forum", "forum.example", "论坛", images=False)
    pasted = web.posts["news1.example"] + web.posts["news2.example"]
    times = hours_of_work(web.chance, 50)
    web.add(forum, [
        forum_thread(forum, 100 + n, text, when, web.chance.choice(pasted) if web.chance.random() < 0.25 else None)
        for n, (text, when) in enumerate(zip(web.texts(50), times, strict=True))
    ])
    for name in ("docs", "manual"):
        site = web.stand.site("documentation", f"{name}.example", "文档", images=False, shows="none")
        web.add(site, [
            documentation(site, 100 + n, text, BEGIN, web.chance) for n, text in enumerate(web.texts(45))
        ])


def _partners(web: _Builder) -> None:
    """An honest reposter, a licensed partner that names canonicals, and two sites of one owner."""
    reposter = web.stand.site("reposter", "reposter.example", "文摘")
    sources = [post for number in range(3, 8) for post in web.posts[f"news{number}.example"] if not post.taken_from]
    web.add(reposter, [
        carry(reposter, 100 + n, post, web.chance, credit=0.95) for n, post in enumerate(web.chance.sample(sources, 60))
    ])
    web.own(reposter, 10)
    partner = web.stand.site("syndication partner", "partner.example", "频道")
    licensed = [post for post in web.posts["news9.example"] if not post.taken_from]
    web.add(partner, [
        carry(partner, 100 + n, post, web.chance, credit=0.3, canonical=True)
        for n, post in enumerate(web.chance.sample(licensed, 50))
    ])
    web.own(partner, 15)
    first = web.stand.site("twin", "twin-a.example", "周刊")
    second = replace(first, host="twin-b.example", name=first.name + "网络版", theme=web.chance.choice((first.theme,)))
    for post in web.own(first, 60):
        delay = timedelta(minutes=web.chance.randrange(0, 90))
        web.add(second, [replace(post, site=second, published=post.published + delay, taken_from=(post.url,))])


def _victims(web: _Builder, hosts: Sequence[str], count: int) -> list[Post]:
    """Posts of these sites, each site's share about the same."""
    found: list[Post] = []
    for place, host in enumerate(hosts):
        share = count // len(hosts) + (place < count % len(hosts))
        found += web.chance.sample(web.posts[host], min(share, len(web.posts[host])))
    return found


def _thieves(web: _Builder) -> None:
    plans = {
        "wholesale": (3, 120, Habits(markup=True)),
        "back-dater": (4, 100, Habits(dates="back", links=0.5)),
        "date hider": (4, 100, Habits(dates="hidden", images="drop", links=0.7)),
        "re-hoster": (4, 100, Habits(images="rehost", links=0.5)),
        "link stripper": (4, 100, Habits(links=0.0, markup=True)),
    }
    newsrooms = [f"news{number}.example" for number in range(10)]
    for kind, (sources, count, habits) in plans.items():
        site = web.stand.site(kind, kind.replace(" ", "-") + ".example", "资讯",
                              shows="none" if habits.dates == "hidden" else "minute")
        web.add(site, steal(site, _victims(web, web.chance.sample(newsrooms, sources), count), habits, web.chance))
    site = web.stand.site("half-time thief", "half-time.example", "周末")
    web.own(site, 40)
    web.add(site, steal(site, _victims(web, web.chance.sample(newsrooms, 3), 40), Habits(links=0.5), web.chance))
    honest = [host for host, site in web.sites.items() if site.kind in ("newsroom", "busy newsroom", "blog", "agency")]
    honest += [host for host, site in web.sites.items() if site.kind in ("release carrier", "hosted blog")]
    site = web.stand.site("aggregator", "aggregator.example", "头条")
    victims = _victims(web, web.chance.sample(honest, 25), 125)
    web.add(site, steal(site, victims, Habits(links=0.3, images="rehost", batch=15), web.chance))
    site = web.stand.site("mirror", "mirror.example", "镜像")
    victims = web.posts[web.chance.choice(newsrooms)]
    web.add(site, steal(site, victims, Habits(markup=True, mirror=True, dates="later", batch=1), web.chance))
    site = web.stand.site("small thief", "tiny.example", "速递")
    web.add(site, steal(site, _victims(web, newsrooms[:2], 4), Habits(), web.chance))


def _victim_and_thieves(web: _Builder) -> None:
    """One site that six others copy wholesale, two of them nothing but it."""
    victim = web.stand.site("victim", "victim.example", "深度")
    posts = web.own(victim, 60, dateline=0.2)
    others = [f"news{number}.example" for number in range(10)]
    habits = (
        Habits(), Habits(images="rehost", links=0.3), Habits(dates="back"), Habits(links=0.0),
        Habits(dates="hidden", images="drop"), Habits(markup=True, images="rehost", links=0.2),
    )
    for number, how in enumerate(habits):
        site = web.stand.site("thief of one victim", f"thief{number}.example", "网摘",
                              shows="none" if how.dates == "hidden" else "minute")
        taken = posts if number < 2 else web.chance.sample(posts, 50)
        more = [] if number < 2 else _victims(web, web.chance.sample(others, 2), 20)
        web.add(site, steal(site, taken + more, how, web.chance))


def _launderers(web: _Builder) -> None:
    newsrooms = [f"news{number}.example" for number in range(10)]
    site = web.stand.site("stitcher", "stitcher.example", "攻略", images=False)
    pool = [post for post in _victims(web, newsrooms[:5], 200) if not post.taken_from]
    web.add(site, stitch(site, pool, web.chance, count=40))

    traditional = tricks_letters.traditional("s2t")

    def disguise(lines: list[str], chance: random.Random) -> list[str]:
        return traditional(tricks_words.cutting_synonyms(lines, chance), chance)

    site = web.stand.site("synonym launderer", "launderer.example", "博览")
    victims = _victims(web, newsrooms[5:], 60)
    web.add(site, steal(site, victims, Habits(disguise=disguise, images="drop"), web.chance))
    rows = {str(row["id"]): row for row in web.material.rewrites}
    if not rows:
        return
    site = web.stand.site("rewriter", "rewriter.example", "视点", images=False)
    originals: dict[str, Post] = {}
    for number, row in enumerate(rows.values()):
        if row["kind"] in ("original", "same_event", "unrelated"):
            place = {"original": 0, "same_event": 3, "unrelated": 6}[str(row["kind"])]
            writer = web.sites[newsrooms[(number + place) % 10]]
            when = BEGIN + timedelta(days=number % 50, hours=9, minutes=number * 7 % 600)
            [post] = write(writer, [_text(row)], [when], web.chance)
            post = replace(post, number=9000 + number)
            originals[str(row["id"])] = post
            web.add(writer, [post])
    for number, row in enumerate(rows.values()):
        if row["kind"] == "ai_rewrite":
            source = originals[str(row["source"])]
            blocks = tuple(Block("p", line) for line in _text(row).paragraphs)
            when = source.published + timedelta(days=2, minutes=number * 3)
            web.add(site, [Post(site, number, _text(row).title, blocks, when, taken_from=(source.url,))])


def _text(row: Mapping[str, object]) -> Text:
    return Text(str(row["title"]), tuple(line for part in str(row["text"]).split("\n") if (line := part.strip())))
