"""Fourth step: two articles' signatures to a verdict. Pure functions on values; `settle` reads the store."""

from .compare import Measures, compare
from .pair import TIERS, PairVerdict
from .verdict import Thresholds, judge_pair

__all__ = ["TIERS", "Measures", "PairVerdict", "Thresholds", "compare", "judge_pair"]
