from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING

from scrapy_reprint.pipelines.fingerprint import compute_signatures
from scrapy_reprint.pipelines.index.articles import (
    put_page,
    read_heaviest_terms,
    read_record,
    read_signatures,
    read_text,
)
from scrapy_reprint.pipelines.index.postings import Frequent, share_enough
from scrapy_reprint.pipelines.index.profile import compute_profile
from scrapy_reprint.pipelines.index.record import ArticleRecord
from scrapy_reprint.pipelines.index.template import template_paragraphs

from .conftest import new_page, put

if TYPE_CHECKING:
    from scrapy_reprint.pipelines.index.store import Store

STORY = [
    "市里的第二座跨海大桥昨天合龙，桥长三千二百米，比原计划提前了四十天。",
    "施工单位介绍，最后一段钢箱梁重达一千六百吨，由两台浮吊在平潮时段抬起。",
    "大桥通车以后，从老港区到新城的车程将从五十分钟缩短到十二分钟。",
    "桥面设双向六车道，两侧各留出三米宽的慢行道，供行人和自行车使用。",
]
OTHER = [
    "小学的劳动课今年改在学校后面的菜园里上，四年级的学生种下了十二垄番茄。",
    "老师说，孩子们要给每株番茄写观察日记，记下开花和结果的日子。",
    "收获的番茄一半送进食堂，另一半由学生带回家，家长们都觉得比买来的甜。",
]


def test_copy_on_another_domain_is_proposed(store: Store) -> None:
    first, none = put(store, "http://a.test/1", STORY)
    second, found = put(store, "http://b.test/9", STORY)
    assert none == []
    assert found == [first]
    assert store.read(lambda txn: txn.values("pairs", first.to_bytes(4, "big"))) == [second.to_bytes(4, "big")]


def test_pages_of_one_domain_are_not_paired(store: Store) -> None:
    put(store, "http://a.test/1", STORY)
    assert put(store, "http://www.a.test/2", STORY)[1] == []


def test_unlike_articles_are_not_proposed(store: Store) -> None:
    put(store, "http://a.test/1", STORY)
    assert put(store, "http://b.test/1", OTHER)[1] == []


def test_page_fetched_again_replaces_its_old_self_everywhere(store: Store) -> None:
    first, _ = put(store, "http://a.test/1", STORY)
    second, _ = put(store, "http://b.test/1", STORY)
    again, found = put(store, "http://b.test/1", OTHER)
    assert again == second
    assert found == []
    assert store.read(lambda txn: txn.entries("pairs")) == 0
    assert put(store, "http://c.test/1", STORY)[1] == [first]
    assert put(store, "http://d.test/1", OTHER)[1] == [second]
    assert store.read(lambda txn: read_text(txn, second)) == ("\n".join(OTHER), tuple(OTHER))


def test_page_that_is_no_longer_judged_leaves_the_index(store: Store) -> None:
    put(store, "http://a.test/1", STORY)
    put(store, "http://b.test/1", STORY)
    number, found = put(store, "http://b.test/1", ["短"], judged=False)
    assert found == []
    assert store.read(lambda txn: read_signatures(txn, number)) is None
    put(store, "http://a.test/1", ["短"], judged=False)
    for table in ("versions", "blocks", "pairs", "fingerprints"):
        assert store.read(lambda txn, t=table: txn.entries(t)) == 0, table  # type: ignore[misc]


def test_same_page_again_changes_nothing_but_the_record(store: Store) -> None:
    put(store, "http://a.test/1", STORY)
    put(store, "http://b.test/1", STORY)
    before = store.table_sizes()
    number, found = put(store, "http://b.test/1", STORY)
    after = store.table_sizes()
    assert {name: size[0] for name, size in before.items()} == {name: size[0] for name, size in after.items()}
    assert found == [1]
    record = store.read(lambda txn: read_record(txn, number))
    assert record.view.url == "http://b.test/1"


def test_hot_shingles_stop_proposing(store: Store) -> None:
    for number in range(6):
        page = new_page(f"http://s{number}.test/", STORY)
        store.write(lambda txn, p=page: put_page(txn, p, hot_gram=3, distance=0))  # type: ignore[misc]
    page = new_page("http://last.test/", [*STORY[:3], OTHER[0]])
    _, found = store.write(lambda txn: put_page(txn, page, hot_gram=3, distance=0))
    assert found == []
    assert store.read(lambda txn: txn.entries("hot")) > 0


def _lines(seed: int, count: int) -> list[str]:
    """Paragraphs that share no phrase with those of other seeds."""
    chance = random.Random(seed)
    return ["".join(chr(chance.randrange(0x4E00, 0x9000)) for _ in range(60)) + "。" for _ in range(count)]


def test_stock_phrases_that_many_have_propose_nothing_any_more(store: Store) -> None:
    stock = STORY[0]
    proposed = []
    for number in range(90):
        page = new_page(f"http://s{number}.test/", [*_lines(number, 4), stock])
        _, found = store.write(lambda txn, p=page: put_page(txn, p, hot_gram=1000, distance=0))  # type: ignore[misc]
        proposed.append(len(found))
    assert proposed[20] == 20
    assert proposed[60] == 60
    assert proposed[80:] == [0] * 10
    frequent = store.read(Frequent.of)
    one, two = (store.read(lambda txn, n=n: read_signatures(txn, n)) for n in (1, 2))  # type: ignore[misc]
    assert not share_enough(one, two, frequent)


def test_a_story_that_many_carry_is_proposed_to_each_of_them(store: Store) -> None:
    for number in range(90):
        _, found = put(store, f"http://s{number}.test/", [*STORY, *_lines(number, 1)])
        assert len(found) == number
    frequent = store.read(Frequent.of)
    assert len(frequent.common)
    one, two = (store.read(lambda txn, n=n: read_signatures(txn, n)) for n in (1, 2))  # type: ignore[misc]
    assert share_enough(one, two, frequent)


def test_records_survive_packing() -> None:
    page = new_page("http://a.test/1", STORY)
    assert ArticleRecord.unpack(page.record.pack()) == page.record
    odd = replace(page.record, texts_seen=(("a", "b"),), status=404, view=replace(page.record.view, title="\ud800 x"))
    assert ArticleRecord.unpack(odd.pack()) == odd


def test_template_is_what_different_articles_repeat() -> None:
    line = "读者可以写信到长堤路十二号索取往期报纸。"
    articles = [compute_signatures([text, line])[0] for text in (STORY[0], STORY[1], OTHER[0])]
    assert template_paragraphs(articles) == {int(articles[0].paragraphs[1])}
    assert template_paragraphs(reversed(articles)) == template_paragraphs(articles)


def test_one_article_at_many_addresses_is_no_template() -> None:
    articles = [compute_signatures(STORY)[0] for _ in range(10)]
    assert template_paragraphs(articles) == frozenset()


def test_heaviest_terms_are_read_alone(store: Store) -> None:
    profile = compute_profile(tuple(STORY))
    page = replace(new_page("http://a.test/1", STORY), profile=profile)
    number, _ = store.write(lambda txn: put_page(txn, page, hot_gram=1000, distance=3))
    other, _ = put(store, "http://a.test/2", OTHER, judged=False)
    assert store.read(lambda txn: read_heaviest_terms(txn, number, 5)) == profile.terms[:5].tolist()
    assert store.read(lambda txn: read_heaviest_terms(txn, number, 999)) == profile.terms.tolist()
    assert store.read(lambda txn: read_heaviest_terms(txn, other, 5)) == []
