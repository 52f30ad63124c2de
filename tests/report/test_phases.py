"""The phases of the report as they are shown."""

from __future__ import annotations

import io
import logging

import pytest
from scrapy_reprint.crawler import close_progress
from scrapy_reprint.crawler.close_progress import CloseProgress
from scrapy_reprint.pipelines.report.phases import told


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(close_progress, "time", clock)
    return clock


def test_long_phases_are_told_in_the_log_and_short_ones_are_not(clock: Clock, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    stream = io.StringIO()
    with CloseProgress(stream) as phases:
        phases.begin("reading texts", 10)
        clock.now += 5
        phases.begin("comparing pairs", 1000)
        for number in told(range(1000), phases):
            if number == 500:
                clock.now += 12
        clock.now += 8
    assert [record.getMessage() for record in caplog.records] == [
        "Report: comparing pairs, 51%", "Report: comparing pairs took 20 s",
    ]
    assert stream.getvalue() == ""


def test_on_a_terminal_the_phase_and_its_share_are_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(close_progress, "is_terminal", lambda _: True)
    stream = io.StringIO()
    with CloseProgress(stream) as phases:
        phases.begin("judging")
        phases.begin("writing matches.csv", 4)
        list(told(range(4), phases))
    assert "Report: judging" in stream.getvalue()
    assert "Report: writing matches.csv:" in stream.getvalue()
    assert "/4" in stream.getvalue()
