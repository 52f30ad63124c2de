from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest
from scrapy_reprint.pipelines.index.blocks import add_blocks, near_simhashes, remove_blocks

if TYPE_CHECKING:
    from scrapy_reprint.pipelines.index.store import Store


@pytest.mark.parametrize("bits", [64, 128])
def test_block_search_equals_brute_force(store: Store, bits: int) -> None:
    chance = random.Random(7)
    values = [chance.getrandbits(bits) for _ in range(800)]
    for centre in values[:100]:  # clusters at distances 0 to 6
        for flips in range(7):
            value = centre
            for bit in chance.sample(range(bits), flips):
                value ^= 1 << bit
            values.append(value)
    store.write(lambda txn: [add_blocks(txn, number, value, bits) for number, value in enumerate(values)])
    for wanted in values[:150] + values[-50:]:
        brute = [number for number, value in enumerate(values) if (value ^ wanted).bit_count() <= 3]
        found = store.read(lambda txn, v=wanted: near_simhashes(txn, v, 3, bits))  # type: ignore[misc]
        assert found.tolist() == brute


def test_removed_fingerprints_are_not_found(store: Store) -> None:
    store.write(lambda txn: add_blocks(txn, 1, 5, 64))
    store.write(lambda txn: remove_blocks(txn, 1, 5, 64))
    assert store.read(lambda txn: near_simhashes(txn, 5, 3)).tolist() == []
