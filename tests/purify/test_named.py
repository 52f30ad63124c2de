"""By what names a text speaks of its own publisher."""

from __future__ import annotations

import time

import pytest
from scrapy_reprint.pipelines.purify import RawPage, purify
from scrapy_reprint.pipelines.purify.named import MAX_CHARS, MAX_NAMES, named_publishers

STORY = "".join(
    f"<p>第{n}段，渡口的灯亮了一夜，船工们把缆绳收好，又数了一遍木箱，才往镇上走去，路上谁也没有说话。</p>"
    for n in range(9)
)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("他告诉晨报首席记者，桥通了。", ["晨报"]),
        ("接受新浪科技记者采访时他说", ["新浪科技"]),
        ("据晨报记者了解，桥通了。", ["晨报"]),
        ("晨报讯（记者 李明）桥通了。", ["晨报"]),
        ("【晨报讯】桥通了。", ["晨报"]),
        ("晨报3月5日讯 桥通了。", ["晨报"]),
        ("中新网北京3月5日电 桥通了。", ["中新网"]),
        ("央视网消息（新闻联播）：桥通了。", ["央视网"]),
        ("新华日报·交汇点记者 徐睿翔", ["新华日报", "交汇点"]),
        ("晨报和海报记者联合报道", ["晨报", "海报"]),
        ("晨报獨家專訪：晨報記者 李明", ["晨报"]),
        ("晨报客户端讯 桥通了", ["晨报"]),
        ("欢迎访问晨报网 www.chenbao.test。", ["晨报网", "chenbao.test"]),
        ("更多内容，请关注“晨报”微信公众号", ["晨报"]),
        ("公众号：晨报视野", ["晨报视野"]),
        ("（本文首发于《晨报》）", ["晨报"]),
        ("版权所有 晨报网 未经许可不得转载", ["晨报网"]),
        ("晨报网隐私政策适用于本站。", ["晨报网"]),
        ("晨报网（以下简称“我们”）重视您的隐私", ["晨报网"]),
        ("凡本网注明“来源：晨报网”的作品，均为本网所有", ["晨报网"]),
        ("投稿：news@chenbao.com，李明 liming@163.com", ["chenbao.com"]),
        ("The mayor told The Daily Planet in an interview.", ["The Daily Planet"]),
        ("The Daily Planet has learned that it is open.", ["The Daily Planet"]),
        ("Subscribe to The Daily Planet today. © 2024 Daily Planet.", ["The Daily Planet", "Daily Planet"]),
        ("Daily Planet's privacy policy says so.", ["Daily Planet"]),
        ("METROPOLIS (Daily Planet) - The bridge is open.", ["Daily Planet"]),
    ],
)
def test_a_house_names_itself(text, names):
    assert list(named_publishers([text])) == names


@pytest.mark.parametrize(
    "text",
    [
        "本报讯 本报记者从市里获悉，本站编辑部欢迎您。",
        "据晨报报道，桥通了。",
        "据晨报消息，桥通了。据晨报独家报道，路也通了。",
        "来自晨报的消息说，桥通了。",
        "接受《晨报》记者采访时他说",
        "外交部记者会上，记者协会的人说，他对记者说过。",
        "新华社北京3月5日电（新华社记者 李明）桥通了。",
        "驻北京记者 李明",
        "最新消息：桥通了。好消息：路也通了。但是还有一个好消息：船也开了。",
        "WASHINGTON (AP) — He told Reuters and told police. © Reuters",
        "According to The Daily Planet, the bridge is open. The BBC reports the same.",
        "版权归晨报所有",
        "import os.path; open('x.py') or http://a.b/c.asp?d=e.f",
        "他的邮箱是 liming@163.com，微博 weibo.com/liming",
        "",
    ],
)
def test_who_speaks_of_others_or_of_nobody_names_nobody(text):
    assert [name for name in named_publishers([text]) if name != "a.b"] == []


def test_names_are_few_short_and_distinct():
    found = named_publishers([f"晨报{chr(0x4E00 + n)}记者 看 www.a{n}.test 和 WWW.A{n}.TEST" for n in range(40)])
    assert len(found) == MAX_NAMES == len(set(found))
    assert all(len(name) <= MAX_CHARS for name in found)


@pytest.mark.parametrize(
    "unit", ["A", "A-", "Aa ", "记者", "晨报记者", "a.", "a@", "（以下", "©2024 ", "版权所有", "凡注明", "从a"]
)
def test_text_made_to_slow_it_down_takes_time_in_proportion(unit):
    start = time.process_time()
    named_publishers([unit * (120_000 // len(unit))])
    # Ten thousand million steps, were they quadratic, take minutes.
    assert time.process_time() - start < 5


def page(before="", after="", url="https://www.thief.test/1.html", site="快讯头条"):
    html = (
        f"<html><head><title>桥通了</title><meta property='og:site_name' content='{site}'></head><body><article>"
        f"<h1>桥通了</h1>{before}{STORY}{after}</article></body></html>"
    )
    return purify(RawPage(url=url, html=html))


def test_a_page_tells_whom_its_body_names():
    first = "<p>晨报讯（记者 李明）大桥昨天通车，市民一早就在桥头排起了队，等着第一班车开过去。</p>"
    assert page(before=first).named == ("晨报",)


def test_a_copyright_line_of_another_that_was_cut_off_counts_and_the_pages_own_does_not():
    other = page(after="<p>晨报网版权所有，未经许可不得转载</p>")
    assert "晨报网" not in "".join(other.paragraphs)
    assert other.named == ("晨报网",)
    assert page(after="<p>快讯头条版权所有，未经许可不得转载</p>").named == ()


def test_an_attribution_line_is_a_declaration_and_no_leftover():
    found = page(before="<p>来源：晨报网 www.chenbao.test</p>")
    assert found.view.source_name
    assert found.named == ()
