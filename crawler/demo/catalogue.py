"""Who is who in the demo web, and who took what from whom."""

from __future__ import annotations

from .body import BodyStyle
from .publish import Site

SITES = (
    Site(
        "chenbao", "www.chenbao.test", "晨报网", "newsroom", "original", "/{y}/{m}{d}/{n}.html", first_number=10421,
        style=BodyStyle(
            paragraph='<p class="art-p">{}</p>',
            image='<figure class="art-fig"><img src="{0}" alt="{1}"><figcaption>{1}</figcaption></figure>',
            image_base="http://img.chenbao.test/2026/",
        ),
        has_sitemap=True, etags=True, last_modified=True, disallow=("/member/",),
    ),
    Site(
        # Says gb2312, as old pages do, and writes GB18030: rare names would not fit otherwise.
        "haibin", "www.haibin.test", "海滨在线", "newsroom", "original", "/news/{y}-{m}/{d}/content_{n}.htm",
        style=BodyStyle(
            paragraph="<p>　　{}</p>",
            image='<div align="center"><img src="{0}" border="0"><br><font color="#666666">{1}</font></div>',
            image_base="http://static.haibin-img.test/pic/",
        ),
        first_number=7730, encoding="gb18030", content_type="text/html", feed="rss",
    ),
    Site(
        "blog", "tidepool.test", "潮间带笔记", "blog", "original", "/posts/{id}/",
        style=BodyStyle(
            code='<pre class="highlight"><code>{}</code></pre>',
            image='<p class="photo"><img src="{0}" alt="{1}" loading="lazy"></p>',
            image_base="http://tidepool.test/images/",
        ),
        feed="atom", etags=True,
    ),
    Site(
        "official", "www.lanwan-gov.test", "澜湾市政务公开", "official", "insufficient",
        "/zwgk/{y}{m}/t{y}{m}{d}_{n}.html", first_number=3301, last_modified=True, has_sitemap=True,
    ),
    Site(
        "reposter", "www.lanwan-life.test", "澜湾生活", "reposter", "reposter", "/life/{id}.html",
        style=BodyStyle(paragraph="<section><p>{}</p></section>", image_base="http://www.lanwan-life.test/upload/"),
        content_type="text/html", has_sitemap=True,
    ),
    # No path of its own: it mirrors those of its sources.
    Site("scraper", "www.kuaixun-toutiao.test", "快讯头条", "scraper", "scraper", ""),
    Site(
        "launderer", "www.wanxiang-wenzhai.test", "萬象文摘", "launderer", "scraper", "/read.php/{n}", first_number=501,
        encoding="big5hkscs", content_type="text/html; charset=Big5",
    ),
    Site(
        "forum", "bbs.wangchao.test", "望潮论坛", "forum", "insufficient", "/thread-{n}-1-1.html", first_number=2207,
        style=BodyStyle(
            paragraph='<div class="t_f">{}</div>', heading='<div class="authi">{}</div>',
            quote='<div class="quote"><blockquote>{}</blockquote></div>',
        ),
        encoding="gbk", content_type="text/html; charset=gbk",
    ),
    Site(
        "docs", "docs.tidelog.test", "潮位记录仪手册", "docs", "insufficient", "/zh/{id}.html",
        style=BodyStyle(code='<div class="highlight"><pre>{}</pre></div>'), has_sitemap=True,
    ),
    # Lists of others' titles and not one article.
    Site("hub", "hao.lanwan-daohang.test", "澜湾导航", "hub", "insufficient", ""),
)  # fmt: skip

#: What the scraper took, in batches of (first minute, seconds between articles, keys).
SCRAPED = (
    ("2026-04-06T02:10:04", 21, (
        "chenbao/ferry-night", "chenbao/bookstore", "haibin/rain-school", "chenbao/rice-drone", "haibin/oyster",
        "blog/knots", "haibin/clinic", "chenbao/bus-elder",
    )),
    ("2026-04-27T02:10:05", 25, (
        "chenbao/bridge-open", "haibin/salt-field", "blog/sourdough", "chenbao/rowing", "haibin/tea",
        "blog/tide-logger",
    )),
    ("2026-05-25T02:10:03", 24, (
        "haibin/night-market", "chenbao/lighthouse", "blog/barometer", "haibin/football", "chenbao/kindergarten",
    )),
)  # fmt: skip

#: What the launderer took: (time it claims, section, key). Times before the source's are back-dated.
LAUNDERED = (
    ("2026-03-09T21:03:00", "生活百味", "chenbao/bus-elder"),
    ("2026-03-10T21:04:00", "鄉土風物", "haibin/oyster"),
    ("2026-03-02T08:30:00", "生活百味", "chenbao/bookstore"),
    ("2026-04-02T21:01:00", "科技前沿", "chenbao/rice-drone"),
    ("2026-04-02T21:01:00", "健康養生", "haibin/clinic"),
    ("2026-04-02T21:02:00", "鄉土風物", "blog/knots"),
    ("2026-04-02T21:02:00", "生活百味", "chenbao/ferry-night"),
    ("2026-04-02T21:03:00", "歷史鉤沉", "haibin/rain-school"),
    ("2026-04-08T09:15:00", "歷史鉤沉", "chenbao/lighthouse"),
    ("2026-04-10T10:00:00", "鄉土風物", "haibin/tea"),
    ("2026-05-20T21:02:00", "生活百味", "blog/sourdough"),
    ("2026-05-20T21:02:00", "體壇風雲", "haibin/football"),
    ("2026-05-20T21:03:00", "鄉土風物", "reposter/noodle"),
    ("2026-05-21T21:00:00", "體壇風雲", "chenbao/rowing"),
)
