"""Whatever the order in which the fetches of a page come, the same is stored of it."""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scrapy_reprint.pipelines.fingerprint import compute_signatures
from scrapy_reprint.pipelines.index.articles import read_record, read_signatures, read_text
from scrapy_reprint.pipelines.index.fetches import days_missed, merged, text_since, with_text
from scrapy_reprint.pipelines.index.packed_signatures import pack_signatures
from scrapy_reprint.pipelines.index.record import ArticleRecord
from scrapy_reprint.pipelines.index.revisits import note_gone, note_unchanged

from .conftest import new_page, put
from .test_articles import OTHER, STORY

if TYPE_CHECKING:
    from scrapy_reprint.pipelines.index.store import Store

URL = "http://a.test/1"


def fetch(day: int, status: int = 200, text: list[str] | None = None) -> ArticleRecord:
    page = new_page(URL, text or STORY, judged=status == 200, day=day, status=status)
    packed = pack_signatures(page.signatures) if page.signatures else b""
    return with_text(page.record, packed, page.signatures)


def state(fetches: tuple[ArticleRecord, ...]) -> ArticleRecord:
    record = None
    for fetched in fetches:
        record, _ = merged(record, fetched)
    assert record is not None
    return record


def record_of(store: Store, number: int = 1) -> ArticleRecord:
    return store.read(lambda txn: read_record(txn, number))


def test_a_gone_page_keeps_its_record_text_and_fingerprints(store: Store) -> None:
    first, _ = put(store, URL, STORY, day=1)
    before = record_of(store)
    for status in (404, 410, 451):
        assert put(store, URL, ["页面不存在"], day=5, status=status) == (first, [])
    after = record_of(store)
    assert after.gone_since == "2026-03-05T00:00:00+00:00"
    assert (after.view, after.fetched_at) == (before.view, before.fetched_at)
    assert store.read(lambda txn: read_text(txn, first)) == ("\n".join(STORY), tuple(STORY))
    assert put(store, "http://b.test/1", STORY, day=6)[1] == [first]


@pytest.mark.parametrize("status", [301, 304, 401, 403, 429, 500, 503])
def test_any_other_error_leaves_a_stored_page_as_it_was(store: Store, status: int) -> None:
    first, _ = put(store, URL, STORY, day=1)
    put(store, URL, ["服务器错误"], day=5, status=status)
    assert record_of(store).gone_since == ""
    assert record_of(store).status == 200
    assert store.read(lambda txn: read_signatures(txn, first)) is not None


def test_a_page_that_comes_back_is_no_longer_gone(store: Store) -> None:
    put(store, URL, STORY, day=1)
    put(store, URL, [], day=5, status=404)
    assert store.read(lambda txn: txn.entries("gone")) == 1
    put(store, URL, OTHER, day=9)
    assert record_of(store).gone_since == ""
    assert store.read(lambda txn: txn.entries("gone")) == 0


def test_a_page_takes_the_place_of_an_error_that_was_found_first(store: Store) -> None:
    number, _ = put(store, URL, ["服务器错误"], day=9, status=500)
    put(store, URL, STORY, day=2)
    assert record_of(store).first_fetched_at.startswith("2026-03-02")
    assert store.read(lambda txn: read_signatures(txn, number)) is not None


def test_an_older_page_that_comes_late_does_not_replace_a_newer_one(store: Store) -> None:
    number, _ = put(store, URL, STORY, day=8)
    put(store, URL, OTHER, day=2)
    assert store.read(lambda txn: read_text(txn, number)) == ("\n".join(STORY), tuple(STORY))
    record = record_of(store)
    assert record.first_fetched_at.startswith("2026-03-02")
    assert record.fetched_at.startswith("2026-03-08")


def test_times_are_compared_across_offsets() -> None:
    early = fetch(1)
    late = ArticleRecord.unpack(early.pack())
    object.__setattr__(early, "fetched_at", "2026-03-01T07:00:00+08:00")  # 23:00 of the day before, in UTC
    object.__setattr__(late, "fetched_at", "2026-03-01T00:00:00+00:00")
    assert merged(early, late)[1]
    assert not merged(late, early)[1]


@pytest.mark.parametrize(
    "fetches",
    [
        [fetch(1), fetch(5, 404), fetch(9, text=OTHER)],
        [fetch(1), fetch(5, 404), fetch(9, 410), fetch(7, 500)],
        [fetch(1), fetch(1, text=OTHER), fetch(1, 404)],
        [fetch(3, 404), fetch(4, 500), fetch(5, 404)],
        [fetch(1), fetch(2, text=OTHER), fetch(3), fetch(4, 404), fetch(2, 404)],
    ],
)
def test_every_order_gives_one_state(fetches: list[ArticleRecord]) -> None:
    assert len({state(order).pack() for order in permutations(fetches)}) == 1


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.tuples(st.integers(1, 9), st.sampled_from([200, 200, 404, 410, 500, 301]), st.sampled_from([STORY, OTHER])),
        min_size=1, max_size=6,
    ),
    st.randoms(use_true_random=False),
)
def test_any_fetches_in_any_order_give_one_state(fetches: list[tuple[int, int, list[str]]], random) -> None:  # type: ignore[no-untyped-def]
    made = [fetch(*one) for one in fetches]
    shuffled = list(made)
    random.shuffle(shuffled)
    assert state(tuple(made)) == state(tuple(shuffled))


def test_the_store_is_the_same_in_every_order(store: Store) -> None:
    """One address in every order, each under a name of its own; what is stored of them is alike."""
    fetches = [(1, 200, STORY), (5, 200, OTHER), (3, 404, [""]), (8, 404, [""]), (9, 503, [""])]
    found = set()
    for place, order in enumerate(permutations(fetches)):
        url = f"http://a.test/{place}"
        for day, status, text in order:
            number, _ = put(store, url, text, day=day, status=status)
        record = record_of(store, number)
        text_kept = store.read(lambda txn, n=number: read_text(txn, n))  # type: ignore[misc]
        found.add((record.first_fetched_at, record.fetched_at, record.gone_since, record.text, record.was, text_kept))
        assert store.read(lambda txn, n=number: read_signatures(txn, n)) is not None  # type: ignore[misc]
    assert len(found) == 1
    assert next(iter(found))[2].startswith("2026-03-08")


def test_a_text_is_as_old_as_its_first_fetch_not_as_its_address() -> None:
    replaced = state((fetch(1, text=OTHER), fetch(8)))
    assert replaced.first_fetched_at.startswith("2026-03-01")
    assert text_since(replaced).startswith("2026-03-08")


def test_an_edited_text_is_as_old_as_what_it_was_made_of() -> None:
    edited = state((fetch(1), fetch(8, text=[*STORY, "编辑：王小明，责任编辑另有说明。"])))
    assert compute_signatures(STORY)[0].simhash != int(edited.text, 16)
    assert text_since(edited).startswith("2026-03-01")


def test_not_modified_is_there_again(store: Store) -> None:
    put(store, URL, STORY, day=1)
    assert store.write(lambda txn: note_gone(txn, URL, "2026-03-05T00:00:00+00:00", 2))
    assert record_of(store).is_gone
    assert store.write(lambda txn: note_unchanged(txn, URL, "2026-03-06T00:00:00+00:00", 3))
    record = record_of(store)
    assert (record.is_gone, record.fetched_at[:10], record.first_fetched_at[:10]) == (False, "2026-03-06", "2026-03-01")
    assert not store.write(lambda txn: note_gone(txn, "http://a.test/never", "2026-03-05T00:00:00+00:00", 2))


def test_days_on_which_a_page_was_missed_are_counted_once() -> None:
    record = state((fetch(1), fetch(5, 404), fetch(5, 410), fetch(7, 404)))
    assert days_missed(record) == 2
