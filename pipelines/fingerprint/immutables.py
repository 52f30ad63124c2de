"""What laundering leaves alone: numbers, dates, times, Latin names, identifiers, rare words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from .hashing import hash64
from .normalize import HAN
from .number_words import NUMERALS, numbers_to_digits
from .tokens import COMMON_ENGLISH, UNKNOWN_WEIGHT
from .words import Words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from numpy.typing import NDArray

#: What an immutable is, in the order of their codes; each counts with the weight beside it when two articles are
#: compared.
KINDS: dict[str, float] = {
    "number": 2.0,  # two or more digits that are not zeros: 1,849 and 3.5
    "round": 0.7,  # 10, 300, 5000
    "small": 0.5,  # below ten, with its unit
    "ordinal": 1.0,  # 第十四届
    "percent": 1.5,
    "date": 2.0,
    "clock": 2.0,
    "latin": 1.0,  # names and identifiers
    "title": 1.5,  # 《...》
    "rare": 0.5,  # words that few texts hold
}
CODES = {kind: code for code, kind in enumerate(KINDS)}
_CODE_BITS = 4
_WEIGHTS = np.zeros(1 << _CODE_BITS)
_WEIGHTS[: len(KINDS)] = list(KINDS.values())

_MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "january jan", "february feb", "march mar", "april apr", "may", "june jun", "july jul", "august aug",
            "september sep sept", "october oct", "november nov", "december dec",
        ),
        1,
    )
    for name in names.split()
}  # fmt: skip
_MONTH = "|".join(sorted(_MONTHS, key=len, reverse=True))

_UNITS = {
    spelling: unit
    for unit, spellings in {
        "kg": "公斤 千克 kg kgs kilo kilos kilogram kilograms",
        "g": "克 gram grams",
        "t": "吨 tonne tonnes ton tons",
        "km": "公里 千米 km kilometre kilometres kilometer kilometers",
        "m": "米 metre metres meter meters",
        "cm": "厘米 cm",
        "mm": "毫米 mm",
        "inch": "英寸 寸 inch inches",
        "mile": "英里 mile miles",
        "h": "小时 个小时 钟头 个钟头 hour hours",
        "min": "分钟 minute minutes",
        "s": "秒 秒钟 seconds",
        "day": "天 days",
        "week": "周 星期 个星期 week weeks",
        "month": "个月 month months",
        "year": "年 year years",
        "yuan": "元 块 块钱 yuan",
        "dollar": "美元 美金 dollar dollars",
        "pound": "英镑 pound pounds",
        "euro": "欧元 euro euros",
        "degree": "度 摄氏度 ℃ °C degrees",
        "MB": "兆 MB",
        "GB": "GB",
        "people": "人 名 位 people",
        "times": "倍",
        "litre": "升 litre litres liter liters",
        "ml": "毫升 ml",
        "mu": "亩",
        "point": "分",
        "goal": "球",
        "floor": "层",
    }.items()
    for spelling in spellings.split()
}
_UNIT = "|".join(re.escape(spelling) for spelling in sorted(_UNITS, key=len, reverse=True))

# All of these begin with a digit or the letter of a month, which is asked first: it makes them several times faster.
_DATE = re.compile(
    r"(?=\d)(?:(?<!\d)(?:(?P<y>(?:19|20)\d\d)年)?(?P<m>1[0-2]|0?[1-9])月(?:(?P<d>3[01]|[12]\d|0?[1-9])(?:日|号))?"
    r"|(?<!\d)(?P<y2>(?:19|20)\d\d)[-/.](?P<m2>1[0-2]|0?[1-9])[-/.](?P<d2>3[01]|[12]\d|0?[1-9])(?!\d)"
    r"|(?<!\d)(?P<y3>(?:19|20)\d\d)年"
    r"|(?<![\d.])(?P<d4>3[01]|[12]\d|0?[1-9])[日号](?![线楼院馆]))"
)
_ENGLISH_DATE = re.compile(
    r"(?=[\djfmasond])(?:"
    rf"\b(?P<m>{_MONTH})\.? (?P<d>3[01]|[12]\d|[1-9])(?:st|nd|rd|th)?\b(?:,? (?P<y>(?:19|20)\d\d)\b)?"
    rf"|\b(?P<d2>3[01]|[12]\d|[1-9])(?:st|nd|rd|th)?(?: of)? (?P<m2>{_MONTH})\b\.?(?:,? (?P<y2>(?:19|20)\d\d)\b)?"
    rf"|\b(?P<y3>(?:19|20)\d\d)(?= |[,.;]|$))",
    re.IGNORECASE,
)
_CLOCK = re.compile(
    r"(?=\d)(?:(?<![\d:])(?P<h>2[0-3]|1\d|0?\d):(?P<min>[0-5]\d)(?::[0-5]\d)?(?![\d:])"
    r"|(?<=[午上晨早晚夜])(?P<h2>2[0-4]|1\d|\d)[点时](?:(?P<half2>半)|(?P<min2>[0-5]?\d)分?)?"
    r"|(?<![\d.])(?P<h3>2[0-4]|1\d|\d)[点时](?:(?P<half3>半)|(?P<min3>[0-5]?\d)分|钟|整)"
    r"|\b(?P<h4>1[0-2]|[1-9])(?:[:.](?P<min4>[0-5]\d))? ?[ap]\.?m\b)",
    re.IGNORECASE,
)
_ORDINAL = re.compile(rf"第(\d+)([{HAN}])")
_IDENTIFIER = re.compile(
    r"(?=[A-Za-z0-9])(?<![A-Za-z0-9])(?=\d*[A-Za-z])(?=[A-Za-z]*\d)[A-Za-z0-9]{2,40}(?:[.-]\d{1,9}){0,4}(?![A-Za-z0-9])"
)
_NUMBER = re.compile(rf"(?<![A-Za-z0-9.])(\d+(?:\.\d+)*)(%|[多余来几]?(?: ?(?:{_UNIT})(?![a-z]))?)")
_UNIT_AFTER = re.compile(rf"({_UNIT})$")
_LATIN_RUN = re.compile(r"(?<![A-Za-z0-9])[A-Za-z][A-Za-z'’+#-]*(?: [A-Za-z][A-Za-z'’+#-]*)*")
_LATIN_WORD = re.compile(r"[A-Za-z][A-Za-z+#]+")
_TITLE = re.compile(r"《([^《》\n]{2,40})》")
_HAN_CHAR = re.compile(f"[{HAN}]")
_HAN_RUN = re.compile(f"[{HAN}]+")
_NUMERAL_CHAR = re.compile("[零〇一二两三四五六七八九十百千万亿几]")
# Between clauses; not beside a digit, where a mark may be part of a number, a date or a clock.
_CLAUSE_MARK = re.compile(r"([,。;!?:()\"\n])(?<!\d.)(?!\d)", re.DOTALL)
_DIGIT = re.compile(r"\d")
_LATIN_LETTER = re.compile("[A-Za-z]")
_LATIN_WORDS = re.compile("[A-Za-z]+ [A-Za-z]+ [A-Za-z]+ [A-Za-z]")
_COUNTING = re.compile(rf"[\dA-Za-z{NUMERALS}]")
# A sentence of Latin letters inside a Chinese text is a quotation: only its capitalised words are names.
_FOREIGN_WORDS = 4


def immutables(text: str, tokens: Sequence[str] | Words = ()) -> frozenset[str]:
    """Immutables of a normalised text as ``kind:value``; `tokens` are its words, for the rare ones among them."""
    parts = _CLAUSE_MARK.split(text)
    return frozenset([*_numeric(parts), *_names(text, parts), *(f"rare:{word}" for word in _rare(Words.of(tokens)))])


def _clauses_with(needed: re.Pattern[str], parts: list[str]) -> str:
    """The text with all clauses emptied in which nothing of the needed is; the marks between them stay.

    `parts` are clauses and marks in turn. Most clauses hold no number, and the patterns for what is written in digits
    try every character of a text.
    """
    kept = parts.copy()
    kept[::2] = [clause if needed.search(clause) else "" for clause in parts[::2]]
    return "".join(kept)


def _numeric(parts: list[str]) -> list[str]:
    """What is written in digits or numerals. What has been read is blanked, so that nothing counts twice."""
    found: list[str] = []
    digits = numbers_to_digits(_clauses_with(_COUNTING, parts))
    if _LATIN_WORDS.search(digits):
        # A clause in Latin letters was kept for its number words, and may have none.
        digits = _clauses_with(_DIGIT, _CLAUSE_MARK.split(digits))
    for pattern, read in _READERS:

        def take(match: re.Match[str], read: Callable[[re.Match[str]], list[str]] = read) -> str:
            new = read(match)
            found.extend(new)
            return " " if new else match.group()

        digits = pattern.sub(take, digits)
    return found


def _ordinal(match: re.Match[str]) -> list[str]:
    return [f"ordinal:{match[1]}{match[2]}"]


def _identifier(match: re.Match[str]) -> list[str]:
    return [] if _measured(match.group()) else [f"latin:{match.group().lower()}"]


def _measured(word: str) -> bool:
    """Whether a word is a number with its unit, 24kg, and no identifier."""
    match = re.fullmatch(rf"\d+(?:\.\d+)?({_UNIT}|Nm|W|kW|V|A|Hz|kHz|MHz|GHz|TB|KB|mAh|ms|s|h|x|st|nd|rd|th)", word)
    return match is not None


def _number(match: re.Match[str]) -> list[str]:
    written, suffix = match[1], match[2]
    if written.count(".") > 1:
        return [f"latin:{written}"]
    if suffix == "%":
        return [f"percent:{float(written):g}"]
    value = written.lstrip("0") or "0"
    significant = value.replace(".", "").strip("0")
    if float(value) < 10 and "." not in value:
        unit = _UNIT_AFTER.search(suffix)
        return [f"small:{value}{_UNITS[unit[1]]}"] if unit and value != "0" else []
    return [f"{'number' if len(significant) > 1 else 'round'}:{value}"]


def _date(match: re.Match[str]) -> list[str]:
    return _day(
        match["y"] or match["y2"] or match["y3"], match["m"] or match["m2"], match["d"] or match["d2"] or match["d4"]
    )


def _english_date(match: re.Match[str]) -> list[str]:
    month = match["m"] or match["m2"]
    number = str(_MONTHS[month.lower()]) if month else None
    return _day(match["y"] or match["y2"] or match["y3"], number, match["d"] or match["d2"])


def _day(year: str | None, month: str | None, day: str | None) -> list[str]:
    """Year, month and day apart: a rewriter drops the year, a formula changes the day."""
    parts = [f"date:{year}"] if year else []
    if day:
        parts.append(f"date:-{int(day)}")
    if month:
        parts.append(f"date:{int(month)}-")
    return parts


def _clock(match: re.Match[str]) -> list[str]:
    """Hour and minute on a dial of twelve hours, for 14 and 下午2点 are the same."""
    hour = next(int(match[name]) for name in ("h", "h2", "h3", "h4") if match[name])
    minute = next((int(match[name]) for name in ("min", "min2", "min3", "min4") if match[name]), 0)
    if match["half2"] or match["half3"]:
        minute = 30
    return [f"clock:{hour % 12}:{minute:02d}"]


# In this order: a clock is no number, and the day of a date is none either.
_READERS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], list[str]]], ...] = (
    (_CLOCK, _clock),
    (_DATE, _date),
    (_ENGLISH_DATE, _english_date),
    (_ORDINAL, _ordinal),
    (_IDENTIFIER, _identifier),
    (_NUMBER, _number),
)


def _names(text: str, parts: list[str]) -> Iterator[str]:
    for match in _TITLE.finditer(text):
        yield f"title:{match[1]}"
    han = 0 if text.isascii() else sum(map(len, _HAN_RUN.findall(text)))
    chinese = han * 4 >= len(text)
    for run in _LATIN_RUN.finditer(_IDENTIFIER.sub(" ", _clauses_with(_LATIN_LETTER, parts))):
        if not chinese and run.group().islower():
            continue
        words = [word for word in _LATIN_WORD.findall(run.group()) if word.lower() not in COMMON_ENGLISH]
        every = chinese and len(words) < _FOREIGN_WORDS
        # The first word of a sentence is capitalised whatever it is; a heading has all its words so.
        heading = not every and len(words) > 3 and all(word[0].isupper() for word in words)
        for word in words:
            first = run.group().startswith(word)
            if (every or word.isupper() or (word[0].isupper() and not first and not heading)) and (
                word.lower() not in _MONTHS
            ):
                yield f"latin:{word.lower()}"


def _rare(words: Words) -> Iterator[str]:
    """Chinese words that the table of frequencies does not hold or holds as rare: names, above all."""
    for place in np.flatnonzero(words.weights >= UNKNOWN_WEIGHT).tolist():
        word = words.distinct[place]
        if len(word) > 1 and _HAN_CHAR.match(word) and not _NUMERAL_CHAR.search(word):
            yield word


def immutable_hashes(found: Iterable[str]) -> NDArray[np.uint32]:
    """Immutables as sorted distinct hashes, shape (n,), whose lowest four bits say the kind."""
    mask = 0xFFFFFFFF ^ ((1 << _CODE_BITS) - 1)
    return np.unique(np.array([hash64(name) & mask | CODES[name.partition(":")[0]] for name in found], np.uint32))


def kinds_of(hashes: NDArray[np.uint32]) -> NDArray[np.uint32]:
    """Codes of the kinds of immutables, shape (n,); 15 for what is none."""
    return hashes & np.uint32((1 << _CODE_BITS) - 1)


def immutables_agreement(a: NDArray[np.uint32], b: NDArray[np.uint32]) -> float | None:
    """Weighted share of the immutables of the poorer article that the other holds; 0 to 1, symmetric.

    `a` and `b` are :func:`immutable_hashes`. None when the poorer one holds too few to say. Of 586 articles before
    and after editing (five-gram Jaccard above 0.6) 99 % agree by 0.8 or more; of 114 pairs of formula news, the same
    ceremony on another day, 82 % stay under it (``benchmarks/immutables_agreement.py``).
    """
    least = min(_weight(a), _weight(b))
    if least < LEAST_WEIGHT:
        return None
    return round(min(1.0, _weight(np.intersect1d(a, b, assume_unique=True)) / least), 4)


#: Weight below which an article says too little for a verdict: two numbers and a name.
LEAST_WEIGHT = 4.0
#: Agreement under which two articles that share their wording are no copies: a formula filled in anew.
AGREES = 0.8


def _weight(hashes: NDArray[np.uint32]) -> float:
    return float(_WEIGHTS[kinds_of(hashes)].sum())
