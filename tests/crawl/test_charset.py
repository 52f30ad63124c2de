"""Responses are read in the encoding their bytes are in."""

from __future__ import annotations

import gzip
from typing import TYPE_CHECKING, Any

import pytest
from scrapy import Request
from scrapy.http import HtmlResponse, Response, TextResponse, XmlResponse
from scrapy_reprint.middlewares import CharsetMiddleware

from .mockserver import Answer

if TYPE_CHECKING:
    from .conftest import Project
    from .mockserver import MockServer

PAGE = "<html><head><meta charset='{}'><title>页面</title></head><body>" + "海滨的渡轮今晚停航，乘客改走大桥。" * 8
URL = "https://a.test/"


def processed(cls: type[Response], body: bytes, content_type: str | None = None, **kwargs: Any) -> Response:
    headers = {"Content-Type": content_type} if content_type else {}
    response = cls(URL, body=body, headers=headers, **kwargs)
    return CharsetMiddleware().process_response(Request(URL), response)


@pytest.mark.parametrize(
    ("encoding", "meta", "content_type"),
    [
        ("gb18030", "utf-8", "text/html"),
        ("gb18030", "utf-8", "text/html; charset=utf-8"),
        ("gb18030", "gb2312", "text/html; charset=iso-8859-1"),
        ("utf-8", "gb2312", "text/html; charset=gbk"),
        ("utf-8", "", "text/html"),
        ("gb18030", "gb2312", "text/html"),
    ],
)
def test_a_lie_about_the_charset_is_seen_through(encoding: str, meta: str, content_type: str) -> None:
    text = PAGE.format(meta)
    response = processed(HtmlResponse, text.encode(encoding), content_type)
    assert isinstance(response, HtmlResponse)
    assert response.text == text
    assert response.css("title::text").get() == "页面"


def test_html_without_a_content_type_becomes_a_page() -> None:
    response = processed(Response, b"\n" + PAGE.format("gbk").encode("gb18030"))
    assert isinstance(response, HtmlResponse)
    assert response.css("title::text").get() == "页面"


@pytest.mark.parametrize(
    "response",
    [
        Response(URL, body=b"\x89PNG\r\n"),
        Response(URL, body=b"<html>", headers={"Content-Type": "application/octet-stream"}),
        TextResponse(URL, body="中".encode("gbk"), headers={"Content-Type": "text/plain"}),
        XmlResponse(URL, body="<a>中</a>".encode(), headers={"Content-Type": "text/xml"}),
        HtmlResponse(URL, body=b"<html>plain", headers={"Content-Type": "text/html"}),
        HtmlResponse(URL, body="<html>中文".encode(), headers={"Content-Type": "text/html; charset=utf-8"}),
        HtmlResponse(URL, body=b""),
    ],
)
def test_every_other_response_stays_the_same_object(response: Response) -> None:
    assert CharsetMiddleware().process_response(Request(URL), response) is response


def test_in_a_crawl_the_spider_reads_rightly_decoded_pages(project: Project, server: MockServer) -> None:
    project.write(
        "import scrapy\n"
        "class Titles(scrapy.Spider):\n"
        "    name = 'titles'\n"
        "    async def start(self):\n"
        "        yield scrapy.Request(self.url)\n"
        "    def parse(self, response):\n"
        "        yield {'url': response.url, 'title': response.css('title::text').get()}\n"
        "SPIDER_MODULES = ['settings']\n"
        "DOWNLOADER_MIDDLEWARES = {'scrapy_reprint.middlewares.CharsetMiddleware': 580}\n"
    )
    body = gzip.compress(PAGE.format("utf-8").encode("gb18030"))
    server.pages["/"] = Answer(body, headers={"Content-Type": "text/html", "Content-Encoding": "gzip"})
    done = project.crawl("titles", url=server.url())
    assert [item["title"] for item in done.items] == ["页面"]
