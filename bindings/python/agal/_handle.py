"""Ownership of the library's objects."""

from __future__ import annotations

import weakref
from types import TracebackType
from typing import Any, Callable, Optional, Type, TypeVar

from ._errors import OutOfMemory

Self = TypeVar("Self", bound="Handle")


class Handle:
    """Owns an object of the library: releases it at the end of a `with` block, by `close`, or when Python no longer needs
    it."""

    def __init__(self, address: Any, release: Callable[[Any], Any]) -> None:
        if not address:
            raise OutOfMemory("out of memory")
        self._address = address
        self._release = weakref.finalize(self, release, address)

    @property
    def _pointer(self) -> Any:
        if not self._release.alive:
            raise ValueError(f"this {type(self).__name__} object is closed")
        return self._address

    def close(self) -> None:
        """Releases the object now. Data that was read from it stays valid."""
        self._release()

    def __enter__(self: Self) -> Self:
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.close()
