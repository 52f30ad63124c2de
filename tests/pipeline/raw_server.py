"""A server that sends what a test gives it byte for byte, however wrong."""

from __future__ import annotations

import contextlib
from socketserver import StreamRequestHandler, ThreadingTCPServer
from threading import Thread
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from collections.abc import Iterable


class RawServer:
    """Answers a path with its bytes (or pieces of them) and closes; every other path is 404."""

    def __init__(self) -> None:
        self.answers: dict[str, bytes | Iterable[bytes]] = {}
        self.asked: list[str] = []
        self._tcp = ThreadingTCPServer(("127.0.0.1", 0), _handler(self))
        self._tcp.daemon_threads = True
        self._thread = Thread(target=self._tcp.serve_forever, kwargs={"poll_interval": 0.01})

    def url(self, path: str = "/") -> str:
        return f"http://127.0.0.1:{self._tcp.server_address[1]}{path}"

    def page(self, path: str, body: bytes, *headers: str, status: str = "200 OK") -> None:
        lines = [f"HTTP/1.1 {status}", f"Content-Length: {len(body)}", "Connection: close", *headers]
        self.answers[path] = "\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + body

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._tcp.shutdown()
        self._tcp.server_close()
        self._thread.join()


def _handler(server: RawServer) -> type[StreamRequestHandler]:
    class Handler(StreamRequestHandler):
        def handle(self) -> None:
            path = self.rfile.readline().split(b" ")[1].decode("latin-1")
            while self.rfile.readline().strip():
                pass
            server.asked.append(path)
            answer = server.answers.get(path, b"HTTP/1.1 404 None\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
            with contextlib.suppress(OSError):  # the other side may have had enough
                for piece in [answer] if isinstance(answer, bytes) else answer:
                    self.wfile.write(piece)

    return Handler
