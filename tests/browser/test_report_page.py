"""The report page as a person uses it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from scrapy_reprint.pipelines.report.page.phrases import REASONS

from ..report.page_factory import MadeArticles, domain_row, match_row, shown, written

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

THIEF = "kuaixun-toutiao.test"
DESKTOP = {"width": 1280, "height": 900}
PHONE = {"width": 390, "height": 844}


class Opened:
    """A page, and what went wrong on it."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.faults: list[str] = []
        self.requests: list[str] = []
        page.on("console", lambda message: self.faults.append(message.text) if message.type != "log" else None)
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("request", lambda request: self.requests.append(request.url))

    def domains(self) -> list[str]:
        return self.page.locator("table.domains tbody th").all_inner_texts()

    def open_domain(self, name: str) -> None:
        self.page.get_by_role("rowheader", name=name).get_by_role("link").click()
        self.page.wait_for_selector("#domain:not([aria-busy])")


@pytest.fixture
def opened(browser: Any) -> Iterator[Callable[..., Opened]]:
    contexts = []

    def visit(address: str, **how: Any) -> Opened:
        context = browser.new_context(**{"viewport": DESKTOP, "locale": "en-US", **how})
        contexts.append(context)
        found = Opened(context.new_page())
        found.page.goto(address)
        found.page.wait_for_selector("h1")
        return found

    yield visit
    for context in contexts:
        context.close()


def test_sort_filter_and_come_back(opened: Callable[..., Opened], served: str) -> None:
    seen = opened(f"{served}/index.html")
    page = seen.page
    assert seen.domains()[:2] == [THIEF, "wanxiang-wenzhai.test"]
    assert len(seen.domains()) == 10

    heading = page.get_by_role("button", name="Domain", exact=False).first
    heading.click()
    assert seen.domains() == sorted(seen.domains())
    assert page.locator("th[aria-sort=ascending]").inner_text().startswith("Domain")
    page.keyboard.press("Enter")  # the button still has the focus
    assert seen.domains() == sorted(seen.domains(), reverse=True)

    page.get_by_role("button", name="2 scraper").click()
    assert sorted(seen.domains()) == [THIEF, "wanxiang-wenzhai.test"]
    page.get_by_label("Find a domain").fill("KUAIXUN")
    assert seen.domains() == [THIEF]
    page.get_by_label("Find a domain").fill("nobody")
    assert page.get_by_role("status").inner_text() == "No domain fits."
    page.get_by_label("Find a domain").fill("kuai")
    seen.open_domain(THIEF)
    page.go_back()
    page.wait_for_selector("table.domains")
    assert seen.domains() == [THIEF]
    assert seen.faults == []


def test_a_domain_shows_all_that_is_found_of_it(opened: Callable[..., Opened], served: str) -> None:
    seen = opened(f"{served}/index.html")
    page = seen.page
    seen.open_domain(THIEF)
    assert page.get_by_role("heading", level=1).inner_text() == THIEF
    sections = page.locator("main h2").all_inner_texts()
    assert sections == [
        "What carried the score", "Where its copies come from", "When it published", "Examples", "Leftover links",
        "Images of the source", "Pairs with other domains", "Pairs",
    ]
    assert "19 of 19 judged articles" in page.locator(".facts").inner_text()
    assert page.locator("rect.burst").count() == 3
    assert page.locator(".example").count() == 10
    assert page.locator("section", has_text="Images of the source").locator("tbody tr").count() > 5
    assert page.locator("img").count() == 0
    outside = page.locator("a.url").first
    assert outside.get_attribute("rel") == "noreferrer nofollow noopener"
    assert page.get_by_role("navigation", name="Pairs").inner_text().count("–") == 1
    assert all(address.startswith(served) for address in seen.requests)
    assert seen.faults == []


def test_marked_passages_lead_to_each_other(opened: Callable[..., Opened], served: str) -> None:
    seen = opened(f"{served}/index.html#/domain/{THIEF}")
    page = seen.page
    page.wait_for_selector(".example mark.same")
    left, right = page.locator(".example").first.locator(".side").all()
    assert left.locator("mark").count() > 3
    page.locator(".example .jump").first.focus()
    page.keyboard.press("Enter")
    lit = right.locator("mark.lit")
    assert lit.count() == 1
    assert left.locator("mark.lit").inner_text().strip() == lit.inner_text().strip()
    assert seen.faults == []


def test_language_is_the_browsers_and_can_be_switched(opened: Callable[..., Opened], served: str) -> None:
    seen = opened(f"{served}/index.html", locale="zh-CN")
    page = seen.page
    assert page.get_by_role("heading", level=1).inner_text() == "谁在抄谁"
    assert page.locator("html").get_attribute("lang") == "zh"
    page.get_by_role("button", name="English").click()
    assert page.get_by_role("heading", level=1).inner_text() == "Who copies whom"
    page.reload()
    assert page.get_by_role("heading", level=1).inner_text() == "Who copies whom"
    page.get_by_role("button", name="中文").click()
    seen.open_domain(THIEF)
    assert page.locator("main h2").first.inner_text() == "得分由何而来"
    assert page.locator("html").get_attribute("lang") == "zh"
    assert seen.faults == []


def test_it_works_from_disk(opened: Callable[..., Opened], reports: Path) -> None:
    seen = opened((reports / "index.html").as_uri())
    seen.open_domain(THIEF)
    assert seen.page.locator(".example mark").count() > 10
    assert all(address.startswith(("file:", "data:")) for address in seen.requests)
    assert seen.faults == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("where", ["", f"#/domain/{THIEF}"])
def test_nothing_keeps_anybody_out(opened: Callable[..., Opened], served: str, where: str, scheme: str) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    # axe is put into the page by script, which the page's policy forbids.
    seen = opened(f"{served}/index.html{where}", color_scheme=scheme, bypass_csp=True)
    seen.page.wait_for_function("!document.querySelector('[aria-busy]')")
    for details in seen.page.locator("details").all():
        details.evaluate("(element) => { element.open = true; }")
    found = axe.Axe().run(seen.page).response["violations"]
    told = [(fault["id"], fault["impact"], fault["nodes"][0]["html"], fault["nodes"][0]["failureSummary"])
            for fault in found]
    assert told == []


@pytest.mark.parametrize("where", ["", f"#/domain/{THIEF}"])
@pytest.mark.parametrize("width", [320, 390])
def test_a_phone_needs_no_sideways_scrolling(
    opened: Callable[..., Opened], served: str, where: str, width: int
) -> None:
    seen = opened(f"{served}/index.html{where}", viewport={**PHONE, "width": width}, is_mobile=True, has_touch=True)
    seen.page.wait_for_function("!document.querySelector('[aria-busy]')")
    assert seen.page.evaluate("document.documentElement.scrollWidth") == width
    assert seen.faults == []


def test_what_a_page_says_is_text_and_never_markup(
    opened: Callable[..., Opened], tmp_path: Path
) -> None:
    evil = "</script><script>window.bad = 1</script><img src=x onerror='window.bad = 1'>\u2028'\"`${bad}"
    rows = [domain_row("thief.test", "scraper", hits=1, judged=1, hit_rate=1.0, hit_rate_low=0.2, distinct_sources=1,
                       top_sources="news.test (1)", reasons=evil), domain_row("news.test"), domain_row(evil)]
    matches = [match_row("https://thief.test/1", "https://news.test/1", reasons=evil)]
    articles = MadeArticles([
        shown("https://thief.test/1", evil, evil, source_name=evil, body_links=("https://news.test/" + evil,)),
        shown("https://news.test/1", evil + "\U0001f600好", evil),
    ])
    written(tmp_path / "reports", rows, matches, articles)
    seen = opened((tmp_path / "reports" / "index.html").as_uri())
    assert evil.replace("\u2028", "") in "".join(seen.domains()).replace("\u2028", "").replace("\n", "")
    seen.open_domain("thief.test")
    text = seen.page.locator(".text").first.inner_text()
    assert "onerror" in text
    assert seen.page.evaluate("window.bad") is None
    assert seen.page.locator("img").count() == 0
    assert seen.faults == []


def test_a_victim_sees_on_a_phone_that_others_took_from_it(opened: Callable[..., Opened], served: str) -> None:
    seen = opened(f"{served}/index.html", viewport=PHONE)
    row = seen.page.locator("table.domains tbody tr").filter(has=seen.page.get_by_role("link", name="chenbao.test"))
    assert "Taken up by others: 8" in row.first.inner_text()


def test_a_declared_repost_is_no_copy_on_either_sides_page(opened: Callable[..., Opened], served: str) -> None:
    seen = opened(f"{served}/index.html#/domain/lanwan-gov.test")
    seen.page.wait_for_selector("#domain:not([aria-busy])")
    roles = seen.page.locator("table.pairs tbody td:nth-child(2)").all_text_contents()
    assert set(roles) == {"reposted by it, declared"}
    assert "reposted by others who say so" in seen.page.locator(".reasons").first.inner_text()
    assert "reposts lanwan-gov.test and says so" in seen.page.locator("details.example h3").first.inner_text()


def test_reasons_are_chinese_on_a_chinese_page(opened: Callable[..., Opened], served: str) -> None:
    seen = opened(f"{served}/index.html#/domain/{THIEF}", locale="zh-CN")
    seen.page.wait_for_selector("#domain:not([aria-busy])")
    assert "抄自他站" in seen.page.locator(".reasons li").first.inner_text()
    assert seen.page.locator(".reasons li").count() > 50
    assert seen.page.locator(".reasons li[lang=en]").all_text_contents() == []
    seen.page.get_by_role("button", name="English").click()
    assert "copy others" in seen.page.locator(".reasons li").first.inner_text()
    assert seen.faults == []


def test_each_form_of_a_reason_is_found_by_its_own_words(opened: Callable[..., Opened], tmp_path: Path) -> None:
    holes = re.compile(r"\{\d\+?\}")
    said = [holes.sub("37%", english.replace("(s)", "s")) for english, _ in REASONS]
    meant = [holes.sub("37%", chinese) for _, chinese in REASONS]
    more = {
        "6 of 9 judged articles copy others (4 whole, 2 in parts)":
            "9 篇受检文章中有 6 篇抄自他站（4 篇全文、2 篇部分）",
        "3 more resemble a.test (2); b.test (1), not enough for a copy, all one way":
            "另有 3 篇与 a.test (2); b.test (1) 相似，不足以认定抄袭，方向一致",
        "a.test and b.test share licence 京ICP备1 and CNZZ 30012: taken for sites of one owner; copying between them "
        "is not counted":
            "a.test 与 b.test 共用 备案号 京ICP备1、CNZZ 30012：视为同一所有者的网站，相互抄录不计",
        "https://a.test/1 is spliced from https://b.test/1 (4 of ten parts), https://c.test/2 (3 of ten parts)":
            "https://a.test/1 由https://b.test/1（十段中的 4 段）、https://c.test/2（十段中的 3 段）拼接而成",
        "a.test and b.test share CNZZ 1, a.test and c.test share CNZZ 2 and so with 4 more: taken for sites of one "
        "owner; copying between them is not counted":
            "a.test 与 b.test 共用 CNZZ 1；a.test 与 c.test 共用 CNZZ 2，"
            "与另外 4 个也是如此：视为同一所有者的网站，相互抄录不计",
        "ruled a copy on 2026-05-01 by Li: same words": "已裁定为抄袭（2026-05-01，Li：same words）",
        "nobody foresaw this": "nobody foresaw this",
    }
    rows = [domain_row("thief.test", "scraper", reasons="; ".join([*said, *more]))]
    written(tmp_path / "reports", rows, [])
    seen = opened((tmp_path / "reports" / "index.html").as_uri() + "#/domain/thief.test", locale="zh-CN")
    assert seen.page.locator(".reasons li").all_text_contents() == [*meant, *more.values()]
    assert seen.page.locator(".reasons li[lang=en]").all_text_contents() == ["nobody foresaw this"]


def test_a_script_link_is_no_link(opened: Callable[..., Opened], tmp_path: Path) -> None:
    rows = [domain_row("thief.test", "scraper"), domain_row("news.test")]
    matches = [match_row("javascript:alert(1)//thief.test/1", "https://news.test/1", domain="thief.test")]
    written(tmp_path / "reports", rows, matches)
    seen = opened((tmp_path / "reports" / "index.html").as_uri() + "#/domain/thief.test")
    seen.page.wait_for_selector("span.url")
    hrefs = seen.page.eval_on_selector_all("a", "links => links.map((link) => link.getAttribute('href'))")
    assert [href for href in hrefs if not href.startswith(("#/", "https://"))] == []


def test_a_missing_file_is_told(opened: Callable[..., Opened], tmp_path: Path) -> None:
    written(tmp_path / "reports", [domain_row("thief.test", "scraper")])
    (tmp_path / "reports" / "page" / "d-thief.test.js").unlink()
    seen = opened((tmp_path / "reports" / "index.html").as_uri() + "#/domain/thief.test")
    assert "page/d-thief.test.js" in seen.page.get_by_role("alert").inner_text()
