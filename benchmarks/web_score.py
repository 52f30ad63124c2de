"""What reports say of made-up webs, against the truth."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from web_pages import POLICY_PATH
from web_plan import ACCUSED, LAUNDERERS, SMALL, WHOLESALE, Web

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scrapy_reprint.pipelines.domains import Judgement


@dataclass
class Score:
    """What the reports of some webs say, against the truth."""

    #: Kind of site -> verdict -> sites.
    verdicts: dict[str, Counter[str]] = field(default_factory=dict)
    #: Rows that join a copy with what it comes from: "right", "unclear" or "wrong", and the same by kind of the copier.
    #: Rows that join it with another copy of the same origin are counted where they claim a direction.
    direction: Counter[str] = field(default_factory=Counter)
    direction_of: dict[str, Counter[str]] = field(default_factory=dict)
    #: Copies, and those that some row joins with an origin.
    copies: int = 0
    found: int = 0
    queued: int = 0
    judged: int = 0
    #: Findings whose articles have nothing to do with each other; the policies that all sites have are left out.
    false_findings: int = 0

    def add(self, judgement: Judgement, web: Web) -> None:
        """Count one report."""
        for row in judgement.domains:
            self.verdicts.setdefault(web.sites[row.domain].kind, Counter())[row.verdict] += 1
            self.judged += row.judged
        found = set()
        urls = {url for row in judgement.matches for url in (row.url, row.matched_url)}
        family = {url: frozenset({url, *web.origins.get(url, ())}) for url in urls}
        for match in judgement.matches:
            self.queued += match.review == "queue"
            here, there = match.url, match.matched_url
            if there in family[here] or here in family[there]:
                copy = here if there in family[here] else there
                found.add(copy)
                source = there if copy == here else here
                said = ("right" if copy == here else "wrong") if match.direction == "copies" else "unclear"
                # A thief took it from one who carries it by right: nothing on the pages can tell from whom.
                if said == "unclear" and source in web.origins:
                    continue
                self.direction[said] += 1
                host = match.domain if copy == here else match.matched_domain
                self.direction_of.setdefault(web.sites[host].kind, Counter())[said] += 1
            elif not family[here] & family[there] and match.tier in ("high", "medium"):
                self.false_findings += not here.endswith(POLICY_PATH)
        self.copies += len(web.origins)
        self.found += len(found)

    def as_dict(self) -> dict[str, object]:
        """The figures that count."""
        wholesale, launderers = (self._share(kinds, ("scraper",)) for kinds in (WHOLESALE, LAUNDERERS))
        honest = [kind for kind in self.verdicts if kind not in (*WHOLESALE, *LAUNDERERS, *SMALL)]
        return {
            "wholesale_scraper": wholesale,
            "wholesale_accused": self._share(WHOLESALE, ACCUSED),
            "launderers_scraper": launderers,
            "launderers_accused": self._share(LAUNDERERS, ACCUSED),
            "honest_accused": self._share(honest, ACCUSED),
            "small_insufficient": self._share(SMALL, ("insufficient",)),
            "direction": dict(self.direction),
            "direction_right": round(self.direction["right"] / max(1, self.direction.total()), 4),
            "copies_found": round(self.found / max(1, self.copies), 4),
            "queue_share": round(self.queued / max(1, self.judged), 4),
            "false_findings": self.false_findings,
        }

    def _share(self, kinds: Iterable[str], wanted: tuple[str, ...]) -> list[int]:
        counts = [self.verdicts.get(kind, Counter()) for kind in kinds]
        return [sum(count[verdict] for count in counts for verdict in wanted), sum(count.total() for count in counts)]

    def table(self) -> str:
        """The confusion table: kinds of sites by verdict, and the directions of their copies."""
        names = ("scraper", "suspected", "reposter", "syndicated", "original", "insufficient")
        lines = [f"{'':20}" + "".join(f"{name:>13}" for name in names) + f"{'right':>9}{'unclear':>9}{'wrong':>7}"]
        for kind, counts in sorted(self.verdicts.items()):
            ways = self.direction_of.get(kind, Counter())
            lines.append(
                f"{kind:20}" + "".join(f"{counts[name] or '':>13}" for name in names)
                + f"{ways['right'] or '':>9}{ways['unclear'] or '':>9}{ways['wrong'] or '':>7}"
            )
        return "\n".join(lines)
