"""Signatures as bytes: as few as comparing two articles needs.

Shingles keep 24 of their 32 bits: of two unrelated articles with a thousand shingles each, that makes one in seventeen
pairs share one by chance. Segments keep 32 of 64. The sums of the SimHash keep 15 bits and their sign, so the SimHash
is the same to the bit.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Any

import numpy as np

from ..fingerprint.signatures import Signatures

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

#: Bits of a shingle that are kept.
SHINGLE_MASK = 0xFFFFFF
_SEGMENT_MASK = 0xFFFFFFFF
_LARGEST_SUM = 0x7FFF

# Bits of the SimHash; segments; by how many bits the sums are shifted; widths of the three columns of paragraphs;
# numbers of paragraphs, word and character shingles.
_HEAD = struct.Struct("<BBBBBBIII")
_WIDTHS = (1, 2, 4)


def pack_signatures(signatures: Signatures) -> bytes:
    """Signatures as little-endian arrays behind a header of their lengths."""
    columns = [_narrow(column) for column in _columns(signatures)]
    shift, sums = _halved(signatures.sums)
    head = _HEAD.pack(
        len(signatures.sums), len(signatures.segments), shift, *(column.itemsize for column in columns),
        len(signatures.paragraphs), len(signatures.words), len(signatures.chars),
    )
    segments = np.array([value & _SEGMENT_MASK for value in signatures.segments], "<u4")
    parts = [segments, signatures.paragraphs.astype("<u8"), sums, *columns]
    shingles = [_in_three_bytes(signatures.words), _in_three_bytes(signatures.chars)]
    return head + b"".join([part.tobytes() for part in parts] + shingles)


def unpack_signatures(data: bytes) -> Signatures:
    """The signatures that :func:`pack_signatures` took, as exact as they were kept; what follows them is not read."""
    bits, segments, shift, *widths, paragraphs, words, chars = _HEAD.unpack_from(data)
    offset = _HEAD.size

    def take(count: int, kind: str) -> Any:
        nonlocal offset
        array = np.frombuffer(data, kind, count, offset)
        offset += array.nbytes
        return array

    segment_values = tuple(take(segments, "<u4").tolist())
    paragraph_hashes = take(paragraphs, "<u8")
    sums = take(bits, "<i2").astype(np.int32) << shift
    paragraph_chars, word_counts, char_counts = (
        take(paragraphs, f"<u{width}").astype(np.uint32) for width in widths
    )
    return Signatures(
        sums=sums,
        segments=segment_values,
        paragraphs=paragraph_hashes,
        paragraph_chars=paragraph_chars,
        word_counts=word_counts,
        char_counts=char_counts,
        words=_of_three_bytes(take(3 * words, "u1")),
        chars=_of_three_bytes(take(3 * chars, "u1")),
    )


def packed_size(data: bytes) -> int:
    """Number of bytes at the head of `data` that :func:`pack_signatures` made."""
    bits, segments, _, *widths, paragraphs, words, chars = _HEAD.unpack_from(data)
    return int(_HEAD.size + 4 * segments + 2 * bits + paragraphs * (8 + sum(widths)) + 3 * (words + chars))


def as_stored(signatures: Signatures) -> Signatures:
    """Signatures as exact as the store keeps them, to be compared with stored ones."""
    return unpack_signatures(pack_signatures(signatures))


def _columns(signatures: Signatures) -> Sequence[NDArray[np.uint32]]:
    return signatures.paragraph_chars, signatures.word_counts, signatures.char_counts


def _narrow(column: NDArray[np.uint32]) -> NDArray[Any]:
    largest = int(column.max(initial=0))
    width = next(width for width in _WIDTHS if largest < 1 << 8 * width)
    return column.astype(f"<u{width}")


def _halved(sums: NDArray[np.int32]) -> tuple[int, NDArray[np.int16]]:
    """Sums in units of 2^shift, rounded away from zero, so that no sign is lost."""
    largest = int(np.abs(sums.astype(np.int64)).max(initial=0))
    shift = 0
    while largest + (1 << shift) - 1 >> shift > _LARGEST_SUM:
        shift += 1
    size = np.abs(sums.astype(np.int64)) + ((1 << shift) - 1) >> shift
    return shift, (np.sign(sums) * size).astype("<i2")


def _in_three_bytes(shingles: NDArray[np.uint32]) -> bytes:
    return shingles.astype("<u4").view(np.uint8).reshape(-1, 4)[:, :3].tobytes()


def _of_three_bytes(raw: NDArray[np.uint8]) -> NDArray[np.uint32]:
    wide = np.zeros((len(raw) // 3, 4), np.uint8)
    wide[:, :3] = raw.reshape(-1, 3)
    shingles: NDArray[np.uint32] = wide.reshape(-1).view("<u4").astype(np.uint32, copy=False)
    return shingles
