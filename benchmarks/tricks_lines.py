"""Tricks with sentences and lines: moved, doubled, broken anew, or parted by words that do not belong."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

    Trick = Callable[[list[str], random.Random], list[str]]

_SENTENCE = re.compile("(?<=[。！？；])")
ENGLISH = """The council met on Tuesday to discuss the future of the old harbour, and some members asked for time.
A spokesman said that the decision would depend on the weather, on the price of steel and on the mood of the voters.
Nobody in the room could remember a year in which so many boats had stayed in port for so long.
Local shops report that fewer visitors have come since the bridge was closed for repairs in early spring.""".split("\n")
RUSSIAN = """Совет собрался во вторник, чтобы обсудить будущее старой гавани, и несколько человек попросили подождать.
Представитель сказал, что решение зависит от погоды, от цены на сталь и от настроения жителей города.
Никто не мог вспомнить год, когда столько лодок так долго стояло у причала без всякого дела.""".split("\n")
JAPANESE = """市議会は火曜日に古い港の将来について話し合い、何人かの議員はもう少し時間が必要だと述べた。
広報担当者によると、決定は天候や鋼材の価格、そして住民の気持ちによって左右されるという。
これほど多くの船がこれほど長く港にとどまった年を、誰も思い出すことができなかった。""".split("\n")

SPAM = """加微信xy{}888领取资料 点击领取红包 www.xxx{}.com 扫码进群 免费领取优惠券 添加QQ群：4{}12345 限时抢购
    关注公众号：news_{} 点击下方链接了解更多""".split()
ADVERTS = (
    "【小编推荐】点击关注本站，每天三分钟，读遍天下新鲜事！",
    "更多精彩内容，请长按识别二维码关注我们的公众号。",
    "本文由某某文摘编辑整理，好文请收藏本站首页并转发。",
)
_RARE_HAN = "麓邃绔鼙龃黼黻夔鬻鳏籀甑缶罅"


def sentences_of(line: str) -> list[str]:
    """Sentences of a line, with their ends."""
    return [part for part in _SENTENCE.split(line) if part]


def between_sentences(make: Callable[[random.Random], str], share: float = 0.5) -> Trick:
    """Something put behind this share of the sentences."""

    def put(line: str, chance: random.Random) -> str:
        return "".join(part + (make(chance) if chance.random() < share else "") for part in sentences_of(line))

    return lambda lines, chance: [put(line, chance) for line in lines]


def into_sentences(make: Callable[[random.Random], str], every: int = 60) -> Trick:
    """Something put into the sentences, once in so many characters."""

    def put(line: str, chance: random.Random) -> str:
        pieces, start = [], 0
        while start < len(line):
            step = chance.randint(every // 2, every * 3 // 2)
            pieces.append(line[start : start + step])
            start += step
        joints = [make(chance) for _ in pieces[1:]]
        return "".join(piece + joint for piece, joint in zip(pieces, [*joints, ""], strict=True))

    return lambda lines, chance: [put(line, chance) for line in lines]


def emoji(chance: random.Random) -> str:
    """One or two emoji."""
    return "".join(chance.choice("😀🔥👍🎉❤✨🌟💡") for _ in range(chance.randint(1, 2)))


def random_latin(chance: random.Random) -> str:
    """Letters and digits drawn at random."""
    return "".join(chance.choice("abcdefghijklmnopqrstuvwxyz0123456789") for _ in range(chance.randint(4, 9)))


def random_han(chance: random.Random) -> str:
    """Rare characters drawn at random."""
    return "".join(chance.choice(_RARE_HAN) for _ in range(chance.randint(2, 4)))


def spam(chance: random.Random) -> str:
    """A call or a contact."""
    return chance.choice(SPAM).format(chance.randint(10, 99))


def brand(lines: list[str], chance: random.Random) -> list[str]:
    """A site's name and address in the sentences."""
    return into_sentences(lambda _: "晨报网www.example.cn", 120)(lines, chance)


def name_alone(lines: list[str], chance: random.Random) -> list[str]:
    """A site's name in the sentences."""
    return into_sentences(lambda _: "青浪晨报网", 120)(lines, chance)


def title_fragments(lines: list[str], chance: random.Random) -> list[str]:
    """Pieces of the title (or first line) in the sentences."""
    title = lines[0][:24]

    def piece(chance: random.Random) -> str:
        start = chance.randrange(max(1, len(title) - 6))
        return title[start : start + chance.randint(4, 8)]

    return into_sentences(piece, 100)(lines, chance)


def advert_lines(lines: list[str], chance: random.Random) -> list[str]:
    """An advertisement behind every other line."""
    return [text for line in lines for text in ([line, chance.choice(ADVERTS)] if chance.random() < 0.5 else [line])]


def false_credits(lines: list[str], _chance: random.Random) -> list[str]:
    """Another source, date and editor."""
    return ["来源：某某在线 2021-03-04 10:20 作者：佚名", *lines, "（责任编辑：小李）"]


def appended(text: list[str]) -> Trick:
    """Text in another language behind the article."""
    return lambda lines, _chance: [*lines, *text]


def wrapped(lines: list[str], chance: random.Random) -> list[str]:
    """All paragraphs broken anew at a fixed width."""
    width = chance.randint(24, 40)
    return [line[start : start + width] for line in lines for start in range(0, len(line), width)]


def line_a_sentence(lines: list[str], _chance: random.Random) -> list[str]:
    """Each sentence on a line of its own."""
    return [part for line in lines for part in sentences_of(line)]


def one_line(lines: list[str], _chance: random.Random) -> list[str]:
    """The whole text in one line."""
    return ["".join(lines)]


def numbered(style: str) -> Trick:
    """Each line with a list number."""
    digits = "一二三四五六七八九十"

    def number(place: int) -> str:
        place %= 10
        if style == "han":
            return f"{digits[place]}、"
        return f"{place + 1}. " if style == "digit" else chr(0x2460 + place)

    return lambda lines, _chance: [number(place) + line for place, line in enumerate(lines)]


def closing_first(lines: list[str], _chance: random.Random) -> list[str]:
    """The closing paragraph at the front."""
    return [lines[-1], *lines[:-1]]


def shuffled(lines: list[str], chance: random.Random) -> list[str]:
    """Paragraphs in another order."""
    return chance.sample(lines, len(lines))


def body_twice(lines: list[str], _chance: random.Random) -> list[str]:
    """The whole text twice."""
    return [*lines, *lines]


def sentences_twice(lines: list[str], _chance: random.Random) -> list[str]:
    """Each sentence twice."""
    return ["".join(part + part for part in sentences_of(line)) for line in lines]


def first_half(lines: list[str], _chance: random.Random) -> list[str]:
    """Cut after half of the letters."""
    return _cut(lines, 0.5)


def first_third(lines: list[str], _chance: random.Random) -> list[str]:
    """Cut after a third of the letters."""
    return _cut(lines, 1 / 3)


def _cut(lines: list[str], share: float) -> list[str]:
    left = int(sum(map(len, lines)) * share)
    kept = []
    for line in lines:
        if left <= 0:
            break
        kept.append(line[:left])
        left -= len(line)
    return kept


def spliced(articles: list[list[str]]) -> list[str]:
    """A third of each of several articles: the first of the first, the second of the second, and so on."""
    kept = []
    for place, lines in enumerate(articles):
        text = [part for line in lines for part in sentences_of(line)]
        step = max(1, len(text) // len(articles))
        kept.append("".join(text[place * step : (place + 1) * step]))
    return kept
