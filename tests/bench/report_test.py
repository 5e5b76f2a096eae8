"""Tests of report.py and what it imports."""

import json
import sys
import tempfile
import unittest
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
sys.dont_write_bytecode = True
sys.path.insert(0, str(FOLDER))
import report  # noqa: E402
from comparison import compare, mann_whitney  # noqa: E402
from figures import Figures  # noqa: E402
from instructions import Counted, counts_page, counts_table, read_counts, total_of  # noqa: E402
from verdicts import verdicts  # noqa: E402


def measurement(steps, context=()):
    """An output of agal-bench. `steps`: (name, nanoseconds per program of each repetition, allocations, tokens); 10
    programs in 3 rounds per iteration."""
    benchmarks = []
    for family, (name, times, *rest) in enumerate(steps):
        allocations, tokens = rest + [5, 10][len(rest):]
        for index, time in enumerate(times):
            benchmarks.append({"run_name": name + "/manual_time", "run_type": "iteration", "family_index": family,
                               "repetition_index": index, "real_time": time * 30, "programs": 10.0, "rounds": 3.0,
                               "tokens": tokens, "allocations": allocations, "max_allocations": allocations + 1})
    return json.dumps({"context": {"date": "2026-01-02T03:04:05+00:00", **dict(context)}, "benchmarks": benchmarks})


def figures_of(*steps, **context):
    return Figures(measurement(steps, context))


def around(time, count=11):
    """Repetitions within 1 %."""
    return [time * (0.995 + 0.01 * i / (count - 1)) for i in range(count)]


def kept(words=800, essl300=17_000, allocations=20, long_words=160_000, median=1.01, most=1.2, own=1.2, own_allocations=4,
         described=1.2, proof=4_000):
    """A run that meets all promises, unless changed. `own`: the time of agalc's text, in those of the words. `described`: the
    time of a text with its interface, in those of the text."""
    steps = []
    for tokens, time in (2048, long_words), (10, words):
        scale = tokens / 10
        steps += [(f"{tokens}/path/words", [time], allocations, tokens),
                  (f"{tokens}/path/own:essl300", [own * time], own_allocations, tokens),
                  (f"{tokens}/path/essl300", [essl300 * scale], 900, tokens),
                  (f"{tokens}/c/wgsl", [time], 9, tokens),
                  (f"{tokens}/c/wgsl and interface", [described * time], 9, tokens),
                  (f"{tokens}/step/prove", [proof * scale], 200, tokens),
                  (f"{tokens}/khronos/spirv-val:spv", [10_000 * scale], 800, tokens),
                  (f"{tokens}/khronos/spirv-val:essl300", [9_000 * scale], 800, tokens),
                  (f"{tokens}/khronos/spirv-cross:essl300", [7_000 * scale], 800, tokens)]
    return figures_of(*steps, words_ratio_median=str(median), words_ratio_max=str(most), words_ratio_where="a/b.agal")


class ReadFigures(unittest.TestCase):
    def test_divides_by_programs_and_rounds_and_sorts_sizes(self):
        figures = kept()
        self.assertEqual(figures.selections(), ["10", "2048"])
        row = figures.find("10", "path", "words")
        self.assertEqual((row.time, row.allocations, row.max_allocations), (800, 20, 21))
        self.assertIsNone(figures.find("10", "path", "msl23"))

    def test_takes_fastest_repetition(self):
        row = figures_of(("10/step/emit", [5, 2, 4, 3, 6])).rows["10/step/emit"]
        self.assertEqual((row.time, row.disturbance), (2, 1))

    def test_combines_processes(self):
        first = measurement([("10/path/words", [4, 6]), ("10/step/emit", [3])], {"words_ratio_median": "1"})
        second = measurement([("10/step/emit", [2]), ("10/path/words", [5])])
        figures = Figures(f"[{first},{second}]")
        self.assertEqual([(row.name, row.samples) for row in figures.rows.values()],
                         [("10/path/words", [4, 5, 6]), ("10/step/emit", [2, 3])])
        self.assertEqual(figures.context["words_ratio_median"], "1")

    def test_rejects_other_json(self):
        self.assertRaises(ValueError, Figures, "{")
        self.assertRaises(KeyError, Figures, "{}")


class Ratios(unittest.TestCase):
    def test_compare_with_same_module(self):
        figures = kept()
        words, text = figures.find("10", "path", "words"), figures.find("10", "path", "essl300")
        self.assertAlmostEqual(figures.over_validator(words), 0.08)
        self.assertAlmostEqual(figures.over_validator(text), 17 / 9)
        self.assertAlmostEqual(figures.over_khronos(text), 17 / 16)
        self.assertAlmostEqual(figures.over_khronos(words), 0.05)

    def test_are_missing_if_library_was_not_measured(self):
        figures = figures_of(("10/step/emit", [5]))
        row = figures.rows["10/step/emit"]
        self.assertEqual((figures.over_validator(row), figures.over_khronos(row)), (None, None))


class Verdicts(unittest.TestCase):
    def missed(self, **changes):
        return [i for i, (_, outcome, _) in enumerate(verdicts(kept(**changes))) if outcome != "met"]

    def test_are_met(self):
        self.assertEqual(self.missed(), [])

    def test_are_missed_one_by_one(self):
        self.assertEqual(self.missed(words=1_010, long_words=200_000), [0])
        self.assertEqual(self.missed(allocations=25), [1])  # on average, and 26 for one program
        self.assertEqual(self.missed(long_words=50_000), [2])
        self.assertEqual(self.missed(essl300=17_700), [3])
        self.assertEqual(self.missed(own=2.1), [4, 5])  # more than a tenth of the libraries' time, too
        self.assertEqual(self.missed(own_allocations=10), [6])
        self.assertEqual(self.missed(described=1.26), [7])
        self.assertEqual(self.missed(median=1.06), [8])
        self.assertEqual(self.missed(most=1.26), [9])
        self.assertEqual(self.missed(proof=5_100), [10])

    def test_have_ratio_to_own_call_of_validator_in_brackets(self):
        figures = figures_of(("10/path/words", [80]), ("10/khronos/spirv-val:spv", [1_000]), ("10/step/spirv-val", [500]))
        self.assertEqual(verdicts(figures)[0][1:], ("met", "10 0.080 (0.160)"))

    def test_say_what_was_not_measured(self):
        outcomes = {outcome for _, outcome, _ in verdicts(figures_of(("10/step/emit", [5])))}
        self.assertEqual(outcomes, {"not measured"})


class Page(unittest.TestCase):
    def test_table_has_row_for_every_step(self):
        text = report.terminal_table(kept())
        self.assertEqual(text.count("\n"), 1 + 18 + 1)
        self.assertIn("0.080", text)
        self.assertIn("10 0.080 · 2048 0.078", report.terminal_verdicts(kept()))

    def test_has_figures_between_marks(self):
        page = "# T\n\n<!-- figures: begin -->\nold\n<!-- figures: end -->\n\nrest\n"
        written = report.with_block(page, "figures", report.page_figures(kept()))
        self.assertIn("| bytes to words / spirv-val: at most 0.10 (in brackets: ", written)
        self.assertIn(" | **met** | 10 0.080 · 2048 0.078 |", written)
        self.assertIn("| 2048 tokens | words, not validated | 160,000 | 78 | 20 | 0.078 |", written)
        self.assertNotIn("old", written)
        self.assertTrue(written.endswith("\n<!-- figures: end -->\n\nrest\n"))
        self.assertEqual(report.with_block(written, "figures", report.page_figures(kept())), written)
        self.assertRaises(ValueError, report.with_block, "# T\n", "figures", "x")

    def test_has_steps_of_some_selections_only(self):
        figures = figures_of(("10/step/emit", [100]), ("800/step/emit", [200]), ("800/pass/cse-2", [300]))
        self.assertIn("| pass cse-2 | | 300 |", report.page_figures(figures))

    def test_has_cost_of_proofs(self):
        figures = figures_of(("10/step/prove", [100]), ("10/step/spirv-val", [400]), ("800/step/prove", [300]))
        self.assertEqual(report.proofs_table(figures).splitlines()[2:], ["| 10 tokens | 100 | 400 | 0.25 | 10 |"])

    def test_of_documents_has_marks(self):
        page = (FOLDER.parents[1] / "docs" / "performance.md").read_text()
        for name in "figures", "instructions", "branches":
            self.assertIn(f"\nof today\n<!-- {name}: end -->", report.with_block(page, name, "of today\n"))


class Instructions(unittest.TestCase):
    def test_are_read_from_callgrind(self):
        with tempfile.TemporaryDirectory() as folder:
            prefix = Path(folder) / "out"
            prefix.with_suffix(".1").write_text("version: 1\nevents: Ir\n\nfn=(1) f\n3 60\n\ntotals: 600\n")
            prefix.with_suffix(".2").write_text("version: 1\nevents: Ir\n\ntotals: 1200\n")
            prefix.with_suffix(".3").write_text("version: 1\nevents: Ir\n\ntotals: 60\n")
            names = "10/step/emit 6 60\n50/step/emit 6 300\n10/c/wgsl and interface 6 60\n"
            rows = read_counts(names, prefix)
            self.assertRaises(OSError, read_counts, names + "200/step/emit 6 1200\n", prefix)
        self.assertEqual(rows[0].instructions, 600)
        self.assertEqual(rows[2].name, "10/c/wgsl and interface")
        for text in "100 (10.0)", "200 (4.0)", "spirv-val: not counted\n":
            self.assertIn(text, counts_table(rows))
        self.assertIn("| step/emit | 100 | 200 |\n", counts_page(rows))
        self.assertRaises(TypeError, total_of, "nothing")

    def test_give_ratios_where_all_was_counted(self):
        rows = [Counted("10/path/words", 2, 20, 100), Counted("10/path/essl300", 2, 20, 900),
                Counted("10/khronos/spirv-val:spv", 2, 20, 1_000), Counted("10/khronos/spirv-val:essl300", 2, 20, 500),
                Counted("10/khronos/spirv-cross:essl300", 2, 20, 500), Counted("800/path/words", 2, 1_600, 100)]
        self.assertIn("bytes to words / spirv-val: 10 0.100\n", counts_table(rows))
        self.assertIn("(spirv-val + SPIRV-Cross): 10 0.900\n", counts_page(rows))


class Comparison(unittest.TestCase):
    def run_of(self, emit, validator, repetitions=11, allocations=5):
        return figures_of(("10/step/emit", around(emit, repetitions), allocations),
                          ("10/khronos/spirv-val:spv", around(validator, repetitions), 900))

    def test_mann_whitney_is_exact(self):
        low, high = [1, 2, 3], [4, 5, 6]
        self.assertEqual(mann_whitney(low, high), 2 / 20)  # 20 ways to choose three of six
        self.assertEqual(mann_whitney(high, low), 2 / 20)
        self.assertEqual(mann_whitney([1, 2, 4], [3, 5, 6]), 4 / 20)
        self.assertEqual(mann_whitney([1, 4, 5], [2, 3, 6]), 1)
        self.assertEqual(mann_whitney([], high), 1)

    def test_finds_slower_step(self):
        found = compare(self.run_of(1000, 8000), self.run_of(1200, 8000))
        self.assertEqual([change.name for change in found.slower], ["10/step/emit"])
        self.assertAlmostEqual(found.slower[0].factor, 1.2)
        self.assertEqual(found.faster, [])
        self.assertTrue(found.regressed())
        self.assertIn("+20.0%", found.text())

    def test_finds_faster_step(self):
        found = compare(self.run_of(1000, 8000), self.run_of(700, 8000))
        self.assertEqual((len(found.faster), found.slower, found.regressed()), (1, [], False))

    def test_divides_by_machine(self):
        found = compare(self.run_of(1000, 8000), self.run_of(1500, 12000))
        self.assertAlmostEqual(found.machine, 1.5)
        self.assertFalse(found.regressed())

    def test_ignores_small_changes(self):
        self.assertFalse(compare(self.run_of(1000, 8000), self.run_of(1040, 8000)).regressed())

    def test_ignores_noise(self):
        times = [1000, 1500, 900, 1900, 1200, 1100, 2500, 1000, 950]
        noisy = [figures_of(("10/step/emit", [time + shift for time in times]),
                            ("10/khronos/spirv-val:spv", around(8000))) for shift in (0, 100)]
        found = compare(*noisy)
        self.assertEqual((found.regressed(), found.too_few), (False, 0))

    def test_counts_steps_with_too_few_repetitions(self):
        found = compare(self.run_of(1000, 8000, 3), self.run_of(2000, 8000, 3))
        self.assertEqual((found.regressed(), found.too_few), (False, 2))
        self.assertIn("2 steps have too few repetitions", found.text())

    def test_compares_allocations_exactly(self):
        for allocations, regressed in (6, True), (4, False):
            found = compare(self.run_of(1000, 8000, 11, 5), self.run_of(1000, 8000, 11, allocations))
            self.assertEqual((len(found.allocations), found.regressed()), (1, regressed))

    def test_lists_missing_steps(self):
        found = compare(self.run_of(1000, 8000), figures_of(("10/khronos/spirv-val:spv", around(8000))))
        self.assertEqual((found.missing, found.regressed()), (["10/step/emit"], True))


if __name__ == "__main__":
    unittest.main()
