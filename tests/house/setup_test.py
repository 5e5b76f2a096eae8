"""tools/test says what --quick leaves out, and tools/setup --build names what it needs."""

import os
import subprocess
import tempfile
import unittest
from pathlib import Path

TOOLS = Path(__file__).resolve().parents[2] / "tools"


def run(*words, **variables):
    """Returns the status, and the text of both streams."""
    ended = subprocess.run(words, env={**os.environ, **variables}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return ended.returncode, ended.stdout


class Test(unittest.TestCase):
    def test_help_names_options_and_tests_that_quick_leaves_out(self):
        status, text = run(str(TOOLS / "test"), "--help")
        self.assertEqual(status, 0, text)
        words = " ".join(text.split())
        self.assertIn("--quick only the unit, translation, golden, cli and house tests", words)
        self.assertIn("left out", words)
        for word in "tools/setup --build", "glslang", "Vulkan", "libarchive", "zsh", "WebAssembly":
            self.assertIn(word, words)


class Setup(unittest.TestCase):
    def packages(self, *options):
        """Returns the packages that the script names if it cannot install them."""
        with tempfile.TemporaryDirectory() as folder:
            for name in "basename", "cat", "dirname", "sed", "tr":
                found = next(each for each in os.environ["PATH"].split(":") if os.access(f"{each}/{name}", os.X_OK))
                (Path(folder) / name).symlink_to(f"{found}/{name}")
            status, text = run(str(TOOLS / "setup"), *options, PATH=folder)
        self.assertEqual(status, 0, text)
        return {line.strip() for line in text.splitlines() if line.startswith("  ")}

    def test_build_names_only_what_build_and_quick_tests_need(self):
        packages = self.packages("--build")
        self.assertLessEqual({"g++", "cmake", "make", "ninja-build", "spirv-tools", "libgtest-dev", "libgmock-dev", "python3"}, packages)
        self.assertEqual({each for each in packages for other in ("node", "chromium", "cargo", "pip", "vulkan", "glslang", "libarchive")
                          if other in each}, set())

    def test_build_adds_packages_that_are_named(self):
        self.assertIn("libvulkan-dev", self.packages("--build", "libvulkan-dev"))

    def test_says_that_security_updates_are_missing(self):
        def message(*archives):
            with tempfile.TemporaryDirectory() as folder:
                for name, script in {"dpkg-query": "exit 1", "apt-get": "exit 100", "id": "echo 0",
                                     "apt-cache": f"echo '{' '.join(f'release n={each},l=Debian' for each in archives)}'"}.items():
                    (Path(folder) / name).write_text(f"#!/bin/sh\n{script}\n")
                    (Path(folder) / name).chmod(0o755)
                status, text = run(str(TOOLS / "setup"), "--build", "clang-22", PATH=f"{folder}:{os.environ['PATH']}")
            self.assertEqual(status, 1, text)
            self.assertRegex(text, "could not install:.* clang-22")
            return text

        self.assertIn("some may be in bookworm-security", message("bookworm"))
        self.assertNotIn("bookworm-security", message("bookworm", "bookworm-security"))
        self.assertNotIn("bookworm-security", message("noble"))

    def test_rejects_unknown_option(self):
        status, text = run(str(TOOLS / "setup"), "--built")
        self.assertEqual(status, 2)
        self.assertIn("unknown option --built", text)


if __name__ == "__main__":
    unittest.main()
