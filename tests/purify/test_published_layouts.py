"""Publication times in the layouts that portals, forums, blogs and offices have used over the years."""

from __future__ import annotations

import pytest
from scrapy_reprint.pipelines.purify.document import parse
from scrapy_reprint.pipelines.purify.metadata import read_metadata
from scrapy_reprint.pipelines.purify.published import published_time

SENTENCES = (
    "清晨的河口湿地，薄雾还没有散去，观鸟人已经架好了望远镜，等着第一批候鸟落脚。",
    "保护区的巡护员介绍，今年水位比往年高，鸟群停留的时间可能缩短，2003年12月1日曾有记录。",
    "志愿者每天记录数量，把结果交给研究所，用来估计整个海湾的承载能力，供来年参考。",
)
TITLE = "河口湿地迎来今年第一批候鸟"
PARAGRAPHS = "".join(f"<p>　　{text}</p>" for text in SENTENCES * 3)
BREAKS = "<br>　　".join(SENTENCES * 3)
NAVIGATION = "<table><tr>" + "".join(f"<td><a href=/c{n}>频道{n}</a></td>" for n in range(30)) + "</tr></table>"
RELATED = "<div><b>相关新闻</b><ul>" + "".join(
    f"<li><a href=/{n}>湿地候鸟报道之第{n}篇</a> (2008-05-0{n} 0{n}:11)</li>" for n in range(1, 7)
) + "</ul></div>"
COMMENTS = "<div><h4>网友评论</h4>" + "".join(
    f"<div><b>网友{n}</b> 发表于 2009-06-0{n} 12:0{n}:11<p>这篇文章写得真好，我也去看过候鸟。</p></div>"
    for n in range(1, 5)
) + "</div>"
FOOTER = "<div>Copyright © 1996-2010 BAY Corporation, All Rights Reserved 版权所有 备案 2004-03-05</div>"


def thread(post: str, first: int = 3, last: int = 6) -> str:
    return "".join(
        post.format(n=n, title=TITLE if n == first else "", text=BREAKS) for n in range(first, last + 1)
    )


LAYOUTS: dict[str, tuple[str | None, str]] = {
    "portal, fields in one line": ("2008-05-03T10:20", f"""
        {NAVIGATION}<h1>{TITLE}</h1>
        <div><div>BIRDS.BAY.TEST　2008年05月03日10:20　来源：<a href=http://x.test>东海网</a></div>
        <div>[<a>我来说两句</a>] [字号：<a>大</a>]</div></div>{PARAGRAPHS}{RELATED}{FOOTER}"""),
    "portal with comments": ("2008-05-03T10:20:33", f"""
        {NAVIGATION}<div id=endText><h1>{TITLE}</h1>
        <div>2008-05-03 10:20:33　来源: <a>东海网</a>(海湾)　<a>跟贴 12 条</a></div>
        {PARAGRAPHS}</div>{RELATED}{COMMENTS}{FOOTER}"""),
    "comments without a byline": (None, f"{NAVIGATION}<h1>{TITLE}</h1>{PARAGRAPHS}{RELATED}{COMMENTS}{FOOTER}"),
    "tables": ("2005-05-03T10:20", f"""
        {NAVIGATION}<table><tr><td><font size=5>{TITLE}</font></td></tr>
        <tr><td>海湾国际 (2005年05月03日 10:20)</td></tr><tr><td>{BREAKS}</td></tr></table>{RELATED}{FOOTER}"""),
    "article system": ("2004-05-03", f"""
        {NAVIGATION}<table><tr><td><b>{TITLE}</b></td></tr>
        <tr><td>作者：阿海　来源：本站原创　更新时间：2004-5-3　文章录入：admin</td></tr><tr><td>{BREAKS}</td></tr>
        <tr><td>上一篇文章：<a>旧闻</a> 2004-4-1</td></tr></table>"""),
    "thread, labelled posts": ("2008-05-03T10:20", thread("""
        <table><tr><td><cite>用户{n}</cite><p>注册 2006-1-{n}</p><dl><dt>注册时间</dt><dd>2006-1-{n}</dd>
        <dt>最后登录</dt><dd>2009-1-{n}</dd></dl></td><td><div>{n}# 大 中 小 发表于 2008-5-{n} 10:20
        <a>只看该作者</a></div><h2>{title}</h2><div>{text}</div></td></tr></table>""")),
    "thread, moment in a title": ("2013-05-03T10:20:33", f"<h1>{TITLE}</h1>" + thread("""
        <table><tr><td><a>用户{n}</a></td><td><div><em>发表于 <span title='2013-5-{n} 10:20:33'>{n} 天前</span></em>
        <a>只看该作者</a></div>{text}</td></tr></table>""")),
    "thread, bare dates below posts": ("2005-08-13T16:12:21", f"<p>主题：{TITLE}</p>" + thread("""
        <table><tr><td>用户{n}<br>等级：会员<br>文章：12<br>注册：2004-3-{n}</td><td><b>{title}</b><br>{text}</td></tr>
        <tr><td>第 <b>{n}</b> 楼</td><td>2005-8-1{n} 16:12:21</td></tr></table>""")),
    "thread, date of submission": ("2005-05-03T10:20:00", f"""
        <table><tr><td>作者：<a>阿海</a> 提交日期：2005-5-3 10:20:00 访问：1234 回复：56</td></tr></table>
        <div>{BREAKS}</div>""" + thread("""
        <table><tr><td>作者：<a>用户{n}</a> 回复日期：2005-5-{n} 11:00:00</td></tr></table><div>{text}</div>""", 4)),
    "blog, posted below": ("2012-05-03T10:20", f"""
        <h2><a href=/p/1>{TITLE}</a></h2><div>{PARAGRAPHS}</div>
        <div>posted @ <span>2012-05-03 10:20</span> <a>阿海</a> 阅读(123) <a>评论(4)</a></div>{COMMENTS}"""),
    "blog, posted by in English": ("2005-08-12T16:12", f"""
        <h3>{TITLE}</h3>{PARAGRAPHS}<p>Posted by Hai at August 12, 2005 04:12 PM</p>
        <h2>Comments</h2><p>nice</p><p>Posted by: Li at August 13, 2005 05:12 PM</p>"""),
    "blog, day above the title": ("2008-05-03", f"""
        <div class=postHeader><h3>2008-05-03</h3><h2>{TITLE}</h2></div>{PARAGRAPHS}"""),
    "office, table of fields": ("2018-05-03", f"""
        {NAVIGATION}<table><tr><td>发文机关：</td><td>海湾市政府</td><td>成文日期：</td><td>2018年04月27日</td></tr>
        <tr><td>标题：</td><td>{TITLE}</td></tr>
        <tr><td>文号：</td><td>海政〔2018〕1号</td><td>发布日期：</td><td>2018年05月03日</td></tr></table>
        {PARAGRAPHS}<p align=right>2018年4月27日</p>"""),
    "byline inside the heading": ("2013-07-31T23:29:45", f"""
        {NAVIGATION}<h1>{TITLE}<br><span>2013-07-31 23:29:45&nbsp;&nbsp;来源：<a href=/>东海网</a>&nbsp;责任编辑：李明
        </span></h1>{PARAGRAPHS}{RELATED}"""),
    "signature only": (None, f"<h3>{TITLE}</h3>{PARAGRAPHS}<p align=right>二〇〇五年八月十二日</p>"),
    "last edit beside first": ("2019-03-05T10:11:12", f"""
        <h1>{TITLE}</h1><div><span>最新推荐文章于 2023-05-01 10:10:10 发布</span></div>
        <div>于&nbsp;2019-03-05 10:11:12&nbsp;首次发布</div>{PARAGRAPHS}"""),
    "bulletin board": ("2005-08-12T16:12:21", "".join((
        f"<pre>发信人: hai (阿海), 信区: Bird\n标  题: {TITLE}\n",
        "发信站: 海湾站 (Fri Aug 12 16:12:21 2005), 站内\n\n", "\n".join(SENTENCES * 3), "\n--\n</pre>"))),
    "lone date at the end": ("2006-05-03T10:20", f"""
        {NAVIGATION}<h1>{TITLE}</h1>{PARAGRAPHS}<p>(责任编辑：李明)</p><p>2006-05-03 10:20</p>"""),
    "server clock at the end": (None, f"""
        <h1>{TITLE}</h1>{PARAGRAPHS}<p>GMT+8, 2006-5-3 10:20 , Processed in 0.03 second(s)</p>"""),
}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_articles_own_date_is_found(layout: str) -> None:
    expected, body = LAYOUTS[layout]
    tree = parse(f"<html><head><title>{TITLE}_候鸟_海湾网</title></head><body>{body}</body></html>")
    url = "https://bay.test/a/1.html"
    title = read_metadata(tree, url).title
    found = published_time(tree, url, title=title, fetched_at="2024-06-01T12:00:00+08:00")
    assert found.published_at == expected
