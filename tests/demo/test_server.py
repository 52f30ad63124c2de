"""The demo web answers as a proxy: every host, every page, and what is fresh is not sent again."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING
from urllib.error import HTTPError
from urllib.request import OpenerDirector, ProxyHandler, Request, build_opener

import pytest
from scrapy_reprint.crawler.demo import DemoWeb, build_site_pages

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(scope="module")
def web() -> Iterator[DemoWeb]:
    with DemoWeb() as web:
        yield web


@pytest.fixture(scope="module")
def client(web: DemoWeb) -> OpenerDirector:
    return build_opener(ProxyHandler({"http": web.proxy_url}))


def refusal(client: OpenerDirector, request: Request) -> tuple[int, bytes]:
    """Status and body of an answer that urllib raises as an error."""
    with pytest.raises(HTTPError) as caught:
        client.open(request)
    with caught.value as error:
        return error.code, error.read()


def test_every_page_comes_through_the_proxy_byte_for_byte(client: OpenerDirector) -> None:
    for (host, path), page in build_site_pages().items():
        with client.open(f"http://{host}{path}") as response:
            assert response.read() == page.body
            assert response.headers["Content-Type"] == page.content_type


def test_seeds_are_the_home_pages_of_all_sites_and_requests_are_counted(web: DemoWeb, client: OpenerDirector) -> None:
    before = web.requests
    for seed in web.seeds:
        with client.open(seed) as response:
            assert response.status == 200
    assert web.requests == before + len(web.seeds)
    assert {seed.removeprefix("http://").rstrip("/") for seed in web.seeds} <= set(web.hosts)


def test_an_origin_form_target_with_a_host_header_is_answered_too(web: DemoWeb) -> None:
    request = Request(f"{web.proxy_url}/robots.txt", headers={"Host": "www.chenbao.test"})
    with build_opener(ProxyHandler({})).open(request) as response:
        assert b"Disallow: /member/" in response.read()


def test_a_query_does_not_change_the_page(client: OpenerDirector) -> None:
    with client.open("http://tidepool.test/posts/knots/?from=share") as response:
        assert response.read() == build_site_pages()["tidepool.test", "/posts/knots/"].body


@pytest.mark.parametrize("url", ["http://www.chenbao.test/nothing", "http://stranger.test/", "http://[/"])
def test_unknown_pages_hosts_and_broken_targets_are_404(web: DemoWeb, client: OpenerDirector, url: str) -> None:
    request = Request("http://placeholder.test/")
    request.set_proxy(web.proxy_url.removeprefix("http://"), "http")
    request.selector = url
    assert refusal(build_opener(ProxyHandler({})), request)[0] == 404


def test_head_sends_no_body(client: OpenerDirector) -> None:
    with client.open(Request("http://www.haibin.test/", method="HEAD")) as response:
        assert response.read() == b""
        assert int(response.headers["Content-Length"]) > 1000


@pytest.mark.parametrize(
    ("url", "sent", "asked"),
    [
        ("http://www.chenbao.test/", "ETag", "If-None-Match"),
        ("http://tidepool.test/posts/fog/", "ETag", "If-None-Match"),
        ("http://www.lanwan-gov.test/", "Last-Modified", "If-Modified-Since"),
    ],
)
def test_a_page_that_has_not_changed_is_304_without_a_body(
    client: OpenerDirector, url: str, sent: str, asked: str
) -> None:
    with client.open(url) as response:
        validator = response.headers[sent]
    assert refusal(client, Request(url, headers={asked: validator})) == (304, b"")
    stale = '"other"' if sent == "ETag" else "Thu, 01 Jan 2026 00:00:00 GMT"
    with client.open(Request(url, headers={asked: stale})) as response:
        assert response.status == 200


def test_a_host_without_validators_always_sends_the_page(client: OpenerDirector) -> None:
    headers = {"If-None-Match": "*", "If-Modified-Since": "Mon, 01 Jun 2026 00:00:00 GMT"}
    with client.open(Request("http://www.haibin.test/", headers=headers)) as response:
        assert response.status == 200


def test_the_address_is_on_loopback_and_gone_after_the_context() -> None:
    with DemoWeb() as web:
        url = web.proxy_url
        assert url.startswith("http://127.0.0.1:")
    with pytest.raises(RuntimeError, match="context"):
        _ = web.proxy_url
    with pytest.raises(OSError, match="refused"):
        build_opener(ProxyHandler({"http": url})).open("http://www.chenbao.test/")


def test_the_module_prints_where_it_serves() -> None:
    command = [sys.executable, "-m", "scrapy_reprint.crawler.demo"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        process.kill()
    assert line.startswith("Proxy: http://127.0.0.1:")
