from __future__ import annotations

import time
from dataclasses import fields
from typing import TYPE_CHECKING

from scrapy_reprint.crawler.review.queue import Filter, Queue, pair_name
from scrapy_reprint.pipelines.domains.rows import MatchRow
from scrapy_reprint.pipelines.purify.url import page_id

if TYPE_CHECKING:
    from .conftest import Visitor


def row(number: int, tier: str = "high", review: str = "queue", domain: str = "a.test") -> MatchRow:
    empty = dict.fromkeys((field.name for field in fields(MatchRow)), None)
    told = {
        "url": f"https://{domain}/{number}", "domain": domain, "matched_url": f"https://b.test/{number}",
        "matched_domain": "b.test", "tier": tier, "kind": "edited", "layers": "whole", "direction": "unclear",
        "attributed": "no", "review": review, "reasons": "",
    }
    return MatchRow(**{**empty, **told})  # type: ignore[arg-type]


def name(number: int, domain: str = "a.test") -> str:
    return pair_name(page_id(f"https://{domain}/{number}"), page_id(f"https://b.test/{number}"))


def test_pairs_come_by_tier_and_domain() -> None:
    queue = Queue([row(1, "suspected"), row(2, "medium"), row(3, domain="c.test"), row(4), row(5, review="none")], ())
    assert queue.select(Filter(), ()) == [name(4), name(3, "c.test"), name(2), name(1)]
    assert queue.select(Filter(every=True, tier="high"), ()) == [name(4), name(5), name(3, "c.test")]
    assert queue.queued_domains == [("b.test", 4), ("a.test", 3), ("c.test", 1)]


def test_the_next_open_pair_is_the_one_behind_and_then_from_the_start() -> None:
    queue = Queue([row(number) for number in range(4)], ())
    names = queue.select(Filter(), ())
    assert queue.open_after(Filter(), names[1], {names[1], names[2]}) == names[3]
    assert queue.open_after(Filter(), names[3], {names[3], names[0]}) == names[1]
    assert queue.open_after(Filter(), names[3], set(names[:3])) is None
    assert queue.open_after(Filter(state="ruled"), "", {names[0]}) == names[1]
    assert queue.beside(Filter(), names[0], ()) == (1, 4, None, names[1])
    assert queue.beside(Filter(), names[3], ()) == (4, 4, names[2], None)
    assert queue.beside(Filter(tier="medium"), names[3], ()) == (0, 0, None, None)


def test_a_query_and_its_filter_are_the_same() -> None:
    for wanted in (Filter(), Filter("a.test", "high", every=True, state="open"), Filter(state="ruled")):
        assert Filter.of(wanted.query()) == wanted


def test_a_hundred_thousand_pairs_are_paged(visitor: Visitor) -> None:
    queue = Queue((row(number, review="queue" if number % 20 == 0 else "none") for number in range(100_000)), ())
    visitor.desk.queue = queue
    begun = time.process_time()
    assert len(visitor.pairs()) == 50
    last = visitor.pairs("?pairs=all&page=2000")
    assert len(last) == 50
    text = visitor.get(f"{last[-1]}?pairs=all").text
    assert "Pair 100,000 of 100,000" in text
    assert text.count("is not in the store") == 2
    assert visitor.post(f"{last[-1]}?pairs=all", {"kind": "quote"}).status_code == 400
    assert time.process_time() - begun < 10
