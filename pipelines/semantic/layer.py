"""The semantic pass over a store: candidate pairs to verdicts, with vectors kept for the next time."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from scrapy_reprint.errors import SettingError
from tqdm import tqdm

from ..fingerprint.immutables import immutables_agreement
from ..index.articles import read_text
from ..index.template import without_template_lines
from ..match.compare import compare
from ..match.pair import PairVerdict
from ..match.verdict import told
from .align import measure, paragraph_vectors
from .rewrite import is_rewrite
from .sentences import units_of
from .thresholds import thresholds_for
from .vectors import pack_vectors, unpack_vectors

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    import numpy as np
    from numpy.typing import NDArray

    from ..index.profile import Profile
    from ..index.store import Store, Txn
    from ..match.settle import Settlement
    from .align import SemanticMeasures
    from .encoders import Encoder
    from .rewrite import RewriteDecision

#: Articles whose new vectors are committed together.
_BATCH = 32


@dataclass(frozen=True)
class SemanticArticle:
    """What the pass needs of an article."""

    number: int
    page_id: str
    language: str
    profile: Profile
    #: Hashes of its domain's template paragraphs, which are not embedded.
    template: frozenset[int]


@dataclass(frozen=True, slots=True)
class _Vectors:
    sentences: NDArray[np.float32]
    paragraphs: NDArray[np.float32]


class SemanticLayer:
    """Measures pairs by what their sentences mean; each article is embedded once and its vectors are kept."""

    def __init__(self, encoder: Encoder, overrides: Mapping[str, float]) -> None:
        self._encoder = encoder
        self._overrides = overrides
        self._vectors: dict[int, _Vectors | None] = {}
        #: Pairs that were measured, pairs whose language has no thresholds, articles whose text was not kept, and
        #: articles that were longer than what is embedded.
        self.measured = 0
        self.uncalibrated = 0
        self.without_text = 0
        self.cut = 0

    def decide(
        self, store: Store, pairs: Collection[tuple[SemanticArticle, SemanticArticle]]
    ) -> dict[tuple[str, str], tuple[SemanticMeasures, RewriteDecision]]:
        """Measures and decision of each pair that can be measured, by page ids."""
        known = [pair for pair in pairs if self._calibrated(*pair)]
        self.uncalibrated += len(pairs) - len(known)
        articles = {article.number: article for pair in known for article in pair}
        self._embed(store, articles.values())
        found = {}
        for a, b in known:
            left, right = self._vectors[a.number], self._vectors[b.number]
            if left is None or right is None:
                continue
            thresholds = thresholds_for(self._encoder.name, a.language, self._overrides)
            measures = measure(
                left.sentences, right.sentences, left.paragraphs, right.paragraphs,
                sentence=thresholds.sentence, paragraph=thresholds.paragraph,
            )
            agree = immutables_agreement(a.profile.facts, b.profile.facts)
            found[a.page_id, b.page_id] = measures, is_rewrite(measures, thresholds, agree)
            self.measured += 1
        return found

    def _calibrated(self, a: SemanticArticle, b: SemanticArticle) -> bool:
        if a.language != b.language:
            return False
        try:
            thresholds_for(self._encoder.name, a.language, self._overrides)
        except SettingError:
            return False
        return True

    def _embed(self, store: Store, articles: Iterable[SemanticArticle]) -> None:
        fresh: dict[int, bytes] = {}
        wanted = [article for article in articles if article.number not in self._vectors]
        for article in tqdm(wanted, desc="Meaning", unit=" articles", disable=None, leave=False):
            packed = self._embed_one(store, article)
            if packed is not None:
                fresh[article.number] = packed
            if len(fresh) >= _BATCH:
                _keep(store, fresh)
                fresh = {}
        if fresh:
            _keep(store, fresh)

    def _embed_one(self, store: Store, article: SemanticArticle) -> bytes | None:
        """Vectors of an article, from the store or new; returns the new ones packed."""
        name = article.number.to_bytes(4, "big")
        text = store.read(lambda txn: read_text(txn, article.number))
        if text is None:
            self.without_text += 1
            self._vectors[article.number] = None
            return None
        units = units_of(without_template_lines(text[1], article.template))
        self.cut += bool(units.left_out)
        stored = store.read(lambda txn: txn.get("vectors", name))
        kept = unpack_vectors(bytes(stored), self._encoder.name, units.sentences) if stored else None
        if not units.sentences:
            self._vectors[article.number] = None
            return None
        vectors = kept.sentences if kept else self._encoder.encode(units.sentences)
        packed = pack_vectors(self._encoder.name, units.sentences, vectors, units.paragraph_of)
        if kept is None:
            # As they will be read back: half floats, so that a second report says the same as the first.
            again = unpack_vectors(packed, self._encoder.name, units.sentences)
            assert again is not None
            vectors = again.sentences
        self._vectors[article.number] = _Vectors(vectors, paragraph_vectors(vectors, units.paragraph_of))
        return None if kept else packed


def merged(
    lexical: PairVerdict | None, measures: SemanticMeasures, decision: RewriteDecision, settlement: Settlement,
    a: SemanticArticle, b: SemanticArticle, *, least_agreement: float,
) -> PairVerdict | None:
    """One verdict of what shingles and meaning say of a pair.

    Meaning alone makes a lead of kind "rewritten"; together with a lead of the fragment layer a finding, unless the
    facts differ.
    """
    if lexical is not None:
        seen = replace(
            lexical,
            semantic_sentences=measures.sentences,
            semantic_paragraphs=measures.paragraphs,
            reasons=lexical.reasons + (decision.reasons if decision.rewrite else ()),
        )
        if not decision.rewrite:
            return seen
        facts_differ = lexical.immutables_agree is not None and lexical.immutables_agree < least_agreement
        stronger = lexical.tier == "suspected" and not facts_differ
        return replace(
            seen,
            layers=(*lexical.layers, "semantic"),
            tier="medium" if stronger else lexical.tier,
            finding=lexical.finding or stronger,
        )
    if not decision.rewrite:
        return None
    left, right = settlement.cleaned(a.number), settlement.cleaned(b.number)
    assert left is not None
    assert right is not None
    found = compare(left, right)
    return PairVerdict(
        a=a.page_id,
        b=b.page_id,
        tier="suspected",
        kind="rewritten",
        layers=("semantic",),
        finding=False,
        **told(found),
        semantic_sentences=measures.sentences,
        semantic_paragraphs=measures.paragraphs,
        immutables_agree=immutables_agreement(a.profile.facts, b.profile.facts),
        reasons=decision.reasons,
    )


def _keep(store: Store, fresh: Mapping[int, bytes]) -> None:
    def put(txn: Txn) -> None:
        for number, data in fresh.items():
            txn.put("vectors", number.to_bytes(4, "big"), data)

    store.write(put)


