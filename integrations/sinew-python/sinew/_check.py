"""Checks of arguments before a process is asked, with the caller's names and indices."""

from __future__ import annotations

import difflib
from typing import Any, Mapping, Optional

import numpy as np

from ._errors import BadInputError, UsageError
from ._options import NAMES


def check_positions(array: np.ndarray, name: str, dimensions: int, count: Optional[int] = None) -> np.ndarray:
    """The array, if it has the shape (V, 3) or (F, V, 3) and finite values."""
    wanted = "(F, V, 3)" if dimensions == 3 else "(V, 3)"
    if array.ndim != dimensions or array.shape[-1] != 3:
        raise BadInputError(f"{name} has the shape {array.shape}; expected {wanted}", 3)
    if 0 in array.shape:
        raise BadInputError(f"{name} has the shape {array.shape} and is empty", 3)
    if count is not None and array.shape[-2] != count:
        raise BadInputError(f"{name} has {array.shape[-2]:,} vertices; poses has {count:,}", 3)
    finite = np.isfinite(array)
    if not finite.all():
        place = tuple(int(k) for k in np.argwhere(~finite)[0])
        raise BadInputError(f"{name}[{', '.join(map(str, place))}] is {array[place]}; positions must be finite", 3)
    return array


def face_array(faces: Any) -> np.ndarray:
    """Faces as an array; lists of polygons with different numbers of corners become one list with -1 after each face."""
    if not isinstance(faces, np.ndarray) and len({len(face) for face in faces if hasattr(face, "__len__")}) > 1:
        return np.concatenate([[*face, -1] for face in faces]).astype(np.int64)
    return np.asarray(faces)


def check_faces(faces: np.ndarray, count: int) -> np.ndarray:
    """The array, if its entries are indices of vertices, or -1 where a face has ended."""
    if faces.ndim not in (1, 2) or faces.ndim == 2 and faces.shape[1] < 3:
        raise BadInputError(
            f"faces has the shape {faces.shape}; expected (T, 3), wider rows padded with -1, or a list with -1 after each face", 3
        )
    if not np.issubdtype(faces.dtype, np.integer):
        raise BadInputError(f"faces has the type {faces.dtype}; expected integers", 3)
    wrong = np.argwhere((faces < -1) | (faces >= count) if faces.dtype.kind == "i" else faces >= count)
    if len(wrong):
        place = tuple(int(k) for k in wrong[0])
        raise BadInputError(
            f"faces[{', '.join(map(str, place))}] is {int(faces[place])}; vertices are numbered from 0 to {count - 1}", 3
        )
    return faces


def check_options(verb: str, options: Mapping[str, Any]) -> None:
    """Rejects keywords that are not options of the verb."""
    known = NAMES[verb]
    for name in options:
        if name.strip("_") not in known:
            near = difflib.get_close_matches(name.strip("_"), known, 1)
            hint = f"; did you mean {near[0]}?" if near else f"; see help(sinew.{verb}) or docs/reference/options.md"
            raise UsageError(f"{verb} has no option {name}{hint}", 2)
