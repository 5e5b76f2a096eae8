"""Builds the wheel without and with the library, and uses both: check_wheel.py FOLDER LIBRARY. The folder is emptied first.
The script is not part of `python3 -m unittest`, because it needs setuptools and wheel."""

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Dict

from support import BINDING

USE = "import agal; print(agal.compile('mov oc, v0', target='wgsl').stage, agal._library._path)"


def run(code: str, folder: Path, environment: Dict[str, str]) -> str:
    inherited = {name: value for name, value in os.environ.items() if name not in ("AGAL_LIBRARY", "AGAL_BUNDLE", "PYTHONPATH")}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=folder, env={**inherited, **environment}, stdout=subprocess.PIPE, text=True
    )
    assert done.returncode == 0, code
    return done.stdout


def build(work: Path, environment: Dict[str, str]) -> Path:
    """Builds a wheel from a copy of the sources, like pip, and unpacks it."""
    sources = work / "sources"
    shutil.copytree(BINDING, sources, ignore=shutil.ignore_patterns("__pycache__", "tests"))
    output = run(f"import setuptools.build_meta as b; print('\\n' + b.build_wheel({str(work)!r}))", sources, environment)
    wheel = work / output.splitlines()[-1]
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(work / "installed")
    return wheel


def main() -> None:
    folder, library = Path(sys.argv[1]), Path(sys.argv[2])
    shutil.rmtree(folder, ignore_errors=True)

    plain = build(folder / "plain", {})
    assert plain.name.endswith("-py3-none-any.whl"), plain
    installed = folder / "plain/installed"
    assert (installed / "agal/py.typed").exists()
    (metadata,) = installed.glob("*.dist-info/METADATA")
    assert "\nRequires-Dist: cffi" in metadata.read_text()
    assert not list(installed.glob("tests")) and not list(installed.glob("agal/lib*"))
    used = run(USE, folder, {"PYTHONPATH": str(installed), "AGAL_LIBRARY": str(library)})
    assert used == f"fragment {library}\n", used

    bundled = build(folder / "bundled", {"AGAL_BUNDLE": str(library)})
    assert "-py3-none-" in bundled.name and "-any" not in bundled.name, bundled
    installed = folder / "bundled/installed"
    used = run(USE, folder, {"PYTHONPATH": str(installed)})
    assert used.startswith(f"fragment {installed}"), used


if __name__ == "__main__":
    main()
