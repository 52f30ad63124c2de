from __future__ import annotations

from scrapy_reprint.pipelines.report.page.timeline import MOST_BARS, timeline


def summed(published):
    return timeline(published, articles=5, minutes=5)


def test_a_burst_is_counted_in_its_bar():
    burst = [f"2026-03-09T08:0{n % 4}:1{n}+08:00" for n in range(6)]
    quiet = [f"2026-03-{day:02}T0{day % 9}:12:00+08:00" for day in range(1, 9)]
    found = summed([*burst, *quiet, None, "no date", "2026-03-09"])
    assert (found.dated, found.timed, found.utc, found.hours) == (15, 14, True, 6)
    assert sum(all_of for all_of, _ in found.bars) == 15
    assert sum(inside for _, inside in found.bars) == 6
    assert found.bursts == (("2026-03-09T00:00", 3, 6),)
    assert found.burst_count == 1


def test_bare_dates_are_no_burst():
    found = summed(["2026-03-09"] * 50)
    assert found.bars == ((50, 0),)
    assert found.start == "2026-03-09T00:00"
    assert found.bursts == ()


def test_one_wild_date_does_not_press_the_others_together():
    found = summed([f"2026-0{1 + n % 6}-{1 + n % 28:02}" for n in range(300)] + ["1970-01-01", "2099-01-01"])
    assert (found.earlier, found.later) == (1, 1)
    assert found.hours <= 7 * 24
    assert len(found.bars) > 20


def test_any_range_fits():
    for years in (["2026-01-01"], ["0001-01-01", "9998-12-30"], ["2026-01-01T00:01", "2026-01-01T00:02"], []):
        found = summed(years)
        assert len(found.bars) <= MOST_BARS + 1
        assert sum(all_of for all_of, _ in found.bars) + found.earlier + found.later == len(years)
