"""The ``sinew`` program and the package that calls it, which stands in this folder in an installed add-on."""

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


def find(preferences):
    """The words that start it: by preference, the variable SINEW, this folder, or the PATH."""
    return sinew.find_command(preferences.command or None, [Path(__file__).resolve().parent])
