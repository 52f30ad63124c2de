"""Which stored articles share enough with a new one to be worth comparing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ..fingerprint.hashing import mix64
from ..fingerprint.shingle import among
from .hot import COMMON, HOT, frequent_among, frequent_shingles
from .packed_signatures import SHINGLE_MASK
from .recent import add_recent, read_recent
from .run_list import read_runs
from .runs import CHARS, LINES, Postings, read_run
from .versions import fewest_postings, owners_of

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
#: A shingle that stands in so many articles is common: a stock phrase, or a story that many carry. Where common ones
#: count too, this share is asked of them: those who carry a story share nearly all of it, and who share a stock phrase
#: with thousands share little else. Without this, candidates would grow with the square of the articles.
COMMON_FROM = 64
COMMON_SHARE = 0.2

_GRAM_BITS = 32


def posting_shingles(signatures: Signatures) -> NDArray[np.uint32]:
    """Character shingles of an article that have postings, sorted and distinct."""
    chars = signatures.char_set
    one_in = SAMPLE if len(chars) >= SHORT else SAMPLE_OF_SHORT
    found: NDArray[np.uint32] = chars[chars % one_in == 0]
    return found


@dataclass(frozen=True, slots=True)
class Frequent:
    """The shingles of a store that are hot and those that are common, with the bits that stored articles keep."""

    hot: NDArray[np.uint32]
    common: NDArray[np.uint32]

    @classmethod
    def of(cls, txn: Txn) -> Frequent:
        """Those of a snapshot."""
        mask = np.uint32(SHINGLE_MASK)
        return cls(*(np.unique(frequent_shingles(txn, table) & mask) for table in (HOT, COMMON)))

    def __bool__(self) -> bool:
        """Whether there are any."""
        return len(self.hot) + len(self.common) > 0


def share_enough(a: Signatures, b: Signatures, frequent: Frequent) -> bool:
    """Whether two stored articles are worth comparing, as :func:`look_up` finds it."""
    one, two = posting_shingles(a), posting_shingles(b)
    shared = np.intersect1d(one, two, assume_unique=True)
    shared = shared[~among(shared, frequent.hot)]
    rare = np.array([len(shared) - np.count_nonzero(among(shared, frequent.common))])
    return bool(_enough(np.array([len(shared)]), rare, min(len(one), len(two)))[0])


def _enough(shared: NDArray[Any], rare: NDArray[Any], size: Any) -> NDArray[np.bool_]:
    """Whether so many shared postings, so many of them not common, join articles of which the smaller has `size`."""
    found: NDArray[np.bool_] = (rare >= np.maximum(LEAST_SHARED, LEAST_SHARE * size)) | (
        shared >= np.maximum(LEAST_SHARED, COMMON_SHARE * size)
    )
    return found


def add_postings(txn: Txn, version: int, shingles: NDArray[np.uint32], lines: NDArray[np.uint64]) -> None:
    """Enter a version under its shingles, which should not be hot, and its paragraphs (:func:`line_grams`)."""
    add_recent(txn, np.concatenate([_grams(CHARS, shingles), lines]), version)


@dataclass(frozen=True, slots=True)
class Found:
    """What postings tell of a new article."""

    #: Numbers of articles of other domains that share enough with it, sorted.
    articles: NDArray[np.uint32]
    #: Its shingles that may propose pairs; and those that it makes hot, and common.
    cold: NDArray[np.uint32]
    heated: NDArray[np.uint32]
    common: NDArray[np.uint32]
    #: Which of its paragraphs another article of its domain has, shape (p,).
    known_lines: NDArray[np.bool_]


def look_up(
    txn: Txn, shingles: NDArray[np.uint32], lines: NDArray[np.uint64], domain: int, hot_gram: int
) -> Found:
    """Find the articles that share enough of an article's shingles, and its paragraphs on its own domain.

    A shingle is hot when more than `hot_gram` articles hold it, the new one among them: it proposes no pairs. Common
    ones (:data:`COMMON_FROM`) propose pairs that share many.
    """
    cold = shingles[~frequent_among(txn, HOT, shingles)]
    found = find_postings(txn, np.concatenate([_grams(CHARS, cold), np.unique(lines)]))
    of_lines = found.grams >= np.uint64(LINES << _GRAM_BITS)
    known = _known_lines(txn, lines, found.kept(of_lines))
    grams, versions = found.grams[~of_lines].astype(np.uint32), found.versions[~of_lines]
    seen, counts = np.unique(grams, return_counts=True)
    heated = _alive_in(txn, seen[counts >= hot_gram], grams, versions, hot_gram)
    if len(heated):
        keep = ~among(grams, heated)
        grams, versions = grams[keep], versions[keep]
        cold = cold[~among(cold, heated)]
    many = seen[(counts >= COMMON_FROM) & ~among(seen, heated)]
    new = many[~frequent_among(txn, COMMON, many)]
    common = _alive_in(txn, new, grams, versions, COMMON_FROM)
    rare = ~among(grams, np.setdiff1d(many, np.setdiff1d(new, common)))
    articles = _sharing(txn, versions, rare, domain, len(shingles))
    return Found(articles, cold, heated, common, known)


def _sharing(
    txn: Txn, versions: NDArray[np.uint32], rare: NDArray[np.bool_], domain: int, size: int
) -> NDArray[np.uint32]:
    """Articles of other domains that share enough with one of `size` postings, by the versions that share each."""
    # Sorted as one number each, which is several times as fast as by np.unique with the places of all.
    rows = np.sort(versions.astype(np.uint64) << np.uint64(1) | rare)
    names = (rows >> np.uint64(1)).astype(np.uint32)
    starts = np.flatnonzero(np.diff(names, prepend=np.uint32(0)))  # there is no version 0
    shared = np.diff(starts, append=len(rows))
    likely = shared >= LEAST_SHARED
    rare_shared = np.add.reduceat((rows & np.uint64(1)).astype(np.int64), starts)[likely] if len(starts) else shared
    found, shared = names[starts[likely]], shared[likely]
    # Most of those who share a stock phrase need not be looked up: no article is so short that it would be enough.
    likely = _enough(shared, rare_shared, min(size, fewest_postings(txn)))
    found, shared, rare_shared = found[likely], shared[likely], rare_shared[likely]
    owners = owners_of(txn, found)
    if len(owners) < len(found):
        alive = among(found, owners["version"].astype(np.uint32))
        shared, rare_shared = shared[alive], rare_shared[alive]
    fit = (owners["domain"] != domain) & _enough(shared, rare_shared, np.minimum(size, owners["postings"]))
    return np.unique(owners["article"][fit].astype(np.uint32))


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


def _alive_in(
    txn: Txn, near: NDArray[np.uint32], grams: NDArray[np.uint32], versions: NDArray[np.uint32], least: int
) -> NDArray[np.uint32]:
    """Those of the shingles `near` that at least so many articles hold beside the new one: not all versions that have
    them are alive.
    """
    return np.array([gram for gram in near.tolist() if _alive(txn, versions[grams == gram]) >= least], np.uint32)


def _alive(txn: Txn, versions: NDArray[np.uint32]) -> int:
    return len(owners_of(txn, np.unique(versions)))
