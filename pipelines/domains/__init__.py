"""Domains: who copies whom, and what that makes of each site."""

from __future__ import annotations

from .facts import ArticleFacts
from .judge import judge_domains
from .rows import VERDICTS, DomainRow, Judgement, MatchRow

__all__ = ["VERDICTS", "ArticleFacts", "DomainRow", "Judgement", "MatchRow", "judge_domains"]
