"""A small web server on 127.0.0.1 whose answers a test writes down."""

from __future__ import annotations

from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass
class Answer:
    """One response of the server."""

    body: bytes = b""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)


@dataclass
class Asked:
    """One request that the server got."""

    path: str
    headers: dict[str, str]


class MockServer:
    """Answers from :attr:`pages` (path with query to an answer); everything else is 404."""

    def __init__(self) -> None:
        self.pages: dict[str, Answer | Callable[[Asked], Answer]] = {}
        self.asked: list[Asked] = []
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._http.daemon_threads = True
        self._thread = Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.01})

    def html(self, path: str, body: str, **headers: str) -> None:
        """Serve a page in UTF-8."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        self.pages[path] = Answer(body.encode(), headers={"Content-Type": "text/html; charset=utf-8", **named})

    def url(self, path: str = "/", host: str = "127.0.0.1") -> str:
        return f"http://{host}:{self._http.server_port}{path}"

    def paths(self) -> list[str]:
        """Paths that were asked for, in order."""
        return [asked.path for asked in self.asked]

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()


def _handler(server: MockServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked = Asked(self.path, {name.lower(): value for name, value in self.headers.items()})
            server.asked.append(asked)
            answer = server.pages.get(self.path, Answer(b"<p>none", 404, {"Content-Type": "text/html"}))
            if not isinstance(answer, Answer):
                answer = answer(asked)
            self.send_response(answer.status)
            for name, value in answer.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(answer.body)))
            self.end_headers()
            self.wfile.write(answer.body)

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
            pass

    return Handler
