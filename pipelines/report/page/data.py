"""What the page itself holds: a short row for each domain, the graph, and the words of both languages."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from ...domains.rows import VERDICTS
from .domain_data import MEASURES
from .graph import read_sources, who_copies_whom
from .names import PREFIX, file_stem
from .pairs import ROLES
from .phrases import PARTS, REASONS
from .words import WORDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...domains.rows import DomainRow


def page_data(rows: Sequence[DomainRow], pairs: int, language: str) -> dict[str, Any]:
    """The JSON value of index.html; some 80 bytes a domain."""
    return {
        "language": language,
        "verdicts": VERDICTS,
        "roles": ROLES,
        "measures": MEASURES,
        "domains": [_short(row) for row in sorted(rows, key=_worst_first)],
        "graph": asdict(who_copies_whom(rows)),
        "articles": sum(row.judged for row in rows),
        "pairs": pairs,
        "words": WORDS,
        "phrases": {"reasons": REASONS, "parts": PARTS},
    }


def _worst_first(row: DomainRow) -> tuple[int, float, str]:
    return VERDICTS.index(row.verdict), -row.score, row.domain


def _short(row: DomainRow) -> list[Any]:
    """Domain, verdict, score, hits, judged, sources, copied by, queued, main source; the file's name where it is not
    the domain's.
    """
    main = next(iter(read_sources(row.top_sources)), "")
    short: list[Any] = [
        row.domain, VERDICTS.index(row.verdict), row.score, row.hits, row.judged, row.distinct_sources, row.copied_by,
        int(row.review == "queue"), main,
    ]
    stem = file_stem(row.domain)
    return short if stem == PREFIX + row.domain else [*short, stem]
