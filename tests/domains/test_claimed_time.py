# ruff: noqa: DTZ001 - wall-clock time is what pages show
from __future__ import annotations

from datetime import datetime

import pytest
from scrapy_reprint.pipelines.domains.claimed_time import earlier, parse_claim


@pytest.mark.parametrize(
    ("text", "start", "to_the_minute"),
    [
        ("2005", datetime(2005, 1, 1), False),
        ("2005-08", datetime(2005, 8, 1), False),
        ("2005-08-12", datetime(2005, 8, 12), False),
        ("2005-08-12T16:12", datetime(2005, 8, 12, 16, 12), True),
        ("2005-08-12 16:12:21.5Z", datetime(2005, 8, 12, 16, 12, 21), True),
        ("2005-08-12T16:12:21+08:00", datetime(2005, 8, 12, 16, 12, 21), True),
        ("2005-08-12T00:00:00+08:00", datetime(2005, 8, 12), False),
        ("2005-08-12T00:00:37", datetime(2005, 8, 12, 0, 0, 37), True),
    ],
)
def test_every_form_is_read_as_fine_as_it_is(text, start, to_the_minute):
    claim = parse_claim(text)
    assert claim is not None
    assert (claim.start, claim.to_the_minute) == (start, to_the_minute)


@pytest.mark.parametrize(
    "text",
    [
        None,
        "",
        "yesterday",
        "2005-13",
        "2005-02-30",
        "2005-08-12T25:00",
        "0000-01-01",
        "2005-08-12T16:12:99",
        "12.8.2005",
    ],
)
def test_anything_else_is_no_claim(text):
    assert parse_claim(text) is None


def test_the_last_month_and_year_have_an_end():
    assert parse_claim("2005-12").end == datetime(2006, 1, 1)
    assert parse_claim("9999") is None


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ("2024-05-01T08:00", "2024-05-01T07:49", 1),
        ("2024-05-01T08:00", "2024-05-01T07:50", 0),
        ("2024-05-01T08:00+08:00", "2024-05-01T00:05Z", 0),
        ("2024-05-01T08:00+08:00", "2024-05-01T08:00Z", 0),
        ("2024-05-01T08:00+08:00", "2024-05-01T08:11Z", -1),
        ("2024-05-01T08:00+08:00", "2024-05-01T20:00", 0),
        ("2024-05-01T08:00+08:00", "2024-05-02T20:00", -1),
        ("2024-05-02", "2024-05-01", 1),
        ("2024-05-02", "2024-05-02", 0),
        ("2024-05-02T00:30", "2024-05-01", 1),
        ("2024-05-02T23:30", "2024-05-02", 0),
        ("2024-05", "2024-05-31", 0),
        ("2024-06", "2024-05-31T23:59", 1),
    ],
)
def test_who_was_first_by_claim(a, b, expected):
    assert earlier(parse_claim(a), parse_claim(b)) == expected
    assert earlier(parse_claim(b), parse_claim(a)) == -expected


def test_one_claim_alone_says_nothing():
    assert earlier(parse_claim("2024-05-01"), None) == earlier(None, parse_claim("2024-05-01")) == 0
