"""Which pairs of articles are worth embedding: those that share rare terms and facts."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

import numpy as np

from ..fingerprint.key_terms import term_factors

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

Id = TypeVar("Id", bound="int | str")


@dataclass(frozen=True, slots=True)
class Candidates(Generic[Id]):
    """Proposed pairs, and what was left out to propose them in bounded time."""

    #: Pairs (a, b) with a < b, and their shared share of weight, 0 to 1.
    pairs: dict[tuple[Id, Id], float]
    #: Terms found in too many articles to propose a pair.
    hot_terms: int


def propose(
    terms_of: Mapping[Id, NDArray[np.uint32]],
    domain_of: Mapping[Id, Hashable],
    *,
    per_article: int = 3,
    least_share: float = 0.15,
    stands_out: float = 2.5,
    least_terms: int = 5,
    hot_term: int = 400,
) -> Candidates[Id]:
    """Pairs of articles of different domains that share much of the weight of their key terms.

    A term weighs ``log((N + 1000) / (df + 1))``, its rarity among the N articles, times what
    :func:`~..fingerprint.key_terms.term_factors` gives its kind. Two articles are alike by the weight that they share
    over the geometric mean of what they hold. A pair is proposed when at least `least_terms` terms and `least_share`
    of the weight are shared, and `stands_out` times as much as either article shares with its field; the
    `per_article` best of each article are kept. Terms of more than `hot_term` articles propose nothing.

    What an article shares with its field is read off its best partner but D - 1, where D is the number of domains, at
    most one in a hundred articles and at least 20: a story has about one copy a domain, so whoever comes behind them is
    alike by the subject only.

    Nothing depends on the order of `terms_of`. The cost is at most N x terms x `hot_term` additions.
    """
    ids = sorted(terms_of)
    index = _Index.of([terms_of[name] for name in ids], hot_term)
    numbers = {name: number for number, name in enumerate(sorted({str(domain_of[name]) for name in ids}))}
    domain = np.array([numbers[str(domain_of[name])] for name in ids])
    rank = max(20, min(len(numbers), len(ids) // 100))
    #: Article -> its good partners and their shares; most have none.
    found: dict[int, tuple[NDArray[np.uint32], NDArray[np.float64]]] = {}
    field = np.zeros(len(ids))
    for number in range(len(ids)):
        partners, shares, counts = index.partners(number)
        abroad = domain[partners] != domain[number]
        partners, shares, counts = partners[abroad], shares[abroad], counts[abroad]
        if len(shares) > rank:
            field[number] = np.partition(shares, -rank)[-rank]
        good = (shares >= least_share) & (shares >= stands_out * field[number]) & (counts >= least_terms)
        if good.any():
            found[number] = partners[good], shares[good]
    pairs: dict[tuple[Id, Id], float] = {}
    for number, (partners, shares) in found.items():
        least = stands_out * field[partners]
        best = [place for place in np.lexsort((partners, -shares)) if shares[place] >= least[place]]
        for place in best[:per_article]:
            low, high = sorted((number, int(partners[place])))
            pairs[ids[low], ids[high]] = float(shares[place])
    return Candidates(dict(sorted(pairs.items())), index.hot)


@dataclass(frozen=True)
class _Index:
    """Postings of the key terms of articles 0 to n - 1, in two flat arrays of 4 bytes a term.

    Steps that need 8 bytes a term are taken for a part of the terms at a time, but for one sort.
    """

    terms: NDArray[np.int32]
    #: Where each article's terms start in `terms`, and each term's articles in `articles`.
    term_starts: NDArray[np.intp]
    articles: NDArray[np.uint32]
    article_starts: NDArray[np.intp]
    weights: NDArray[np.float64]
    proposes: NDArray[np.bool_]
    norms: NDArray[np.float64]
    hot: int

    @classmethod
    def of(cls, arrays: Sequence[NDArray[np.uint32]], hot_term: int) -> _Index:
        count = len(arrays)
        hashes = np.empty(sum(map(len, arrays)), np.uint32)
        starts = np.zeros(count + 1, np.intp)
        for number, array in enumerate(arrays):
            distinct = np.unique(array)
            starts[number + 1] = starts[number] + len(distinct)
            hashes[starts[number] : starts[number + 1]] = distinct
        hashes = hashes[: starts[-1]]
        vocabulary = np.unique(hashes)
        terms = np.empty(len(hashes), np.int32)
        frequency = np.zeros(len(vocabulary), np.intp)
        for part in _parts(len(hashes)):
            terms[part] = np.searchsorted(vocabulary, hashes[part])
            frequency += np.bincount(terms[part], minlength=len(vocabulary))
        del hashes
        weights = np.log((count + _ASSUMED) / (frequency + 1.0)) * term_factors(vocabulary)
        hot = frequency > hot_term
        return cls(
            terms=terms,
            term_starts=starts,
            articles=_by_term(terms, starts),
            article_starts=np.concatenate([[0], np.cumsum(frequency)]),
            weights=weights,
            proposes=(frequency > 1) & ~hot,
            norms=_norms(weights, terms, starts),
            hot=int(hot.sum()),
        )

    def partners(self, number: int) -> tuple[NDArray[np.uint32], NDArray[np.float64], NDArray[np.intp]]:
        """Articles that share terms with one, the shares of weight and the numbers of shared terms."""
        terms = self.terms[self.term_starts[number] : self.term_starts[number + 1]]
        terms = terms[self.proposes[terms]]
        if not len(terms):
            return np.empty(0, np.uint32), np.empty(0), np.empty(0, np.intp)
        runs = [self.articles[self.article_starts[term] : self.article_starts[term + 1]] for term in terms]
        partners, inverse, counts = np.unique(np.concatenate(runs), return_inverse=True, return_counts=True)
        shared = np.bincount(inverse, np.repeat(self.weights[terms], [len(run) for run in runs]))
        return partners, np.round(shared / (self.norms[partners] * self.norms[number]), 6), counts


def _by_term(terms: NDArray[np.int32], starts: NDArray[np.intp]) -> NDArray[np.uint32]:
    """Numbers of the articles that hold each term, term after term, ascending."""
    keys = np.empty(len(terms), np.uint64)
    for part in _parts(len(terms)):
        owners = np.searchsorted(starts, np.arange(part.start, part.stop), side="right") - 1
        keys[part] = terms[part].astype(np.uint64) << np.uint64(32) | owners.astype(np.uint64)
    keys.sort()
    articles = np.empty(len(terms), np.uint32)
    for part in _parts(len(terms)):
        articles[part] = keys[part] & np.uint64(0xFFFFFFFF)
    return articles


def _norms(
    weights: NDArray[np.float64], terms: NDArray[np.int32], starts: NDArray[np.intp]
) -> NDArray[np.float64]:
    """Square root of the weight that each article holds."""
    held = [weights[terms[start:stop]].sum() for start, stop in itertools.pairwise(starts.tolist())]
    return np.sqrt(np.array(held, np.float64))


def _parts(length: int) -> Iterator[slice]:
    for start in range(0, length, _STEP):
        yield slice(start, min(start + _STEP, length))


_STEP = 1 << 20
# Articles that are assumed beside those of the crawl, holding none of its terms: a small crawl must not take all its
# words for rare ones.
_ASSUMED = 1000
