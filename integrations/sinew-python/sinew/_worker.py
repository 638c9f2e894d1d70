"""Keeps one ``sinew worker`` process and sends it requests: a warm process runs a short command in a third of the time.

The worker belongs to one command, working directory and environment. It is replaced if one of them changes.
"""

from __future__ import annotations

import atexit
import json
import os
import subprocess
import threading
from typing import Any, Dict, List, Optional, Set, Tuple

from ._progress import Progress

# Grace period of a cancelled request before the worker is killed.
_CANCEL_SECONDS = 10

_Key = Tuple[Tuple[str, ...], str, frozenset]


class Job:
    """A request that runs in a worker."""

    def __init__(self, worker: "_Worker", number: int) -> None:
        self._worker, self._number = worker, number
        self._over = threading.Event()
        self._messages: List[str] = []
        self._result: Optional[str] = None
        self.progress: Optional[Progress] = None
        self.code: Optional[int] = None
        self.error_text = ""
        # : whether the worker ended before its first answer, as a program without worker support does
        self.never_started = False

    def receive(self, line: Dict[str, Any]) -> None:
        if "progress" in line:
            step = line["progress"]
            counts = (step.get("iteration"), step.get("iterations"), step.get("error"))
            self.progress = Progress(step.get("text", ""), step.get("stage", ""), *counts)
        elif "message" in line:
            self._messages.append(line["message"])
        elif "exit" in line:
            self._result = json.dumps(line["result"]) if "result" in line else None
            self.end(line["exit"], "sinew: " + line["error"]["message"] if "error" in line else "")

    def end(self, code: int, error_text: str) -> None:
        self.code, self.error_text = code, error_text
        self._over.set()

    @property
    def output(self) -> str:
        return "".join(message + "\n" for message in self._messages) if self._result is None else self._result

    def wait(self, seconds: Optional[float]) -> bool:
        return self._over.wait(seconds)

    def cancel(self) -> None:
        self._worker.send({"cancel": self._number})
        timer = threading.Timer(_CANCEL_SECONDS, lambda: None if self._over.is_set() else self._worker.kill())
        timer.daemon = True
        timer.start()

    def close(self) -> None:
        """Does nothing: the worker stays."""


class _Worker:
    """The process; it runs one request at a time."""

    def __init__(self, key: _Key) -> None:
        self.key = key
        self.owner = os.getpid()
        self.job: Optional[Job] = None
        self._requests = 0
        self._answered = False
        self._process = subprocess.Popen(
            [*key[0], "worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            encoding="utf-8",
            errors="replace",
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            start_new_session=os.name == "posix",  # Ctrl-C cancels the request, not the worker
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def busy(self) -> bool:
        return self.job is not None and not self.job.wait(0)

    @property
    def ended(self) -> bool:
        return self._process.poll() is not None

    def start(self, arguments: List[str]) -> Job:
        self._requests += 1
        self.job = Job(self, self._requests)
        self.send({"id": self._requests, "arguments": arguments, "directory": self.key[1]})
        return self.job

    def send(self, line: Dict[str, Any]) -> None:
        try:
            self._process.stdin.write(json.dumps(line) + "\n")
            self._process.stdin.flush()
        except (OSError, ValueError):
            pass  # it has ended, which the reader notices

    def _read(self) -> None:
        for text in self._process.stdout:
            try:
                line = json.loads(text)
                number = line.get("id")
            except (ValueError, AttributeError):
                continue
            if self.job is not None and number == self._requests:
                self._answered = True
                self.job.receive(line)
        code = self._process.wait()
        job = self.job
        if job is not None and not job.wait(0):
            if not self._answered:
                _unusable.add(self.key)
                job.never_started = True
            job.end(code or 1, f"sinew: the worker ended unexpectedly (exit code {code})")

    def kill(self) -> None:
        self._process.terminate()

    def close(self) -> None:
        """Ends the process, at once if it is idle."""
        try:
            self._process.stdin.close()
        except OSError:
            pass
        if self.busy:
            self.kill()
        try:
            self._process.wait(_CANCEL_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._reader.join(_CANCEL_SECONDS)
        self._process.stdout.close()


_lock = threading.Lock()
_current: Optional[_Worker] = None
_unusable: Set[_Key] = set()


def submit(command: List[str], arguments: List[str]) -> Optional[Job]:
    """Runs the request in the worker; None if it needs a separate process."""
    global _current
    if os.environ.get("SINEW_WORKER") == "0":
        return None
    with _lock:
        try:
            key = (tuple(command), os.getcwd(), frozenset(os.environ.items()))
        except OSError:
            return None  # the working directory no longer exists
        if key in _unusable:
            return None
        if _current is not None and _current.owner != os.getpid():
            _current = None  # after a fork: it belongs to the parent
        if _current is not None and not _current.ended and _current.busy:
            return None
        if _current is not None and (_current.ended or _current.key != key):
            _current.close()
            _current = None
        if _current is None:
            try:
                _current = _Worker(key)
            except OSError:
                return None
        return _current.start(arguments)


@atexit.register
def close_worker() -> None:
    """Ends the worker process, which otherwise runs until Python exits. The next run starts a new one."""
    global _current
    with _lock:
        if _current is not None and _current.owner == os.getpid():
            _current.close()
        _current = None
