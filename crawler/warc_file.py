"""Reading ``.warc[.gz]``: the HTML responses of a web archive."""

from __future__ import annotations

import io
import zlib
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING, Any

from warcio.recordloader import ArcWarcRecordLoader

from .gzip_members import DamagedMemberError, GzipMembers
from .items import Page
from .pages_file import GZIP_MAGIC, Fault

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

#: Longest header block of a record, and what HTTP headers may add to a page's bytes.
_HEADER_BYTES = 1 << 18
_LINE_BYTES = 1 << 16
_HTML_SIGNS = (b"<!doctype html", b"<html", b"<head", b"<body")


@dataclass(frozen=True, slots=True)
class NotHtml:
    """A response of the archive that is no web page."""

    url: str


class _BrokenError(ValueError):
    """A record that cannot be read; the message says why."""


def read_warc(path: Path, max_page_bytes: int) -> Iterator[Page | Fault | NotHtml]:
    """Yield the HTML responses of an archive, decoded from chunks and compression.

    A damaged record is a :class:`Fault`; reading goes on at the next record (in a ``.gz``, the next gzip member). One
    record is in memory at a time.
    """
    source = None
    try:
        with path.open("rb") as file:
            source = _Records(file)
            while True:
                try:
                    record = source.next_record(max_page_bytes + _HEADER_BYTES)
                    if record is None:
                        return
                    answer = _page_of(record, max_page_bytes)
                except ValueError as error:
                    yield Fault(f"{path}, record {source.number} at byte {source.offset}", str(error))
                    if isinstance(error, _BrokenError) and not source.go_on():
                        return
                else:
                    if answer is not None:
                        yield answer
    except OSError as error:
        number = source.number if source else 0
        yield Fault(f"{path}, after record {number}", f"the file cannot be read: {error.strerror or error}")


class _Records:
    """The records of an archive as bytes."""

    def __init__(self, file: IO[bytes]) -> None:
        packed = file.read(len(GZIP_MAGIC)) == GZIP_MAGIC
        file.seek(0)
        self._members = GzipMembers(file) if packed else None
        self._stream: IO[bytes] = io.BufferedReader(self._members) if self._members else file
        #: Number of the record, from 1.
        self.number = 0
        #: Where it begins; in a ``.gz``, where its gzip member begins.
        self.offset = 0
        self._lost = False

    def next_record(self, max_bytes: int) -> bytes | None:
        """One record with its headers; None at the end. :exc:`_BrokenError` when it is damaged, cut or too long."""
        try:
            line = self._first_line()
        except DamagedMemberError as error:
            assert self._members is not None
            if self.offset != self._members.member_start or not self.number:
                self.number, self.offset = self.number + 1, self._members.member_start
            raise _BrokenError(str(error)) from None
        try:
            return self._rest_of_record(line, max_bytes) if line else None
        except DamagedMemberError as error:
            raise _BrokenError(str(error)) from None

    def go_on(self) -> bool:
        """Go behind a damaged record; False at the end of the file."""
        self._lost = True
        if self._members is None:
            return True  # the search for the line that opens the next record does it
        self._stream.detach()  # type: ignore[attr-defined]
        found = self._members.skip_member()
        self._stream = io.BufferedReader(self._members)
        return found

    def _first_line(self) -> bytes:
        """Next line that opens a record; an empty one at the end of the file."""
        while True:
            at = self._stream.tell() if self._members is None else 0
            line = self._stream.readline(_LINE_BYTES)
            if self._members is not None:
                at = self._members.member_start  # of the line's own member: one begins where reading crosses into it
            if not line:
                return line
            if line.startswith((b"WARC/1.", b"WARC/0.")):
                self.number, self.offset, self._lost = self.number + 1, at, False
                return line
            if line.strip() and not self._lost:
                # A wrong Content-Length leaves such lines; they are told once, up to the next record.
                self.offset, self._lost = at, True
                raise ValueError("there are bytes that belong to no record")

    def _rest_of_record(self, first_line: bytes, max_bytes: int) -> bytes:
        head = bytearray(first_line)
        length = None
        while (line := self._stream.readline(_LINE_BYTES)).strip():
            head += line
            name, _, value = line.partition(b":")
            if name.strip().lower() == b"content-length" and value.strip().isdigit():
                length = int(value)
            if len(head) > _HEADER_BYTES:
                raise _BrokenError("the record's headers do not end")
        if not line:
            raise _BrokenError("the file ends inside a record")
        if length is None:
            raise _BrokenError("the record has no Content-Length")
        if length > max_bytes:
            self._skip(length)
            raise ValueError(f"the record has {length} bytes, too many for a page")
        block = self._stream.read(length)
        if len(block) < length:
            raise _BrokenError("the file ends inside a record")
        return bytes(head + b"\r\n" + block)

    def _skip(self, length: int) -> None:
        while length > 0 and (block := self._stream.read(min(length, 1 << 16))):
            length -= len(block)


def _page_of(record: bytes, max_page_bytes: int) -> Page | NotHtml | None:
    """The page of a response record, None for another record; :exc:`ValueError` when its content is damaged."""
    try:
        parsed = ArcWarcRecordLoader(verify_http=False).parse_record_stream(io.BytesIO(record), known_format="warc")
    except Exception as error:  # warcio raises bare errors of many kinds on damaged headers
        raise ValueError(f"the record's headers cannot be read: {error}") from None
    if parsed.rec_type != "response" or parsed.http_headers is None:
        return None
    url = (parsed.rec_headers.get_header("WARC-Target-URI") or "").strip("<>")
    if not url.startswith(("http://", "https://")):
        return None
    headers: dict[str, str] = {}
    for name, value in parsed.http_headers.headers:
        headers.setdefault(name.lower(), value)
    kind = headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind and "html" not in kind:
        return NotHtml(url)
    status = parsed.http_headers.get_statuscode() or ""
    if not status.isdigit():
        raise ValueError("the response has no HTTP status")
    body = _content(parsed, headers, max_page_bytes)
    if not kind and not body[:1024].lower().lstrip().startswith(_HTML_SIGNS):
        return NotHtml(url)
    return Page(
        url=url, status=int(status), headers=headers, body=body,
        fetched_at=parsed.rec_headers.get_header("WARC-Date") or "",
    )


def _content(parsed: Any, headers: dict[str, str], max_bytes: int) -> bytes:
    """Body of a response without its transfer and content codings."""
    encoding = headers.get("content-encoding", "").strip().lower()
    if encoding in {"", "identity", "gzip", "x-gzip", "deflate"}:
        # warcio unpacks a block at once, however large it grows, and prints faults: only the chunks are its work here.
        parsed.http_headers.replace_header("content-encoding", "identity")
        return _unpacked(_read(parsed.content_stream(), max_bytes), encoding, max_bytes)
    if encoding == "br":
        return _read(parsed.content_stream(), max_bytes)
    raise ValueError(f"the response is encoded as {encoding[:40]!r}, which cannot be unpacked")


def _read(stream: Any, max_bytes: int) -> bytes:
    data = bytearray()
    while block := stream.read(1 << 16):
        data += block
        _check_size(len(data), max_bytes)
    return bytes(data)


def _unpacked(data: bytes, encoding: str, max_bytes: int) -> bytes:
    """Unpack gzip or deflate. Data that is not packed at all is given back: many archives keep the header only."""
    if encoding in {"", "identity"} or not data:
        return data
    window_bits = (31,) if encoding.endswith("gzip") else (15, -15)
    for bits in window_bits:
        unpacker = zlib.decompressobj(bits)
        try:
            content = unpacker.decompress(data, max_bytes + 1)
        except zlib.error as error:
            damage = str(error)
            continue
        _check_size(len(content), max_bytes)
        return content
    if encoding.endswith("gzip") and data[:2] == GZIP_MAGIC:
        raise ValueError(f"damaged {encoding} content ({damage})")
    return data


def _check_size(size: int, max_bytes: int) -> None:
    if size > max_bytes:
        raise ValueError(f"the page has more than {max_bytes} bytes")
