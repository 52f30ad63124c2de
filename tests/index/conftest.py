from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import count
from typing import TYPE_CHECKING

import pytest
from scrapy_reprint.pipelines.fingerprint import SignatureParams, compute_signatures
from scrapy_reprint.pipelines.index.articles import NewPage, put_page
from scrapy_reprint.pipelines.index.record import ArticleRecord
from scrapy_reprint.pipelines.index.store import Store
from scrapy_reprint.pipelines.purify.docview import DocView, Purified
from scrapy_reprint.pipelines.purify.url import domain_of, page_id

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

STAMP = SignatureParams().stamp()
_CLOCK = count()


def new_page(
    url: str, paragraphs: Sequence[str], *, judged: bool = True, crawl: int = 1, day: int | None = None,
    status: int = 200,
) -> NewPage:
    """A page as the pipeline would store it, fetched on a day of March, or else a second after the one before."""
    later = datetime(2026, 2, 1, tzinfo=UTC) + timedelta(seconds=next(_CLOCK))
    moment = later.isoformat() if day is None else f"2026-03-{day:02d}T00:00:00+00:00"
    skipped = "status" if status >= 400 else "" if judged else "short"
    view = DocView(
        page_id(url), url, url, domain_of(url), "article", body="\n".join(paragraphs), skipped_because=skipped
    )
    signatures, sums = compute_signatures(paragraphs) if judged else (None, None)
    record = ArticleRecord.of(Purified(view, tuple(paragraphs)), moment, status=status)
    return NewPage(record, (view.body, tuple(paragraphs)), signatures, sums, crawl)


def put(
    store: Store, url: str, paragraphs: Sequence[str], *, judged: bool = True, day: int | None = None,
    status: int = 200, crawl: int = 1,
) -> tuple[int, list[int]]:
    page = new_page(url, paragraphs, judged=judged and status < 300, day=day, status=status, crawl=crawl)
    return store.write(lambda txn: put_page(txn, page, hot_gram=1000, distance=3))


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store(str(tmp_path / "store"), map_size=2**20, stamp=STAMP)
    yield opened
    opened.close()
