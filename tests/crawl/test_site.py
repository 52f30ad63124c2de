"""Whole-site crawls against a real server."""

from __future__ import annotations

import gzip
import re
from typing import TYPE_CHECKING, Any

import pytest
from scrapy_reprint.crawler.arguments import ArgumentError
from scrapy_reprint.crawler.spiders.site import SiteSpider

from .mockserver import Answer

if TYPE_CHECKING:
    from pathlib import Path

    from .conftest import Crawl, Project
    from .mockserver import Asked, MockServer

FAST = ["-s", "AUTOTHROTTLE_ENABLED=False"]


def crawl(project: Project, server: MockServer, *options: str, **arguments: Any) -> Crawl:
    arguments.setdefault("urls", server.url())
    done = project.crawl("site", *FAST, *options, **arguments)
    assert "Traceback" not in done.log, done.log
    return done


def link(*paths: str) -> str:
    return "<html><body>" + "".join(f'<a href="{path}">x</a>' for path in paths)


def xml(body: str) -> Answer:
    return Answer(body.encode(), headers={"Content-Type": "application/xml"})


def sitemap(server: MockServer, *entries: tuple[str, str], kind: str = "urlset") -> str:
    child = "url" if kind == "urlset" else "sitemap"
    rows = "".join(
        f"<{child}><loc>{server.url(path)}</loc><lastmod>{date}</lastmod></{child}>" for path, date in entries
    )
    return f'<?xml version="1.0"?><{kind} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{rows}</{kind}>'


def test_links_are_followed_within_the_domain_and_every_page_is_yielded(
    project: Project, server: MockServer
) -> None:
    server.html("/", link("/a", "/b.jpg", "http://elsewhere.invalid/", "/a#part", "/gone", "/data"))
    server.html("/a", link("/", "/b?sid=123"), X_Name="value")
    server.html("/b", "<html>deep")
    server.pages["/data"] = Answer(b"{}", headers={"Content-Type": "application/json"})
    done = crawl(project, server)
    assert done.paths() == ["/", "/a", "/b"]
    page = next(item for item in done.items if item["url"].endswith("/a"))
    assert page["status"] == 200
    assert page["headers"]["x-name"] == "value"
    assert page["follows"] == [server.url("/"), server.url("/b")]
    assert page["fetched_at"].endswith("+00:00")
    assert page["body"]
    assert "/b.jpg" not in server.paths()
    assert done.stats["reprint/site/not_html"] == 1


def test_sitemaps_of_all_kinds_give_pages_and_dates(project: Project, server: MockServer) -> None:
    server.pages["/robots.txt"] = Answer(f"User-agent: *\nSitemap: {server.url('/index.xml')}\n".encode())
    index = sitemap(server, ("/packed.xml.gz", ""), ("/plain.xml", ""), ("/list.txt", ""), kind="sitemapindex")
    server.pages["/index.xml"] = xml(index)
    server.pages["/packed.xml.gz"] = Answer(gzip.compress(sitemap(server, ("/packed", "2026-01-02")).encode()))
    server.pages["/plain.xml"] = xml(sitemap(server, ("/plain", "2026-01-03"), ("/", "2026-01-04")))
    server.pages["/list.txt"] = Answer(server.url("/listed").encode(), headers={"Content-Type": "text/plain"})
    server.pages["/sitemap.xml"] = xml(
        '<urlset xmlns:news="n"><url><loc>' + server.url("/news") + "</loc><lastmod>2026-02-02</lastmod>"
        "<news:news><news:publication_date>2026-02-01T08:00+08:00</news:publication_date></news:news></url></urlset>"
    )
    for path in ("/", "/packed", "/plain", "/listed", "/news"):
        server.html(path, link("/packed", "/plain"))
    done = crawl(project, server)
    assert {item["url"].rpartition("/")[2]: item["date_hints"] for item in done.items} == {
        "": [["sitemap", "2026-01-04"]], "packed": [["sitemap", "2026-01-02"]], "plain": [["sitemap", "2026-01-03"]],
        "listed": [], "news": [["sitemap", "2026-02-01T08:00+08:00"]],
    }


def test_feed_dates_go_with_pages_that_links_lead_to(project: Project, server: MockServer) -> None:
    head = '<link rel="alternate" type="application/rss+xml" href="/rss.xml"><link rel="alternate" href="/en/">'
    server.html("/", f"<html><head>{head}</head><body><a href='/a'>x</a>")
    server.html("/a", link("/atom.xml"))
    server.html("/b", "<html>b")
    server.html("/only-in-feed", "<html>f")
    server.pages["/rss.xml"] = Answer(
        f"<rss version='2.0'><channel><item><link>{server.url('/a')}</link>"
        f"<pubDate>Tue, 03 Mar 2026 08:00:00 +0800</pubDate></item>"
        f"<item><link>{server.url('/only-in-feed')}</link></item></channel></rss>".encode(),
        headers={"Content-Type": "application/rss+xml"},
    )
    server.pages["/atom.xml"] = xml(
        f"<feed xmlns='http://www.w3.org/2005/Atom'><entry><link href='{server.url('/b')}'/>"
        "<updated>2026-03-04T08:00:00Z</updated></entry></feed>"
    )
    done = crawl(project, server)
    hints = {item["url"].rpartition("/")[2]: item["date_hints"] for item in done.items}
    assert hints["a"] == [["feed", "Tue, 03 Mar 2026 08:00:00 +0800"]]
    assert hints["b"] == [["feed", "2026-03-04T08:00:00Z"]]
    assert "only-in-feed" in hints
    assert server.paths().count("/rss.xml") == 1


def test_robots_txt_is_obeyed(project: Project, server: MockServer) -> None:
    server.pages["/robots.txt"] = Answer(b"User-agent: *\nDisallow: /private")
    server.html("/", link("/private/a", "/public"))
    server.html("/private/a", "<html>")
    server.html("/public", "<html>")
    assert crawl(project, server).paths() == ["/", "/public"]
    assert "/private/a" not in server.paths()


def test_what_the_user_sets_wins(project: Project, server: MockServer) -> None:
    project.write("ROBOTSTXT_OBEY = False\n")
    server.pages["/robots.txt"] = Answer(b"User-agent: *\nDisallow: /")
    server.html("/", link("/a"))
    server.html("/a", link("/a/b"))
    server.html("/a/b", "<html>")
    assert crawl(project, server, "-s", "DEPTH_LIMIT=2").paths() == ["/", "/a"]


def test_max_pages_is_kept_by_domain_and_said(project: Project, server: MockServer) -> None:
    server.html("/", link(*(f"/{number}" for number in range(10))))
    for number in range(10):
        server.html(f"/{number}", link("/", *(f"/{other}" for other in range(10))))
    done = crawl(project, server, urls=f"{server.url()},{server.url(host='localhost')}", max_pages=4)
    assert len(done.items) == 8
    assert done.stats["reprint/page_limit/127.0.0.1"] == 7
    assert done.stats["reprint/page_limit/localhost"] == 7
    assert done.log.count("was cut at max_pages=4") == 2


def test_requests_that_bring_no_page_do_not_use_up_max_pages(project: Project, server: MockServer) -> None:
    server.html("/", link("/gone", "/moved", "/data.php", "/a", "/b"))
    server.pages["/moved"] = Answer(status=302, headers={"Location": "/"})
    server.pages["/data.php"] = Answer(b"{}", headers={"Content-Type": "application/json"})
    server.html("/a", "<html>")
    server.html("/b", "<html>")
    assert crawl(project, server, max_pages=3).paths() == ["/", "/a", "/b"]


def test_traps_end(project: Project, server: MockServer) -> None:
    # Relative links that resolve one level deeper each time, and a calendar.
    server.html("/", link("/x/", "/calendar/1"))

    class Pages(dict[str, Any]):
        def get(self, path: str, default: Any = None) -> Any:
            html = link("x/", "/calendar/2")
            page = Answer(html.encode(), headers={"Content-Type": "text/html"})
            return page if path.startswith(("/x", "/calendar")) else super().get(path, default)

    server.pages = Pages(server.pages)
    assert crawl(project, server).paths() == ["/", "/x/", "/x/x/"]


def test_a_gzip_bomb_is_stopped(project: Project, server: MockServer) -> None:
    bomb = gzip.compress(b"<html>" + b" " * 80_000_000)
    packed = {"Content-Type": "text/html", "Content-Encoding": "gzip"}
    server.html("/", link("/bomb", "/a"))
    server.html("/a", "<html>")
    server.pages["/bomb"] = Answer(bomb, headers=packed)
    server.pages["/sitemap.xml"] = Answer(bomb)
    done = crawl(project, server)
    assert done.paths() == ["/", "/a"]
    assert "DOWNLOAD_MAXSIZE" in done.log
    assert "Cannot read sitemap" in done.log


def test_a_site_that_moved_is_followed(project: Project, server: MockServer) -> None:
    server.pages["/start"] = Answer(status=301, headers={"Location": server.url("/", host="localhost")})
    server.html("/", link("/a"))
    server.html("/a", "<html>")
    done = crawl(project, server, urls=server.url("/start"))
    assert done.urls() == [server.url("/", host="localhost"), server.url("/a", host="localhost")]


def test_a_stopped_crawl_goes_on(project: Project, server: MockServer) -> None:
    dated = [(f"/{number}", "2026-01-02") for number in range(100)]
    server.pages["/sitemap.xml"] = xml(sitemap(server, *dated))
    server.html("/", "<html>")
    for number in range(100):
        server.html(f"/{number}", "<html>")
    job = ["-s", "JOBDIR=job", "-s", "CONCURRENT_REQUESTS=1"]
    first = crawl(project, server, *job, "-s", "CLOSESPIDER_ITEMCOUNT=5", max_pages=80)
    second = crawl(project, server, *job, max_pages=80)
    assert first.stats["finish_reason"] == "closespider_itemcount"
    assert 5 <= len(first.items) < 80
    assert len(first.items) + len(second.items) == 80
    assert not {item["url"] for item in first.items} & {item["url"] for item in second.items}
    assert all(item["date_hints"] == [["sitemap", "2026-01-02"]] for item in second.items)
    assert "Unable to serialize" not in first.log
    assert "at least 21 known addresses were not fetched" in second.log


def test_links_of_an_article_that_was_skipped_are_followed(project: Project, server: MockServer) -> None:
    project.write(
        "from scrapy_reprint.middlewares import Unchanged\n"
        "class Skip:\n"
        "    def process_request(self, request):\n"
        "        if request.url.endswith('/old'):\n"
        "            raise Unchanged('stored', (request.url[:-3] + 'behind', 'http://elsewhere.invalid/'))\n"
        "DOWNLOADER_MIDDLEWARES = {'settings.Skip': 120}\n"
    )
    server.html("/", link("/old"))
    server.html("/behind", "<html>")
    assert crawl(project, server).paths() == ["/", "/behind"]


def test_seeds_come_from_a_file(project: Project, server: MockServer, tmp_path: Path) -> None:
    seeds = tmp_path / "seeds.txt"
    seeds.write_text(f"# sites\n\n{server.url()}  # the first\n{server.url('/more', host='localhost')}\n")
    server.html("/", "<html>")
    server.html("/more", "<html>")
    assert len(crawl(project, server, urls=f"@{seeds}").items) == 2


def test_a_bad_argument_is_one_sentence(project: Project) -> None:
    done = project.crawl("site", urls="@nowhere.txt")
    assert done.exit_code == 1
    assert done.log.endswith(" ERROR: The file of -a urls=@nowhere.txt cannot be read: No such file or directory.\n")
    assert "Traceback" not in done.log


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({}, "needs -a urls="),
        ({"urls": "@/dev/null"}, "There is no address in -a urls=@/dev/null."),
        ({"urls": "ftp://a.test"}, "'ftp://a.test' in -a urls= is not a web address."),
        ({"urls": "a.test", "max_pages": "many"}, "-a max_pages=many is not a number of pages"),
    ],
)
def test_a_bad_argument_says_what_is_wrong(arguments: dict[str, str], sentence: str) -> None:
    with pytest.raises(ArgumentError, match=re.escape(sentence)):
        SiteSpider(**arguments)


def test_hints_are_there_even_when_the_sitemap_is_slow(project: Project, server: MockServer) -> None:
    order: list[str] = []

    def slow(asked: Asked) -> Answer:
        # Whatever is fetched beside the sitemap has its chance to come first.
        order.extend(server.paths())
        return xml(sitemap(server, ("/a", "2026-01-02")))

    server.pages["/sitemap.xml"] = slow
    server.html("/", link("/a"))
    server.html("/a", "<html>")
    done = crawl(project, server)
    assert "/a" not in order
    assert [item["date_hints"] for item in done.items if item["url"].endswith("/a")] == [[["sitemap", "2026-01-02"]]]
