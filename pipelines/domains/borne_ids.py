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


def borne_ids(facts: Collection[ArticleFacts], partners: Mapping[str, Collection[str]]) -> BorneIds:
    """Ids of each domain; ``partners`` are, by page id, the other domains that a page stands in pairs with.

    An id belongs to a domain when it stands on most of its pages and, where there are :data:`MIN_OWN` articles without
    a pair with any other bearer of the id, on most of those too. Linear in pages and pairs.
    """
    bearers = _bearers(facts)
    shared = {owner_id: domains for owner_id, domains in bearers.items() if len(domains) > 1}
    copied = _copied(facts, partners, shared)
    of: dict[str, dict[str, set[str]]] = {}
    for owner_id, domains in sorted(bearers.items()):
        if owner_id in shared and _is_nobodys(owner_id, domains):
            continue
        for domain in domains:
            if owner_id not in copied.get(domain, ()):
                of.setdefault(domain, {}).setdefault(sort_of(owner_id), set()).add(owner_id)
    return BorneIds(
        {domain: {sort: frozenset(ids) for sort, ids in sorts.items()} for domain, sorts in of.items()},
        {domain: frozenset(ids) for domain, ids in copied.items()},
    )


def _bearers(facts: Iterable[ArticleFacts]) -> dict[str, set[str]]:
    """Id -> domains on most of whose pages it stands."""
    pages: Counter[str] = Counter()
    # Most pages of a domain bear the same ids: counted by all of them at once.
    alike: Counter[tuple[str, tuple[str, ...]]] = Counter()
    for fact in facts:
        if fact.skipped_because not in _NO_PAGE:
            pages[fact.domain] += 1
            if fact.owner_ids:
                alike[fact.domain, fact.owner_ids] += 1
    seen: dict[str, Counter[str]] = {}
    for (domain, ids), count in alike.items():
        counts = seen.setdefault(domain, Counter())
        for owner_id in ids:
            counts[owner_id] += count
    bearers: dict[str, set[str]] = {}
    for domain, counts in seen.items():
        for owner_id, count in counts.items():
            if count >= min(MIN_PAGES, pages[domain]) and 2 * count >= pages[domain]:
                bearers.setdefault(owner_id, set()).add(domain)
    return bearers


def _copied(
    facts: Iterable[ArticleFacts], partners: Mapping[str, Collection[str]], shared: Mapping[str, set[str]]
) -> dict[str, set[str]]:
    """Domain -> ids that came with its copies."""
    ids_of: dict[str, list[str]] = {}
    for owner_id, domains in shared.items():
        for domain in domains:
            ids_of.setdefault(domain, []).append(owner_id)
    alone: Counter[tuple[str, tuple[str, ...]]] = Counter()
    own: Counter[tuple[str, str]] = Counter()
    own_with: Counter[tuple[str, str]] = Counter()
    for fact in facts:
        # Lists and index pages are in no pair with anybody and would speak for a mirror.
        if not fact.judged or fact.domain not in ids_of:
            continue
        others = partners.get(fact.page_id)
        if not others:
            alone[fact.domain, fact.owner_ids] += 1
            continue
        for owner_id in ids_of[fact.domain]:
            if shared[owner_id].isdisjoint(others):
                own[fact.domain, owner_id] += 1
                own_with[fact.domain, owner_id] += owner_id in fact.owner_ids
    for (domain, ids), count in alone.items():
        for owner_id in ids_of[domain]:
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
