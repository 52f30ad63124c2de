"""Which share of the shingles needs a posting: recall of the pairs that have a verdict, over samples of postings.

    python benchmarks/posting_recall.py [ARTICLES.jsonl[.gz] ...] [--limit N] [--cut CHARS] [--seed S]

Each trick of ``tricks.py``, splices of three and the pairs of edited texts in the files (as ``article_pairs`` reads
them) give pairs of an article and its copy. Of those that have a verdict, and of those that are findings, it is
counted how many would be proposed if one in so many word shingles and one in so many character shingles had a
posting (0: none at all), and so many shared ones made a candidate. "noise" is candidates for each article among
unrelated ones. The last line is JSON.
"""

from __future__ import annotations

import argparse
import json
import random
from dataclasses import dataclass
from itertools import combinations, product
from typing import TYPE_CHECKING

import numpy as np
import tricks_lines as lines
from article_pairs import load_pairs
from scrapy_reprint.pipelines.fingerprint import Signatures, compute_signatures
from scrapy_reprint.pipelines.index.postings import LEAST_SHARE, SHORT
from tricks import CHANGED, IN_PLACE, three_tricks_and_synonyms
from tricks_measures import judged

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

#: One in so many word and character shingles, the same of short articles, and shared ones of each from which two
#: articles are compared; the first is what the store does.
SCHEMES = (
    ((0, 4), (0, 2), (2, 3)),
    *((rate, rate, least) for rate, least in product(
        ((1, 1), (1, 4), (2, 4), (4, 4), (1, 0), (0, 1), (0, 2), (0, 3), (0, 4), (0, 6), (0, 8)), ((2, 3), (2, 2))
    )),
)


@dataclass(frozen=True, slots=True)
class Sample:
    """One way to choose postings."""

    rates: tuple[int, int]
    of_short: tuple[int, int]
    least: tuple[int, int]

    def grams(self, of: Signatures) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
        """Shingles of an article that have postings."""
        words, chars = self.rates if len(of.char_set) >= SHORT else self.of_short
        return _sampled(of.word_set, words), _sampled(of.char_set, chars)

    def proposes(self, a: Signatures, b: Signatures) -> bool:
        """Whether the postings that two articles share make them a candidate pair."""
        for one, two, least in zip(self.grams(a), self.grams(b), self.least, strict=True):
            shared = len(np.intersect1d(one, two, assume_unique=True))
            if shared >= max(least, LEAST_SHARE * min(len(one), len(two))) and shared:
                return True
        return False


def _sampled(grams: NDArray[np.uint32], one_in: int) -> NDArray[np.uint32]:
    return grams[grams % one_in == 0] if one_in else grams[:0]


def cut(text: Sequence[str], chars: int) -> tuple[str, ...]:
    """The first paragraphs of a text, the last of them cut, with so many characters."""
    kept: list[str] = []
    left = chars
    for line in text:
        kept.append(line[:left])
        left -= len(line)
        if left <= 0:
            break
    return tuple(kept)


def copies_of(articles: Sequence[Sequence[str]], seed: int) -> Iterable[tuple[Sequence[str], Sequence[str]]]:
    """Articles and their disguised copies, all tricks in turn, and parts of splices."""
    tricks = {**IN_PLACE, **CHANGED, "three tricks and synonyms": three_tricks_and_synonyms}
    for number, text in enumerate(articles):
        for name, trick in tricks.items():
            yield text, trick(list(text), random.Random(f"{seed} {name} {number}"))
        others = [articles[(number + step) % len(articles)] for step in (7, 19)]
        mix = lines.spliced([list(text), *map(list, others)])
        yield from ((source, mix) for source in (text, *others))


def main() -> None:
    """Print a line a scheme and all of it as JSON."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*")
    parser.add_argument("--limit", type=int, default=60, help="articles that are disguised (default 60)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cut", type=int, default=0, help="cut articles to so many characters, to see short ones")
    options = parser.parse_args()
    chance = random.Random(options.seed)
    pairs = load_pairs(options.files)
    articles = [text for text in dict.fromkeys(pair.first for pair in pairs) if sum(map(len, text)) >= 200]
    if options.cut:
        pairs, articles = [], [cut(text, options.cut) for text in articles]
    drawn = chance.sample(articles, min(options.limit, len(articles)))
    texts = [*copies_of(drawn, options.seed), *((pair.first, pair.second) for pair in pairs if pair.copy)]
    found = []
    for one, two in texts:
        a, b = compute_signatures(one)[0], compute_signatures(two)[0]
        finding, verdict = judged(a, b)
        if verdict:
            found.append((a, b, finding))
    unrelated = [compute_signatures(text)[0] for text in chance.sample(articles, min(300, len(articles)))]
    rows = []
    print("words  chars  short  least    postings  verdicts  findings  noise")
    for rates, of_short, least in SCHEMES:
        sample = Sample(rates, of_short, least)
        hits = [(sample.proposes(a, b), finding) for a, b, finding in found]
        noise = sum(sample.proposes(a, b) for a, b in combinations(unrelated, 2)) / max(1, len(unrelated))
        row = {
            "words": rates[0], "chars": rates[1], "chars_of_short": of_short[1], "least": least,
            "postings": round(float(np.mean([sum(map(len, sample.grams(a))) for a in unrelated])), 1),
            "verdicts": round(float(np.mean([hit for hit, _ in hits])), 5),
            "findings": round(float(np.mean([hit for hit, finding in hits if finding])), 5),
            "noise": round(noise, 3),
        }
        rows.append(row)
        print(f"{rates[0]:5d}  {rates[1]:5d}  {of_short[1]:5d}  {least[0]}, {least[1]}  {row['postings']:9.1f}  "
              f"{row['verdicts']:8.4f}  {row['findings']:8.4f}  {row['noise']:5.2f}", flush=True)
    print(json.dumps({"pairs": len(found), "findings": sum(finding for *_, finding in found), "schemes": rows}))


if __name__ == "__main__":
    main()
