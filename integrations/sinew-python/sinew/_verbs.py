"""The verbs of the ``sinew`` command as functions."""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path
from typing import Any, Callable, Dict, List, Mapping, Optional, Union

import numpy as np

from ._command import Command, Run, find_command
from ._progress import Progress
from ._result import Evaluation, Folder, Result

PathLike = Union[str, "os.PathLike[str]"]
Sequence = Union[np.ndarray, PathLike]
Model = Union[Result, PathLike]
OnProgress = Optional[Callable[[Progress], object]]


def fit(
    poses: Sequence,
    faces: Optional[np.ndarray] = None,
    *,
    bones: Optional[int] = None,
    error: Optional[float] = None,
    rest: Optional[np.ndarray] = None,
    fps: Optional[float] = None,
    output: Optional[PathLike] = None,
    report: Optional[PathLike] = None,
    progress: OnProgress = None,
    command: Optional[Command] = None,
    **options: Any,
) -> Result:
    """Converts a mesh sequence to a skinned model with few bones and few influences per vertex.

    :param poses: (F, V, 3) positions, or a file or folder that ``sinew fit`` reads
    :param faces: (T, 3) vertex indices; for other polygons wider rows padded with -1, or a flat list with -1 after each face
    :param bones: number of bones; or ``error``: the fewest bones with at most this E_RMS; or ``from_=MODEL``: bones of a rig
    :param rest: (V, 3) rest pose; default: the first frame
    :param output: path of the .glb; default: a temporary folder that lives as long as the result
    :param report: path of an HTML report
    :param progress: called with a :class:`Progress` during the run; returning False cancels it
    :param command: the ``sinew`` command, see :func:`find_command`
    :param options: the other options of ``sinew fit``: ``bone_type="rigid"`` is ``--bone-type rigid``, ``True`` sets
        a flag, a list repeats an option, an array is passed as a file: ``importance=`` (V,) is a weight per vertex
    """
    with_bones = {"bones": bones, "error": error, **options}
    return _model("fit", _Sequence(poses, faces, rest, fps), with_bones, output, report, progress, command)


def rig(
    poses: Sequence,
    faces: Optional[np.ndarray] = None,
    *,
    bones: Optional[int] = None,
    rest: Optional[np.ndarray] = None,
    fps: Optional[float] = None,
    output: Optional[PathLike] = None,
    report: Optional[PathLike] = None,
    progress: OnProgress = None,
    command: Optional[Command] = None,
    **options: Any,
) -> Result:
    """Finds a skeleton with joints, weights and motion from poses. Parameters as in :func:`fit`."""
    sequence = _Sequence(poses, faces, rest, fps)
    return _model("rig", sequence, {"bones": bones, **options}, output, report, progress, command)


def compress(
    model: Model,
    *,
    examples: Optional[Sequence] = None,
    output: Optional[PathLike] = None,
    report: Optional[PathLike] = None,
    progress: OnProgress = None,
    command: Optional[Command] = None,
    **options: Any,
) -> Result:
    """Compresses a dense rig to the cost of a sparse one, by ``bones_per_vertex``, ``virtual_bones`` or ``error``.

    :param model: a .glb or .gltf, or the result of :func:`fit` or another function
    :param examples: (F, V, 3) poses to follow, or a file; frame k belongs to key k
    """
    return _model("compress", _Model(model, examples), options, output, report, progress, command)


def reduce(
    model: Model,
    influences: int,
    *,
    examples: Optional[Sequence] = None,
    output: Optional[PathLike] = None,
    report: Optional[PathLike] = None,
    progress: OnProgress = None,
    command: Optional[Command] = None,
    **options: Any,
) -> Result:
    """Reduces the influences per vertex by a ``method``. Parameters as in :func:`compress`."""
    options = {"influences": influences, **options}
    return _model("reduce", _Model(model, examples), options, output, report, progress, command)


def weights(
    rest: Sequence,
    faces: Optional[np.ndarray] = None,
    *,
    handles: Union[Mapping[str, Any], List[Mapping[str, Any]], PathLike],
    examples: Optional[Sequence] = None,
    output: Optional[PathLike] = None,
    report: Optional[PathLike] = None,
    progress: OnProgress = None,
    command: Optional[Command] = None,
    **options: Any,
) -> Result:
    """Computes weights for handles: points, bones, regions, or a cage.

    :param rest: (V, 3) positions, or a mesh file
    :param handles: see docs/reference/handles.md: the list, the whole object, or a file (.json, .tgf, .glb)
    :param examples: (F, V, 3) poses to learn from, or a file
    """
    return _model("weights", _Mesh(rest, faces, handles, examples), options, output, report, progress, command)


def linearize(
    model: Model,
    *,
    output: Optional[PathLike] = None,
    report: Optional[PathLike] = None,
    progress: OnProgress = None,
    command: Optional[Command] = None,
    **options: Any,
) -> Result:
    """Adds blend bones so that linear skinning looks like dual-quaternion skinning.

    ``blend_bones`` or ``error`` sets the number of added bones; ``operator`` the skinning to approximate.
    """
    return _model("linearize", _Model(model, None), options, output, report, progress, command)


def pose(
    model: Model,
    targets: Union[Mapping[str, Any], List[Mapping[str, Any]], PathLike],
    *,
    progress: OnProgress = None,
    command: Optional[Command] = None,
    **options: Any,
) -> np.ndarray:
    """Poses a model of :func:`weights` by its handles. Returns (F, V, 3); one frame if there are no keyframes.

    :param targets: see docs/reference/handles.md: the list, the whole object, or a file
    """
    with tempfile.TemporaryDirectory(prefix="sinew-") as folder:
        file = _json_file(targets, "targets", Path(folder) / "targets.json")
        posed = Path(folder) / "posed.npz"
        arguments = ["pose", _model_path(model), "--targets", file, "-o", posed, *_options(options)]
        Run(arguments, find_command(command)).wait(progress)
        with np.load(posed) as arrays:
            return arrays["poses"]


def evaluate(
    model: Model,
    against: Sequence,
    faces: Optional[np.ndarray] = None,
    *,
    progress: OnProgress = None,
    command: Optional[Command] = None,
    **options: Any,
) -> Evaluation:
    """Measures the errors of a model against a sequence, in every metric.

    :param against: (F, V, 3), or a file; frame k is compared with key k
    :param faces: of the sequence; default for a :class:`Result`: those of the model
    """
    if faces is None and isinstance(model, Result):
        faces = model.faces
    with tempfile.TemporaryDirectory(prefix="sinew-") as folder:
        truth = _Sequence(against, faces, None, None).write(Path(folder), "against")
        tree = Path(folder) / "report.json"
        arguments = ["evaluate", _model_path(model), "--against", truth, "--json", tree, *_options(options)]
        Run(arguments, find_command(command)).wait(progress)
        return Evaluation(json.loads(tree.read_text("utf-8")))


class _Sequence:
    """Input poses: arrays to be written to a file, or a file."""

    def __init__(self, poses: Sequence, faces: Any, rest: Any, fps: Optional[float]) -> None:
        self.poses, self.faces, self.rest, self.fps = poses, faces, rest, fps

    def write(self, folder: Path, stem: str) -> Path:
        if isinstance(self.poses, (str, os.PathLike)):
            if self.faces is not None or self.rest is not None:
                raise TypeError("faces and rest are only allowed if poses is an array; a file has its own")
            return Path(self.poses)
        arrays: Dict[str, np.ndarray] = {"poses": _floats(self.poses)}
        if self.faces is not None:
            arrays["faces"] = np.asarray(self.faces)
        if self.rest is not None:
            arrays["rest"] = _floats(self.rest)
        if self.fps is not None:
            arrays["fps"] = np.float64(self.fps)
        np.savez(folder / f"{stem}.npz", **arrays)
        return folder / f"{stem}.npz"

    def arguments(self, folder: Path) -> List[Any]:
        rate = ["--fps", self.fps] if self.fps is not None and isinstance(self.poses, (str, os.PathLike)) else []
        return [self.write(folder, "poses"), *rate]


class _Model:
    """An input model with the poses to follow."""

    def __init__(self, model: Model, examples: Optional[Sequence]) -> None:
        self.model, self.examples = model, examples

    def arguments(self, folder: Path) -> List[Any]:
        if self.examples is None:
            return [_model_path(self.model)]
        faces = None
        if isinstance(self.examples, np.ndarray):
            if not isinstance(self.model, Result):
                raise TypeError("examples as an array need a Result as model, for its faces; pass a file instead")
            faces = self.model.faces
        examples = _Sequence(self.examples, faces, None, None).write(folder, "examples")
        return [_model_path(self.model), "--examples", examples]


class _Mesh:
    """An input mesh with its handles and the poses to learn from."""

    def __init__(self, rest: Sequence, faces: Any, handles: Any, examples: Optional[Sequence]) -> None:
        self.rest, self.faces, self.handles, self.examples = rest, faces, handles, examples

    def arguments(self, folder: Path) -> List[Any]:
        mesh: Any = self.rest
        if not isinstance(mesh, (str, os.PathLike)):
            faces = {} if self.faces is None else {"faces": np.asarray(self.faces)}
            np.savez(folder / "mesh.npz", rest=_floats(mesh), **faces)
            mesh = folder / "mesh.npz"
        words = [mesh, "--handles", _json_file(self.handles, "handles", folder / "handles.json")]
        if self.examples is not None:
            own = self.faces if isinstance(self.examples, np.ndarray) else None
            words += ["--examples", _Sequence(self.examples, own, None, None).write(folder, "examples")]
        return words


def _floats(values: Any) -> np.ndarray:
    array = np.asarray(values)
    return array if array.dtype in (np.float32, np.float64) else array.astype(np.float64)


def _json_file(content: Any, name: str, file: Path) -> Path:
    if isinstance(content, (str, os.PathLike)):
        return Path(content)
    file.write_text(json.dumps(content if isinstance(content, Mapping) else {name: list(content)}), "utf-8")
    return file


def _model_path(model: Model) -> Path:
    return model.model if isinstance(model, Result) else Path(model)


def _saved(options: Mapping[str, Any], folder: Path) -> Dict[str, Any]:
    """The options, with arrays replaced by files."""
    saved = dict(options)
    for name, value in options.items():
        if isinstance(value, np.ndarray):
            saved[name] = folder / f"{name.strip('_')}.npy"
            np.save(saved[name], _floats(value))
    return saved


def _options(options: Mapping[str, Any]) -> List[str]:
    words: List[str] = []
    for name, value in options.items():
        option = "--" + name.strip("_").replace("_", "-")
        if value is True:
            words.append(option)
        elif value is None or value is False:
            continue
        elif isinstance(value, (list, tuple)):
            words += [word for each in value for word in (option, str(each))]
        else:
            words += [option, str(_model_path(value)) if isinstance(value, Result) else str(value)]
    return words


def _model(
    verb: str,
    given: Any,
    options: Mapping[str, Any],
    output: Optional[PathLike],
    report: Optional[PathLike],
    progress: OnProgress,
    command: Optional[Command],
) -> Result:
    """Runs a verb that produces a model, and reads its arrays."""
    words = find_command(command)
    keeps = Folder()
    folder = keeps.path
    model = Path(output) if output else folder / "model.glb"
    arrays, tree = folder / "arrays.npz", folder / "report.json"
    arguments = [verb, *given.arguments(folder), "-o", model, "--arrays", arrays, "--json", tree, *_options(_saved(options, folder))]
    if report:
        arguments += ["--report", report]
    Run(arguments, words).wait(progress)
    return Result.read(arrays, tree, model, Path(report) if report else None, None if output else keeps)
