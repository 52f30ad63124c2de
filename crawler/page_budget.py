"""How many pages of each domain a crawl may still take."""

from __future__ import annotations

from collections import deque
from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


#: Addresses kept per page of the limit; a domain may name millions.
_KNOWN_PER_PAGE = 10


class Taken(Enum):
    """Whether an address may be asked for."""

    YES = "yes"
    #: It was taken, or waits, already.
    KNOWN = "known"
    NO = "no"


class PageBudget:
    """Counts pages yielded and asked for, by domain; 0 for ``max_pages`` sets no limit.

    Addresses beyond the limit wait, in their order, for a request that comes to nothing. A budget can be pickled, for a
    crawl that is stopped and resumed.
    """

    def __init__(self, max_pages: int) -> None:
        self.max_pages = max_pages
        self._taken: dict[str, int] = {}
        self._waiting: dict[str, deque[str]] = {}
        self._known: dict[str, set[str]] = {}

    def take(self, domain: str, url: str) -> Taken:
        """Take a page, if its domain has one left."""
        if not self.max_pages:
            return Taken.YES
        known = self._known.setdefault(domain, set())
        if url in known:
            return Taken.KNOWN
        if self._taken.get(domain, 0) < self.max_pages:
            self._taken[domain] = self._taken.get(domain, 0) + 1
            known.add(url)
            return Taken.YES
        if len(known) < _KNOWN_PER_PAGE * self.max_pages:
            known.add(url)
            self._waiting.setdefault(domain, deque()).append(url)
        return Taken.NO

    def next_waiting(self, domain: str) -> str | None:
        """Take a page that waited, if its domain has one left now."""
        if self._waiting.get(domain) and self._taken.get(domain, 0) < self.max_pages:
            self._taken[domain] = self._taken.get(domain, 0) + 1
            return self._waiting[domain].popleft()
        return None

    def give_back(self, domain: str) -> None:
        """Undo a take: its request brought no page."""
        if self._taken.get(domain):
            self._taken[domain] -= 1

    def cut(self) -> Iterator[tuple[str, int]]:
        """Domains that the limit cut, with how many known addresses were left (at least)."""
        return ((domain, len(urls)) for domain, urls in sorted(self._waiting.items()) if urls)
