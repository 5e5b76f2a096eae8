"""cmake/sources.cmake downloads the sources of libraries only if they are missing, and rejects files that are not the pinned ones."""

import re
import subprocess
import tempfile
import unittest
from pathlib import Path

SCRIPT = Path(__file__).resolve().parents[2] / "cmake/sources.cmake"
ROWS = re.findall(r"agal_source\((\S+) (\S+)\s+(\S+) \w+\s+(\S+) \w+\)", SCRIPT.read_text())


class Sources(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.mirror, self.sources = Path(folder.name) / "mirror", Path(folder.name) / "sources"
        self.sources.mkdir()

    def run_script(self):
        """Returns the status, and the messages on one line."""
        words = ["cmake", f"-DAGAL_SOURCES={self.sources}", f"-DAGAL_SOURCES_MIRROR=file://{self.mirror}", "-P", str(SCRIPT)]
        ended = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        return ended.returncode, " ".join(ended.stdout.split())

    def test_has_three_rows(self):
        self.assertEqual([package for package, *_ in ROWS], ["zlib", "xz-utils", "libpng1.6"])

    def test_names_missing_file_and_its_cure(self):
        status, messages = self.run_script()
        package, version, file, _ = ROWS[0]
        self.assertNotEqual(status, 0)
        self.assertIn(f"{file} cannot be downloaded from file://{self.mirror}", messages)
        self.assertIn(f"`apt-get source --download-only {package}={version}`", messages)
        self.assertEqual(list(self.sources.iterdir()), [])

    def test_rejects_file_with_other_content(self):
        folder = self.mirror / "pool/main/z/zlib"
        folder.mkdir(parents=True)
        (folder / ROWS[0][2]).write_text("not this version")
        status, messages = self.run_script()
        self.assertNotEqual(status, 0)
        self.assertRegex(messages, "its SHA-256 is [0-9a-f]{64} instead of [0-9a-f]{64}")
        self.assertEqual(list(self.sources.iterdir()), [])

    def test_needs_no_network_for_unpacked_sources(self):
        for package, version, *_ in ROWS:
            (self.sources / f"{package}-{version.replace(':', '-')}").mkdir()
        self.assertEqual(self.run_script(), (0, ""))


if __name__ == "__main__":
    unittest.main()
