"""``scrapy reprint review``: the desk on 127.0.0.1, until it is interrupted."""

from __future__ import annotations

import getpass
import socket
from typing import TYPE_CHECKING

from ...pipelines.index.shared import signature_params
from ...pipelines.index.writer import StoreThread
from ..close_progress import CloseProgress
from .errors import ReviewError

if TYPE_CHECKING:
    from collections.abc import Callable

    from scrapy_reprint.options import Options

#: Nobody but this machine reaches it; there is no setting for another.
HOST = "127.0.0.1"
DEFAULT_PORT = 8765


def serve(options: Options, *, port: int, reviewer: str, tell: Callable[[str], None]) -> None:
    """Judge the store and serve its desk until it is interrupted; `port` 0 takes a free one."""
    try:
        from waitress import create_server  # noqa: PLC0415 - of the extra `review`

        from .app import make_app  # noqa: PLC0415
        from .desk import Desk  # noqa: PLC0415
        from .guard import Guard  # noqa: PLC0415
    except ImportError as error:
        raise ReviewError(
            f"The review desk needs {error.name}; install it with: pip install \"scrapy-reprint[review]\""
        ) from error
    stamp = signature_params(options).stamp()
    with _listening(port) as sock:
        store = StoreThread.shared(options.db, map_size=options.map_size, stamp=stamp, create=False)
        try:
            desk = Desk(store, options, reviewer or login_name())
            tell("Judging what the store holds ...")
            with CloseProgress() as phases:
                warnings = desk.judge(phases)
            for line in warnings:
                tell(f"Note: {line}")
            port = sock.getsockname()[1]
            server = create_server(make_app(desk, Guard(port)), sockets=[sock], ident=None, threads=4)
            queued = len(desk.queue.queued)
            left = f"{queued:,} pair{'s' * (queued != 1)}"
            tell(f"{left} in the queue. Review as {desk.reviewer or 'nobody'}: http://{HOST}:{port}/ (Ctrl-C ends it)")
            server.run()
        finally:
            store.close()


def login_name() -> str:
    """Name of whoever is logged in; empty where the system knows none."""
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return ""


def _listening(port: int) -> socket.socket:
    sock = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        sock.bind((HOST, port))
    except (OSError, OverflowError) as error:
        sock.close()
        raise ReviewError(f"Port {port} of {HOST} cannot be used ({error}); give another with --port.") from error
    return sock
