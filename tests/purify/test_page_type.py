"""Articles, lists, front pages, errors and log-ins are told apart."""

from __future__ import annotations

import pytest
from scrapy_reprint.pipelines.purify.document import parse
from scrapy_reprint.pipelines.purify.page_type import page_type

SENTENCE = "清晨的河口湿地，薄雾还没有散去，观鸟人已经架好了望远镜，等着第一批候鸟落脚，一切都很安静。"
BODY = "\n".join([SENTENCE + SENTENCE] * 8)
LINKS = "".join(f"<li><a href='/a/{n}.html'>第{n}篇报道的题目写在这里很长</a></li>" for n in range(60))


def kind(html: str = "", url: str = "https://bay.test/a/1.html", **more: object) -> str:
    return page_type(parse(html), url, **more)  # type: ignore[arg-type]


def test_an_article_in_a_frame_full_of_links_is_an_article() -> None:
    assert kind(LINKS * 4 + BODY, body=BODY, title="候鸟") == "article"
    assert kind(LINKS, url="https://bay.test/list/2005/1.html", body=BODY * 3) == "article"


def test_a_short_post_is_an_article() -> None:
    assert kind(LINKS, body=SENTENCE * 2) == "article"


def test_pages_of_headlines_are_lists() -> None:
    headlines = "\n".join(f"第{n}篇报道的题目" for n in range(40))
    assert kind(LINKS, url="https://bay.test/list/3.html", body=headlines) == "list"
    assert kind(LINKS, body="") == "list"
    teasers = "\n".join([SENTENCE] * 20)
    assert kind(LINKS, url="https://bay.test/category/birds", body=teasers, body_links=20) == "list"


@pytest.mark.parametrize("url", ["https://bay.test/", "https://bay.test", "https://bay.test/index.html"])
def test_front_pages_are_the_index(url: str) -> None:
    assert kind(LINKS, url=url, body="海湾新闻") == "index"


@pytest.mark.parametrize(
    ("title", "body"),
    [
        ("404 Not Found", ""), ("页面不存在_海湾网", "返回首页"), ("提示信息 - 海湾论坛", "指定的主题不存在或已被删除"),
        ("海湾网", "抱歉，您访问的页面不存在"), ("Page not found | Bay", "Try searching"),
    ],
)
def test_soft_errors_are_errors(title: str, body: str) -> None:
    assert kind("<p>x", title=title, body=body) == "error"


def test_statuses_from_400_are_errors() -> None:
    assert kind(BODY, status=503, body=BODY, title="候鸟") == "error"


def test_an_article_about_errors_is_no_error() -> None:
    assert kind(BODY, title="404页面不存在？教你修复", body=BODY, paragraphs=8) == "article"
    assert kind(BODY, title="登录月球的故事", body=BODY) == "article"


def test_log_in_forms_are_logins() -> None:
    form = "<form><input name=u><input type=password name=p></form>"
    assert kind(form, title="用户登录 - 海湾网") == "login"
    assert kind(form, url="https://bay.test/passport/login?x=1", title="海湾网", body="请输入账号") == "login"


@pytest.mark.parametrize("url", ["http://[::1/x", "x" * 10_000, "https://a.test/" + "b" * 10_000, ""])
def test_odd_urls_do_no_harm(url: str) -> None:
    assert kind("<p>x", url=url, body=BODY) in ("article", "index")


def test_a_thread_that_asks_to_log_in_for_a_reply_is_no_login_page() -> None:
    body = "豆花妈 发表于 2026-3-30 9:25\n才九点，已经拆了两个。哪里能遛娃？\n您需要登录后才可以回帖 登录 | 立即注册"
    assert kind(body, body=body, title="今天停课", paragraphs=3) == "article"
    wall = "本版块需要登录才能浏览"
    assert kind(wall, body=wall, title="提示", paragraphs=1) == "login"


@pytest.mark.parametrize(
    "url",
    ["http://a.test/list/1.html", "http://a.test/tag/food/", "http://a.test/category/news/page/3/",
     "http://a.test/archives/", "http://a.test/search?q=x"],
)
def test_few_teasers_at_a_list_address_are_a_list(url: str) -> None:
    body = "渡口的末班船推迟了两个小时，第一周坐满了下夜班的护士和厨师，船上的小卖部也跟着加开到十一点。" * 5
    tree = parse(f"<html><body><h2><a href='/1'>渡口</a></h2><p>{body}</p></body></html>")
    assert page_type(tree, url, title="民生", body=body, paragraphs=1) == "list"
    assert page_type(tree, url, title="民生", body=body, paragraphs=1, dated=True) == "article"
    assert page_type(tree, "http://a.test/news/list-of-ships-12.html", title="民生", body=body) == "article"
