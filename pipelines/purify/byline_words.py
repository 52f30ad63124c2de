"""What the words around a shown date say of it: published, updated, or something else altogether."""

from __future__ import annotations

import re

_I = re.IGNORECASE

# Before a date: it is the publication.
PUBLISHED = re.compile(
    r"(?:发布|發佈|發布|发表|發表|刊发|刊登|发稿|发文|发贴|发帖|张贴|提交|上传|录入|添加|创建|上线|出版|见报|撰写|写作|日志|登出)"
    r"\s*(?:时间|日期|时刻|時間|于|於|在|:|：)"
    # 播出时间, 会议时间 and their like are the time of something else.
    r"|(?:^|[^更修改新复册效止录播记业复诊议动试])(?:时间|日期|時間)\s*[:：]"
    r"|(?:帖|贴|文)由.{0,30}[于於]|来源.{1,30}[于於]\s*$|由.{1,30}(?:张贴|发表|发布|撰写).{0,6}$|由.{1,20}[于於在]\s*$"
    r"|(?:发表|发布|發表|發佈|发稿|刊发|发帖|发贴|张贴)[\s@]*[:：]?\s*$|发信站|post by"
    r"|\b(?:published|posted|date|pubdate|released|first posted|filed)\b(?:\s+(?:on|at|by .{1,40}))?\s*[:：|,]?", _I,
)
PUBLISHED_AFTER = re.compile(r"\s*(?:发表|发布|张贴|發表|刊登|发帖)")
UPDATED = re.compile(
    r"(?:更新|修改|修订|编辑)\s*(?:时间|日期|于|於|時間)?\s*[:：]?\s*$"
    r"|\b(?:updated|modified|last edited|edited)\b.{0,12}$", _I,
)
UPDATED_AFTER = re.compile(r"\s*(?:更新|修改|最后编辑|编辑过)")
# Just before a date: it is that of an account, an event, a clock, a deadline.
NOT_THE_PAGES = re.compile(
    r"注册|註冊|登录|登陆|登錄|上次|最后|最後|最新|回复|回復|回帖|成文|生效|实施|施行|截止|截至|有效|到期|起始|今天|今日"
    r"|现在|現在|当前|當前|生日|出生|成立|始建|备案|版权|copyright|©|\(c\)|举办|活动|会议|开始|结束|考试|报名|播出|上映|首播"
    r"|发行|收稿|修回|录用|拍摄|摄于|农历|抓取|快照|时区|GMT ?\+ ?8"
    r"|\b(?:joined|member since|registered|last (?:visit|post|reply|edit)|received|accepted|expires?|today|deadline"
    r"|event|born|since|until|copyright|all rights)\b", _I,
)
# After a date: the rest of a byline.
BYLINE_AFTER = re.compile(
    r"\s*[)）\]】]?\s*(?:发表|发布|發表|张贴|刊登|发帖|发贴|上传|来源|來源|出处|作者|编辑|責任|责任|记者|点击|浏览|阅读|查看|人气"
    r"|字号|字体|大 ?中 ?小|评论|楼主|[|｜【\[]|by\b|source|views?|在[〖【《])", _I,
)
# After a date: the rest of a sentence, a dateline or a range.
PROSE_AFTER = re.compile(
    r"\s*[，,、电讯訊至到~～起前后後以期间晚早上下中午]|\s*消息|\s*新华社|\s?[-—–]{1,2}\s*\d|\s*(?:to|until|through)\b|\s*第\d"
    r"|\s*[之的在将是被举召开发生，。]"
)
# After a date: it is that of a meeting or a talk.
EVENT_AFTER = re.compile(r".{0,14}?(?:地\s*点|嘉\s*宾|主持人|主\s*讲)\s*[:：]", re.DOTALL)
BYLINE_WORDS = re.compile(
    r"来源|來源|出处|作者|编辑|记者|点击|浏览|阅读|查看|人气|字号|字体|评论|打印|收藏|分享|楼主|\bby\b|source|author|views?"
    r"|comments?|https?://|www\.|\.com|\.cn|\.net|日报|晚报|新闻网|在线|网\b", _I,
)
# Lines about another post.
OTHER_POST = re.compile(
    r"\W*(?:原标题|原題|原帖|原贴|引用|回复|回復|上一?篇|下一?篇|前一篇|后一篇|相关|re\b)", _I
)
LABEL_END = re.compile(r"[:：于於]$|(?:时间|日期|published|posted|date)$", _I)
SENTENCE = re.compile(r"[，。；！？]|[a-z]{3,}[,.;]\s[a-z]{2,}\s[a-z]{2,}\s[a-z]")
WEEKDAY_ONLY = re.compile(r"[\s(（\[]*(?:星期|周|週|礼拜)[一二三四五六日天][\s)）\]]*$")
NEWSPAPER = re.compile(
    r"版面导航|版面概览|版面目录|标题导航|上一版|下一版|上一期|下一期|按日期检索|往期回顾|数字报|电子报"
)
TALK = re.compile(r"评论|留言|回复|回復|跟帖|跟贴|网友|\bcomments?\b|\brepl(?:y|ies)\b", _I)
FORUM = re.compile(
    r"楼主|只看该作者|沙发|板凳|注册时间|注册(?=[:：])|积分|等级|精华|威望|发帖数|发贴数|帖子(?=[:：])"
    r"|文章数?(?=[:：])|金钱|在线时间|\d楼|第 ?$"
)
OPEN_BRACKET = re.compile(r"[(（]\s*$")

# Names of classes and ids.
DATE_CLASS = re.compile(
    r"date|time|pub|info|meta|source|byline|post[-_ ]?(?:head|title|foot|author)|author|laiyuan|shijian|riqi|"
    r"(?:^|[\s_-])(?:ly|sj|rq|fbsj|zy|from)(?:$|[\s_-])", _I,
)
OTHER_ZONE = re.compile(
    r"comment(?!able)|(?:^|[\s_-])(?:reply|replies|foot|footer|page-?foot|site-?footer|bottom|copyright|sidebar|side|"
    r"aside|rank|ranking|nav|menu|login|calendar|archives?|weather|widget|hot|related|recommend|recent|latest|ticker)"
    r"(?:$|[\s_-])|pinglun|xiangguan|relat(?:ed|ion)|recommend|relate|sidebar|tuijian|paihang|hotnews|toplist", _I,
)
