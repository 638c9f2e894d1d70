"""Results of runs."""

from __future__ import annotations

import html
import json
import shutil
import tempfile
import weakref
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Dict, List, Optional

import numpy as np

from ._command import Run


class Folder:
    """A temporary folder that is deleted with its owner."""

    def __init__(self) -> None:
        self.path = Path(tempfile.mkdtemp(prefix="sinew-"))
        self._gone = weakref.finalize(self, shutil.rmtree, self.path, ignore_errors=True)

    def delete(self) -> None:
        self._gone()


def read_extension(model: Any, name: str) -> Optional[Dict[str, Any]]:
    """An extension of the first skin of a .glb, for example ``SINEW_blend_bones``; None if it has none."""
    content = Path(model).read_bytes()
    length = int.from_bytes(content[12:16], "little")
    skins = json.loads(content[20 : 20 + length]).get("skins", [{}])
    return skins[0].get("extensions", {}).get(name)


def _number(value: Any) -> float:
    return float("nan") if value is None else float(value)


@dataclass(repr=False)
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

    @property
    def error_percent(self) -> float:
        """Root mean square error in percent of the size; NaN without a sequence to compare with."""
        return _number(self.errors.get("rmsePercent"))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(self._facts())})"

    def _facts(self) -> List[str]:
        facts = [str(self.json.get("command", "result"))]
        if self.error_percent == self.error_percent:
            facts.append(f"error {self.error_percent:.3g} % of the size")
        return facts


@dataclass(repr=False)
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

    def __enter__(self) -> "Result":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def close(self) -> None:
        """Deletes the temporary folder of a result without ``output``; the arrays stay."""
        if self._keeps is not None:
            self._keeps.delete()

    def save(self, path: Any) -> Path:
        """Writes the model to a file: a copy for .glb, converted for every other ending that ``sinew convert`` knows."""
        path = Path(path)
        if path.suffix.lower() == self.model.suffix.lower():
            shutil.copyfile(self.model, path)
        else:
            Run(["convert", self.model, "-o", path]).wait()
        return path

    def _facts(self) -> List[str]:
        facts = super()._facts()
        counts = [(len(self.names), "bones"), (len(self.rest), "vertices"), (len(self.transforms), "frames")]
        return [facts[0], *(f"{count:,} {noun}" for count, noun in counts), *facts[1:], self.model.name]

    def _repr_html_(self) -> str:
        """In a notebook: the report if there is one, else a table."""
        if self.report is not None and self.report.is_file():
            page = html.escape(self.report.read_text("utf-8"), quote=True)
            return f'<iframe srcdoc="{page}" width="100%" height="600" style="border:0"></iframe>'
        cells = "".join(f"<td>{html.escape(fact)}</td>" for fact in self._facts())
        return f"<table><tr>{cells}</tr></table>"

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

    def positions(self, frame: int, layers: bool = True) -> np.ndarray:
        """(V, 3), the positions at a frame: of the two layers if the model has them, else of linear blend skinning.

        ``layers=False`` gives what programs play that do not know the extension.
        """
        moves, indices, values = self.transforms[frame][:, :3, :], self.weight_indices, self.weight_values
        if layers and self.layers is not None:
            moves = np.einsum("mc,mcrk->mrk", self.layers["virtual_values"], moves[self.layers["virtual_indices"]])
            indices, values = self.layers["vertex_virtual_indices"], self.layers["vertex_virtual_values"]
        blended = np.einsum("vk,vkrc->vrc", values, moves[indices])
        return np.einsum("vrc,vc->vr", blended[:, :, :3], self.rest) + blended[:, :, 3]

    def frame_errors(self, poses: np.ndarray) -> np.ndarray:
        """(F,), the root mean square distance of each frame from (F, V, 3) poses, in the unit of the poses."""
        return np.array([np.sqrt(((self.positions(f) - pose) ** 2).sum(axis=1).mean()) for f, pose in enumerate(poses)])
