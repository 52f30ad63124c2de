"""Whose site a page is, by accounts, codes and licences."""

from __future__ import annotations

import time

import pytest
from scrapy_reprint.pipelines.purify import RawPage, purify
from scrapy_reprint.pipelines.purify.document import parse
from scrapy_reprint.pipelines.purify.owner_ids import MOST_CHARS, MOST_IDS, read_owner_ids
from scrapy_reprint.pipelines.purify.shown import read_shown

HASH = "3f9a0c17d2b84e65a1c0f7d9e8b2461c"
TEXT = "清晨的河口湿地，薄雾还没有散去，观鸟人已经架好了望远镜，等着第一批候鸟落脚，一直等到太阳升起来。"


def ids_of(head: str = "", body: str = "") -> tuple[str, ...]:
    tree = parse(f"<html><head><title>候鸟</title>{head}</head><body>{body}</body></html>")
    return read_owner_ids(tree, read_shown(tree, "候鸟"))


def article(text: str = "", footer: str = "") -> str:
    body = "".join(f"<p>{TEXT}</p>" for _ in range(4))
    return f"<div class=nav>首页</div><h1>候鸟</h1><div class=main>{body}<p>{text}</p>{body}</div>{footer}"


@pytest.mark.parametrize(
    "markup",
    [
        (
            f'<script>var _hmt=_hmt||[];(function(){{var hm=document.createElement("script");\n'
            f'hm.src="https://hm.baidu.com/hm.js?{HASH}";}})();</script>'
        ),
        f"<script src='//hm.baidu.com/hm.js?{HASH}'></script>",
        f"<script src='https://hm.baidu.com/h.js?{HASH.upper()}'></script>",
        (
            f'<script>document.write(unescape("%3Cscript src=\'" + p + "hm.baidu.com/h.js%3F{HASH}\' '
            f"type='text/javascript'%3E%3C/script%3E\"));</script>"
        ),
        f"<script>_hmt.push(['_setAccount', '{HASH}']);</script>",
        f'<script>var o={{"tongji":"https:\\/\\/hm.baidu.com\\/hm.js?{HASH}"}}</script>',
    ],
)
def test_baidu_tongji_is_known_by_every_snippet(markup: str) -> None:
    assert ids_of(markup) == ids_of(body=markup) == (f"baidu_tongji:{HASH}",)


@pytest.mark.parametrize(
    "markup",
    [
        "<script src='https://s19.cnzz.com/z_stat.php?id=1274893188&web_id=1274893188'></script>",
        "<script src='//s4.cnzz.com/stat.php?id=1274893188&amp;show=pic'></script>",
        "<script src='http://c.cnzz.com/core.php?web_id=1274893188&amp;t=z'></script>",
        "<script src='https://v1.cnzz.com/z.js?async=1&id=1274893188'></script>",
        (
            "<script>document.write(unescape(\"%3Cspan id='cnzz_stat_icon_1274893188'%3E%3C/span%3E%3Cscript src='\"+p+"
            "\"s11.cnzz.com/stat.php%3Fid%3D1274893188%26show%3Dpic1'%3E%3C/script%3E\"));</script>"
        ),
        '<script>_czc.push(["_setAccount", "1274893188"]);</script>',
    ],
)
def test_cnzz_is_known_by_every_snippet(markup: str) -> None:
    assert ids_of(body=markup) == ("cnzz:1274893188",)


@pytest.mark.parametrize(
    ("markup", "expected"),
    [
        ("<script src='//js.users.51.la/20885247.js'></script>", "51la:20885247"),
        ('<script>LA.init({id:"KFunBsxDl2bThYnS",ck:"KFunBsxDl2bThYnS"})</script>', "51la:KFunBsxDl2bThYnS"),
        (
            "<script>LA.init({\n  id: '3MQCwI1AgSSiVg37',\n  ck: '3MQCwI1AgSSiVg37',\n autoTrack: true})</script>",
            "51la:3MQCwI1AgSSiVg37",
        ),
        (
            '<script>!function(p){var c="sdk.51.la/js-sdk-pro.min.js"}({id:"JjEi1VdQ7",ck:"JjEi1VdQ7"});</script>',
            "51la:JjEi1VdQ7",
        ),
        ("<script src='https://v6-widget.51.la/v6/JjEi1VdQ7/quote.js?theme=0'></script>", "51la:JjEi1VdQ7"),
        ("<script>ga('create', 'UA-244507-2', 'auto');</script>", "ga:UA-244507"),
        ("<script>_gaq.push(['_setAccount', 'UA-244507-31']);</script>", "ga:UA-244507"),
        ("<script async src='https://www.googletagmanager.com/gtag/js?id=UA-244507-2'></script>", "ga:UA-244507"),
        ("<script async src='https://www.googletagmanager.com/gtag/js?id=G-8KD2J0PLQ4'></script>", "ga:G-8KD2J0PLQ4"),
        ("<script>gtag('config', 'G-8KD2J0PLQ4');</script>", "ga:G-8KD2J0PLQ4"),
        (
            "<script>(function(w,d,s,l,i){})(window,document,'script','dataLayer','GTM-PNTW78');</script>",
            "gtm:GTM-PNTW78",
        ),
        ("<iframe src='https://www.googletagmanager.com/ns.html?id=GTM-PNTW78'></iframe>", "gtm:GTM-PNTW78"),
        ("<script>google_ad_client = 'ca-pub-0856444517921492';</script>", "adsense:pub-0856444517921492"),
        ('<script>google_ad_client = "pub-0856444517921492";</script>', "adsense:pub-0856444517921492"),
        ("<ins class=adsbygoogle data-ad-client=ca-pub-0856444517921492></ins>", "adsense:pub-0856444517921492"),
        (
            "<script src='//p.test/adsbygoogle.js?client=ca-pub-0856444517921492'></script>",
            "adsense:pub-0856444517921492",
        ),
        ("<meta name=google-adsense-account content=ca-pub-0856444517921492>", "adsense:pub-0856444517921492"),
        ("<meta name=baidu-site-verification content=codeva-nXglycuJb6>", "verify:baidu:codeva-nXglycuJb6"),
        ("<meta content='h05+W_z=' name=Google-Site-Verification>", "verify:google:h05+W_z="),
        ("<meta name=msvalidate.01 content=9451CA04ABC9D1D5>", "verify:bing:9451CA04ABC9D1D5"),
        ("<meta name=360-site-verification content=5f6b7e089e84559f>", "verify:360:5f6b7e089e84559f"),
        ("<meta name=sogou_site_verification content=BCj2PJBWHq>", "verify:sogou:BCj2PJBWHq"),
        ("<meta name=shenma-site-verification content=087f881b_1688214039>", "verify:shenma:087f881b_1688214039"),
        ("<meta name=bytedance-verification-code content='TKlif/gLT+gHFA' />", "verify:bytedance:TKlif/gLT+gHFA"),
        ("<meta name=yandex-verification content=1cb4877f178228>", "verify:yandex:1cb4877f178228"),
        ("<meta name=p:domain_verify content=85420ddac6963c61>", "verify:pinterest:85420ddac6963c61"),
        ("<meta property=fb:app_id content=113191652055439>", "verify:facebook_app:113191652055439"),
        ("<meta property=fb:pages content=155677885272>", "verify:facebook_pages:155677885272"),
    ],
)
def test_an_account_or_code_is_read(markup: str, expected: str) -> None:
    assert ids_of(markup) == (expected,)


@pytest.mark.parametrize(
    "markup",
    [
        "<script>ga('create', 'UA-XXXXX-X', 'auto');</script>",
        "<script>ga('create', 'UA-000000-1', 'auto');</script>",
        "<script async src='https://www.googletagmanager.com/gtag/js?id=G-XXXXXXXXXX'></script>",
        "<script src='https://www.googletagmanager.com/gtm.js?id=GTM-XXXX'></script>",
        f"<script src='https://hm.baidu.com/hm.js?{'x' * 32}'></script>",
        f"<script src='https://hm.baidu.com/hm.js?{'0' * 32}'></script>",
        "<script src='https://hm.baidu.com/hm.js?<?php echo $id ?>'></script>",
        f"<script>\n  // hm.src = 'https://hm.baidu.com/hm.js?{HASH}';\n</script>",
        f"<!-- <script src='https://hm.baidu.com/hm.js?{HASH}'></script> -->",
        "<script src='https://s95.cnzz.com/z_stat.php?id=xxx&web_id=xxx'></script>",
        "<script>LA.init({id:'YOUR_ID',ck:'YOUR_CK'})</script>",
        "<script>google_ad_client = 'ca-pub-XXXXXXXXXXXXXXXX';</script>",
        "<meta name=google-site-verification content=YOUR_CODE_HERE>",
        "<meta name=baidu-site-verification content=''>",
        "<meta name=keywords content='UA-244507-2'>",
        "<meta property=fb:app_id content=966242223397117>",
        "<script type=application/ld+json>{\"text\": \"ga('create', 'UA-244507-2')\"}</script>",
        "<script>var model = 'G-8KD2J0PLQ4', room = 'HUA-244507-2';</script>",
    ],
)
def test_what_stands_in_the_place_of_an_id_is_none(markup: str) -> None:
    assert ids_of(markup) == ()


def test_ids_that_the_text_speaks_of_are_not_the_sites() -> None:
    text = f"统计代码形如 hm.baidu.com/hm.js?{HASH}，谷歌的是 'UA-244507-2'，广告的是 ca-pub-0856444517921492。"
    assert ids_of(body=article(text)) == ()


@pytest.mark.parametrize(
    ("footer", "expected"),
    [
        ("<p>京ICP备12045678号-3</p>", ("icp:京ICP备12045678", "icp_site:京ICP备12045678-3")),
        ("<p>备案号：（京）ICP备 12045678 号</p>", ("icp:京ICP备12045678",)),
        ("<p>京ＩＣＰ备１２０４５６７８号－３</p>", ("icp:京ICP备12045678", "icp_site:京ICP备12045678-3")),
        (
            "<p>粵icp備2021038026號-01</p>".replace("號", "号"),
            ("icp:粤ICP备2021038026", "icp_site:粤ICP备2021038026-1"),
        ),
        ("<p><span>京ICP备</span><a href=#>12045678号</a></p>", ("icp:京ICP备12045678",)),
        ("<p>京ICP证030173号</p>", ("icp:京ICP证030173",)),
        ("<p>增值电信业务经营许可证：苏B2-20140001</p>", ("icp:苏B2-20140001",)),
        ("<p>京公网安备 11010502030143号</p>", ("police:11010502030143",)),
        (
            "<p>京公网安备11010502030143</p><p>ICP备案：京ICP备12045678号</p>",
            ("icp:京ICP备12045678", "police:11010502030143"),
        ),
        (f"<p>{'东海通讯版权所有 ' * 30} 京ICP备12045678号 {'东海通讯 ' * 30}</p>", ("icp:京ICP备12045678",)),
        ("<p>京ICP备00000000号</p>", ()),
        ("<p>京ICP备XXXXXXXX号</p>", ()),
        ("<p>京ICP备11045678号 沪ICP备12045678号 粤ICP备13045678号</p>", ()),
    ],
)
def test_licence_numbers_are_read_from_the_end_of_the_page(footer: str, expected: tuple[str, ...]) -> None:
    assert ids_of(body=article(footer=footer)) == expected


def test_a_licence_that_an_article_speaks_of_is_not_its_sites() -> None:
    text = "法院查明，被告的网站备案号为沪ICP备09012345号，公安备案为沪公网安备31011502009321号，开办者是另一家公司。"
    assert ids_of(body=article(text)) == ()
    footer = "<p>京ICP备12045678号</p>"
    assert ids_of(body=article(text, footer)) == ("icp:京ICP备12045678",)


def test_a_link_to_the_authority_or_a_footers_name_is_the_sites_own_wherever_it_stands() -> None:
    far = "".join(f"<li>相关新闻第{n}条，标题也不算短</li>" for n in range(300))
    for markup in (
        "<a href='https://beian.miit.gov.cn/'>京ICP备12045678号</a>",
        "<a href='http://www.beian.gov.cn/portal/registerSystemInfo'><span>京ICP备12045678号</span></a>",
        "<div class=siteFooter><p>京ICP备12045678号</p></div>",
        "<footer><p>京ICP备12045678号</p></footer>",
    ):
        assert ids_of(body=article(footer=markup + far)) == ("icp:京ICP备12045678",)
    assert ids_of(body=article(footer="<p class=football>京ICP备12045678号</p>" + far)) == ()


def test_ids_are_sorted_capped_and_short() -> None:
    many = "".join(f"<script>ga('create', 'UA-{n}-1')</script>" for n in range(10_000, 10_100))
    long = f"<meta name=google-site-verification content={'ab' * 40}>"
    found = ids_of(long + many)
    assert len(found) == MOST_IDS
    assert list(found) == sorted(set(found))
    assert all(len(owner_id) <= MOST_CHARS for owner_id in ids_of(long + many))


def test_a_purified_page_bears_the_ids_of_its_owner() -> None:
    html = f"<html><head><title>候鸟</title><script src='//hm.baidu.com/hm.js?{HASH}'></script></head><body>"
    page = purify(RawPage(url="https://a.test/1", html=html + article(footer="京ICP备12045678号-2") + "</body></html>"))
    assert page.owner_ids == (f"baidu_tongji:{HASH}", "icp:京ICP备12045678", "icp_site:京ICP备12045678-2")
    assert purify(RawPage(url="https://a.test/1", text=TEXT * 9)).owner_ids == ()


@pytest.mark.parametrize(
    "markup",
    [
        "<p>京ICP备</p>" * 50_000,
        "<script>" + "cnzz.com/" * 100_000 + "</script>",
        '<script>51.la id: "' + "id: '" * 100_000 + "</script>",
        "<script>" + "hm.baidu.com/h.js?" * 50_000 + "</script>",
    ],
)
def test_a_page_made_to_slow_the_reader_down_does_not(markup: str) -> None:
    tree = parse(f"<body>{markup}</body>")
    shown = read_shown(tree)
    began = time.process_time()
    assert read_owner_ids(tree, shown) == ()
    assert time.process_time() - began < 0.5
