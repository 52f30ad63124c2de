"""Hamming distance of fingerprints."""

from __future__ import annotations

BLOCKS = 4


def hamming_distance(a: int, b: int) -> int:
    """Number of bits in which two fingerprints differ."""
    return (a ^ b).bit_count()


def blocks_of(value: int, bits: int = 64) -> list[bytes]:
    """Keys of a fingerprint's block tables: block number and the block's bits.

    The bits are cut into four blocks. Fingerprints that differ in at most three bits agree in at least one block
    whole (pigeonhole), so looking up all four finds every neighbour at distance 3 or less (Manku et al. 2007).
    """
    width = bits // BLOCKS
    mask = (1 << width) - 1
    return [
        bytes([number]) + ((value >> (number * width)) & mask).to_bytes(width // 8, "big") for number in range(BLOCKS)
    ]
