#!/usr/bin/env python3
"""Writes packaging/editors/agal.tmLanguage.json, the TextMate grammar of AGAL assembly, from the tables in include/agal/tables.

    ./tools/lab/grammar.py [--check]

Options:
  --check  change nothing; fail if the file is not up to date
"""

import json
import re
import sys
from pathlib import Path
from typing import Dict, Iterator, List, Tuple

from generated_files import ROOT, write_outdated

GRAMMAR = ROOT / "packaging/editors/agal.tmLanguage.json"

# The class of each type of register in tools/pages/report/highlight.js. All other types are of the class "interface".
CLASSES = {"Constant": "constant", "Temporary": "temporary", "Sampler": "sampler"}
SCOPES = {
    "comment": "comment.line.double-slash",
    "directive": "keyword.other.directive",
    "keyword": "keyword.operator.mnemonic",
    "option": "string.unquoted.options",
    "constant": "variable.other.constant",
    "sampler": "support.variable.sampler",
    "temporary": "variable.other.temporary",
    "interface": "variable.parameter.interface",
    "swizzle": "entity.other.attribute-name.components",
    "number": "constant.numeric",
}


def words(table: str, macro: str, column: int) -> List[List[str]]:
    """Returns the columns of each row of a table, from a column on, without quotation marks."""
    text = (ROOT / "include/agal/tables" / table).read_text()
    rows = re.findall(rf"^{macro}\((.*)\)", text, re.M)
    return [[part.strip(' "') for part in row.split(",")][column:] for row in rows]


def patterns() -> Iterator[Tuple[str, str]]:
    """Yields the class and the regular expression of each pattern. The first one that matches applies."""
    mnemonics = "|".join(row[0] for row in words("opcodes.def", "AGAL_OPCODE", 2) if row[3] != "Tombstone")
    names: Dict[str, List[str]] = {}
    for name, kind, _ in words("registers.def", "AGAL_REGISTER_NAME", 0):
        names.setdefault(CLASSES.get(kind, "interface"), []).append(name)
    yield "comment", r"//.*"
    yield "directive", r"^\s*\.\w+"
    yield "keyword", rf"^\s*(?:{mnemonics})\b"
    yield "option", r"<[^>]*>?"
    yield "constant", rf"\b(?:{'|'.join(names['constant'])})(?:\d+|(?=\[))"
    for kind in ("sampler", "temporary"):
        yield kind, rf"\b(?:{'|'.join(names[kind])})\d+"
    yield "interface", rf"\b(?:{'|'.join(names['interface'])})\d*\b"
    yield "swizzle", r"\.[xyzwrgba]{1,4}\b"
    yield "number", r"\b\d\w*"


def outdated() -> Iterator[Tuple[Path, str]]:
    rows = [{"name": f"{SCOPES[kind]}.agal", "match": match} for kind, match in patterns()]
    grammar = {"name": "AGAL", "scopeName": "source.agal", "fileTypes": ["agal"], "patterns": rows}
    text = json.dumps(grammar, indent=2) + "\n"
    if not GRAMMAR.exists() or GRAMMAR.read_text() != text:
        yield GRAMMAR, text


if __name__ == "__main__":
    sys.exit(write_outdated("grammar.py", __doc__, outdated))
