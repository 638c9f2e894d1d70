"""What may go wrong; the message is the sentence that ``sinew`` said."""

from __future__ import annotations


class SinewError(RuntimeError):
    """Sinew failed. ``code`` is its exit code: 1 internal error, 2 wrong usage, 3 bad input, 130 interrupted."""

    def __init__(self, sentence: str, code: int = 1) -> None:
        super().__init__(sentence)
        self.code = code


class UsageError(SinewError):
    """An option or a value that is not understood."""


class BadInputError(SinewError, ValueError):
    """Input that cannot be worked with: the sentence names file, place, value and bound."""


class Cancelled(SinewError):
    """The run was stopped; nothing was written."""


class NotFoundError(SinewError):
    """There is no ``sinew`` command, or no Java to run it with."""


def error_for(code: int, said: str) -> SinewError:
    """The exception for an exit code and what standard error had to say."""
    lines = [line for line in said.splitlines() if line.strip()]
    sentences = [line for line in lines if line.startswith("sinew")]
    sentence = sentences[-1].split(": ", 1)[-1] if sentences else (lines[-1] if lines else f"sinew ended with {code}")
    if any("UnsupportedClassVersionError" in line for line in lines):
        return NotFoundError("Sinew needs Java 17 or newer, an older one was found: install it, or set JAVA_HOME", code)
    if code == 127 or "Java 17 or newer is needed" in sentence:
        return NotFoundError(sentence, code)
    kind = {2: UsageError, 3: BadInputError, 130: Cancelled, 143: Cancelled, -15: Cancelled, -2: Cancelled}
    return kind.get(code, SinewError)(sentence, code)
