"""Whether rjieba cuts every article into the same words as jieba, and how much faster (CPU time).

    python benchmarks/tokens_equal.py [ARTICLES.jsonl[.gz]] [--limit N]

Both get the runs of Han that `tokenize` hands to them, after normalisation. Without a file, the demo's articles. The
last line is JSON.
"""

from __future__ import annotations

import argparse
import json
import re
import time
import warnings

import rjieba
from scrapy_reprint.pipelines.fingerprint.normalize import HAN, normalize
from texts import load_texts

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # jieba 0.42 has invalid escapes in its patterns
    import jieba


def main() -> None:
    """Print how many articles and runs differ, and both speeds."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("articles", nargs="?")
    parser.add_argument("--limit", type=int)
    options = parser.parse_args()
    jieba.setLogLevel(40)
    jieba.initialize()
    rjieba.cut("启动", True)
    seconds = {"jieba": 0.0, "rjieba": 0.0}
    texts = load_texts(options.articles, options.limit)
    run_of_han = re.compile(f"[{HAN}]+")
    differing, tokens, letters = set(), 0, 0
    for number, text in enumerate(texts):
        runs = run_of_han.findall(normalize("\n".join((text.title, *text.paragraphs))))
        begun = time.process_time()
        slow = [list(jieba.cut(run, HMM=True)) for run in runs]
        between = time.process_time()
        fast = [rjieba.cut(run, True) for run in runs]
        seconds["jieba"] += between - begun
        seconds["rjieba"] += time.process_time() - between
        letters += sum(map(len, runs))
        tokens += sum(map(len, slow))
        for run, one, other in zip(runs, slow, fast, strict=True):
            if one != other:
                differing.add(number)
                print(f"{text.title}: {run}: {'/'.join(one)} against {'/'.join(other)}")
    result = {
        "articles": len(texts),
        "letters": letters,
        "tokens": tokens,
        "articles_that_differ": len(differing),
        "letters_a_cpu_second": {name: round(letters / value) for name, value in seconds.items()},
        "times_faster": round(seconds["jieba"] / seconds["rjieba"], 1),
    }
    for name, value in result.items():
        print(f"{name:22} {value}")
    print(json.dumps(result))


if __name__ == "__main__":
    main()
