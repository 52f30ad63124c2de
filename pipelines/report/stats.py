"""What a store holds, for ``scrapy reprint stats``."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from ..index.runs import SLOTS

if TYPE_CHECKING:
    from ..index.store import Store

#: What each table is to a reader; tables of bookkeeping are summed up as "other".
_NAMES = {
    "articles": "pages",
    "gone": "of these, gone",
    "versions": "judged articles",
    "fingerprints": "pieces of fingerprints",
    "texts": "kept texts",
    "recent": "postings not yet in runs",
    "blocks": "SimHash block entries",
    "pairs": "candidate pairs (both ways)",
    "line_sums": "repeated paragraphs",
    "domains": "domains",
    "hot": "hot shingles",
    "problems": "problems",
    "crawls": "crawls",
}


def store_stats(store: Store) -> str:
    """A table of what the store holds and how many bytes that takes, and the parameters it was made with."""
    sizes = store.table_sizes()
    rows = [(label, *sizes[name]) for name, label in _NAMES.items()]
    runs = [sizes[name] for name in SLOTS]
    rows.append(("lists of postings in runs", sum(count for count, _ in runs), sum(size for _, size in runs)))
    told = {*_NAMES, *SLOTS}
    rows.append(("other", 0, sum(size for name, (_, size) in sizes.items() if name not in told)))
    width = max(len(label) for label, *_ in rows)
    lines = [f"Store {store.path}: {store.size():,} bytes"]
    lines += [f"  {label:<{width}} {count:>12,} {size:>15,} bytes" for label, count, size in rows]
    raw = store.read(lambda txn: txn.get("meta", b"stamp"))
    stamp = json.loads(raw) if raw else {}
    lines.append("Made with: " + ", ".join(f"{name} = {value}" for name, value in sorted(stamp.items())))
    return "\n".join(lines)
