"""Numbers written in words, Chinese and English, as digits: 一千二百 and twelve hundred are both 1200."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_DIGITS = {char: value for value, char in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2}
_SCALES = {"十": 10, "百": 100, "千": 1000, "万": 10**4, "亿": 10**8}
NUMERALS = "零〇一二两三四五六七八九十百千万亿"
_LONGEST = 24  # characters of a numeral; longer runs are drawings and noise

# 几百 and 十几 say no number.
# Patterns begin with a character and look back from it, which makes them several times faster.
_CHINESE = re.compile(rf"[{NUMERALS}](?<![几数].)[{NUMERALS}]*(?:点[零〇一二三四五六七八九]+)?(?!几)")
_PER_CENT = re.compile(rf"百分之([{NUMERALS}]{{1,12}}(?:点[零〇一二三四五六七八九]{{1,9}})?|\d+(?:\.\d+)?)")
# 三成四 is 34 %. In 统一成, 一成不变 and 三成员 the two characters belong to other words.
_TENTHS = re.compile(
    r"(?<![统一二三四五六七八九十百千万亿\d])([一二三四五六七八九]|\d)成([一二三四五六七八九半])?(?![不员立功为本果都份了])"
)
_GROUPED = re.compile(r"\d(?<![\d,.].)\d{0,2}(?:,\d{3})+(?![\d,])")
_SCALED = re.compile(r"(\d(?<![\d.].)\d{0,14}(?:\.\d{1,9})?)([十百千万亿]{1,3})")

_ENGLISH_UNITS = {
    word: value
    for value, word in enumerate(
        """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
        seventeen eighteen nineteen""".split()
    )
} | {
    word: value * 10 + 20
    for value, word in enumerate("twenty thirty forty fifty sixty seventy eighty ninety".split())
}
_ENGLISH_SCALES = {"hundred": 100, "dozen": 12, "thousand": 1000, "million": 10**6, "billion": 10**9}
# What re.IGNORECASE takes for these letters, beside the large and the small one.
_TWINS = {"i": "\u0130\u0131", "k": "\u212a", "s": "\u017f"}


def _any_case(words: Iterable[str]) -> str:
    """Pattern of words in small or large letters, by first letters, of which most words of a text have another.

    Classes of letters are tried several times faster than re.IGNORECASE tries letters.
    """
    by_first: dict[str, list[str]] = {}
    for word in sorted(words, key=lambda word: (word[0], -len(word), word)):
        cased = [f"[{char}{char.upper()}{_TWINS.get(char, '')}]" if char.isalpha() else char for char in word]
        by_first.setdefault(cased[0], []).append("".join(cased[1:]))
    return "|".join(f"{first}(?:{'|'.join(rests)})" for first, rests in by_first.items())


_AND = _any_case([" and "])
_HALF = _any_case([" and a half"])
_NUMBER_WORD = _any_case([*_ENGLISH_UNITS, *_ENGLISH_SCALES])
_FIRST = _any_case(
    [*_ENGLISH_UNITS, *(article + scale for article in ("", "a ", "an ") for scale in _ENGLISH_SCALES)]
)
_ENGLISH = re.compile(rf"\b(?:{_FIRST})(?:(?:{_AND}|[ -])(?:{_NUMBER_WORD})(?!\w))*\b({_HALF}\b)?")
_SCALED_ENGLISH = re.compile(r"(\d(?<![\d.].)\d{0,14}(?:\.\d{1,9})?) ?(thousand|million|billion)\b", re.IGNORECASE)
_PER_CENT_ENGLISH = re.compile(r"(?<=\d) ?(?:per cent|percent)\b", re.IGNORECASE)


def numbers_to_digits(text: str) -> str:
    """A normalised text with its numbers in plain digits: 1,200 and 一千二百 -> 1200, 百分之三十五 and 三成五 -> 35%.

    Words that only look like numbers (一样, 一定) turn into digits too: the result is for reading numbers off and
    nothing else.
    """
    text = _GROUPED.sub(lambda match: match.group().replace(",", ""), text)
    if not text.isascii():
        text = text.replace("千克", "公斤").replace("千米", "公里")  # a unit begins with what is a numeral elsewhere
        text = _PER_CENT.sub(lambda match: f"{_plain(_value(match.group(1)))}%", text)
        if "成" in text:
            text = _TENTHS.sub(_tenths, text)
        text = _SCALED.sub(_scaled, text)
        text = _CHINESE.sub(_chinese, text)
    text = _SCALED_ENGLISH.sub(lambda match: _plain(float(match[1]) * _ENGLISH_SCALES[match[2].lower()]), text)
    text = _ENGLISH.sub(_english, text)
    return _PER_CENT_ENGLISH.sub("%", text) if "cent" in text.lower() else text


def chinese_value(numeral: str) -> int | None:
    """Value of a Chinese whole number; None for what is none: 千万 without a digit, or 三四 (three or four)."""
    if not numeral or numeral[0] in "百千万亿":
        return None
    if all(char in _DIGITS for char in numeral):
        # Years and telephone numbers are read digit by digit; two digits side by side mean "three or four".
        vague = len(numeral) == 2 and "〇" not in numeral and "零" not in numeral
        return None if vague else int("".join(str(_DIGITS[char]) for char in numeral))
    total, section, digit, last = 0, 0, None, 1
    for char in numeral:
        if char in _DIGITS:
            if digit:
                return None
            digit = _DIGITS[char]
            last = 1 if digit == 0 else last
            continue
        scale = _SCALES[char]
        if scale >= 10**4:
            section += digit or 0
            total = (total + section) * scale if scale == 10**8 else total + section * scale
            section = 0
        else:
            section += (1 if digit is None else digit) * scale
        digit, last = None, scale
    if digit:
        # 三万五 is 35,000: the digit behind a scale counts in tenths of it, unless a zero stands between.
        section += digit * (last // 10 if last > 10 else 1)
    return total + section


def _value(numeral: str) -> float:
    if numeral[0].isascii():
        return float(numeral)
    whole, _, decimals = numeral.partition("点")
    value = float(chinese_value(whole) or 0)
    for place, char in enumerate(decimals, 1):
        value += _DIGITS[char] / 10**place
    return value


def _plain(value: float) -> str:
    """Digits of a number without exponent and without zeros behind the point."""
    return f"{value:.4f}".rstrip("0").rstrip(".")


def _chinese(match: re.Match[str]) -> str:
    return _in_digits(match.group())


@lru_cache(maxsize=4096)  # 一 and 三 are in every text, many times
def _in_digits(numeral: str) -> str:
    whole = numeral.partition("点")[0]
    return numeral if len(numeral) > _LONGEST or chinese_value(whole) is None else _plain(_value(numeral))


def _scaled(match: re.Match[str]) -> str:
    value = float(match.group(1))
    for char in match.group(2):
        value *= _SCALES[char]
    return _plain(value)


def _tenths(match: re.Match[str]) -> str:
    tenths = int(match[1]) if match[1].isascii() else _DIGITS[match[1]]
    part = 5 if match[2] == "半" else _DIGITS.get(match[2] or "", 0)
    return f"{tenths * 10 + part}%"


def _english(match: re.Match[str]) -> str:
    total, section = 0, 0
    for word in re.split(r"[ -]", match.group().lower()):
        if word in _ENGLISH_UNITS:
            section += _ENGLISH_UNITS[word]
        elif word in {"hundred", "dozen"}:
            section = max(section, 1) * _ENGLISH_SCALES[word]
        elif word in _ENGLISH_SCALES:
            total += max(section, 1) * _ENGLISH_SCALES[word]
            section = 0
    return _plain(total + section + (0.5 if match.group(1) else 0))
