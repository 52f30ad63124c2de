"""Words that copiers put into the sentences of others: contacts, calls to action, addresses, names of sites, noise."""

from __future__ import annotations

import re
from itertools import pairwise

from .characters import HAN

# --- contacts -------------------------------------------------------------------------------------------------------
_CHANNEL = (
    r"(?:微信|威信|薇信|徽信|[Vv]信|VX|vx|Vx|WX|wx|[Qq]{2}|扣扣|企鹅|公众号|公号|电报|TG|tg|飞机|[Tt]elegram"
    r"|[Ww]hats[Aa]pp|抖音|小红书)"
)
_ASK = re.compile(
    r"(?:请|欢迎|赶紧|速速?|立即|马上|可|就)?(?:添加|加入|加|关注|搜索?|联系|咨询|私聊|私信)"
    r"(?:我们的?|小编|客服|老师|站长|官方|他|她|我)?$"
)
_PROMISE = (
    r"(?:,?(?:即可|可|就能|马上|立即|免费)*(?:领取|免费领|进群|入群|拉群|获取|了解|咨询|领|送)"
    r"(?:资料|红包|福利|优惠券?|礼包|大礼|课程|名额|更多|详情)?)?"
)
_CONTACT = re.compile(
    rf"{_CHANNEL}(?:公众|客服|服务|交流)?(号码?|群号?|ID|id)?([:是为@]*) *([A-Za-z0-9_-]{{5,20}}){_PROMISE}"
)
_CHANNEL_WORDS = tuple(
    """微信 威信 薇信 徽信 V信 v信 VX vx Vx WX wx QQ qq 扣扣 企鹅 公号 公众号 电报 TG tg 飞机 legram hats
    抖音 小红书""".split()
)

# --- calls to action ------------------------------------------------------------------------------------------------
_PLACE = r"(?:[上下左右]方|[上下]图|这里|此处|图中|图片|屏幕|文末|文章|底部|顶部|左下角|右上角|蓝字|阅读原文|原文)"
_CALL = re.compile(
    rf"(?:点击|点此|点我|猛戳|戳|长按|扫描?|扫一扫|识别)(?:识别|{_PLACE})*(?:的)?(?:二维码|链接|按钮)?(?:即可|可|立即|马上|免费)*"
    r"(?:领取|领红包|进群|加群|关注我们|阅读全文|查看全文|了解更多|了解详情|查看更多精彩)"
    r"(?:(?:阅读|现金)?红包|福利|优惠券?|礼包|资料|大礼|惊喜|彩金|奖品|内容)?[!~]*"
    r"|扫码(?:进群|加群|领取|关注)(?:红包|福利|优惠券?|礼包|资料)?[!~]*"
    r"|(?:免费|立即|限时)领取(?:红包|福利|优惠券?|礼包|资料|大礼|彩金)?[!~]*"
    r"|(?:限时|全场)(?:优惠|抢购|特惠|秒杀|免费)[!~]*"
)
#: One of these stands in every call and, as a rule, in every advertisement.
_CALL_WORDS = "点击 领取 扫码 二维码 长按 戳 点此 点我 扫 公众号 红包 限时 全场 小编 本站".split()

# A sentence is an advertisement when it is short and has three words of the trade, two of which ask for something.
_ASKING = """关注 公众号 二维码 扫码 长按 点击 领取 红包 加微 进群 加群 转发 点赞 收藏 本站 本网 小编 首页
    私信 客服""".split()
_PRAISING = """免费 福利 优惠 推荐 更多 精彩 广告 好文 订阅 下载 注册 充值 彩金 娱乐 平台 网址 登录 会员 大奖
    返利 代理 热线 微信 阅读原文""".split()
_ADVERT_WORD = re.compile("|".join(_ASKING + _PRAISING))
_SENTENCE = re.compile(r"[^。!?;\n]*[。!?;]*[\")】]*")
_ADVERT_WORDS = 3
_ADVERT_CHARS = 60

# --- addresses ------------------------------------------------------------------------------------------------------
_DOT = r" ?[.。点·] ?"
_ENDING = r"(?:com|cn|net|org|cc|top|vip|xyz|info|tv|me|co|io|hk|tw|test|example|gov|edu)"
# Lengths are bounded, or a text of nothing but dots and letters would take quadratic time.
_LABEL = "[A-Za-z0-9-]{1,40}"
_HOST = rf"[wW]{{3}}{_DOT}{_LABEL}(?:{_DOT}{_LABEL}){{0,3}}?(?:{_DOT}{_ENDING}){{1,2}}(?![A-Za-z0-9])"
_BARE_HOST = rf"(?<=[网站])[A-Za-z0-9-]{_LABEL}(?:\.{_LABEL}){{0,3}}\.{_ENDING}(?![A-Za-z0-9])"
_PATH = r"[A-Za-z0-9/_.~%?&=#:+@-]*"
_ADDRESS = re.compile(rf"[(\[【]?(?:https?://[A-Za-z0-9]{_PATH}|(?:{_HOST}|{_BARE_HOST})(?:/{_PATH})?)[)\]】]?")
_HAS_ADDRESS = re.compile(r"://|w[wW]{2} ?[.。点·]|W[wW]{2} ?[.。点·]|网[A-Za-z0-9-]{2,}\.|站[A-Za-z0-9-]{2,}\.")
_SITE_NAME = re.compile(rf"[{HAN}]{{2}}(?:新闻网|日报网|网|在线|之家|论坛|资讯)$")
_HAN_TAIL = re.compile(f"[{HAN}]{{2,10}}$")
_LONGEST_NAME = 8
_NO_NAME = re.compile(
    "(?:访问|通过|进入|打开|登[录陆]|浏览|查看|搜索|使用|下载|网站|网址|地址|[到在从是为至见于和与或的了上去向])$"
)

# --- noise ----------------------------------------------------------------------------------------------------------
_BLOB = re.compile(rf"([。!?;\"\n])([A-Za-z0-9]{{4,16}})(?=[。!?;\n{HAN}]|$)")


def strip_injected(text: str) -> str:
    """The text less what was injected; text levelled, without spaces at Han."""
    if _HAS_ADDRESS.search(text):
        text = _strip_addresses(text)
    if any(word in text for word in _CHANNEL_WORDS):
        text = _strip_contacts(text)
    if any(word in text for word in _CALL_WORDS):
        text = _SENTENCE.sub(_drop_advert, text) if len(_ADVERT_WORD.findall(text)) >= _ADVERT_WORDS else text
        text = _CALL.sub("", text)
    return _BLOB.sub(_drop_noise, text)


def _strip_contacts(text: str) -> str:
    """Less accounts and the words that ask to add them; a product's name behind a channel's is no account."""
    kept, end = [], 0
    for match in _CONTACT.finditer(text):
        before = text[end : match.start()]
        asked = _ASK.search(before[-14:])
        named, colon, account = match.group(1, 2, 3)
        if not (named or colon or (asked and re.search("[0-9_]", account))):
            continue
        kept.append(before[: len(before) - len(asked.group())] if asked else before)
        end = match.end()
    kept.append(text[end:])
    return "".join(kept)


def _strip_addresses(text: str) -> str:
    """Less its addresses and the site names that stand right before them."""
    matches = list(_ADDRESS.finditer(text))
    starts = [0, *(match.end() for match in matches)]
    pieces = [text[start : match.start()] for start, match in zip(starts, matches, strict=False)]
    rest = text[starts[-1] :]
    tails: dict[str, list[str]] = {}
    for piece, match in zip(pieces, matches, strict=True):
        if (tail := _HAN_TAIL.search(piece)) and not match.group().startswith("http"):
            tails.setdefault(match.group().lower(), []).append(tail.group())
    names = [name for found in tails.values() if (name := _common_ending(found))]
    pieces = [_SITE_NAME.sub("", piece.removesuffix(next(filter(piece.endswith, names), ""))) for piece in pieces]
    text = "\0".join([*pieces, rest])
    for name in names:
        if len(name) > 2:  # injected without the address too
            text = text.replace(name, "")
    return text.replace("\0", "")


def _common_ending(tails: list[str]) -> str:
    """What several texts before one address have for a last word, if it can be a name; else empty."""
    for length in range(_LONGEST_NAME, 1, -1):
        endings = [tail[-length:] for tail in tails if len(tail) >= length]
        for ending in dict.fromkeys(endings):
            if endings.count(ending) >= 2 and not _NO_NAME.search(ending):
                return ending
    return ""


def _drop_advert(match: re.Match[str]) -> str:
    sentence = match.group()
    if len(sentence) > _ADVERT_CHARS:
        return sentence
    words = set(_ADVERT_WORD.findall(sentence))
    if len(words) < _ADVERT_WORDS or len(words.intersection(_ASKING)) < 2:
        return sentence
    # A call put into an honest sentence has all of these words by itself.
    return "" if len(set(_ADVERT_WORD.findall(_CALL.sub("", sentence)))) >= 2 else sentence


def _drop_noise(match: re.Match[str]) -> str:
    before, blob = match.groups()
    runs_on = match.string[match.end() : match.end() + 1].isalpha()
    return before if is_noise(blob) and not (runs_on and blob.isalpha()) else match.group()


def is_noise(blob: str) -> bool:
    """Whether letters and digits without a space look drawn at random: "3k9d2x", "xkqzwt"; not "H2O", "pthread"."""
    if not 5 <= len(blob) <= 16 or not blob.isascii() or not blob.isalnum() or blob.startswith("0x"):
        return False
    switches = sum(a.isdigit() != b.isdigit() for a, b in pairwise(blob))
    return switches >= 3 or (len(blob) >= 6 and blob.islower() and not re.search("[aeiouy]", blob))
