"""Which stored pages a crawl has asked for, and which it has not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .articles import find_domain, read_record
from .fetches import days_missed

if TYPE_CHECKING:
    from .store import Txn

#: A page missed on so many days, at most once a crawl, is not asked for again unless something leads to it.
GONE_FOR_GOOD = 3


class Asked:
    """A set of article numbers, a bit each: a crawl of a million pages takes 125 kB."""

    def __init__(self) -> None:
        self._bits = bytearray()

    def add(self, number: int) -> None:
        """Put a number in."""
        place, bit = divmod(number, 8)
        if place >= len(self._bits):
            self._bits.extend(bytes(max(place + 1, 2 * len(self._bits)) - len(self._bits)))
        self._bits[place] |= 1 << bit

    def __contains__(self, number: int) -> bool:
        place, bit = divmod(number, 8)
        return place < len(self._bits) and bool(self._bits[place] >> bit & 1)


def not_asked(txn: Txn, domain: str, asked: Asked, behind: int, most: int) -> tuple[list[str], int | None]:
    """URLs of up to `most` stored pages of a domain that were not asked for, and where to go on; None at the end.

    `behind` is 0, or where the last answer said to go on.
    """
    urls: list[str] = []
    number = find_domain(txn, domain)
    cursor = txn.cursor("domain_articles")
    if number is None or not cursor.set_range_dup(number.to_bytes(4, "big"), (behind + 1).to_bytes(4, "big")):
        return urls, None
    for value in cursor.iternext_dup():
        article = int.from_bytes(value, "big")
        if article in asked:
            continue
        if len(urls) == most:
            return urls, behind
        record = read_record(txn, article)
        if record.is_page and days_missed(record) < GONE_FOR_GOOD:
            urls.append(record.view.url)
        behind = article
    return urls, None
