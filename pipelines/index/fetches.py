"""What a fetch does to what is stored of its page. The latest page stands, in whatever order the fetches come in.

An answer that says that the page is gone takes nothing away: the page as it was last seen stays, with the day it was
missed. Any other error (a server that fails, a login wall) says nothing of the page, and changes nothing.
"""

from __future__ import annotations

from dataclasses import asdict, replace
from datetime import UTC, datetime
from hashlib import blake2b
from typing import TYPE_CHECKING

from ..fingerprint.hamming import hamming_distance

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..fingerprint.signatures import Signatures
    from .record import ArticleRecord

#: Not found, gone, unavailable for legal reasons.
GONE_STATUSES = frozenset({404, 410, 451})

#: Share of the SimHash's bits in which two states of one page may differ and still be one article: synonyms
#: throughout move 14 of 64, unrelated texts differ in 31 with a standard deviation of 4.
SAME_TEXT = 0.25
#: Texts of one address, and days on which it was missed, that are kept at most.
_MAX_TEXTS, _MAX_GONE = 32, 10
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def with_text(record: ArticleRecord, packed: bytes, signatures: Signatures | None) -> ArticleRecord:
    """The record of a fetch, with what tells its text from others: its signatures, `packed` too."""
    text = f"{signatures.simhash:0{len(signatures.sums) // 4}x}" if signatures else ""
    return replace(
        record,
        text=text,
        digest=blake2b(packed, digest_size=8).hexdigest(),
        texts_seen=((text, record.first_fetched_at),) if text and record.is_page else (),
    )


def merged(before: ArticleRecord | None, fetched: ArticleRecord) -> tuple[ArticleRecord, bool]:
    """State of a page after a fetch, and whether it is that fetch's page that stands now.

    A page goes before an error's answer, a later one before an earlier one; of two at one moment the later crawl's,
    else one that is told by content alone. Any order of the same fetches gives the same state.
    """
    missed = [fetched.fetched_at] if fetched.status in GONE_STATUSES else []
    if before is None:
        return _with_gone(fetched, missed), True
    takes = _stands_before(fetched, before)
    stands = fetched if takes else before
    if fetched.is_page == before.is_page:
        first = _earliest([before.first_fetched_at, fetched.first_fetched_at])
    else:
        first = stands.first_fetched_at
    texts = _texts([*before.texts_seen, *fetched.texts_seen], stands.text)
    known = [before.gone_since, *before.gone_again] if before.gone_since else []
    return _with_gone(replace(stands, first_fetched_at=first, texts_seen=texts), [*known, *missed]), takes


def found_again(before: ArticleRecord, moment: str) -> ArticleRecord:
    """State of a page that its server says has not changed."""
    return merged(before, replace(before, fetched_at=moment, texts_seen=()))[0]


def found_gone(before: ArticleRecord, moment: str) -> ArticleRecord:
    """State of a page that was asked for and is not there."""
    known = [before.gone_since, *before.gone_again] if before.gone_since else []
    return _with_gone(before, [*known, moment])


def text_since(record: ArticleRecord) -> str:
    """When the stored text, or one much like it, was first found at its address.

    An address may be older than its text: who puts a copy in the place of an article of its own has not had it since.
    """
    if not record.text:
        return record.first_fetched_at
    own = int(record.text, 16)
    most = SAME_TEXT * len(record.text) * 4
    alike = [moment for text, moment in record.texts_seen if hamming_distance(int(text, 16), own) <= most]
    return _earliest(alike) if alike else record.first_fetched_at


def last_asked(record: ArticleRecord) -> datetime:
    """When the page was last fetched, or missed."""
    return max(moment_of(moment) for moment in (record.fetched_at, record.gone_since, *record.gone_again))


def days_missed(record: ArticleRecord) -> int:
    """On how many days the page was asked for and not there, since it was there."""
    return len({moment[:10] for moment in (record.gone_since, *record.gone_again) if moment})


def moment_of(text: str) -> datetime:
    """A time of fetch; without an offset it is UTC, and what is no time is long ago."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return _EPOCH
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment


def _stands_before(fetched: ArticleRecord, before: ArticleRecord) -> bool:
    ours, theirs = (
        (record.is_page, moment_of(record.fetched_at), record.crawl) for record in (fetched, before)
    )
    if ours != theirs:
        return ours > theirs
    ours_told, theirs_told = (
        (record.digest, record.status, repr(sorted(asdict(record.view).items()))) for record in (fetched, before)
    )
    return ours_told >= theirs_told


def _with_gone(record: ArticleRecord, missed: Iterable[str]) -> ArticleRecord:
    """The record with the times at which the page was missed since it was last there."""
    there = moment_of(record.fetched_at) if record.is_page else None
    times = sorted(
        {moment for moment in missed if there is None or moment_of(moment) > there},
        key=lambda moment: (moment_of(moment), moment),
    )
    again = tuple(times[1:][1 - _MAX_GONE :])
    return replace(record, gone_since=times[0] if times else "", gone_again=again)


def _texts(found: Iterable[tuple[str, str]], stands: str) -> tuple[tuple[str, str], ...]:
    """Each text with the time it was first found, oldest first; of too many the oldest, and the one that stands."""
    first: dict[str, str] = {}
    for text, moment in found:
        first[text] = _earliest([moment, first.get(text, moment)])
    texts = sorted(first.items(), key=lambda pair: (moment_of(pair[1]), pair))
    if len(texts) > _MAX_TEXTS:
        kept = texts[: _MAX_TEXTS - 1]
        texts = kept + [pair for pair in texts[_MAX_TEXTS - 1 :] if pair[0] == stands]
    return tuple(texts)


def _earliest(moments: Iterable[str]) -> str:
    return min(moments, key=lambda moment: (moment_of(moment), moment))
