from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scrapy_reprint.pipelines.fingerprint.normalize import normalize
from scrapy_reprint.pipelines.fingerprint.shingle import letters_of


@pytest.mark.parametrize(
    ("disguised", "plain"),
    [
        ("臺灣的漢字復興", "台湾的汉字复兴"),
        ("看著沿著走著急，著名的顯著著作", "看着沿着走着急,著名的显著著作"),
        ("歷史發展後，裏面乾淨", "历史发展后,里面干净"),
        # What is not seen.
        ("市\u200b场\ufeff很\u00ad热闹", "市场很热闹"),
        ("市\u202e场\u2066很\U000e0041热\ufe0f闹\ue123", "市场很热闹"),
        ("市\u0336场\u0301很\u20dd热\u0334\u0336闹", "市场很热闹"),
        # Character references, escaped once or oftener.
        ("A&amp;B 公司 &#20013;文", "A&B公司中文"),
        ("&amp;#20013;&amp;amp;#x6587;字", "中文字"),
        ("中&nbsp;文&ensp;字&zwnj;符", "中文字符"),
        ("中＆#25991;字", "中文字"),
        # Compatibility forms, digits, letters on tiles.
        ("ＡＢＣ１２３，价格", "ABC123,价格"),
        ("第٣名，第३名，第𝟛名", "第3名,第3名,第3名"),
        ("𝐏𝐲𝐭𝐡𝐨𝐧 教程", "Python教程"),
        ("㎏㈠①⑴⒈", "kg(一)(1)(1)1."),
        ("豈更⼀⼈⾦", "岂更一人金"),
        ("Apple™的iPhone®", "Apple的iPhone"),
        # Ornaments.
        ("今天\U0001f600很好\u2764\ufe0f", "今天很好"),
        ("今★天※很◆好→啊", "今天很好啊"),
        ("二○○八年，二〇〇八年", "二零零八年,二零零八年"),
        # White space.
        ("市 场 2026 年 报 告", "市场2026年报告"),
        ("使用 Python 编程", "使用Python编程"),
        ("使用\u3000Python\u2009编程 \n 第二\t段", "使用Python编程\n第二段"),
        # Punctuation.
        ("他说「好」『真』“对”", '他说"好""真""对"'),
        ("它们不‘一样’，won’t", "它们不'一样',won't"),
        ("新冠COVID‑19—肺炎", "新冠COVID-19-肺炎"),
        ("约翰•史密斯，约翰‧史密斯", "约翰·史密斯,约翰·史密斯"),
        ("结束．下一句．用Linux.然后", "结束。下一句。用Linux。然后"),
        ("好，，好。。好！！ ！好、、好", "好,好。好!好、好"),
    ],
)
def test_disguises_of_characters_are_undone(disguised: str, plain: str) -> None:
    assert normalize(disguised) == plain


@pytest.mark.parametrize(
    ("disguised", "plain"),
    [
        ("復(fù)興", "复兴"),
        ("復（fù）（fù）（fù）興", "复兴"),
        ("復 (fù) (fù) 興", "复兴"),
        ("复[fù]兴，复【fù】兴", "复兴,复兴"),
        ("复(fu)兴(xing)", "复兴"),
        ("复(fu4)兴", "复兴"),
        ("绿(lv)色，女(nǚ)性", "绿色,女性"),
        ("國(ɡuó)家", "国家"),
        ("复兴(fùxīng)，复兴(fuxing)", "复兴,复兴"),
        ("重(chóng)新，重(zhong)量", "重新,重量"),
        ("复(ㄈㄨˋ)兴", "复兴"),
        ("复fù兴", "复兴"),
    ],
)
def test_pronunciations_are_taken_out(disguised: str, plain: str) -> None:
    assert normalize(disguised) == plain


@pytest.mark.parametrize(
    ("disguised", "plain"),
    [
        ("\u0420ython \u0441ode", "Python code"),
        ("用\u0420ython写", "用Python写"),
        ("使用СОРА系统", "使用COPA系统"),
        ("ᴘʏᴛʜᴏɴ语言p\u0443thon", "python语言python"),
        ("人囗普查，城巿，囯家", "人口普查,城市,国家"),
        ("人ロ普查，千ニ百", "人口普查,千二百"),
        ("⻓江⻔户，⻢⻋，⺠众", "长江门户,马车,民众"),
        ("今曰曰本生曰", "今日日本生日"),
        ("他己经巳经来了，自已也巳被", "他已经已经来了,自己也已被"),
        ("壹贰叁，第壹次，柒捌玖", "一二三,第一次,七八九"),
        ("陆月拾日，伍个人，拾伍年，叁佰元", "六月十日,五个人,十五年,三百元"),
    ],
)
def test_look_alikes_are_undone(disguised: str, plain: str) -> None:
    assert normalize(disguised) == plain


def test_words_with_formal_numerals_stay() -> None:
    text = "大陆队伍陆续登陆,收拾行李,放肆的敌人"
    assert normalize(text) == text


@pytest.mark.parametrize(
    "marker", ["1. ", "1、", "1）", "(1) ", "（一）", "一、", "①", "⑴", "⒈", "❶", "㈠", "1.", "【1】"]
)
def test_list_numbers_go_however_they_are_written(marker: str) -> None:
    assert normalize(f"准备\n{marker}打开开关，等待三分钟") == "准备\n打开开关,等待三分钟"


@pytest.mark.parametrize(
    ("disguised", "plain"),
    [
        ("渔民昨天加微信abc12345领取资料，把船开回港口", "渔民昨天,把船开回港口"),
        ("渔民（微信号：fish_2020）昨天出海", "渔民()昨天出海"),
        ("渔民昨天QQ群：123456789出海", "渔民昨天出海"),
        ("渔民昨天点击领取红包出海", "渔民昨天出海"),
        ("渔民昨天www.xxx.com出海", "渔民昨天出海"),
        ("渔民昨天ＷＷＷ．ｘｘｘ．ｃｏｍ出海", "渔民昨天出海"),
        ("渔民昨天www。xxx。com出海", "渔民昨天出海"),
        ("渔民昨天https://a.example/b?c=1出海", "渔民昨天出海"),
        ("渔民昨天晨报网www.example.cn出海", "渔民昨天出海"),
        ("渔民出海。【小编推荐】点击关注本站，每天三分钟！他说累。", "渔民出海。他说累。"),
        ("渔民出海。3k9d2x8。他说累。", "渔民出海。他说累。"),
    ],
)
def test_injected_words_are_taken_out(disguised: str, plain: str) -> None:
    assert letters_of(normalize(disguised)) == letters_of(plain)


def test_a_site_name_before_the_same_address_goes_everywhere() -> None:
    text = "渔船青浪日报www.a.example出海，天气很好。码头青浪日报www.a.example上人多，鱼青浪日报很贵。"
    assert normalize(text) == "渔船出海,天气很好。码头上人多,鱼很贵。"


def test_what_names_no_site_stays_before_an_address() -> None:
    text = "你可以访问www.a.example查看,也可以访问www.a.example下载"
    assert normalize(text) == "你可以访问查看,也可以访问下载"


def test_doubled_sentences_stand_once() -> None:
    text = "渔船在清早六点靠岸。渔船在清早六点靠岸。他说，今天风大。他说，今天风大。好。好。\n码头码头"
    assert normalize(text) == "渔船在清早六点靠岸。他说,今天风大。好。\n码头"
    assert normalize("他说，好。好。我们研究研究") == "他说,好。好。我们研究研究"
    assert normalize("渔船在清早六点靠岸，鱼价上涨了两成。渔船在清早六点靠岸，鱼价上涨了两成。") == (
        "渔船在清早六点靠岸,鱼价上涨了两成。"
    )


@pytest.mark.parametrize(
    "text",
    [
        "苹果(iOS)系统",
        "iOS(苹果)的C++和C#程序,见图(a)和式(e),H2O与COVID-19",
        "他说(见图)很好",
        "他(he)说看(see)这里,那(the)边",
        "世界卫生组织(WHO)称,涨幅为1.5倍,约3-5人",
        "价格是1,000元,比分3:2,时间18:30",
        "1.5倍的增长\n3、4月份销量\n一、二线城市房价\n2026年的计划\n12.5元",
        "hello (world) again (he) and (see) it, std::string a ?? b",
        "The committee met on Tuesday; it's the third time (of five) that members couldn't agree.",
        "Привет, мир. Сегодня в Москве прошло заседание совета, он сказал: да.",
        "政府は二十日、新しい法案を国会に提出した。エネルギー価格の上昇に備えるもので、口コミも多い。",
        "접속자가 많아 대기 중입니다.",
        "京东JD.com和Node.js,Booking.com的用户",
        "记者昨天在微信群里看到,有人用QQ发来照片,消费券可以扫码使用",
        "收购点的会计一边记账一边报价:今天的带鱼每公斤十八元,黄鱼则涨到了六十五元。",
        "子曰:学而时习之,不亦说乎?他对自己经营的店很满意,自己被选中",
        "程序用0x7f6fa7c0b260地址,文件k8s和i18n,html与grpc。dcfldd是工具",
    ],
)
def test_honest_text_stays(text: str) -> None:
    assert normalize(text) == text


def test_line_feeds_stay_and_the_form_is_stable() -> None:
    text = "第一段 文字\n第二段(dì)文字\n"
    once = normalize(text)
    assert once == "第一段文字\n第二段文字"
    assert normalize(once) == once


def test_lone_surrogates_and_controls_do_no_harm() -> None:
    assert normalize("a\ud800b\x00c\x85d") == "abcd"


def test_lines_are_treated_each_by_itself() -> None:
    lines = ["復(fù)興之路，，很長", "1. 打开 A&amp;B 的开关", "渔民加微信abc12345出海", "Слово и дело", "СОРА系统"]
    assert normalize("\n".join(lines)) == "\n".join(map(normalize, lines))


# What the steps look for, torn to pieces: one step's leavings may make up another's disguise.
_WORDS = """復 興 fù fu ( ) （ ） [ ] 1 2 . 。 、 ， , : ! ? & amp ; # 20013 lt www com cn a 晨报网 加 微信 abc123 点击
    领取 红包 二 ○ 〇 陆 拾 壹 月 曰 己 经 自 ロ А р p 😀 ★ " ' - — … ① 一 q 7 着 乾 隆 薴 ㈠ 豈 ｶ ﾞ 한 é 本站 关注"""
_PIECES = st.sampled_from([*_WORDS.split(), " ", "\u3000", "\n", "\u200b", "\u0301", "\u0336", "渔船在清早六点靠岸。"])


@settings(max_examples=300, deadline=None)
@given(st.lists(_PIECES, max_size=30).map("".join))
def test_the_form_of_a_form_is_itself(text: str) -> None:
    once = normalize(text)
    assert normalize(once) == once


@settings(deadline=None)
@given(st.text(max_size=60))
def test_the_form_of_any_form_is_itself(text: str) -> None:
    once = normalize(text)
    assert normalize(once) == once


@pytest.mark.parametrize(
    "piece",
    [
        "复(", "复(fu ", "(a a a ", "www.a", "站a.b", "站a-", "1. ", "一、", "，", "&amp;", "&amp", "点击识别",
        "微信号:", "微信abcde", "āa", "渔船在清早六点靠岸。", "аa", "复ロ", " \n",
        "晨报网www.a.cn ", "\u0301", "复\u0336", "伍陆",
    ],
)  # fmt: skip
def test_text_of_one_piece_is_read_in_linear_time(piece: str) -> None:
    text = "中" + piece * (40_000 // len(piece)) + "文"
    begun = time.process_time()
    normalize(text)
    assert time.process_time() - begun < 2


def test_deep_nesting_is_given_up() -> None:
    begun = time.process_time()
    normalize("中" + "ww" * 2000 + "w.a.cn" * 2000)
    assert time.process_time() - begun < 2
