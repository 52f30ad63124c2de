"""The work on one page that needs nothing but the page: purify and fingerprint. Runs in a worker process."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .fingerprint.prepared import prepare
from .fingerprint.signatures import SignatureParams, compute_signatures
from .index.profile import compute_profile
from .purify import purify

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from .fingerprint.signatures import Signatures
    from .index.profile import Profile
    from .purify.docview import Purified
    from .purify.raw import RawPage


@dataclass(frozen=True, slots=True)
class PageLimits:
    """When a page is not judged."""

    min_chars: int = 200
    max_code_share: float = 0.4


@dataclass(frozen=True)
class Analysis:
    """A page purified and fingerprinted."""

    page: Purified
    #: None for a page that is not judged.
    signatures: Signatures | None
    #: SimHash sums of each of its paragraphs, int32, shape (p, bits).
    paragraph_sums: NDArray[np.int32] | None
    #: Keywords, facts and sentences; None for a page that is not judged.
    profile: Profile | None


def analyse(
    raw: RawPage,
    limits: PageLimits = PageLimits(),
    params: SignatureParams = SignatureParams(),  # noqa: B008 - frozen
) -> Analysis:
    """Purify a page and, where it is to be judged, compute its signatures."""
    page = purify(raw, min_chars=limits.min_chars, max_code_share=limits.max_code_share)
    if page.view.skipped_because:
        return Analysis(page, None, None, None)
    text = prepare(page.paragraphs)
    signatures, sums = compute_signatures(text, params)
    return Analysis(page, signatures, sums, compute_profile(text, page.view.summary))
