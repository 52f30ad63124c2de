"""What a person has allowed: sites of one owner, domains, and texts that anybody may carry."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from ..fingerprint.shingle import among
from .packed_signatures import SHINGLE_MASK
from .record import pack_json, unpack_json

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from ..fingerprint.signatures import Signatures
    from .store import Txn

KINDS = ("owner", "domain", "text")


def _empty() -> NDArray[np.uint32]:
    return np.empty(0, np.uint32)


@dataclass(frozen=True, slots=True)
class Allowance:
    """One thing that is allowed."""

    kind: str
    #: Domains of one owner, one domain, or the name of a text.
    names: tuple[str, ...]
    note: str = ""
    #: Last day on which it holds (ISO 8601); empty for ever.
    until: str = ""
    #: Shingles of a text, sorted and distinct.
    words: NDArray[np.uint32] = field(default_factory=_empty)
    chars: NDArray[np.uint32] = field(default_factory=_empty)

    @property
    def key(self) -> bytes:
        """Key in the store; allowing the same thing again replaces it."""
        return f"{self.kind}\0{' '.join(self.names)}".encode("utf-8", "surrogatepass")[:480]


@dataclass(frozen=True, slots=True)
class AllowList:
    """All that is allowed today, ready to be asked."""

    owner_of: dict[str, str] = field(default_factory=dict)
    domains: frozenset[str] = frozenset()
    #: Kind and domain -> note and last day of what allows it, in brackets; empty where neither was given.
    notes: dict[tuple[str, str], str] = field(default_factory=dict)
    words: NDArray[np.uint32] = field(default_factory=_empty)
    chars: NDArray[np.uint32] = field(default_factory=_empty)

    @classmethod
    def of(cls, allowances: Sequence[Allowance], today: str) -> AllowList:
        """Take together what has not expired by `today` (ISO 8601)."""
        valid = [allowance for allowance in allowances if not allowance.until or allowance.until >= today]
        texts = [allowance for allowance in valid if allowance.kind == "text"]
        return cls(
            owner_of=_owners(allowance.names for allowance in valid if allowance.kind == "owner"),
            domains=frozenset(name for allowance in valid if allowance.kind == "domain" for name in allowance.names),
            notes={
                (allowance.kind, name): f" ({said})"
                for allowance in valid
                for name in (allowance.names if allowance.kind != "text" else ())
                if (said := ", ".join(filter(None, (allowance.note, allowance.until and f"until {allowance.until}"))))
            },
            words=_as_stored(text.words for text in texts),
            chars=_as_stored(text.chars for text in texts),
        )

    def excuse(self, a: str, b: str) -> str:
        """Why copying between two domains counts for nothing, in words; empty where it counts."""
        if self.one_owner(a, b):
            said = self.notes.get(("owner", a)) or self.notes.get(("owner", b), "")
            return f"{a} and {b} are allowed as sites of one owner{said}"
        for name in (a, b):
            if name in self.domains:
                return f"{name} is an allowed domain{self.notes.get(('domain', name), '')}"
        return ""

    def one_owner(self, a: str, b: str) -> bool:
        """True where both domains are allowed as sites of one owner."""
        return a in self.owner_of and self.owner_of[a] == self.owner_of.get(b)

    def strip(self, signatures: Signatures) -> Signatures:
        """An article's signatures less the shingles of allowed texts, wherever it quotes them."""
        if not len(self.chars):
            return signatures
        words, word_counts, _ = _less(signatures.words, signatures.word_counts, self.words)
        chars, char_counts, kept = _less(signatures.chars, signatures.char_counts, self.chars)
        if len(chars) == len(signatures.chars):
            return signatures
        return signatures.replaced(
            words=words,
            word_counts=word_counts,
            chars=chars,
            char_counts=char_counts,
            paragraph_chars=(signatures.paragraph_chars * kept).astype(np.uint32),
        )


def _as_stored(shingles: Iterable[NDArray[np.uint32]]) -> NDArray[np.uint32]:
    """All shingles, sorted, with as many bits as those of stored articles have."""
    return np.unique(np.concatenate([_empty(), *shingles]) & np.uint32(SHINGLE_MASK))


def _owners(groups: Iterable[tuple[str, ...]]) -> dict[str, str]:
    """Each site of an owner -> the first of all his sites; groups with a site in common are of one owner."""
    owner_of: dict[str, str] = {}
    for names in groups:
        known = {owner_of[name] for name in names if name in owner_of}
        sites = {*names, *(name for name, owner in owner_of.items() if owner in known)}
        owner_of |= dict.fromkeys(sites, min(sites))
    return owner_of


def _less(
    values: NDArray[np.uint32], counts: NDArray[np.uint32], allowed: NDArray[np.uint32]
) -> tuple[NDArray[np.uint32], NDArray[np.uint32], NDArray[np.float64]]:
    """Values that are not allowed, their numbers by paragraph, and the share of each paragraph that is left."""
    keep = ~among(values, allowed)
    paragraph = np.repeat(np.arange(len(counts)), counts)
    left = np.bincount(paragraph[keep], minlength=len(counts)).astype(np.uint32)
    share = np.where(counts > 0, left / np.maximum(counts, 1), 1.0)
    return values[keep], left, share


def put_allowances(txn: Txn, allowances: Iterable[Allowance]) -> None:
    """Store what is allowed."""
    for allowance in allowances:
        value: dict[str, Any] = {
            "kind": allowance.kind,
            "names": allowance.names,
            "note": allowance.note,
            "until": allowance.until,
            "words": allowance.words.tolist(),
            "chars": allowance.chars.tolist(),
        }
        txn.put("allowed", allowance.key, pack_json(value))


def remove_allowance(txn: Txn, allowance: Allowance) -> bool:
    """Take back what was allowed; False when it was not."""
    known = txn.get("allowed", allowance.key) is not None
    txn.delete("allowed", allowance.key)
    return known


def all_allowances(txn: Txn) -> Iterator[Allowance]:
    """Everything that is allowed, by kind and name."""
    for value in txn.cursor("allowed").iternext(keys=False):
        row = unpack_json(value)
        yield Allowance(
            row["kind"], tuple(row["names"]), row["note"], row["until"],
            np.array(row["words"], np.uint32), np.array(row["chars"], np.uint32),
        )
