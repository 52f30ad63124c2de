"""Second step of a page's way: text to signatures. Pure functions on strings and numpy arrays."""

from .hamming import hamming_distance
from .normalize import normalize
from .segments import cut_segments, segment_signatures
from .shingle import char_shingles, containment, jaccard, word_shingles
from .signatures import SignatureParams, Signatures, compute_signatures
from .simhash import simhash, simhash_sums
from .tokens import tokenize
from .winnow import winnow

__all__ = [
    "SignatureParams",
    "Signatures",
    "char_shingles",
    "compute_signatures",
    "containment",
    "cut_segments",
    "hamming_distance",
    "jaccard",
    "normalize",
    "segment_signatures",
    "simhash",
    "simhash_sums",
    "tokenize",
    "winnow",
    "word_shingles",
]
