"""Prints the coverage of src/ from the files that programs have written: coverage.py BUILD PERCENT. tools/coverage runs it.

A line is covered if one of its instances is executed. A branch is one way that a condition can go; those that only lead to
the handling of an exception are left out, because nearly every call has one.
"""

import collections
import json
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
LISTED = ("lower", "opt", "spirv", "validate")


class Coverage:
    """What was executed, by file and line. Branches are by their number in the line; lines with several instances, which
    templates have, have the branches of each shape once."""

    def __init__(self):
        self.lines = collections.defaultdict(lambda: collections.defaultdict(int))
        self.branches = collections.defaultdict(lambda: collections.defaultdict(int))

    def add(self, report):
        directory = pathlib.Path(report["current_working_directory"])
        for file in report["files"]:
            path = (directory / file["file"]).resolve()
            if not path.is_relative_to(ROOT / "src"):
                continue
            name = str(path.relative_to(ROOT))
            for line in file["lines"]:
                number = line["line_number"]
                self.lines[name][number] += line["count"]
                ways = [branch for branch in line["branches"] if not branch["throw"]]
                for i, branch in enumerate(ways if len(ways) > 1 else []):
                    self.branches[name][number, len(ways), i] += branch["count"]

    def folders(self):
        """By folder: covered lines, lines, taken branches, branches."""
        rows = collections.defaultdict(lambda: [0, 0, 0, 0])
        for group in ("folder", "all"):
            for name, lines in self.lines.items():
                row = rows[name.split("/")[1] if group == "folder" else "all"]
                row[0] += sum(count > 0 for count in lines.values())
                row[1] += len(lines)
                row[2] += sum(count > 0 for count in self.branches[name].values())
                row[3] += len(self.branches[name])
        return rows


def read(build):
    """gcov over all files that programs have written."""
    coverage = Coverage()
    data = sorted(path.resolve() for path in build.rglob("*.gcda"))
    if not data:
        raise SystemExit(f"coverage: no program has written anything in {build}")
    command = [os.environ.get("GCOV", "gcov"), "--json-format", "--branch-probabilities", "--stdout"]
    for path in data:
        # Next to the notes of the compiler, and one at a time: files of different programs may have the same name.
        found = subprocess.run([*command, path.name], cwd=path.parent, check=True, capture_output=True, text=True)
        for line in found.stdout.splitlines():
            coverage.add(json.loads(line))
    return coverage


def percent(part, whole):
    return f"{100 * part / whole:.1f} %" if whole else "–"


def print_table(coverage):
    print("| Folder | Lines | Covered | Branches | Taken |\n|---|---|---|---|---|")
    rows = sorted(coverage.folders().items(), key=lambda row: (row[0] == "all", row[0]))
    for name, (covered, lines, taken, branches) in rows:
        print(f"| {name} | {lines} | {percent(covered, lines)} | {branches} | {percent(taken, branches)} |")


def missed_branches(coverage):
    """The conditions of some folders that never go one way: the file and the text of the line, how many ways, its number,
    and whether it is executed."""
    for name in sorted(coverage.lines):
        if name.split("/")[1] not in LISTED:
            continue
        text = (ROOT / name).read_text().splitlines()
        missed = collections.Counter()
        for (number, _, _), count in coverage.branches[name].items():
            missed[number] += count == 0
        for number in sorted(number for number, count in missed.items() if count):
            yield (name, text[number - 1].strip()), missed[number], number, coverage.lines[name][number] > 0


def read_known():
    """The branches that were looked at: how many of each line, by the file and the text of the line."""
    known = collections.Counter()
    for line in (ROOT / "tools/dev/untaken.txt").read_text().splitlines():
        if line.startswith("src/"):
            name, count, text = line.split(": ", 2)
            known[name, text] += int(count)
    return known


def print_branches(coverage):
    """Prints the branches that tools/dev/untaken.txt does not explain, and returns how many lines they are on."""
    known = read_known()
    lines = 0
    for key, count, number, executed in missed_branches(coverage):
        if known[key] >= count:
            known[key] -= count
            continue
        if lines == 0:
            print("\nBranches that no test takes, and tools/dev/untaken.txt does not explain:\n")
        lines += 1
        print(f"    {key[0]}: {count}: {key[1]}    (line {number}{'' if executed else ', never executed'})")
    taken = [(*key, count) for key, count in sorted(known.items()) if count]
    if taken:
        print("\nBranches that tools/dev/untaken.txt explains, although a test takes them:\n")
    for name, text, count in taken:
        print(f"    {name}: {count}: {text}")
    return lines


def main():
    build, wanted = pathlib.Path(sys.argv[1]), float(sys.argv[2])
    coverage = read(build)
    print_table(coverage)
    unexplained = print_branches(coverage)
    covered, lines, _, _ = coverage.folders()["all"]
    if 100 * covered < wanted * lines:
        raise SystemExit(f"\ncoverage: {percent(covered, lines)} of the lines are covered; {wanted:g} % are required")
    if unexplained:
        raise SystemExit(f"\ncoverage: {unexplained} lines have branches that nothing explains")


main()
