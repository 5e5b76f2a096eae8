"""Finds libagal, and calls its functions, which agal/agal.h documents, by cffi."""

from __future__ import annotations

import ctypes.util
import os
import sys
import threading
from pathlib import Path
from typing import Any, Iterator, Optional, Sequence, Tuple, Union

from ._declarations import AGAL_ABI_VERSION, AGAL_NONE, ffi
from ._errors import LibraryError

# The number in the name of the library.
SOVERSION = AGAL_ABI_VERSION - 1


def text_of(pointer: Any) -> str:
    """A text that ends with a zero byte; a null pointer is an empty one."""
    content: bytes = ffi.string(pointer) if pointer else b""
    return content.decode("utf-8", "replace")


def rows_of(first: Any, count: int) -> Sequence[Any]:
    """A list of structures; a null pointer is an empty one."""
    rows: Sequence[Any] = first[0:count] if first else ()
    return rows


def known(number: int) -> Optional[int]:
    """A number that may be missing."""
    return None if number == AGAL_NONE else number


def _names() -> Sequence[str]:
    """The names of the library on this system, the best first."""
    if sys.platform == "win32":
        return ("agal.dll", "libagal.dll")
    if sys.platform == "darwin":
        return (f"libagal.{SOVERSION}.dylib", "libagal.dylib")
    return (f"libagal.so.{SOVERSION}", "libagal.so")


def _candidates() -> Iterator[str]:
    """Where the library may be: names and paths, the best first."""
    named = os.environ.get("AGAL_LIBRARY")
    if named:
        yield named
        return
    pattern = {"win32": "*agal.dll", "darwin": "libagal*.dylib"}.get(sys.platform, "libagal.so*")
    yield from map(str, Path(__file__).parent.glob(pattern))
    yield from _names()
    found = ctypes.util.find_library("agal")
    if found is not None:
        yield found


def _open(path: str) -> Any:
    """A library with all functions."""
    library = ffi.dlopen(path)
    try:
        for name in dir(library):
            getattr(library, name)
    except ffi.error as error:
        raise LibraryError(f"{path} is not libagal, or is too old: {error}") from None
    version = library.agal_abi_version()
    if version != AGAL_ABI_VERSION:
        raise LibraryError(f"{path} has version {version} of the C interface; version {AGAL_ABI_VERSION} is needed")
    return library


def _find() -> Tuple[Any, str]:
    errors = []
    for candidate in _candidates():
        try:
            return _open(candidate), candidate
        except LibraryError:
            raise
        except OSError as error:
            errors.append(str(error))
    raise LibraryError("libagal was not found; AGAL_LIBRARY can name it: " + "; ".join(errors))


_lock = threading.Lock()
_library: Any = None
_path = ""


def load(path: Optional[Union[str, "os.PathLike[str]"]] = None) -> None:
    """Loads the library now, from `path` if that is given. Otherwise it is the file that the environment variable
    AGAL_LIBRARY names, one that is part of this package, or one that the system finds.

    The other functions do this if it has not been done. It happens once in a process.
    """
    global _library, _path
    with _lock:
        if _library is None:
            _library, _path = _find() if path is None else (_open(os.fspath(path)), os.fspath(path))
        elif path is not None and os.fspath(path) != _path:
            raise LibraryError(f"another library is in use: {_path}")


def library() -> Any:
    """The library, which is loaded if necessary."""
    if _library is None:
        load()
    return _library
