from __future__ import annotations

from scrapy_reprint.pipelines.fingerprint import compute_signatures
from scrapy_reprint.pipelines.match.duplicates import in_domain_duplicates, text_keys

STORY = [
    "养鸡户把鸡舍改成了两层，下面垫沙，上面搭竹架，三百只母鸡每天傍晚自己走回去。",
    "饲料里掺了一成晒干的海藻粉，半年下来，蛋壳比从前厚了将近一成。",
    "合作社按每斤高出市价八角收购，月底结账。",
]
OTHER = ["县医院新添了一台移动车，每周三下乡给老人拍片。", "首月走了九个村，查出需要复诊的有四十一人。"]


def test_one_article_at_three_addresses_is_one() -> None:
    same, with_line, other = (
        text_keys(compute_signatures(text)[0]) for text in (STORY, [*STORY, "打印本页"], OTHER)
    )
    found = in_domain_duplicates({"http://a.test/2": same, "http://a.test/1": same, "http://a.test/3": with_line,
                                  "http://a.test/4": other})
    assert found == {"http://a.test/2": "http://a.test/1", "http://a.test/3": "http://a.test/1"}


def test_order_does_not_matter() -> None:
    keys = [text_keys(compute_signatures(text)[0]) for text in (OTHER, STORY)]
    pages = {f"http://a.test/{number}": keys[number % 2] for number in range(6)}
    assert in_domain_duplicates(dict(reversed(pages.items()))) == in_domain_duplicates(pages)
