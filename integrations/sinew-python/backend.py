"""Builds the wheel: a zip archive with the package, its metadata and a list of checksums (PEP 427, PEP 517).

Needs Python only. ``python backend.py FOLDER`` writes the wheel without pip. If SINEW_JAR is the path of a ``sinew.jar``,
the wheel contains the program, and its users only need Java. If SINEW_RUNTIME is the folder of a Java runtime for this system,
the wheel contains that too, fits this system only, and its users need nothing.
"""

import base64
import hashlib
import os
import re
import sys
import sysconfig
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
EARLIEST = (1980, 1, 1, 0, 0, 0)


def _project(field):
    """A plain text field of the table [project]; tomllib needs Python 3.11."""
    return re.search(rf'^{field} = "(.*)"$', (HERE / "pyproject.toml").read_text("utf-8"), re.MULTILINE).group(1)


def _metadata():
    return (
        "Metadata-Version: 2.1\n"
        f"Name: {_project('name')}\n"
        f"Version: {_project('version')}\n"
        f"Summary: {_project('description')}\n"
        f"Requires-Python: {_project('requires-python')}\n"
        "Requires-Dist: numpy\n"
        "Description-Content-Type: text/markdown\n\n" + (HERE / "README.md").read_text("utf-8")
    )


def _contents(info):
    files = {f"sinew/{path.name}": path.read_bytes() for path in sorted((HERE / "sinew").iterdir()) if path.is_file()}
    jar = os.environ.get("SINEW_JAR")
    if jar:
        files["sinew/sinew.jar"] = Path(jar).read_bytes()
    runtime = os.environ.get("SINEW_RUNTIME")
    for path in sorted(Path(runtime).rglob("*")) if runtime else ():
        if path.is_file():
            files[f"sinew/runtime/{path.relative_to(runtime).as_posix()}"] = path.read_bytes()
    files[f"{info}/METADATA"] = _metadata().encode("utf-8")
    pure = "false" if runtime else "true"
    files[f"{info}/WHEEL"] = f"Wheel-Version: 1.0\nGenerator: sinew\nRoot-Is-Purelib: {pure}\nTag: {_tag()}\n".encode("utf-8")
    return files


def _tag():
    """For any system, or for this one if a runtime is inside."""
    if not os.environ.get("SINEW_RUNTIME"):
        return "py3-none-any"
    return "py3-none-" + sysconfig.get_platform().replace("-", "_").replace(".", "_")


def _checksum(content):
    return "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode("ascii")


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """PEP 517 hook, called by pip."""
    stem = f"{_project('name')}-{_project('version')}"
    info = f"{stem}.dist-info"
    files = _contents(info)
    record = "".join(f"{name},{_checksum(content)},{len(content)}\n" for name, content in files.items())
    files[f"{info}/RECORD"] = f"{record}{info}/RECORD,,\n".encode("utf-8")
    wheel = f"{stem}-{_tag()}.whl"
    with zipfile.ZipFile(Path(wheel_directory) / wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name, EARLIEST)  # the same files give the same bytes
            entry.compress_type = zipfile.ZIP_DEFLATED
            runs = "/runtime/bin/" in name or name.endswith(("/runtime/lib/jspawnhelper", "/runtime/lib/jexec"))
            entry.external_attr = (0o100755 if runs else 0o100644) << 16
            archive.writestr(entry, content)
    return wheel


def get_requires_for_build_wheel(config_settings=None):
    return []


def build_sdist(sdist_directory, config_settings=None):
    raise NotImplementedError("only wheels are supported; the sources are in the project's repository")


if __name__ == "__main__":
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "dist")
    folder.mkdir(parents=True, exist_ok=True)
    print(folder / build_wheel(folder))
