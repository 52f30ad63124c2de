"""Whom pages name as source and author."""

from __future__ import annotations

import pytest
from scrapy_reprint.pipelines.purify import RawPage, purify
from scrapy_reprint.pipelines.purify.attribution import attribution_source, author_of, read_attribution
from scrapy_reprint.pipelines.purify.document import parse
from scrapy_reprint.pipelines.purify.shown import read_shown


@pytest.mark.parametrize(
    ("line", "source"),
    [
        ("来源：海湾晚报 作者：李明", "海湾晚报"),
        ("2022-02-13 20:04:17 来源：海湾网", "海湾网"),
        ("信息来源：省环保厅 发布时间：2020-01-02 字体：大中小", "省环保厅"),
        ("（来源：海湾晚报）", "海湾晚报"),
        ("来源：[ 国际海湾报 ] 【我来说两句】", "国际海湾报"),
        ("来源 | 海湾观察", "海湾观察"),
        ("转载自海湾日报", "海湾日报"),
        ("转自：海湾社", "海湾社"),
        ("本文来自 海湾晚报 ，作者张三", "海湾晚报"),
        ("本文转载自微信公众号“海湾观察”，ID：bay", "海湾观察"),
        ("原载《海湾晚报》2005年3月", "海湾晚报"),
        ("来源: 东海网(海湾)　跟贴 12 条", "东海网"),
        ("稿源：东海网", "东海网"),
        ("来源：http://www.bay.test/1.html", "www.bay.test"),
        ("Source: Bay Wire", "Bay Wire"),
        ("Via The Bay", "The Bay"),
        ("Originally published at Bay News on March 3, 2020.", "Bay News"),
        ("This article was originally published on bay.test", "bay.test"),
    ],
)
def test_an_attribution_line_names_its_source(line: str, source: str) -> None:
    assert attribution_source(line) == source


@pytest.mark.parametrize(
    "line",
    ["来源：", "来源：本站", "来源：原创", "来源：未知", "来源：网络", "水的来源很多，包括降水和融雪", "灵感来源于生活",
     "来源： 【大 中 小】", "来源：本站综合", "消息来源：路透社", "转载请注明来源：海湾网",
     "数据来源：统计局", "图片来源：海湾社", "via email we learned of it", "可以来自任何地方", ""],
)
def test_a_line_that_names_nobody_gives_no_source(line: str) -> None:
    assert attribution_source(line) is None


@pytest.mark.parametrize(
    ("line", "author"),
    [
        ("作者：李明 / 编辑：王芳", "李明"),
        ("来源：晚报 作者：张三", "张三"),
        ("本报记者 王小海", "王小海"),
        ("文/张三", "张三"),
        ("By Ann Lee | March 3", "Ann Lee"),
        ("作者：佚名", None),
        ("作者：被称之为湾区最古老的一座灯塔", None),
        ("a walk by the sea", None),
    ],
)
def test_authors_are_read_from_bylines(line: str, author: str | None) -> None:
    assert author_of(line) == author


PROSE = "<p>清晨的河口湿地，薄雾还没有散去，观鸟人已经架好了望远镜，等着第一批候鸟落脚，一切都很安静。</p>" * 3


def read(byline: str, site_name: str = "", **more: str):  # type: ignore[no-untyped-def]
    tree = parse(f"<body><h1>河口湿地迎来候鸟</h1>{byline}{PROSE}</body>")
    return read_attribution(
        read_shown(tree, "河口湿地迎来候鸟"), "https://www.east.test/1.html", site_name=site_name, **more
    )


def test_the_byline_zone_gives_source_and_its_link() -> None:
    found = read("<div>2022-02-13 20:04 来源：<a href='http://bay.test/7.html'>海湾网</a> 作者：李明</div>")
    assert (found.source_name, found.author, found.links) == ("海湾网", "李明", ("http://bay.test/7.html",))


def test_a_label_and_its_value_may_stand_in_two_cells() -> None:
    assert read("<table><tr><td>来源：</td><td>海湾网</td></tr></table>").source_name == "海湾网"


def test_a_medium_named_right_after_the_date_is_the_source() -> None:
    assert read("<div>2005年03月21日 11:21 《海湾周刊》</div>").source_name == "海湾周刊"
    assert read("<div>2005年03月21日11:21 海湾晚报</div>").source_name == "海湾晚报"


@pytest.mark.parametrize("site", ["东海网", "东海网新闻频道"])
def test_the_sites_own_name_is_no_source(site: str) -> None:
    assert read("<div>2022-02-13 20:04 来源：东海网</div>", site_name=site).source_name == ""
    assert read("<div>来源：www.east.test</div>").source_name == ""


def test_a_meta_field_is_used_when_the_page_shows_nothing() -> None:
    assert read("", meta_source="海湾日报", meta_author="李明").source_name == "海湾日报"
    assert read("<p>来源：海湾网</p>", meta_source="海湾日报").source_name == "海湾网"
    assert read("", meta_author="L_104485").author == ""


def test_no_source_is_read_from_the_text() -> None:
    assert read("<p>他说，消息来源：一位不愿透露姓名的渔民，昨晚在码头上告诉了他，此后再没有出现。</p>" * 2).links == ()


def test_headlines_that_begin_like_attributions_name_no_source() -> None:
    text = "孩子们在沙坑里挖了一上午，说这里比从前的塑胶地好玩，园长把旧轮胎刷成五种颜色，围成了一圈矮墙。" * 6
    html = (
        f"<html><head><title>阳台上种豆角_湾区生活</title></head><body><h1>阳台上种豆角</h1><p>2026-03-05 09:10</p>"
        f"<div class='hot'><a href='/life/9.html'>转载：一所幼儿园拆掉了塑胶操场</a></div>"
        f"<div class='text'><p>{text}</p><p>{text}</p></div>"
        f"<ul><li><a href='/life/8.html'>转自晨报网：夜班族，末班船延到十一点半</a></li></ul></body></html>"
    )
    view = purify(RawPage(url="https://wan.test/life/1.html", html=html)).view
    assert view.source_name == ""
    reposted = html.replace("2026-03-05 09:10", "2026-03-05 09:10 来源：<a href='https://chen.test/1'>晨报网</a>")
    page = purify(RawPage(url="https://wan.test/life/1.html", html=reposted))
    assert page.view.source_name == "晨报网"
    assert page.attribution_links == ("https://chen.test/1",)
