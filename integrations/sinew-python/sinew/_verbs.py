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
    """A mesh sequence becomes a skinned model with few bones and few weights per vertex.

    :param poses: (F, V, 3) positions, or a file or folder that ``sinew fit`` reads
    :param faces: (T, 3) indices of vertices, rows of more columns filled up with -1, or a list in which -1 ends a face
    :param bones: how many; or ``error``: as few as bring E_RMS to it or below; or ``from_=MODEL``: those of a rig
    :param rest: (V, 3) rest pose; the first frame without it
    :param output: where the .glb goes; without it into a folder that lives as long as the result
    :param report: where a page to look at goes
    :param progress: called with a :class:`Progress` while it works; the run is cancelled where it returns False
    :param command: the ``sinew`` to call, see :func:`find_command`
    :param options: the other options of ``sinew fit``: ``bone_type="rigid"`` is ``--bone-type rigid``, ``True`` a flag,
        a list an option that is repeated, an array a file: ``importance=`` (V,) says how much each vertex counts
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
    """Poses become a skeleton with joints, weights and motion. Parameters as of :func:`fit`; ``bones`` bounds them."""
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
    """A dense rig at the price of a sparse one; ``bones_per_vertex``, ``virtual_bones`` or ``error`` says how far.

    :param model: a .glb or .gltf, or what :func:`fit` or another function returned
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
    """Fewer influences per vertex. Parameters as of :func:`compress`; ``method`` says how."""
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
    """Weights for handles: points, bones, regions, a cage.

    :param rest: (V, 3) positions, or a mesh file
    :param handles: as docs/handles.md says: the list, the whole object, or a file (.json, .tgf, .glb)
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
    """A rig that looks like dual-quaternion skinning where only linear skinning exists.

    ``blend_bones`` or ``error`` says how many bones are added; ``operator`` what it is to look like.
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
    """Moves the handles of a model that :func:`weights` made: (F, V, 3), one frame where there are no keyframes.

    :param targets: as docs/handles.md says: the list, the whole object, or a file
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
    """How far a model is from a sequence, in every metric.

    :param against: (F, V, 3), or a file; frame k is compared with key k
    :param faces: of the sequence; where the model is a :class:`Result`, its own without it
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
    """Poses that are an input: arrays to be written into a file, or a file already."""

    def __init__(self, poses: Sequence, faces: Any, rest: Any, fps: Optional[float]) -> None:
        self.poses, self.faces, self.rest, self.fps = poses, faces, rest, fps

    def write(self, folder: Path, stem: str) -> Path:
        if isinstance(self.poses, (str, os.PathLike)):
            if self.faces is not None or self.rest is not None:
                raise TypeError("faces and rest are for poses that are an array, a file has its own")
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
    """A model that is an input, with the poses it is to follow."""

    def __init__(self, model: Model, examples: Optional[Sequence]) -> None:
        self.model, self.examples = model, examples

    def arguments(self, folder: Path) -> List[Any]:
        if self.examples is None:
            return [_model_path(self.model)]
        faces = None
        if isinstance(self.examples, np.ndarray):
            if not isinstance(self.model, Result):
                raise TypeError("examples that are an array need a model that is a Result, for its faces; or name a file")
            faces = self.model.faces
        examples = _Sequence(self.examples, faces, None, None).write(folder, "examples")
        return [_model_path(self.model), "--examples", examples]


class _Mesh:
    """A mesh that is an input, with its handles and the poses to learn from."""

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
    """The options with arrays as the files that the command takes for them."""
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
    """Runs a verb that makes a model, and reads its arrays."""
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
