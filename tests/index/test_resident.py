"""What a process has read of a store is given back and can be read again."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest
from scrapy_reprint.pipelines.index.resident import let_go, mapped_bytes
from scrapy_reprint.pipelines.index.store import Store

if TYPE_CHECKING:
    from pathlib import Path

VALUE = b"x" * 1000


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="maps are given back on Linux only")
def test_pages_that_were_read_are_given_back_within_a_transaction(tmp_path: Path) -> None:
    with Store(str(tmp_path / "s"), map_size=2**26, stamp={}) as store:
        store.write(lambda txn: [txn.put("problems", str(n).encode(), VALUE) for n in range(30_000)])

        def work(txn) -> tuple[int, int, int]:
            read = sum(len(value) for value in txn.cursor("problems").iternext(keys=False))
            before = mapped_bytes()
            let_go(store.path)
            after = mapped_bytes()
            again = sum(len(value) for value in txn.cursor("problems").iternext(keys=False))
            assert again == read == 30_000 * len(VALUE)
            return before, after, mapped_bytes()

        before, after, again = store.read(work)
    assert before - after > 20 * 2**20
    assert again - after > 20 * 2**20


def test_a_folder_without_a_store_is_left_alone(tmp_path: Path) -> None:
    let_go(tmp_path)
