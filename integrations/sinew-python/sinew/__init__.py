"""Converts animated meshes to skinned models, with NumPy arrays as input and output.

>>> import sinew
>>> result = sinew.fit(poses, faces, bones=30)          # poses (F, V, 3), faces (T, 3)
>>> result.error, result.weight_values.shape, result.transforms.shape

The ``sinew`` command solves everything. It is found by the argument ``command``, the environment variable SINEW, next
to this package, or on the PATH, and needs Java 17 or newer. One process is kept and reused.
"""

from ._command import Run, find_command
from ._errors import BadInputError, Cancelled, NotFoundError, SinewError, UsageError
from ._progress import Progress
from ._result import Evaluation, Result, read_extension
from ._verbs import (
    Sample,
    compress,
    convert,
    edit,
    evaluate,
    fit,
    info,
    linearize,
    pose,
    read,
    reduce,
    retarget,
    rig,
    sample,
    weights,
)
from ._worker import close_worker

__version__ = "1.0.0"

__all__ = [
    "BadInputError",
    "Cancelled",
    "Evaluation",
    "NotFoundError",
    "Progress",
    "Result",
    "Run",
    "Sample",
    "SinewError",
    "UsageError",
    "close_worker",
    "compress",
    "convert",
    "edit",
    "evaluate",
    "find_command",
    "fit",
    "info",
    "linearize",
    "pose",
    "read",
    "read_extension",
    "reduce",
    "retarget",
    "rig",
    "sample",
    "weights",
]
