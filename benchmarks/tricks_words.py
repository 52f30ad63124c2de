"""Tricks that change words: synonyms, and edits of single characters."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tricks_letters import HAN

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

_PAIRS = """
但是 然而 因为 由于 如果 倘若 已经 早已 现在 如今 大约 约莫 附近 周边 开始 着手 所有 全部 非常 十分 告诉 告知
觉得 认为 今年 本年 可以 能够 需要 须要 发现 察觉 老人 长者 孩子 小孩 居民 住户 首次 第一次 使用 运用 方法 办法
问题 难题 重要 关键 主要 首要 帮助 协助 提供 供给 包括 涵盖 通过 经由 进行 开展 目前 当前 能力 本领 简单 容易
复杂 繁杂 快速 迅速 缓慢 迟缓 增加 增添 减少 缩减 提高 提升 降低 下降 支持 支撑 选择 挑选 决定 抉择 希望 盼望
努力 尽力 成功 胜利 失败 落败 结果 后果 原因 缘由 影响 作用 情况 状况 环境 周遭 经常 常常 有时 偶尔 一直 始终
立即 马上 突然 忽然 终于 总算 几乎 差不多 仅仅 只是 特别 尤其 相当 颇为 更加 越发 许多 很多 少数 少许 部分 局部
整个 整体 每个 各个 其他 别的 一些 若干 这里 此处 那里 彼处 这样 如此 怎样 如何 为什么 为何 什么 啥 哪里 何处
时候 时刻 时间 光阴 地方 地点 东西 物品 事情 事件 朋友 友人 家庭 家里 父亲 爸爸 母亲 妈妈 工人 工匠 农民 农夫
学生 学子 老师 教师 医生 大夫 公司 企业 政府 当局 国家 国度 城市 都市 乡村 村落 市场 集市 价格 价钱 产品 制品
商品 货物 质量 品质 数量 数目 规模 范围 速度 速率 水平 水准 标准 准则 规定 规则 制度 体制 政策 方针 计划 规划
目标 目的 任务 使命 责任 职责 权利 权益 利益 好处 危险 风险 安全 平安 困难 艰难 机会 机遇 挑战 考验 优势 长处
缺点 短处 错误 差错 正确 准确 清楚 明白 知道 知晓 了解 知悉 理解 领会 学习 研习 研究 钻研 分析 剖析 讨论 商讨
介绍 引见 说明 阐明 解释 诠释 表示 表明 显示 显露 证明 证实 认识 认得 记得 记住 忘记 遗忘 喜欢 喜爱 讨厌 厌恶
高兴 快乐 悲伤 悲痛 害怕 惧怕 担心 担忧 相信 信任 怀疑 疑心 同意 赞同 反对 抵制 要求 请求 允许 准许 禁止 严禁
避免 防止 保护 维护 破坏 毁坏 建立 创建 建设 建造 制造 制作 生产 出产 创造 缔造 改变 变更 改进 改良 改善 完善
发展 进展 扩大 扩展 缩小 减小 继续 接着 停止 中止 结束 完结 完成 做完 实现 达成 得到 获得 失去 丧失 收到 接到
发送 发出 下载 下传 安装 装配 打开 开启 关闭 关上 运行 运转 执行 施行 输入 键入 显现 呈现 查看 察看 寻找 找寻
搜索 搜寻 比较 对比 相同 一样 不同 相异 类似 相似 之前 以前 之后 以后 同时 与此同时 并且 而且 或者 抑或 不过 可是
虽然 尽管 即使 哪怕 除了 除去 根据 依据 按照 依照 关于 有关 对于 对待 为了 为着 必须 务必 应该 应当 可能 或许
一定 必定 完全 彻底 真正 确实 实际 现实 普通 平常 特殊 特别 巨大 庞大 微小 细小 最近 近来 过去 往昔 未来 将来
用户 使用者 文件 文档 程序 软件 功能 性能 信息 讯息 网络 网路 系统 体系 工具 器具 代码 编码 错失 过失 例如 比如
尝试 试图 创设 创立 内容 内涵
""".split()
SYNONYMS = dict(zip(_PAIRS[::2], _PAIRS[1::2], strict=True))
_SYNONYM = re.compile("|".join(sorted(SYNONYMS, key=len, reverse=True)))
# Replaced without regard to words, as automatic launderers do: "和平" becomes "与平".
CUTTING = {
    "和": "与",
    "的": "之",
    "是": "为",
    "在": "于",
    "我": "俺",
    "很": "颇",
    "说": "讲",
    "看": "瞧",
    "都": "皆",
    "就": "便",
}
_COMMON = (
    "的一是不了人我在有他这中大来上国个到说们为子和你地出道也时年得就那要下以生会自着去之过家学对可里后小么心多天而能好"
)


def synonyms(lines: list[str], _chance: random.Random) -> list[str]:
    """Each word of the table by its synonym, wherever it stands."""
    return [_SYNONYM.sub(lambda match: SYNONYMS[match.group()], line) for line in lines]


def cutting_synonyms(lines: list[str], chance: random.Random) -> list[str]:
    """Synonyms, and half of the table of single characters, cutting words."""
    table = {ord(char): other for char, other in CUTTING.items() if chance.random() < 0.5}
    return [line.translate(table) for line in synonyms(lines, chance)]


def edited(share: float) -> Callable[[list[str], random.Random], list[str]]:
    """Some of the Han replaced, left out or followed by another."""

    def edit(line: str, chance: random.Random) -> str:
        def change(match: re.Match[str]) -> str:
            if chance.random() >= share:
                return match.group()
            return chance.choice(["", match.group() + chance.choice(_COMMON), chance.choice(_COMMON)])

        return HAN.sub(change, line)

    return lambda lines, chance: [edit(line, chance) for line in lines]
