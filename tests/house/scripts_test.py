"""Every script in tools and tools/lab tells what it does, and checks its arguments, before it does anything."""

import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PASSES_IT_ON = ["tools/capture"]  # their command, which may not be built, prints the help


def scripts():
    for folder in ("tools", "tools/lab"):
        for path in sorted((ROOT / folder).iterdir()):
            name = f"{folder}/{path.name}"
            if path.is_file() and os.access(path, os.X_OK) and name not in PASSES_IT_ON:
                yield name, path.read_text().splitlines()


class Help(unittest.TestCase):
    def test_comes_before_anything_else(self):
        for name, lines in scripts():
            if "python" in lines[0]:
                continue
            code = [line for line in lines if line and not line.startswith("#")]
            place = "lab/help.sh" if name.count("/") == 1 else "help.sh"
            self.assertRegex(code[0], "^set -eu", name)
            self.assertEqual(code[1], f'. "$(dirname "$0")/{place}"', name)

    def test_is_what_the_script_begins_with(self):
        self.test_comes_before_anything_else()  # otherwise a script would begin its work here
        names = list(scripts())
        self.assertGreater(len(names), 25)
        for name, lines in names:
            first = lines[1].lstrip('#"').strip()
            for option in ("--help", "-h"):
                with tempfile.TemporaryDirectory() as elsewhere:
                    found = subprocess.run([ROOT / name, option], cwd=elsewhere, capture_output=True, text=True)
                    self.assertEqual(os.listdir(elsewhere), [], name)
                self.assertEqual((found.returncode, found.stderr), (0, ""), name)
                self.assertEqual(found.stdout.splitlines()[0], first, name)


# Commands that scripts use before they have checked their arguments.
FIRST_COMMANDS = ["basename", "bash", "dirname", "env", "python3", "sed", "sh"]


class UnknownOption(unittest.TestCase):
    def test_is_rejected_before_anything_else(self):
        with tempfile.TemporaryDirectory() as folder:
            tree, commands = Path(folder) / "tree", Path(folder) / "commands"
            commands.mkdir()
            for name in FIRST_COMMANDS:
                (commands / name).symlink_to(shutil.which(name))
            shutil.copytree(ROOT / "tools", tree / "tools")
            files = sorted(tree.rglob("*"))
            for name, _ in scripts():
                # The scripts cannot build or install anything here.
                found = subprocess.run([tree / name, "--no-such-option"], cwd=tree, capture_output=True, text=True,
                                       env={"PATH": str(commands), "PYTHONDONTWRITEBYTECODE": "1"})
                self.assertEqual((found.returncode, found.stdout), (2, ""), f"{name}: {found.stderr}")
                self.assertNotEqual(found.stderr, "", name)
                self.assertEqual(sorted(tree.rglob("*")), files, name)


if __name__ == "__main__":
    unittest.main()
