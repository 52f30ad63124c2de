"""What the page shows of one domain, as the JSON value of its file."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from .examples import FEW_EXAMPLES, MOST_EXAMPLES, VICTIMS_EXAMPLES, choose_examples, read_example
from .graph import read_sources
from .leftovers import find_leftovers
from .pairs import COPIES, ROLES
from .points import points_of
from .timeline import timeline

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scrapy_reprint.options import Options

    from ...domains.rows import DomainRow
    from .articles import Articles
    from .examples import Example, Side
    from .leftovers import Leftover
    from .pairs import Pair, Pairs

#: Pairs listed of a domain that is accused, and of any other; all are in matches.csv.
MOST_PAIRS, FEW_PAIRS = 500, 200
MOST_PARTNERS = 100
ACCUSED = frozenset({"scraper", "suspected"})
#: Columns of a pair in the data, beside what the domain is in it, the two addresses, the other domain and titles.
MEASURES = (
    "simhash_distance", "word_jaccard", "char_containment", "segments_matched", "sentences_reused",
    "semantic_sentences", "semantic_paragraphs", "immutables_agree",
)


@dataclass(frozen=True, slots=True)
class Parts:
    """Where a domain's data come from."""

    pairs: Pairs
    articles: Articles
    options: Options


def domain_data(row: DomainRow, parts: Parts) -> dict[str, Any]:
    """All that the page shows of a domain; memory is bounded by the caps of this package but for the domain's dates."""
    accused = row.verdict in ACCUSED
    listed = list(parts.pairs.first(row.domain, MOST_PAIRS if accused else FEW_PAIRS))
    asked = {pair.own_url for pair in listed}
    titles: dict[str, str] = {}
    published: list[str | None] = []
    skipped: Counter[str] = Counter()
    for article in parts.articles.of_domain(row.domain):
        if article.judged:
            published.append(article.published_at)
        elif article.skipped:
            skipped[article.skipped] += 1
        if article.url in asked:
            titles[article.url] = article.title
    sources = read_sources(row.top_sources)
    partners = parts.pairs.partners(row.domain)
    examples = MOST_EXAMPLES if accused else VICTIMS_EXAMPLES if row.copied_by else FEW_EXAMPLES
    return {
        "row": asdict(row),
        "skipped": [*map(list, sorted(skipped.items(), key=lambda item: (-item[1], item[0])))],
        "points": [asdict(points) for points in points_of(row, parts.options)],
        "timeline": asdict(
            timeline(published, articles=parts.options.burst_articles, minutes=parts.options.burst_minutes)
        ),
        "sources": [*map(list, sources.items())],
        "partners": [[partner.domain, *partner.pairs] for partner in partners[:MOST_PARTNERS]],
        "partner_count": len(partners),
        "examples": _examples(listed, sources, parts.articles, examples),
        "leftovers": _leftovers(listed, parts.articles),
        "pairs": [_pair(pair, titles) for pair in listed],
        "pair_count": parts.pairs.count(row.domain),
    }


def _pair(pair: Pair, titles: dict[str, str]) -> list[Any]:
    """Role, own URL and title, the other URL and domain, and what is known of the pair."""
    row = pair.row
    return [
        ROLES.index(pair.role), pair.own_url, titles.get(pair.own_url, ""), pair.other_url, pair.other_domain,
        row.tier, row.kind, int(row.attributed == "yes"), int(row.review == "queue"), row.reasons,
        [getattr(row, name) for name in MEASURES],
    ]


def _examples(
    listed: Sequence[Pair], sources: dict[str, int], articles: Articles, most: int
) -> list[dict[str, Any]]:
    read = (read_example(pair, articles) for pair in choose_examples(listed, sources, most))
    return [_example(example) for example in read if example is not None]


def _example(example: Example) -> dict[str, Any]:
    row = example.row
    return {
        "role": example.role, "tier": row.tier, "kind": row.kind, "reasons": row.reasons,
        "direction": row.direction, "attributed": row.attributed == "yes",
        "sides": [_side(example.first, row.domain), _side(example.second, row.matched_domain)],
    }


def _side(side: Side, domain: str) -> dict[str, Any]:
    article = side.article
    return {
        "domain": domain, "url": article.url, "title": article.title, "published": article.published_at,
        "source": article.source_name, "text": side.text, "chars": side.chars, "marks": [*map(list, side.marks)],
    }


def _leftovers(listed: Sequence[Pair], articles: Articles) -> dict[str, Any]:
    found = find_leftovers((pair.row for pair in listed if pair.role == COPIES), articles)
    return {
        "copies": found.copies, "links": [*map(_leftover, found.links)], "images": [*map(_leftover, found.images)],
        "links_found": found.links_found, "images_found": found.images_found,
    }


def _leftover(leftover: Leftover) -> list[str]:
    return [leftover.page, leftover.url, leftover.source]
