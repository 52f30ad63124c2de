"""Second step of a page's way: text to signatures. Pure functions on strings and numpy arrays."""

from .hamming import hamming_distance
from .immutables import immutables, immutables_agreement
from .key_terms import key_terms
from .keywords import keyword_profile, rules_fired
from .minhash import estimate_jaccard, minhash_of
from .normalize import normalize
from .prepared import Prepared, prepare
from .qsign import QSignParams, radius, sentence_signature, sentence_words
from .segments import cut_segments, segment_signatures
from .shingle import char_shingles, containment, jaccard, word_shingles
from .signatures import SignatureParams, Signatures, compute_signatures
from .simhash import simhash, simhash_sums
from .tokens import tokenize
from .winnow import winnow

__all__ = [
    "Prepared",
    "QSignParams",
    "SignatureParams",
    "Signatures",
    "char_shingles",
    "compute_signatures",
    "containment",
    "cut_segments",
    "estimate_jaccard",
    "hamming_distance",
    "immutables",
    "immutables_agreement",
    "jaccard",
    "key_terms",
    "keyword_profile",
    "minhash_of",
    "normalize",
    "prepare",
    "radius",
    "rules_fired",
    "segment_signatures",
    "sentence_signature",
    "sentence_words",
    "simhash",
    "simhash_sums",
    "tokenize",
    "winnow",
    "word_shingles",
]
