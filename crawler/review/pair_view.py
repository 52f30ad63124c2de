"""A pair as the desk shows it: both pages side by side, what they share, and every number."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from ...pipelines.index.articles import read_profile, read_record, read_signatures, read_text
from ...pipelines.purify.url import page_id
from ...pipelines.report.comparison import comparison, measure_rows
from ...pipelines.report.passages import shared_passages

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ...pipelines.domains.rows import MatchRow
    from ...pipelines.index.store import Txn
    from ...pipelines.match.verdict import Thresholds
    from ...pipelines.report.passages import Passage

#: Characters of a text that are shown; nobody reads more to rule on a pair.
MOST_SHOWN = 60_000
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")

_JUDGED = (
    ("semantic", "semantic_sentences", "sentences with one of the same meaning"),
    ("semantic", "semantic_paragraphs", "paragraphs with one of the same meaning"),
    ("", "attributed", "the copy names its source"),
)


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of a text, marked where it stands in the other one."""

    text: str
    #: "same", "near", or empty where it is not marked.
    kind: str = ""
    #: Number of the mark in its own text, and of its counterpart in the other, from 0.
    number: int = 0
    partner: int = 0


@dataclass(frozen=True, slots=True)
class Side:
    """One page of a pair."""

    url: str
    domain: str
    title: str = ""
    #: Language of the text as "zh"; a browser picks the shapes of Han characters by it. Empty where it is not known.
    language: str = ""
    published_at: str = ""
    published_from: str = ""
    first_fetched_at: str = ""
    source_name: str = ""
    author: str = ""
    gone_since: str = ""
    #: None where the text was not kept, or the page is not stored any more.
    spans: tuple[Span, ...] | None = None
    is_cut: bool = False

    @property
    def marks(self) -> int:
        """Marked stretches of the text."""
        return sum(bool(span.kind) for span in self.spans or ())


@dataclass(frozen=True, slots=True)
class PairView:
    """Both pages, the left one the copy where the direction is known, and layer, label and value of each number."""

    left: Side
    right: Side
    numbers: tuple[tuple[str, str, str], ...]


def read_pair(txn: Txn, row: MatchRow, thresholds: Thresholds) -> PairView:
    """Read the two pages of a row of matches.csv; what is not stored any more is left out."""
    numbers = [article_number(txn, url) for url in (row.url, row.matched_url)]
    texts = [_shown(txn, number) for number in numbers]
    marks: Sequence[Sequence[Passage]] = ((), ())
    if texts[0] is not None and texts[1] is not None:
        marks = shared_passages(texts[0][:MOST_SHOWN], texts[1][:MOST_SHOWN])
    urls, domains = (row.url, row.matched_url), (row.domain, row.matched_domain)
    left, right = (
        _side(txn, urls[i], domains[i], numbers[i], texts[i], marks[i]) for i in range(2)
    )
    measures = _measures(txn, numbers, thresholds)
    judged = tuple((layer, label, _value(getattr(row, name))) for layer, name, label in _JUDGED)
    return PairView(left, right, (*measures, *judged))


def followable(url: str) -> str:
    """The address where it is one of the web, else nothing: a page's ``javascript:`` must not become a link."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return ""
    return url if parts.scheme in ("http", "https") and parts.hostname else ""


def article_number(txn: Txn, url: str) -> int | None:
    """Number of the article of an address, None where none is stored."""
    found = txn.get("ids", bytes.fromhex(page_id(url)))
    return None if found is None else int.from_bytes(found, "big")


def printable(text: str) -> str:
    """Text that can be sent: half a character of UTF-16, which broken pages hold, cannot."""
    return _LONE_SURROGATE.sub("\ufffd", text)


def spans_of(text: str, passages: Sequence[Passage]) -> Iterator[Span]:
    """A text cut at its passages; joined, the stretches are the text."""
    end = 0
    for number, passage in enumerate(passages):
        if passage.start > end:
            yield Span(text[end : passage.start])
        yield Span(text[passage.start : passage.end], passage.kind, number, passage.partner)
        end = passage.end
    if end < len(text):
        yield Span(text[end:])


def _side(
    txn: Txn, url: str, domain: str, number: int | None, text: str | None, passages: Sequence[Passage]
) -> Side:
    if number is None:
        return Side(url, domain)
    record = read_record(txn, number)
    view = record.view
    return Side(
        url=printable(url),
        domain=domain,
        title=printable(view.title),
        language=view.language,
        published_at=view.published_at or "",
        published_from=view.published_from,
        first_fetched_at=record.first_fetched_at,
        source_name=printable(view.source_name),
        author=printable(view.author),
        gone_since=record.gone_since if record.is_gone else "",
        spans=None if text is None else tuple(spans_of(text[:MOST_SHOWN], passages)),
        is_cut=text is not None and len(text) > MOST_SHOWN,
    )


def _shown(txn: Txn, number: int | None) -> str | None:
    text = None if number is None else read_text(txn, number)
    return None if text is None else printable(text[0])


def _measures(txn: Txn, numbers: Sequence[int | None], thresholds: Thresholds) -> list[tuple[str, str, str]]:
    sides = []
    for number in numbers:
        signatures = None if number is None else read_signatures(txn, number)
        if number is None or signatures is None:
            return []
        sides.append((signatures, read_profile(txn, number)))
    return measure_rows(comparison(sides[0], sides[1], thresholds))


def _value(value: object) -> str:
    if value is None:
        return "not compared"
    return f"{value:.3f}" if isinstance(value, float) else str(value)
