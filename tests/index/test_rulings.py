from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import lmdb
import pytest
from scrapy_reprint.pipelines.index import store as store_module
from scrapy_reprint.pipelines.index.rulings import (
    RulingError,
    all_rulings,
    note_waiting,
    put_rulings,
    remove_ruling,
    ruling_of,
    ruling_on,
    simhashes_now,
    waiting_pairs,
)
from scrapy_reprint.pipelines.index.store import Store

from .conftest import STAMP, put

if TYPE_CHECKING:
    from pathlib import Path

    from scrapy_reprint.pipelines.index.rulings import Ruling

A, B, C = "https://a.test/1.html", "https://b.test/1.html", "https://b.test/2.html"
TEXT = ["潮水退去以后，滩涂上的小蟹开始忙碌，孩子们提着小桶跟在大人身后，一步一个脚印地往海边走。"] * 3
OTHER = ["县里的老戏台重新刷了漆，台口挂着两盏红灯笼，入夜以后锣鼓声能传到三里外的渡口。"] * 3
NOW = "2026-11-30T08:00:00+00:00"


def rule(store: Store, kind: str = "copy", url: str = A, other: str = B, **known: str) -> Ruling:
    ruling = store.read(lambda txn: ruling_on(txn, kind, url, other, ruled_at=NOW, **known))
    store.write(lambda txn: put_rulings(txn, [ruling]))
    return ruling


@pytest.fixture
def pages(store: Store) -> Store:
    put(store, A, TEXT)
    put(store, B, TEXT)
    put(store, C, OTHER, judged=False)
    return store


def test_a_ruling_comes_back_as_it_was_made(pages: Store) -> None:
    ruling = rule(pages, reviewer="Li", note="the same\n photos \x1b[1m", until="20270131")
    assert pages.read(lambda txn: list(all_rulings(txn))) == [ruling]
    assert (ruling.first.url, ruling.second.url) == (A, B)
    assert (ruling.note, ruling.until, ruling.ruled_at) == ("the same photos [1m", "2027-01-31", NOW)
    assert len(ruling.first.simhash) == 16
    assert pages.read(lambda txn: ruling_of(txn, B, A)) == ruling


def test_ruling_again_on_a_pair_replaces_whichever_comes_first(pages: Store) -> None:
    rule(pages, "copy", A, B)
    again = rule(pages, "quote", B, A)
    assert pages.read(lambda txn: list(all_rulings(txn))) == [again]
    pages.write(lambda txn: remove_ruling(txn, again))
    assert pages.read(lambda txn: list(all_rulings(txn))) == []


def test_an_address_means_the_stored_page_however_it_is_written(pages: Store) -> None:
    assert rule(pages, url="http://A.test/1.html?utm_source=x#top").first.url == A


def test_the_fingerprint_is_the_one_at_the_time_of_ruling(pages: Store) -> None:
    ruling = rule(pages)
    assert pages.read(lambda txn: simhashes_now(txn, [ruling])) == {
        page.page_id: page.simhash for page in (ruling.first, ruling.second)
    }
    put(pages, A, OTHER)
    put(pages, B, TEXT, judged=False)
    now = pages.read(lambda txn: simhashes_now(txn, [ruling]))
    assert list(now) == [ruling.first.page_id]
    assert now[ruling.first.page_id] != ruling.first.simhash
    assert pages.read(lambda txn: list(all_rulings(txn))) == [ruling]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("copy", A, "https://b.test/none"), "https://b.test/none is not in the store"),
        (("copy", A, C), "stored but not judged"),
        (("copy", A, A + "#end"), "given twice"),
        (("copy", A, "https://www.a.test/2"), "Both pages are on a.test"),
        (("theft", A, B), "'theft' is no ruling"),
    ],
)
def test_what_cannot_be_ruled_is_said(pages: Store, arguments: tuple[str, str, str], told: str) -> None:
    put(pages, "https://www.a.test/2", OTHER)
    with pytest.raises(RulingError, match=told):
        rule(pages, *arguments)
    assert pages.read(lambda txn: list(all_rulings(txn))) == []


def test_a_bad_day_is_said(pages: Store) -> None:
    with pytest.raises(RulingError, match="'soon' is no date"):
        rule(pages, until="soon")


def test_what_the_last_report_could_not_find_is_remembered(pages: Store) -> None:
    ruling = rule(pages)
    assert pages.read(waiting_pairs) == frozenset()
    pages.write(lambda txn: note_waiting(txn, [ruling.pair]))
    assert pages.read(waiting_pairs) == {ruling.pair}
    pages.write(lambda txn: note_waiting(txn, []))
    assert pages.read(waiting_pairs) == frozenset()


def test_a_store_made_before_there_were_rulings_takes_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = str(tmp_path / "old")
    with monkeypatch.context() as patch:
        patch.setattr(store_module, "TABLES", {k: v for k, v in store_module.TABLES.items() if k != "rulings"})
        with Store(folder, map_size=2**20, stamp=STAMP) as old:
            put(old, A, TEXT)
            put(old, B, TEXT)
    with lmdb.open(folder, max_dbs=64) as env, env.begin() as txn:
        assert txn.get(b"rulings") is None
    with Store(folder, map_size=2**20, stamp=STAMP) as opened:
        assert opened.read(lambda txn: list(all_rulings(txn))) == []
        ruling = rule(opened)
        assert opened.read(lambda txn: list(all_rulings(txn))) == [ruling]


def test_two_rulings_on_different_pairs_are_kept_apart(pages: Store) -> None:
    put(pages, "https://c.test/1", TEXT)
    first, second = rule(pages), rule(pages, "quote", A, "https://c.test/1")
    assert set(pages.read(lambda txn: list(all_rulings(txn)))) == {first, second}
    assert replace(first, kind="quote").pair == first.pair != second.pair
