"""The text of a page in the order it is shown, with the places that matter to bylines."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from lxml import etree

if TYPE_CHECKING:
    from lxml.html import HtmlElement

# Longer runs are prose; their middle holds no byline and would only cost time.
_KEPT_HEAD, _KEPT_TAIL = 80, 80
_PROSE = re.compile(r"[，。；！？,;]|\.\s")
_FOOTER = re.compile(r"copyright|©|版权所有|all rights reserved|备\d{6,}|违法和不良", re.IGNORECASE)
_NOT_WORD = re.compile(r"[\W_]+")
_LONG_GAP = 500
_MOST_RUNS = 20_000
INLINE = frozenset({
    "a", "abbr", "acronym", "b", "bdi", "bdo", "big", "cite", "code", "data", "em", "font", "i", "ins", "kbd", "label",
    "mark", "nobr", "o:p", "q", "s", "samp", "small", "span", "strike", "strong", "sub", "sup", "text", "time", "tt",
    "u", "var",
})
_NOT_SHOWN = frozenset({"script", "style", "noscript", "textarea", "option", "title"})
_HEADINGS = ("h1", "h2", "h3")


@dataclass(frozen=True, slots=True)
class Line:
    """One visual line around a place: what a block or a stretch between line breaks shows."""

    text: str
    #: Indices of its first and last text run.
    first: int
    last: int


@dataclass(slots=True)
class Shown:
    """Text runs of a page in document order, and where title and main text begin.

    ``joined`` is what dates are searched in: the runs, each followed by a line feed, with the middle of long ones
    left out; ``run_at`` leads from a place in it back to the run.
    """

    runs: list[str]
    #: The element around each run, text in an inner element left out.
    holders: list[Any]
    #: The element right before each run in its holder, or None.
    before: list[Any]
    joined: str
    starts: list[int]
    #: Characters of all runs before each, nothing left out.
    offsets: list[int]
    #: Index of the run that shows the title, or None.
    title_run: int | None = None
    #: Index of the run the main text begins with, or None.
    main_run: int | None = None
    main_end: int | None = None
    _spine: list[Any] = field(default_factory=list)

    def run_at(self, place: int) -> int:
        """Index of the run that holds a place of ``joined``."""
        return bisect_right(self.starts, place) - 1

    def place_of(self, run: int) -> int:
        """Place of a run in ``joined``."""
        return self.starts[run]

    def chars_between(self, run: int, other: int) -> int:
        """Characters from one run to another; negative where the other comes first."""
        return self.offsets[other] - self.offsets[run]

    def element(self, run: int) -> Any:
        """The element that a run stands in (for text after an inner element: the one around both)."""
        return self.holders[run]

    def follows_link(self, run: int) -> bool:
        """Whether a run stands in a link or right after one."""
        element = self.before[run]
        return bool((self.holders[run] if element is None else element).tag == "a")

    def ancestors(self, run: int, most: int = 14) -> list[Any]:
        """Elements around a run, innermost first, as far as they do not hold the title or the main text too."""
        around: list[Any] = []
        element = self.element(run)
        while element is not None and len(around) < most and not self.is_spine(element):
            around.append(element)
            element = element.getparent()
        return around

    def is_spine(self, element: Any) -> bool:
        """Whether an element holds the title or the beginning of the main text."""
        return any(element is other for other in self._spine)

    def block(self, run: int) -> Any:
        """The innermost element around a run that is not inline."""
        element = self.element(run)
        while element is not None and element.tag in INLINE:
            element = element.getparent()
        return element

    def line(self, run: int, most_runs: int = 12) -> Line:
        """The visual line a run belongs to."""
        first = last = run
        block = self.block(run)
        while first > 0 and run - first < most_runs and not self._breaks_before(first):
            if self.block(first - 1) is not block:
                break
            first -= 1
        while last + 1 < len(self.runs) and last - run < most_runs and not self._breaks_before(last + 1):
            if self.block(last + 1) is not block:
                break
            last += 1
        return Line(" ".join(" ".join(self.runs[first : last + 1]).split()), first, last)

    def _breaks_before(self, run: int) -> bool:
        element = self.before[run]
        if element is not None:
            return element.tag == "br" or element.tag not in INLINE
        element = self.holders[run]
        while element is not None and element.tag in INLINE:
            before = element.getprevious()
            if before is not None and not (before.tail or "").strip():
                if before.tag == "br":
                    return True
            elif before is not None:
                return False
            element = element.getparent()
        return False


def read_shown(tree: HtmlElement, title: str = "") -> Shown:
    """Lay out the text of a tree; ``title`` is looked for in it."""
    runs, holders, before = _runs(tree)
    shortened = [
        text if len(text) <= 200 else text[:_KEPT_HEAD] + "\n…\n" + text[-_KEPT_TAIL:] for text in runs
    ]
    starts = [0, *accumulate(len(text) + 1 for text in shortened)]
    offsets = [0, *accumulate(map(len, runs))]
    shown = Shown(runs, holders, before, "\n".join(shortened), starts[: len(runs)], offsets[: len(runs)])
    _find_main(shown)
    _find_title(shown, title)
    for run in (shown.title_run, shown.main_run):
        element = shown.element(run) if run is not None else None
        while element is not None:
            shown._spine.append(element)  # noqa: SLF001
            element = element.getparent()
    return shown


def _runs(tree: HtmlElement) -> tuple[list[str], list[Any], list[Any]]:
    """Text runs that are not empty, what holds each, and what stands right before it there.

    Broken pages have text outside their body, too.
    """
    runs: list[str] = []
    holders: list[Any] = []
    before: list[Any] = []
    for event, element in etree.iterwalk(tree, events=("start", "end")):
        if event == "start":
            text = element.text
            if text and not text.isspace() and element.tag not in _NOT_SHOWN:
                runs.append(text)
                holders.append(element)
                before.append(None)
        else:
            text = element.tail
            if text and not text.isspace() and element is not tree:
                around = element.getparent()
                if around.tag not in _NOT_SHOWN:
                    runs.append(text)
                    holders.append(around)
                    before.append(element)
    return runs[:_MOST_RUNS], holders[:_MOST_RUNS], before[:_MOST_RUNS]


def title_words(title: str) -> str:
    """A title without white space and punctuation, in lower case, for comparing."""
    return _NOT_WORD.sub("", title).lower()


def _find_main(shown: Shown) -> None:
    best_span: tuple[int | None, int | None] = (None, None)
    best = weight = begin = end = gap = 0
    for index, text in enumerate(shown.runs):
        size = len(text)
        if size < 40 or not _PROSE.search(text) or shown.follows_link(index) or _FOOTER.search(text):
            gap += size
            continue
        if gap > _LONG_GAP or not weight:
            weight, begin = 0, index
        weight += size
        end, gap = index, 0
        if weight > best:
            best, best_span = weight, (begin, end)
    shown.main_run, shown.main_end = best_span


def _find_title(shown: Shown, title: str) -> None:
    wanted = title_words(title)
    found: list[tuple[int, int]] = []
    if wanted:
        head = wanted[:2]
        for index, text in enumerate(shown.runs):
            if len(text) > 300 or len(text) < min(3, len(title)):
                continue
            if head not in text.lower() and text.strip()[:2].lower() not in wanted and len(wanted) > 1:
                continue
            words = title_words(text)
            if not words:
                continue
            if words == wanted:
                found.append((3, index))
            elif (len(words) >= 6 and words in wanted and len(words) * 2 >= len(wanted)) or (
                wanted in words and len(words) <= 1.6 * len(wanted) + 4
            ):
                found.append((2, index))
    ranked = [(_heading_rank(shown, index) + quality, index) for quality, index in found[:40]]
    if ranked:
        main = shown.main_run
        before = [pair for pair in ranked if main is None or pair[1] <= main] or ranked
        best = max(rank for rank, _ in before)
        places = [index for rank, index in before if rank == best]
        # Breadcrumbs name the title first, the heading stands last before the text.
        shown.title_run = places[-1] if main is not None and places[-1] <= main else places[0]
    if shown.title_run is not None and found and shown.main_run is not None:
        _main_after_title(shown)


def _heading_rank(shown: Shown, index: int) -> int:
    element = shown.element(index)
    rank = 0
    for _ in range(4):
        if element is None:
            break
        if element.tag in _HEADINGS:
            return 4
        if element.tag in ("a", "li"):
            rank = -2
        if "title" in (element.get("class") or "").lower():
            rank = max(rank, 1)
        element = element.getparent()
    return rank


def _main_after_title(shown: Shown) -> None:
    """Prose between the title and the largest text is the start of that text: lead, caption, first forum post."""
    assert shown.title_run is not None
    assert shown.main_run is not None
    for index in range(shown.title_run + 1, min(shown.main_run, shown.title_run + 60)):
        text = shown.runs[index]
        if len(text) >= 40 and _PROSE.search(text) and not shown.follows_link(index):
            shown.main_run = index
            return
