"""A site crawled again: pages that have gone are noted, and those that nothing links to any more are asked for."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from tests.dropin.conftest import stories

from .mockserver import Answer
from .test_site import FAST, link

if TYPE_CHECKING:
    from .conftest import Crawl, Project
    from .mockserver import MockServer

SETTINGS = """
ADDONS = {"scrapy_reprint.Addon": 500}
REPRINT_DB = "store"
REPRINT_WORKERS = 0
"""


def site(project: Project, server: MockServer, stories_linked: int = 6) -> None:
    project.write(SETTINGS)
    for number, story in enumerate(stories()[:6]):
        server.html(f"/{number}", story.page())
    server.html("/", link(*(f"/{number}" for number in range(stories_linked))))


def crawl(project: Project, server: MockServer, *options: str, **arguments: object) -> Crawl:
    server.asked.clear()
    done = project.crawl("site", *FAST, *options, urls=server.url(), **arguments)
    assert "Traceback" not in done.log, done.log
    assert done.exit_code == 0
    return done


def skipped(project: Project, server: MockServer) -> dict[str, str]:
    lines = (project.folder / "reports/articles.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    return {row["url"].removeprefix(server.url("")): row["skipped_because"] for row in rows}


def test_a_stored_page_that_answers_404_is_noted_as_gone(project: Project, server: MockServer) -> None:
    site(project, server)
    crawl(project, server)
    del server.pages["/2"]
    server.pages["/3"] = Answer(b"<p>busy", 503, {"Content-Type": "text/html"})
    server.html("/", link(*(f"/{number}" for number in range(6)), "/never-there"))
    done = crawl(project, server)
    assert done.stats["reprint/gone"] == 1
    told = skipped(project, server)
    assert told["/2"] == "gone"
    assert told["/3"] == ""
    assert "/never-there" not in told
    server.html("/2", stories()[2].page())
    crawl(project, server)
    assert skipped(project, server)["/2"] == ""


def test_stored_pages_that_nothing_links_to_are_asked_for_last(project: Project, server: MockServer) -> None:
    site(project, server)
    crawl(project, server)
    server.html("/", link("/0", "/1", "/new"))
    server.html("/new", stories()[6].page())
    server.html("/3", link("/behind"))
    server.html("/behind", "<html>found on a page that only the store knew")
    del server.pages["/4"]
    done = crawl(project, server)
    asked = [path for path in server.paths() if path not in {"/robots.txt", "/sitemap.xml"}]
    assert sorted(asked) == ["/", "/0", "/1", "/2", "/3", "/4", "/5", "/behind", "/new"]
    assert set(asked[:4]) == {"/", "/0", "/1", "/new"}
    assert done.stats["reprint/site/not_linked"] == 4
    assert skipped(project, server)["/4"] == "gone"


def test_max_pages_holds_for_them_too(project: Project, server: MockServer) -> None:
    site(project, server)
    crawl(project, server)
    server.html("/", link("/0", "/1"))
    done = crawl(project, server, max_pages=4)
    assert len(done.items) == 4
    assert done.stats["reprint/page_limit/127.0.0.1"] == 3


def test_fresh_ones_are_left_alone(project: Project, server: MockServer) -> None:
    site(project, server)
    crawl(project, server)
    server.html("/", link("/0"))
    done = crawl(project, server, "-s", "REPRINT_REVISIT_AFTER=86400")
    assert "/5" not in server.paths()
    assert done.stats["reprint/unchanged/fresh"] == 6


def test_a_site_that_does_not_answer_is_not_asked_for_all_its_pages(project: Project, server: MockServer) -> None:
    site(project, server)
    crawl(project, server)
    for path in list(server.pages):
        server.pages[path] = Answer(b"<p>busy", 503, {"Content-Type": "text/html"})
    crawl(project, server)
    assert set(server.paths()) <= {"/", "/robots.txt", "/sitemap.xml"}


def test_a_page_missed_on_three_days_is_given_up(project: Project, server: MockServer) -> None:
    from scrapy_reprint.pipelines.fingerprint import SignatureParams
    from scrapy_reprint.pipelines.index.revisits import note_gone
    from scrapy_reprint.pipelines.index.store import Store

    site(project, server)
    crawl(project, server)
    server.html("/", link("/0"))
    del server.pages["/1"]
    with Store(str(project.folder / "store"), map_size=2**26, stamp=SignatureParams().stamp()) as store:
        for number, days in ((1, (1, 2)), (2, (1, 2, 3))):
            for day in days:
                moment = f"2036-03-0{day}T08:00:00+00:00"
                store.write(lambda txn, n=number, m=moment: note_gone(txn, server.url(f"/{n}"), m, 2))  # type: ignore[misc]
    crawl(project, server)
    assert "/1" in server.paths()
    assert "/2" not in server.paths()


def test_without_a_store_nothing_is_opened(project: Project, server: MockServer) -> None:
    server.html("/", link("/none"))
    crawl(project, server)
    assert not (project.folder / ".scrapy").exists()


def test_what_a_cache_answers_is_no_news(project: Project, server: MockServer) -> None:
    site(project, server)
    crawl(project, server)
    del server.pages["/2"]
    cache = ("-s", "HTTPCACHE_ENABLED=True")
    assert crawl(project, server, *cache).stats["reprint/gone"] == 1
    done = crawl(project, server, *cache)
    assert server.paths() == []
    assert "reprint/gone" not in done.stats
