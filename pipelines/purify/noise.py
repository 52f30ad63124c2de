"""Lines that stand in or around a body without being the author's text: attribution, disclaimers, share bars.

Only the kind of a line is told here; who is named in an attribution line is read elsewhere.
"""

from __future__ import annotations

import re

# Longer lines are text that begins with such a word.
_LONGEST_ATTRIBUTION = 160
_LONGEST_EDITOR = 60
_LONGEST_DISCLAIMER = 600

_OPEN = r"^[\s\[［【(（〔<《|｜*#>＞→※■◆●·—–-]*"
_COLON = r"\s*[:：︰]"

_ATTRIBUTION = re.compile(
    _OPEN + r"(?:"
    r"(?:(?:文章|稿件|信息|新闻|资料|内容|本文|本站|图文|文字|消息|数据|作品|原文|图片)?(?:来源|來源|出处|出處)"
    r"(?:于|於|自|网站|網站|媒体)?|稿源|文章摘自|"
    r"转载自|轉載自|转自|轉自|转载于|转载|轉載|转贴自|转帖自|摘自|选自|原载|原載|原载于|首发于|首發於|原发于)"
    + _COLON
    + r"|(?:转载自|轉載自|转自|轉自|转贴自|转帖自|摘自|原载于|原載於|原載于|首发于|首發於)\S"
    r"|(?:(?:原文|文章|本文|来源|转载)(?:的)?(?:链接|鏈接|連結|地址|网址|網址|出处|URL))"
    + _COLON
    + r"|(?:本文|此文|该文|文章|以上内容|以上文章|以下内容|本篇文章|原文)\s*(?:系|是|均)?\s*"
    r"(?:来自|來自|来源于|來源於|转载自|轉載自|转自|轉自|摘自|选自|转载于|最初发表于|最早发表于|首发于|首發於|原载于|原載於)"
    r"|(?:source|via|credit|originally\s+from|read\s+the\s+original(?:\s+article)?|"
    r"original\s+(?:article|post|source|link))"
    + _COLON
    + r"|(?:this\s+(?:article|story|post|piece|report)\s+(?:was\s+)?(?:originally|first)\s+"
    r"(?:appeared|published|posted)"
    r"|originally\s+(?:published|posted|appeared)\s+(?:at|on|in|by)"
    r"|(?:republished|reprinted|reposted|syndicated)\s+(?:from|with\s+permission|courtesy))"
    r")",
    re.IGNORECASE,
)
_ATTRIBUTION_END = re.compile(
    r"^[\s(（\[【—–-]*(?:来源|來源|转载|轉載|转自|轉自|摘自|据)[^。！？]{1,30}[)）\]】]\s*$"
)
# In a byline: 2022-01-20 16:31 来源：某报
_ATTRIBUTION_WITHIN = re.compile(r"^.{0,60}\s(?:文章|稿件|新闻|信息)?(?:来源|來源|稿源|出处)\s*[:：]\s*\S")
_EDITOR = re.compile(
    _OPEN
    + r"(?:责任编辑|責任編輯|本文编辑|实习编辑|网络编辑|值班编辑|新媒体编辑|编辑|編輯|责编|"
    r"責編|校对|校對|审核|審核|"
    r"监制|監製|值班编委|编审|终审|主编|作者|记者|通讯员|撰文|撰稿|文字|摄影|图|录入|排版|美编|流程编辑|见习编辑|编译|编辑器)"
    r"(?:\s*[/／、|]\s*\S{2,6})?" + _COLON + r"(?!\s*$)"
    r"|^\s*[（(\[【][^)）\]】]{0,12}(?:编辑|編輯|责编|責編)\s*[:：][^)）\]】]{1,24}[)）\]】]\s*$"
    r"|^\s*(?:editors?|edited\s+by|editing\s+by|reporting\s+by|writing\s+by)\b\s*:?\s",
    re.IGNORECASE,
)
_SENTENCE = re.compile("[。！？!?，；…]")
_DISCLAIMER = re.compile(
    _OPEN + r"(?:(?:特别|郑重|重要|版权|免责|法律|原创|权利|本站|本网|本文|平台|温馨|友情)?\s*"
    r"(?:声明|聲明|免责条款)(?:\s*[:：，,]|\s*$)|(?:版权|版權)(?:与免责)?(?:声明|聲明|所有)|免责声明|免責聲明|"
    r"著作权归|版权归|以上(?:内容|文章|图文|图片|信息|资讯|言论|观点)[^。]{0,30}"
    r"(?:仅代表|不代表|版权|仅供参考|来源于网络|转载|搜集)|"
    r"(?:本文|该文|文章|文中|上述)[^。]{0,16}(?:仅代表|不代表|只代表|仅供参考|仅为作者)|"
    r"(?:凡|凡是)(?:本网|本站|注明|本报|来源|转载|标注|未注明)|"
    r"(?:本网|本站|本报|本网站|本公众号|本平台)[^。]{0,30}(?:转载|版权|侵权|授权|不代表|不承担|所有权)|"
    r"未经[^。]{0,20}(?:许可|授权|允许|同意|书面)[^。]{0,30}(?:转载|使用|复制|摘编|不得|禁止|严禁)|"
    r"(?:转载|轉載|引用)[^。]{0,8}(?:请|請|须|需|务必|时)[^。]{0,10}(?:注明|註明|标明|保留|联系|附上)|"
    r"(?:如|若|如有|若有)[^。]{0,24}(?:侵权|侵犯|版权)[^。]{0,30}(?:联系|删除|告知|通知|处理)|侵权(?:必究|必删|请联系|删除)|"
    r"(?:copyright|©|\(c\)|&copy;)\s*(?:©|\(c\)|\d{4}|by\b)|"
    r"(?:the\s+)?(?:views|opinions)\s+expressed\b.{0,80}(?:author|do\s+not)|disclaimer\b|"
    r"this\s+material\s+may\s+not\s+be\s+(?:published|reproduced))",
    re.IGNORECASE,
)
_DISCLAIMER_WITHIN = re.compile(
    r"all\s+rights\s+reserved|违者必究|版权所有[^。]{0,10}(?:翻印|不得|转载|$)|最终解释权", re.IGNORECASE
)
_BYLINE = re.compile(
    _OPEN
    + r"(?:(?:(?:发布|发表|更新|添加|录入|提交|出版|创建|编辑)?(?:时间|日期|于)\s*[:：]?\s*)?"
    r"(?:19|20)\d\d\s*[-年/.]\s*[01]?\d\s*[-月/.]\s*[0-3]?\d(?:\D|$)"
    r"|(?:(?:发布|发表|更新|添加)(?:时间|日期|于)|(?:点击|阅读|浏览)(?:数|率|次数|量)?)\s*[:：])",
)
# Possessive quantifiers: what one button took is never tried again another way.
_BAR = re.compile(
    r"^[\s\[［【(（|｜·•>＞»«<*#/\\-]*+(?:(?>"
    r"分享(?:到|至|给|本文|文章|按钮)?|转发(?:到)?|收藏(?:本文|本页|此文)?|打印(?:本稿|本页|文章|此文)?|"
    r"关闭(?:窗口|本页|此页)?|返回(?:顶部|首页|列表|目录|上一页|上页)?|回(?:顶部|目录|首页)|"
    r"推荐(?:给好友|朋友|本文)?|发表(?:评论|回复|感想|看法)|"
    r"(?:我要|我来|网友|查看|全部|最新|点击)?(?:评论|投稿|纠错|跟贴|跟帖)|字号|字体(?:大小)?|大|中|小|"
    r"举报|点赞|赞|踩|顶|浏览|阅读(?:全文|原文)?|"
    r"微信|朋友圈|微博|新浪微博|腾讯微博|QQ空间|QQ好友|QQ|人人网|豆瓣|扫一扫|扫码(?:阅读|关注)?|"
    r"上一[篇页条]|下一[篇页条]|上页|下页|首页|尾页|繁体|繁體|简体|手机(?:版|看新闻|阅读)?|加入收藏|设为首页|"
    r"复制(?:本文|链接)?(?:地址|链接)?|更多|more|share(?:\s+(?:this|on))?|print|e-?mail|tweet|like|facebook|twitter|"
    r"pinterest|linkedin|reddit|whatsapp|comments?|reply|subscribe|advertisement|广告位|广告"
    r")[\s\d\]］】)）|｜·•>＞»«:：/、,，\\<\[【(（!！_…-]*+)++$",
    re.IGNORECASE,
)
_RELATED_HEADING = re.compile(
    _OPEN + r"(?:猜你喜欢|(?:你|您)可能(?:还|也)?(?:感兴趣|喜欢|想看)|大家都在看|"
    r"(?:更多)?(?:相关|相關|延伸|推荐|推薦|热门|熱門|"
    r"最新|精彩|今日|关联|拓展|往期|近期|同类|本类|其他|其它|更多|热点|随机|精选|站内|图片|频道|本周|点击|阅读|网友|精品)(?:的)?"
    r"(?:阅读|閱讀|文章|新闻|新聞|报道|報導|报导|链接|鏈接|連結|推荐|推薦|内容|资讯|主题|"
    r"帖子|专题|資訊|信息|话题|评论|日志|博文|排行|排行榜|图片|热点|回顾|精选|标签|作品|热图|关注|图集|视频|产品|下载|要闻|搜索|头条|"
    r"热榜|资料))"
    r"[^。，！？]{0,8}[\s:：\]］】)）>»…]*$"
    r"|^[\s*#-]*(?:related(?:\s+(?:articles?|posts?|stories|news|content|links?|reading|topics|coverage))?|"
    r"(?:read|see)\s+(?:also|more|next|this next)|more\s+(?:on\s+this|from|stories|news|like this)\b.{0,40}|"
    r"you\s+(?:may|might)\s+(?:also\s+)?(?:like|enjoy|be interested in)|recommended(?:\s+\w+){0,3}|"
    r"most\s+(?:read|popular|viewed|shared)|trending(?:\s+\w+)?|popular\s+posts?|further\s+reading|"
    r"latest\s+(?:news|stories|posts?)|recent\s+posts?)\s*[:：»>]*\s*$",
    re.IGNORECASE,
)


def is_attribution(line: str) -> bool:
    """True for a line that names where a text was taken from: 来源：, 转载自, Originally published at."""
    line = line.strip()
    if len(line) > _LONGEST_ATTRIBUTION:
        return False
    if _ATTRIBUTION.match(line) or _ATTRIBUTION_END.match(line):
        return True
    if "源" not in line and "出处" not in line:
        return False
    return bool(_ATTRIBUTION_WITHIN.match(line)) and not _SENTENCE.search(line)


def is_editor_line(line: str) -> bool:
    """True for a line that names who edited, wrote or took pictures: 责任编辑：, Editing by."""
    # Interviews are set as 记者：question? too; names come without the marks of a sentence.
    return len(line) <= _LONGEST_EDITOR and bool(_EDITOR.match(line.strip())) and not _SENTENCE.search(line)


def is_disclaimer(line: str) -> bool:
    """True for copyright notes and disclaimers."""
    if len(line) > _LONGEST_DISCLAIMER:
        return False
    line = line.strip()
    if _DISCLAIMER.match(line):
        return True
    # Looked for only where a piece of one of its forms stands.
    pieces = ("erved",) if line.isascii() else ("erved", "违者必究", "版权所有", "最终解释权")
    lowered = line.lower()
    return any(piece in lowered for piece in pieces) and bool(_DISCLAIMER_WITHIN.search(line))


def is_bar(line: str) -> bool:
    """True for lines of nothing but buttons: share bars, print, close, next page."""
    return len(line) <= 80 and bool(_BAR.match(line))


def is_related_heading(line: str) -> bool:
    """True for the heading of a list of further reading."""
    return len(line) <= 60 and bool(_RELATED_HEADING.match(line.strip()))


def is_byline(line: str) -> bool:
    """True for a short line of date, clicks and names, as it stands under a title."""
    return len(line) <= 90 and bool(_BYLINE.match(line)) and not _SENTENCE.search(line)


def is_aside(line: str) -> bool:
    """True for lines that belong to the page around a text, not to the text."""
    return is_attribution(line) or is_editor_line(line) or is_disclaimer(line) or is_byline(line)
