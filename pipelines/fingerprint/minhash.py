"""MinHash of shingle sets through datasketch: Jaccard estimates of fixed size, and band keys that propose pairs.

Of `p` permutations the share on which two sets have the same least hash estimates their Jaccard J (Broder 1997). Its
standard error is sqrt(J (1 - J) / p), at most 1 / (2 sqrt(p)): 0.0625 for 64 permutations. Hoeffding's inequality
bounds the tail, P(error >= e) <= 2 exp(-2 p e^2): an error of 0.2 or more comes once in 84 pairs at most, of 0.3 once
in 50,000. Both take the permutations as independent and uniform, which datasketch's linear ones are in practice.
"""

from __future__ import annotations

import inspect
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from datasketch import LeanMinHash
    from numpy.typing import NDArray

NUM_PERM = 64
ROWS = 4
SEED = 1

_EMPTY = 2**32 - 1


@cache
def _datasketch() -> Any:
    """The library, loaded when it is first used: it brings all of SciPy into a process, and most need no MinHash."""
    import datasketch  # noqa: PLC0415

    return datasketch


@cache
def _scheme() -> dict[str, str]:
    """The permutations that every version of datasketch has (2.0 has new ones), so that sketches stay comparable."""
    known = inspect.signature(_datasketch().MinHash.__init__).parameters
    return {"scheme": "legacy"} if "scheme" in known else {}


@lru_cache(maxsize=4)
def _empty(num_perm: int) -> Any:
    return _datasketch().MinHash(num_perm=num_perm, seed=SEED, hashfunc=int, **_scheme())


def minhash_of(shingles: NDArray[np.uint32], num_perm: int = NUM_PERM) -> LeanMinHash:
    """MinHash of a set of shingle hashes; order and repeats do not matter, and it is the same on every machine."""
    sketch = _empty(num_perm).copy()  # making the permutations costs more than a sketch
    if len(shingles):
        sketch.update_batch(np.unique(shingles).tolist())
    lean: LeanMinHash = _datasketch().LeanMinHash(sketch)
    return lean


def pack_minhash(sketch: LeanMinHash) -> bytes:
    """The hash values as little-endian u32, 4 bytes a permutation; nothing is lost, they have 32 bits."""
    return np.asarray(sketch.hashvalues).astype("<u4").tobytes()


def unpack_minhash(data: bytes) -> LeanMinHash:
    """The MinHash that :func:`pack_minhash` took."""
    values = np.frombuffer(data, "<u4").astype(np.uint64)
    lean: LeanMinHash = _datasketch().LeanMinHash(seed=SEED, hashvalues=values, **_scheme())
    return lean


def estimate_jaccard(a: LeanMinHash, b: LeanMinHash) -> float:
    """Estimated Jaccard of two sets, 0 to 1, with the error above; 0 for empty sets. Sketches must be of one size."""
    if (np.asarray(a.hashvalues) == _EMPTY).all():
        return 0.0
    return float(a.jaccard(b))


def bands(sketch: LeanMinHash, rows: int = ROWS) -> list[bytes]:
    """Keys that two alike sets have in common: band number (1 byte) and its `rows` hash values (4 bytes each).

    Permutations that do not fill a band are left out; an empty set has no keys. Values are kept whole, so sets meet
    only where they truly agree.
    """
    packed = pack_minhash(sketch)
    width = 4 * rows
    if packed == b"\xff" * len(packed):
        return []
    return [bytes([band]) + packed[band * width : (band + 1) * width] for band in range(len(packed) // width)]


def proposal_probability(jaccard: float, num_perm: int = NUM_PERM, rows: int = ROWS) -> float:
    """Probability that two sets share a band key: 1 - (1 - J^rows)^(num_perm // rows).

    With 64 permutations in bands of 4, 0.99 at J = 0.7, 0.64 at 0.5, 0.03 at 0.2.
    """
    return float(1 - (1 - jaccard**rows) ** (num_perm // rows))
