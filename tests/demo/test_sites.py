"""The demo web's pages: decodable, reachable, the same in every run, and true to what the catalogue says."""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys
from datetime import timedelta
from typing import TYPE_CHECKING
from urllib.parse import urljoin, urlsplit
from urllib.robotparser import RobotFileParser
from xml.etree import ElementTree as ET

import pytest
from lxml import html
from scrapy_reprint.crawler.demo import build_copies, build_site_pages, true_verdicts
from scrapy_reprint.crawler.demo.catalogue import SITES
from scrapy_reprint.crawler.demo.sites import addresses, articles

if TYPE_CHECKING:
    from scrapy_reprint.crawler.demo.publish import Site

PAGES = build_site_pages()
by_site = pytest.mark.parametrize("site", SITES, ids=lambda site: site.name)
of_site = {site.name: site for site in SITES}


def place(url: str) -> tuple[str, str]:
    parts = urlsplit(url)
    return parts.netloc, parts.path


def text_of(url: str) -> str:
    host, path = place(url)
    site = next(site for site in SITES if site.host == host)
    return PAGES[host, path].body.decode(site.encoding)


@pytest.mark.parametrize("hash_seed", ["1", "2"])
def test_the_bytes_are_the_same_in_every_process(hash_seed: str) -> None:
    code = (
        "import hashlib; from scrapy_reprint.crawler.demo import build_site_pages as pages;"
        "print(hashlib.sha256(repr(pages()).encode()).hexdigest())"
    )
    environment = os.environ | {"PYTHONHASHSEED": hash_seed, "TZ": "America/New_York"}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment)
    assert done.stdout.strip() == hashlib.sha256(repr(PAGES).encode()).hexdigest()


@by_site
def test_pages_decode_strictly_and_say_what_the_header_says(site: Site) -> None:
    for (host, path), page in PAGES.items():
        if host != site.host or not page.content_type.startswith("text/html"):
            continue
        text = page.body.decode(site.encoding)
        assert "\ufffd" not in text
        declared = re.search(r'charset="?([\w-]+)', text)
        assert declared, path
        header = re.search(r"charset=([\w-]+)", page.content_type)
        assert header is None or header[1].lower() == declared[1].lower()


def test_haibin_lies_about_its_charset() -> None:
    raw = b"".join(page.body for (host, _), page in PAGES.items() if host == "www.haibin.test")
    assert b"charset=gb2312" in raw
    with pytest.raises(UnicodeDecodeError):
        raw.decode("gb2312")
    # Beyond GBK too: this character takes four bytes.
    assert "㙟".encode("gb18030") in raw
    assert len("㙟".encode("gb18030")) == 4


def test_the_launderer_writes_big5_with_references_for_what_big5_lacks() -> None:
    text = text_of(next(url for url in build_copies() if "wanxiang" in url))
    assert "&#8203;" in text
    assert re.search(r"[\u4e00-\u9fff]\([a-zà-ǜ]+\)", text)


@by_site
def test_every_page_is_reached_by_links_from_the_home_page(site: Site) -> None:
    waiting, reached = [site.url], {site.url}
    while waiting:
        url = waiting.pop()
        if url.endswith(".xml"):
            continue
        for link in html.fromstring(text_of(url)).xpath("//a/@href"):
            target = urljoin(url, link)
            if target not in reached and target.startswith(site.url) and place(target) in PAGES:
                reached.add(target)
                waiting.append(target)
    own = {f"http://{host}{path}" for (host, path) in PAGES if host == site.host}
    unlinked = {site.url + name for name in ("robots.txt", "sitemap.xml", "rss.xml", "atom.xml")}
    unlinked |= {url for url in own if url.endswith(".png")}
    assert own - reached <= unlinked


@pytest.mark.parametrize("site", [site for site in SITES if site.has_sitemap], ids=lambda site: site.name)
def test_sitemaps_name_all_articles(site: Site) -> None:
    assert b"sitemap.xml" in PAGES[site.host, "/robots.txt"].body
    root = ET.fromstring(PAGES[site.host, "/sitemap.xml"].body)
    named = {element.text for element in root.iter() if element.tag.endswith("}loc")}
    assert named == {site.url, *(addresses()[article.key] for article in articles()[site.name])}


@by_site
def test_no_link_of_a_page_is_dead(site: Site) -> None:
    for (host, path), page in PAGES.items():
        if host == site.host and page.content_type.startswith("text/html"):
            tree = html.fromstring(page.body.decode(site.encoding))
            for link in [*tree.xpath("//a/@href"), *tree.xpath("//img/@src")]:
                target = urljoin(f"http://{host}{path}", link).partition("#")[0]
                assert target.startswith("javascript:") or place(target) in PAGES, (path, link)


def test_robots_keep_a_path_of_the_newsroom_to_itself() -> None:
    for site in SITES:
        parser = RobotFileParser()
        parser.parse(PAGES[site.host, "/robots.txt"].body.decode().splitlines())
        assert parser.can_fetch("Scrapy", site.url)
        assert parser.can_fetch("Scrapy", f"{site.url}member/login.html") == (site.name != "chenbao")
    assert ("www.chenbao.test", "/member/login.html") in PAGES


@pytest.mark.parametrize(
    ("host", "path", "entries"), [("www.haibin.test", "/rss.xml", 16), ("tidepool.test", "/atom.xml", 11)]
)
def test_feeds_list_all_articles(host: str, path: str, entries: int) -> None:
    root = ET.fromstring(PAGES[host, path].body)
    assert len([element for element in root.iter() if element.tag.rpartition("}")[2] in {"item", "entry"}]) == entries


def test_wholesale_copies_come_later_in_bursts_and_keep_links_and_images() -> None:
    urls = addresses()
    originals = {article.key: article for group in articles().values() for article in group}
    copies = articles()["scraper"]
    assert len(copies) >= 16
    for copy in copies:
        source = originals[copy.taken_from]
        assert copy.published > source.published
        assert place(urls[copy.key])[1] == place(urls[source.key])[1]
        assert copy.body_html in text_of(urls[copy.key])
        assert copy.body_html in text_of(urls[source.key])
    first = sorted(copy.published for copy in copies)[:8]
    assert first[-1] - first[0] < timedelta(minutes=3)
    left = sum("<a href=" in copy.body_html for copy in copies)
    hotlinked = sum("<img src=" in copy.body_html for copy in copies)
    assert left >= 10
    assert hotlinked >= 10


def test_laundered_articles_lose_the_source_and_some_are_back_dated() -> None:
    originals = {article.key: article for group in articles().values() for article in group}
    laundered = articles()["launderer"]
    assert len(laundered) >= 12
    for copy in laundered:
        text = text_of(addresses()[copy.key])
        assert not re.search(r"chenbao|haibin|tidepool|lanwan-life", text)
        assert len(copy.blocks) == len(originals[copy.taken_from].paragraphs) + 1
    back_dated = [copy for copy in laundered if copy.published < originals[copy.taken_from].published]
    assert len(back_dated) == 3


def test_reposts_name_their_source() -> None:
    reposts = [article for article in articles()["reposter"] if article.taken_from]
    assert (len(reposts), len(articles()["reposter"])) == (5, 13)
    for article in reposts:
        page = html.fromstring(text_of(addresses()[article.key]))
        source = addresses()[article.taken_from]
        assert source in page.xpath("//div[@class='meta']//a/@href")
        canonical = page.xpath("//link[@rel='canonical']/@href")
        assert canonical == [source if article.credit == "canonical" else addresses()[article.key]]


def test_official_notices_are_carried_with_their_source() -> None:
    carried = [a for a in articles()["chenbao"] + articles()["haibin"] if a.taken_from]
    assert len(carried) == 4
    assert all("来源：" in text_of(addresses()[a.key]) and "政务公开" in text_of(addresses()[a.key]) for a in carried)


def test_the_truth_names_each_stolen_article_once_and_each_domain() -> None:
    copies = build_copies()
    thieves = {place(url)[0] for url in copies}
    assert thieves == {of_site["scraper"].host, of_site["launderer"].host}
    assert all(place(url) in PAGES and place(source) in PAGES for url, source in copies.items())
    assert not set(copies) & set(copies.values())
    assert sorted(true_verdicts().values()) == sorted(site.verdict for site in SITES)
