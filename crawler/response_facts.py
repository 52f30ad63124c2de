"""What is kept of a response besides its body."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scrapy.http import Response


def first_headers(response: Response) -> dict[str, str]:
    """Response headers with lower-case names; of a repeated header the first."""
    headers = {}
    for name, values in response.headers.items():
        if values:
            headers[name.decode("latin-1").lower()] = values[0].decode("utf-8", "replace")
    return headers


def now() -> str:
    """The present second, ISO 8601 with offset."""
    return datetime.now(UTC).isoformat(timespec="seconds")
