"""Stored pages that were asked for again and brought no new page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..purify.url import page_id
from .articles import put_record, read_record, version_of
from .fetches import found_again, found_gone

if TYPE_CHECKING:
    from collections.abc import Callable

    from .record import ArticleRecord
    from .store import Txn


def note_unchanged(txn: Txn, url: str, moment: str, crawl: int) -> bool:
    """Note that a page's server said at `moment` that it has not changed; False for a page that is not stored."""
    return _note(txn, url, crawl, lambda before: found_again(before, moment))


def note_gone(txn: Txn, url: str, moment: str, crawl: int) -> bool:
    """Note that a page was not there at `moment`; False for a page that is not stored."""
    return _note(txn, url, crawl, lambda before: found_gone(before, moment))


def _note(txn: Txn, url: str, crawl: int, state: Callable[[ArticleRecord], ArticleRecord]) -> bool:
    number = txn.get("ids", bytes.fromhex(page_id(url)))
    if number is None:
        return False
    before = read_record(txn, int.from_bytes(number, "big"))
    article = int.from_bytes(number, "big")
    put_record(txn, article, version_of(txn, article), before, state(before), crawl)
    return True
