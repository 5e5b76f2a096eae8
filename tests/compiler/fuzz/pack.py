"""Packs the inputs in a folder for tests/compiler/fuzz/corpora: pack.py FOLDER FILE.tar.xz. The same inputs give the same bytes."""

import hashlib
import io
import os
import sys
import tarfile
from pathlib import Path


def main(folder: str, target: str) -> None:
    inputs = {hashlib.sha1(content).hexdigest()[:8]: content for content in map(Path.read_bytes, Path(folder).iterdir())}
    temporary = target + ".new"
    Path(target).parent.mkdir(parents=True, exist_ok=True)
    with tarfile.open(temporary, "w:xz", format=tarfile.USTAR_FORMAT, preset=9) as archive:
        for name in sorted(inputs):
            # The date and the owner are fixed.
            entry = tarfile.TarInfo(name)
            entry.size = len(inputs[name])
            archive.addfile(entry, io.BytesIO(inputs[name]))
    os.replace(temporary, target)
    print(f"{target}: {len(inputs)} inputs, {Path(target).stat().st_size} bytes")


main(*sys.argv[1:])
