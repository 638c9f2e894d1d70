"""Animated meshes become skinned ones: NumPy arrays in, NumPy arrays out.

>>> import sinew
>>> result = sinew.fit(poses, faces, bones=30)          # poses (F, V, 3), faces (T, 3)
>>> result.error, result.weight_values.shape, result.transforms.shape

Everything is solved by the ``sinew`` command, which is found by the argument ``command``, the environment variable
SINEW, beside this package, or on the PATH; it needs Java 17 or newer.
"""

from ._command import Progress, Run, find_command
from ._errors import BadInputError, Cancelled, NotFoundError, SinewError, UsageError
from ._result import Evaluation, Result
from ._verbs import compress, evaluate, fit, linearize, pose, reduce, rig, weights

__version__ = "1.0.0"

__all__ = [
    "BadInputError",
    "Cancelled",
    "Evaluation",
    "NotFoundError",
    "Progress",
    "Result",
    "Run",
    "SinewError",
    "UsageError",
    "compress",
    "evaluate",
    "find_command",
    "fit",
    "linearize",
    "pose",
    "reduce",
    "rig",
    "weights",
]
