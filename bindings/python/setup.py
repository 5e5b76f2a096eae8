"""Builds the wheel. AGAL_BUNDLE=/path/to/libagal.so.0 puts the library into it, which makes it one for this platform."""

import os
import shutil
from pathlib import Path
from typing import Tuple

from setuptools import setup
from setuptools.command.build_py import build_py

try:
    from setuptools.command.bdist_wheel import bdist_wheel
except ImportError:  # before setuptools 70.1
    from wheel.bdist_wheel import bdist_wheel

bundle = os.environ.get("AGAL_BUNDLE")


class BuildWithLibrary(build_py):
    def run(self) -> None:
        super().run()
        if bundle:
            shutil.copyfile(bundle, Path(self.build_lib) / "agal" / Path(bundle).name)


class PlatformWheel(bdist_wheel):
    def finalize_options(self) -> None:
        super().finalize_options()
        self.root_is_pure = not bundle

    def get_tag(self) -> Tuple[str, str, str]:
        # Any Python 3: the library does not know of Python.
        return ("py3", "none", super().get_tag()[2])


setup(cmdclass={"build_py": BuildWithLibrary, "bdist_wheel": PlatformWheel})
