"""The table of numbers in Chinese: what :mod:`..report.comparison` calls each measure, and how it says its values."""

from __future__ import annotations

import re

LAYERS = {"whole": "全文", "fragment": "片段", "semantic": "语义", "facts": "事实", "none": "无"}

LABELS = {
    "SimHash distance (bits)": "SimHash 距离（位）",
    "segments equal": "相同分段",
    "segments in order": "分段次序一致",
    "word shingles, Jaccard": "词组 Jaccard",
    "word shingles of the shorter in the other": "较短一文的词组见于另一文",
    "character shingles of A in B": "A 的字符片段见于 B",
    "character shingles of B in A": "B 的字符片段见于 A",
    "parts of A that stand in B": "A 有多少段见于 B",
    "parts of B that stand in A": "B 有多少段见于 A",
    "parts with anything shared, of ten": "十段中有相同内容的段",
    "order of what is shared, -1 to 1": "相同内容的次序，-1 至 1",
    "sentences of the one with fewer, reused": "句子较少一文被沿用的句子",
    "sentences it has": "该文的句子",
    "keyword rules that fired": "命中的关键词规则",
    "numbers, dates and names agree": "数字、日期、名称一致度",
    "length of the shorter / the longer": "较短与较长之比",
    "sentences with one of the same meaning": "有同义句的句子",
    "paragraphs with one of the same meaning": "有同义段的段落",
    "the copy names its source": "抄袭页注明来源",
}

_VALUES = {"too few to say": "太少，无法判断", "none": "无", "yes": "是", "no": "否", "not compared": "未比较"}
_OF_TEN = re.compile(r"(\d+) of 10")


def value_in_chinese(value: str) -> str:
    """A value of the table; numbers stay as they are."""
    if found := _OF_TEN.fullmatch(value):
        return f"10 段中 {found[1]} 段"
    return _VALUES.get(value, value)
