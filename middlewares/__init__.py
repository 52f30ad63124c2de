"""Scrapy middlewares: decode right, remember the response for the pipelines, skip what has not changed."""

from __future__ import annotations

from .charset import CharsetMiddleware
from .evidence import EvidenceMiddleware, evidence_of
from .unchanged import Unchanged, UnchangedMiddleware

__all__ = ["CharsetMiddleware", "EvidenceMiddleware", "Unchanged", "UnchangedMiddleware", "evidence_of"]
