"""Prints the coverage of src/ from the files that programs have written: coverage.py BUILD LINES BRANCHES. tools/lab/coverage runs it.

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


def folder_of(name):
    """Returns the folder of a file in src/: a folder of a product, or the product if it has no folders."""
    parts = name.split("/")
    return parts[2] if len(parts) > 3 else parts[1]


class Coverage:
    """Execution counts by file and line. Branches are numbered within a line. Templates give several instances of a line;
    instances with the same number of branches are merged."""

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
        """Returns the numbers of covered lines, lines, taken branches and branches of each folder."""
        rows = collections.defaultdict(lambda: [0, 0, 0, 0])
        for group in ("folder", "all"):
            for name, lines in self.lines.items():
                row = rows[folder_of(name) if group == "folder" else "all"]
                row[0] += sum(count > 0 for count in lines.values())
                row[1] += len(lines)
                row[2] += sum(count > 0 for count in self.branches[name].values())
                row[3] += len(self.branches[name])
        return rows


def read(build):
    """Runs gcov on all files that programs have written."""
    coverage = Coverage()
    data = sorted(path.resolve() for path in build.rglob("*.gcda"))
    if not data:
        raise SystemExit(f"coverage: no program has written anything in {build}")
    command = [os.environ.get("GCOV", "gcov"), "--json-format", "--branch-probabilities", "--stdout"]
    for path in data:
        # gcov runs next to the notes of the compiler, for one file at a time: files of different programs may have the same
        # name.
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
    """Yields the lines of some folders with branches that no test takes: the file and the text of the line, the number of
    branches, the number of the line, and True if the line is executed."""
    for name in sorted(coverage.lines):
        if folder_of(name) not in LISTED:
            continue
        text = (ROOT / name).read_text().splitlines()
        missed = collections.Counter()
        for (number, _, _), count in coverage.branches[name].items():
            missed[number] += count == 0
        for number in sorted(number for number, count in missed.items() if count):
            yield (name, text[number - 1].strip()), missed[number], number, coverage.lines[name][number] > 0


def print_branches(coverage):
    """Prints the branches that no test takes, for a reader.

    Known reasons: gcov counts the way past a `switch` for values that no enumerator has; the caller excludes
    an enumerator; only an exception leads there; one part of a condition follows from another; a loop always finds its element;
    and two different instructions have the same hash."""
    print("\nBranches that no test takes:\n")
    for (name, text), count, number, executed in missed_branches(coverage):
        print(f"    {name}:{number}: {count}: {text}{'' if executed else '    (never executed)'}")


def require(rows, what, part, whole, percentage):
    """Fails if the coverage of these folders is too low."""
    done, of = sum(row[part] for row in rows), sum(row[whole] for row in rows)
    if 100 * done < percentage * of:
        raise SystemExit(f"\ncoverage: {percent(done, of)} of the {what}; {percentage:g} % are required")


def main():
    build = pathlib.Path(sys.argv[1])
    coverage = read(build)
    print_table(coverage)
    print_branches(coverage)
    folders = coverage.folders()
    require([folders["all"]], "lines are covered", 0, 1, float(sys.argv[2]))
    listed = [folders[name] for name in LISTED]
    require(listed, f"branches of {', '.join(LISTED)} are taken", 2, 3, float(sys.argv[3]))


main()
