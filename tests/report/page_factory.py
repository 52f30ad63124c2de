"""Made-up rows and articles, as the page takes them."""

from __future__ import annotations

import json
import re
from dataclasses import fields
from typing import TYPE_CHECKING, Any

from scrapy_reprint.options import Options
from scrapy_reprint.pipelines.domains import DomainRow, MatchRow
from scrapy_reprint.pipelines.report import write_csv
from scrapy_reprint.pipelines.report.page import write_page
from scrapy_reprint.pipelines.report.page.articles import Listed, Shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

_DOMAIN = dict.fromkeys((field.name for field in fields(DomainRow)), None)
_MATCH = dict.fromkeys((field.name for field in fields(MatchRow)), None)


def domain_row(domain: str, verdict: str = "original", **known: Any) -> DomainRow:
    numbers = dict.fromkeys(
        ("score", "pages", "articles", "judged", "hits", "hits_high", "copied_by", "distinct_sources"), 0
    )
    words = {"review": "none", "top_sources": "", "crawl_complete": "yes", "reasons": "none"}
    return DomainRow(**{**_DOMAIN, **numbers, **words, "domain": domain, "verdict": verdict, **known})


def match_row(url: str, matched_url: str, **known: Any) -> MatchRow:
    words = {
        "url": url, "domain": url.split("/")[2],
        "matched_url": matched_url, "matched_domain": matched_url.split("/")[2],
        "tier": "high", "kind": "verbatim", "layers": "whole;fragment", "direction": "copies", "attributed": "no",
        "review": "none", "reasons": "SimHash distance 0", "simhash_distance": 0, "word_jaccard": 0.9,
    }
    return MatchRow(**{**_MATCH, **words, **known})


class MadeArticles:
    """Articles by URL."""

    def __init__(self, articles: Iterable[Shown] = (), skipped: Iterable[tuple[str, str]] = ()) -> None:
        self.known = {article.url: article for article in articles}
        self.skipped = list(skipped)

    def of_domain(self, domain: str) -> Iterator[Listed]:
        for article in self.known.values():
            if article.url.split("/")[2] == domain:
                yield Listed(article.url, article.title, article.published_at, judged=True)
        for url, why in self.skipped:
            if url.split("/")[2] == domain:
                yield Listed(url, "", None, judged=False, skipped=why)

    def read(self, url: str, *, text: bool) -> Shown | None:
        return self.known.get(url)


def shown(url: str, body: str | None = "", title: str = "", published_at: str | None = None, **known: Any) -> Shown:
    values = {"source_name": "", "body_links": (), "images": (), **known}
    return Shown(url, title, published_at, body=body, **values)


def written(
    folder: Path, rows: Sequence[DomainRow], matches: Sequence[MatchRow] = (), articles: MadeArticles | None = None,
    options: Options | None = None, not_counted: Sequence[int] = (),
) -> dict[str, Any]:
    """Write a page and read the data of index.html."""
    folder.mkdir(exist_ok=True)
    ordered = sorted(matches, key=lambda row: (row.url, row.matched_url))
    write_csv(folder / "matches.csv", ordered, [field.name for field in fields(MatchRow)])
    path = write_page(folder, rows, articles or MadeArticles(), options or Options(), None, not_counted)
    assert path == folder / "index.html"
    return data_of(path)


def data_of(path: Path) -> dict[str, Any]:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', path.read_text(encoding="utf-8"))
    assert found
    data: dict[str, Any] = json.loads(found[1])
    return data


def domain_data(folder: Path, stem: str) -> dict[str, Any]:
    """The data in a domain's file."""
    text = (folder / "page" / f"{stem}.js").read_text(encoding="utf-8")
    found = re.fullmatch(r"reprintDomain\((\".*?\"),(\{.*\})\);\n", text)
    assert found
    data: dict[str, Any] = json.loads(found[2])
    return data
