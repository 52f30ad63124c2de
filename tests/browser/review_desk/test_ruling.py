"""The review desk as a person rules at it: by keys."""

from __future__ import annotations

import csv
import subprocess
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from .conftest import Running, Seat

KEYS = {"n": "not_copy", "q": "quote", "r": "official", "c": "copy"}


def rows(running: Running) -> dict[tuple[str, str], dict[str, str]]:
    with (running.reports / "matches.csv").open(encoding="utf-8", newline="") as file:
        return {(row["url"], row["matched_url"]): row for row in csv.DictReader(file)}


def test_ten_pairs_are_ruled_by_keys_and_stand_in_the_next_report(
    desk: Callable[[Path], Running], seat: Callable[..., Seat], reports: Path
) -> None:
    running = desk(reports.parent / "store")
    one = seat(running, "/?pairs=all")
    page = one.page
    one.press("f")
    ruled: dict[frozenset[str], str] = {}
    for number in range(10):
        urls = frozenset(page.locator(".facts a").all_inner_texts())
        assert len(urls - set(map(frozenset, ruled))) == 2
        key = list(KEYS)[number % len(KEYS)]
        if key == "c":
            page.keyboard.press("2")
            assert page.locator("#right-title .role").inner_text() == "copy"
        if number == 0:
            page.keyboard.press("m")
            page.keyboard.type("no copy, just news")
            page.keyboard.press("Enter")  # leaves the note, and rules nothing
        one.press(key)
        ruled[urls] = KEYS[key]
    assert len(ruled) == 10

    before = page.url
    one.press("u")
    last = list(ruled)[-1]
    assert frozenset(page.locator(".facts a").all_inner_texts()) == last
    assert page.locator(".ruled").count() == 0
    one.press("q")
    assert page.url == before

    one.go("/rulings")
    assert page.locator(".pairs > li").count() == 10
    assert page.get_by_text("no copy, just news").count() == 1
    done = subprocess.run(running.command("report"), env=running.environment, cwd=running.store.parent, check=True,
                          capture_output=True, text=True, stdin=subprocess.DEVNULL)
    assert "Reports: " in done.stdout
    words = {"not_copy": "ruled no copy", "quote": "ruled a fair quotation", "official": "ruled an official release",
             "copy": "ruled a copy"}
    found = {frozenset(urls): row["reasons"] for urls, row in rows(running).items()}
    for urls, kind in ruled.items():
        assert f"{words[kind]} on " in found[urls], (kind, found[urls])
        assert " by Li" in found[urls]
    page.reload()
    one.wait()
    assert page.locator(".pairs > li").count() == 10
    assert (one.faults, one.elsewhere) == ([], [])
    assert "Traceback" not in running.stop()


def test_keys_lead_from_mark_to_mark_and_rule_nothing_by_chance(
    desk: Callable[[Path], Running], seat: Callable[..., Seat], hostile: Path
) -> None:
    one = seat(desk(hostile), "/?pairs=all")
    page = one.page
    page.keyboard.press("j")
    page.keyboard.press("j")
    assert page.evaluate("document.activeElement === document.querySelectorAll('a.pick')[1]")
    one.press("f")
    first = page.url
    page.keyboard.press("c")
    assert "Say first which page is the copy" in page.locator("#said").inner_text()
    page.keyboard.press("Shift+C")
    page.keyboard.press("x")
    page.keyboard.press("x")
    assert page.locator("input[name=copy]:checked").get_attribute("value") == "right"
    for key, number in (("j", "0"), ("j", "1"), ("k", "0"), ("k", str(page.locator("#left mark").count() - 1))):
        page.keyboard.press(key)
        marks = page.locator("mark.now")
        assert sorted(marks.evaluate_all("(all) => all.map((one) => one.id)")) == [f"a{number}", f"b{number}"]
        for mark in marks.all():
            assert mark.evaluate("""(mark) => {
                const [inner, outer] = [mark, mark.closest('.text')].map((one) => one.getBoundingClientRect());
                return inner.top >= outer.top - 1 && inner.top < outer.bottom;
            }""")
    page.locator("#b0").click()
    assert "Mark 1 of" in page.locator("#at").inner_text()
    page.keyboard.press("?")
    assert page.locator("#help").is_visible()
    page.keyboard.press("n")  # rules nothing while the list of keys is open
    page.keyboard.press("Escape")
    assert not page.locator("#help").is_visible()
    assert page.url == first
    one.press("s")
    assert page.url != first
    one.press("b")
    assert page.url == first
    # A second press that comes before the next pair can be seen is none.
    with page.expect_navigation():
        page.keyboard.press("n")
    page.keyboard.press("n")
    one.wait()
    one.go("/rulings")
    assert page.locator(".pairs > li").count() == 1
    assert (one.faults, one.elsewhere) == ([], [])


def test_after_the_last_pair_the_report_is_a_button_away(
    desk: Callable[[Path], Running], seat: Callable[..., Seat], hostile: Path
) -> None:
    one = seat(desk(hostile))
    page, waiting = one.page, one.page.locator("main form.news")
    assert waiting.count() == 0
    one.press("f")
    one.press("r")
    assert urlsplit(page.url).path == "/"
    assert "0 left" in page.locator("main").inner_text()
    assert "whether more pairs are asked" in waiting.inner_text()
    with page.expect_navigation():
        waiting.get_by_role("button").click()
    one.wait()
    assert waiting.count() == 0
    assert "The report is written" in page.locator("#said").inner_text()
    assert "1 ruling stored in all" in page.locator("main").inner_text()
    assert (one.faults, one.elsewhere) == ([], [])
