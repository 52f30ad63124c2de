"""The review desk as a person uses it: by keys, in a browser."""

from __future__ import annotations

import csv
import http.client
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest

from tests.pipeline.conftest import Bench, write_pages
from tests.review.conftest import two_sites

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

#: Words of the page that stand on more than one line; addresses, paths and what was crawled may.
TORN = r"""() => {
    const torn = [];
    const walker = document.createTreeWalker(document.querySelector("body"), NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const node = walker.currentNode;
        const free = ".address, .headline, .text, .facts bdi, .said, .past, option, dialog:not([open])";
        if (node.parentElement.closest(free)) continue;
        for (const word of node.data.matchAll(/[A-Za-z]{2,}/g)) {
            const range = document.createRange();
            range.setStart(node, word.index);
            range.setEnd(node, word.index + word[0].length);
            if (new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size > 1) torn.push(word[0]);
        }
    }
    return torn;
}"""
KEYS = {"n": "not_copy", "q": "quote", "r": "official", "c": "copy"}


class Running:
    """A desk in a process of its own, as the command starts it."""

    def __init__(self, store: Path, reports: Path) -> None:
        self.store, self.reports = store, reports
        self.settings = ["-s", f"REPRINT_DB={store}", "-s", f"REPRINT_OUTPUT_DIR={reports}",
                         "-s", "REPRINT_SEMANTIC=off"]
        self.process = subprocess.Popen(
            [*self.command("review"), "--port", "0", "--reviewer", "Li"], stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True, env=self.environment, cwd=store.parent,
        )
        assert self.process.stdout is not None
        told = [self.process.stdout.readline()]
        while told[-1] and "http://" not in told[-1]:
            told.append(self.process.stdout.readline())
        assert "Review as Li: http://127.0.0.1:" in told[-1], told
        self.address = told[-1].split("Review as Li: ")[1].split("/ ")[0]

    @property
    def environment(self) -> dict[str, str]:
        return {**os.environ, "SCRAPY_SETTINGS_MODULE": "scrapy_reprint.crawler.settings"}

    def command(self, *words: str) -> list[str]:
        return [sys.executable, "-m", "scrapy", "reprint", *words, *self.settings]

    def stop(self) -> str:
        """End it as Ctrl-C does; returns what it wrote to standard error."""
        self.process.send_signal(signal.SIGINT)
        _, log = self.process.communicate(timeout=30)
        assert self.process.returncode == 0, log
        return log


class Seat:
    """A browser's page of a desk, and all that went wrong or elsewhere."""

    def __init__(self, page: Any, address: str) -> None:
        self.page, self.address = page, address
        self.faults: list[str] = []
        self.elsewhere: list[str] = []
        page.on("console", lambda message: self.faults.append(message.text))
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("request", lambda asked: self.note(asked.url))

    def note(self, url: str) -> None:
        if f"http://{urlsplit(url).netloc}" != self.address:
            self.elsewhere.append(url)

    def go(self, path: str) -> None:
        self.page.goto(f"{self.address}{path}")
        self.wait()

    def wait(self) -> None:
        self.page.wait_for_selector("html[data-ready=yes]")

    def press(self, key: str) -> None:
        """Press a key that leads to another page, and wait for that."""
        with self.page.expect_navigation():
            self.page.keyboard.press(key)
        self.wait()


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Callable[[Path], Running]]:
    started: list[Running] = []

    def start(store: Path) -> Running:
        shutil.copytree(store, tmp_path / "store")
        started.append(Running(tmp_path / "store", tmp_path / "reports"))
        return started[-1]

    yield start
    for running in started:
        if running.process.poll() is None:
            running.stop()


@pytest.fixture
def seat(browser: Any) -> Iterator[Callable[..., Seat]]:
    contexts = []

    def sit(running: Running, path: str = "/", **how: Any) -> Seat:
        contexts.append(browser.new_context(**{"viewport": {"width": 1280, "height": 900}, **how}))
        found = Seat(contexts[-1].new_page(), running.address)
        found.go(path)
        return found

    yield sit
    for context in contexts:
        context.close()


@pytest.fixture(scope="session")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store of two sites whose titles and texts are full of scripts."""
    folder = tmp_path_factory.mktemp("hostile")
    bench = Bench(folder)
    done = bench.replay(write_pages(folder / "pages.jsonl", two_sites()))
    assert done.exit_code == 0, done.log
    return bench.store


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


def test_a_page_full_of_scripts_is_shown_as_text_to_this_machine_alone(
    desk: Callable[[Path], Running], seat: Callable[..., Seat], hostile: Path
) -> None:
    running = desk(hostile)
    port = urlsplit(running.address).port
    assert port is not None
    with pytest.raises(OSError, match=r"refused|assign"):
        socket.create_connection(("127.0.0.2", port), timeout=5)
    for name, status in (("evil.test", 403), (f"localhost:{port}", 200)):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        connection.request("GET", "/", headers={"Host": name})
        assert connection.getresponse().status == status
        connection.close()
    one = seat(running, "/?pairs=all")
    one.press("f")
    page = one.page
    assert "document.title='taken'" in page.locator("#left .headline").inner_text()
    assert "<script>" in page.locator("#left .text").inner_text()
    assert page.locator("main script, main img").count() == 0
    assert "taken" not in page.title()
    assert (one.faults, one.elsewhere) == ([], [])


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


def test_the_domains_are_named_and_not_their_sides(
    desk: Callable[[Path], Running], seat: Callable[..., Seat], hostile: Path
) -> None:
    one = seat(desk(hostile), viewport={"width": 390, "height": 740})
    one.press("f")
    page = one.page
    words = page.locator("body").inner_text() + page.locator("#help").text_content()
    assert re.findall(r"\b(?:left|right)\b", words) == []
    labels = page.locator("#ruling fieldset label")
    named = [label.strip() for label in labels.all_inner_texts()]
    assert named == ["here.test copies there.test 1", "there.test copies here.test 2"]
    page.keyboard.press("c")
    assert "1 for that on here.test, 2 for that on there.test" in page.locator("#said").inner_text()
    assert page.locator(".role:visible").count() == 0
    page.keyboard.press("2")
    assert page.locator("#said").inner_text() == "there.test is the copy."
    assert page.locator(".role").all_inner_texts() == ["source", "copy"]
    assert page.get_by_role("radio", name="there.test copies here.test").is_checked()
    assert (one.faults, one.elsewhere) == ([], [])


def test_the_desk_speaks_chinese_and_is_switched(
    desk: Callable[[Path], Running], seat: Callable[..., Seat], hostile: Path
) -> None:
    running = desk(hostile)
    one = seat(running, locale="zh-CN")
    page = one.page
    assert page.locator("html").get_attribute("lang") == "zh-CN"
    one.press("f")
    why = page.locator("section[aria-labelledby=why] ul.reasons li")
    assert "较短一文有 100% 见于另一文" in why.all_inner_texts()
    assert "待裁定" in "".join(why.all_inner_texts())
    assert page.locator("li[lang=en]").count() == 0
    page.keyboard.press("c")
    assert page.locator("#said").inner_text().startswith("请先指明哪一页是抄袭页：1 为 here.test 的")
    page.keyboard.press("2")
    assert page.locator(".role").all_inner_texts() == ["来源", "抄袭"]
    page.keyboard.press("j")
    assert page.locator("#at").inner_text().startswith("第 1 处标记，共 ")
    here = page.url
    with page.expect_navigation():
        page.get_by_role("button", name="English").click()
    one.wait()
    assert page.url == here
    assert page.locator("html").get_attribute("lang") == "en"
    assert "100% of the shorter text stands in the other" in page.locator(".reasons li").all_inner_texts()
    assert page.get_by_role("button", name="English").get_attribute("aria-pressed") == "true"
    one.go("/")
    assert page.locator("h1").inner_text() == "Pairs to rule on"
    assert (one.faults, one.elsewhere) == ([], [])


def test_without_script_the_reasons_stand_in_english(
    desk: Callable[[Path], Running], browser: Any, hostile: Path
) -> None:
    context = browser.new_context(locale="zh-CN", java_script_enabled=False)
    page = context.new_page()
    page.goto(desk(hostile).address)
    page.locator("a.pick").first.click()
    assert page.locator("h1").inner_text().startswith("第 1 对，共 1 对")
    assert page.locator("ul.reasons").get_attribute("lang") == "en"
    assert "100% of the shorter text stands in the other" in page.locator(".reasons li").all_inner_texts()
    page.get_by_role("button", name="不是抄袭").click()
    assert "已裁定：不是抄袭。" in page.locator("#said").inner_text()
    context.close()


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


@pytest.mark.parametrize(
    "how",
    [{"color_scheme": "light"}, {"color_scheme": "dark"},
     {"color_scheme": "dark", "locale": "zh-CN", "viewport": {"width": 320, "height": 740}},
     {"color_scheme": "light", "locale": "zh-CN"}],
    ids=["light", "dark", "dark-chinese-phone", "chinese"],
)
def test_nothing_keeps_anybody_out(
    desk: Callable[[Path], Running], seat: Callable[..., Seat], reports: Path, how: dict[str, Any]
) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    running = desk(reports.parent / "store")
    # axe is put into the page by script, which the page's policy forbids.
    one = seat(running, "/?pairs=all", bypass_csp=True, **how)
    page = one.page

    def faults() -> list[tuple[str, str, str]]:
        found = axe.Axe().run(page).response["violations"]
        return [(fault["id"], fault["impact"], fault["nodes"][0]["html"]) for fault in found]

    assert faults() == []
    one.press("f")
    page.keyboard.press("j")
    assert faults() == []
    page.keyboard.press("?")
    assert faults() == []
    page.keyboard.press("Escape")
    one.press("q")
    for path in ("/rulings", "/pair/none", "/?domain=kuaixun-toutiao.test"):
        page.goto(f"{running.address}{path}")
        assert faults() == [], path


@pytest.mark.parametrize("width", [390, 320])
def test_on_a_phone_nothing_is_torn_and_nothing_scrolls_sideways(
    desk: Callable[[Path], Running], seat: Callable[..., Seat], hostile: Path, width: int
) -> None:
    one = seat(desk(hostile), "/?pairs=all", viewport={"width": width, "height": 740})
    for turn in range(4):
        assert one.page.evaluate("document.documentElement.scrollWidth") <= width, one.page.url
        assert one.page.evaluate(TORN) == [], one.page.url
        if turn == 0:
            one.press("f")
            both = [box.bounding_box()["width"] for box in one.page.locator(".page").all()]
            assert min(both) > 0.8 * width
        elif turn == 1:
            one.press("n")
            one.go("/rulings")
        elif turn == 2:
            one.go("/?domain=here.test")
