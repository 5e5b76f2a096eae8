"""Packs the inputs in a folder for tests/fuzz/corpora: pack.py FOLDER FILE.zip. The same inputs give the same bytes."""

import hashlib
import os
import sys
import zipfile
from pathlib import Path


def main(folder: str, target: str) -> None:
    inputs = {hashlib.sha1(content).hexdigest()[:8]: content for content in map(Path.read_bytes, Path(folder).iterdir())}
    temporary = target + ".new"
    Path(target).parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(temporary, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name in sorted(inputs):
            # Its date is fixed.
            archive.writestr(zipfile.ZipInfo(name), inputs[name], zipfile.ZIP_DEFLATED)
    os.replace(temporary, target)
    print(f"{target}: {len(inputs)} inputs, {Path(target).stat().st_size} bytes")


main(*sys.argv[1:])
