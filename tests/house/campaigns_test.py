"""Every line of tests/campaigns.txt names tests of the build.

The environment names ctest (AGAL_CTEST) and the folder of the build (AGAL_BUILD)."""

import os
import re
import subprocess
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "tests/campaigns.txt").read_text()
PATTERNS = [line for line in TEXT.splitlines() if line and not line.startswith("#")]


def names():
    """Returns the names of all tests."""
    words = [os.environ["AGAL_CTEST"], "--test-dir", os.environ["AGAL_BUILD"], "-N"]
    listed = subprocess.run(words, capture_output=True, text=True, errors="replace", check=True).stdout
    return re.findall(r"^ *Test *#\d+: (.*)$", listed, re.MULTILINE)


class Campaigns(unittest.TestCase):
    def test_name_tests(self):
        self.assertGreater(len(PATTERNS), 5)
        all_names = names()
        for pattern in PATTERNS:
            self.assertTrue(any(re.search(pattern, name) for name in all_names), pattern)
            # Each name in a list of names is a test.
            listed = re.fullmatch(r"\^(\w+)\\\.\(([\w|]+)\)\$", pattern)
            for name in listed[2].split("|") if listed else []:
                self.assertIn(f"{listed[1]}.{name}", all_names)


if __name__ == "__main__":
    unittest.main()
