"""Finds libagal, and calls its functions with cffi. agal/agal.h documents the functions."""

from __future__ import annotations

import ctypes.util
import os
import sys
import threading
from pathlib import Path
from typing import Any, Iterator, Optional, Sequence, Tuple, Union

from ._declarations import AGAL_ABI_VERSION, AGAL_NONE, ffi
from ._errors import LibraryError

# The version number in the name of the library.
SOVERSION = AGAL_ABI_VERSION - 1


def text_of(pointer: Any) -> str:
    """Returns a C string as text. A null pointer is an empty text."""
    content: bytes = ffi.string(pointer) if pointer else b""
    return content.decode("utf-8", "replace")


def rows_of(first: Any, count: int) -> Sequence[Any]:
    """Returns a list of structures. A null pointer is an empty list."""
    rows: Sequence[Any] = first[0:count] if first else ()
    return rows


def known(number: int) -> Optional[int]:
    """Returns a number, or None if it is missing."""
    return None if number == AGAL_NONE else number


def _names() -> Sequence[str]:
    """Returns the possible file names of the library on this system, the best first."""
    if sys.platform == "win32":
        return ("agal.dll", "libagal.dll")
    if sys.platform == "darwin":
        return (f"libagal.{SOVERSION}.dylib", "libagal.dylib")
    return (f"libagal.so.{SOVERSION}", "libagal.so")


def _candidates() -> Iterator[str]:
    """Returns the possible locations of the library: names and paths, the best first."""
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
    """Opens a library, and checks that it has all functions."""
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
    """Loads the library from `path`, if it is given. Otherwise loads the file that the environment variable AGAL_LIBRARY
    names, the library in this package, or a library that the system finds.

    Other functions call this if the library is not loaded. A process loads it once.
    """
    global _library, _path
    with _lock:
        if _library is None:
            _library, _path = _find() if path is None else (_open(os.fspath(path)), os.fspath(path))
        elif path is not None and os.fspath(path) != _path:
            raise LibraryError(f"another library is in use: {_path}")


def library() -> Any:
    """Returns the library. Loads it if necessary."""
    if _library is None:
        load()
    return _library
