"""Paragraphs that a domain repeats, with their SimHash sums, to take them off articles later."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .store import Txn


def enter_lines(
    txn: Txn, domain: int, paragraphs: NDArray[np.uint64], sums: NDArray[np.int32], known: NDArray[np.bool_]
) -> None:
    """Keep the sums of those paragraphs of an article that another article of its domain has: shape (p, bits)."""
    for place in np.flatnonzero(known).tolist():
        key = line_key(domain, int(paragraphs[place]))
        if txn.get("line_sums", key) is None:
            txn.put("line_sums", key, sums[place].astype("<i4").tobytes())


def line_key(domain: int, paragraph: int) -> bytes:
    """Key of a domain's paragraph in the table of sums."""
    return domain.to_bytes(4, "big") + paragraph.to_bytes(8, "big")


def line_sums(txn: Txn, domain: int, paragraph: int, bits: int) -> NDArray[np.int32]:
    """SimHash sums of a repeated paragraph of a domain, shape (bits,)."""
    raw = txn.get("line_sums", line_key(domain, paragraph))
    return np.frombuffer(raw, "<i4") if raw else np.zeros(bits, np.int32)
