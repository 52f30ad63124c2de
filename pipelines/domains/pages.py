"""Where the domain step has its pages from: those in pairs are held, all others are seen once and let go."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from .learning import by_domain

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from .facts import ArticleFacts


class Pages(Protocol):
    """All stored pages of a crawl."""

    def domains(self) -> Collection[str]:
        """Domains that have pages; it may name others too."""

    def held(self, wanted: Collection[str]) -> dict[str, ArticleFacts]:
        """Of the wanted page ids those that are stored, with their pages."""

    def others(self, held: Collection[str]) -> Iterator[tuple[str, Iterable[ArticleFacts]]]:
        """Each domain that has pages, with all but those that are held; to be read one after another."""


class PageMap:
    """Pages that are all at hand, by page id."""

    def __init__(self, articles: Mapping[str, ArticleFacts]) -> None:
        self._articles = articles

    def domains(self) -> Collection[str]:
        """Domains that have pages."""
        return {article.domain for article in self._articles.values()}

    def held(self, wanted: Collection[str]) -> dict[str, ArticleFacts]:
        """Of the wanted page ids those that are there, with their pages."""
        return {page: self._articles[page] for page in wanted if page in self._articles}

    def others(self, held: Collection[str]) -> Iterator[tuple[str, Iterable[ArticleFacts]]]:
        """Each domain with all its pages but those that are held."""
        for domain, articles in sorted(by_domain(self._articles.values()).items()):
            yield domain, (article for article in articles if article.page_id not in held)
