"""Storing a page, replacing its old self everywhere, and reading what is stored."""

from __future__ import annotations

import struct
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from .blocks import add_blocks, near_simhashes, remove_blocks
from .crawls import problem_key, visit
from .fetches import merged, with_text
from .history import count_change, state_of
from .hot import COMMON, HOT, note_frequent
from .lines import enter_lines
from .packed_signatures import pack_signatures, unpack_signatures
from .pieces import delete_pieces, get_pieces, put_pieces
from .postings import add_postings, line_grams, look_up, posting_shingles
from .profile import Profile
from .record import ArticleRecord, pack_json, unpack_json
from .versions import add_version, end_version, packed_fingerprints, profile_of, signatures_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    from numpy.typing import NDArray

    from ..fingerprint.signatures import Signatures
    from .store import Txn

#: Version (0 for a page that is not judged) and domain number, before the record.
_HEAD = struct.Struct(">II")


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
    domain = domain_number(txn, view.domain)
    packed = pack_signatures(page.signatures) if page.signatures else b""
    profile = page.profile.pack() if page.profile is not None and packed else b""
    before, version, stored = None, 0, (b"", b"")
    if old is None:
        txn.put("ids", key, number.to_bytes(4, "big"))
        txn.put("domain_articles", domain.to_bytes(4, "big"), number.to_bytes(4, "big"))
    else:
        before, version = read_record(txn, number), version_of(txn, number)
        stored = packed_fingerprints(txn, version)
    record, takes = merged(before, with_text(replace(page.record, crawl=page.crawl), packed, page.signatures))
    if takes and (packed, profile) != stored:
        if version:
            _forget(txn, number, version, unpack_signatures(stored[0]))
        version = _enter(txn, number, domain, page, packed, profile, hot_gram=hot_gram, distance=distance)
    put_record(txn, number, version, before, record, page.crawl)
    txn.delete("problems", problem_key(view.url))
    if not takes:
        return number, []
    if page.text is not None:
        put_pieces(txn, "texts", number, pack_json(page.text), last=old is None)
    elif old is not None:
        delete_pieces(txn, "texts", number)
    return number, partners(txn, number)


def put_record(
    txn: Txn, number: int, version: int, before: ArticleRecord | None, record: ArticleRecord, crawl: int
) -> None:
    """Set the record of a page that a crawl asked for, and count what became of the page."""
    domain = domain_number(txn, record.view.domain)
    name = number.to_bytes(4, "big")
    was = before.was if before is not None and before.asked_in == crawl else state_of(before)
    record = replace(record, asked_in=crawl, was=was)
    txn.put("articles", name, _HEAD.pack(version, domain) + record.pack(), append=before is None)
    if record.is_gone:
        txn.put("gone", name, b"")
    else:
        txn.delete("gone", name)
    count_change(txn, domain, before, record)
    visit(txn, domain, crawl)


def _enter(
    txn: Txn, number: int, domain: int, page: NewPage, packed: bytes, profile: bytes, *, hot_gram: int, distance: int
) -> int:
    """Enter the fingerprints of a page wherever others are to find them; returns their version number."""
    signatures, sums = page.signatures, page.paragraph_sums
    if signatures is None:
        return 0
    assert sums is not None
    shingles = posting_shingles(signatures)
    lines = line_grams(domain, signatures.paragraphs)
    found = look_up(txn, shingles, lines, domain, hot_gram)
    bits = len(signatures.sums)
    near = near_simhashes(txn, signatures.simhash, distance, bits)
    note_frequent(txn, HOT, found.heated.tolist())
    note_frequent(txn, COMMON, found.common.tolist())
    name = number.to_bytes(4, "big")
    sharing = set(found.articles.tolist())
    nearer = {other for other in near.tolist() if other not in sharing and domain_of_article(txn, other) != domain}
    for other in sorted((sharing | nearer) - {number}):
        other_name = other.to_bytes(4, "big")
        txn.put("pairs", name, other_name)
        txn.put("pairs", other_name, name)
    version = add_version(txn, number, domain, len(shingles), packed, profile)
    add_postings(txn, version, found.cold, lines)
    add_blocks(txn, number, signatures.simhash, bits)
    enter_lines(txn, domain, signatures.paragraphs, sums, found.known_lines)
    return version


def _forget(txn: Txn, number: int, version: int, signatures: Signatures) -> None:
    name = number.to_bytes(4, "big")
    end_version(txn, version)
    remove_blocks(txn, number, signatures.simhash, len(signatures.sums))
    for other in partners(txn, number):
        txn.delete("pairs", other.to_bytes(4, "big"), name)
    txn.delete("pairs", name)


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


def version_of(txn: Txn, number: int) -> int:
    """Number of an article's fingerprints; 0 for one that is not judged."""
    return int(_HEAD.unpack_from(_stored(txn, number))[0])


def domain_of_article(txn: Txn, number: int) -> int:
    """Number of the domain that an article is of."""
    return int(_HEAD.unpack_from(_stored(txn, number))[1])


def _stored(txn: Txn, number: int) -> bytes:
    raw = txn.get("articles", number.to_bytes(4, "big"))
    assert raw is not None
    return raw


def partners(txn: Txn, number: int) -> list[int]:
    """Numbers of the articles that an article is to be compared with, ascending."""
    return [int.from_bytes(value, "big") for value in txn.values("pairs", number.to_bytes(4, "big"))]


def read_record(txn: Txn, number: int) -> ArticleRecord:
    """Record of an article that is stored."""
    return ArticleRecord.unpack(_stored(txn, number)[_HEAD.size :])


def read_signatures(txn: Txn, number: int) -> Signatures | None:
    """Signatures of an article, None for one that is not judged."""
    version = version_of(txn, number)
    return signatures_of(txn, version) if version else None


def read_profile(txn: Txn, number: int) -> Profile | None:
    """Profile of an article, None for one that is not judged."""
    version = version_of(txn, number)
    return profile_of(txn, version) if version else None


def read_heaviest_terms(txn: Txn, number: int, limit: int) -> list[int]:
    """Hashes of an article's heaviest terms, heaviest first; empty for one that is not judged."""
    version = version_of(txn, number)
    raw = packed_fingerprints(txn, version)[1] if version else b""
    return Profile.heaviest(raw, limit) if raw else []


def read_text(txn: Txn, number: int) -> tuple[str, tuple[str, ...]] | None:
    """Body and fingerprint paragraphs of an article, None when its text was not kept."""
    raw = get_pieces(txn, "texts", number)
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

