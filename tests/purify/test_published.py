"""Publication times: which date of a page is its own, how fine it is, and where it came from."""

from __future__ import annotations

import json

import pytest
from scrapy_reprint.pipelines.purify.dates import parse_stamp, url_date
from scrapy_reprint.pipelines.purify.document import parse
from scrapy_reprint.pipelines.purify.published import Published, published_time
from scrapy_reprint.pipelines.purify.written_dates import written_dates

FETCHED = "2024-06-01T12:00:00+08:00"
TITLE = "河口湿地迎来今年第一批候鸟"
PROSE = (
    "<p>清晨的河口湿地，薄雾还没有散去，观鸟人已经架好了望远镜，等着第一批候鸟落脚。</p>"
    "<p>保护区的巡护员介绍，今年水位比往年高，浅滩面积减少，鸟群停留的时间可能缩短。</p>"
    "<p>2001年3月4日，这里曾记录到一百二十只黑脸琵鹭，那是多年来最多的一次，至今没有打破。</p>"
    "<p>志愿者每天记录数量，把结果交给研究所，用来估计整个海湾的承载能力，供来年参考。</p>"
)


def page(byline: str = "", *, head: str = "", after: str = "", above: str = "", title: str = TITLE) -> str:
    return (
        f"<html><head><title>{title}_海湾在线</title>{head}</head><body>{above}"
        f"<div id='main'><h1>{title}</h1>{byline}<div class='text'>{PROSE}</div>{after}</div></body></html>"
    )


def read(html: str, url: str = "https://news.bay.test/a/17.html", **more: object) -> Published:
    options: dict[str, object] = {"fetched_at": FETCHED, "title": TITLE, **more}
    return published_time(parse(html), url, **options)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("byline", "expected"),
    [
        ("<div>2005年05月13日14:15 海湾晚报</div>", "2005-05-13T14:15"),
        ("<div>http://www.bay.test 2005年05月13日 14:15 <font color=red>海湾晚报</font></div>", "2005-05-13T14:15"),
        ("<p class=info>2005-8-12 16:12:21 来源：海湾晚报</p>", "2005-08-12T16:12:21"),
        ("<span>时间：</span><span>2005-8-12</span>", "2005-08-12"),
        ("<table><tr><td>发布日期：</td><td>2005-08-12</td></tr></table>", "2005-08-12"),
        ("<div>发布于 2019/03/05 07:30 阅读 1024</div>", "2019-03-05T07:30"),
        ("<p>更新时间：2010.03.05 07:30</p>", "2010-03-05T07:30"),
        ("<p>发布日期：9/17/2004 5:54:13 PM</p>", "2004-09-17T17:54:13"),
        ("<p>２００５年８月１２日　１６：１２　来源：晚报</p>", "2005-08-12T16:12"),
        ("<p>发布时间：二〇〇五年八月十二日</p>", "2005-08-12"),
        ("<p>2005年8月12日 下午 3:05 记者 王某</p>", "2005-08-12T15:05"),
        ("<p>2005年8月12日（星期五）15时5分 来源：晚报</p>", "2005-08-12T15:05"),
        ("<p>发信站: 海湾站 (Fri Aug 12 16:12:21 2005), 站内</p>", "2005-08-12T16:12:21"),
        ("<div><span>2021</span> <span><em>05</em>/<em>03</em></span> <span>10:20:33</span> 来源：晚报</div>",
         "2021-05-03T10:20:33"),
        ("<p class=byline>By Ann Lee | March 3, 2020 8:05 pm</p>", "2020-03-03T20:05"),
        ("<p>Published 3 Mar 2020</p>", "2020-03-03"),
        ("<p>Published 11:34 PM EST Nov 19, 2019</p>", "2019-11-19T23:34-05:00"),
        ("<span class='time'>(2008-05-03 10:20:33)</span>", "2008-05-03T10:20:33"),
    ],
)
def test_a_byline_below_the_title_is_read_as_finely_as_it_is_written(byline: str, expected: str) -> None:
    assert read(page(byline)) == Published(expected, "byline", None)


@pytest.mark.parametrize(
    "html",
    [
        page(),
        page(after="<div id='footer'>Copyright 2005-08-12 海湾在线</div>"),
        page(above="<div class='top'>今天是 2024年5月31日 星期五</div>"),
        page(above="<div class='top'>2023年5月31日 星期三</div><ul>" + "<li><a href=/x>频道</a></li>" * 30 + "</ul>"),
        page(after="<div class='comments'><p>网友甲 发表于 2020-01-02 10:00</p></div>"),
        page(after="<h3>网友评论</h3><p>网友甲 发表于 2020-01-02 10:00</p><p>好文章</p>"),
        page(after="<ul class='related'><li><a href=/1>另一篇报道的题目</a> 2020-01-02</li></ul>"),
        page(above="<ul><li><a href=/1>湿地保护条例公布</a>(2020-01-02 10:00)</li>"
                   "<li><a href=/2>候鸟保护日活动</a>(2020-01-03 11:00)</li>"
                   "<li><a href=/3>河口水质检测</a>(2020-01-04 12:00)</li></ul>" + "<p>栏目</p>" * 200),
        page("<p>注册时间：2004-03-05 10:00</p>"),
        page("<p>报名截止：2020-03-05 10:00</p>"),
        page("<p>（2004年12月11－12日，海湾大学）</p>"),
        page("<p>时间：2005年8月12日 15:00</p><p>地点：海湾会议厅</p>"),
        page("<p>收稿日期：2005-03-01</p>"),
        page("<div>时间：2005-13-45</div>"),
        page("<div>发布时间：2031-01-01 10:00</div>"),
        page("<div>发布时间：1900-01-01 00:00:00</div>"),
        page("<p>发表时间：06/02/2022</p>"),
    ],
)
def test_no_date_is_given_where_the_page_shows_none_of_its_own(html: str) -> None:
    assert read(html).published_at is None


def test_dates_of_the_text_are_never_the_pages() -> None:
    assert read(f"<body>{PROSE}</body>").published_at is None


def test_the_first_post_of_a_thread_dates_it() -> None:
    posts = "".join(
        f"<div class='post'><div class='info'>作者 发表于 2007-5-{day} 10:2{day}</div><div>{PROSE}</div></div>"
        for day in (3, 4, 5, 6)
    )
    html = f"<html><head><title>{TITLE} - 海湾论坛</title></head><body><h2>{TITLE}</h2>{posts}</body></html>"
    assert read(html).published_at == "2007-05-03T10:23"


def test_a_line_below_a_post_dates_it_but_not_the_line_about_the_post_it_answers() -> None:
    after = (
        "<center>本贴由<b>阿海</b>于2005年8月12日16:12:21在〖<a href=/b>海湾版</a>〗发表.</center><hr>"
        "原标题:【<a href=/1>另一个题目</a>】是阿海在2005年8月12日16:10:13发表"
    )
    assert read(page(after=after)).published_at == "2005-08-12T16:12:21"


def test_the_issue_of_a_newspaper_dates_its_articles() -> None:
    above = (
        "<div class=left><b>2022年02月13日 星期日</b> 第02版：综合 <a href=1>上一版</a> <a href=2>下一版</a>"
        "<p>标题导航</p>" + "<p>栏目</p>" * 300 + "</div>"
    )
    assert read(page(above=above)).published_at == "2022-02-13"


def test_json_ld_is_found_in_a_graph_and_comments_in_it_are_passed_over() -> None:
    data = {"@graph": [
        {"@type": "WebSite", "name": "x"},
        {"@type": "NewsArticle", "headline": TITLE, "datePublished": "2019-03-05T07:30:11+08:00",
         "dateModified": "2019-03-06T09:00:00+08:00",
         "comment": [{"@type": "Comment", "datePublished": "2021-01-01T00:01:00Z"}]},
    ]}
    head = f"<script type='application/ld+json'>{json.dumps(data)}</script>"
    found = read(page(head=head))
    assert found == Published("2019-03-05T07:30:11+08:00", "json-ld", "2019-03-06T09:00:00+08:00")


def test_broken_json_ld_still_gives_its_date() -> None:
    head = '<script type="application/ld+json">{"datePublished": "2019-03-05T07:30:11+08:00", "x": "a\n"b"}</script>'
    assert read(page(head=head)).published_at == "2019-03-05T07:30:11+08:00"


@pytest.mark.parametrize(
    "meta",
    [
        "<meta property='article:published_time' content='2019-03-05T07:30:11+08:00'>",
        "<meta name='PubDate' content='2019-03-05T07:30:11+08:00'>",
        "<meta name='weibo:article:create_at' content='2019-03-05T07:30:11+08:00'>",
        "<meta itemprop='datePublished' content='2019-03-05T07:30:11+08:00'>",
        "<meta name='dc.date' content='2019-03-05T07:30:11+08:00'>",
    ],
)
def test_meta_elements_name_the_time(meta: str) -> None:
    assert read(page(head=meta)) == Published("2019-03-05T07:30:11+08:00", "meta", None)


def test_a_time_element_of_the_article_counts_and_those_of_comments_do_not() -> None:
    comment = "<div class='comment'><time datetime='2020-01-01T10:00:00+08:00'>x</time></div>"
    byline = "<p><time datetime='2019-03-05T07:30:11+08:00'>3月5日</time></p>"
    assert read(page(byline, after=comment)) == Published("2019-03-05T07:30:11+08:00", "time", None)
    assert read(page(after=comment)).published_at is None


def test_script_variables_date_pages_that_show_no_date() -> None:
    script = "<script>var nickname = 'x'; var ct = \"1644742800\"; var n = 3;</script>"
    assert read(page(head=script)) == Published("2022-02-13T17:00:00+08:00", "meta", None)
    assert read(page("<p>2022-02-06 07:48 来源：晚报</p>", head=script)).published_at == "2022-02-06T07:48"
    state = '<script>s = {"publishTime": "2022-02-06 07:48:11", "more": {"publishTime": "2022-02-07 08:00"}}</script>'
    assert read(page(head=state)).published_at is None


def test_utc_is_given_on_the_clock_that_the_page_shows() -> None:
    head = "<meta property='article:published_time' content='2022-02-06T12:48:06+00:00'>"
    assert read(page("<p>发表时间：06/02/2022 - 13:48</p>", head=head)).published_at == "2022-02-06T13:48:06+01:00"
    assert read(page("<p>2022-02-06 20:48</p>", head=head)).published_at == "2022-02-06T20:48:06+08:00"
    assert read(page(head=head)).published_at == "2022-02-06T12:48:06+00:00"


def test_utc_of_the_day_before_is_moved_to_the_day_shown() -> None:
    head = "<meta property='article:published_time' content='2022-02-06T18:48:06Z'>"
    assert read(page("<p>2022-02-07 来源：晚报</p>", head=head)).published_at == "2022-02-07T02:48:06+08:00"


def test_local_time_falsely_marked_as_utc_loses_the_mark() -> None:
    head = "<meta property='article:published_time' content='2022-02-06T12:48:06Z'>"
    assert read(page("<p>2022-02-06 12:48 来源：晚报</p>", head=head)).published_at == "2022-02-06T12:48:06"


def test_a_weak_field_gives_way_to_the_byline_and_to_the_url() -> None:
    head = "<meta name='createdate' content='2018-02-06 10:00:00'>"
    assert read(page(head=head)).published_at == "2018-02-06T10:00:00"
    assert read(page("<p>2005-05-03 07:48 来源：晚报</p>", head=head)).published_at == "2005-05-03T07:48"
    assert read(page(head=head), url="https://a.test/2005/05/03/1.html") == Published("2005-05-03", "url", None)
    strong = "<meta name='pubdate' content='2018-02-06 10:00:00'>"
    assert read(page("<p>2005-05-03 07:48 来源：晚报</p>", head=strong)).published_at == "2018-02-06T10:00:00"


def test_midnight_of_a_field_is_a_day_only() -> None:
    head = "<meta name='publishdate' content='2022-02-06 00:00:00'>"
    assert read(page(head=head)) == Published("2022-02-06", "meta", None)
    assert read(page("<p>2022-02-06 来源：晚报</p>", head=head)).published_at == "2022-02-06"
    assert read(page("<p>2022-02-06 00:00 来源：晚报</p>")).published_at == "2022-02-06"
    assert read(page("<p>2022-02-06 00:00:37 来源：晚报</p>")).published_at == "2022-02-06T00:00:37"


def test_a_shown_clock_refines_a_field_that_knows_the_day() -> None:
    head = "<meta name='publishdate' content='2022-02-06'>"
    found = read(page("<p>2022年02月06日07:48 | 来源：晚报</p>", head=head))
    assert found == Published("2022-02-06T07:48", "byline", None)


def test_the_users_item_wins_and_hints_fill_gaps() -> None:
    html = page("<p>2022-02-06 07:48 来源：晚报</p>")
    assert read(html, item_value="2020-05-06 07:08") == Published("2020-05-06T07:08", "item", None)
    feed = read(page(), hints=(("feed", "Tue, 03 Mar 2020 08:00:01 +0800"),))
    assert feed == Published("2020-03-03T08:00:01+08:00", "feed", None)


def test_a_sitemap_is_the_last_resort_and_says_modified_otherwise() -> None:
    hints = (("sitemap", "2022-05-01T10:00:00+08:00"),)
    assert read(page(), hints=hints) == Published("2022-05-01T10:00:00+08:00", "sitemap", None)
    shown = read(page("<p>2022-02-06 07:48 来源：晚报</p>"), hints=hints)
    assert shown == Published("2022-02-06T07:48", "byline", "2022-05-01T10:00:00+08:00")


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("https://a.test/2005/08/12/17.html", "2005-08-12"),
        ("https://a.test/n/20050812/17.html", "2005-08-12"),
        ("https://a.test/2005-08/12/content_17.htm", "2005-08-12"),
        ("https://a.test/x/t20050812_1733.htm", "2005-08-12"),
        ("https://a.test/world/2019/nov/18/birds", "2019-11-18"),
        ("https://a.test/birds-20191115/", "2019-11-15"),
        ("https://a.test/2005/08/birds", "2005-08"),
        ("https://a.test/2005/13/45/17.html", None),
        ("https://a.test/120050812/17.html", None),
        ("https://a.test/20051112-d510-4904-a714-88bb267b62da.html", None),
        ("https://a.test/?id=17", None),
    ],
)
def test_urls_name_days_and_months(url: str, expected: str | None) -> None:
    stamp = url_date(url)
    assert (str(stamp) if stamp else None) == expected
    assert read(page(), url=url).published_from == ("url" if expected else "")


def test_a_date_without_year_takes_it_from_the_url_or_is_none() -> None:
    html = page("<p>05-13 14:15 来源：晚报</p>")
    assert read(html, url="https://a.test/2019/05/13/1.html").published_at == "2019-05-13T14:15"
    assert read(html).published_at is None


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("2019-11-20T01:50:59.403", "2019-11-20T01:50:59"),
        ("Wed Nov 20 2019 09:28:00 GMT+0000 (UTC)", "2019-11-20T09:28:00+00:00"),
        ("Tue, 03 Mar 2020 08:00:00 +0800", "2020-03-03T08:00:00+08:00"),
        ("20050812161221", "2005-08-12T16:12:21"),
        ("1644742800", "2022-02-13T09:00:00+00:00"),
        ("1644742800000", "2022-02-13T09:00:00+00:00"),
        ("Wed Nov 20 09:28:00 CST 2019", "2019-11-20T09:28:00"),
        ("2018-11", "2018-11"),
        ("0001-01-01T00:00:00Z", None),
        ("2005-02-30", None),
        ("yesterday", None),
        ("", None),
    ],
)
def test_stamps_for_machines_are_read_in_their_usual_forms(value: str, expected: str | None) -> None:
    stamp = parse_stamp(value)
    assert (str(stamp) if stamp else None) == expected


def test_versions_and_longer_numbers_are_no_dates() -> None:
    assert [*written_dates("1.2005.8.12 x 12005-8-12 y 2010.1.2.3 z 2005-8-123")] == []
