"""Exceptions; their message is the error message of ``sinew``."""

from __future__ import annotations


class SinewError(RuntimeError):
    """Sinew failed. ``code`` is its exit code: 1 internal error, 2 wrong usage, 3 bad input, 130 interrupted."""

    def __init__(self, sentence: str, code: int = 1) -> None:
        super().__init__(sentence)
        self.code = code


class UsageError(SinewError):
    """An unknown option or an invalid value."""


class BadInputError(SinewError, ValueError):
    """Invalid input. The message names file, position, value and bound."""


class Cancelled(SinewError):
    """The run was cancelled; nothing was written."""


class NotFoundError(SinewError):
    """The ``sinew`` command or Java was not found."""


def error_for(code: int, error_text: str) -> SinewError:
    """The exception for an exit code and the text on standard error."""
    lines = [line for line in error_text.splitlines() if line.strip()]
    sentences = [line for line in lines if line.startswith("sinew")]
    sentence = sentences[-1].split(": ", 1)[-1] if sentences else (lines[-1] if lines else f"sinew failed with exit code {code}")
    if any("UnsupportedClassVersionError" in line for line in lines):
        return NotFoundError("Sinew needs Java 17 or newer, but found an older version: install a newer one, or set JAVA_HOME", code)
    if code == 127 or "Java 17 or newer is needed" in sentence:
        return NotFoundError(sentence, code)
    kind = {2: UsageError, 3: BadInputError, 130: Cancelled, 143: Cancelled, -15: Cancelled, -2: Cancelled}
    return kind.get(code, SinewError)(sentence, code)
