"""Which owner ids a domain bears by its own right.

A page that is copied whole brings the ids of its source along, and a hosting platform or the maker of a template puts
ids of its own on everybody's pages.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..purify.url import private_suffix, registrable_domain
from .owner_sorts import LICENCE, PERMIT, sort_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from .facts import ArticleFacts

#: Pages of a domain on which an id must stand, or all where it has fewer; and half of all.
MIN_PAGES = 3
#: Articles of its own that tell whether an id came with copies.
MIN_OWN = 3
#: Domains under one plain parent host that share an id before the parent is taken for a hosting platform; under a
#: private suffix, which is one for certain, two are enough.
PLATFORM_DOMAINS = 3
#: An account on more domains than this is that of a vendor; a licence on more stands on nothing but copies of a form.
MOST_DOMAINS, MOST_LICENSED = 20, 500
_NO_PAGE = ("binary", "status", "error", "empty")


@dataclass(frozen=True, slots=True)
class BorneIds:
    """Ids of all domains."""

    #: Domain -> sort -> ids that it bears by its own right.
    of: Mapping[str, Mapping[str, frozenset[str]]]
    #: Domain -> ids of others that stand on its copies and not on its own articles.
    copied: Mapping[str, frozenset[str]]


class OwnerIds:
    """Takes in the ids of all pages; ``partners`` are, by page id, the other domains that a page stands in pairs with.

    An id belongs to a domain when it stands on most of its pages and, where there are :data:`MIN_OWN` articles without
    a pair with any other bearer of the id, on most of those too. Linear in pages and pairs.
    """

    def __init__(self, partners: Mapping[str, Collection[str]]) -> None:
        self._partners = partners
        #: Id -> domains on most of whose pages it stands.
        self._bearers: dict[str, set[str]] = {}
        #: Domain -> ids of a page -> judged articles outside pairs that bear just these.
        self._alone: dict[str, Counter[tuple[str, ...]]] = {}
        # Of the domain that is being read; most of its pages bear the same ids, and are counted by all of them at once.
        self._pages = 0
        self._alike: Counter[tuple[str, ...]] = Counter()
        self._here: Counter[tuple[str, ...]] = Counter()

    def add(self, article: ArticleFacts) -> None:
        """Take in a page of the domain that is being read."""
        if article.skipped_because not in _NO_PAGE:
            self._pages += 1
            if article.owner_ids:
                self._alike[article.owner_ids] += 1
        # Lists and index pages are in no pair with anybody and would speak for a mirror.
        if article.judged and not self._partners.get(article.page_id):
            self._here[article.owner_ids] += 1

    def end(self, domain: str) -> None:
        """Sum up the domain that was read."""
        counts: Counter[str] = Counter()
        for ids, count in self._alike.items():
            for owner_id in ids:
                counts[owner_id] += count
        for owner_id, count in counts.items():
            if count >= min(MIN_PAGES, self._pages) and 2 * count >= self._pages:
                self._bearers.setdefault(owner_id, set()).add(domain)
        self._alone[domain] = self._here
        self._pages, self._alike, self._here = 0, Counter(), Counter()

    def done(self) -> None:
        """Sum up the crawl."""

    def borne(self, paired: Iterable[ArticleFacts]) -> BorneIds:
        """Ids of each domain, given the pages in pairs."""
        shared = {owner_id: domains for owner_id, domains in self._bearers.items() if len(domains) > 1}
        copied = self._copied(paired, shared)
        of: dict[str, dict[str, set[str]]] = {}
        for owner_id, domains in sorted(self._bearers.items()):
            if owner_id in shared and _is_nobodys(owner_id, domains):
                continue
            for domain in domains:
                if owner_id not in copied.get(domain, ()):
                    of.setdefault(domain, {}).setdefault(sort_of(owner_id), set()).add(owner_id)
        return BorneIds(
            {domain: {sort: frozenset(ids) for sort, ids in sorts.items()} for domain, sorts in of.items()},
            {domain: frozenset(ids) for domain, ids in copied.items()},
        )

    def _copied(self, paired: Iterable[ArticleFacts], shared: Mapping[str, set[str]]) -> dict[str, set[str]]:
        """Domain -> ids that came with its copies."""
        ids_of: dict[str, list[str]] = {}
        for owner_id, domains in shared.items():
            for domain in domains:
                ids_of.setdefault(domain, []).append(owner_id)
        own: Counter[tuple[str, str]] = Counter()
        own_with: Counter[tuple[str, str]] = Counter()
        for article in paired:
            others = self._partners.get(article.page_id)
            if not (article.judged and others):
                continue
            for owner_id in ids_of.get(article.domain, ()):
                if shared[owner_id].isdisjoint(others):
                    own[article.domain, owner_id] += 1
                    own_with[article.domain, owner_id] += owner_id in article.owner_ids
        for domain, owner_ids in ids_of.items():
            for ids, count in self._alone[domain].items():
                for owner_id in owner_ids:
                    own[domain, owner_id] += count
                    own_with[domain, owner_id] += count * (owner_id in ids)
        copied: dict[str, set[str]] = {}
        for (domain, owner_id), count in own.items():
            if count >= MIN_OWN and 2 * own_with[domain, owner_id] < count:
                copied.setdefault(domain, set()).add(owner_id)
        return copied


def _is_nobodys(owner_id: str, domains: Collection[str]) -> bool:
    """True for ids of hosting platforms, which say nothing of who writes there, and of vendors."""
    if len(domains) > (MOST_LICENSED if sort_of(owner_id) in (LICENCE, PERMIT) else MOST_DOMAINS):
        return True
    platforms: Counter[str] = Counter()
    parents: Counter[str] = Counter()
    for domain in domains:
        suffix, parent = private_suffix(domain), registrable_domain(domain)
        if suffix:
            platforms[suffix] += 1
        elif parent != domain:
            parents[parent] += 1
    return max(platforms.values(), default=0) > 1 or max(parents.values(), default=0) >= PLATFORM_DOMAINS
