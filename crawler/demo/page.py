"""One answer of the demo web."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Page:
    """What a host answers at one path: bytes as they go over the wire, and the headers beside them."""

    body: bytes
    content_type: str
    #: Headers beside Content-Type and Content-Length, such as ETag and Last-Modified.
    headers: tuple[tuple[str, str], ...] = ()
    status: int = 200

    def header(self, name: str) -> str:
        """Value of a header, or an empty string."""
        return next((value for key, value in self.headers if key.lower() == name.lower()), "")
