"""Results of runs."""

from __future__ import annotations

import json
import shutil
import tempfile
import weakref
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Dict, List, Optional

import numpy as np


class Folder:
    """A temporary folder that is deleted with its owner."""

    def __init__(self) -> None:
        self.path = Path(tempfile.mkdtemp(prefix="sinew-"))
        self._gone = weakref.finalize(self, shutil.rmtree, self.path, ignore_errors=True)


def _number(value: Any) -> float:
    return float("nan") if value is None else float(value)


@dataclass
class Evaluation:
    """Errors of a model against a sequence; ``errors`` contains every metric by name, as in ``sinew --json``."""

    json: Dict[str, Any]

    @property
    def errors(self) -> Dict[str, Any]:
        return self.json.get("error") or {}

    @property
    def error(self) -> float:
        """E_RMS in thousandths of the radius; NaN without a sequence to compare with."""
        return _number(self.errors.get("erms"))


@dataclass
class Result(Evaluation):
    """A skinned model as arrays, read from the written file.

    With V vertices, K influences per vertex, B bones and F frames, vertex i in frame f is at
    ``sum(w[i, j] * transforms[f, j] @ (rest[i], 1) for j in bones)``.
    """

    model: Path
    """The .glb file."""
    rest: np.ndarray
    """(V, 3) float32, the rest pose."""
    normals: np.ndarray
    """(V, 3) float32, normals of the rest pose."""
    faces: np.ndarray
    """(T, 3) int32, or a flat list with -1 at the end of each face if not all are triangles."""
    weight_indices: np.ndarray
    """(V, K) int32, the largest weight first; unused entries are bone 0 with weight 0."""
    weight_values: np.ndarray
    """(V, K) float64."""
    transforms: np.ndarray
    """(F, B, 4, 4) float64, all clips in sequence."""
    joints: np.ndarray
    """(B, 3) float64, the pivots of the bones in the rest pose."""
    parents: np.ndarray
    """(B,) int32, -1 for roots."""
    names: List[str]
    """Names of the bones."""
    clips: Dict[str, slice]
    """The frames of each clip in ``transforms``."""
    fps: float
    """Frame rate of the first clip."""
    report: Optional[Path] = None
    """The HTML report, if requested."""
    layers: Optional[Dict[str, np.ndarray]] = None
    """Of ``compress``: virtual_indices, virtual_values (M, c), vertex_virtual_indices, vertex_virtual_values (V, 2)."""
    _keeps: Optional[Folder] = field(default=None, repr=False)

    @staticmethod
    def read(arrays: Path, tree: Path, model: Path, report: Optional[Path] = None, keeps: Any = None) -> "Result":
        with np.load(arrays) as file:
            got = {name: file[name] for name in file.files}
        counts = got["clip_frames"].tolist()
        ends = np.cumsum(counts).tolist()
        clips = {str(name): slice(end - count, end) for name, count, end in zip(got["clip_names"], counts, ends)}
        virtual = {name: value for name, value in got.items() if "virtual_" in name}
        same = ("rest", "normals", "faces", "weight_indices", "weight_values", "transforms", "joints", "parents")
        return Result(
            json=json.loads(tree.read_text("utf-8")),
            model=model,
            names=[str(name) for name in got["names"]],
            clips=clips,
            fps=float(got["clip_fps"][0]) if counts else float("nan"),
            report=report,
            layers=virtual or None,
            _keeps=keeps,
            **{name: got[name] for name in same},
        )

    @property
    def weights(self) -> np.ndarray:
        """(V, B), dense."""
        dense = np.zeros((len(self.rest), len(self.names)))
        rows = np.arange(len(self.rest))[:, None]
        np.add.at(dense, (rows, self.weight_indices), self.weight_values)
        return dense

    def positions(self, frame: int) -> np.ndarray:
        """(V, 3), the positions of linear blend skinning at a frame."""
        moves = self.transforms[frame][:, :3, :]
        blended = np.einsum("vk,vkrc->vrc", self.weight_values, moves[self.weight_indices])
        return np.einsum("vrc,vc->vr", blended[:, :, :3], self.rest) + blended[:, :, 3]
