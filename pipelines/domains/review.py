"""What a person is asked: few pairs, and only where the answer could change a verdict."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..match.pair import TIERS
from .score import verdict

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ...options import Options
    from .settle import Settled
    from .tally import Tally

#: Of many alike pairs of two domains so many are asked.
SAMPLE = 3
#: Pairs in the queue at most, as a share of all judged articles.
MAX_SHARE = 0.05
_GRAVER = {"original": 0, "insufficient": 0, "reposter": 0, "syndicated": 0, "suspected": 1, "scraper": 2}


class Review:
    """The queue: which domains hang on a ruling, and which pairs are asked."""

    def __init__(self, pairs: Sequence[Settled], tallies: Mapping[str, Tally], options: Options) -> None:
        self._verdicts = {domain: verdict(tally, options) for domain, tally in tallies.items()}
        self._tallies = tallies
        #: Domain -> articles that a ruling could turn into hits.
        self._open: dict[str, set[str]] = {}
        for settled in pairs:
            for article in (settled.first, settled.second):
                if article.judged and self._may_accuse(article.domain, settled):
                    self._open.setdefault(article.domain, set()).add(article.page_id)
        hanging = {domain for domain, tally in tallies.items() if self._hangs(tally, options)}
        #: Domain whose verdict hangs on a ruling; one without a doubtful pair hangs on none.
        self._hanging: set[str] = set()
        #: Domain pair -> its pairs that could be asked, likeliest first.
        asked: dict[tuple[str, str], list[Settled]] = {}
        for settled in pairs:
            for_whom = {
                domain for domain in _domains(settled) if domain in hanging and self._asks(domain, settled)
            }
            if for_whom:
                self._hanging |= for_whom
                asked.setdefault(_domains(settled), []).append(settled)
        for alike in asked.values():
            alike.sort(
                key=lambda s: (not s.pair.finding, TIERS.index(s.pair.tier), s.first.url, s.second.url)
            )
        self._asked = {domains: len(alike) for domains, alike in asked.items()}
        rounds = [
            (place, domains) for domains, alike in asked.items() for place in range(min(SAMPLE, len(alike)))
        ]
        most = max(1, int(MAX_SHARE * sum(tally.judged for tally in tallies.values())))
        self._queued = {
            (asked[domains][place].pair.a, asked[domains][place].pair.b)
            for place, domains in sorted(rounds)[:most]
        }
        self._queued_of: dict[str, int] = {}
        for settled in pairs:
            if self.queued(settled):
                for domain in _domains(settled):
                    self._queued_of[domain] = self._queued_of.get(domain, 0) + 1

    def domain(self, domain: str) -> str:
        """Whether the domain is queued: "queue" for one whose verdict hangs on a ruling, else "none"."""
        return "queue" if domain in self._hanging else "none"

    def queued(self, settled: Settled) -> bool:
        """True for a pair that is asked."""
        return (settled.pair.a, settled.pair.b) in self._queued

    def questions(self, domain: str) -> int:
        """Pairs of the domain in the queue."""
        return self._queued_of.get(domain, 0)

    def remark(self, settled: Settled) -> str:
        """Why a doubtful pair is queued or not; empty for a pair without doubt."""
        if self.queued(settled):
            alike = self._asked[_domains(settled)]
            return f"queued, for {alike} alike" if alike > 1 else "queued"
        if any(domain in self._hanging and self._asks(domain, settled) for domain in _domains(settled)):
            return f"not queued: a sample of {self._asked[_domains(settled)]} alike is"
        if settled.known and settled.pair.finding:
            return ""
        for domain in _domains(settled):
            if self._verdicts[domain] == "scraper":
                return f"settled: {domain} is a scraper by its other pairs"
        return ""

    def _may_accuse(self, domain: str, settled: Settled) -> bool:
        """True where a ruling on the pair could make one more hit of the domain."""
        if settled.attributed or (settled.known and settled.pair.finding):
            return False
        other = settled.second if settled.first.domain == domain else settled.first
        if self._verdicts[other.domain] == "scraper" and not settled.known:
            return False
        mine = settled.first if settled.first.domain == domain else settled.second
        tally = self._tallies[domain]
        if not mine.judged or mine.page_id in tally.hits or mine.page_id in tally.declared:
            return False
        return not settled.known or settled.first.domain == domain

    def _hangs(self, tally: Tally, options: Options) -> bool:
        now = self._verdicts[tally.domain]
        if now == "suspected":
            return True
        worst = verdict(tally, options, extra_hits=len(self._open.get(tally.domain, ())))
        return _GRAVER[worst] > _GRAVER[now]

    def _asks(self, domain: str, settled: Settled) -> bool:
        """True where a ruling on the pair bears on the domain: it could accuse or, of a suspected one,
        clear.
        """
        if self._may_accuse(domain, settled):
            return True
        copies = settled.known and settled.first.domain == domain and not settled.attributed
        return copies and self._verdicts[domain] == "suspected" and settled.pair.tier != "high"


def _domains(settled: Settled) -> tuple[str, str]:
    a, b = settled.first.domain, settled.second.domain
    return (a, b) if a < b else (b, a)
