"""A small web of made-up sites, honest ones and thieves, served on loopback for the ``demo`` spider and for tests."""

from __future__ import annotations

from .page import Page
from .server import DemoWeb
from .sites import build_copies, build_site_pages, true_verdicts

__all__ = ["DemoWeb", "Page", "build_copies", "build_site_pages", "true_verdicts"]
