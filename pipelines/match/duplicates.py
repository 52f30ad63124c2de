"""Articles that stand at several addresses of one domain: print views, mirrors, categories."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from ..fingerprint.signatures import Signatures

    #: A SimHash, or the hashes of the two longest paragraphs.
    Key = int | tuple[int, int]


def text_keys(signatures: Signatures) -> tuple[Key, ...]:
    """What two judged articles of one domain must have in common, any of it, to be one article."""
    first, second = signatures.anchors()
    return (signatures.simhash, (first, second)) if second else (signatures.simhash,)


def in_domain_duplicates(articles: Mapping[str, tuple[Key, ...]], gone: Collection[str] = ()) -> dict[str, str]:
    """URL of each repeated article -> the URL, first in order, that shows the same one.

    Those of `gone` pages come last in order: an article that has moved is no repetition of its old address.

    `articles` are the keys (:func:`text_keys`) of the judged articles of one domain by URL; those that have no key in
    common with any other may be left out. Two are one article when their SimHash is equal or their two longest
    paragraphs are: a site that shows one copied article at thirty addresses has copied one article.
    """
    firsts: dict[Key, str] = {}
    repeats: dict[str, str] = {}
    for url in sorted(articles, key=lambda url: (url in gone, url)):
        keys = articles[url]
        known = next((firsts[key] for key in keys if key in firsts), None)
        if known is not None:
            repeats[url] = known
        for key in keys:
            firsts.setdefault(key, known or url)
    return repeats
