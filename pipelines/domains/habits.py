"""Foreign sites that a domain links to, and foreign hosts that it shows images from, whoever else has the text.

A blog that links to its own profile on a platform in every article, or keeps its images there, leaves no trace of
copying when the platform's readers paste its articles.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from .image_hosts import hosts_of_images
from .leftover_links import linked_domains

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from .facts import ArticleFacts
    from .image_hosts import ImageHosts

#: Share of a domain's articles outside pairs (of those with images, for hosts) that makes a habit, and least articles.
SHARE, LEAST = 0.2, 2


class Habits:
    """Learned from the articles that stand in no pair; ``paired`` are the page ids of all others."""

    def __init__(self, articles: Iterable[ArticleFacts], paired: Collection[str], hosts: ImageHosts) -> None:
        self._hosts = hosts
        self._own: Counter[str] = Counter()
        self._with_images: Counter[str] = Counter()
        self._links: Counter[tuple[str, str]] = Counter()
        self._images: Counter[tuple[str, str]] = Counter()
        for article in articles:
            if article.judged and article.page_id not in paired:
                domain, used = article.domain, hosts_of_images(article)
                self._own[domain] += 1
                self._with_images[domain] += bool(used)
                self._links.update((domain, target) for target in linked_domains(article))
                self._images.update((domain, host) for host in used)

    def links_to(self, domain: str, target: str) -> bool:
        """True where the domain links to the target as a habit."""
        return _is_habit(self._links[domain, target], self._own[domain])

    def shows(self, article: ArticleFacts, target: str) -> bool:
        """True where the article's images on the target's hosts are all on hosts that its domain uses anyway."""
        domain = article.domain
        used = [host for host in hosts_of_images(article) if self._hosts.owner(host) == target]
        return all(_is_habit(self._images[domain, host], self._with_images[domain]) for host in used)


def _is_habit(uses: int, of: int) -> bool:
    return uses >= LEAST and uses >= SHARE * of
