"""Characters put in the place of others that look the same."""

from __future__ import annotations

import re


def _pairs(table: str) -> dict[str, str]:
    return dict(pair.split(":") for pair in table.split())


# CJK radicals (U+2E80) with the character each is a form of, as in Unicode's EquivalentUnifiedIdeograph; NFKC knows
# only those of the Kangxi block. Then strokes, and characters that modern texts do not use, by the common one they
# pass for.
CHARACTER_TWINS = _pairs("""
⺁:厂 ⺂:乛 ⺃:乚 ⺄:乙 ⺅:亻 ⺆:冂 ⺇:几 ⺉:刂 ⺊:卜 ⺋:卩 ⺌:小 ⺍:小 ⺎:尢 ⺏:尣 ⺐:尢 ⺑:尣 ⺒:巳 ⺓:幺
⺕:彐 ⺖:忄 ⺘:扌 ⺙:攵 ⺛:旡 ⺜:日 ⺝:月 ⺞:歺 ⺟:母 ⺠:民 ⺡:氵 ⺢:水 ⺣:灬 ⺤:爫 ⺥:爫 ⺦:丬 ⺧:牛 ⺨:犭
⺩:王 ⺪:疋 ⺫:目 ⺬:示 ⺭:礻 ⺮:竹 ⺯:纟 ⺰:纟 ⺵:网 ⺶:羊 ⺷:羊 ⺸:羊 ⺹:耂 ⺺:肀 ⺻:聿 ⺼:月 ⺽:臼 ⺾:艹
⺿:艹 ⻀:艹 ⻁:虎 ⻂:衤 ⻃:西 ⻄:西 ⻅:见 ⻆:角 ⻇:角 ⻈:讠 ⻉:贝 ⻊:足 ⻋:车 ⻌:辶 ⻍:辶 ⻎:辶 ⻏:阝 ⻐:钅
⻑:长 ⻒:长 ⻓:长 ⻔:门 ⻕:阜 ⻖:阝 ⻗:雨 ⻘:青 ⻙:韦 ⻚:页 ⻛:风 ⻜:飞 ⻝:食 ⻞:食 ⻟:食 ⻠:饣 ⻡:首 ⻢:马
⻣:骨 ⻤:鬼 ⻥:鱼 ⻦:鸟 ⻧:卤 ⻨:麦 ⻩:黄 ⻪:黾 ⻫:齐 ⻬:齐 ⻭:齿 ⻮:齿 ⻯:龙 ⻰:龙 ⻱:龟 ⻲:龟 ⻳:龟 ㇐:一
㇒:丿 ㇔:丶 ㇖:乛 ㇚:亅 ㇠:乙 囗:口 巿:市 囯:国 囻:国 亊:事 夲:本 丅:下 丄:上 朩:木 氺:水 戶:户 吿:告 倂:并
靑:青 罒:四 囘:回 囬:回 亾:亡 乹:乾 凢:凡 刄:刃 峯:峰 羣:群 畧:略 冩:写 冣:最 恠:怪 薴:苎 苧:苎
""")

# Letters of other scripts, phonetic letters and small capitals, by the Latin ones they look like.
_LATIN_TWINS = str.maketrans(
    _pairs("""
А:A В:B Е:E Ѕ:S І:I Ј:J К:K М:M Н:H О:O Р:P С:C Т:T У:Y Х:X Ү:Y Ӏ:l Ԍ:G Ԛ:Q Ԝ:W
а:a е:e о:o р:p с:c у:y х:x і:i ј:j ѕ:s ԁ:d ԛ:q ԝ:w һ:h ү:y к:k г:r п:n т:t
Α:A Β:B Ε:E Ζ:Z Η:H Ι:I Κ:K Μ:M Ν:N Ο:O Ρ:P Τ:T Υ:Y Χ:X ο:o α:a ν:v ι:i κ:k ρ:p τ:t υ:u ω:w η:n γ:y
ɑ:a ɡ:g ı:i ȷ:j ɩ:i
ᴀ:a ʙ:b ᴄ:c ᴅ:d ᴇ:e ꜰ:f ɢ:g ʜ:h ɪ:i ᴊ:j ᴋ:k ʟ:l ᴍ:m ɴ:n ᴏ:o ᴘ:p ʀ:r ꜱ:s ᴛ:t ᴜ:u ᴠ:v ᴡ:w ʏ:y ᴢ:z
Ս:U Տ:S Օ:O օ:o ս:u ո:n ց:g հ:h յ:j զ:q Լ:L
Ꭺ:A Ᏼ:B Ꮯ:C Ꭰ:D Ꭼ:E Ꮋ:H Ꭻ:J Ꮶ:K Ꮮ:L Ꮇ:M Ꮲ:P Ꭱ:R Ꮪ:S Ꭲ:T Ꮩ:V Ꮃ:W Ꮓ:Z
""")
)
_OTHER = "ıȷ\u0250-\u02af\u0370-\u03ff\u0400-\u052f\u0531-\u0587\u13a0-\u13f5\u1d00-\u1d2b\ua730\ua731"
_OTHER_LETTER = re.compile(f"[{_OTHER}]")
_WORD = re.compile(f"[A-Za-z{_OTHER}]+")

_KANA_TWINS = str.maketrans(
    _pairs("ロ:口 ニ:二 カ:力 タ:夕 ト:卜 ハ:八 エ:工 オ:才 チ:千 ミ:三 ー:一 ㄧ:一 ㄚ:丫 ㄒ:丁 ㄖ:日")
)
_KANA = "\u3041-\u309f\u30a1-\u30ff\u3105-\u312f"
_LONE_KANA = re.compile("[ロニカタトハエオチミーㄧㄚㄒㄖ](?<=[\u4e00-\u9fff].)(?=[\u4e00-\u9fff])")
_KANA_RUN = re.compile(f"[{_KANA}]+")

# 曰 for 日 and 己, 已, 巳 for each other, where the neighbours leave no doubt.
_SUN = re.compile("(?<=[0-9今昨明次翌当每生节假近往夏冬平周春秋旭落烈终整连早向])曰|曰(?=[本报常期前后夜益均历程月])")
_ALREADY = re.compile("[己巳](?<![自知克利律舍异].)(?=[经被然婚故久])")
# Taiwan writes 著 for 着; in 著名, 显著 and the like it is a word of its own everywhere.
_WEARING = re.compile("著(?<![显卓昭土原名专巨论编译合遗拙]著)(?![名作称者述书录文译有])")
_SELF = re.compile("(?<![来源出取选始])自[已巳](?![经被然婚故久])")


def level_scripts(text: str) -> str:
    """Undo letters of another script in Latin words, and kana between Han; text in NFKC."""
    if _OTHER_LETTER.search(text):
        text = "\n".join(map(_level_latin, text.split("\n")))
    if _LONE_KANA.search(text):
        text = "\n".join(map(_level_kana, text.split("\n")))
    return text


def level_han(text: str) -> str:
    """Undo Han for Han where the neighbours tell; text in simplified characters."""
    if "曰" in text:
        text = _SUN.sub("日", text)
    if "己" in text or "巳" in text:
        text = _ALREADY.sub("已", text)
    if "著" in text:
        text = _WEARING.sub("着", text)
    if "自已" in text or "自巳" in text:
        text = _SELF.sub("自己", text)
    return text


def _level_latin(line: str) -> str:
    """A line whose words in disguise are Latin.

    A word that mixes scripts is disguised if all its letters have Latin twins. A whole word of twins ("СОРА") is
    disguised only in a line that has no letter peculiar to the other script: a Russian sentence has some.
    """
    if line.isascii():
        return line
    words = [(word, word.translate(_LATIN_TWINS)) for word in _WORD.findall(line) if not word.isascii()]
    foreign = any(not levelled.isascii() for _, levelled in words)
    # In a line with a word that mixes scripts, or with Han, whole words of twins are suspect too.
    suspect = not foreign and (_has_han(line) or any(any(map(str.isascii, word)) for word, _ in words))

    def level(match: re.Match[str]) -> str:
        word = match.group()
        levelled = word.translate(_LATIN_TWINS)
        if word == levelled or not levelled.isascii():
            return word
        mixed = any(char.isascii() for char in word)
        return levelled if mixed or (suspect and (len(word) > 1 or word >= "\u0400")) else word

    return _WORD.sub(level, line) if words else line


def _level_kana(line: str) -> str:
    """A line with kana for Han ("人ロ") levelled; with a run of kana in it, it is Japanese and left alone."""
    if any(len(run) > 1 for run in _KANA_RUN.findall(line)):
        return line
    return _LONE_KANA.sub(lambda match: match.group().translate(_KANA_TWINS), line)


def _has_han(line: str) -> bool:
    return any("\u4e00" <= char <= "\u9fff" for char in line)
