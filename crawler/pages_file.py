"""Reading ``pages.jsonl[.gz]``: one JSON object a line."""

from __future__ import annotations

import base64
import binascii
import gzip
import io
import json
import zlib
from dataclasses import dataclass
from datetime import datetime
from typing import IO, TYPE_CHECKING, Any

from ..pipelines.index.fetches import GONE_STATUSES
from .items import Page

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

GZIP_MAGIC = b"\x1f\x8b"
#: JSON writes a character outside ASCII in up to six bytes where UTF-8 needs at least two.
_JSON_BYTES_PER_BYTE = 6
_ROW_BYTES = 65536


@dataclass(frozen=True, slots=True)
class Fault:
    """A part of an input file that cannot be used."""

    #: File and line or record, as a person looks it up.
    where: str
    #: What is wrong with it, in a few words.
    why: str


def read_pages(path: Path, max_page_bytes: int) -> Iterator[Page | Fault]:
    """Yield the pages of a file in its order, and a :class:`Fault` for each line that holds none.

    One line is in memory at a time. Pages of more than ``max_page_bytes`` are faults, their lines skipped unread.
    """
    number = 0
    try:
        with _open(path) as lines:
            for number, line in enumerate(_lines(lines, max_page_bytes * _JSON_BYTES_PER_BYTE + _ROW_BYTES), start=1):
                if line is None:
                    yield Fault(f"{path}, line {number}", f"the line is too long for a page of {max_page_bytes} bytes")
                elif line.strip():
                    yield _page_or_fault(line, f"{path}, line {number}", max_page_bytes)
    except (OSError, EOFError, zlib.error) as error:
        where = f"{path}, after line {number}"
        cut = isinstance(error, EOFError)
        yield Fault(where, "the file ends too early" if cut else f"the file cannot be read: {_words(error)}")


def _open(path: Path) -> IO[bytes]:
    with path.open("rb") as file:
        packed = file.read(len(GZIP_MAGIC)) == GZIP_MAGIC
    # Behind a buffer of its own a GzipFile gives lines three times faster.
    return io.BufferedReader(gzip.open(path), 1 << 16) if packed else path.open("rb")


def _lines(file: IO[bytes], max_bytes: int) -> Iterator[bytes | None]:
    """Yield lines; None stands for one of more than ``max_bytes``."""
    while line := file.readline(max_bytes + 1):
        if len(line) <= max_bytes:
            yield line
            continue
        while line and not line.endswith(b"\n"):
            line = file.readline(1 << 20)
        yield None


def _page_or_fault(line: bytes, where: str, max_page_bytes: int) -> Page | Fault:
    try:
        text = line.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        return Fault(where, f"not UTF-8 at byte {error.start} of the line")
    try:
        row = json.loads(text)
    except RecursionError:
        return Fault(where, "not JSON: nested too deep")
    except ValueError as error:
        return Fault(where, f"not JSON: {error}")
    if not isinstance(row, dict):
        return Fault(where, "not a JSON object")
    try:
        page = page_from_row(row)
    except ValueError as error:
        return Fault(where, str(error))
    if page.size > max_page_bytes:
        return Fault(where, f"the page has {page.size} bytes, more than {max_page_bytes}")
    return page


def page_from_row(row: dict[str, Any]) -> Page:
    """Page of one decoded line; :exc:`ValueError` says which field is missing or wrong. Unknown fields are ignored."""
    url = _text(row, "url")
    if not url:
        raise ValueError("url is missing")
    if not url.lower().startswith(("http://", "https://")) or any(char.isspace() for char in url) or url != row["url"]:
        raise ValueError(f"url is not an http address: {url[:100]!r}")
    status = row.get("status", 200)
    if isinstance(status, bool) or not isinstance(status, int) or not 100 <= status <= 999:
        raise ValueError(f"status is {str(status)[:100]!r}, not an HTTP status")
    fetched_at = _text(row, "fetched_at") or ""
    try:
        if fetched_at:
            datetime.fromisoformat(fetched_at)
    except ValueError as error:
        raise ValueError(f"fetched_at is {fetched_at[:100]!r}, not an ISO 8601 time") from error
    page = Page(
        url=url, status=status, headers=_headers(row.get("headers")), html=_text(row, "html"), body=_body(row),
        text=_text(row, "text"), fetched_at=fetched_at, date_hints=_hints(row.get("date_hints")),
        title=_text(row, "title"), published_at=_text(row, "published_at"), follows=_follows(row.get("follows")),
    )
    # Of a page that is gone the status says all.
    if page.html is None and page.body is None and page.text is None and status not in GONE_STATUSES:
        raise ValueError("html, body and text are all missing")
    return page


def _text(row: dict[str, Any], name: str) -> str | None:
    value = row.get(name)
    if value is None:
        return None
    if not isinstance(value, str):
        raise ValueError(f"{name} is not text")
    # JSON can spell half of a surrogate pair, which no encoding can write again.
    return value if value.isascii() else value.encode("utf-8", "replace").decode("utf-8")


def _body(row: dict[str, Any]) -> bytes | None:
    value = _text(row, "body")
    if value is None:
        return None
    try:
        return base64.b64decode(value, validate=True)
    except (binascii.Error, ValueError) as error:
        raise ValueError(f"body is not base64: {error}") from None


def _headers(value: Any) -> dict[str, str]:
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise ValueError("headers is not an object")
    headers: dict[str, str] = {}
    for name, content in value.items():
        first = content[0] if isinstance(content, list) and content else content
        if not isinstance(first, str):
            raise ValueError(f"header {name[:100]!r} is not text")
        headers.setdefault(name.lower(), first)
    return headers


def _hints(value: Any) -> list[tuple[str, str]]:
    if value is None:
        return []
    if not isinstance(value, list) or not all(
        isinstance(hint, list) and len(hint) == 2 and all(isinstance(part, str) for part in hint) for hint in value
    ):
        raise ValueError("date_hints is not a list of [origin, value]")
    return [(hint[0], hint[1]) for hint in value]


def _follows(value: Any) -> list[str]:
    if value is None:
        return []
    if not isinstance(value, list) or not all(isinstance(link, str) for link in value):
        raise ValueError("follows is not a list of addresses")
    return value


def _words(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error) or type(error).__name__
