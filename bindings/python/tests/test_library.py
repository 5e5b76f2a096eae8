"""How the library is found, and what the package says about it."""

import ctypes
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Any, Tuple

import agal
from agal import _library, _structures
from support import BINDING, REPOSITORY

HEADER = (REPOSITORY / "include/agal/agal.h").read_text()

TYPES = {
    "void": None,
    "int": ctypes.c_int,
    "size_t": ctypes.c_size_t,
    "uint32_t": ctypes.c_uint32,
    "agal_status": ctypes.c_uint,
    "agal_stage": ctypes.c_uint,
    "float*": _library.floats,
    "size_t*": _library.size_out,
    "char*": ctypes.c_char_p,
}


def type_of(name: str) -> Any:
    """The type of ctypes for one of C. All other pointers are addresses."""
    name = name.replace("const ", "")
    return TYPES.get(name, ctypes.c_void_p if name.endswith("*") else name)


def declared(line: str) -> Tuple[str, Tuple[Any, Tuple[Any, ...]]]:
    head, parameters = line.rstrip(")").split("(")
    result, name = head.rsplit(" ", 1)
    types = [re.sub(r" \w+$", "", re.sub(r"( \w+)\[\d\]$", r"*\1", each)) for each in parameters.split(", ")]
    result_type = type_of(result)
    # What may contain zero bytes.
    if name in ("agal_result_get", "agal_result_at"):
        result_type = ctypes.c_void_p
    return name, (result_type, tuple(type_of(each) for each in types if each != "void"))


class Header(unittest.TestCase):
    def test_functions(self) -> None:
        lines = [" ".join(match.split()) for match in re.findall(r"^AGAL_API ([^;]*);", HEADER, re.MULTILINE)]
        self.assertGreater(len(lines), 30)
        self.assertEqual(_library.FUNCTIONS, dict(map(declared, lines)))

    def test_constants(self) -> None:
        self.assertIn(f"#define AGAL_ABI_VERSION {_library.ABI_VERSION}\n", HEADER)
        for name in ("OK", "REJECTED", "BAD_ARGUMENT", "OUT_OF_MEMORY", "INTERNAL_ERROR"):
            self.assertIn(f"  AGAL_{name} = {getattr(_library, name)}", HEADER)


FIELD_TYPES = {
    "uint32_t": ctypes.c_uint32,
    "size_t": ctypes.c_size_t,
    "float": ctypes.c_float,
    "char*": ctypes.c_char_p,
}


def field_of(line: str) -> Tuple[str, Any]:
    """`uint32_t first`, `char name[8]`, `const agal_attribute* attributes`, `agal_slots slots`, `agal_stage stage`."""
    kind, name = line.replace("const ", "").rsplit(" ", 1)
    structures = {each.__name__: each for each in _structures.STRUCTURES}
    if name.endswith("[8]"):
        return name[:-3], _structures.register_name
    if name.endswith("[16]"):
        return name[:-4], _structures.quad_values
    if kind.rstrip("*") in structures:
        structure = structures[kind.rstrip("*")]
        return name, ctypes.POINTER(structure) if kind.endswith("*") else structure
    return name, FIELD_TYPES.get(kind, ctypes.c_uint)  # the others are enumerations


class Structures(unittest.TestCase):
    def test_have_the_fields_of_the_header(self) -> None:
        header = re.sub(r"/\*.*?\*/", "", HEADER, flags=re.DOTALL)
        found = dict(re.findall(r"typedef struct (\w+) \{([^}]*)\}", header))
        self.assertEqual(sorted(found), sorted(each.__name__ for each in _structures.STRUCTURES))
        for structure in _structures.STRUCTURES:
            lines = (" ".join(line.split()) for line in found[structure.__name__].split(";"))
            self.assertEqual(structure._fields_, [field_of(line) for line in lines if line], structure.__name__)

    def test_constants(self) -> None:
        self.assertIn("#define AGAL_NONE UINT32_MAX\n", HEADER)
        self.assertEqual(_structures.NONE, 2**32 - 1)
        for name, value in (
            ("AGAL_STAGE_VERTEX", _structures.VERTEX),
            ("AGAL_STAGE_FRAGMENT", _structures.FRAGMENT),
            ("AGAL_CONSTANTS_UBO", _structures.CONSTANTS_UBO),
        ):
            self.assertIn(f"{name} = {value}", HEADER)


class Loading(unittest.TestCase):
    def python(self, code: str, **environment: str) -> str:
        """What another process prints. Without AGAL_LIBRARY, unless it is given."""
        inherited = {name: value for name, value in os.environ.items() if name != "AGAL_LIBRARY"}
        done = subprocess.run(
            [sys.executable, "-c", code],
            env={**inherited, "PYTHONPATH": str(BINDING), **environment},
            capture_output=True,
            text=True,
        )
        return done.stdout + done.stderr

    def setUp(self) -> None:
        agal.version()
        self.path = str(_library.library()._name)

    def test_by_name(self) -> None:
        self.assertEqual(self.python("import agal; print(agal.version())", AGAL_LIBRARY=self.path), agal.version() + "\n")

    def test_by_path(self) -> None:
        code = f"import agal; agal.load({self.path!r}); agal.load(); agal.load({self.path!r}); print(agal.abi_version())"
        self.assertEqual(self.python(code), "1\n")
        with self.assertRaisesRegex(agal.LibraryError, "another library is in use"):
            agal.load("/none")

    def test_as_the_system_finds_it(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            name = _library._names()[0]
            (Path(folder) / name).symlink_to(Path(self.path).resolve())
            printed = self.python("import agal; agal.version(); print(agal._library._library._name)", LD_LIBRARY_PATH=folder)
            self.assertEqual(printed, name + "\n")

    def test_is_lazy_and_says_what_is_missing(self) -> None:
        self.assertEqual(self.python("import agal", AGAL_LIBRARY="/none"), "")
        printed = self.python("import agal; agal.version()", AGAL_LIBRARY="/none")
        self.assertRegex(printed, r"agal\.LibraryError: libagal was not found; AGAL_LIBRARY can name it: .*/none")

    def test_another_library(self) -> None:
        other = ctypes.util.find_library("c")
        printed = self.python("import agal; agal.version()", AGAL_LIBRARY=str(other))
        self.assertRegex(printed, "LibraryError: .* is not libagal, or is too old: .*agal_abi_version")


if __name__ == "__main__":
    unittest.main()
