"""One page through the whole of purify."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scrapy_reprint.pipelines.purify import RawPage, purify

SHARED = Path(__file__).resolve().parents[2].parent / "shared" / "data"
SENTENCES = (
    "清晨的河口湿地，薄雾还没有散去，观鸟人已经架好了望远镜，等着第一批候鸟落脚。",
    "保护区的巡护员介绍，今年水位比往年高，浅滩面积减少，鸟群停留的时间可能缩短。",
    "志愿者每天记录数量，把结果交给研究所，用来估计整个海湾的承载能力，供来年参考。",
    "附近的渔民也加入了巡护，他们熟悉潮汐，知道哪一片滩涂最先露出水面，哪里最安静。",
)
PARAGRAPHS = [SENTENCES[n % 4] + SENTENCES[(n + 1) % 4] + f"这是第{n}天的记录。" for n in range(6)]
HTML = (
    "<html lang=zh><head><title>河口湿地迎来候鸟_海湾网</title>"
    "<link rel=canonical href='https://origin.test/17'>"
    "</head><body>"
    "<div class=nav><a href=/>首页</a><a href=/e>生态</a></div><div class=main><h1>河口湿地迎来候鸟</h1>"
    "<div class=info>2022-02-13 20:04:17 来源：<a href='https://wire.test/3'>东海通讯</a></div>"
    + "".join(f"<p>{text}</p>" for text in PARAGRAPHS)
    + "<p>详见<a href='https://lab.test/report'>研究所的报告</a>，其中有历年的数据和方法说明，供读者查阅。</p>"
    "</div></body></html>"
)


def raw(**more: object) -> RawPage:
    options: dict[str, object] = {"url": "https://www.bay.test/a/17.html", "fetched_at": "2024-06-01T12:00:00+08:00"}
    return RawPage(**{**options, **more})  # type: ignore[arg-type]


def test_an_article_is_read_whole() -> None:
    page = purify(raw(html=HTML))
    view = page.view
    assert (view.page_type, view.skipped_because, view.language) == ("article", "", "zh")
    assert view.title == "河口湿地迎来候鸟"
    assert (view.published_at, view.published_from) == ("2022-02-13T20:04:17", "byline")
    assert view.source_name == "东海通讯"
    assert page.attribution_links == ("https://wire.test/3",)
    assert page.body_links == ("https://lab.test/report",)
    assert (view.canonical_url, page.canonical_declared) == ("https://origin.test/17", True)
    assert view.domain == "bay.test"
    assert PARAGRAPHS[0] in page.paragraphs
    assert view.chars == sum(len(re.sub(r"\s", "", text)) for text in page.paragraphs)


def test_bytes_in_an_old_charset_read_the_same() -> None:
    from_bytes = purify(raw(body=HTML.encode("gb18030"), headers=(("content-type", "text/html; charset=gb2312"),)))
    assert from_bytes == purify(raw(html=HTML))


def test_text_without_markup_becomes_paragraphs_by_lines() -> None:
    text = "\n\n".join(PARAGRAPHS) + "\n来源：东海通讯\n"
    page = purify(raw(text=text, title="候鸟", published_at="2022-02-13 20:04"))
    assert page.paragraphs[:6] == tuple(PARAGRAPHS)
    assert (page.view.title, page.view.source_name) == ("候鸟", "东海通讯")
    assert (page.view.published_at, page.view.published_from) == ("2022-02-13T20:04", "item")
    assert page.view.skipped_because == ""


def test_what_the_users_item_says_wins() -> None:
    view = purify(raw(html=HTML, title="另一个题目", published_at="2021-01-02T03:04:05+08:00")).view
    assert (view.title, view.published_at) == ("另一个题目", "2021-01-02T03:04:05+08:00")
    assert view.published_from == "item"


@pytest.mark.parametrize(
    ("page", "reason"),
    [
        (raw(body=b"\x89PNG\r\n\x1a\n" + bytes(400), headers=(("content-type", "image/png"),)), "binary"),
        (raw(body=b"%PDF-1.4 " + bytes(range(256)) * 4, headers=(("content-type", "text/html"),)), "binary"),
        (raw(body=b"{}", headers=(("content-type", "application/json"),)), "binary"),
        (raw(html=HTML, status=404), "status"),
        (raw(html=""), "empty"),
        (raw(html="\0\0\0\0"), "empty"),
        (raw(body=b""), "empty"),
        (raw(text=""), "empty"),
        (raw(), "empty"),
        (raw(text="短"), "short"),
        (raw(html="<title>页面不存在</title><p>返回首页"), "error"),
        (raw(html="<title>用户登录</title><form><input type=password></form>"), "login"),
    ],
)
def test_pages_that_are_not_judged_say_why(page: RawPage, reason: str) -> None:
    assert purify(page).view.skipped_because == reason


def test_pages_of_code_are_not_judged_but_keep_their_body() -> None:
    code = "".join(f"for item{n} in range({n}): total += weights[item{n}] * values[{n}]\n" for n in range(60))
    html = HTML.replace("<p>详见", f"<pre><code>{code}</code></pre><p>详见")
    page = purify(raw(html=html))
    assert page.view.skipped_because == "code"
    assert page.view.body
    assert purify(raw(html=html), max_code_share=1.0).view.skipped_because == ""


def test_the_least_length_is_the_callers() -> None:
    page = raw(text=SENTENCES[0])
    assert purify(page).view.skipped_because == "short"
    assert purify(page, min_chars=20).view.skipped_because == ""
    assert purify(page).view.body == SENTENCES[0]


@pytest.mark.parametrize(
    "page",
    [
        raw(url="https://bay.test/" + "a" * 10_000, html=HTML),
        raw(url="http://[::1/broken", html=HTML),
        raw(url="not a url", html=HTML),
        raw(url="https://bay.test/\ud800", html=HTML),
        raw(url="", html=HTML),
        raw(html=HTML.replace("薄雾", "薄\ud83d雾\0")),
        raw(html="<div>" * 5000 + PARAGRAPHS[0] + "</div>" * 5000),
        raw(html="<a href='http://[x'>" + HTML),
        raw(html="<script type='application/ld+json'>" + "[" * 3000 + "</script>" + HTML),
        raw(html="<meta name=pubdate content='99999-99-99T99:99'>" + HTML),
        raw(html=HTML, fetched_at="yesterday", date_hints=(("feed", "soon"), ("sitemap", ""))),
        raw(html=HTML, title="\ud800", published_at="sometime"),
        raw(html="just words"),
        raw(html="<table>" * 300 + "x"),
        raw(html="<!-- " + HTML),
    ],
    ids=range(15),
)
def test_odd_pages_do_not_raise(page: RawPage) -> None:
    view = purify(page).view
    json.dumps([view.title, view.body, view.source_name], ensure_ascii=False).encode()


@settings(max_examples=60, deadline=None)
@given(st.text(st.characters(), max_size=120), st.binary(max_size=200))
def test_noise_does_not_raise(text: str, body: bytes) -> None:
    purify(raw(html=f"<title>{text}</title><h1>{text}</h1><p>{text} 2020-01-02 {text}</p><time datetime='{text}'>"))
    purify(raw(body=body, url="https://bay.test/" + text))


@pytest.mark.skipif(not SHARED.exists(), reason="measuring data is not in the repository")
@pytest.mark.parametrize("folder", ["pages_zh", "pages_en"])
def test_every_real_article_is_seen_as_one(folder: str) -> None:
    import gzip

    for path in sorted((SHARED / folder / "html").iterdir())[::3]:
        body = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
        view = purify(raw(body=body, url=f"https://pages.test/{path.name}")).view
        assert (view.page_type, view.skipped_because in ("", "short")) == ("article", True), path.name
