"""Page ids of articles by number and numbers by page id, without reading a record."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .store import Txn


class PageIds:
    """Page id of every article of a snapshot, eight bytes each."""

    def __init__(self, txn: Txn) -> None:
        self._ids = array("Q")
        for key, value in txn.cursor("ids"):
            number = int.from_bytes(value, "big")
            if number >= len(self._ids):
                self._ids.extend([0] * (number + 1 - len(self._ids)))
            self._ids[number] = int.from_bytes(key, "big")

    def __len__(self) -> int:
        """One more than the highest article number."""
        return len(self._ids)

    def of(self, number: int) -> str:
        """Page id of an article, 16 hex digits."""
        return f"{self._ids[number]:016x}"


def article_numbers(txn: Txn, pages: Iterable[str]) -> list[int]:
    """Numbers of those pages that are stored, ascending."""
    found = (txn.get("ids", bytes.fromhex(page)) for page in pages)
    return sorted(int.from_bytes(number, "big") for number in found if number is not None)
