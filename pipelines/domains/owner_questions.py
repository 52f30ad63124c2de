"""Verdicts that hang on who owns a site: what a person is asked beside the pairs of doubt."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ..match.pair import TIERS
from .review import is_graver
from .score import verdict

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from ...options import Options
    from .owners import Owners
    from .settle import Settled
    from .tally import Tally

    Pair = tuple[str, str]

#: Domains that a reason names.
_NAMED = 3


@dataclass(frozen=True, slots=True)
class Counted:
    """Pairs that count, and what is counted of each domain."""

    pairs: Iterable[Settled]
    tallies: Mapping[str, Tally]


@dataclass(frozen=True, slots=True)
class OwnerQuestions:
    """Domains whose verdict hangs on whether they are of one owner with others."""

    #: Domain -> the others, those it has most from first.
    hanging: Mapping[str, list[str]] = field(default_factory=dict)
    #: Page ids of the pairs that are shown with a question, one for each two domains.
    asked: Collection[Pair] = ()

    def words(self, domain: str) -> str:
        """The question as a reason, or an empty string."""
        others = self.hanging.get(domain)
        return f"hangs on whether it is of one owner with {' and '.join(others[:_NAMED])}" if others else ""

    def remark(self, settled: Settled) -> str:
        """What a pair is shown for, or an empty string."""
        if (settled.pair.a, settled.pair.b) not in self.asked:
            return ""
        a, b = sorted((settled.first.domain, settled.second.domain))
        return f"queued: are {a} and {b} of one owner?"


def owner_questions(
    now: Counted,
    if_parted: Counted,
    merged: Collection[Pair],
    if_merged: Counted,
    doubted: Collection[Pair],
    options: Options,
    most: int,
) -> OwnerQuestions:
    """What hangs on owners that were found, or doubted for no more than may differ between sites of one.

    ``merged`` are pairs that count for nothing because of a found owner, and ``if_parted`` is what would be if they
    counted; ``doubted`` are pairs that may be of one owner, and ``if_merged`` is what would be if they did not count.
    At most ``most`` pairs are asked.
    """
    hanging: dict[str, list[str]] = {}
    shown: dict[Pair, Settled] = {}
    # The graver and the milder case, and the pairs that make the difference.
    for grave, mild, pairs in ((if_parted, now, merged), (now, if_merged, doubted)):
        for domain, copies in _copies(settled for settled in grave.pairs if _key(settled) in pairs).items():
            if is_graver(verdict(grave.tallies[domain], options), verdict(mild.tallies[domain], options)):
                _ask(domain, copies, hanging, shown)
    asked = sorted(shown, key=lambda domains: _likeliest_first(shown[domains]))[: max(0, most)]
    return OwnerQuestions(hanging, frozenset(_key(shown[domains]) for domains in asked))


def owner_reasons(tally: Tally, owners: Owners, questions: OwnerQuestions, options: Options) -> Iterator[str]:
    """What the reasons of a domain say of owners: what was merged, what was doubted, what hangs on it."""
    merged, asked = owners.words(tally.domain), questions.words(tally.domain)
    if merged:
        yield merged
    if is_graver(verdict(tally, options), "original"):
        largest = sorted(tally.sources, key=lambda source: (-tally.sources[source], source))[:_NAMED]
        yield from filter(None, (owners.doubt(tally.domain, source) for source in largest))
    if asked:
        yield asked


def _copies(pairs: Iterable[Settled]) -> dict[str, list[Settled]]:
    """Domain -> pairs in which it copies and does not say so."""
    found: dict[str, list[Settled]] = {}
    for settled in pairs:
        if settled.known and settled.first.judged and not settled.attributed:
            found.setdefault(settled.first.domain, []).append(settled)
    return found


def _ask(domain: str, pairs: Iterable[Settled], hanging: dict[str, list[str]], shown: dict[Pair, Settled]) -> None:
    others: Counter[str] = Counter()
    for settled in pairs:
        other = settled.second.domain
        others[other] += 1
        domains = (min(domain, other), max(domain, other))
        shown[domains] = min(shown.get(domains, settled), settled, key=_likeliest_first)
    ranked = sorted(others, key=lambda other: (-others[other], other))
    hanging[domain] = [*hanging.get(domain, ()), *(other for other in ranked if other not in hanging.get(domain, ()))]


def _likeliest_first(settled: Settled) -> tuple[bool, int, str, str]:
    pair = settled.pair
    return (not pair.finding, TIERS.index(pair.tier), settled.first.url, settled.second.url)


def _key(settled: Settled) -> Pair:
    return settled.pair.a, settled.pair.b
