"""By what names a site is known, to tell whom an attribution line means."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

from ..purify.url import domain_of, host_of

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from .facts import ArticleFacts

#: Names that name nobody. "来源：网络" is a scraper's commonest attribution.
_NOBODY = frozenset(
    """
    网络 互联网 网上 网络转载 来自网络 来源网络 网络整理 网络综合 综合网络 综合 综合整理 整理 转载 转发
    原创 本站 本站原创 本网 本网站 本报 未知 不详 佚名 网友 网友投稿 投稿 编辑 小编 管理员 百度 搜索引擎
    internet theinternet web online unknown admin administrator author editor staff source original
    """.split()
)
_TITLE_TAIL = re.compile(r"\s*(?:[_|｜–—·»]|\s-\s|-(?=[^-]*$))\s*")
#: Articles that must show a name before it is taken for a site's, and the share of its uses that must agree.
_MIN_USES = 3
_AGREE = 0.8


# Most pages of a site give the same names.
@lru_cache(maxsize=65536)
def plain_name(name: str) -> str:
    """A name for comparison: NFKC, lower case, letters and digits only; empty for names that name nobody."""
    folded = re.sub(r"[\W_]+", "", unicodedata.normalize("NFKC", name).casefold())
    return "" if folded in _NOBODY else folded


class SiteNames:
    """Names of the crawled domains.

    A domain is known by its own name and label (``news.a.test``: "atest", "a"), by the site name that most of its pages
    give ("og:site_name", "... - The Daily A"), by names whose attribution links lead to it, and by a name that it
    alone uses, on most of its articles, whoever else has their text: a site that launders many others under
    its own brand. (With one partner only, the name may as well be the partner's.) ``partners`` gives, by page
    id, the domains with which a page stands in pairs.
    """

    def __init__(self, partners: Mapping[str, Collection[str]]) -> None:
        self._partners = partners
        self._names: dict[str, set[str]] = {}
        #: Name -> domains that attribution links beside it lead to.
        self._linked: dict[str, Counter[str]] = {}
        #: Name in attribution lines -> the domain that uses it, empty where several do.
        self._user: dict[str, str] = {}
        #: Names that most articles of a domain give as their source, whoever else has their text.
        self._brands: list[tuple[str, str]] = []
        self._here = _Site()

    def add(self, article: ArticleFacts) -> None:
        """Take in a page of the domain that is being read."""
        here = self._here
        here.pages += 1
        parts = _TITLE_TAIL.split(article.title)
        here.tails.update({plain_name(article.site_name), plain_name(parts[-1]) if len(parts) > 1 else ""} - {""})
        name = plain_name(article.source_name)
        if name:
            here.sources[name] += 1
            here.shared_with.setdefault(name, Counter()).update(self._partners.get(article.page_id, ()))
            for target in {domain_of(link) for link in article.attribution_links}:
                self._linked.setdefault(name, Counter())[target] += 1

    def end(self, domain: str) -> None:
        """Sum up the domain that was read."""
        here, self._here = self._here, _Site()
        names = self._names.setdefault(domain, set())
        names.update((plain_name(domain), plain_name(domain.partition(".")[0])))
        names.update(
            tail for tail, count in here.tails.items() if count >= _MIN_USES and count >= here.pages / 2
        )
        for name, count in here.sources.items():
            self._user[name] = "" if name in self._user else domain
            with_whom = here.shared_with[name]
            spread = len(with_whom) >= _MIN_USES and max(with_whom.values()) < count / 2
            if spread and count >= here.pages / 2:
                self._brands.append((name, domain))

    def done(self) -> None:
        """Sum up the crawl."""
        for name, targets in self._linked.items():
            target, count = min(targets.items(), key=lambda item: (-item[1], item[0]))
            if count >= _MIN_USES and count >= _AGREE * targets.total():
                self._names.setdefault(target, set()).add(name)
        for name, domain in self._brands:
            if self._user[name] == domain:
                self._names[domain].add(name)
        self._linked.clear()
        self._user.clear()

    def names_of(self, domain: str) -> Collection[str]:
        """Plain names by which a domain is known; none of one that is not crawled."""
        return self._names.get(domain, ())

    def means(self, name: str, domain: str) -> bool:
        """True where an attribution line's name means the domain.

        Equal to one of its names, or one begins with the other ("网易新闻" and "网易", "a.test" and "A Test
        Daily"); Latin names may lack a word at either end and need five letters.
        """
        wanted = plain_name(name)
        if not wanted:
            return False
        hosts = re.findall(r"[a-z0-9-]+(?:\.[a-z0-9-]+)+", name.casefold())
        if any(domain == domain_of(f"http://{host}/") for host in hosts):
            return True
        return any(_same(wanted, known) for known in self._names.get(domain, ()) if known)

    def names_itself(self, article: ArticleFacts) -> bool:
        """True where the article's attribution line names its own site."""
        return self.means(article.source_name, article.domain)

    def names_another(self, article: ArticleFacts) -> bool:
        """True where the article names, by line or link, some source that is not its own site."""
        if plain_name(article.source_name) and not self.names_itself(article):
            return True
        return any(domain_of(link) not in ("", article.domain) for link in article.attribution_links)


@dataclass(slots=True)
class _Site:
    """Of the domain that is being read: its pages, names in their titles, and names of their sources."""

    pages: int = 0
    tails: Counter[str] = field(default_factory=Counter)
    sources: Counter[str] = field(default_factory=Counter)
    #: Name of a source -> domains with which the pages that give it stand in pairs.
    shared_with: dict[str, Counter[str]] = field(default_factory=dict)


def attribution_domains(article: ArticleFacts) -> frozenset[str]:
    """Foreign domains to which attribution links lead."""
    return frozenset(domain_of(link) for link in article.attribution_links if host_of(link)) - {
        article.domain,
        "",
    }


def _same(wanted: str, known: str) -> bool:
    if wanted == known:
        return True
    short, long = sorted((wanted, known), key=len)
    if not short.isascii():
        return len(short) >= 2 and long.startswith(short)
    # "thedailyplanet" is the Daily Planet, "chinanews" is not china.com.
    return len(short) >= max(5, 0.6 * len(long)) and (long.startswith(short) or long.endswith(short))
