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
    partners,
    read_profile,
    read_signatures,
)
from ..index.cleaned import without_template
from ..index.page_ids import PageIds
from ..index.postings import Frequent, share_enough
from ..index.profile import compare_profiles
from .verdict import Thresholds, judge_pair, unlike

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ..fingerprint.signatures import Signatures
    from ..index.profile import Profile, ProfileMeasures
    from ..index.store import Txn
    from .judged import JudgedTexts
    from .pair import PairVerdict


class Settlement:
    """Cleaned signatures of a snapshot's articles, and the verdicts of its pairs."""

    def __init__(
        self, txn: Txn, *, min_chars: int, thresholds: Thresholds, texts: JudgedTexts, allow: AllowList | None = None
    ) -> None:
        """`texts` is filled by :meth:`read_texts`, or was filled from an earlier snapshot."""
        self._txn = txn
        self._allow = allow or AllowList()
        self._min_chars = min_chars
        self._thresholds = thresholds
        self._frequent = Frequent.of(txn)
        self.texts = texts
        self.cleaned: Callable[[int], Signatures | None] = lru_cache(maxsize=4096)(self._cleaned)
        self._profile: Callable[[int], Profile | None] = lru_cache(maxsize=4096)(
            lambda number: read_profile(txn, number)
        )

    def read_texts(self) -> Iterator[None]:
        """Read the texts of all domains, one domain at a step; verdicts can be given when all have been read."""
        for domain, _ in all_domains(self._txn):
            self.texts.read_domain(self._txn, domain, self._cleaned)
            yield

    def is_judged(self, number: int) -> bool:
        """Whether enough is left of an article to be judged."""
        if self.texts.knows(number):
            return self.texts.is_judged(number)
        return self.cleaned(number) is not None

    def simhash(self, number: int) -> int | None:
        """SimHash of an article without template; None for one that is not judged."""
        if self.texts.knows(number):
            return self.texts.simhash(number) if self.texts.is_judged(number) else None
        signatures = self.cleaned(number)
        return signatures.simhash if signatures else None

    def _cleaned(self, number: int) -> Signatures | None:
        """An article's signatures less its domain's template; None when too little is left to be judged."""
        signatures = read_signatures(self._txn, number)
        if signatures is None:
            return None
        domain = domain_of_article(self._txn, number)
        signatures = without_template(self._txn, domain, signatures, self.texts.template_of(domain))
        signatures = self._allow.strip(signatures)
        return signatures if signatures.letters >= self._min_chars * LETTERS_IN_CHARS else None

    def verdicts(self) -> Iterator[list[PairVerdict]]:
        """Verdicts of the pairs of each article with those of higher numbers, one article at a step."""
        page_ids = PageIds(self._txn)
        # Page ids stand in all that is held of pairs: one string each.
        names: dict[int, str] = {}

        def name(number: int) -> str:
            return names.get(number) or names.setdefault(number, page_ids.of(number))

        for domain, _ in all_domains(self._txn):
            for number in articles_of(self._txn, domain):
                others = self._partners_above(number) if self.texts.is_judged(number) else ()
                yield [verdict for other in others if (verdict := self._judge(number, other, name))]

    def _partners_above(self, number: int) -> list[int]:
        return [other for other in partners(self._txn, number) if other > number and self.texts.is_judged(other)]

    def _judge(self, number: int, other: int, name: Callable[[int], str]) -> PairVerdict | None:
        a, b = self.cleaned(number), self.cleaned(other)
        # What costs least, and says no most often, is asked first.
        if (
            a is None
            or b is None
            or unlike(a, b, self._thresholds)
            or not self._still_proposed(number, other)
        ):
            return None
        a_id, b_id = name(number), name(other)
        if a_id > b_id:
            a_id, b_id, a, b = b_id, a_id, b, a
        return judge_pair(a_id, b_id, a, b, self._thresholds, self._profile_measures(number, other))

    def _profile_measures(self, number: int, other: int) -> ProfileMeasures | None:
        a, b = self._profile(number), self._profile(other)
        return compare_profiles(a, b) if a and b else None

    def _still_proposed(self, number: int, other: int) -> bool:
        """Whether the two still share enough, for what is hot and common now.

        Early in a crawl a shingle may propose pairs that it would not propose later; those go, so that the order
        in which pages came leaves no trace.
        """
        if not self._frequent:
            return True
        a, b = read_signatures(self._txn, number), read_signatures(self._txn, other)
        assert a is not None
        assert b is not None
        if hamming_distance(a.simhash, b.simhash) <= self._thresholds.simhash_distance:
            return True
        return share_enough(a, b, self._frequent)


#: Signatures count letters and digits, `chars` all but white space: punctuation makes up about a tenth of a text.
LETTERS_IN_CHARS = 0.8
