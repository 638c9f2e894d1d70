"""Progress of a run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional


@dataclass(frozen=True)
class Progress:
    """Progress of a run.

    ``text`` is for people; the other fields are what is known of the step.
    """

    text: str
    stage: str
    iteration: Optional[int] = None
    iterations: Optional[int] = None
    error: Optional[float] = None

    @property
    def fraction(self) -> Optional[float]:
        """0–1 within the stage, or None if the stage has no known number of steps."""
        return self.iteration / self.iterations if self.iteration is not None and self.iterations else None
