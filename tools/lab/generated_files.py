"""The main function of scripts that write files into the tree."""

import sys
from pathlib import Path
from typing import Callable, Iterable, Tuple

ROOT = Path(__file__).resolve().parents[2]


def write_outdated(name: str, usage: str, outdated: Callable[[], Iterable[Tuple[Path, str]]]) -> int:
    """Writes the files that are not up to date; with --check, names them and fails. Returns the exit status."""
    arguments = sys.argv[1:]
    if arguments in (["--help"], ["-h"]):
        print(usage.strip())
        return 0
    if arguments not in ([], ["--check"]):
        print(usage.strip(), file=sys.stderr)
        return 2
    files = list(outdated())
    for path, text in files:
        if arguments:
            print(f"{name}: {path.relative_to(ROOT)} is not up to date", file=sys.stderr)
        else:
            path.write_text(text)
    return 1 if arguments and files else 0
