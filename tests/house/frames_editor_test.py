"""The page of frames has an editor only if the option AGAL_FRAMES_EDITOR names one, whatever lies in build/."""

import os
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROJECT = """cmake_minimum_required(VERSION 3.25)
project(agal VERSION 0.0.0 LANGUAGES CXX)
include(cmake/options.cmake)
add_library(nlohmann_json::nlohmann_json INTERFACE IMPORTED)
add_library(fmt::fmt INTERFACE IMPORTED)
add_subdirectory(tools/lib/replay)
"""
EDITOR = """<!-- agalc {0}; 'sha256-0' -->\n<script type="text/plain" id="editor">{0}</script>\n"""


class FramesEditor(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        for part in ("cmake", "tools/lib/replay", "tools/pages"):
            shutil.copytree(ROOT / part, self.root / part)
        (self.root / "tools/lab").mkdir()
        for script in ("configure", "help.sh"):
            shutil.copy(ROOT / "tools/lab" / script, self.root / "tools/lab")
        (self.root / "CMakeLists.txt").write_text(PROJECT)
        (self.root / "build").mkdir()

    def page(self, *options):
        """Returns page.cpp of build/page, which is configured again with these options."""
        words = ["cmake", "-S", ".", "-B", "build/page", "-G", "Unix Makefiles", "-DAGAL_CORE_ONLY=ON", *options]
        configured = subprocess.run(words, cwd=self.root, capture_output=True, text=True)
        if configured.returncode != 0:
            return " ".join(configured.stderr.split())
        subprocess.run(["cmake", "--build", "build/page", "--target", "agal-replay-page"], cwd=self.root, check=True, capture_output=True)
        return (self.root / "build/page/tools/lib/replay/page.cpp").read_text()

    def editor(self, path, text):
        path = self.root / path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def test_is_an_explicit_option(self):
        plain = self.page()
        self.assertNotIn('id="editor"', plain)
        self.editor("build/frames-editor/editor.html", EDITOR.format("old"))
        self.editor("elsewhere/my.html", EDITOR.format("other"))
        self.assertEqual(self.page(), plain)
        for path, word in ("build/frames-editor/editor.html", "old"), (self.root / "elsewhere/my.html", "other"):
            page = self.page(f"-DAGAL_FRAMES_EDITOR={path}")
            self.assertEqual(re.findall(r'id="editor">(\w+)<', page), [word])
            self.assertIn(f'data-compiler="agalc {word}"', page)
        self.assertEqual(self.page("-DAGAL_FRAMES_EDITOR="), plain)

    def test_is_not_kept_by_scripts(self):
        self.editor("my.html", EDITOR.format("my"))
        values = []
        for editor in (self.root / "my.html", None, self.root / "my.html", ""):
            environment = {name: value for name, value in os.environ.items() if name != "AGAL_FRAMES_EDITOR"}
            environment |= {} if editor is None else {"AGAL_FRAMES_EDITOR": str(editor)}
            words = ["tools/lab/configure", "build/script", "-DAGAL_CORE_ONLY=ON"]
            subprocess.run(words, cwd=self.root, env=environment, check=True, capture_output=True)
            values += re.findall("^AGAL_FRAMES_EDITOR:FILEPATH=(.*)", (self.root / "build/script/CMakeCache.txt").read_text(), re.MULTILINE)
        self.assertEqual(values, [str(self.root / "my.html"), "", str(self.root / "my.html"), ""])

    def test_must_exist(self):
        for path in "build/frames-editor/editor.html", "/nowhere/editor.html":
            found = self.page(f"-DAGAL_FRAMES_EDITOR={path}")
            self.assertIn(f"{path}, which does not exist. ./tools/lab/frames-editor makes it.", found)


if __name__ == "__main__":
    unittest.main()
