"""Finds the ``sinew`` command, runs it, and tells how far it is."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Callable, List, Optional, Sequence, Union

from ._errors import NotFoundError, error_for

Command = Union[str, "os.PathLike[str]", Sequence[str]]

_STEP = re.compile(r"^(?P<stage>[^:]+)(: (?P<iteration>\d+) of (?P<iterations>\d+))?(, error (?P<error>[\d.eE+-]+))?")


@dataclass(frozen=True)
class Progress:
    """What a run is doing.

    ``text`` is the line as Sinew says it; the other fields are what could be read from it.
    """

    text: str
    stage: str
    iteration: Optional[int] = None
    iterations: Optional[int] = None
    error: Optional[float] = None

    @property
    def fraction(self) -> Optional[float]:
        """From 0 to 1 within the stage, where it counts its steps."""
        return self.iteration / self.iterations if self.iteration is not None and self.iterations else None

    @staticmethod
    def parse(line: str) -> "Progress":
        found = _STEP.match(line)
        if not found:
            return Progress(line, line)
        number = lambda name, kind: kind(found[name]) if found[name] else None  # noqa: E731
        try:
            error = number("error", float)
        except ValueError:
            error = None
        return Progress(line, found["stage"], number("iteration", int), number("iterations", int), error)


def _java(jar: Path) -> List[str]:
    home = os.environ.get("JAVA_HOME")
    java = str(Path(home) / "bin" / "java") if home else shutil.which("java")
    if not java or not shutil.which(java):
        raise NotFoundError(
            f"{jar} needs Java 17 or newer, and there is none: install it (adoptium.net, or apt install "
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
        raise NotFoundError(f"there is no sinew in the folder {path}")
    if path.suffix == ".jar" and path.is_file():
        return _java(path)
    found = shutil.which(str(path))
    if not found:
        raise NotFoundError(f"there is no command {command}")
    return [found]


def find_command(command: Optional[Command] = None, folders: Sequence[Union[str, Path]] = ()) -> List[str]:
    """The words that start Sinew.

    Looked for in this order: the argument (a launcher, a ``sinew.jar``, a folder with one of them, or a list of
    words), the environment variable SINEW, a ``sinew.jar`` in one of ``folders`` or beside this package, and the PATH.
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
            "there is no sinew: give its place as the argument command or in the environment variable SINEW, or put "
            "it on the PATH"
        )
    return [found]


class Run:
    """One run of ``sinew`` in the background: ``poll`` it, ``wait`` for it, or ``cancel`` it."""

    def __init__(self, arguments: Sequence[str], command: Optional[Sequence[str]] = None) -> None:
        self.arguments = [*(command or find_command()), *map(str, arguments)]
        self._said: List[str] = []
        self._latest: Optional[Progress] = None
        hidden = getattr(subprocess, "CREATE_NO_WINDOW", 0)
        try:
            self._process = subprocess.Popen(
                self.arguments,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                encoding="utf-8",
                errors="replace",
                creationflags=hidden,
            )
        except OSError as failure:
            raise NotFoundError(f"{self.arguments[0]} cannot be started: {failure.strerror or failure}") from failure
        self._out: List[str] = []
        self._readers = [
            threading.Thread(target=self._hear, daemon=True),
            threading.Thread(target=lambda: self._out.append(self._process.stdout.read()), daemon=True),
        ]
        for reader in self._readers:
            reader.start()

    def _hear(self) -> None:
        for line in self._process.stderr:
            line = line.rstrip()
            self._said.append(line)
            if line and not line.startswith("sinew"):
                self._latest = Progress.parse(line)

    @property
    def progress(self) -> Optional[Progress]:
        """The latest that is known."""
        return self._latest

    def poll(self) -> bool:
        """Whether it is over."""
        return self._process.poll() is not None

    def cancel(self) -> None:
        """Asks it to stop; it puts away what it has begun to write."""
        if not self.poll():
            self._process.terminate()

    def wait(self, progress: Optional[Callable[[Progress], object]] = None) -> str:
        """Standard output of a run that went well; else raises what went wrong.

        ``progress`` is called with what is new, several times per second; where it returns False, the run is cancelled.
        """
        told: Optional[Progress] = None
        try:
            while True:
                try:
                    self._process.wait(0.1 if progress else None)
                except subprocess.TimeoutExpired:
                    pass
                if progress and self._latest is not None and self._latest is not told:
                    told = self._latest
                    if progress(told) is False:
                        self.cancel()
                if self.poll():
                    break
        except BaseException:
            self.cancel()  # Ctrl-C, or a callback that failed
            self._process.wait()
            self._close()
            raise
        return self.outcome()

    def outcome(self) -> str:
        """The same for a run that is over."""
        self._close()
        if self._process.returncode != 0:
            raise error_for(self._process.returncode, "\n".join(self._said))
        return "".join(self._out)

    def _close(self) -> None:
        for reader in self._readers:
            reader.join(10)
        self._process.stdout.close()
        self._process.stderr.close()
