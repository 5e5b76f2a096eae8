"""The amalgamation, agal.cpp and agal.h: it compiles alone, without a warning, and gives what the library gives.

The environment names the program that has the library (AGAL_REFERENCE), the folder for what is built (AGAL_WORK), compilers
(CXX_Gcc, CXX_Clang, CXX_Mingw, CC), ccache if it is used (AGAL_LAUNCHER), and the program missing-facility.

With AGAL_AMALGAMATION=all, every compiler optimizes as hosts do, and g++ compiles it with exceptions too: three minutes."""

import hashlib
import json
import os
import platform
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
SHARED = ROOT.parent / "shared/corpus"
WORK = Path(os.environ["AGAL_WORK"])
LAUNCHER = os.environ.get("AGAL_LAUNCHER", "").split()
FLAGS = ["-std=c++20", "-Wall", "-Wextra", "-Werror"]
SMALL = ["-fno-exceptions", "-fno-rtti"]
OBJECT = ["-c", "-o", "agal.o"]
CHUNK = 1 << 20
ALL = os.environ.get("AGAL_AMALGAMATION") == "all"
GCC = {"gcc-small": [*SMALL]} if not ALL else {"gcc": [], "gcc-small": [*SMALL]}


def run(*words, **options):
    """Returns the status, and the text of both streams."""
    ended = subprocess.run([str(word) for word in words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **options)
    return ended.returncode, ended.stdout


def targets():
    """Returns the targets of agalc's own writers, and SPIR-V. SPIRV-Tools writes SPIR-V as text, so spvasm is left out."""
    table = (ROOT / "include/agal/tables/targets.def").read_text()
    return [name for name in re.findall(r'^AGAL_TARGET\(\w+, +"([^"]+)"', table, re.MULTILINE) if name != "spvasm"]


def fused_operations():
    """Returns the option that allows fused multiply-add if this machine has it. The amalgamation must not use it."""
    try:
        has_them = re.search(r"^flags.* fma( |$)", Path("/proc/cpuinfo").read_text(), re.MULTILINE)
    except OSError:
        has_them = None
    return ["-mfma"] if has_them and platform.machine() == "x86_64" else []


def programs_of(corpus, folder):
    """Returns the lines for products.c: programs and pairs. Programs inside of SWF files are written to the folder."""
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
    """Compares two streams. Returns the first record that differs, or None, and the number of equal bytes."""
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
        """Returns a folder that contains the amalgamation and its object. Only a compilation uses ccache. An object of an earlier
        run is kept if the text, the compiler and its options are the same."""
        self.assert_accepts_command(compiler, [*flags, *OBJECT])
        folder = self.amalgamate(WORK / name)
        version = self.assert_run(compiler, "--version")
        made_from = hashlib.sha256(f"{version}{flags}{(folder / 'agal.cpp').read_text()}".encode()).hexdigest()
        stamp = folder / "made-from"
        if not (stamp.exists() and stamp.read_text() == made_from):
            stamp.unlink(missing_ok=True)
            self.assert_silent(*LAUNCHER, compiler, *FLAGS, *flags, *OBJECT, "agal.cpp", cwd=folder)
            stamp.write_text(made_from)
        return folder

    def check(self, compiler, name, flags):
        """Parses the amalgamation, without an object. Calls the compiler directly, like on a machine without ccache."""
        self.assert_silent(compiler, *FLAGS, *flags, "-fsyntax-only", "agal.cpp", cwd=self.amalgamate(WORK / name))

    def assert_accepts_command(self, compiler, flags):
        """Calls the compiler without ccache, which changes the options that the compiler sees. The file is small, so that
        the call takes no time."""
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "agal.cpp").write_text("int main() {}\n")
            self.assert_silent(compiler, *FLAGS, *flags, "agal.cpp", cwd=folder)

    def assert_silent(self, *words, **options):
        self.assertEqual(self.assert_run(*words, **options), "")

    def link(self, compiler, folder):
        self.assert_run(os.environ["CC"], "-std=c99", "-Wall", "-Wextra", "-Werror", "-I", folder, "-c",
                        ROOT / "tests/compiler/amalgamation/products.c", "-o", folder / "products.o")
        self.assert_run(compiler, folder / "products.o", folder / "agal.o", "-o", folder / "products")

    def assert_products_equal(self, name, corpus, least, step=1):
        """Compares the products of the amalgamation and of the library for each `step`-th program of a corpus."""
        with tempfile.TemporaryDirectory() as folder:
            lines = programs_of(corpus, folder)
            self.assertGreater(len(lines), least, f"{corpus} has few programs")
            lines = lines[::step]
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
        self.assertEqual(status, 2, text)
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
        self.check(os.environ["CXX_Gcc"], "sanitized", ["-O1", "-fsanitize=address,undefined"])


class Clang(Amalgamated):
    def test_compiles_and_gives_products_of_library(self):
        compiler = os.environ["CXX_Clang"]
        flags = [*SMALL, *fused_operations()]
        if not ALL:
            return self.check(compiler, "clang", flags)
        self.link(compiler, self.compile(compiler, "clang", ["-O2", *flags]))
        self.assert_products_equal("clang", ROOT / "corpus", 200)

    def test_rejects_options_that_the_compiler_does_not_use(self):
        """ccache hides them: it calls the compiler with other options. Every clang++ complains of a library without a link;
        clang++-22 also complains of -c next to -fsyntax-only."""
        with self.assertRaisesRegex(AssertionError, "unused"):
            self.assert_accepts_command(os.environ["CXX_Clang"], ["-lm", *OBJECT])


class Mingw(Amalgamated):
    def test_compiles(self):
        compiler = os.environ["CXX_Mingw"]
        if ALL:
            self.compile(compiler, "mingw", ["-O2"])
        else:
            self.check(compiler, "mingw", [])


class SharedCorpus(Amalgamated):
    """With the program that Gcc has built."""

    def test_products_are_those_of_library(self):
        for name in GCC:
            with self.subTest(name):
                self.assert_products_equal(name, SHARED, 2000, 1 if ALL else 8)


class Uploads(Amalgamated):
    """With the object that Gcc has compiled. tools/lab/uploads makes any number of uploads, with sanitizers."""

    def verdicts(self, program, mode, count, listing):
        with listing.open() as file:
            ended = subprocess.run([str(program), mode, str(count), "7"], stdin=file, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE)
        self.assertEqual(ended.returncode, 0, ended.stderr.decode())
        return [int.from_bytes(ended.stdout[i:i + 4], sys.byteorder) for i in range(0, len(ended.stdout), 4)]

    def test_verdicts_are_those_of_library(self):
        name, count = next(iter(GCC)), 20000
        folder = WORK / name
        self.assert_run(os.environ["CC"], "-std=c99", "-O1", "-I", folder, "-c", ROOT / "tests/compiler/amalgamation/uploads.c", "-o",
                        folder / "uploads.o")
        self.assert_run(os.environ["CXX_Gcc"], folder / "uploads.o", folder / "agal.o", "-o", folder / "uploads")
        rows = json.loads((ROOT / "corpus/manifest.json").read_text())["programs"]
        listing = folder / "uploads.list"
        listing.write_text("".join(f"{ROOT / 'corpus' / row['file']}\n" for row in rows))
        found = self.verdicts(folder / "uploads", "compile", count, listing)
        expected = self.verdicts(os.environ["AGAL_UPLOADS"], "validate", count, listing)
        # Compiling also checks the outputs, which a player does for pairs.
        outputs = (3634, 3635)
        self.assertEqual([0 if code in outputs and accepted == 0 else code for code, accepted in zip(found, expected)], expected)
        self.assertEqual((len(found), len(expected)), (count, count))
        self.assertGreater(found.count(0), count // 20, "few uploads are accepted")
        self.assertGreater(len(set(found)), 20, "few rules are broken")


class Gles(Amalgamated):
    """examples/gles, with the object that Gcc has compiled."""

    def test_draws_upload_with_attribute_formats(self):
        folder, source = WORK / next(iter(GCC)), ROOT / "examples/gles"
        self.assert_run(os.environ["CC"], "-std=c99", "-pedantic", "-Wall", "-Wextra", "-Werror", "-I", folder, "-c",
                        source / "main.c", "-o", folder / "gles.o")
        self.assert_run(os.environ["CXX_Gcc"], folder / "gles.o", folder / "agal.o", "-lEGL", "-lGLESv2", "-o", folder / "gles")
        picture = folder / "gles.ppm"
        picture.unlink(missing_ok=True)
        self.assert_run(folder / "gles", source / "tint.vert.agal", source / "tint.frag.agal", picture,
                        env={**os.environ, "LIBGL_ALWAYS_SOFTWARE": "1"})
        content = picture.read_bytes()
        self.assertTrue(content.startswith(b"P6\n64 64\n255\n"))
        pixels = content[-64 * 64 * 3:]
        for y in range(64):
            for x in range(64):
                white = (x < 32) == (y < 32)
                green = (y + 0.5) / 64 * 255 if white else 0  # the color, four bytes in each vertex, from red to white
                for found, expected in zip(pixels[(y * 64 + x) * 3:], (255 if white else 0, green, green)):
                    self.assertLessEqual(abs(found - expected), 1, f"pixel {x}, {y}: {found} instead of {expected}")


if __name__ == "__main__":
    if sys.argv[1:] == ["SharedCorpus"] and not SHARED.exists():
        sys.exit(subprocess.call([os.environ["AGAL_MISSING_FACILITY"], "shared", "../shared/corpus does not exist"]))
    unittest.main()
