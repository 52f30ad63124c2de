"""All pairs of the store, judged on signatures without template text, whatever the order the pages came in."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from ..fingerprint.hamming import hamming_distance
from ..index.allow import AllowList
from ..index.articles import (
    all_domains,
    articles_of,
    domain_of_article,
    read_profile,
    read_record,
    read_signatures,
)
from ..index.cleaned import domain_template, without_template
from ..index.hot import hot_shingles
from ..index.postings import share_enough
from ..index.profile import compare_profiles
from .verdict import Thresholds, judge_pair, unlike

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ..fingerprint.signatures import Signatures
    from ..index.profile import Profile, ProfileMeasures
    from ..index.store import Txn
    from .pair import PairVerdict


class Settlement:
    """Cleaned signatures of a snapshot's articles, and the verdicts of its pairs."""

    def __init__(self, txn: Txn, *, min_chars: int, thresholds: Thresholds, allow: AllowList | None = None) -> None:
        self._txn = txn
        self._allow = allow or AllowList()
        self._min_chars = min_chars
        self._thresholds = thresholds
        self._hot = hot_shingles(txn)
        self._templates = {
            domain: template
            for domain, _ in all_domains(txn)
            if (template := domain_template(txn, domain))
        }
        self.cleaned: Callable[[int], Signatures | None] = lru_cache(maxsize=4096)(self._cleaned)
        self._profile: Callable[[int], Profile | None] = lru_cache(maxsize=4096)(
            lambda number: read_profile(txn, number)
        )
        self._page_id: Callable[[int], str] = lru_cache(maxsize=65536)(
            lambda number: read_record(txn, number).view.page_id
        )

    def template_of(self, domain: int) -> frozenset[int]:
        """Hashes of a domain's template paragraphs."""
        return self._templates.get(domain, frozenset())

    def _cleaned(self, number: int) -> Signatures | None:
        """An article's signatures less its domain's template; None when too little is left to be judged."""
        signatures = read_signatures(self._txn, number)
        if signatures is None:
            return None
        domain = domain_of_article(self._txn, number)
        signatures = without_template(self._txn, domain, signatures, self.template_of(domain))
        signatures = self._allow.strip(signatures)
        return signatures if signatures.letters >= self._min_chars * LETTERS_IN_CHARS else None

    def verdicts(self) -> Iterator[PairVerdict]:
        """Verdict of each pair that has one."""
        for domain, _ in all_domains(self._txn):
            for number in articles_of(self._txn, domain):
                for other in self._partners_above(number):
                    verdict = self._judge(number, other)
                    if verdict is not None:
                        yield verdict

    def _partners_above(self, number: int) -> Iterator[int]:
        for value in self._txn.values("pairs", number.to_bytes(4, "big")):
            other = int.from_bytes(value, "big")
            if other > number:
                yield other

    def _judge(self, number: int, other: int) -> PairVerdict | None:
        a, b = self.cleaned(number), self.cleaned(other)
        if a is None or b is None or unlike(a, b, self._thresholds) or not self._still_proposed(number, other):
            return None
        a_id, b_id = self._page_id(number), self._page_id(other)
        if a_id > b_id:
            a_id, b_id, a, b = b_id, a_id, b, a
        return judge_pair(a_id, b_id, a, b, self._thresholds, self._profile_measures(number, other))

    def _profile_measures(self, number: int, other: int) -> ProfileMeasures | None:
        a, b = self._profile(number), self._profile(other)
        return compare_profiles(a, b) if a and b else None

    def _still_proposed(self, number: int, other: int) -> bool:
        """Whether shingles that are not hot now join the two.

        Early in a crawl a shingle may propose pairs that it would not propose later; those go, so that the order
        in which pages came leaves no trace.
        """
        if not len(self._hot):
            return True
        a, b = read_signatures(self._txn, number), read_signatures(self._txn, other)
        assert a is not None
        assert b is not None
        if hamming_distance(a.simhash, b.simhash) <= self._thresholds.simhash_distance:
            return True
        return share_enough(a, b, self._hot)


#: Signatures count letters and digits, `chars` all but white space: punctuation makes up about a tenth of a text.
LETTERS_IN_CHARS = 0.8
