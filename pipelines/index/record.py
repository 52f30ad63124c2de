"""How articles and signatures are laid out as bytes in the store."""

from __future__ import annotations

import json
import struct
import zlib
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from ..fingerprint.signatures import Signatures
from ..purify.docview import DocView

if TYPE_CHECKING:
    from ..purify.docview import Purified

_HEAD = struct.Struct("<BBIII")
_TUPLES = ("keywords", "related_links", "images", "quotes")
_RECORD_TUPLES = ("body_links", "attribution_links", "markup", "owner_ids", "named", "gone_again", "follows")


@dataclass(frozen=True, slots=True)
class ArticleRecord:
    """A stored page: its DocView without the body, and the facts that domain signals are made of."""

    view: DocView
    first_fetched_at: str
    fetched_at: str
    body_links: tuple[str, ...] = ()
    attribution_links: tuple[str, ...] = ()
    markup: tuple[int, ...] = ()
    canonical_declared: bool = False
    site_name: str = ""
    owner_ids: tuple[str, ...] = ()
    named: tuple[str, ...] = ()
    #: ISO 8601 with offset: when the page was first found to be gone; empty while it is there.
    gone_since: str = ""
    #: Later fetches that found it gone too; see :mod:`.fetches`.
    gone_again: tuple[str, ...] = ()
    #: HTTP status that the stored page came with.
    status: int = 200
    #: SimHash of the stored text, hex, and a digest of its signatures; empty for a page that is not judged.
    text: str = ""
    digest: str = ""
    #: (SimHash, first fetch) of each text that was found at this address.
    texts_seen: tuple[tuple[str, str], ...] = ()
    #: The crawl that brought the stored page, the last crawl that asked for it, and its state before that crawl.
    crawl: int = 0
    asked_in: int = 0
    was: str = ""
    etag: str = ""
    last_modified: str = ""
    follows: tuple[str, ...] = ()

    @property
    def is_page(self) -> bool:
        """False for an error's answer; a redirect that was stored is no page either."""
        return 200 <= self.status < 300 and self.view.skipped_because != "status"

    @property
    def is_gone(self) -> bool:
        """True for a page that was there once and is not any more."""
        return bool(self.gone_since) and self.is_page

    @classmethod
    def of(cls, page: Purified, fetched_at: str, etag: str = "", last_modified: str = "",
           follows: tuple[str, ...] = (), status: int = 200) -> ArticleRecord:
        """Record of a purified page that was fetched now for the first time."""
        return cls(
            view=replace(page.view, body=""),
            first_fetched_at=fetched_at,
            fetched_at=fetched_at,
            body_links=page.body_links,
            attribution_links=page.attribution_links,
            markup=page.markup,
            canonical_declared=page.canonical_declared,
            site_name=page.site_name,
            owner_ids=page.owner_ids,
            named=page.named,
            etag=etag,
            last_modified=last_modified,
            follows=follows,
            status=status,
        )

    def pack(self) -> bytes:
        """The record as compressed JSON."""
        return pack_json(asdict(self))

    @classmethod
    def unpack(cls, data: bytes) -> ArticleRecord:
        """The record that :meth:`pack` made."""
        values = unpack_json(data)
        view = values.pop("view")
        view.update({name: tuple(view[name]) for name in _TUPLES})
        for name in _RECORD_TUPLES:
            values[name] = tuple(values.get(name, ()))
        values["texts_seen"] = tuple((text, moment) for text, moment in values.get("texts_seen", ()))
        return cls(view=DocView(**view), **values)


def pack_json(value: Any) -> bytes:
    """Any JSON value, compressed."""
    return zlib.compress(json.dumps(value, ensure_ascii=True, separators=(",", ":")).encode("ascii"), 6)


def unpack_json(data: bytes) -> Any:
    """The value that :func:`pack_json` took."""
    return json.loads(zlib.decompress(data))


def pack_signatures(signatures: Signatures) -> bytes:
    """Signatures as fixed-width little-endian arrays behind a header of their lengths."""
    bits = len(signatures.sums)
    head = _HEAD.pack(
        bits, len(signatures.segments), len(signatures.paragraphs), len(signatures.words), len(signatures.chars)
    )
    parts = [
        np.array(signatures.segments, "<u8"),
        signatures.paragraphs.astype("<u8"),
        signatures.sums.astype("<i4"),
        signatures.paragraph_chars.astype("<u4"),
        signatures.word_counts.astype("<u4"),
        signatures.char_counts.astype("<u4"),
        signatures.words.astype("<u4"),
        signatures.chars.astype("<u4"),
    ]
    return head + b"".join([part.tobytes() for part in parts])


def unpack_signatures(data: bytes) -> Signatures:
    """The signatures that :func:`pack_signatures` took."""
    bits, segments, paragraphs, words, chars = _HEAD.unpack_from(data)
    offset = _HEAD.size

    def take(count: int, kind: str) -> Any:
        nonlocal offset
        array = np.frombuffer(data, kind, count, offset)
        offset += array.nbytes
        return array

    segment_values = tuple(take(segments, "<u8").tolist())
    paragraph_hashes = take(paragraphs, "<u8")
    sums = take(bits, "<i4")
    paragraph_chars, word_counts, char_counts = (take(paragraphs, "<u4") for _ in range(3))
    return Signatures(
        sums=sums,
        segments=segment_values,
        paragraphs=paragraph_hashes,
        paragraph_chars=paragraph_chars,
        word_counts=word_counts,
        char_counts=char_counts,
        words=take(words, "<u4"),
        chars=take(chars, "<u4"),
    )
