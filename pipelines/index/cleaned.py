"""Signatures as they are compared: each article's, less the template paragraphs of its domain."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .articles import articles_of, read_signatures
from .lines import line_sums
from .template import template_paragraphs

if TYPE_CHECKING:
    from ..fingerprint.signatures import Signatures
    from .store import Txn


def domain_template(txn: Txn, domain: int) -> frozenset[int]:
    """Hashes of the template paragraphs among a domain's judged articles."""
    stored = (read_signatures(txn, number) for number in articles_of(txn, domain))
    return template_paragraphs(signatures for signatures in stored if signatures is not None)


def without_template(txn: Txn, domain: int, signatures: Signatures, template: frozenset[int]) -> Signatures:
    """An article's signatures less a domain's template; the same object when it has none of it."""
    found = [value for value in signatures.paragraphs.tolist() if value in template]
    if not found:
        return signatures
    bits = len(signatures.sums)
    sums = sum((line_sums(txn, domain, value, bits) for value in found), np.zeros(bits, np.int32))
    return signatures.without(template, sums)
