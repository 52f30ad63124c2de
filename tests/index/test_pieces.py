from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from scrapy_reprint.pipelines.index.pieces import PIECE, delete_pieces, get_pieces, put_pieces

if TYPE_CHECKING:
    from scrapy_reprint.pipelines.index.store import Store


@pytest.mark.parametrize("size", [1, PIECE - 1, PIECE, PIECE + 1, 3 * PIECE, 20_000])
def test_long_value_is_read_back(store: Store, size: int) -> None:
    value = bytes(range(256)) * (size // 256 + 1)
    for number in (1, 2, 3):
        store.write(lambda txn, n=number: put_pieces(txn, "texts", n, value[:size], last=True))  # type: ignore[misc]
    assert store.read(lambda txn: get_pieces(txn, "texts", 2)) == value[:size]
    assert store.read(lambda txn: get_pieces(txn, "texts", 4)) is None
    store.write(lambda txn: put_pieces(txn, "texts", 2, b"short"))
    assert store.read(lambda txn: [get_pieces(txn, "texts", number) for number in (1, 2, 3)]) == [
        value[:size], b"short", value[:size],
    ]
    store.write(lambda txn: delete_pieces(txn, "texts", 3))
    assert store.read(lambda txn: get_pieces(txn, "texts", 3)) is None
    assert store.read(lambda txn: get_pieces(txn, "texts", 1)) == value[:size]
