"""What a person is asked: few pairs, and only where the answer could change a verdict."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from ..match.pair import TIERS
from .score import verdict

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ...options import Options
    from .settle import Settled
    from .tally import Tally

#: Of many alike pairs of two domains so many are asked; so many rulings, all the same way, speak for the rest.
SAMPLE = 3
#: Pairs in the queue at most, as a share of all judged articles.
MAX_SHARE = 0.05
_GRAVITY = {"original": 0, "insufficient": 0, "reposter": 0, "syndicated": 0, "suspected": 1, "scraper": 2}


#: Two domains, and the one that is shown to copy; :data:`UNCLEAR` for findings that show none, empty for leads.
Class = tuple[str, str, str]
UNCLEAR = "?"


def is_graver(one: str, other: str) -> bool:
    """True where a verdict accuses more than another does."""
    return _GRAVITY[one] > _GRAVITY[other]


class Review:
    """The queue: which domains hang on a ruling, and which pairs are asked."""

    def __init__(
        self,
        pairs: Sequence[Settled],
        tallies: Mapping[str, Tally],
        options: Options,
        answered: Mapping[Class, Sequence[Settled]] | None = None,
    ) -> None:
        """``answered`` holds, by class, pairs that were ruled on, where a few more rulings speak for the rest."""
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
        #: Alike pairs that could be asked.
        asked: dict[Class, list[Settled]] = {}
        #: Page ids of a pair -> those articles that it is asked about.
        about: dict[tuple[str, str], set[str]] = {}
        for settled in pairs:
            for_whom = {
                domain for domain in _domains(settled) if domain in hanging and self._asks(domain, settled)
            }
            if for_whom:
                self._hanging |= for_whom
                asked.setdefault(class_of(settled), []).append(settled)
                about[settled.pair.a, settled.pair.b] = {
                    article.page_id for article in (settled.first, settled.second) if article.domain in for_whom
                }
        self._asked = {name: len(alike) for name, alike in asked.items()}
        samples = {name: _sample(alike, (answered or {}).get(name, ())) for name, alike in asked.items()}
        samples = _once_an_article(samples, self._asked, about)
        rounds = [(place, name) for name, sample in samples.items() for place in range(len(sample))]
        most = max(1, int(MAX_SHARE * sum(tally.judged for tally in tallies.values())))
        self._queued = {
            (samples[name][place].pair.a, samples[name][place].pair.b) for place, name in sorted(rounds)[:most]
        }
        #: Pairs that may be asked beside these.
        self.room = most - len(self._queued)
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
            alike = self._asked[class_of(settled)]
            return f"queued, for {alike} alike" if alike > 1 else "queued"
        if any(domain in self._hanging and self._asks(domain, settled) for domain in _domains(settled)):
            alike = self._asked[class_of(settled)]
            return f"not queued: a sample of {alike} alike is" if alike > 1 else "not queued: others are asked first"
        if settled.known and settled.pair.finding:
            return ""
        for domain in _domains(settled):
            if self._verdicts[domain] == "scraper":
                return f"settled: {domain} is a scraper by its other pairs"
        return ""

    def _may_accuse(self, domain: str, settled: Settled) -> bool:
        """True where a ruling on the pair could make one more hit of the domain."""
        if settled.attributed or settled.ruled or (settled.known and settled.pair.finding):
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
        """True where rulings against the domain on all open pairs, or for it on all that are not sure, change it."""
        now = self._verdicts[tally.domain]
        worst = verdict(tally, options, extra_hits=len(self._open.get(tally.domain, ())))
        if now != "suspected":
            return is_graver(worst, now)
        high = tally.hits & tally.hits_high
        traces = {name: getattr(tally, name) & high for name in ("leftover_links", "hotlinks", "markup", "same_path")}
        sure = replace(tally, hits=high, leads=set(), lead_sources=Counter(), **traces)
        return worst != now or verdict(sure, options) != now

    def _asks(self, domain: str, settled: Settled) -> bool:
        """True where a ruling on the pair bears on the domain: it could accuse or, of a suspected one,
        clear.
        """
        if self._may_accuse(domain, settled):
            return True
        copies = settled.known and settled.first.domain == domain and not (settled.attributed or settled.ruled)
        return copies and self._verdicts[domain] == "suspected" and settled.pair.tier != "high"


def class_of(settled: Settled) -> Class:
    """What a pair is alike with: leads of the same two domains, or findings with the same copier or with none."""
    if not settled.pair.finding:
        return (*_domains(settled), "")
    return (*_domains(settled), settled.first.domain if settled.known else UNCLEAR)


def _likeliest_first(settled: Settled) -> tuple[bool, int, float, str, str]:
    pair = settled.pair
    alike = max(pair.char_containment or 0.0, pair.semantic_sentences or 0.0)
    return (not pair.finding, TIERS.index(pair.tier), -alike, settled.first.url, settled.second.url)


def _sample(alike: Sequence[Settled], answered: Sequence[Settled]) -> list[Settled]:
    """Which of the alike pairs to ask: the likeliest, the middle one and the least likely, so that rulings on them
    speak for all between; what is left of them where some are answered.
    """
    ranked = sorted([*alike, *answered], key=_likeliest_first)
    last = len(ranked) - 1
    bracket = [ranked[last * place // (SAMPLE - 1)] for place in range(SAMPLE)]
    in_order = {(settled.pair.a, settled.pair.b): settled for settled in [*bracket, *ranked]}
    done = {(settled.pair.a, settled.pair.b) for settled in answered}
    return [settled for pair, settled in in_order.items() if pair not in done][: SAMPLE - len(answered)]


def _once_an_article(
    samples: Mapping[Class, Sequence[Settled]], sizes: Mapping[Class, int], about: Mapping[tuple[str, str], set[str]]
) -> dict[Class, list[Settled]]:
    """Samples less the pairs whose articles are asked about already: a text on fifty sites is no fifty questions."""
    seen: set[str] = set()
    left: dict[Class, list[Settled]] = {}
    for name in sorted(samples, key=lambda name: (-sizes[name], name)):
        for settled in samples[name]:
            articles = about.get((settled.pair.a, settled.pair.b), set())
            if not articles <= seen:
                seen |= articles
                left.setdefault(name, []).append(settled)
    return left


def _domains(settled: Settled) -> tuple[str, str]:
    a, b = settled.first.domain, settled.second.domain
    return (a, b) if a < b else (b, a)
