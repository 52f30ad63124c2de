"""Scrapy middlewares: decode right, remember the response for the pipelines, see what is unchanged and what is gone."""

from __future__ import annotations

from .charset import CharsetMiddleware
from .evidence import EvidenceMiddleware, evidence_of
from .gone import GoneMiddleware
from .unchanged import Unchanged, UnchangedMiddleware

__all__ = [
    "CharsetMiddleware", "EvidenceMiddleware", "GoneMiddleware", "Unchanged", "UnchangedMiddleware", "evidence_of",
]
