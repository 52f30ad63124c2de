"""A share that small numbers cannot fake."""

from __future__ import annotations

from math import sqrt

#: Normal quantile of the two-sided 95 % interval.
Z = 1.959963984540054


def wilson_lower(successes: int, trials: int, z: float = Z) -> float:
    """Lower bound of the Wilson score interval of ``successes / trials``; 0 for no trials.

    (p + z^2/2n - z sqrt(p(1-p)/n + z^2/4n^2)) / (1 + z^2/n), from E. B. Wilson, "Probable inference, the law
    of succession, and statistical inference", JASA 22 (1927). 4 of 4 gives 0.51, 16 of 16 0.81, 160 of 160
    0.98.
    """
    if trials <= 0:
        return 0.0
    if not 0 <= successes <= trials:
        raise ValueError(f"{successes} successes of {trials} trials")
    if successes == 0:
        return 0.0
    share = successes / trials
    spread = z * sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    return max(0.0, (share + z * z / (2 * trials) - spread) / (1 + z * z / trials))
