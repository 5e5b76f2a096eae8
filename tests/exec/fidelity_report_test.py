"""Tests of fidelity_report.py."""

import sys
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent))
from fidelity_report import Fault, add_devices, differences_in, failures_in, fidelity_page, merge_records, with_proofs  # noqa: E402


def backend(name, programs, exact):
    return {"name": name, "device": "a device", "programs": programs, "draws": 2, "exact": exact, "within": 1,
            "regrouped": 0, "explained": 0, "undecided": 0, "faults": 0, "mismatches": [], "notExpressible": {}}


def piece(part, of_backend):
    """Three programs in each part, one of them not suitable."""
    return {"kind": "agreement", "set": "Some", "inputs": 64, "part": part, "parts": 2, "entries": 2, "programs": 3,
            "unsuitable": {"vc5 is a constant": 1}, "backends": [of_backend]}


def planted(name, caught):
    return {"kind": "planted", "backends": [name],
            "bugs": [{"name": "no-kil", "what": "nothing is discarded", "changed": 4, "visible": 3,
                      "caught": [[caught, 1, 0]]}]}


def option(name, mismatches):
    return {"kind": "options", "backends": [name],
            "options": [{"option": "--ifg=ge", "programs": 9, "numbers": [1000], "mismatches": [mismatches],
                         "differing": [2]}]}


def opcodes(name, ulps):
    return {"kind": "opcodes", "backends": [name], "opcodes": [{"opcode": "pow", "errors": [[ulps, 0.5]]}]}


def pieces():
    return [piece(1, backend("a", 2, 10)), piece(1, backend("b", 2, 20)), piece(2, backend("a", 2, 30)),
            piece(2, backend("b", 2, 40)), planted("a", 2), planted("b", 3), option("a", 0), option("b", 0),
            opcodes("a", 4), opcodes("b", 4)]


class Merge(unittest.TestCase):
    def test_adds_counts_of_parts(self):
        agreement, bugs, *_ = merged = merge_records(pieces())
        self.assertEqual(len(merged), 4)
        self.assertEqual((agreement["entries"], agreement["programs"]), (4, 6))
        self.assertEqual(agreement["unsuitable"], {"vc5 is a constant": 2})
        self.assertEqual([(row["name"], row["exact"]) for row in agreement["backends"]], [("a", 40), ("b", 60)])
        self.assertEqual(bugs["backends"], ["a", "b"])
        self.assertEqual(bugs["bugs"][0]["caught"], [[2, 1, 0], [3, 1, 0]])

    def test_keeps_complete_records(self):
        whole = merge_records(pieces())
        self.assertEqual(merge_records(whole), whole)

    def assert_rejected(self, message, change):
        changed = pieces()
        change(changed)
        with self.assertRaisesRegex(Fault, message):
            merge_records(changed)

    def test_rejects_missing_or_duplicate_parts(self):
        self.assert_rejected("Some: b has 1 of 2 parts", lambda rows: rows.pop(3))
        self.assert_rejected("Some: b has 5 of 6 programs", lambda rows: rows[3]["backends"][0].update(programs=1))
        self.assert_rejected(r"planted: its backends are \['a'\]", lambda rows: rows.pop(5))
        self.assert_rejected("Some: a has part 1 twice", lambda rows: rows.append(rows[0]))
        self.assert_rejected("planted: a is there twice", lambda rows: rows.append(rows[4]))

    def test_rejects_parts_of_different_runs(self):
        self.assert_rejected("part 1 has different programs", lambda rows: rows[1].update(programs=4))
        self.assert_rejected("pieces of different runs", lambda rows: rows[1].update(inputs=32))
        self.assert_rejected("pieces of different runs", lambda rows: rows[5]["bugs"][0].update(visible=2))

    def test_begins_with_the_result(self):
        self.assertIn("**Result.** 2 backends ran 4 programs, with 64 inputs each: no result contradicts the",
                      fidelity_page(merge_records(pieces())))
        worse = pieces()
        worse[6]["options"][0]["mismatches"] = [1]
        self.assertIn("1 of the checks below fail", " ".join(fidelity_page(merge_records(worse)).split()))

    def test_adds_rows_of_other_devices(self):
        records = merge_records(pieces())
        device = merge_records([piece(1, backend("a on x", 2, 5)), piece(2, backend("a on x", 2, 6))])
        add_devices(records, device)
        self.assertEqual(len(records[0]["backends"]), 3)
        page = fidelity_page(records)
        self.assertIn("| b | a device |\n| a on x | a device |\n", page)
        self.assertIn("| a on x | 4 | 4 | 11 | 2 | 0 | 0 | 0 | 0 | 0 |  |\n", page)
        records[0]["set"] = "Others"
        with self.assertRaisesRegex(Fault, "Some: only other devices have run it"):
            add_devices(records, device)

    def test_lists_failures(self):
        changed = pieces()
        self.assertEqual(list(failures_in(merge_records(changed))), [])
        changed[2]["backends"][0]["mismatches"].append("x")
        changed[4] = planted("a", 1)
        changed[7] = option("b", 5)
        self.assertEqual(list(failures_in(merge_records(changed))),
                         ["Some: a disagrees in 1 program", "planted no-kil: a shows it in 2 of 3 programs",
                          "--ifg=ge: b disagrees"])


def proofs(name="Some", different=()):
    return {"kind": "proofs", "set": name,
            "backends": [{"name": "a", "proved": 1234, "undecided": 0, "different": list(different)}]}


class Proofs(unittest.TestCase):
    def test_are_column_of_backends_with_way_back(self):
        page = fidelity_page(merge_records(pieces()), [proofs()])
        for text in ("| mismatches | proved | not expressible |\n", "|---:|---:|---|\n",
                     "| a | 4 | 4 | 40 | 2 | 0 | 0 | 0 | 0 | 0 | 1,234 |  |\n",
                     "| b | 4 | 4 | 60 | 2 | 0 | 0 | 0 | 0 | 0 | – |  |\n"):
            self.assertIn(text, page)

    def test_replace_column_and_nothing_else(self):
        records = merge_records(pieces())
        page = fidelity_page(records)
        with_column = fidelity_page(records, [proofs()])
        self.assertEqual(with_proofs(page, [proofs()]), with_column)
        other = proofs()
        other["backends"][0]["proved"] = 7
        changed = with_proofs(with_column, [other])
        self.assertEqual(changed, with_column.replace("| 1,234 |", "| 7 |"))
        self.assertEqual(with_proofs(page, [proofs("Others")]), page)

    def test_of_other_devices_are_those_of_same_shader(self):
        records = merge_records(pieces())
        add_devices(records, merge_records([piece(1, backend("a on x", 2, 5)), piece(2, backend("a on x", 2, 6))]))
        self.assertIn("| a on x | 4 | 4 | 11 | 2 | 0 | 0 | 0 | 0 | 0 | 1,234 |  |\n", fidelity_page(records, [proofs()]))

    def test_list_differences(self):
        self.assertEqual(list(differences_in([proofs()])), [])
        self.assertEqual(list(differences_in([proofs(different=["x.frag"])])), ["Some: a is proved to differ in x.frag"])


class Page(unittest.TestCase):
    def test_has_row_for_each_backend(self):
        page = fidelity_page(merge_records(pieces()))
        for text in ("4 entries (pairs, and programs alone), 6 programs, 64 inputs each.\n",
                     "| a | 4 | 4 | 40 | 2 | 0 | 0 | 0 | 0 | 0 |  |\n",
                     "| *visible* | 3 |\n| a | 2 (1 / 0) |\n| b | 3 (1 / 0) |\n",
                     "| *programs* | 9 |\n| a | 1,000 / 0 / 2 |\n",
                     "| Opcode | a<br>b |\n|---|---:|\n| `pow` | 4 ulp, 50 % |\n"):
            self.assertIn(text, page)


if __name__ == "__main__":
    unittest.main()
