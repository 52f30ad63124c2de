"""The books of the crawls: which ran, how they ended, what they touched, what they could not use."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .store import Txn


def problem_key(where: str) -> bytes:
    """Key of a problem: where it was found, cut to what a key may hold."""
    return where.encode("utf-8", "surrogatepass")[:480]


def put_problem(txn: Txn, where: str, why: str) -> None:
    """List a page or an input line that could not be used."""
    txn.put("problems", problem_key(where), json.dumps([where[:2000], why[:2000]]).encode())


def all_problems(txn: Txn) -> list[tuple[str, str]]:
    """Where and why of each problem, by where."""
    return [tuple(json.loads(value)) for value in txn.cursor("problems").iternext(keys=False)]


def start_crawl(txn: Txn, state: dict[str, Any]) -> int:
    """Enter a crawl that begins; returns its number."""
    number = txn.count_up("crawls")
    txn.put("crawls", number.to_bytes(4, "big"), json.dumps(state).encode())
    return number


def change_crawl(txn: Txn, number: int, state: dict[str, Any]) -> None:
    """Add to what is known of a crawl."""
    known = read_crawl(txn, number)
    txn.put("crawls", number.to_bytes(4, "big"), json.dumps({**known, **state}).encode())


def read_crawl(txn: Txn, number: int) -> dict[str, Any]:
    """State of a crawl; empty for one that is not known."""
    raw = txn.get("crawls", number.to_bytes(4, "big"))
    return json.loads(raw) if raw else {}


def last_crawl_of(txn: Txn, domain: int) -> int:
    """Number of the last crawl that stored or saw a page of a domain; 0 for none."""
    return int.from_bytes(txn.get("visits", domain.to_bytes(4, "big")) or b"\0", "big")


def visit(txn: Txn, domain: int, crawl: int) -> None:
    """Note that a crawl touched a domain."""
    if crawl > last_crawl_of(txn, domain):
        txn.put("visits", domain.to_bytes(4, "big"), crawl.to_bytes(4, "big"))
