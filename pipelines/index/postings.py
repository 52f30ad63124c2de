"""Which stored articles share enough with a new one to be worth comparing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..fingerprint.hashing import mix64
from .hot import hot_among
from .packed_signatures import SHINGLE_MASK
from .recent import add_recent, read_recent
from .run_list import read_runs
from .runs import CHARS, LINES, Postings, read_run
from .versions import owners_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..fingerprint.signatures import Signatures
    from .store import Txn

#: Of the character shingles of an article one in four has a posting, of those of a short one, one in two: of 4,000
#: disguised copies none is missed so (``benchmarks/posting_recall.py``). Word shingles need none beside them.
SAMPLE, SAMPLE_OF_SHORT = 4, 2
SHORT = 128
#: Shared postings from which two articles are compared, and the share of the smaller's postings they must make up.
LEAST_SHARED = 3
LEAST_SHARE = 0.05

_GRAM_BITS = 32


def posting_shingles(signatures: Signatures) -> NDArray[np.uint32]:
    """Character shingles of an article that have postings, sorted and distinct."""
    chars = signatures.char_set
    one_in = SAMPLE if len(chars) >= SHORT else SAMPLE_OF_SHORT
    found: NDArray[np.uint32] = chars[chars % one_in == 0]
    return found


def share_enough(a: Signatures, b: Signatures, hot: NDArray[np.uint32]) -> bool:
    """Whether two stored articles are worth comparing, for the shingles they share that are not hot."""
    one, two = posting_shingles(a), posting_shingles(b)
    shared = np.intersect1d(one, two, assume_unique=True)
    if len(hot):
        shared = shared[~np.isin(shared, hot & np.uint32(SHINGLE_MASK))]
    return len(shared) >= max(LEAST_SHARED, LEAST_SHARE * min(len(one), len(two)))


def add_postings(txn: Txn, version: int, shingles: NDArray[np.uint32], lines: NDArray[np.uint64]) -> None:
    """Enter a version under its shingles, which should not be hot, and its paragraphs (:func:`line_grams`)."""
    add_recent(txn, np.concatenate([_grams(CHARS, shingles), lines]), version)


@dataclass(frozen=True, slots=True)
class Found:
    """What postings tell of a new article."""

    #: Numbers of articles of other domains that share enough with it, sorted.
    articles: NDArray[np.uint32]
    #: Its shingles that may propose pairs; and those that it makes hot.
    cold: NDArray[np.uint32]
    heated: NDArray[np.uint32]
    #: Which of its paragraphs another article of its domain has, shape (p,).
    known_lines: NDArray[np.bool_]


def look_up(
    txn: Txn, shingles: NDArray[np.uint32], lines: NDArray[np.uint64], domain: int, hot_gram: int
) -> Found:
    """Find the articles that share enough of an article's shingles, and its paragraphs on its own domain.

    A shingle is hot when more than `hot_gram` articles hold it, the new one among them: it proposes no pairs.
    """
    cold = shingles[~hot_among(txn, shingles)]
    found = find_postings(txn, np.concatenate([_grams(CHARS, cold), np.unique(lines)]))
    of_lines = found.grams >= np.uint64(LINES << _GRAM_BITS)
    known = _known_lines(txn, lines, found.kept(of_lines))
    grams, versions = found.grams[~of_lines].astype(np.uint32), found.versions[~of_lines]
    heated = _heated(txn, grams, versions, hot_gram)
    if len(heated):
        versions = versions[~np.isin(grams, heated)]
        cold = np.setdiff1d(cold, heated, assume_unique=True)
    versions, shared = np.unique(versions, return_counts=True)
    enough = shared >= LEAST_SHARED
    versions, shared = versions[enough], shared[enough]
    owners = owners_of(txn, versions)
    if len(owners) < len(versions):
        shared = shared[np.isin(versions, owners["version"])]
    fit = (owners["domain"] != domain) & (shared >= LEAST_SHARE * np.minimum(len(shingles), owners["postings"]))
    return Found(np.unique(owners["article"][fit].astype(np.uint32)), cold, heated, known)


def line_grams(domain: int, paragraphs: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Names of a domain's paragraphs among all postings, in the order of `paragraphs`."""
    # A domain's number is a step on the way round all 64-bit numbers: no two domains' paragraphs meet but by chance.
    step = np.uint64(domain * 0x9E3779B97F4A7C15 % (1 << 64))
    hashes = mix64(paragraphs + step) >> np.uint64(_GRAM_BITS)
    return _grams(LINES, hashes.astype(np.uint32))


def find_postings(txn: Txn, grams: NDArray[np.uint64]) -> Postings:
    """All postings of names that are sorted and distinct, of dead versions too."""
    runs = read_runs(txn)
    found = [read_recent(txn, grams)]
    for run, start, end in runs.parts():
        part = grams[np.searchsorted(grams, np.uint64(start)) : np.searchsorted(grams, np.uint64(end))]
        found.append(read_run(txn, run, part))
    return Postings.together(found)


def _grams(family: int, hashes: NDArray[np.uint32]) -> NDArray[np.uint64]:
    return hashes.astype(np.uint64) | np.uint64(family << _GRAM_BITS)


def _known_lines(txn: Txn, lines: NDArray[np.uint64], found: Postings) -> NDArray[np.bool_]:
    """Which lines a version that is alive has; a template line has hundreds, and the first will do."""
    known = np.empty(0, np.uint64)
    while len(found.versions):
        grams, first = np.unique(found.grams, return_index=True)
        alive = np.isin(found.versions[first], owners_of(txn, np.unique(found.versions[first]))["version"])
        known = np.concatenate([known, grams[alive]])
        left = np.ones(len(found.grams), bool)
        left[first] = False
        found = found.kept(left & ~np.isin(found.grams, known))
    return np.isin(lines, known)


def _heated(txn: Txn, grams: NDArray[np.uint32], versions: NDArray[np.uint32], hot_gram: int) -> NDArray[np.uint32]:
    if len(grams) < hot_gram:
        return np.empty(0, np.uint32)
    seen, counts = np.unique(grams, return_counts=True)
    # Dead versions may be among them: counted anew where it matters.
    near = seen[counts >= hot_gram].tolist()
    return np.array([gram for gram in near if _alive(txn, versions[grams == gram]) >= hot_gram], np.uint32)


def _alive(txn: Txn, versions: NDArray[np.uint32]) -> int:
    return len(owners_of(txn, np.unique(versions)))
