"""Scrapy signals of this package."""

from __future__ import annotations

#: A page or a file that could not be used. Sent with ``where`` (file and place, or a URL) and ``why`` (a sentence).
problem = object()
