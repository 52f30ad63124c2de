"""Versions: the fingerprints of a page as it is, under a number of their own.

A page whose text has changed gets a new version, and its old one is dead: postings, which name versions, need not be
looked for and taken away one by one.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

import numpy as np

from .packed_signatures import packed_size, unpack_signatures
from .pieces import delete_pieces, get_pieces, put_pieces
from .profile import Profile

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..fingerprint.signatures import Signatures
    from .store import Txn

_OWNER = struct.Struct(">III")
_FEWEST = b"fewest postings"
_OWNERS = np.dtype([("version", ">u4"), ("article", ">u4"), ("domain", ">u4"), ("postings", ">u4")])


def add_version(txn: Txn, article: int, domain: int, postings: int, signatures: bytes, profile: bytes) -> int:
    """Enter the fingerprints of an article, packed; returns their number. `postings` is how many its shingles have."""
    version = txn.count_up("versions")
    if version == 1 or postings < fewest_postings(txn):
        txn.put("meta", _FEWEST, postings.to_bytes(4, "big"))
    txn.put("versions", version.to_bytes(4, "big"), _OWNER.pack(article, domain, postings), append=True)
    put_pieces(txn, "fingerprints", version, signatures + profile, last=True)
    return version


def end_version(txn: Txn, version: int) -> None:
    """Forget fingerprints; what names the version is passed over from now on."""
    name = version.to_bytes(4, "big")
    txn.delete("versions", name)
    delete_pieces(txn, "fingerprints", version)
    txn.put("dead", name, b"")


def fewest_postings(txn: Txn) -> int:
    """A number of postings than which no version has fewer."""
    return int.from_bytes(txn.get("meta", _FEWEST) or b"\0", "big")


def owners_of(txn: Txn, versions: NDArray[np.uint32]) -> NDArray[np.void]:
    """Article, domain and number of postings of those versions that are alive, in the order of `versions`."""
    names = versions.astype(">u4").tobytes()
    found = txn.cursor("versions").getmulti([names[start : start + 4] for start in range(0, len(names), 4)])
    return np.frombuffer(b"".join([key + value for key, value in found]), _OWNERS)


def packed_fingerprints(txn: Txn, version: int) -> tuple[bytes, bytes]:
    """Signatures and profile of a version, packed."""
    raw = get_pieces(txn, "fingerprints", version) or b""
    size = packed_size(raw) if raw else 0
    return raw[:size], raw[size:]


def signatures_of(txn: Txn, version: int) -> Signatures | None:
    """Signatures of a version, None for one that is not there."""
    raw = get_pieces(txn, "fingerprints", version)
    return unpack_signatures(raw) if raw else None


def profile_of(txn: Txn, version: int) -> Profile | None:
    """Profile of a version, None where it has none."""
    raw = packed_fingerprints(txn, version)[1]
    return Profile.unpack(raw) if raw else None
