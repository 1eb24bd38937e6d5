"""A pose as darren and motus order it."""

import math
from typing import NamedTuple


class Pose(NamedTuple):
    """From neutral: degrees (nose up, right side down, nose left) and millimetres (right, forward, up)."""

    pitch: float = 0.0
    roll: float = 0.0
    yaw: float = 0.0
    sway: float = 0.0
    surge: float = 0.0
    heave: float = 0.0

    def distance(self, other: "Pose") -> float:
        """The largest difference of an axis: 0.5 is half a degree or half a millimetre."""
        return max(abs(a - b) for a, b in zip(self, other))


def finite(*values: float) -> None:
    """A value that is no number never leaves this machine."""
    if not all(math.isfinite(value) for value in values):
        raise ValueError(f"not finite: {values}")
