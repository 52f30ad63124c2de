"""The articles that the page shows, as the store has them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from ...index.articles import articles_of, find_domain, read_record, read_text, version_of
from ...purify.url import page_id

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ...index.store import Txn


@dataclass(frozen=True, slots=True)
class Listed:
    """An article of a domain in a list."""

    url: str
    title: str
    published_at: str | None
    #: False for what is no article, repeats another page of its domain or is gone.
    judged: bool
    #: Why not, in a word; empty for a judged article.
    skipped: str = ""


@dataclass(frozen=True, slots=True)
class Shown:
    """An article with all that the page shows of it."""

    url: str
    title: str
    published_at: str | None
    source_name: str
    #: As the page showed it; None where texts are not kept.
    body: str | None
    body_links: tuple[str, ...]
    images: tuple[str, ...]


class Articles(Protocol):
    """Where articles come from."""

    def of_domain(self, domain: str) -> Iterator[Listed]:
        """All pages of a domain, in an order that is always the same."""

    def read(self, url: str, *, text: bool) -> Shown | None:
        """The article at an address, with its body where `text` asks for it; None for an unknown one."""


class StoreArticles:
    """Articles of a store's transaction. Reads one at a time and holds none."""

    def __init__(self, txn: Txn, repeats: Callable[[int], bool]) -> None:
        """`repeats` says of an article number whether it repeats another page of its domain."""
        self._txn = txn
        self._repeats = repeats

    def of_domain(self, domain: str) -> Iterator[Listed]:
        """All pages of a domain by article number; who shows them sorts what comes of it."""
        number = find_domain(self._txn, domain)
        for article in articles_of(self._txn, number) if number is not None else ():
            record = read_record(self._txn, article)
            skipped = "gone" if record.is_gone else record.view.skipped_because
            if not skipped and self._repeats(article):
                skipped = "repeat"
            judged = bool(version_of(self._txn, article)) and not skipped
            yield Listed(record.view.url, record.view.title, record.view.published_at, judged, skipped)

    def read(self, url: str, *, text: bool) -> Shown | None:
        """The article at an address."""
        found = self._txn.get("ids", bytes.fromhex(page_id(url)))
        if found is None:
            return None
        number = int.from_bytes(found, "big")
        record = read_record(self._txn, number)
        kept = read_text(self._txn, number) if text else None
        view = record.view
        return Shown(
            view.url, view.title, view.published_at, view.source_name, kept[0] if kept else None, record.body_links,
            view.images,
        )
