"""Numerals of cheques (壹贰叁) back to plain ones (一二三)."""

from __future__ import annotations

import re

# These have hardly another use, so they go wherever they stand.
_ALWAYS = dict(zip("壹弌贰弍叁弎柒捌玖", "一一二二三三七八九", strict=True))
# These are in common words and names (陆续, 队伍, 收拾, 放肆, 仟佰): only beside another numeral or before a unit.
_AT_NUMERALS = dict(zip("肆伍陆拾佰仟", "四五六十百千", strict=True))
_DIGITS = "0-9一二三四五六七八九十百千万亿零两第"
_UNITS = "月日年号个名位次元岁天周点分秒米级届楼层倍种项条件家座台辆艘只匹册章段句吨斤克升度成多余几人"
_FORMAL = re.compile(
    rf"(?<=[{_DIGITS}肆伍陆拾佰仟])(?:肆(?!意|虐)|伍|陆(?![续地军路战上港海])|拾(?![取起金到荒])|[佰仟])"
    rf"|(?<![放大])肆(?=[{_DIGITS}{_UNITS}肆伍陆拾佰仟])"
    rf"|(?<![队入退行落])伍(?=[{_DIGITS}{_UNITS}肆伍陆拾佰仟])"
    rf"|(?<![大内登着水海])陆(?=[{_DIGITS}{_UNITS}肆伍陆拾佰仟])"
    rf"|(?<![收捡])拾(?=[{_DIGITS}{_UNITS}肆伍陆拾佰仟])"
    rf"|[佰仟](?=[{_DIGITS}{_UNITS}])"
)
_FORMAL_CHAR = re.compile("[肆伍陆拾佰仟]")
_ALWAYS_CHAR = re.compile(f"[{''.join(_ALWAYS)}]")


def level_numerals(text: str) -> str:
    """Plain numerals for formal ones.

    Names and words that hold one of the rarer numerals change with them; the source changes alike, and both still
    match. What is spared are words the tokenizer would no longer know.
    """
    text = _ALWAYS_CHAR.sub(lambda match: _ALWAYS[match.group()], text)
    if _FORMAL_CHAR.search(text):
        text = _FORMAL_CHAR.sub(_plain_at_numerals, text)
    return text


def _plain_at_numerals(match: re.Match[str]) -> str:
    char = match.group()
    return _AT_NUMERALS[char] if _FORMAL.match(match.string, match.start()) else char
