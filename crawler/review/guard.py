"""What keeps other sites, open in the same browser, away from the desk: checks on requests, headers on answers."""

from __future__ import annotations

import hmac
import secrets
from typing import TYPE_CHECKING

from flask import request

from .errors import RefusalError

if TYPE_CHECKING:
    from flask import Flask, Response

#: Names by which a browser on this machine reaches the desk. A name of somebody else's that is made to point here (DNS
#: rebinding) comes with that name.
_NAMES = ("127.0.0.1", "localhost")

_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; form-action 'self'; "
        "base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Frame-Options": "DENY",
    "X-Content-Type-Options": "nosniff",
    # With "no-referrer" a browser sends forms with the origin "null".
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Cache-Control": "no-store",
}


class Guard:
    """Lets in requests by this machine's own names, and POST only from pages of the desk itself."""

    def __init__(self, port: int) -> None:
        """`port` is the one that the desk listens on."""
        hosts = {f"{name}:{port}" for name in _NAMES} | (set(_NAMES) if port == 80 else set())
        self._hosts = frozenset(hosts)
        #: Stands in every form of the desk, which no other site can read.
        self.token = secrets.token_urlsafe(32)

    def watch(self, app: Flask) -> None:
        """Check every request of an application and mark every answer."""
        app.before_request(self._check)
        app.after_request(_mark)
        app.jinja_env.globals["csrf_token"] = self.token

    def _check(self) -> None:
        host = request.headers.get("Host", "")
        if host not in self._hosts:
            raise RefusalError("error.host", 403)
        if request.method in ("GET", "HEAD"):
            return
        origin = request.headers.get("Origin")
        if origin != f"http://{host}" and (origin or request.headers.get("Sec-Fetch-Site") != "same-origin"):
            raise RefusalError("error.origin", 403)
        given = request.form.get("token", "")
        if not hmac.compare_digest(given.encode("utf-8", "surrogatepass"), self.token.encode()):
            raise RefusalError("error.token", 403)


def _mark(response: Response) -> Response:
    response.headers.update(_HEADERS)
    return response
