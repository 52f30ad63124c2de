from __future__ import annotations

from scrapy_reprint.pipelines.domains.evidence import Evidence
from scrapy_reprint.pipelines.domains.known_copiers import KnownCopiers

LATER = [Evidence(time=1)] * 4 + [Evidence(time=-1)] * 2  # a says later in four of six


def copiers(coverage_of_source: float = 0.4, **more: float) -> KnownCopiers:
    copies = [("thief.test", "one.test")] * 3 + [("thief.test", "two.test")] * 2
    return KnownCopiers(copies, {"thief.test": 1.0, "paper.test": coverage_of_source} | more)


def test_who_copies_from_others_and_back_dates_some_is_the_copier() -> None:
    assert copiers().decide("thief.test", "paper.test", LATER) == 1
    assert copiers().decide("paper.test", "thief.test", [Evidence(time=-e.time) for e in LATER]) == -1
    assert "thief.test copies from one.test, two.test too" in copiers().reason("thief.test", "paper.test")


def test_a_source_that_is_itself_copied_whole_is_left_alone() -> None:
    assert copiers(coverage_of_source=0.9).decide("thief.test", "paper.test", LATER) == 0


def test_times_that_point_the_other_way_decide_nothing() -> None:
    assert copiers().decide("thief.test", "paper.test", [Evidence(time=-e.time) for e in LATER]) == 0
    assert copiers().decide("thief.test", "paper.test", LATER[:1]) == 0


def test_a_victim_that_copies_nobody_is_never_decided_against() -> None:
    """Copied whole by six others who say they were first."""
    copies = [(f"t{number}.test", "other.test") for number in range(6) for _ in range(3)]
    known = KnownCopiers(copies, {"victim.test": 1.0, "t0.test": 0.5})
    assert known.decide("victim.test", "t0.test", LATER) == 0


def test_a_site_that_an_honest_one_copies_is_no_known_copier() -> None:
    copies = [("thief.test", "one.test")] * 3 + [("thief.test", "two.test")] * 2 + [("honest.test", "thief.test")]
    known = KnownCopiers(copies, {"thief.test": 1.0, "paper.test": 0.4, "honest.test": 0.1})
    assert known.decide("thief.test", "paper.test", LATER) == 0
