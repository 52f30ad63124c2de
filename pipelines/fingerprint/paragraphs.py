"""What copiers do to whole lines: doubled bodies, text in another language added, lines broken anew, false credits."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from .injected import is_noise
from .shingle import letters_of_each

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_CREDIT = re.compile(
    r"[(\[【]?(?:(?:信息|文章|稿件|图片|内容|本文)?(?:来源|来自|出处)|转载自|转自|原标题|作者|责?任?编辑|责编|文/图|图/文|记者|通讯员"
    r"|摄影|校对|审核|审校|监制|(?:发布|发表|更新)(?:时间|日期)|时间|日期|文章编号|(?:浏览|阅读|点击)次?数)"
    r"[:/ ][^。!?]{0,60}$"
)
_DATE = r"(?:\d{4}[-/.年]\d{1,2}[-/.月]\d{1,2}日?|\d{1,2}月\d{1,2}日)"
_CLOCK = r"(?:[ T]?\d{1,2}[:时点]\d{1,2}(?:[:分]\d{0,2}秒?)?)?"
_DATE_LINE = re.compile(rf"[(\[【]?[^\d。!?]{{0,12}}{_DATE}{_CLOCK}[^\d。!?]{{0,12}}$")
_LONGEST_CREDIT = 70

_SCRIPTS = {
    "han": re.compile("[\u3007\u3400-\u4dbf\u4e00-\u9fff]+"),
    "kana": re.compile("[\u3041-\u309f\u30a1-\u30fa]+"),
    "hangul": re.compile("[\uac00-\ud7a3]+"),
    "latin": re.compile("[A-Za-z\u00c0-\u024f\u1e00-\u1eff]+"),
    "cyrillic": re.compile("[\u0400-\u052f]+"),
    "greek": re.compile("[\u0370-\u03ff]+"),
    "arabic": re.compile("[\u0590-\u08ff]+"),
    "indic": re.compile("[\u0900-\u0fff]+"),
}
# What one letter says of a text's length: a Chinese word has two letters, a European one five.
_WEIGHTS = {"han": 2.5, "kana": 1.5, "hangul": 2.0}
#: A text in which the main script has less is bilingual: nothing is foreign in it.
_MAIN_SHARE = 0.6
#: Shorter tails may be a signature, a title or a command.
_LEAST_FOREIGN_WEIGHT = 60

_LEAST_REPEATED_LETTERS = 20
_CLOSED_END = re.compile(r"[。!?;:.…\")\]】]$")
_LATIN_JOINT = re.compile("[A-Za-z0-9,]{2}")
_LEAST_WRAPPED_LINES = 6


def settle_paragraphs(lines: Sequence[str], letters: Mapping[str, str] | None = None) -> list[str]:
    """The lines of a normalised text as its author will have had them.

    Left out are lines seen before, credits and dates, noise, and what is added before or behind in another script.
    Lines broken in mid-sentence are joined. A text of nothing else stays as it is. `letters` are those of each line,
    for a caller that has them.
    """
    content = letters_of_each(lines) if letters is None else [letters[line] for line in lines]
    kept = [line for line in _without_repeats(lines, content) if not _is_credit(line) and not is_noise(line)]
    return _join_wrapped(_without_foreign_ends(kept)) or list(lines)


def _without_repeats(lines: Sequence[str], letters: list[str]) -> list[str]:
    """Each line once: long ones wherever they are, short ones when doubled in place or with the whole text."""
    half = len(lines) // 2
    if half and len(lines) % 2 == 0 and letters[:half] == letters[half:]:
        lines, letters = lines[:half], letters[:half]
    seen: set[str] = set()
    kept = []
    previous = ""
    for line, content in zip(lines, letters, strict=True):
        if content != previous and not (content in seen and len(content) >= _LEAST_REPEATED_LETTERS):
            kept.append(line)
        seen.add(content)
        previous = content
    return kept


def _is_credit(line: str) -> bool:
    return len(line) <= _LONGEST_CREDIT and (_CREDIT.match(line) or _DATE_LINE.match(line)) is not None


def _script_weights(line: str) -> dict[str, float]:
    if line.isascii():
        return {"latin": float(sum(map(len, _SCRIPTS["latin"].findall(line))))}
    return {
        script: sum(map(len, found)) * _WEIGHTS.get(script, 1.0)
        for script, pattern in _SCRIPTS.items()
        if (found := pattern.findall(line))
    }


def _script_of(weights: dict[str, float]) -> str:
    if not weights or not any(weights.values()):
        return ""
    # Japanese is written in Han too.
    if weights.get("kana", 0.0) * 5 > sum(weights.values()):
        return "kana"
    return max(weights, key=lambda script: (weights[script], script))


def _without_foreign_ends(lines: list[str]) -> list[str]:
    """Less the lines at the start and the end that are in another script than most of the text."""
    if len(lines) < 2 or "".join(lines).isascii():
        return lines
    if all(_script_of(_script_weights(line)) == "han" for line in (lines[0], lines[-1])):
        return lines
    weights = [_script_weights(line) for line in lines]
    scripts = [_script_of(line) for line in weights]
    totals: dict[str, float] = {}
    for script, line in zip(scripts, weights, strict=True):
        totals[script] = totals.get(script, 0.0) + sum(line.values())
    main = max(totals, key=lambda script: (totals[script], script))
    if totals[main] < _MAIN_SHARE * sum(totals.values()):
        return lines
    first, last = scripts.index(main), len(scripts) - scripts[::-1].index(main)
    if sum(sum(line.values()) for line in weights[:first]) < _LEAST_FOREIGN_WEIGHT:
        first = 0
    if sum(sum(line.values()) for line in weights[last:]) < _LEAST_FOREIGN_WEIGHT:
        last = len(lines)
    return lines[first:last]


def _join_wrapped(lines: list[str]) -> list[str]:
    """Lines joined where a line ends in mid-sentence.

    A comma says so by itself. A line without any mark at its end says so only where most of the text is like that:
    else it is a heading or an item of a list.
    """
    open_ended = [_CLOSED_END.search(line) is None for line in lines]
    if not any(open_ended):
        return lines
    wrapped = len(lines) >= _LEAST_WRAPPED_LINES and sum(open_ended) * 2 > len(lines)
    width = max(map(len, lines)) if wrapped else 0
    joined: list[str] = []
    goes_on = False
    for line, is_open in zip(lines, open_ended, strict=True):
        if goes_on:
            joined[-1] += " " + line if _LATIN_JOINT.fullmatch(joined[-1][-1:] + line[:1]) else line
        else:
            joined.append(line)
        goes_on = is_open and (line.endswith((",", "、")) or (wrapped and len(line) * 2 > width))
    return joined
