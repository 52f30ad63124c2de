"""By what names a site is known, to tell whom an attribution line means."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from typing import TYPE_CHECKING

from ..purify.url import domain_of, host_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

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

    def __init__(self, articles: Iterable[ArticleFacts], partners: Mapping[str, Collection[str]]) -> None:
        self._names: dict[str, set[str]] = {}
        titles: Counter[str] = Counter()
        tails: Counter[tuple[str, str]] = Counter()
        linked: dict[str, Counter[str]] = {}
        users: dict[str, Counter[str]] = {}
        shared_with: dict[str, Counter[str]] = {}
        for article in articles:
            domain = article.domain
            if domain not in self._names:
                self._names[domain] = {plain_name(domain), plain_name(domain.partition(".")[0])}
            titles[domain] += 1
            parts = _TITLE_TAIL.split(article.title)
            own = {plain_name(article.site_name), plain_name(parts[-1]) if len(parts) > 1 else ""} - {""}
            tails.update((domain, tail) for tail in own)
            name = plain_name(article.source_name)
            if name:
                users.setdefault(name, Counter())[domain] += 1
                shared_with.setdefault(name, Counter()).update(partners.get(article.page_id, ()))
                for target in {domain_of(link) for link in article.attribution_links}:
                    linked.setdefault(name, Counter())[target] += 1
        for (domain, tail), count in tails.items():
            if count >= _MIN_USES and count >= titles[domain] / 2:
                self._names[domain].add(tail)
        for name, targets in linked.items():
            target, count = min(targets.items(), key=lambda item: (-item[1], item[0]))
            if count >= _MIN_USES and count >= _AGREE * targets.total():
                self._names.setdefault(target, set()).add(name)
        for name, by_domain in users.items():
            if len(by_domain) == 1:
                [(domain, count)] = by_domain.items()
                with_whom = shared_with[name]
                spread = len(with_whom) >= _MIN_USES and max(with_whom.values()) < count / 2
                if spread and count >= titles[domain] / 2:
                    self._names[domain].add(name)

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
