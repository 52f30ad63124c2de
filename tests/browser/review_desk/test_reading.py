"""The review desk as it is read: on a phone, in Chinese, without sight or script."""

from __future__ import annotations

import http.client
import re
import socket
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from .conftest import Running, Seat

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
