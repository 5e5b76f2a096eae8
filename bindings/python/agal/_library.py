"""Finds libagal, and declares its functions, which agal/agal.h documents."""

from __future__ import annotations

import ctypes
import ctypes.util
import os
import sys
import threading
from ctypes import POINTER, c_char_p, c_float, c_int, c_size_t, c_uint, c_uint32, c_void_p
from pathlib import Path
from typing import Any, Dict, Iterator, Optional, Tuple, Union

from ._errors import LibraryError

ABI_VERSION = 1
# Of the name by which the system knows the library.
SOVERSION = 0

OK, REJECTED, BAD_ARGUMENT, OUT_OF_MEMORY, INTERNAL_ERROR = range(5)

floats = POINTER(c_float)
size_out = POINTER(c_size_t)

# Result and parameters. Objects are addresses. The content of a part may contain zero bytes, so that it is one too.
FUNCTIONS: Dict[str, Tuple[Any, Tuple[Any, ...]]] = {
    "agal_abi_version": (c_uint32, ()),
    "agal_version": (c_char_p, ()),
    "agal_allocate": (c_void_p, (c_size_t,)),
    "agal_free": (None, (c_void_p,)),
    "agal_options_create": (c_void_p, ()),
    "agal_options_copy": (c_void_p, (c_void_p,)),
    "agal_options_set": (c_uint, (c_void_p, c_char_p, c_char_p)),
    "agal_options_message": (c_char_p, (c_void_p,)),
    "agal_options_release": (None, (c_void_p,)),
    "agal_assemble": (c_void_p, (c_char_p, c_size_t, c_void_p)),
    "agal_disassemble": (c_void_p, (c_void_p, c_size_t, c_void_p)),
    "agal_validate": (c_void_p, (c_void_p, c_size_t, c_void_p)),
    "agal_compile": (c_void_p, (c_void_p, c_size_t, c_void_p)),
    "agal_link": (c_void_p, (c_void_p, c_size_t, c_void_p, c_size_t, c_void_p)),
    "agal_interpret": (c_void_p, (c_void_p, c_size_t, c_void_p, c_void_p)),
    "agal_extract": (c_void_p, (c_void_p, c_size_t, c_char_p, c_void_p)),
    "agal_prove": (c_void_p, (c_void_p, c_size_t, c_void_p, c_size_t, c_void_p)),
    "agal_explain": (c_void_p, (c_char_p,)),
    "agal_list": (c_void_p, (c_char_p,)),
    "agal_result_status": (c_uint, (c_void_p,)),
    "agal_result_errors": (c_size_t, (c_void_p,)),
    "agal_result_warnings": (c_size_t, (c_void_p,)),
    "agal_result_get": (c_void_p, (c_void_p, c_char_p, size_out)),
    "agal_result_count": (c_size_t, (c_void_p,)),
    "agal_result_name": (c_char_p, (c_void_p, c_size_t)),
    "agal_result_at": (c_void_p, (c_void_p, c_size_t, size_out)),
    "agal_result_release": (None, (c_void_p,)),
    "agal_result_diagnostics": (c_void_p, (c_void_p, size_out)),
    "agal_result_player_error": (c_uint32, (c_void_p,)),
    "agal_result_interface": (c_void_p, (c_void_p, c_uint)),
    "agal_result_proof": (c_void_p, (c_void_p, c_uint)),
    "agal_inputs_create": (c_void_p, ()),
    "agal_inputs_set_constants": (c_uint, (c_void_p, floats, c_size_t)),
    "agal_inputs_set_attribute": (c_uint, (c_void_p, c_uint32, floats)),
    "agal_inputs_set_varying": (c_uint, (c_void_p, c_uint32, c_uint32, floats)),
    "agal_inputs_set_instance": (c_uint, (c_void_p, c_uint32)),
    "agal_inputs_set_texture": (
        c_uint,
        (c_void_p, c_uint32, c_char_p, c_uint32, c_uint32, c_uint32, floats, c_int),
    ),
    "agal_inputs_release": (None, (c_void_p,)),
}


def _names() -> Tuple[str, ...]:
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


def _open(path: str) -> ctypes.CDLL:
    """Declares the functions of a library."""
    library = ctypes.CDLL(path)
    try:
        for name, (result, parameters) in FUNCTIONS.items():
            function = getattr(library, name)
            function.restype, function.argtypes = result, parameters
    except AttributeError as error:
        raise LibraryError(f"{path} is not libagal, or is too old: {error}") from None
    version = library.agal_abi_version()
    if version != ABI_VERSION:
        raise LibraryError(f"{path} has version {version} of the C interface; version {ABI_VERSION} is needed")
    return library


def _find() -> ctypes.CDLL:
    errors = []
    for candidate in _candidates():
        try:
            return _open(candidate)
        except LibraryError:
            raise
        except OSError as error:
            errors.append(str(error))
    raise LibraryError("libagal was not found; AGAL_LIBRARY can name it: " + "; ".join(errors))


_lock = threading.Lock()
_library: Optional[ctypes.CDLL] = None


def load(path: Optional[Union[str, "os.PathLike[str]"]] = None) -> None:
    """Loads the library now, from `path` if that is given. Otherwise it is the file that the environment variable
    AGAL_LIBRARY names, one that is part of this package, or one that the system finds.

    The other functions do this if it has not been done. It happens once in a process.
    """
    global _library
    with _lock:
        if _library is None:
            _library = _open(os.fspath(path)) if path is not None else _find()
        elif path is not None and os.fspath(path) != _library._name:
            raise LibraryError(f"another library is in use: {_library._name}")


def library() -> Any:
    """The library, which is loaded if necessary. `Any`, because its functions are not known to type checkers."""
    if _library is None:
        load()
    return _library
