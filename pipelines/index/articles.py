"""Storing a page, replacing its old self everywhere, and reading what is stored."""

from __future__ import annotations

import struct
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from .blocks import add_blocks, near_simhashes, remove_blocks
from .crawls import problem_key, visit
from .fetches import merged, with_text
from .history import count_change, state_of
from .postings import Grams, add_postings, remove_postings, sharing_articles
from .profile import Profile
from .record import ArticleRecord, pack_json, pack_signatures, unpack_json, unpack_signatures

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from ..fingerprint.signatures import Signatures
    from .store import Txn

_SIZES = struct.Struct("<III")


@dataclass(frozen=True)
class NewPage:
    """A page to be stored."""

    record: ArticleRecord
    #: The body as shown and the fingerprint paragraphs; None keeps no text.
    text: tuple[str, tuple[str, ...]] | None
    #: None for a page that is not judged.
    signatures: Signatures | None
    #: SimHash sums of each paragraph of the signatures, shape (p, bits).
    paragraph_sums: NDArray[np.int32] | None
    crawl: int
    #: None for a page that is not judged.
    profile: Profile | None = None


def put_page(txn: Txn, page: NewPage, *, hot_gram: int, distance: int) -> tuple[int, list[int]]:
    """Store a page; returns its article number and the numbers of articles it must be compared with.

    A page with the same page id is replaced: its postings, block entries and pairs go before the new ones come. One
    that was fetched later stays, and so does one whose address answers with an error now (:mod:`.fetches`).
    """
    view = page.record.view
    key = bytes.fromhex(view.page_id)
    old = txn.get("ids", key)
    number = int.from_bytes(old, "big") if old else txn.count_up("articles")
    name = number.to_bytes(4, "big")
    domain = domain_number(txn, view.domain)
    packed = pack_signatures(page.signatures) if page.signatures else b""
    before, stored = None, b""
    if old is None:
        txn.put("ids", key, name)
        txn.put("domain_articles", domain.to_bytes(4, "big"), name)
    else:
        stored = txn.get("signatures", name) or b""
        before = read_record(txn, number)
        if not before.digest:  # of a store made before texts were dated
            before = with_text(before, stored, unpack_signatures(stored) if stored else None)
    record, takes = merged(before, with_text(replace(page.record, crawl=page.crawl), packed, page.signatures))
    put_record(txn, number, before, record, page.crawl)
    txn.delete("problems", problem_key(view.url))
    if not takes:
        return number, []
    if page.text is not None:
        txn.put("texts", name, pack_json(page.text))
    else:
        txn.delete("texts", name)
    if page.profile is not None:
        txn.put("profiles", name, page.profile.pack())
    else:
        txn.delete("profiles", name)
    if packed != stored or old is None:
        if stored:
            _forget_signatures(txn, number, unpack_signatures(stored))
        _enter_signatures(txn, number, domain, page, packed, hot_gram=hot_gram, distance=distance)
    return number, partners(txn, number)


def put_record(txn: Txn, number: int, before: ArticleRecord | None, record: ArticleRecord, crawl: int) -> None:
    """Set the record of a page that a crawl asked for, and count what became of the page."""
    domain = domain_number(txn, record.view.domain)
    name = number.to_bytes(4, "big")
    was = before.was if before is not None and before.asked_in == crawl else state_of(before)
    record = replace(record, asked_in=crawl, was=was)
    txn.put("articles", name, record.pack())
    if record.is_gone:
        txn.put("gone", name, b"")
    else:
        txn.delete("gone", name)
    count_change(txn, domain, before, record)
    visit(txn, domain, crawl)


def _enter_signatures(
    txn: Txn, number: int, domain: int, page: NewPage, packed: bytes, *, hot_gram: int, distance: int
) -> None:
    name = number.to_bytes(4, "big")
    if page.signatures is None:
        txn.delete("signatures", name)
        txn.put("sizes", name, _SIZES.pack(domain, 0, 0))
        return
    assert page.paragraph_sums is not None
    grams = Grams.of(page.signatures)
    bits = len(page.signatures.sums)
    candidates, heated = sharing_articles(txn, grams, domain, hot_grams(txn), hot_gram)
    near = near_simhashes(txn, page.signatures.simhash, distance, bits)
    for table, array in heated.items():
        for gram in array.tolist():
            txn.put("hot", _hot_key(table, gram), b"")
    for other in sorted({*candidates.tolist(), *near.tolist()} - {number}):
        if domain_of_article(txn, other) != domain:
            other_name = other.to_bytes(4, "big")
            txn.put("pairs", name, other_name)
            txn.put("pairs", other_name, name)
    txn.put("signatures", name, packed)
    txn.put("sizes", name, _SIZES.pack(domain, len(grams.words), len(grams.chars)))
    add_postings(txn, number, grams)
    add_blocks(txn, number, page.signatures.simhash, bits)
    _enter_lines(txn, number, domain, page.signatures, page.paragraph_sums)


def _forget_signatures(txn: Txn, number: int, signatures: Signatures) -> None:
    name = number.to_bytes(4, "big")
    remove_postings(txn, number, Grams.of(signatures))
    remove_blocks(txn, number, signatures.simhash, len(signatures.sums))
    for other in partners(txn, number):
        txn.delete("pairs", other.to_bytes(4, "big"), name)
    txn.delete("pairs", name)


def _enter_lines(txn: Txn, number: int, domain: int, signatures: Signatures, sums: NDArray[np.int32]) -> None:
    """Remember a domain's paragraphs; from the second article on with its SimHash sums, to take it off later."""
    name = number.to_bytes(4, "big")
    for value, row in zip(signatures.paragraphs.tolist(), sums, strict=True):
        key = line_key(domain, value)
        known = txn.get("lines", key)
        if known is None:
            txn.put("lines", key, name)
        elif len(known) == 4 and known != name:
            txn.put("lines", key, known + row.astype("<i4").tobytes())


def line_key(domain: int, paragraph: int) -> bytes:
    """Key of a domain's paragraph in the table of lines."""
    return domain.to_bytes(4, "big") + paragraph.to_bytes(8, "big")


def line_sums(txn: Txn, domain: int, paragraph: int, bits: int) -> NDArray[np.int32]:
    """SimHash sums of a repeated paragraph of a domain, shape (bits,)."""
    raw = txn.get("lines", line_key(domain, paragraph)) or b""
    return np.frombuffer(raw[4:], "<i4") if len(raw) > 4 else np.zeros(bits, np.int32)


def domain_number(txn: Txn, name: str) -> int:
    """Number of a domain; a new one is entered."""
    known = find_domain(txn, name)
    if known is not None:
        return known
    key = _domain_key(name)
    number = txn.count_up("domains")
    txn.put("domains", key, number.to_bytes(4, "big"))
    txn.put("domain_names", number.to_bytes(4, "big"), key)
    return number


def find_domain(txn: Txn, name: str) -> int | None:
    """Number of a domain, None for one that is not known."""
    known = txn.get("domains", _domain_key(name))
    return None if known is None else int.from_bytes(known, "big")


def _domain_key(name: str) -> bytes:
    return name.encode("utf-8", "surrogatepass")[:500]


def domain_of_article(txn: Txn, number: int) -> int:
    """Number of the domain that an article is of."""
    raw = txn.get("sizes", number.to_bytes(4, "big"))
    assert raw is not None
    return int(_SIZES.unpack(raw)[0])


def hot_grams(txn: Txn) -> dict[str, NDArray[np.uint32]]:
    """Hot shingles of the tables "words" and "chars", sorted."""
    found: dict[str, list[int]] = {"w": [], "c": []}
    if txn.entries("hot"):
        for key in txn.cursor("hot").iternext(keys=True, values=False):
            found[chr(key[0])].append(int.from_bytes(key[1:], "big"))
    return {"words": np.array(found["w"], np.uint32), "chars": np.array(found["c"], np.uint32)}


def partners(txn: Txn, number: int) -> list[int]:
    """Numbers of the articles that an article is to be compared with, ascending."""
    return [int.from_bytes(value, "big") for value in txn.values("pairs", number.to_bytes(4, "big"))]


def read_record(txn: Txn, number: int) -> ArticleRecord:
    """Record of an article that is stored."""
    raw = txn.get("articles", number.to_bytes(4, "big"))
    assert raw is not None
    return ArticleRecord.unpack(raw)


def read_signatures(txn: Txn, number: int) -> Signatures | None:
    """Signatures of an article, None for one that is not judged."""
    raw = txn.get("signatures", number.to_bytes(4, "big"))
    return unpack_signatures(raw) if raw else None


def read_profile(txn: Txn, number: int) -> Profile | None:
    """Profile of an article, None for one that is not judged."""
    raw = txn.get("profiles", number.to_bytes(4, "big"))
    return Profile.unpack(raw) if raw else None


def read_heaviest_terms(txn: Txn, number: int, limit: int) -> list[int]:
    """Hashes of an article's heaviest terms, heaviest first; empty for one that is not judged."""
    raw = txn.get("profiles", number.to_bytes(4, "big"))
    return Profile.heaviest(raw, limit) if raw else []


def read_text(txn: Txn, number: int) -> tuple[str, tuple[str, ...]] | None:
    """Body and fingerprint paragraphs of an article, None when its text was not kept."""
    raw = txn.get("texts", number.to_bytes(4, "big"))
    if raw is None:
        return None
    body, paragraphs = unpack_json(raw)
    return body, tuple(paragraphs)


def all_domains(txn: Txn) -> Iterator[tuple[int, str]]:
    """Number and name of each domain, by name."""
    for key, value in txn.cursor("domains"):
        yield int.from_bytes(value, "big"), bytes(key).decode("utf-8", "surrogatepass")


def articles_of(txn: Txn, domain: int) -> list[int]:
    """Numbers of a domain's articles, ascending."""
    return [int.from_bytes(value, "big") for value in txn.values("domain_articles", domain.to_bytes(4, "big"))]


def _hot_key(table: str, gram: int) -> bytes:
    return table[0].encode() + gram.to_bytes(4, "big")
