"""Which image host belongs to whom, learned from the crawl."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from ..purify.url import host_of, registrable_domain

if TYPE_CHECKING:
    from collections.abc import Collection

    from .facts import ArticleFacts

#: Un-copied articles of one domain that must use a foreign host before it is taken for that domain's own.
MIN_ARTICLES = 3
#: Share of a host's un-copied articles that one domain must have.
OWNER_SHARE = 0.8
#: A host under a site's own name that this many other domains use is a public image service.
PUBLIC_DOMAINS = 3


class ImageHosts:
    """Owners of image hosts.

    Only articles outside all pairs teach: the images of a copy lie where its source keeps them. A host
    belongs to the domain in whose name it is, or to the one domain that has nearly all of its articles; hosts
    shared by unrelated domains are content networks and belong to nobody.
    """

    def __init__(self, paired: Collection[str]) -> None:
        self._paired = paired
        #: Host -> domains that use it -> articles.
        self._uses: dict[str, Counter[str]] = {}
        self._crawled: set[str] = set()
        self._owners: dict[str, str] = {}

    def add(self, article: ArticleFacts) -> None:
        """Take in a page of the domain that is being read."""
        if article.images and article.page_id not in self._paired:
            for host in hosts_of_images(article):
                self._uses.setdefault(host, Counter())[article.domain] += 1

    def end(self, domain: str) -> None:
        """Sum up the domain that was read."""
        self._crawled.add(domain)

    def done(self) -> None:
        """Sum up the crawl."""
        for host, by_domain in self._uses.items():
            named = registrable_domain(host)
            others = sum(1 for domain in by_domain if domain != named)
            strangers = sum(count for domain, count in by_domain.items() if domain != named)
            top, count = min(by_domain.items(), key=lambda item: (-item[1], item[0]))
            if others >= PUBLIC_DOMAINS and strangers > by_domain[named]:
                self._owners[host] = ""
            elif (
                named not in self._crawled and count >= MIN_ARTICLES and count >= OWNER_SHARE * by_domain.total()
            ):
                self._owners[host] = top
        self._uses.clear()

    def owner(self, host: str) -> str:
        """Domain that the host belongs to; empty for a public one."""
        known = self._owners.get(host)
        return registrable_domain(host) if known is None else known

    def owners_of(self, article: ArticleFacts) -> frozenset[str]:
        """Foreign domains on whose hosts the images of the article lie."""
        return frozenset(self.owner(host) for host in hosts_of_images(article)) - {article.domain, ""}


def hosts_of_images(article: ArticleFacts) -> frozenset[str]:
    """Hosts of the images in the body."""
    return frozenset(host_of(image) for image in article.images) - {""}
