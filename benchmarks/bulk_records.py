"""Records of bulk pages: addresses, titles, times, links and ids of the lengths that real pages have."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from bulk_sentences import keyed
from scrapy_reprint.pipelines.index.record import ArticleRecord
from scrapy_reprint.pipelines.purify.docview import DocView
from scrapy_reprint.pipelines.purify.url import page_id

if TYPE_CHECKING:
    from bulk_plan import Copied, Plan
    from bulk_words import Vocabulary

_BEGIN = datetime(2024, 9, 1, tzinfo=UTC)
_FETCHED = datetime(2026, 9, 1, tzinfo=UTC)
_MINUTES = 2 * 365 * 24 * 60
_TAIL = "abcdefghijklmnopqrstuvwxyz"


def domain_name(domain: int) -> str:
    """Name of a domain."""
    return f"site{domain:04d}.example"


class Site(NamedTuple):
    """What all pages of a site have in common."""

    host: str
    name: str
    owner_ids: tuple[str, ...]
    markup: tuple[int, ...]
    related: tuple[str, ...]
    images: int
    sections: tuple[str, ...]
    canonical: bool
    described: bool


class RecordMaker:
    """Makes records."""

    def __init__(self, plan: Plan, vocabulary: Vocabulary) -> None:
        self._plan = plan
        self._nouns = [vocabulary.words[number] for number in vocabulary.general["N"][::13].tolist()]
        self.site = lru_cache(maxsize=1 << 15)(self._site)

    def record(self, index: int, copied: Copied | None, title: str, shown: str, chars: int) -> ArticleRecord:
        """Record of an article whose text begins with `shown` and has so many characters."""
        site = self.site(self._plan.domain(index))
        draws = self._plan.draws(index, 10, 12)
        published = self._published(index, copied)
        url = f"https://{site.host}/{site.sections[draws[0] % 4]}/{(published or _BEGIN):%Y%m/%d}/{index}.html"
        source = self.site(self._plan.domain(copied.source)) if copied and copied.attributed else None
        images = min(12, draws[1] % (2 * site.images + 1))
        names = [self._nouns[draw % len(self._nouns)] for draw in draws[3:8]]
        fetched = (_FETCHED + timedelta(seconds=index // 20)).isoformat()
        view = DocView(
            page_id=page_id(url),
            url=url,
            canonical_url=url,
            domain=site.host,
            page_type="article",
            category=names[0] if site.described else "",
            title=title,
            keywords=tuple(names) if site.described else (),
            summary=shown if site.described else "",
            related_links=site.related,
            author=f"{names[1][:1]}{names[2][:2]}" if draws[2] % 4 == 0 else "",
            source_name=source.name if source else site.name if draws[2] % 3 == 0 else "",
            published_at=published.isoformat() if published else None,
            published_from="meta" if published and site.described else "byline" if published else "",
            language="zh",
            images=tuple(
                f"https://img.{site.host}/upload/{draw >> 44:05x}/{draw & 0xFFFFFFFFFFF:011x}.jpg"
                for draw in (self._plan.draws(index, 11, images) if images else [])
            ),
            chars=chars,
        )
        links = draws[8] % 12
        return ArticleRecord(
            view=view,
            first_fetched_at=fetched,
            fetched_at=fetched,
            body_links=tuple(f"https://{domain_name(draw % self._plan.domains)}/" for draw in draws[9 : 9 + links])
            if links < 3 else (),
            attribution_links=(f"https://{source.host}/a/{copied.source}.html",) if source and copied else (),
            markup=tuple(value for value in site.markup if (value ^ draws[10]) % 8),
            canonical_declared=site.canonical,
            site_name=site.name if site.described else "",
            owner_ids=site.owner_ids,
            named=(site.name,) if draws[11] % 2 else (),
            etag=f'"{draws[7]:x}"' if site.canonical else "",
        )

    def _published(self, index: int, copied: Copied | None) -> datetime | None:
        """When an article says that it was published: a copy some time after its source, or it does not say."""
        (draw,) = self._plan.draws(copied.source if copied else index, 12, 1)
        moment = _BEGIN + timedelta(minutes=draw % _MINUTES)
        if copied is None:
            return moment
        (delay,) = self._plan.draws(index, 13, 1)
        if delay % 5 == 0:
            return None
        late = timedelta(minutes=10 + (delay >> 16) % (1 << (4 + (delay >> 8) % 9)))
        return moment - late if delay % 16 == 1 else moment + late

    def _site(self, domain: int) -> Site:
        draws = keyed(np.full(128, domain, np.uint64), 777 + np.arange(128)).tolist()
        host = domain_name(domain)
        name = "".join(self._nouns[draw % len(self._nouns)] for draw in draws[:1 + draws[0] % 2]) + "网报"[draws[1] % 2]
        ids = (f"baidu_tongji:{draws[2]:016x}{draws[3]:016x}", f"icp:沪ICP备{draws[4] % 10**8:08d}")
        shingles = 6 + draws[6] % (90 if draws[7] % 4 == 0 else 20)
        markup = sorted({draw & 0xFFFFFFFF for draw in draws[24 : 24 + shingles]})
        related = [f"https://{host}/{draw % 10**5:05d}.html" for draw in draws[8 : 8 + draws[10] % 10]]
        return Site(
            host=host,
            name=name,
            owner_ids=ids[: draws[5] % 3],
            markup=tuple(markup),
            related=tuple(related) if draws[11] % 2 else (),
            images=draws[12] % 4,
            sections=tuple("".join(_TAIL[draw >> shift & 15] for shift in (0, 4, 8, 12)) for draw in draws[13:17]),
            canonical=draws[17] % 3 > 0,
            described=draws[18] % 5 < 2,
        )
