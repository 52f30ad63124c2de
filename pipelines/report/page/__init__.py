"""Page: the report as one HTML file that a person looks at, with a file beside it for each domain."""

from __future__ import annotations

from .articles import Articles, StoreArticles
from .write import INDEX, write_page

__all__ = ["INDEX", "Articles", "StoreArticles", "write_page"]
