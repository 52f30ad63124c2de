"""The demo web on a loopback port: a forward proxy that knows only its own hosts."""

from __future__ import annotations

import sys
from email.utils import parsedate_to_datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock, Thread
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from .page import Page
from .sites import build_site_pages, seeds

if TYPE_CHECKING:
    from types import TracebackType
    from typing import Self

_NOT_FOUND = Page(
    "<!DOCTYPE html><html><head><meta charset='utf-8'><title>404 页面不存在</title></head>"
    "<body><h1>404</h1><p>您访问的页面不存在或已被删除。</p></body></html>".encode(),
    "text/html; charset=utf-8",
    status=404,
)


class DemoWeb:
    """Serve the demo sites while the context is open.

    Used as an HTTP proxy, so that any number of ``*.test`` hosts answer without an entry in a hosts file::

        with DemoWeb() as web:
            Request(web.seeds[0], meta={"proxy": web.proxy_url})
    """

    def __init__(self, port: int = 0) -> None:
        self._pages = build_site_pages()
        self._port = port
        self._lock = Lock()
        self._server: _Server | None = None
        #: Requests answered so far, 304 and 404 among them.
        self.requests = 0
        #: Start addresses, one a site.
        self.seeds = seeds()
        #: Every host that answers, image hosts among them.
        self.hosts = tuple(sorted({host for host, _ in self._pages}))

    @property
    def proxy_url(self) -> str:
        """Address to give as proxy; known while the context is open."""
        if self._server is None:
            raise RuntimeError("DemoWeb has no address before its context is entered")
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def answer(self, host: str, path: str) -> Page:
        """The page at a host and path, and one more on the count."""
        with self._lock:
            self.requests += 1
        return self._pages.get((host, path), _NOT_FOUND)

    def __enter__(self) -> Self:
        self._server = _Server(self, self._port)
        # Polls often, so that leaving the context does not wait for half a second.
        Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._server is not None:
            self._server.shutdown()
            self._server.server_close()
            self._server = None


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    # A crawl opens more connections at once than the default backlog of 5.
    request_queue_size = 128

    def __init__(self, web: DemoWeb, port: int) -> None:
        self.web = web
        super().__init__(("127.0.0.1", port), _Handler)

    def handle_error(self, request: Any, client_address: Any) -> None:
        # Clients that hang up early are no news.
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


class _Handler(BaseHTTPRequestHandler):
    server: _Server
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        self._send(with_body=True)

    def do_HEAD(self) -> None:
        self._send(with_body=False)

    def version_string(self) -> str:
        return "nginx"

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        pass

    def date_time_string(self, timestamp: float | None = None) -> str:  # noqa: ARG002
        # The same bytes each time, the Date header too.
        return "Mon, 01 Jun 2026 00:00:00 GMT"

    def _send(self, *, with_body: bool) -> None:
        page = self.server.web.answer(*self._asked())
        fresh = self._is_fresh(page)
        self.send_response(304 if fresh else page.status)
        for name, value in page.headers:
            self.send_header(name, value)
        if not fresh:
            self.send_header("Content-Type", page.content_type)
            self.send_header("Content-Length", str(len(page.body)))
        # One request a connection: no thread is left waiting on an idle client when the context closes.
        self.send_header("Connection", "close")
        self.end_headers()
        if with_body and not fresh:
            self.wfile.write(page.body)

    def _asked(self) -> tuple[str, str]:
        """Host and path, of a proxy's absolute target or of an ordinary one; a query changes no page here."""
        try:
            target = urlsplit(self.path)
        except ValueError:  # such as an unclosed "[" in the host
            return "", ""
        host = target.hostname or self.headers.get("Host", "").partition(":")[0].lower()
        return host, target.path or "/"

    def _is_fresh(self, page: Page) -> bool:
        etag, modified = page.header("ETag"), page.header("Last-Modified")
        # As RFC 9110 has it: If-Modified-Since counts only where If-None-Match is absent.
        wanted = self.headers.get("If-None-Match")
        if wanted is not None:
            return bool(etag) and etag in [tag.strip().removeprefix("W/") for tag in wanted.split(",")]
        since = self.headers.get("If-Modified-Since")
        if not since or not modified:
            return False
        try:
            return parsedate_to_datetime(modified) <= parsedate_to_datetime(since)
        except ValueError:
            return False
