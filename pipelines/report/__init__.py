"""Report: the files a user reads, and the short table at the end of a crawl."""

from __future__ import annotations

from .atomic import atomic_writer
from .csv_files import DOMAIN_COLUMNS, MATCH_COLUMNS, safe_text, write_csv
from .jsonl import ARTICLE_KEYS, article_line, write_articles
from .terminal import domain_table

__all__ = [
    "ARTICLE_KEYS",
    "DOMAIN_COLUMNS",
    "MATCH_COLUMNS",
    "article_line",
    "atomic_writer",
    "domain_table",
    "safe_text",
    "write_articles",
    "write_csv",
]
