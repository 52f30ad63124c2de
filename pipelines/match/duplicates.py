"""Articles that stand at several addresses of one domain: print views, mirrors, categories."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from ..fingerprint.signatures import Signatures


def in_domain_duplicates(articles: Mapping[str, Signatures], gone: Collection[str] = ()) -> dict[str, str]:
    """URL of each repeated article -> the URL, first in order, that shows the same one.

    Those of `gone` pages come last in order: an article that has moved is no repetition of its old address.

    `articles` are the judged articles of one domain by URL. Two are one article when their SimHash is equal or their
    two longest paragraphs are: a site that shows one copied article at thirty addresses has copied one article.
    """
    firsts: dict[tuple[str, object], str] = {}
    repeats: dict[str, str] = {}
    for url in sorted(articles, key=lambda url: (url in gone, url)):
        signatures = articles[url]
        keys: list[tuple[str, object]] = [("simhash", signatures.simhash)]
        first, second = signatures.anchors()
        if second:
            keys.append(("paragraphs", (first, second)))
        known = next((firsts[key] for key in keys if key in firsts), None)
        if known is not None:
            repeats[url] = known
        for key in keys:
            firsts.setdefault(key, known or url)
    return repeats
