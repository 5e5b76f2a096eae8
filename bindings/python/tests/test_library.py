"""Tests how the library is found, and messages if it is not."""

import ctypes.util
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import agal
from agal import _library
from support import BINDING


class Loading(unittest.TestCase):
    def python(self, code: str, **environment: str) -> str:
        """Returns the output of another process. AGAL_LIBRARY is removed unless it is given."""
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
        self.path = _library._path

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
            printed = self.python("import agal; agal.version(); print(agal._library._path)", LD_LIBRARY_PATH=folder)
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
