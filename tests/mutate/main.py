"""Mutation testing: tools/dev/mutate says how it is used, docs/reliability.md what it is for."""

import argparse
import collections
import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile

import sites

REQUIRED = 85  # percent
ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDERS = ("lower", "opt", "spirv", "validation", "writer")
# Test programs with the tests to run: quick ones, and those that only run if the quick ones have found nothing.
QUICK = {
    "unit-writer": "", "unit-ir": "", "unit-target": "", "unit-linting": "", "golden": "", "unit-lower": "",
    "unit-reflect": "", "unit-opt": "", "unit-validation": "", "unit-spirv": "", "unit-khronos": "", "fuzz": "*FuzzTarget*",
    "precision": "", "translation": "",
}
SLOW = {
    "unit-driver": "", "exec-agreement": "*OwnCorpus*/vulkan:*OwnCorpus*/webgpu:*Regressions*", "conversion": "",
}
STATES = ("killed", "survived", "not reached", "not compiled")
ERROR = re.compile(r"^([^\s:]+):(\d+):(\d+):\s+(error: no matching function|error|fatal error|\s*required from here)", re.M)


def fail(message):
    raise SystemExit(f"mutate: {message}")


def log(message):
    print(f"mutate: {message}", file=sys.stderr, flush=True)


class File:
    """A source with all its sites; `chosen` are those with a mutant of this run."""

    def __init__(self, path):
        self.path = path
        self.text = (ROOT / path).read_text()
        self.digest = hashlib.sha256(self.text.encode()).hexdigest()[:8]
        self.sites = sites.find_sites(self.text)
        self.lines = self.text.splitlines()
        self.chosen = []

    def line(self, number):
        return self.lines[number - 1].strip()


def key_of(file, mutant):
    return f"{file.path}:{mutant.line}:{mutant.column}:{mutant.kind}:{mutant.after}:{file.digest}"


def draw_key(seed, file, mutant):
    """An order that is random, but in which a change of the sources only moves the mutants that it concerns."""
    name = f"{seed}:{file.path}:{file.line(mutant.line)}:{mutant.column}:{mutant.kind}:{mutant.after}"
    return hashlib.sha256(name.encode()).digest()


def choose(patterns, seed, count):
    """The files, and the chosen mutants with their files, numbered from 1 in the order in which they were drawn."""
    paths = [p.relative_to(ROOT) for folder in FOLDERS for p in sorted((ROOT / "src" / folder).glob("*.[ch]pp"))]
    if patterns:
        paths = [p for p in paths if any(p.match(pattern) for pattern in patterns)]
    files = [File(path) for path in paths]
    everything = [(file, site, mutant) for file in files for site in file.sites for mutant in site.mutants]
    everything.sort(key=lambda row: draw_key(seed, row[0], row[2]))
    drawn = everything[:count] if count else everything
    for number, (file, site, mutant) in enumerate(drawn, 1):
        mutant.number = number
        if site not in file.chosen:
            file.chosen.append(site)
    for file in files:
        file.chosen.sort(key=lambda site: (site.begin, -site.end))
    return files, [(file, mutant) for file, _, mutant in drawn], len(everything)


def update(path, text):
    """Writes a file unless it is the same, so that nothing is compiled twice."""
    if not path.exists() or path.read_bytes() != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text)


def copy_tree(tree):
    """Everything that git knows or would add; the folders beside the tree are those beside the copy."""
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "-z"], cwd=ROOT, check=True,
                            capture_output=True)
    names = {name for name in listed.stdout.decode().split("\0") if name and (ROOT / name).is_file()}
    for old in tree.rglob("*") if tree.exists() else []:
        if old.is_file() and old.stem != "mutants" and str(old.relative_to(tree)) not in names:
            old.unlink()
    for name in sorted(names):
        target = tree / name
        if name.startswith("src/") and target.exists():
            continue  # written below, or by the mutants
        update(target, (ROOT / name).read_bytes())
        shutil.copymode(ROOT / name, target)
    shared = ROOT.parent / "shared"
    if shared.exists() and not (tree.parent / "shared").exists():
        (tree.parent / "shared").symlink_to(shared)


def write_sources(tree, files):
    """All sources, with the chosen mutants. Returns for each file with mutants where these are."""
    places = {}
    mutated = {file.path: file for file in files if file.chosen}
    for path in sorted((ROOT / "src").rglob("*")):
        name = path.relative_to(ROOT)
        if not path.is_file():
            continue
        if name in mutated:
            text, places[str(name)] = sites.write(mutated[name].text, mutated[name].chosen)
            update(tree / name, text.encode())
        elif str(name) == "src/base/CMakeLists.txt":
            update(tree / name, path.read_bytes() + b"target_sources(agal-core PRIVATE mutants.cpp)\n")
        else:
            update(tree / name, path.read_bytes())
    for name in ("mutants.hpp", "mutants.cpp"):
        update(tree / "src/base" / name, (ROOT / "tests/mutate" / name).read_bytes())
    return places


def configure(tree, build):
    options = [
        "-DCMAKE_BUILD_TYPE=None", f"-DCMAKE_CXX_FLAGS=-O1 -w -std=gnu++20 -include {tree / 'src/base/mutants.hpp'}",
        "-DCMAKE_UNITY_BUILD=ON", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON",
        "-DAGAL_VERIFY_IR=ON",
    ]
    if subprocess.run([str(tree / "tools/dev/configure"), str(build), *options], stdout=subprocess.DEVNULL).returncode != 0:
        fail("the copy could not be configured")


def syntax_command(build):
    """The command that compiles a file of agal-core, without the file and its object."""
    for entry in json.loads((build / "compile_commands.json").read_text()):
        if "agal-core.dir" in entry["command"]:
            command = re.sub(r" -o \S+ -c \S+$", "", entry["command"])
            return [*command.split()[("ccache" in command.split()[0]):], "-fsyntax-only", "-fmax-errors=0"]
    return fail("agal-core is not in compile_commands.json")


def broken_sites(messages, name, text, places):
    """The sites of a file at which the compiler found errors, and whether a function did not match there."""
    begins = [0] + [match.end() for match in re.finditer("\n", text)] + [len(text) + 1]
    for path, line, column, what in ERROR.findall(messages):
        if not path.endswith(name):
            continue
        begin, end = begins[int(line) - 1], begins[int(line)]
        at = begin + len(text[begin:end].encode()[:int(column) - 1].decode(errors="ignore"))  # columns are bytes
        inside = [place for place in places if place[0] <= at < place[1]]
        inside = inside or [place for place in places if place[0] < end and place[1] > begin]
        if inside:
            yield "matching" in what, min(inside, key=lambda place: place[1] - place[0])[2]


def drop_broken(tree, build, files, places):
    """Removes mutants that do not compile, until every file does. A function that does not match, which is how
    mutants.hpp refuses types, causes other errors: those that remain are seen the next time."""
    command = syntax_command(build)
    mutated = [file for file in files if file.chosen]
    folders = {file.path.parent for file in mutated if file.path.suffix == ".hpp"}
    for source in files:
        if source.path.suffix != ".cpp" or not (source.chosen or source.path.parent in folders):
            continue
        while True:
            done = subprocess.run([*command, str(tree / source.path)], cwd=build, capture_output=True, text=True,
                                  env={**os.environ, "LC_ALL": "C"})
            if done.returncode == 0:
                break
            found = [(file, *broken) for file in mutated for broken in broken_sites(
                done.stderr, str(file.path), (tree / file.path).read_text(), places[str(file.path)])]
            causes = [row for row in found if row[1]] or found
            if not causes:
                fail(f"{source.path} does not compile, and no mutant is at fault:\n{done.stderr[:4000]}")
            for file in {row[0] for row in causes}:
                broken = [site for other, _, site in causes if other is file]
                file.chosen = [site for site in file.chosen if site not in broken]
                text, places[str(file.path)] = sites.write(file.text, file.chosen)
                update(tree / file.path, text.encode())
        log(f"{source.path}: {len(source.chosen)} places can be changed")


class Program:
    def __init__(self, build, name, tests):
        found = list(build.rglob(f"test-{name}"))
        if not found:
            fail(f"the program test-{name} was not built")
        self.name, self.path, self.tests = name, found[0], tests
        self.seconds, self.reached = 0.0, set()

    def run(self, variables, limit=None):
        """Whether all tests pass, and do so within this many seconds of a processor, as other programs may run too."""
        command = [str(self.path), "--gtest_brief=1", "--gtest_fail_fast=1"]
        if self.tests:
            command.append(f"--gtest_filter={self.tests}")
        nothing = subprocess.DEVNULL
        process = subprocess.Popen(command, cwd=self.path.parent, env={**os.environ, **variables},
                                   start_new_session=True, stdin=nothing, stdout=nothing, stderr=nothing)
        if limit:
            resource.prlimit(process.pid, resource.RLIMIT_CPU, (limit, limit))
        try:
            status = process.wait(limit and 60 * limit)  # one that waits uses no processor
        except subprocess.TimeoutExpired:
            status = -1
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        return status == 0

    def measure(self):
        """Runs without a mutant, and notes what is executed."""
        listed = subprocess.run([self.path, "--gtest_list_tests", f"--gtest_filter={self.tests or '*'}"], check=True,
                                capture_output=True, text=True, errors="replace")
        if "  " not in listed.stdout:
            fail(f"test-{self.name} has no test {self.tests}")
        with tempfile.TemporaryDirectory() as folder:
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            if not self.run({"AGAL_MUTANT_REACHED": f"{folder}/reached"}):
                fail(f"test-{self.name} fails without a mutant")
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            self.seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
            for file in pathlib.Path(folder).iterdir():
                self.reached.update(int(line) for line in file.read_text().split())
        log(f"test-{self.name}: {self.seconds:.1f} s, reaches {len(self.reached)} mutants")


def try_mutant(mutant, programs):
    """The state of a mutant, and the program that found it."""
    reaching = [program for program in programs if mutant.number in program.reached]
    for program in reaching:
        if not program.run({"AGAL_MUTANT": str(mutant.number)}, 10 + round(4 * program.seconds)):
            return "killed", program.name
    return ("survived" if reaching else "not reached"), ""


def read_results(path):
    results = {}
    if path.exists():
        for line in path.read_text().splitlines():
            try:
                row = json.loads(line)
                results[row["key"]] = row
            except (ValueError, KeyError):
                log(f"a damaged line of {path} is ignored")
    return results


def run(options, files, drawn, results):
    work = pathlib.Path(options.work).resolve()
    tree, build = work / "tree", work / "build"
    copy_tree(tree)
    places = write_sources(tree, files)
    configure(tree, build)
    drop_broken(tree, build, files, places)
    suite = {name: tests for name, tests in {**QUICK, **({} if options.quick else SLOW)}.items()
             if not options.programs or name in options.programs.split(",")}
    targets = [f"test-{name}" for name in suite]
    command = ["cmake", "--build", str(build), "-j", str(options.jobs), "--target", *targets]
    if subprocess.run(command, stdout=sys.stderr).returncode != 0:
        fail("the copy could not be built")
    programs = [Program(build, name, tests) for name, tests in suite.items()]
    for program in programs:
        program.measure()
    compiled = {mutant for file in files for site in file.chosen for mutant in site.mutants}
    again = ("survived", "not reached") if options.retry else ()

    def is_left(file, mutant):
        row = results.get(key_of(file, mutant))
        return row is None or row["state"] in again

    left = [row for row in drawn if is_left(*row)]

    def attempt(row):
        return *row, *(try_mutant(row[1], programs) if row[1] in compiled else ("not compiled", ""))

    with open(work / "results.jsonl", "a") as out, concurrent.futures.ThreadPoolExecutor(options.jobs) as workers:
        for done, (file, mutant, state, program) in enumerate(workers.map(attempt, left), 1):
            key = key_of(file, mutant)
            results[key] = {"key": key, "state": state, "program": program, "file": str(file.path), "line": mutant.line,
                            "kind": mutant.kind, "before": mutant.before, "after": mutant.after}
            out.write(json.dumps(results[key]) + "\n")
            out.flush()
            change = f"{file.path}:{mutant.line}: {mutant.before} → {mutant.after}"
            log(f"{done} of {len(left)}: {change}: {state} {program}")


def table(drawn, results):
    """Prints the results by folder, and the mutants that no test finds. Returns the percentage that is killed."""
    counts = collections.defaultdict(collections.Counter)
    for file, mutant in drawn:
        row = results.get(key_of(file, mutant))
        if row:
            for group in (file.path.parent.name, "all"):
                counts[group][row["state"]] += 1
    print("| Folder | " + " | ".join(state.capitalize() for state in STATES) + " | Killed of those that compile |")
    print("|---" * (len(STATES) + 2) + "|")
    for group in sorted(counts, key=lambda name: (name == "all", name)):
        states = counts[group]
        compiled = sum(states.values()) - states["not compiled"]
        share = f"{100 * states['killed'] / compiled:.0f} %" if compiled else "–"
        print(f"| {group} | " + " | ".join(str(states[state]) for state in STATES) + f" | {share} |")
    for state in ("survived", "not reached"):
        rows = [(file, mutant) for file, mutant in drawn if results.get(key_of(file, mutant), {}).get("state") == state]
        if rows:
            print(f"\n{state.capitalize()}:\n")
        for file, mutant in sorted(rows, key=lambda row: (row[0].path, row[1].line, row[1].column)):
            print(f"    {file.path}:{mutant.line}:{mutant.column}: {mutant.kind}: {mutant.before} → {mutant.after}: "
                  f"{file.line(mutant.line)}")
    compiled = sum(counts["all"].values()) - counts["all"]["not compiled"]
    return 100 * counts["all"]["killed"] / compiled if compiled else 100


def main():
    parser = argparse.ArgumentParser(prog="tools/dev/mutate")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=400)
    parser.add_argument("--files", nargs="*", default=[])
    parser.add_argument("--programs", default="")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--retry", action="store_true")
    parser.add_argument("--jobs", type=int, default=int(os.environ.get("AGAL_JOBS", os.cpu_count() or 2)))
    parser.add_argument("--work", default=str(ROOT / "build/mutate"))
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--table", action="store_true")
    options = parser.parse_args()
    files, drawn, total = choose(options.files, options.seed, options.count)
    if options.list:
        for file, mutant in drawn:
            print(f"{file.path}:{mutant.line}:{mutant.column}: {mutant.kind}: {mutant.before} → {mutant.after}")
        print(f"{len(drawn)} of {total} mutants")
        return
    results = read_results(pathlib.Path(options.work) / "results.jsonl")
    if not options.table:
        run(options, files, drawn, results)
    killed = table(drawn, results)
    if killed < REQUIRED:
        raise SystemExit(f"mutate: {killed:.1f} % of the changes that compile are killed; {REQUIRED} % are required")


main()
