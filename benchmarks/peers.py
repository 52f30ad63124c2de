"""The usual tools beside ours, on the text as it is: SimHash, MinHash and text-dedup's splitting.

`simhash`: our words (text not normalised), 64 bits, distance of 3 at most. `minhash`: datasketch on what stands between
non-word characters, Jaccard 0.7. `text_dedup`: the same on runs of five of those, as text-dedup takes them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from tricks_measures import fired, prints_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from tricks_measures import Prints

_NAMES = {"simhash": "raw_simhash", "minhash": "minhash", "text_dedup": "text_dedup"}
PEERS = tuple(_NAMES)


def peer_prints(texts: Mapping[str, Sequence[str]]) -> dict[str, Prints]:
    """Fingerprints of texts by name."""
    return {name: prints_of(list(paragraphs)) for name, paragraphs in texts.items()}


def peer_hits(prints: Mapping[str, Prints], pairs: Iterable[tuple[str, str]]) -> dict[str, set[frozenset[str]]]:
    """Which of the pairs each of the tools takes for copies."""
    found: dict[str, set[frozenset[str]]] = {peer: set() for peer in PEERS}
    for a, b in pairs:
        layers = fired(prints[a], prints[b])
        for peer, layer in _NAMES.items():
            if layers[layer]:
                found[peer].add(frozenset((a, b)))
    return found


def all_peer_hits(prints: Mapping[str, Prints]) -> dict[str, set[frozenset[str]]]:
    """Which of all pairs each of the tools takes for copies; those that no tool could are passed over."""
    names = list(prints)
    simhashes = np.array([prints[name].raw_simhash for name in names], np.uint64)
    sketches = [
        np.array([getattr(prints[name], peer).hashvalues for name in names]) for peer in ("minhash", "text_dedup")
    ]
    wanted = []
    for place, name in enumerate(names):
        alike = np.bitwise_count(simhashes[place + 1 :] ^ simhashes[place]) <= 3
        for sketch in sketches:
            alike |= (sketch[place + 1 :] == sketch[place]).mean(axis=1) >= 0.5
        wanted += [(name, names[other]) for other in (np.flatnonzero(alike) + place + 1).tolist()]
    return peer_hits(prints, wanted)
