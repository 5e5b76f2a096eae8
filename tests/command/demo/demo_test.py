"""Runs the steps of ./tools/demo with a small corpus, and reads the output as a person does: every column and figure is
compared with the files, every path must exist, and the reports must have no link that leads out of them.

The environment names the command (AGALC) and agal-example-swf (AGAL_EXAMPLE_SWF)."""

import json
import os
import re
import subprocess
import sys
import tempfile
import unittest
from html.parser import HTMLParser
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
CORPUS = {
    "common/lit.vert.agal": "m44 op, va0, vc0\nmov v0, va1\n",
    "common/lit.frag.agal": "mul ft0, v0, fc0\nmov oc, ft0\n",
    "derivative.frag.agal": "//! agal 2 fragment\nddx ft0, v0\nddy ft1, ft0\nmov oc, ft1\n",
    "with space/instance.vert.agal": "//! agal 3 vertex\nadd vt0, va0, iid\nmov op, vt0\n",  # not in essl100
    "rejected.frag.agal": "mov oc, ft0\n",
}
SHARED = {
    "one/a.frag.agal": "mov oc, fc0\n",
    "one/with space/b.frag.agal": "mov oc, v0\n",
    "one/with space/rejected.frag.agal": "mov oc, ft1\n",
    "two/c.vert.agal": "mov op, va0\n",
    "without programs/README": "",
}


def write(folder, files):
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def target_suffixes():
    """Names and suffixes in targets.def, in its order."""
    table = (ROOT / "include/agal/tables/targets.def").read_text()
    return dict(re.findall(r'^AGAL_TARGET\(\w+, +"([^"]+)".*?"(\.[^"]+)"', table, re.MULTILINE))


class Links(HTMLParser):
    def __init__(self):
        super().__init__()
        self.found = []

    def handle_starttag(self, tag, attributes):
        self.found += [value for name, value in attributes if name in ("href", "src")]


class Output(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        folder = Path(cls.temporary.name)
        cls.corpus, cls.shared, cls.results = folder / "corpus", folder / "shared", folder / "results"
        write(cls.corpus, CORPUS)
        write(cls.shared, SHARED)
        programs = [{"file": name, "profile": "standard"} for name in CORPUS if name != "rejected.frag.agal"]
        manifest = {"version": 1, "programs": programs,
                    "pairs": [{"vertex": "common/lit.vert.agal", "fragment": "common/lit.frag.agal"}]}
        (cls.corpus / "manifest.json").write_text(json.dumps(manifest))
        cls.output = cls.demo()
        cls.targets = target_suffixes()

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    @classmethod
    def demo(cls, expected_status=0, **options):
        options = {"agalc": os.environ["AGALC"], "example-swf": os.environ["AGAL_EXAMPLE_SWF"], "corpus": cls.corpus,
                   "shared": cls.shared, "folder": cls.results, **options}
        words = [f"--{name}={value}" for name, value in options.items()]
        ended = subprocess.run([sys.executable, str(ROOT / "tools/lab/demo.py"), *words], stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT, text=True, check=False)
        assert ended.returncode == expected_status, ended.stdout
        return ended.stdout

    def section(self, heading, output=None):
        """The lines of the table that begins with a heading, up to the end of the step."""
        lines = (output or self.output).split("\n")
        begin = next(n for n, line in enumerate(lines) if line.startswith(heading))
        return lines[begin:]

    def rows(self):
        """The rows of the table of sizes, by their program: the text after the name."""
        lines = self.section("program ")
        return {line[:lines[0].index("ms") - 7].strip(): line for line in lines[1:lines.index("")]}

    def test_columns_are_targets(self):
        self.assertEqual(self.section("program ")[0].split(), ["program", "ms", *self.targets])

    def test_rows_are_programs(self):
        self.assertEqual(sorted(self.rows()), sorted(CORPUS))

    def test_columns_are_aligned(self):
        lines = self.section("program ")
        self.assertEqual({len(line) for line in lines[:lines.index("")] if "rejected" not in line}, {len(lines[0])})

    def test_figures_are_sizes_of_files(self):
        for program, row in self.rows().items():
            if program == "rejected.frag.agal":
                continue
            cells = row.removeprefix(program).split()
            self.assertGreater(float(cells.pop(0)), 0)
            self.assertEqual(len(cells), len(self.targets), row)
            for (name, suffix), cell in zip(self.targets.items(), cells):
                path = self.results / "out" / (program.removesuffix(".agal") + suffix)
                self.assertEqual(cell, str(path.stat().st_size) if path.exists() else "-", f"{program} for {name}")

    def test_every_target_has_products(self):
        self.assertEqual(self.footer("products").keys(), self.targets.keys())
        for name, count in self.footer("products").items():
            self.assertGreater(count, 0, f"nothing is expressible in {name}")

    def footer(self, title):
        line = next(line for line in self.section("program ") if line.startswith(title))
        return dict(zip(self.targets, map(int, line.removeprefix(title).split())))

    def test_footer_adds_up(self):
        accepted = len(CORPUS) - 1
        for name, suffix in self.targets.items():
            made = [path for path in (self.results / "out").rglob(f"*{suffix}")
                    if not {"shared", "game", "played"} & set(path.relative_to(self.results / "out").parts)]
            self.assertEqual(self.footer("products")[name], len(made), name)
            self.assertEqual(self.footer("not expressible")[name], accepted - len(made), name)
            self.assertEqual(self.footer("total bytes")[name], sum(path.stat().st_size for path in made), name)
        self.assertGreater(self.footer("not expressible")["essl100"], 0, "the corpus has nothing that essl100 lacks")

    def test_summary_counts_products(self):
        products = sum(self.footer("products").values())
        self.assertRegex(self.output, rf"\n{len(CORPUS)} programs, {products} products in \d+\.\d s \(\d+\.\d\d ms per product\); "
                                      r"1 rejected, 0 failed\n")

    def test_rejected_program_has_reason(self):
        self.assertTrue(self.rows()["rejected.frag.agal"].endswith("  rejected: it breaks a rule"))
        self.assertIn("AGAL", (self.results / "messages/corpus.txt").read_text())

    def test_table_is_also_a_file(self):
        self.assertIn((self.results / "table.txt").read_text(), self.output)

    def test_shared_programs_are_counted(self):
        lines = self.section("origin ")
        self.assertEqual(lines[0].split(), ["origin", "programs", "accepted", "rejected", "products", "not", "expressible", "seconds"])
        for line, origin, programs, accepted in (lines[1], "one", 3, 2), (lines[2], "two", 1, 1):
            files = [path for path in (self.results / "out/shared" / origin).rglob("*") if path.is_file()]
            self.assertEqual(line.split()[:-1], [origin, *map(str, (programs, accepted, programs - accepted, len(files),
                                                                    accepted * len(self.targets) - len(files)))])
            self.assertEqual(len(line), len(lines[0]))
        self.assertEqual(lines[3], "")

    def test_paths_exist(self):
        named = re.findall(rf"{re.escape(str(self.temporary.name))}[^\s)]*", self.output)
        self.assertGreater(len(named), 5)
        for path in named:
            self.assertTrue(Path(path.rstrip(":")).exists(), path)

    def test_results_are_named(self):
        for title in "Sheet", "Report", "Products", "Table", "Diagnostics":
            line = next(line for line in self.output.split("\n") if line.startswith(f"{title}:"))
            path = Path(line.split(None, 1)[1])
            self.assertTrue(path.exists(), line)
            self.assertGreater(path.stat().st_size, 0, line)

    def test_game_has_programs(self):
        found = re.search(r"^(\d+) files, (\d+) programs: (\d+) accepted, (\d+) rejected", self.output, re.MULTILINE)
        files = [path for path in (self.results / "game").iterdir()]
        self.assertEqual(int(found[1]), len(files))
        self.assertEqual([int(found[n]) for n in (2, 3, 4)], [2, 2, 0], "the game contains one pair")

    def test_reports_have_no_dead_links(self):
        reports = list(self.results.glob("*.html"))
        self.assertTrue(reports)
        for report in reports:
            links = Links()
            links.feed(report.read_text())
            for link in links.found:
                self.assertTrue(link == "#" or link.startswith("data:"), f"{report.name} needs {link}")

    def test_failure_is_shown(self):
        """A command that ends by a signal or with another status is not counted as a rejection."""
        broken = Path(self.temporary.name) / "broken"
        broken.write_text(f'#!/bin/sh\n[ "$1" != compile ] || exit 3\nexec "{os.environ["AGALC"]}" "$@"\n')
        broken.chmod(0o755)
        output = self.demo(expected_status=1, agalc=broken, folder=Path(self.temporary.name) / "failed")
        self.assertIn("FAILED with exit status 3", output)
        self.assertIn(f" 0 rejected, {len(CORPUS)} failed\n", output)
        self.assertIn("ended with exit status 3", output)


if __name__ == "__main__":
    unittest.main()
