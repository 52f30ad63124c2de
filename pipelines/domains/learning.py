"""How what a crawl shows of its sites is learned: each page once, domain by domain, so that none need be held."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from .facts import ArticleFacts


class Learner(Protocol):
    """Takes in all pages of a crawl and keeps what they show; nothing hangs on the order of domains or pages."""

    def add(self, article: ArticleFacts) -> None:
        """Take in a page of the domain that is being read."""

    def end(self, domain: str) -> None:
        """Sum up the domain whose last page has been taken in."""

    def done(self) -> None:
        """Sum up the crawl."""


def teach(sites: Iterable[tuple[str, Iterable[ArticleFacts]]], learners: Sequence[Learner]) -> None:
    """Show the pages of each domain to all learners; a domain comes once."""
    for domain, articles in sites:
        for article in articles:
            for learner in learners:
                learner.add(article)
        for learner in learners:
            learner.end(domain)
    for learner in learners:
        learner.done()


def by_domain(articles: Iterable[ArticleFacts]) -> dict[str, list[ArticleFacts]]:
    """Pages by their domains."""
    found: dict[str, list[ArticleFacts]] = {}
    for article in articles:
        found.setdefault(article.domain, []).append(article)
    return found
