"""``articles.jsonl``: every stored page as a line."""

from __future__ import annotations

import json
import re
from dataclasses import fields
from typing import TYPE_CHECKING

from ..purify.docview import DocView
from .atomic import atomic_writer

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable

#: Keys of a line, in their order.
ARTICLE_KEYS = (
    "page_id",
    "url",
    "canonical_url",
    "domain",
    "page_type",
    "category",
    "title",
    "keywords",
    "summary",
    "body",
    "related_links",
    "author",
    "source_name",
    "published_at",
    "published_from",
    "modified_at",
    "language",
    "images",
    "quotes",
    "code_share",
    "chars",
    "skipped_because",
    "simhash",
)
assert (*(field.name for field in fields(DocView)), "simhash") == ARTICLE_KEYS

_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
# Line ends to many readers of lines, though JSON lets them stand in strings.
_LINE_ENDS = {"\u2028": "\\u2028", "\u2029": "\\u2029", "\x85": "\\u0085"}


def write_articles(
    path: str | os.PathLike[str], articles: Iterable[tuple[DocView, int | None]], *, simhash_bits: int = 64
) -> int:
    """Write (DocView, SimHash or None) as they come, without holding them, and return their number.

    A SimHash is ``simhash_bits / 4`` hex digits, or null. Raises :exc:`OutputError`.
    """
    written = 0
    with atomic_writer(path) as file:
        for view, simhash in articles:
            file.write(article_line(view, simhash, simhash_bits=simhash_bits))
            written += 1
    return written


def article_line(view: DocView, simhash: int | None, *, simhash_bits: int = 64) -> str:
    """One line with its line feed; characters stand for themselves, lone surrogates are replaced."""
    values = {name: getattr(view, name) for name in ARTICLE_KEYS[:-1]}
    values["simhash"] = None if simhash is None else f"{simhash:0{simhash_bits // 4}x}"
    line = _LONE_SURROGATE.sub("\ufffd", json.dumps(values, ensure_ascii=False))
    for end, escape in _LINE_ENDS.items():
        line = line.replace(end, escape)
    return line + "\n"
