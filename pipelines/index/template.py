"""Template text: paragraphs that a domain repeats on many pages and that say nothing of any one of them."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from ..fingerprint.hashing import hash64
from ..fingerprint.normalize import normalize
from ..fingerprint.shingle import letters_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..fingerprint.signatures import Signatures

#: A paragraph is template when it stands in this many different articles of a domain, and in this share of them.
LEAST_ARTICLES = 3
LEAST_SHARE = 0.05


def without_template_lines(lines: Iterable[str], template: frozenset[int]) -> tuple[str, ...]:
    """Lines as shown, less those that are template once normalised as signatures read them."""
    if not template:
        return tuple(lines)
    return tuple(line for line in lines if hash64(letters_of(normalize(line))) not in template)


def template_paragraphs(articles: Iterable[Signatures]) -> frozenset[int]:
    """Hashes of a domain's template paragraphs.

    Articles are told apart by their longest paragraph other than the one in question: a site that carries one
    article at several addresses repeats all of it, and that does not make the article template. The result does not
    depend on the order of the articles.
    """
    others: dict[int, set[int]] = defaultdict(set)
    total = 0
    for signatures in articles:
        total += 1
        first, second = signatures.anchors()
        for paragraph in set(signatures.paragraphs.tolist()):
            others[paragraph].add(second if paragraph == first else first)
    least = max(LEAST_ARTICLES, LEAST_SHARE * total)
    return frozenset(paragraph for paragraph, anchors in others.items() if len(anchors) >= least)
