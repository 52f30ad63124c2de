"""A page as it came in, before anything was read from it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RawPage:
    """What the crawl knows of one page. Plain values only: it is sent to a worker process.

    Exactly one of ``body`` (undecoded bytes), ``html`` (decoded markup) and ``text`` (no markup, paragraphs on
    lines of their own) is used, in that order of preference: html, body, text.
    """

    url: str
    status: int = 200
    #: Response headers with lower-case names; of a repeated header the first.
    headers: tuple[tuple[str, str], ...] = ()
    body: bytes | None = None
    html: str | None = None
    text: str | None = None
    #: ISO 8601 with offset; when the page was fetched.
    fetched_at: str = ""
    #: Dates that others gave for this URL, as (origin, value): ("feed", "Tue, 03 Mar 2026 08:00:00 +0800").
    date_hints: tuple[tuple[str, str], ...] = ()
    #: What the user's own spider extracted already; wins over what is read from the page.
    title: str | None = None
    published_at: str | None = None
    #: In-domain links that a spider follows from this page, kept for crawls that skip the page later.
    follows: tuple[str, ...] = ()

    def header(self, name: str) -> str:
        """Value of a header by its lower-case name, or an empty string."""
        return next((value for key, value in self.headers if key == name), "")
