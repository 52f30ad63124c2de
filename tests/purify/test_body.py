from __future__ import annotations

import time
import warnings

import pytest
from scrapy_reprint.pipelines.purify.body import Body, extract_body, parse

URL = "https://news.example/2026/a/1.html"
PARAGRAPHS = [
    f"这是第{number}段文字，讲的是{topic}在过去一年里的变化，既有数字，也有当事人的说法，读来并不费力。"
    for number, topic in enumerate(["港口", "铁路", "粮食", "渔船", "书店", "电影", "菜场", "工厂"], 1)
]
ENGLISH = [
    f"Paragraph {number} tells, at some length, how the {topic} changed over the past year, and what people there say."
    for number, topic in enumerate(["harbour", "railway", "market", "library", "cinema", "factory"], 1)
]
NAVIGATION = "".join(f'<a href="/c/{i}">频道{i}</a> | ' for i in range(20))


def modern(inner: str, after: str = "") -> str:
    return (
        "<html><head><title>港口的一年 - 某新闻网</title></head><body>"
        f"<nav><ul><li>{NAVIGATION}</li></ul></nav><div class='wrap'><h1>港口的一年</h1>"
        f"<div class='article-content'>{inner}</div>{after}</div>"
        "<footer>版权所有 某新闻网 All rights reserved</footer></body></html>"
    )


def paragraphs(texts: list[str] = PARAGRAPHS) -> str:
    return "".join(f"<p>{text}</p>\n" for text in texts)


def table_page(cell: str) -> str:
    return (
        "<html><head><title>港口的一年</title></head><body><table><tr><td>"
        f"{NAVIGATION}</td></tr></table><table><tr><td width=180>"
        + "".join(f"<a href='/l/{i}'>今日推荐新闻标题第{i}条</a><br>" for i in range(15))
        + f"</td><td><table><tr><td><b>港口的一年</b></td></tr><tr><td>{cell}</td></tr></table></td></tr></table>"
        "<table><tr><td>Copyright 2005 某网 All rights reserved</td></tr></table></body></html>"
    )


def body_of(html: str) -> Body:
    return extract_body(parse(html), URL)


def test_paragraphs_come_one_a_line_without_title_navigation_and_footer() -> None:
    body = body_of(modern(paragraphs()))
    assert body.text == "\n".join(PARAGRAPHS)
    assert body.paragraphs == tuple(PARAGRAPHS)


def test_english_pages_are_read_too() -> None:
    assert body_of(modern(paragraphs(ENGLISH))).paragraphs == tuple(ENGLISH)


def test_text_parted_by_line_breaks_in_a_layout_table() -> None:
    body = body_of(table_page("<br><br>\u3000\u3000".join(PARAGRAPHS)))
    assert body.paragraphs == tuple(PARAGRAPHS)
    assert "|" not in body.text


def test_body_split_over_sibling_tables() -> None:
    cells = "".join(f"<table><tr><td>{text}</td></tr></table>" for text in PARAGRAPHS)
    assert body_of(table_page(cells)).paragraphs == tuple(PARAGRAPHS)


def test_chinese_article_in_pre_is_text() -> None:
    lines = "\n\n".join("    " + text[:20] + "\n" + text[20:] for text in PARAGRAPHS)
    body = body_of(f"<html><body><pre>{lines}</pre></body></html>")
    assert body.paragraphs == tuple(PARAGRAPHS)
    assert body.code_share == 0


def test_short_last_lines_of_the_same_make_stay() -> None:
    assert body_of(modern(paragraphs([*PARAGRAPHS, "特此通告。", "某某市"]))).text.endswith("特此通告。\n某某市")


def test_body_that_stands_twice_is_kept_once() -> None:
    body = body_of(modern(paragraphs(), f"<div class='article-content'>{paragraphs()}</div>"))
    assert body.text == "\n".join(PARAGRAPHS)


def test_comments_and_related_lists_stay_out() -> None:
    after = (
        "<div class='related'><h3>相关阅读</h3><ul>"
        + "".join(f"<li><a href='/r/{i}'>另一篇关于港口的文章之{i}</a></li>" for i in range(6))
        + "</ul></div><div id='comments'>"
        + "".join(f"<p>网友{i}：写得真好，我也是在港口边上长大的，看了很有感触。</p>" for i in range(5))
        + "</div>"
    )
    body = body_of(modern(paragraphs(), after))
    assert body.text == "\n".join(PARAGRAPHS)
    assert body.related_links == tuple(f"https://news.example/r/{i}" for i in range(6))
    assert not set(body.related_links) & set(body.links)


def test_quotes_code_and_tables_are_told_apart_from_text() -> None:
    quote = "他在信里写道：那时候码头上只有一盏灯，船来了就亮，船走了就灭，谁也说不清是谁在管。"
    table = "<table>" + "".join(f"<tr><td>{2000 + i}年</td><td>{i * 37}吨</td><td>{i}艘</td></tr>" for i in range(9))
    code = "<pre><code>for (int i = 0; i &lt; 10; i++) {\n    ship[i].load(cargo);\n}</code></pre>"
    inner = paragraphs(PARAGRAPHS[:4]) + f"<blockquote><p>{quote}</p></blockquote>{table}</table>{code}"
    body = body_of(modern(inner + paragraphs(PARAGRAPHS[4:])))
    assert body.paragraphs == tuple(PARAGRAPHS)
    assert body.quotes == (quote,)
    assert quote in body.text
    assert 0.1 < body.code_share < 0.5


def test_blockquote_that_lays_out_the_whole_text_is_no_quote() -> None:
    body = body_of(modern(f"<blockquote>{paragraphs()}</blockquote>"))
    assert body.paragraphs == tuple(PARAGRAPHS)
    assert body.quotes == ()


@pytest.mark.parametrize(
    "line",
    [
        "来源：<a href='http://source.example/a'>某报</a>", "（转载自<a href='http://source.example/a'>某报</a>）",
        "本文来自：<a href='http://source.example/a'>某报</a>", "原文链接：<a href='http://source.example/a'>点这里</a>",
        "Source: <a href='http://source.example/a'>The Paper</a>",
        "This article was originally published at <a href='http://source.example/a'>The Paper</a>",
    ],
)
def test_attribution_lines_leave_the_text_with_their_links(line: str) -> None:
    body = body_of(modern(paragraphs() + f"<p>{line}</p>"))
    assert body.paragraphs == tuple(PARAGRAPHS)
    assert len(body.attribution_lines) == 1
    assert body.attribution_links == ("http://source.example/a",)
    assert body.links == ()


def test_byline_above_the_text_gives_the_attribution() -> None:
    body = body_of(modern("<div>2026-01-20 16:31 来源：某报</div>" + paragraphs()))
    assert body.text == "\n".join(PARAGRAPHS)
    assert body.attribution_lines == ("2026-01-20 16:31 来源：某报",)


@pytest.mark.parametrize(
    "line",
    ["声明：本文仅代表作者观点，与本站无关。", "责任编辑：张三", "（编辑：李四）", "免责声明：以上内容仅供参考。",
     "未经本网书面授权不得转载、摘编。", "版权声明：本文归作者所有。", "【打印本页】【关闭窗口】",
     "分享到：微信 微博 QQ空间",
     "© 2026 Example Ltd. All rights reserved."],
)
def test_disclaimers_editors_and_share_bars_are_no_fingerprint_text(line: str) -> None:
    inner = paragraphs([*PARAGRAPHS[:4], line, *PARAGRAPHS[4:]])
    assert body_of(modern(inner)).paragraphs == tuple(PARAGRAPHS)


def test_interview_questions_are_text() -> None:
    question = "记者：您通过什么渠道了解这些变化？"
    assert question in body_of(modern(paragraphs([*PARAGRAPHS, question, PARAGRAPHS[0][5:]]))).paragraphs


def test_links_and_images_are_absolute_and_in_order() -> None:
    inner = paragraphs(PARAGRAPHS[:4]) + (
        "<p>更多数字见<a href='../b/2.html#top'>这份报告</a>，也可以看<a href='http://other.example/x'>另一份</a>，"
        "<a href='javascript:void(0)'>点击</a>，写信到<a href='mailto:a@b.example'>编辑部</a>，我们都会看的。</p>"
        "<img src='data:image/gif;base64,AA' data-src='/i/1.jpg'><img src='i/2.png'><img src='/t.gif' width=1 height=1>"
    ) + paragraphs(PARAGRAPHS[4:])
    body = body_of(modern(inner))
    assert body.links == ("https://news.example/2026/b/2.html", "http://other.example/x")
    assert body.images == ("https://news.example/i/1.jpg", "https://news.example/2026/a/i/2.png")


def test_base_element_moves_relative_links() -> None:
    html = modern(paragraphs() + "<p>更多见<a href='x.html'>这里</a>，都是去年写下的文字，如今看来还算准确。</p>")
    assert body_of(html.replace("<head>", "<head><base href='http://b.example/d/'>")).links == ("http://b.example/d/x.html",)


def test_markup_keeps_the_format_of_the_source() -> None:
    styled = "".join(f"<p class='src-p'>{text}<span class='src-mark'>.</span></p>" for text in PARAGRAPHS)
    first, copy = body_of(modern(styled)), body_of(table_page(f"<div>{styled}</div>"))
    plain = body_of(modern(paragraphs()))
    assert first.markup == tuple(sorted(set(first.markup)))
    assert all(0 <= value < 2**32 for value in first.markup)
    assert set(first.markup) & set(copy.markup)
    assert not set(first.markup) & set(plain.markup)


def test_hidden_text_and_scripts_are_passed_over() -> None:
    inner = paragraphs() + "<p style='display:none'>看不见的文字，不该出现在正文里面，谁也读不到它。</p>"
    inner += "<script>var a='脚本，也不算。'</script>"
    assert body_of(modern(inner)).paragraphs == tuple(PARAGRAPHS)


def test_tree_is_left_as_it_was() -> None:
    tree = parse(modern(paragraphs()))
    before = len(list(tree.iter()))
    assert extract_body(tree, URL) == extract_body(tree, URL)
    assert len(list(tree.iter())) == before


@pytest.mark.parametrize(
    "html",
    ["", " ", "<", "\0", "<html", "<!-- never closed", "<html/>", "<frameset><frame src=x></frameset>", "\ud800", "]]>",
     "<?xml version='1.0' encoding='gbk'?>", "<a href='http://[bad'>x</a><img src='http://[bad'>"],
)
def test_odd_pages_do_not_raise(html: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert len(body_of(html).text) <= 3


@pytest.mark.parametrize("opening", ["<div>", "<b><table><tr><td>", "<font>", "<blockquote>", "<ul><li>", "<a>"])
def test_a_hundred_thousand_levels_keep_paragraphs_apart(opening: str) -> None:
    started = time.process_time()
    body = body_of("<html><body>" + opening * 100_000 + paragraphs())
    assert body.text == "\n".join(PARAGRAPHS)
    assert time.process_time() - started < 10


def test_very_long_lists_take_linear_time() -> None:
    html = "<html><body>" + "<table><tr><td>甲</td><td>乙</td></tr></table>" * 20_000 + paragraphs()
    started = time.process_time()
    body_of(html)
    assert time.process_time() - started < 10
