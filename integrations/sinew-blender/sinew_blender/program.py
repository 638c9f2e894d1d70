"""Locates the ``sinew`` program and its Python package, which is in this folder in an installed add-on."""

from pathlib import Path

try:
    from . import sinew
except ImportError:  # from the sources: the package of sinew-python
    import sys

    sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "sinew-python"))
    import sinew

Cancelled = sinew.Cancelled
SinewError = sinew.SinewError
Result = sinew.Result
Run = sinew.Run
close_worker = sinew.close_worker
read_extension = sinew.read_extension


def find(preferences):
    """The command that starts Sinew: from the preferences, the variable SINEW, this folder, or the PATH."""
    return sinew.find_command(preferences.command or None, [Path(__file__).resolve().parent])
