"""Builds the wheel. AGAL_BUNDLE=/path/to/libagal.so.0 adds the library, so that the wheel is specific to this platform."""

import os
import shutil
from pathlib import Path
from typing import Tuple

from setuptools import Distribution, setup
from setuptools.command.build_py import build_py

try:
    from setuptools.command.bdist_wheel import bdist_wheel
except ImportError:  # before setuptools 70.1
    from wheel.bdist_wheel import bdist_wheel

bundle = os.environ.get("AGAL_BUNDLE")


class DistributionWithLibrary(Distribution):
    def has_ext_modules(self) -> bool:
        return bool(bundle)


class BuildWithLibrary(build_py):
    def run(self) -> None:
        super().run()
        if bundle:
            shutil.copyfile(bundle, Path(self.build_lib) / "agal" / Path(bundle).name)


class WheelForAnyPython(bdist_wheel):
    def get_tag(self) -> Tuple[str, str, str]:
        # The library does not depend on the version of Python.
        return ("py3", "none", super().get_tag()[2])


setup(
    distclass=DistributionWithLibrary,
    cmdclass={"build_py": BuildWithLibrary, "bdist_wheel": WheelForAnyPython},
)
