"""The verbs of the ``sinew`` command as functions."""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Callable, Dict, List, Mapping, NamedTuple, Optional, Union

import numpy as np

if TYPE_CHECKING:  # the options of each verb, for editors and type checkers
    from typing_extensions import Unpack

    from . import _options as options_of

from ._check import check_faces, check_options, check_positions, face_array
from ._command import Command, Run, find_command
from ._errors import UsageError
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
    **options: "Unpack[options_of.FitOptions]",
) -> Result:
    """Converts a mesh sequence to a skinned model with few bones and few influences per vertex.

    :param poses: (F, V, 3) positions, or a file or folder that ``sinew fit`` reads
    :param faces: (T, 3) vertex indices; for other polygons wider rows padded with -1, or a flat list with -1 after each face
    :param bones: number of bones; or ``error``: the fewest bones with at most this error, in percent of the size; or ``from_=MODEL``: bones of a rig
    :param rest: (V, 3) rest pose; default: the first frame
    :param output: path of the .glb; default: a temporary folder that lives as long as the result
    :param report: path of an HTML report
    :param progress: called with a :class:`Progress` during the run; returning False cancels it
    :param command: the ``sinew`` command, see :func:`find_command`
    :param options: the other options of ``sinew fit``: ``bone_type="rigid"`` is ``--bone-type rigid``, ``True`` sets
        a flag, a list repeats an option, an array is passed as a file: ``importance=`` (V,) is a weight per vertex
    """
    with_bones = {"bones": bones, "error": error, **options}
    check_options("fit", with_bones)
    if not any(with_bones.get(goal) is not None for goal in ("bones", "error", "max_erms", "from_", "morphs")):
        raise UsageError("fit needs bones=N, error=PERCENT or from_=MODEL", 2)
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
    **options: "Unpack[options_of.RigOptions]",
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
    **options: "Unpack[options_of.CompressOptions]",
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
    **options: "Unpack[options_of.ReduceOptions]",
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
    **options: "Unpack[options_of.WeightsOptions]",
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
    **options: "Unpack[options_of.LinearizeOptions]",
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
    **options: "Unpack[options_of.PoseOptions]",
) -> np.ndarray:
    """Poses a model of :func:`weights` by its handles. Returns (F, V, 3); one frame if there are no keyframes.

    :param targets: see docs/reference/handles.md: the list, the whole object, or a file
    """
    with tempfile.TemporaryDirectory(prefix="sinew-") as folder:
        check_options("pose", options)
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
    **options: "Unpack[options_of.EvaluateOptions]",
) -> Evaluation:
    """Measures the errors of a model against a sequence, in every metric.

    :param against: (F, V, 3), or a file; frame k is compared with key k
    :param faces: of the sequence; default for a :class:`Result`: those of the model
    """
    check_options("evaluate", options)
    if faces is None and isinstance(model, Result) and not isinstance(against, (str, os.PathLike)):
        faces = model.faces
    with tempfile.TemporaryDirectory(prefix="sinew-") as folder:
        truth = _Sequence(against, faces, None, None, "against").write(Path(folder), "against")
        tree = Path(folder) / "report.json"
        arguments = ["evaluate", _model_path(model), "--against", truth, "--json", tree, *_options(options)]
        Run(arguments, find_command(command)).wait(progress)
        return Evaluation(json.loads(tree.read_text("utf-8")))


def retarget(
    model: Model,
    motion: Model,
    *,
    output: Optional[PathLike] = None,
    progress: OnProgress = None,
    command: Optional[Command] = None,
    **options: "Unpack[options_of.RetargetOptions]",
) -> Result:
    """Puts the motion of a file (.bvh, .glb, .fbx, .usda) or of another result onto a model, as a new clip."""
    given = _Words(_model_path(model), "--motion", _model_path(motion))
    return _model("retarget", given, options, output, None, progress, command)


def edit(
    model: Model,
    *,
    output: Optional[PathLike] = None,
    report: Optional[PathLike] = None,
    progress: OnProgress = None,
    command: Optional[Command] = None,
    **options: "Unpack[options_of.EditOptions]",
) -> Result:
    """Edits a skeleton: ``edit(model, rename=["bone_03=head"], remove="tail_4")``."""
    return _model("edit", _Words(_model_path(model)), options, output, report, progress, command)


def read(path: PathLike, *, command: Optional[Command] = None, **options: "Unpack[options_of.ConvertOptions]") -> Result:
    """Reads a skinned model as arrays. ``clip="walk"`` chooses one of several clips."""
    return _model("convert", _Words(Path(path)), options, None, None, None, command)


def convert(
    source: Model, output: PathLike, *, command: Optional[Command] = None, **options: "Unpack[options_of.ConvertOptions]"
) -> Path:
    """Converts a file or a result to another format, by the ending of ``output``."""
    check_options("convert", options)
    Run(["convert", _model_path(source), "-o", output, *_options(options)], find_command(command)).wait()
    return Path(output)


def info(path: Model, *, command: Optional[Command] = None) -> Dict[str, Any]:
    """What a file contains: vertices, faces, frames, bones, clips, size."""
    return json.loads(Run(["info", _model_path(path), "--json", "-"], find_command(command)).wait())


class Sample(NamedTuple):
    """A procedural sequence: ``sinew.fit(*sample[:2], bones=20)``."""

    poses: np.ndarray
    """(F, V, 3)."""
    faces: np.ndarray
    fps: float


def sample(name: str, *, command: Optional[Command] = None, **options: "Unpack[options_of.SampleOptions]") -> Sample:
    """Makes a procedural sequence: ``cape``, ``creature``, ``flag``, ``mannequin`` and others."""
    check_options("sample", options)
    with tempfile.TemporaryDirectory(prefix="sinew-") as folder:
        frames, file = Path(folder) / "sample.pc2", Path(folder) / "sample.npz"
        Run(["sample", name, "-o", frames, *_options(options)], find_command(command)).wait()
        Run(["convert", frames.with_suffix(".obj"), "-o", file], find_command(command)).wait()
        with np.load(file) as arrays:
            return Sample(arrays["poses"], arrays["faces"], float(arrays["fps"]))


class _Sequence:
    """Input poses: arrays to be written to a file, or a file."""

    def __init__(self, poses: Sequence, faces: Any, rest: Any, fps: Optional[float], name: str = "poses") -> None:
        self.poses, self.faces, self.rest, self.fps, self.name = poses, faces, rest, fps, name

    def write(self, folder: Path, stem: str) -> Path:
        if isinstance(self.poses, (str, os.PathLike)):
            if self.faces is not None or self.rest is not None:
                raise TypeError("faces and rest are only allowed if poses is an array; a file has its own")
            return Path(self.poses)
        arrays: Dict[str, np.ndarray] = {"poses": check_positions(_floats(self.poses), self.name, 3)}
        count = arrays["poses"].shape[1]
        if self.faces is not None:
            arrays["faces"] = check_faces(face_array(self.faces), count)
        if self.rest is not None:
            arrays["rest"] = check_positions(_floats(self.rest), "rest", 2, count)
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
        examples = _Sequence(self.examples, faces, None, None, "examples").write(folder, "examples")
        return [_model_path(self.model), "--examples", examples]


class _Words:
    """Input that needs no file to be written."""

    def __init__(self, *words: Any) -> None:
        self.words = words

    def arguments(self, folder: Path) -> List[Any]:
        return list(self.words)


class _Mesh:
    """An input mesh with its handles and the poses to learn from."""

    def __init__(self, rest: Sequence, faces: Any, handles: Any, examples: Optional[Sequence]) -> None:
        self.rest, self.faces, self.handles, self.examples = rest, faces, handles, examples

    def arguments(self, folder: Path) -> List[Any]:
        mesh: Any = self.rest
        if not isinstance(mesh, (str, os.PathLike)):
            points = check_positions(_floats(mesh), "rest", 2)
            faces = {} if self.faces is None else {"faces": check_faces(face_array(self.faces), len(points))}
            np.savez(folder / "mesh.npz", rest=points, **faces)
            mesh = folder / "mesh.npz"
        words = [mesh, "--handles", _json_file(self.handles, "handles", folder / "handles.json")]
        if self.examples is not None:
            own = self.faces if isinstance(self.examples, np.ndarray) else None
            words += ["--examples", _Sequence(self.examples, own, None, None, "examples").write(folder, "examples")]
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
        if isinstance(value, np.ndarray) or name == "importance" and isinstance(value, (list, tuple)):
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
    check_options(verb, options)
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
