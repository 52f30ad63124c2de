"""Feeds, sitemaps and robots.txt of a demo site."""

from __future__ import annotations

from email.utils import format_datetime
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from .publish import Site

    #: Title, address, publication time and summary of an article.
    Entry = tuple[str, str, datetime, str]

_XML = '<?xml version="1.0" encoding="UTF-8"?>\n'


def rss(site: Site, entries: Sequence[Entry]) -> str:
    """RSS 2.0 with a summary of each article."""
    items = "".join(
        f"<item><title>{escape(title)}</title><link>{url}</link><guid>{url}</guid>"
        f"<pubDate>{format_datetime(published)}</pubDate><description>{escape(summary)}</description></item>\n"
        for title, url, published, summary in entries
    )
    return (
        f'{_XML}<rss version="2.0"><channel><title>{site.title}</title><link>{site.url}</link>'
        f"<description>{site.title}</description>\n{items}</channel></rss>\n"
    )


def atom(site: Site, entries: Sequence[Entry]) -> str:
    """Atom 1.0 with a summary of each article."""
    items = "".join(
        f'<entry><title>{escape(title)}</title><link href="{url}"/><id>{url}</id>'
        f"<published>{published.isoformat()}</published><updated>{published.isoformat()}</updated>"
        f"<summary>{escape(summary)}</summary></entry>\n"
        for title, url, published, summary in entries
    )
    newest = max(published for _, _, published, _ in entries)
    return (
        f'{_XML}<feed xmlns="http://www.w3.org/2005/Atom"><title>{site.title}</title><link href="{site.url}"/>'
        f"<id>{site.url}</id><updated>{newest.isoformat()}</updated>\n{items}</feed>\n"
    )


def sitemap(site: Site, addresses: Sequence[tuple[str, datetime]]) -> str:
    """Sitemap of the home page and all articles; lastmod as fine as most sites give it, the day."""
    urls = "".join(
        f"<url><loc>{url}</loc><lastmod>{published:%Y-%m-%d}</lastmod></url>\n" for url, published in addresses
    )
    return (
        f'{_XML}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n<url><loc>{site.url}</loc></url>\n'
        f"{urls}</urlset>\n"
    )


def robots(site: Site) -> str:
    """robots.txt, with the sitemap where the site has one."""
    lines = ["User-agent: *"]
    lines += [f"Disallow: {path}" for path in site.disallow] or ["Disallow:"]
    if site.has_sitemap:
        lines.append(f"Sitemap: {site.url}sitemap.xml")
    return "\n".join(lines) + "\n"
