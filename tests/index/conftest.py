from __future__ import annotations

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


def new_page(url: str, paragraphs: Sequence[str], *, judged: bool = True, crawl: int = 1) -> NewPage:
    """A page as the pipeline would store it."""
    view = DocView(page_id(url), url, url, domain_of(url), "article", body="\n".join(paragraphs))
    signatures, sums = compute_signatures(paragraphs) if judged else (None, None)
    record = ArticleRecord.of(Purified(view, tuple(paragraphs)), "2026-03-01T00:00:00+00:00")
    return NewPage(record, (view.body, tuple(paragraphs)), signatures, sums, crawl)


def put(store: Store, url: str, paragraphs: Sequence[str], *, judged: bool = True) -> tuple[int, list[int]]:
    page = new_page(url, paragraphs, judged=judged)
    return store.write(lambda txn: put_page(txn, page, hot_gram=1000, distance=3))


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store(str(tmp_path / "store"), map_size=2**20, stamp=STAMP)
    yield opened
    opened.close()
