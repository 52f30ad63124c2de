# ruff: noqa: DTZ001 - wall-clock time is what pages show
from __future__ import annotations

import random
from datetime import datetime, timedelta
from math import inf

import pytest
from scrapy_reprint.pipelines.domains.bursts import Bursts, expected_runs, find_bursts, poisson_tail

START = datetime(2024, 5, 1, 6)


def stamps(minutes: list[float]) -> list[str]:
    return [(START + timedelta(minutes=m, seconds=1)).isoformat(timespec="seconds") for m in minutes]


def test_sixteen_in_two_bursts():
    found = find_bursts(
        stamps([start + m for start in (0, 600) for m in (0, 0, 1, 1, 2, 2, 3, 3)]), articles=5, minutes=5
    )
    assert found == Bursts(dated=16, inside=16, runs=2, largest=8)


def test_dates_without_a_time_of_day_never_burst():
    found = find_bursts(
        ["2024-05-01"] * 20 + ["2024-05-01T00:00:00+08:00"] * 20 + [None, "?"], articles=5, minutes=5
    )
    assert found == Bursts()


def test_an_hourly_importer_of_five_is_found_by_repetition():
    found = find_bursts(
        stamps([60 * h + m for h in range(20) for m in (2, 2, 3, 3, 4)]), articles=5, minutes=5
    )
    assert (found.runs, found.inside, found.largest) == (20, 100, 5)


def test_a_flood_inside_a_newsrooms_day_is_found_without_its_usual_stories():
    usual = [2.0 * i for i in range(240)]
    found = find_bursts(stamps([*usual, *[240.5 + i / 100 for i in range(60)]]), articles=5, minutes=5)
    assert 60 <= found.inside <= 66
    assert found.runs == 1


def test_offsets_are_reckoned_with_when_all_have_one():
    same = [
        "2024-05-01T08:00+08:00",
        "2024-05-01T01:00+01:00",
        "2024-04-30T19:01-05:00",
        "2024-05-01T00:02Z",
        "2024-05-01T08:03+08:00",
    ]
    assert find_bursts(same, articles=5, minutes=5).inside == 5
    assert find_bursts([*same[:4], "2024-05-01T08:03"], articles=5, minutes=5).inside == 0


@pytest.mark.parametrize("per_hour", [1, 5, 12, 30, 60])
def test_chance_alone_seldom_bursts(per_hour):
    dice = random.Random(per_hour)
    false = 0
    for _ in range(100):
        time, times = 0.0, []
        while (time := time + dice.expovariate(per_hour / 60)) < 8 * 60:
            times.append(time)
        false += find_bursts(stamps(times), articles=5, minutes=5).runs > 0
    assert false <= 3


def test_a_newsroom_with_a_rush_hour_does_not_burst():
    dice = random.Random(1)
    times = [
        60 * h + dice.uniform(0, 60)
        for day in range(20)
        for h, n in ((24 * day + hour, 60 if hour == 2 else 20) for hour in range(8))
        for _ in range(n)
    ]
    assert find_bursts(stamps(times), articles=5, minutes=5).inside <= 0.02 * len(times)


def test_poisson_tail_against_known_values():
    assert poisson_tail(0, 3) == 1
    assert poisson_tail(1, 0) == 0
    assert poisson_tail(5, inf) == 1
    assert poisson_tail(5, 2.5) == pytest.approx(0.108822, abs=1e-6)
    assert poisson_tail(2, 5) == pytest.approx(0.959572, abs=1e-6)
    assert poisson_tail(20, 0.1) == pytest.approx(3.72e-39, rel=0.01)


def test_expected_runs_grow_with_the_rate_and_shrink_with_the_bar():
    assert expected_runs(5, 5, [30]) > expected_runs(5, 5, [10]) > expected_runs(8, 5, [10]) > 0
    assert expected_runs(5, 5, [60]) == inf
    assert expected_runs(5, 5, [10, 10]) == pytest.approx(2 * expected_runs(5, 5, [10]))
