"""How far a run is."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Optional

_STEP = re.compile(r"^(?P<stage>[^:]+)(: (?P<iteration>\d+) of (?P<iterations>\d+))?(, error (?P<error>[\d.eE+-]+))?")


@dataclass(frozen=True)
class Progress:
    """What a run is doing.

    ``text`` is the line as Sinew says it; the other fields are what could be read from it.
    """

    text: str
    stage: str
    iteration: Optional[int] = None
    iterations: Optional[int] = None
    error: Optional[float] = None

    @property
    def fraction(self) -> Optional[float]:
        """From 0 to 1 within the stage, where it counts its steps."""
        return self.iteration / self.iterations if self.iteration is not None and self.iterations else None

    @staticmethod
    def parse(line: str) -> "Progress":
        found = _STEP.match(line)
        if not found:
            return Progress(line, line)
        number = lambda name, kind: kind(found[name]) if found[name] else None  # noqa: E731
        try:
            error = number("error", float)
        except ValueError:
            error = None
        return Progress(line, found["stage"], number("iteration", int), number("iterations", int), error)
