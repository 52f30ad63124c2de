"""Two articles side by side: every layer's numbers and the verdict, for ``scrapy reprint compare``."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from ..index.profile import compare_profiles
from ..match.compare import compare
from ..match.verdict import judge_pair

if TYPE_CHECKING:
    from ..fingerprint.signatures import Signatures
    from ..index.profile import Profile
    from ..match.verdict import Thresholds

    #: An article's signatures and, where it has one, its profile.
    Side = tuple[Signatures, Profile | None]

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
    "sentences_reused": ("fragment", "sentences of the one with fewer, reused"),
    "sentences": ("fragment", "sentences it has"),
    "keyword_rules": ("whole", "keyword rules that fired"),
    "immutables_agree": ("", "numbers, dates and names agree"),
    "size_ratio": ("", "length of the shorter / the longer"),
}


def comparison(a: Side, b: Side, thresholds: Thresholds) -> dict[str, Any]:
    """All measures of two articles and their verdict, as a JSON object; `verdict` is null where nothing joins them."""
    profile = compare_profiles(a[1], b[1]) if a[1] and b[1] else None
    verdict = judge_pair("a", "b", a[0], b[0], thresholds, profile)
    return {
        "measures": asdict(compare(a[0], b[0])) | (asdict(profile) if profile else {}),
        "verdict": None if verdict is None else {k: v for k, v in asdict(verdict).items() if k not in {"a", "b"}},
    }


def measure_rows(found: dict[str, Any]) -> list[tuple[str, str, str]]:
    """Layer, label and value of each measure, for a reader."""
    measures = found["measures"]
    return [
        (layer, label, _shown(name, measures[name])) for name, (layer, label) in _LABELS.items() if name in measures
    ]


def comparison_table(found: dict[str, Any], a_name: str, b_name: str) -> str:
    """The same for a reader."""
    rows = measure_rows(found)
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
    if value is None:
        return "too few to say"
    if isinstance(value, tuple):
        return ", ".join(map(str, value)) or "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:.3f}" if isinstance(value, float) else str(value)
