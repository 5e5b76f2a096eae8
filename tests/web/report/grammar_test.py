#!/usr/bin/env python3
"""Tests that the TextMate grammar is up to date, and that it agrees with the highlighter of the pages on all programs of the corpus."""

import json
import re
import subprocess
import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tools/lab"))
import grammar  # noqa: E402


def highlighter() -> "re.Pattern[str]":
    """Returns the pattern of AGAL in highlight.js, whose groups are classes."""
    text = (ROOT / "tools/pages/report/highlight.js").read_text()
    pattern = re.search(r"^  agal: /(.*)/g,$", text, re.M)
    assert pattern
    return re.compile(pattern[1].replace("(?<", "(?P<"))


def by_grammar(line, rows):
    """Yields the class and the range of each match: the first match, of the first pattern that has it."""
    at = 0
    while at <= len(line):
        found = [(match.start(), i, match) for i, (_, row) in enumerate(rows) if (match := row.search(line, at))]
        if not found:
            return
        _, i, match = min(found, key=lambda each: each[:2])
        yield rows[i][0], match.span()
        at = max(match.end(), at + 1)


class GrammarTest(unittest.TestCase):
    def test_is_up_to_date(self):
        done = subprocess.run([sys.executable, ROOT / "tools/lab/grammar.py", "--check"], stderr=subprocess.PIPE, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_agrees_with_highlighter(self):
        kinds = {f"{scope}.agal": kind for kind, scope in grammar.SCOPES.items()}
        rows = [(kinds[row["name"]], re.compile(row["match"])) for row in json.loads(grammar.GRAMMAR.read_text())["patterns"]]
        pattern, seen = highlighter(), set()
        lines = [".token 0x00 0x031f0000 0 0 // mov oc, ft0"]  # a directive, which no program of the corpus has
        for path in sorted((ROOT / "corpus").rglob("*.agal")):
            lines += path.read_text(errors="replace").splitlines()
        for line in lines:
            expected = [(match.lastgroup, match.span()) for match in pattern.finditer(line)]
            self.assertEqual(list(by_grammar(line, rows)), expected, line)
            seen.update(kind for kind, _ in expected)
        self.assertEqual(seen, set(grammar.SCOPES))


if __name__ == "__main__":
    unittest.main()
