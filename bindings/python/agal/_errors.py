"""The exceptions of the package. Tracebacks show them with the name of the package instead of this module."""

from __future__ import annotations

from typing import TYPE_CHECKING, Optional, Tuple

if TYPE_CHECKING:
    from ._outcome import Diagnostic, Outcome


class Error(Exception):
    """The base of all errors of this package. Its text is the messages, each with the line and a caret."""

    __module__ = "agal"

    def __init__(self, message: str, outcome: Optional[Outcome] = None) -> None:
        super().__init__(message)
        #: The result of the failed operation, if there is one. It may have parts: the steps of a compilation up to the
        #: failed step, or the programs in the readable part of a damaged file.
        self.outcome = outcome

    @property
    def diagnostics(self) -> Tuple[Diagnostic, ...]:
        """All diagnostics, including warnings and notes. The list is empty if the caller made a mistake."""
        return self.outcome.diagnostics if self.outcome is not None else ()


class Rejected(Error):
    """The program, the file or a word is rejected; the diagnostics give the reason."""

    __module__ = "agal"


class BadArgument(Error, ValueError):
    """The caller made a mistake, such as an unknown option."""

    __module__ = "agal"


class OutOfMemory(Error, MemoryError):
    """There is not enough memory."""

    __module__ = "agal"


class InternalError(Error):
    """A bug in agalc; please report it."""

    __module__ = "agal"


class LibraryError(Error, OSError):
    """The library was not found, or it does not have the interface that this package needs."""

    __module__ = "agal"
