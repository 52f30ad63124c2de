"""Long values in pieces: LMDB gives a value of more than half a page whole pages of its own, half of them empty."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .store import Txn

#: Bytes of a piece: eight of them fill a page of 4,096 bytes to the last but sixteen.
PIECE = 494
_MOST = 0xFFFF


def put_pieces(txn: Txn, table: str, number: int, value: bytes, *, last: bool = False) -> None:
    """Set the value of a number; `last` where the table holds no number as high and none of its pieces."""
    name = number.to_bytes(4, "big")
    if not last:
        delete_pieces(txn, table, number)
    if len(value) > _MOST * PIECE:
        raise ValueError(f"a value of {len(value)} bytes is too long for the table {table}")
    txn.cursor(table).putmulti(
        [
            (name + (start // PIECE).to_bytes(2, "big"), value[start : start + PIECE])
            for start in range(0, len(value), PIECE)
        ],
        append=last,
    )


def get_pieces(txn: Txn, table: str, number: int) -> bytes | None:
    """Value of a number, or None."""
    name = number.to_bytes(4, "big")
    cursor = txn.cursor(table)
    found = []
    if cursor.set_range(name):
        for key, piece in cursor.iternext():
            if not key.startswith(name):
                break
            found.append(piece)
            if len(piece) < PIECE:
                break
    return b"".join(found) if found else None


def delete_pieces(txn: Txn, table: str, number: int) -> None:
    """Take the value of a number away; nothing happens when there is none."""
    name = number.to_bytes(4, "big")
    cursor = txn.cursor(table)
    cursor.set_range(name)
    while cursor.key().startswith(name):
        cursor.delete()
