"""Stored pages of a made-up web by the million: what a crawl would store, without pages and without analysing them.

    python benchmarks/bulk.py [--count 20000] [--domains 200] [--workers 2] [--seed 1]
    python benchmarks/bulk.py --check [--count 200]

Articles have fields with vocabularies, names and numbers of their own, stock sentences that many share, and their
domain's template paragraphs; a share are copies: of ten seven verbatim, two edited and one shuffled or spliced into
another text, most on few domains that copy from several each. They are composed as words, so nothing has to be
normalised, cut into words or searched. Without ``--check`` so many pages are made and the cost is told. With it they
are also written out as pages and analysed, and the counts compared. The last line is JSON.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import time
from collections import deque
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
from bulk_plan import Plan, joined
from bulk_records import RecordMaker
from bulk_sentences import TITLE, Writer
from bulk_signatures import Layout, Signed, sign
from bulk_words import Vocabulary
from scrapy_reprint.pipelines.analyse import analyse
from scrapy_reprint.pipelines.index.articles import NewPage
from scrapy_reprint.pipelines.index.packed_signatures import pack_signatures
from scrapy_reprint.pipelines.index.record import ArticleRecord
from scrapy_reprint.pipelines.purify.raw import RawPage

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bulk_plan import Copied
    from numpy.typing import NDArray

#: Articles that are composed at once; what is made does not depend on it.
BATCH = 250
#: Batches that a worker may be ahead.
_AHEAD = 2


@dataclass(frozen=True)
class Batch:
    """Pages of one batch, their arrays still end to end."""

    records: list[ArticleRecord]
    signed: Signed
    #: CPU seconds that making it took.
    seconds: float

    def pages(self) -> Iterator[NewPage]:
        """Each page by itself."""
        for number, record in enumerate(self.records):
            signatures, sums, profile = self.signed.article(number)
            yield NewPage(record, None, signatures, sums, 1, profile)


class BulkWeb:
    """A web of `domains` sites; the same seed gives the same one, whatever the number of workers."""

    def __init__(self, seed: int, domains: int, copies: float = 0.1) -> None:
        """`copies` is the share of all articles that are copies of earlier ones."""
        self.seed, self.domains, self.copies = seed, domains, copies
        self.plan = Plan(seed, domains, copies)
        #: CPU seconds that workers spent so far.
        self.seconds = 0.0

    def pages(self, count: int, workers: int = 2, first: int = 0) -> Iterator[NewPage]:
        """Pages `first` to before `count`, an original always before its copies; with no workers made in this
        process.
        """
        parts = [(start, min(start + BATCH, count)) for start in range(first, count, BATCH)]
        wanted = (self.seed, self.domains, self.copies)
        if not workers:
            for start, end in parts:
                yield from self._pages(_maker(*wanted).batch(start, end))
            return
        # A fork server: an open LMDB environment must not be carried over a fork.
        with ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context("forkserver")) as pool:
            running = deque(pool.submit(_batch, wanted, *part) for part in parts[: workers * _AHEAD])
            for part in [*parts[workers * _AHEAD :], *[None] * len(running)]:
                batch = running.popleft().result()
                if part is not None:
                    running.append(pool.submit(_batch, wanted, *part))
                yield from self._pages(batch)

    def _pages(self, batch: Batch) -> Iterator[NewPage]:
        self.seconds += batch.seconds
        return batch.pages()


class Maker:
    """Composes articles of one web."""

    def __init__(self, seed: int, domains: int, copies: float) -> None:
        self.plan = Plan(seed, domains, copies)
        self.vocabulary = Vocabulary(seed)
        self._writer = Writer(self.vocabulary)
        self.write = self._writer.write
        self._records = RecordMaker(self.plan, self.vocabulary)

    def batch(self, start: int, end: int) -> Batch:
        """Articles from number `start` to before `end`."""
        begun = time.process_time()
        copied = [self.plan.copied(index) for index in range(start, end)]
        layout, places = self.layout(start, copied)
        titles = self._titles(start, copied)
        shown = self._first_sentences(layout, places)
        records = [
            self._records.record(start + number, found, titles[number], shown[number], chars)
            for number, (found, chars) in enumerate(zip(copied, self._chars(layout, places), strict=True))
        ]
        letters = ["".join(filter(str.isalnum, record.view.summary)) for record in records]
        signed = sign(self.vocabulary, layout, letters)
        return Batch(records, signed, time.process_time() - begun)

    def layout(self, start: int, copied: list[Copied | None]) -> tuple[Layout, NDArray[np.intp]]:
        """Words of articles end to end, and the place of a form that each fills."""
        made = [self.plan.made(start + number, found) for number, found in enumerate(copied)]
        every = joined(*made)
        written = self._writer.write(every.keys, every.numbers, every.variants)
        behind = np.cumsum(written.lengths)[every.ends]
        sentences = np.searchsorted(np.cumsum(written.parts), behind, side="right")
        layout = Layout(
            written.words, written.facts, written.parts, np.diff(sentences, prepend=0),
            np.array([int(part.ends.sum()) for part in made]),
        )
        return layout, written.places

    def text(self, words: NDArray[np.int32], places: NDArray[np.intp]) -> str:
        """Words as they are shown, with their marks."""
        names, marks = self.vocabulary.words, self._writer.forms.marks
        pairs = zip(words.tolist(), places.tolist(), strict=True)
        return "".join([names[word] + marks[place] for word, place in pairs])

    def _titles(self, start: int, copied: list[Copied | None]) -> list[str]:
        keys = [
            self.plan.key(found.source if found and found.how != "spliced" else start + number)
            for number, found in enumerate(copied)
        ]
        count = len(keys)
        written = self._writer.write(np.array(keys, np.uint64), np.full(count, TITLE), np.zeros(count, np.int64))
        ends = [0, *np.cumsum(written.lengths).tolist()]
        return [self.text(written.words[begin:end], written.places[begin:end]) for begin, end in pairwise(ends)]

    def _first_sentences(self, layout: Layout, places: NDArray[np.intp]) -> list[str]:
        """The beginning of each article, for its description."""
        paragraphs = np.cumsum(layout.article_paragraphs) - layout.article_paragraphs
        sentences = (np.cumsum(layout.paragraph_sentences) - layout.paragraph_sentences)[paragraphs]
        begins = (np.cumsum(layout.sentence_words) - layout.sentence_words)[sentences].tolist()
        return [self.text(layout.words[begin : begin + 36], places[begin : begin + 36]) for begin in begins]

    def _chars(self, layout: Layout, places: NDArray[np.intp]) -> list[int]:
        lengths = self.vocabulary.lengths[layout.words] + self._writer.forms.mark_lengths[places]
        for counts in (layout.sentence_words, layout.paragraph_sentences, layout.article_paragraphs):
            lengths = np.add.reduceat(lengths, np.cumsum(counts) - counts)
        return lengths.tolist()  # type: ignore[no-any-return]


@lru_cache(maxsize=1)
def _maker(seed: int, domains: int, copies: float) -> Maker:
    return Maker(seed, domains, copies)


def _batch(wanted: tuple[int, int, float], start: int, end: int) -> Batch:
    return _maker(*wanted).batch(start, end)


def check(count: int, seed: int) -> dict[str, Any]:
    """Counts of articles as they are composed here beside those of :func:`analyse` on pages that show the same."""
    maker = Maker(seed, 20, 0.1)
    copied = [maker.plan.copied(index) for index in range(count)]
    layout, places = maker.layout(0, copied)
    made = list(maker.batch(0, count).pages())
    sums: dict[str, list[int]] = {}
    for page, lines in zip(made, _lines(maker, layout, places), strict=True):
        view = page.record.view
        markup = (
            f'<!DOCTYPE html><html><head><meta charset="utf-8"><title>{view.title}</title>'
            f'<meta name="description" content="{view.summary}"></head><body><article><h1>{view.title}</h1>'
            + "".join(f"<p>{line}</p>\n" for line in lines) + "</article></body></html>"
        )
        found = analyse(RawPage(url=view.url, html=markup, fetched_at=page.record.fetched_at))
        assert found.signatures is not None
        assert found.profile is not None
        assert page.signatures is not None
        assert page.profile is not None
        theirs = ArticleRecord.of(found.page, page.record.fetched_at)
        for name, ours, real in (
            ("chars", page.record.view.chars, theirs.view.chars),
            ("paragraphs", len(page.signatures.paragraphs), len(found.signatures.paragraphs)),
            ("equal paragraphs", len(page.signatures.paragraphs),
             len(np.intersect1d(page.signatures.paragraphs, found.signatures.paragraphs))),
            ("word shingles", len(page.signatures.words), len(found.signatures.words)),
            ("equal word shingles", len(page.signatures.word_set),
             len(np.intersect1d(page.signatures.words, found.signatures.words))),
            ("character shingles", len(page.signatures.chars), len(found.signatures.chars)),
            ("equal character shingles", len(page.signatures.char_set),
             len(np.intersect1d(page.signatures.chars, found.signatures.chars))),
            ("segments", len(page.signatures.segments), len(found.signatures.segments)),
            ("sentences", len(page.profile.sentences), len(found.profile.sentences)),
            ("facts", len(page.profile.facts), len(found.profile.facts)),
            ("terms", len(page.profile.terms), len(found.profile.terms)),
            ("bytes of signatures", len(pack_signatures(page.signatures)), len(pack_signatures(found.signatures))),
            ("bytes of profile", len(page.profile.pack()), len(found.profile.pack())),
            ("bytes of record", len(page.record.pack()), len(theirs.pack())),
        ):
            row = sums.setdefault(name, [0, 0])
            row[0] += ours
            row[1] += real
    for name, (ours, real) in sums.items():
        print(f"{name:26} {ours / count:9.1f} {real / count:9.1f} {ours / max(1, real):7.3f}")
    return {name: [round(ours / count, 1), round(real / count, 1)] for name, (ours, real) in sums.items()}


def _lines(maker: Maker, layout: Layout, places: NDArray[np.intp]) -> Iterator[list[str]]:
    """Paragraphs of each article as they are shown."""
    words = np.add.reduceat(layout.sentence_words, np.cumsum(layout.paragraph_sentences) - layout.paragraph_sentences)
    ends = [0, *np.cumsum(words).tolist()]
    lines = [maker.text(layout.words[begin:end], places[begin:end]) for begin, end in pairwise(ends)]
    for begin, end in pairwise([0, *np.cumsum(layout.article_paragraphs).tolist()]):
        yield lines[begin:end]


def main() -> None:
    """Make pages and tell the cost, or check them."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--check", action="store_true", help="compare with what analysing pages of the same text gives")
    parser.add_argument("--count", type=int, help="articles (default 20000; 200 for --check)")
    parser.add_argument("--domains", type=int, default=200)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if options.check:
        print(json.dumps(check(options.count or 200, options.seed), ensure_ascii=False))
        return
    count = options.count or 20_000
    web = BulkWeb(options.seed, options.domains)
    begun, own, chars = time.perf_counter(), time.process_time(), 0
    for page in web.pages(count, options.workers):
        chars += page.record.view.chars
    seconds = time.perf_counter() - begun
    cpu = time.process_time() - own + (web.seconds if options.workers else 0.0)
    print(f"{count} pages of {chars / count:.0f} characters in {seconds:.1f} s, {cpu / count * 1000:.2f} ms CPU each")
    print(json.dumps({
        "pages": count, "chars": round(chars / count), "seconds": round(seconds, 1),
        "cpu_ms": round(cpu / count * 1000, 3),
    }))


if __name__ == "__main__":
    main()
