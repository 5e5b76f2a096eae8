"""The amalgamation, agal.cpp and agal.h: it compiles alone, without a warning, and gives what the library gives.

The environment names the program that has the library (AGAL_REFERENCE), the folder for what is built (AGAL_WORK), compilers
(CXX_Gcc, CXX_Clang, CXX_Mingw, CC), ccache if it is used (AGAL_LAUNCHER), and the program missing-facility.

With AGAL_AMALGAMATION=all, every compiler optimizes as hosts do, and g++ compiles it with exceptions too: three minutes."""

import json
import os
import platform
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SHARED = ROOT.parent / "shared/corpus"
WORK = Path(os.environ["AGAL_WORK"])
LAUNCHER = os.environ.get("AGAL_LAUNCHER", "").split()
FLAGS = ["-std=c++20", "-Wall", "-Wextra", "-Werror"]
SMALL = ["-fno-exceptions", "-fno-rtti"]
CHUNK = 1 << 20
ALL = os.environ.get("AGAL_AMALGAMATION") == "all"
GCC = {"gcc-small": [*SMALL]} if not ALL else {"gcc": [], "gcc-small": [*SMALL]}


def run(*words, **options):
    """The status, and the text of both streams."""
    ended = subprocess.run([str(word) for word in words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **options)
    return ended.returncode, ended.stdout


def targets():
    """Of agalc's own writers, and SPIR-V; its text is SPIRV-Tools'."""
    table = (ROOT / "include/agal/tables/targets.def").read_text()
    return [name for name in re.findall(r'^AGAL_TARGET\(\w+, +"([^"]+)"', table, re.MULTILINE) if name != "spvasm"]


def fused_operations():
    """The option that lets a compiler use them, where this machine has them: they must not be used."""
    try:
        has_them = re.search(r"^flags.* fma( |$)", Path("/proc/cpuinfo").read_text(), re.MULTILINE)
    except OSError:
        has_them = None
    return ["-mfma"] if has_them and platform.machine() == "x86_64" else []


def programs_of(corpus, folder):
    """Paths of programs, and pairs of them; those inside of SWF files are written into a folder."""
    manifest = json.loads((corpus / "manifest.json").read_text())
    lines = [str(corpus / (row.get("file") or row["path"])) for row in manifest["programs"]]
    for row in manifest.get("swf", []):
        for number, program in enumerate(row["programs"]):
            path = Path(folder) / f"{Path(row['path']).stem}.{number}.{program['stage']}.agal"
            path.write_text(program["assembly"])
            lines.append(str(path))
    for row in manifest["pairs"]:
        vertex, fragment = (row["vertex"], row["fragment"]) if isinstance(row, dict) else row
        lines.append(f"{corpus / vertex}\t{corpus / fragment}")
    return lines


def first_difference(expected, found):
    """Reads two streams; where they differ, the record in which they do. None: they do not. And the number of bytes."""
    before, total = b"", 0
    while True:
        left, right = expected.read(CHUNK), found.read(CHUNK)
        if left != right:
            position = next((i for i, pair in enumerate(zip(left, right)) if pair[0] != pair[1]), min(len(left), len(right)))
            text = before + right[:position + 200]
            return text[text.rfind(b"\n== ", 0, len(before) + position):].decode(errors="replace"), total + position
        if not left:
            return None, total
        before, total = left[-CHUNK:], total + len(left)


class Amalgamated(unittest.TestCase):
    longMessage = False

    def assert_run(self, *words, **options):
        status, text = run(*words, **options)
        self.assertEqual(status, 0, f"{' '.join(map(str, words))}:\n{text}")
        return text

    def amalgamate(self, folder):
        self.assert_run(sys.executable, ROOT / "tools/amalgamate", folder)
        return folder

    def compile(self, compiler, name, flags):
        """The object, made in a folder with nothing else in it."""
        folder = self.amalgamate(WORK / name)
        text = self.assert_run(*LAUNCHER, compiler, *FLAGS, *flags, "-c", "agal.cpp", "-o", "agal.o", cwd=folder)
        self.assertEqual(text, "")
        return folder

    def link(self, compiler, folder):
        self.assert_run(os.environ["CC"], "-std=c99", "-Wall", "-Wextra", "-Werror", "-I", folder, "-c",
                        ROOT / "tests/amalgamation/products.c", "-o", folder / "products.o")
        self.assert_run(compiler, folder / "products.o", folder / "agal.o", "-o", folder / "products")

    def assert_products_equal(self, name, corpus, least):
        """Those of the amalgamation and those of the library."""
        with tempfile.TemporaryDirectory() as folder:
            lines = programs_of(corpus, folder)
            self.assertGreater(len(lines), least, f"{corpus} has few programs")
            listing = Path(folder) / "list"
            listing.write_text("".join(f"{line}\n" for line in lines))
            started = []
            for program in os.environ["AGAL_REFERENCE"], WORK / name / "products":
                with listing.open() as file:
                    started.append(subprocess.Popen([str(program), *targets()], stdin=file, stdout=subprocess.PIPE))
            difference, total = first_difference(*(process.stdout for process in started))
            for process in started:
                process.stdout.close()
                process.wait()
            self.assertIsNone(difference, f"{name}: the products differ after {total} bytes:\n{difference}")
            self.assertEqual([process.returncode for process in started], [0, 0], "the program ended with an error")
            self.assertGreater(total, 10000 * len(lines), "there are few products")


class Text(Amalgamated):
    def test_is_reproducible(self):
        with tempfile.TemporaryDirectory() as first, tempfile.TemporaryDirectory() as second:
            for name in "agal.cpp", "agal.h":
                texts = [(self.amalgamate(Path(folder)) / name).read_text() for folder in (first, second)]
                self.assertEqual(texts[0], texts[1], f"{name} differs from run to run")
                self.assertNotIn(str(ROOT), texts[0], f"{name} names a folder of this machine")

    def test_contains_licenses(self):
        with tempfile.TemporaryDirectory() as folder:
            text = (self.amalgamate(Path(folder)) / "agal.cpp").read_text()
        for part in "Apache License", "Victor Zverovich", "The Khronos Group Inc.":
            self.assertIn(part, text, f"{part} is missing")

    def test_includes_only_header_and_headers_of_compiler(self):
        with tempfile.TemporaryDirectory() as folder:
            text = (self.amalgamate(Path(folder)) / "agal.cpp").read_text()
        self.assertEqual(re.findall(r'^\s*#\s*include\s*"(.*)"', text, re.MULTILINE), ["agal.h"], "it includes other files")

    def test_rejects_unknown_option(self):
        status, text = run(sys.executable, ROOT / "tools/amalgamate", "--help-me")
        self.assertEqual(status, 1, text)
        self.assertIn("tools/amalgamate [FOLDER]", text, text)


class Gcc(Amalgamated):
    def test_compiles_and_gives_products_of_library(self):
        compiler = os.environ["CXX_Gcc"]
        for name, flags in GCC.items():
            with self.subTest(name):
                fused = fused_operations() if flags else []
                self.link(compiler, self.compile(compiler, name, ["-O2" if ALL else "-O1", *flags, *fused]))
                self.assert_products_equal(name, ROOT / "corpus", 200)

    @unittest.skipUnless(ALL, "AGAL_AMALGAMATION is not all")
    def test_is_accepted_with_sanitizers(self):
        folder = self.amalgamate(WORK / "sanitized")
        self.assert_run(os.environ["CXX_Gcc"], *FLAGS, "-O1", "-fsanitize=address,undefined", "-fsyntax-only", "agal.cpp",
                        cwd=folder)


class Clang(Amalgamated):
    def test_compiles_and_gives_products_of_library(self):
        compiler = os.environ["CXX_Clang"]
        folder = self.compile(compiler, "clang", [*(["-O2"] if ALL else ["-fsyntax-only"]), *SMALL, *fused_operations()])
        if ALL:
            self.link(compiler, folder)
            self.assert_products_equal("clang", ROOT / "corpus", 200)


class Mingw(Amalgamated):
    def test_compiles(self):
        self.compile(os.environ["CXX_Mingw"], "mingw", ["-O2"] if ALL else ["-fsyntax-only"])


class SharedCorpus(Amalgamated):
    """With the program that Gcc has built."""

    def test_products_are_those_of_library(self):
        for name in GCC:
            with self.subTest(name):
                self.assert_products_equal(name, SHARED, 2000)


if __name__ == "__main__":
    if sys.argv[1:] == ["SharedCorpus"] and not SHARED.exists():
        sys.exit(subprocess.call([os.environ["AGAL_MISSING_FACILITY"], "shared-corpus", "../shared/corpus does not exist"]))
    unittest.main()
