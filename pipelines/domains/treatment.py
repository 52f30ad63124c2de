"""How a pair is treated for something other than its measures: an allowance, or what a person ruled."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Treatment:
    """What is done with one pair.

    A pair that counts for nothing is listed with its reason, adds nothing to anybody and takes nothing away: two
    copies of an allowed text have still not copied each other.
    """

    #: Words for the pair's reasons.
    reason: str = ""
    #: False for a pair that counts for nothing.
    counts: bool = True
    #: For a pair that counts for nothing: True where both articles are one text of different owners all the same, so
    #: that neither is its site's own.
    elsewhere: bool = True
    #: True where a person said that neither copies the other: then no direction is shown.
    denied: bool = False
    #: Page id of the copy where a person said which one it is; empty where the direction is measured.
    copy: str = ""
    #: True where that was said of other pairs alike, not of this one.
    by_others: bool = False


AS_MEASURED = Treatment()
