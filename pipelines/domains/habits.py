"""Foreign sites that a domain links to, and foreign hosts that it shows images from, whoever else has the text.

A blog that links to its own profile on a platform in every article, or keeps its images there, leaves no trace of
copying when the platform's readers paste its articles.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from .image_hosts import hosts_of_images
from .leftover_links import linked_domains

if TYPE_CHECKING:
    from collections.abc import Collection

    from .facts import ArticleFacts
    from .image_hosts import ImageHosts

#: Share of a domain's articles outside pairs (of those with images, for hosts) that makes a habit, and least articles.
SHARE, LEAST = 0.2, 2


class Habits:
    """Learned from the articles that stand in no pair; ``paired`` are the page ids of all others."""

    def __init__(self, paired: Collection[str], hosts: ImageHosts) -> None:
        self._paired = paired
        self._hosts = hosts
        #: Domain -> foreign sites that it links to, and foreign hosts that it shows images from, as a habit.
        self._links: dict[str, frozenset[str]] = {}
        self._images: dict[str, frozenset[str]] = {}
        self._here = _Site()

    def add(self, article: ArticleFacts) -> None:
        """Take in a page of the domain that is being read."""
        if article.judged and article.page_id not in self._paired:
            here, used = self._here, hosts_of_images(article)
            here.own += 1
            here.with_images += bool(used)
            here.links.update(linked_domains(article))
            here.images.update(used)

    def end(self, domain: str) -> None:
        """Sum up the domain that was read."""
        here, self._here = self._here, _Site()
        for found, uses, of in ((self._links, here.links, here.own), (self._images, here.images, here.with_images)):
            habits = frozenset(target for target, count in uses.items() if _is_habit(count, of))
            if habits:
                found[domain] = habits

    def done(self) -> None:
        """Sum up the crawl."""

    def links_to(self, domain: str, target: str) -> bool:
        """True where the domain links to the target as a habit."""
        return target in self._links.get(domain, ())

    def shows(self, article: ArticleFacts, target: str) -> bool:
        """True where the article's images on the target's hosts are all on hosts that its domain uses anyway."""
        domain = article.domain
        used = [host for host in hosts_of_images(article) if self._hosts.owner(host) == target]
        habits = self._images.get(domain, ())
        return all(host in habits for host in used)


@dataclass(slots=True)
class _Site:
    """Articles outside pairs of the domain that is being read, and what these link to and show."""

    own: int = 0
    with_images: int = 0
    links: Counter[str] = field(default_factory=Counter)
    images: Counter[str] = field(default_factory=Counter)


def _is_habit(uses: int, of: int) -> bool:
    return uses >= LEAST and uses >= SHARE * of
