from __future__ import annotations

from typing import TYPE_CHECKING

import lmdb
from scrapy_reprint.pipelines.index.articles import find_domain
from scrapy_reprint.pipelines.index.history import DomainState, last_state, put_states, states_of
from scrapy_reprint.pipelines.index.revisits import note_gone, note_unchanged
from scrapy_reprint.pipelines.index.store import TABLES, Store

from .conftest import STAMP, put
from .test_articles import OTHER, STORY

if TYPE_CHECKING:
    from pathlib import Path

MOMENT = "2026-04-01T00:00:00+00:00"


def state(crawl: int, score: float = 0.0, domain: str = "a.test") -> DomainState:
    return DomainState(
        domain=domain, crawl=crawl, at=f"2026-03-{crawl:02d}T00:00:00+00:00", verdict="original", score=score,
        review="none", pages=3, judged=3, hits=0, hits_high=0, hit_rate_low=0.0, copied_by=0,
    )


def keep(store: Store, *states: DomainState) -> None:
    numbers = {one.domain: store.read(lambda txn, d=one.domain: find_domain(txn, d)) for one in states}  # type: ignore[misc]
    store.write(lambda txn: put_states(txn, states, numbers))


def stored(store: Store, domain: str = "a.test") -> list[DomainState]:
    def read(txn):  # type: ignore[no-untyped-def]
        number = find_domain(txn, domain)
        found = states_of(txn, number, domain)
        assert last_state(txn, number, domain) == (found[-1] if found else None)
        return found

    return store.read(read)


def counts(state: DomainState) -> tuple[int, int, int, int]:
    return state.new, state.changed, state.unchanged, state.gone


def test_what_a_crawl_finds_of_its_pages_is_counted_by_page(store: Store) -> None:
    for number in range(4):
        put(store, f"http://a.test/{number}", STORY, day=1)
        put(store, f"http://a.test/{number}", STORY, day=1)
    put(store, "http://a.test/never", ["找不到"], day=1, status=404)
    keep(store, state(1))
    put(store, "http://a.test/0", OTHER, day=5, crawl=2)
    put(store, "http://a.test/1", [""], day=5, crawl=2, status=500)
    put(store, "http://a.test/1", STORY, day=6, crawl=2)
    store.write(lambda txn: note_unchanged(txn, "http://a.test/2", MOMENT, 2))
    store.write(lambda txn: note_gone(txn, "http://a.test/3", MOMENT, 2))
    put(store, "http://a.test/4", OTHER, day=5, crawl=2)
    keep(store, state(2))
    store.write(lambda txn: note_gone(txn, "http://a.test/3", "2026-05-01T00:00:00+00:00", 3))
    put(store, "http://a.test/0", OTHER, day=9, crawl=3)
    keep(store, state(3))
    put(store, "http://a.test/3", STORY, day=30, crawl=4)  # older than the day it was missed
    store.write(lambda txn: note_unchanged(txn, "http://a.test/3", "2026-06-01T00:00:00+00:00", 4))
    keep(store, state(4))
    assert [counts(one) for one in stored(store)] == [(4, 0, 0, 0), (1, 1, 2, 1), (0, 0, 1, 0), (0, 1, 0, 0)]


def test_a_page_fetched_twice_in_one_crawl_is_what_it_is_in_the_end(store: Store) -> None:
    put(store, "http://a.test/0", STORY, day=1)
    put(store, "http://a.test/0", [""], day=3, status=404)
    put(store, "http://a.test/1", [""], day=3, status=404)
    put(store, "http://a.test/1", STORY, day=1)
    keep(store, state(1))
    assert counts(stored(store)[0]) == (0, 0, 0, 2)


def test_nothing_is_kept_of_a_domain_that_is_as_it_was(store: Store) -> None:
    put(store, "http://a.test/0", STORY)
    put(store, "http://b.test/0", OTHER)
    keep(store, state(1), state(1, domain="b.test"))
    keep(store, state(2), state(2, score=40.0, domain="b.test"))
    assert [one.crawl for one in stored(store)] == [1]
    assert [(one.crawl, one.score, one.new) for one in stored(store, "b.test")] == [(1, 0.0, 1), (2, 40.0, 0)]
    put(store, "http://a.test/0", STORY, crawl=3)
    keep(store, state(3), state(3, score=40.0, domain="b.test"))
    assert [one.crawl for one in stored(store)] == [1, 3]
    assert len(stored(store, "b.test")) == 2


def test_what_a_killed_crawl_found_is_told_with_the_next(store: Store) -> None:
    put(store, "http://a.test/0", STORY, crawl=1)
    put(store, "http://a.test/1", OTHER, crawl=2)
    keep(store, state(2))
    assert [counts(one) for one in stored(store)] == [(2, 0, 0, 0)]


def test_a_store_without_the_table_is_opened_and_given_one(tmp_path: Path) -> None:
    later = {"history", "changes", "gone"}
    env = lmdb.open(str(tmp_path / "old"), map_size=2**20, max_dbs=len(TABLES))
    for name, many in TABLES.items():
        if name not in later:
            env.open_db(name.encode(), dupsort=many, dupfixed=many)
    env.close()
    with Store(str(tmp_path / "old"), map_size=2**20, stamp=STAMP) as store:
        put(store, "http://a.test/0", STORY)
        keep(store, state(1))
        assert len(stored(store)) == 1
