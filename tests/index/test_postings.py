from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from scrapy_reprint.pipelines.index.postings import Grams, add_postings

if TYPE_CHECKING:
    from scrapy_reprint.pipelines.index.store import Store


def test_shingle_with_one_posting_is_read(store: Store) -> None:
    grams = Grams(np.array([3, 4000000000], np.uint32), np.array([8], np.uint32))
    store.write(lambda txn: add_postings(txn, 9, grams))
    assert store.read(lambda txn: txn.values("words", (4000000000).to_bytes(4, "big"))) == [(9).to_bytes(4, "big")]
    assert store.read(lambda txn: txn.entries("words")) == 2
