from __future__ import annotations

import pytest
from scrapy_reprint.pipelines.purify.url import canonical_url, domain_of, host_of, page_id, private_suffix

URL = "https://a.test/s?id=7&page=2"


@pytest.mark.parametrize(
    "other",
    [
        "http://a.test/s?id=7&page=2", "https://a.test/s?page=2&id=7", "https://a.test/s?id=7&page=2#comments",
        "https://a.test/s?utm_source=x&id=7&spm=1.2&page=2", "HTTPS://A.TEST/s?id=7&page=2",
        "https://a.test:443/s?id=7&page=2", "http://a.test:80/s?id=7&page=2", "https://user:pass@a.test/s?id=7&page=2",
        "https://user@a.test:443/s?id=7&page=2",
    ],
)
def test_spellings_of_one_address_are_one_page(other: str) -> None:
    assert page_id(other) == page_id(URL)


@pytest.mark.parametrize(
    "other",
    ["https://a.test/s?id=8&page=2", "https://a.test:8443/s?id=7&page=2", "https://b.test/s?id=7&page=2",
     "https://a.test:80/s?id=7&page=2", "https://a.test/S?id=7&page=2"],
)
def test_other_addresses_are_other_pages(other: str) -> None:
    assert page_id(other) != page_id(URL)


def test_host_names_of_all_scripts_have_one_form() -> None:
    assert host_of("https://新闻.中国/一") == host_of("https://xn--efvy88h.xn--fiqs8s/") == "xn--efvy88h.xn--fiqs8s"
    assert page_id("https://新闻.中国/一") == page_id("https://xn--efvy88h.xn--fiqs8s/%E4%B8%80")
    assert domain_of("https://www.新闻.中国/") == domain_of("https://xn--efvy88h.xn--fiqs8s/")


@pytest.mark.parametrize(
    "url",
    ["", "http:///x", "http://[::1", "javascript:alert(1)", "//", "http://", "data:text/html,x", "x" * 10_000,
     "http://\u2100.test/", "http://" + "中" * 100 + ".test/", "http://a.test:99999999/", "http://\ud800.test/", "\0"],
)
def test_no_text_breaks_the_names(url: str) -> None:
    assert isinstance(canonical_url(url), str)
    assert len(page_id(url)) == 16
    assert isinstance(domain_of(url), str)


def test_a_backslash_ends_the_host_as_in_browsers() -> None:
    assert host_of("https://a.test\\@b.test/") == "a.test"


def test_a_host_ends_where_path_query_fragment_or_port_begins() -> None:
    assert host_of("https://a.test#@b.test/") == host_of("https://a.test?x") == host_of("https://a.test.") == "a.test"
    assert host_of("https://b.test@a.test/") == host_of("https://a.test:80/") == "a.test"


def test_an_address_in_brackets_stays_whole() -> None:
    assert canonical_url("http://[::1]:80/a") == "http://[::1]/a"
    assert domain_of("http://[::1]:80/a") == "::1"


@pytest.mark.parametrize(
    ("domain", "suffix"),
    [("a.github.io", "github.io"), ("a.blogspot.com", "blogspot.com"), ("a.com.cn", ""), ("a.blog.test", ""), ("", "")],
)
def test_only_platforms_have_a_private_suffix(domain: str, suffix: str) -> None:
    assert private_suffix(domain) == suffix
