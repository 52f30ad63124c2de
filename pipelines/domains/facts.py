"""What the domain step needs to know of an article."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ArticleFacts:
    """One stored page, without its text. Kept small: the domain step holds those that stand in pairs."""

    page_id: str
    url: str
    domain: str
    #: True for an article that counts: long enough, not code, not a list ...
    judged: bool
    skipped_because: str = ""
    #: Page id of the article of the same domain that this one repeats; such a page is not judged.
    duplicate_of: str = ""
    title: str = ""
    #: As in DocView: as fine as it is known, or None.
    published_at: str | None = None
    published_from: str = ""
    #: ISO 8601 with offset: when this page was first and last fetched.
    first_fetched_at: str = ""
    fetched_at: str = ""
    #: Absolute; equals the page's own URL unless `canonical_declared` and the page names another.
    canonical_url: str = ""
    canonical_declared: bool = False
    #: Name of the site as this page gives it, by og:site_name or the tail of its title.
    site_name: str = ""
    source_name: str = ""
    attribution_links: tuple[str, ...] = ()
    body_links: tuple[str, ...] = ()
    images: tuple[str, ...] = ()
    markup: tuple[int, ...] = ()
    #: Analytics accounts, verification codes and licence numbers of the page, "kind:id".
    owner_ids: tuple[str, ...] = ()
    #: Names and hosts by which the body speaks of its own publisher.
    named: tuple[str, ...] = ()
    #: Hashes of the article's heaviest words, heaviest first.
    terms: tuple[int, ...] = ()
    #: ISO 8601 with offset: when the page was first found to be gone; empty while it is there. A gone page may be a
    #: source, but counts for nothing on its own domain.
    gone_since: str = ""
    #: ISO 8601 with offset: since when the page has had this text; empty where that is its first fetch.
    text_since: str = ""
    chars: int = 0
    #: "zh", "en", ... or empty.
    language: str = ""
    #: Page type as in DocView.
    page_type: str = "article"

    @property
    def gone(self) -> bool:
        """True for a page that is no longer there."""
        return bool(self.gone_since)
