"""Tricks with the letters of a text; the words stay in place."""

from __future__ import annotations

import html
import re
from functools import cache
from typing import TYPE_CHECKING, Any

import opencc

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

HAN = re.compile("[\u4e00-\u9fff]")

# Common characters with their usual reading.
PINYIN = dict(
    pair.split(":")
    for pair in """
    的:de 一:yī 是:shì 不:bù 了:le 人:rén 我:wǒ 在:zài 有:yǒu 他:tā 这:zhè 中:zhōng 大:dà 来:lái 上:shàng 国:guó
    個:gè 个:gè 到:dào 说:shuō 們:men 们:men 为:wèi 子:zǐ 和:hé 你:nǐ 地:dì 出:chū 道:dào 也:yě 时:shí 年:nián 得:dé
    就:jiù 那:nà 要:yào 下:xià 以:yǐ 生:shēng 会:huì 自:zì 着:zhe 去:qù 之:zhī 过:guò 家:jiā 学:xué 对:duì 可:kě
    里:lǐ 后:hòu 小:xiǎo 么:me 心:xīn 多:duō 天:tiān 而:ér 能:néng 好:hǎo 都:dōu 然:rán 没:méi 日:rì 于:yú 起:qǐ
    还:hái 发:fā 成:chéng 事:shì 只:zhǐ 作:zuò 当:dāng 想:xiǎng 看:kàn 文:wén 无:wú 开:kāi 手:shǒu 用:yòng 主:zhǔ
    行:xíng 方:fāng 又:yòu 如:rú 前:qián 所:suǒ 本:běn 见:jiàn 经:jīng 头:tóu 面:miàn 公:gōng 同:tóng 三:sān 已:yǐ
    老:lǎo 从:cóng 动:dòng 两:liǎng 长:cháng 知:zhī 民:mín 样:yàng 现:xiàn 分:fēn 将:jiāng 外:wài 但:dàn 身:shēn
    些:xiē 与:yǔ 高:gāo 意:yì 进:jìn 把:bǎ 法:fǎ 此:cǐ 实:shí 回:huí 二:èr 理:lǐ 美:měi 点:diǎn 月:yuè 明:míng
    其:qí 种:zhǒng 声:shēng 全:quán 工:gōng 己:jǐ 话:huà 儿:ér 者:zhě 向:xiàng 情:qíng 部:bù 正:zhèng 名:míng
    定:dìng 女:nǚ 问:wèn 力:lì 机:jī 给:gěi 等:děng 几:jǐ 很:hěn 业:yè 最:zuì 间:jiān 新:xīn 什:shén 打:dǎ 便:biàn
    位:wèi 因:yīn 重:zhòng 被:bèi 走:zǒu 电:diàn 四:sì 第:dì 门:mén 相:xiāng 次:cì 东:dōng 政:zhèng 海:hǎi 水:shuǐ
    系:xì 统:tǒng 使:shǐ 命:mìng 令:lìng 件:jiàn 程:chéng 数:shù 据:jù 版:bǎn 安:ān 装:zhuāng 网:wǎng 络:luò 市:shì
    """.split()
)
_TONES = str.maketrans("āáǎàēéěèīíǐìōóǒòūúǔùǚ", "aaaaeeeeiiiioooouuuuv")

LATIN_TWINS = str.maketrans("aeopcxyABEKMHOPCTX", "аеорсхуАВЕКМНОРСТХ")
HAN_TWINS = str.maketrans(
    "口市国事日己已巳人长门马车民见贝页风飞鱼鸟西小", "囗巿囯亊曰已己已⼈⻓⻔⻢⻋⺠⻅⻉⻚⻛⻜⻥⻦⻄⺌"
)
KANGXI = str.maketrans(
    "一二人入八力十又口土大女子寸小山工心手支文方日月木水火父牛田用目石示立竹米老耳肉自行言足身金雨青非面音食首高",
    "⼀⼆⼈⼊⼋⼒⼗⼜⼝⼟⼤⼥⼦⼨⼩⼭⼯⼼⼿⽀⽂⽅⽇⽉⽊⽔⽕⽗⽜⽥⽤⽬⽯⽰⽴⽵⽶⽼⽿⾁⾃⾏⾔⾜⾝⾦⾬⾭⾮⾯⾳⾷⾸⾼",
)
FORMAL = str.maketrans("一二三四五六七八九十", "壹贰叁肆伍陆柒捌玖拾")
KANA_TWINS = str.maketrans("口二力夕卜八工才千", "ロニカタトハエオチ")


@cache
def _converter(name: str) -> Any:
    return opencc.OpenCC(name)


def traditional(name: str) -> Callable[[list[str], random.Random], list[str]]:
    """The trick of an OpenCC conversion out of simplified characters."""
    return lambda lines, _chance: [str(_converter(name).convert(line)) for line in lines]


def pinyin(*, toned: bool = True, times: int = 1) -> Callable[[list[str], random.Random], list[str]]:
    """Readings in brackets behind every fourth or so of the characters in the table."""

    def annotate(line: str, chance: random.Random) -> str:
        pieces = []
        for char in line:
            pieces.append(char)
            if char in PINYIN and chance.random() < 0.25:
                reading = PINYIN[char] if toned else PINYIN[char].translate(_TONES)
                opening, closing = chance.choice([("(", ")"), ("（", "）"), ("[", "]")])
                pieces.append(f"{opening}{reading}{closing}" * chance.randint(1, times))
        return "".join(pieces)

    return lambda lines, chance: [annotate(line, chance) for line in lines]


def strewn(chars: str, share: float = 0.2) -> Callable[[list[str], random.Random], list[str]]:
    """Characters behind this share of all Han."""

    def strew(line: str, chance: random.Random) -> str:
        return HAN.sub(lambda m: m.group() + chance.choice(chars) if chance.random() < share else m.group(), line)

    return lambda lines, chance: [strew(line, chance) for line in lines]


def spaced(lines: list[str], chance: random.Random) -> list[str]:
    """White space of several widths between Han."""
    return strewn(" \u3000\u00a0\u2003", 0.5)(lines, chance)


def swapped(table: dict[int, int]) -> Callable[[list[str], random.Random], list[str]]:
    """Each character of a table by its twin."""
    return lambda lines, _chance: [line.translate(table) for line in lines]


def entities(*, twice: bool) -> Callable[[list[str], random.Random], list[str]]:
    """A third of the Han as character references, escaped again where `twice`."""

    def refer(line: str, chance: random.Random) -> str:
        text = HAN.sub(lambda m: f"&#{ord(m.group())};" if chance.random() < 0.33 else m.group(), line)
        return html.escape(text) if twice else text

    return lambda lines, chance: [refer(line, chance) for line in lines]


def full_width(lines: list[str], _chance: random.Random) -> list[str]:
    """Latin letters and digits in full width."""
    table = {code: code + 0xFEE0 for code in range(0x21, 0x7F)}
    return [line.translate(table) for line in lines]


def other_punctuation(lines: list[str], _chance: random.Random) -> list[str]:
    """Quotes, commas and stops by their variants."""
    table = str.maketrans("“”‘’，。：；？！（）、", "「」『』,.:;?!()，")
    return [line.translate(table) for line in lines]


def doubled_punctuation(lines: list[str], _chance: random.Random) -> list[str]:
    """Each comma and stop twice."""
    return [re.sub("([，。、！？；])", r"\1\1", line) for line in lines]
