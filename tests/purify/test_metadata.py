"""Title, canonical URL, keywords, category and language of a page."""

from __future__ import annotations

import pytest
from scrapy_reprint.pipelines.purify.document import parse
from scrapy_reprint.pipelines.purify.language import language_of
from scrapy_reprint.pipelines.purify.metadata import read_metadata, without_site_name

URL = "https://www.bay.test/news/17.html"


@pytest.mark.parametrize(
    ("window_title", "title", "site"),
    [
        ("河口湿地迎来候鸟_海湾新闻_海湾网", "河口湿地迎来候鸟", "海湾网"),
        ("河口湿地迎来今年第一批候鸟 - 海湾论坛", "河口湿地迎来今年第一批候鸟", "海湾论坛"),
        ("河口湿地迎来候鸟|海湾日报", "河口湿地迎来候鸟", "海湾日报"),
        ("Birds return to the estuary | Bay News", "Birds return to the estuary", "Bay News"),
        ("Birds return to the estuary - Bay News", "Birds return to the estuary", "Bay News"),
        ("Well-known birds return", "Well-known birds return", ""),
        ("对比试车—测试两款小车", "对比试车—测试两款小车", ""),
        ("海湾网", "海湾网", ""),
        ("", "", ""),
    ],
)
def test_names_of_sites_leave_the_title(window_title: str, title: str, site: str) -> None:
    assert without_site_name(window_title) == (title, site)


def test_the_heading_is_the_title_where_the_window_title_holds_it() -> None:
    tree = parse("<title>一 | 二：三四五 海湾日报网-官方</title><h1>海湾日报</h1><h1>一 | 二：三四五</h1>")
    assert read_metadata(tree, URL).title == "一 | 二：三四五"


def test_og_title_and_site_name_are_used() -> None:
    tree = parse(
        "<meta property='og:title' content='河口湿地迎来候鸟 - 海湾'><meta property='og:site_name' content='海湾'>"
    )
    found = read_metadata(tree, URL)
    assert (found.title, found.site_name) == ("河口湿地迎来候鸟", "海湾")


@pytest.mark.parametrize(
    ("head", "canonical"),
    [
        ("<link rel='canonical' href='/news/17.html?utm_source=x'>", "https://www.bay.test/news/17.html"),
        ("<link rel='canonical' href='https://other.test/news/17.html'>", "https://other.test/news/17.html"),
        ("<meta property='og:url' content='https://m.bay.test/17'>", "https://m.bay.test/17"),
        ("<link rel='canonical' href='https://www.bay.test/'>", ""),
        ("<link rel='canonical' href='http://[::1/x'>", ""),
        ("<link rel='canonical' href='javascript:void(0)'>", ""),
        ("<link rel='canonical' href=''>", ""),
        ("", ""),
    ],
)
def test_a_declared_canonical_url_is_made_absolute_and_front_pages_are_not_believed(head: str, canonical: str) -> None:
    assert read_metadata(parse(f"<head>{head}</head><p>x"), URL).canonical_url == canonical


def test_keywords_summary_author_and_category() -> None:
    tree = parse(
        "<meta name='keywords' content='湿地，候鸟,湿地; 海湾'><meta name='Description' content=' 今年\n第一批 '>"
        "<meta name='author' content='李明'><div class='breadcrumb'><a href=/>首页</a> &gt; "
        "<a href=/e>生态</a> &gt; 正文</div>"
    )
    found = read_metadata(tree, URL)
    assert found.keywords == ("湿地", "候鸟", "海湾")
    assert (found.summary, found.author, found.category) == ("今年 第一批", "李明", "生态")


@pytest.mark.parametrize(
    ("declared", "text", "language"),
    [
        ("", "清晨的河口湿地，薄雾还没有散去", "zh"),
        ("en", "清晨的河口湿地，薄雾还没有散去 with a few English words", "zh"),
        ("", "朝の河口には霧がかかっていました", "ja"),
        ("", "아침의 강어귀에는 안개가 끼어 있었다", "ko"),
        ("", "Утром над устьем реки стоял туман", "ru"),
        ("", "In the morning there was fog over the estuary", "en"),
        ("pt-BR", "De manhã havia neblina sobre o estuário", "pt"),
        ("zh-CN", "In the morning there was fog over the estuary", "en"),
        ("", "", ""),
    ],
)
def test_the_script_decides_the_language_and_the_declaration_among_latin_ones(
    declared: str, text: str, language: str
) -> None:
    assert language_of(declared, text) == language
