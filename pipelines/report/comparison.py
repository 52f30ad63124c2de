"""Two articles side by side: every layer's numbers and the verdict, for ``scrapy reprint compare``."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from ..match.compare import compare
from ..match.verdict import judge_pair

if TYPE_CHECKING:
    from ..fingerprint.signatures import Signatures
    from ..match.verdict import Thresholds

_LABELS = {
    "simhash_distance": ("whole", "SimHash distance (bits)"),
    "segments_matched": ("whole", "segments equal"),
    "segments_in_order": ("whole", "segments in order"),
    "word_jaccard": ("fragment", "word shingles, Jaccard"),
    "word_containment": ("fragment", "word shingles of the shorter in the other"),
    "containment_of_a": ("fragment", "character shingles of A in B"),
    "containment_of_b": ("fragment", "character shingles of B in A"),
    "parts_of_a": ("fragment", "parts of A that stand in B"),
    "parts_of_b": ("fragment", "parts of B that stand in A"),
    "spread": ("fragment", "parts with anything shared, of ten"),
    "order": ("fragment", "order of what is shared, -1 to 1"),
    "size_ratio": ("", "length of the shorter / the longer"),
}


def comparison(a: Signatures, b: Signatures, thresholds: Thresholds) -> dict[str, Any]:
    """All measures of two articles and their verdict, as a JSON object; `verdict` is null where nothing joins them."""
    verdict = judge_pair("a", "b", a, b, thresholds)
    return {
        "measures": asdict(compare(a, b)),
        "verdict": None if verdict is None else {k: v for k, v in asdict(verdict).items() if k not in {"a", "b"}},
    }


def comparison_table(found: dict[str, Any], a_name: str, b_name: str) -> str:
    """The same for a reader."""
    rows = [(layer, label, _shown(name, found["measures"][name])) for name, (layer, label) in _LABELS.items()]
    width = max(len(label) for _, label, _ in rows)
    lines = [f"A  {a_name}", f"B  {b_name}", ""]
    lines += [f"{layer:<9} {label:<{width}}  {value}" for layer, label, value in rows]
    verdict = found["verdict"]
    lines.append("")
    if verdict is None:
        lines.append("Verdict: nothing joins the two.")
    else:
        what = "a finding" if verdict["finding"] else "a lead, not counted"
        lines.append(f"Verdict: {verdict['tier']}, {verdict['kind']} ({what}; layers: {', '.join(verdict['layers'])})")
        lines += [f"  - {reason}" for reason in verdict["reasons"]]
    return "\n".join(lines)


def _shown(name: str, value: Any) -> str:
    if name.startswith("parts_of"):
        return f"{value.bit_count()} of 10"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:.3f}" if isinstance(value, float) else str(value)
