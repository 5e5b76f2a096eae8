"""Runs the samples in README.md and in the documentation of functions."""

import doctest
import importlib
import pkgutil
import unittest

import agal
from support import BINDING, FRAGMENT, VERTEX, dump


def load_tests(loader: unittest.TestLoader, tests: unittest.TestSuite, pattern: object) -> unittest.TestSuite:
    vertex, fragment = agal.assemble(VERTEX).bytecode, agal.assemble(FRAGMENT).bytecode
    known = {"vertex": vertex, "fragment": fragment, "file": dump(fragment)}
    readme = str(BINDING / "README.md")
    tests.addTests(doctest.DocFileSuite(readme, module_relative=False, globs=known, optionflags=doctest.ELLIPSIS))
    for module in [agal] + [importlib.import_module(f"agal.{each.name}") for each in pkgutil.iter_modules(agal.__path__)]:
        tests.addTests(doctest.DocTestSuite(module))
    return tests


class Readme(unittest.TestCase):
    def test_names_everything(self) -> None:
        text = (BINDING / "README.md").read_text()
        for name in agal.__all__:
            self.assertIn(f"`{name}", text)


if __name__ == "__main__":
    unittest.main()
