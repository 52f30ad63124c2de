"""Responses decoded by what their bytes say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy.http import HtmlResponse, TextResponse

from ..pipelines.purify.decode import decode

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.http import Response

_HTML_SIGNS = (b"<!doctype html", b"<html", b"<head", b"<body", b"<title")
_SNIFFED_BYTES = 1024
_BOMS = (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")


class CharsetMiddleware:
    """Gives a page the encoding its bytes are in, where server or page names a wrong one or none.

    HTML that came without a content type becomes an :class:`~scrapy.http.HtmlResponse`. It must stand between the
    engine and HttpCompressionMiddleware (a priority under 590), to see the unpacked body.
    """

    def process_response(self, request: Request, response: Response) -> Response:  # noqa: ARG002
        """Replace a response that is read wrongly; leave every other one as it is."""
        if isinstance(response, HtmlResponse):
            return _with_encoding(response)
        if type(response) is TextResponse and "html" in _content_type(response).lower():
            return _with_encoding(response)
        if not isinstance(response, TextResponse) and not _content_type(response) and _looks_like_html(response.body):
            encoding = decode(response.body).encoding
            return response.replace(cls=HtmlResponse, encoding=encoding)
        return response


def _with_encoding(response: TextResponse) -> Response:
    if not response.body or response.body.isascii():
        return response
    encoding = decode(response.body, _content_type(response)).encoding
    return response if encoding == response.encoding else response.replace(encoding=encoding)


def _content_type(response: Response) -> str:
    return (response.headers.get("Content-Type") or b"").decode("latin-1")


def _looks_like_html(body: bytes) -> bool:
    start = body[:_SNIFFED_BYTES]
    for bom in _BOMS:
        start = start.removeprefix(bom)
    return start.replace(b"\0", b"").lstrip().lower().startswith(_HTML_SIGNS)
