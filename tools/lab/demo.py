"""The steps of ./tools/demo after the build. Each step prints what it does, a table or a picture, and the paths of its results.

tests/command/demo runs the steps with a small corpus, and reads what they print."""

import argparse
import json
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
GAME_TARGETS = "spv,essl300,msl21,hlsl50,reflect"
PLAYED_TARGETS = "spv,essl300,reflect"
REJECTED = 1  # the exit status of agalc if it rejects an input or a target cannot express a program


@dataclass
class Target:
    name: str
    suffix: str


@dataclass
class Row:
    """One program of the table."""

    program: str
    status: int
    seconds: float
    sizes: dict  # bytes of each product, by the name of its target

    @property
    def failed(self):
        return self.status > REJECTED


@dataclass
class Demo:
    agalc: Path
    example_swf: Path
    corpus: Path
    shared: Path
    folder: Path  # contains all results
    fault: bool = False

    @property
    def products(self):
        return self.folder / "out"

    def messages(self, step):
        """Opens the file for the diagnostics of a step."""
        path = self.folder / "messages" / f"{step}.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        return path.open("w")

    def run(self, *words, **options):
        """Runs a program. Returns its exit status and the seconds that it took."""
        sys.stdout.flush()
        begin = time.perf_counter()
        status = subprocess.run([str(word) for word in words], check=False, **options).returncode
        return status, time.perf_counter() - begin

    def must_not_fail(self, status, what):
        if status > REJECTED:
            print(f"{what} ended with exit status {status}")
            self.fault = True

    def targets(self):
        listed = subprocess.run([self.agalc, "targets", "--format=json"], check=True, stdout=subprocess.PIPE).stdout
        return [Target(row["name"], row["suffix"]) for row in json.loads(listed)]


def programs_in(folder):
    return sorted(folder.rglob("*.agal"), key=lambda path: path.as_posix())


def stem_of(program):
    """Returns the part of a name that all products share: water.frag.agal has products such as water.frag.spv."""
    return program.with_suffix("")


def aligned(cells, widths):
    """Returns one line of a table. The first column is text, and all others are numbers."""
    first = f"{cells[0]:<{widths[0]}}"
    return " ".join([first, *(f"{cell:>{width}}" for cell, width in zip(cells[1:], widths[1:]))])


def table_lines(rows, targets):
    """Yields the lines of the table of sizes, and a line that summarizes the table."""
    accepted = [row for row in rows if row.sizes and not row.failed]
    counts = {target.name: sum(target.name in row.sizes for row in accepted) for target in targets}
    totals = {target.name: sum(row.sizes.get(target.name, 0) for row in accepted) for target in targets}
    footer = [("products", counts.values()),
              ("not expressible", [len(accepted) - count for count in counts.values()]),
              ("total bytes", totals.values())]
    names = [row.program for row in rows] + [name for name, _ in footer]
    widths = [max(map(len, names)), 8]
    widths += [max(6, len(target.name), len(str(totals[target.name]))) for target in targets]

    yield aligned(["program", "ms", *(target.name for target in targets)], widths)
    for row in rows:
        begin = aligned([row.program, f"{row.seconds * 1e3:.1f}"], widths[:2])
        if row.failed:
            yield f"{begin}  FAILED with exit status {row.status}"
        elif not row.sizes:
            yield f"{begin}  rejected: it breaks a rule"
        else:
            yield aligned([begin, *(row.sizes.get(target.name, "-") for target in targets)], [len(begin), *widths[2:]])
    yield ""
    for name, numbers in footer:
        yield aligned([name, "", *numbers], widths)
    products = sum(counts.values())
    seconds = sum(row.seconds for row in rows)
    each = f" ({seconds * 1e3 / products:.2f} ms per product)" if products else ""
    failed = sum(row.failed for row in rows)
    yield ""
    yield (f"{len(rows)} programs, {products} products in {seconds:.1f} s{each}; "
           f"{len(rows) - len(accepted) - failed} rejected, {failed} failed")


def compile_corpus(demo):
    """Compiles one program at a time, so that each is timed."""
    print(f"\nCompiling {demo.corpus} to every target ...")
    targets, rows = demo.targets(), []
    with demo.messages("corpus") as messages:
        for program in programs_in(demo.corpus):
            name = program.relative_to(demo.corpus)
            folder = demo.products / name.parent
            status, seconds = demo.run(demo.agalc, "compile", program, "--target", "all", "--reflect", "-o", f"{folder}/",
                                       stderr=messages)
            made = {target.name: folder / (stem_of(program).name + target.suffix) for target in targets}
            rows.append(Row(name.as_posix(), status, seconds,
                            {name: path.stat().st_size for name, path in made.items() if path.exists()}))
    lines = ["Sizes of the products in bytes; - where the target cannot express the program. The time, in milliseconds, is that",
             "of one call of agalc, which compiles the program to all targets.", "", *table_lines(rows, targets)]
    text = "\n".join(lines) + "\n"
    (demo.folder / "table.txt").write_text(text)
    print(f"\n{text}", end="")
    demo.fault |= any(row.failed for row in rows)


def compile_shared(demo):
    """Compiles programs of real engines, if they are next to the project: each folder in one run."""
    if not demo.shared.is_dir():
        return
    print(f"\nCompiling {demo.shared} to every target ...\n")
    widths = [16, 9, 9, 9, 9, 15, 8]
    print(aligned(["origin", "programs", "accepted", "rejected", "products", "not expressible", "seconds"], widths))
    targets = demo.targets()
    for origin in sorted(path for path in demo.shared.iterdir() if path.is_dir()):
        programs = programs_in(origin)
        if not programs:
            continue
        listing = demo.folder / "programs.txt"
        listing.write_text("".join(f'"{program}"\n' for program in programs))
        out = demo.products / "shared" / origin.name
        with demo.messages(origin.name) as messages:
            status, seconds = demo.run(demo.agalc, "compile", f"@{listing}", "--target", "all", "-o", f"{out}/",
                                       stderr=messages)
        made = [path for path in out.rglob("*") if path.is_file()]
        accepted = sum(path.suffix == ".spv" for path in made)  # SPIR-V expresses all of AGAL
        print(aligned([origin.name, len(programs), accepted, len(programs) - accepted, len(made),
                       accepted * len(targets) - len(made), f"{seconds:.1f}"], widths))
        demo.must_not_fail(status, f"  agalc, whose messages are in {messages.name},")


def draw_sheet(demo):
    sheet, manifest = demo.folder / "sheet.png", demo.corpus / "manifest.json"
    print(f"\nDrawing every pair of {demo.corpus} with Vulkan and with the interpreter ...")
    with demo.messages("sheet") as messages:
        status, seconds = demo.run(demo.agalc, "sheet", manifest, "-o", sheet, stderr=messages)
    said = Path(messages.name).read_text()
    if "AGAL1020" in said:
        print("No Vulkan device was found; the sheet shows only the pictures of the interpreter.")
        status, seconds = demo.run(demo.agalc, "sheet", manifest, "-o", sheet, "--backend", "interp")
    if status != 0:
        print(said, end="")
        demo.fault = True
    print(f"{seconds:.1f} s")


def convert_game(demo):
    """Converts SWF files with all compressions and a SWC, which contain the pairs of the corpus as bytecode in binary data
    and as text in ActionScript. The same program in four files counts as one."""
    game = demo.folder / "game"
    print(f"\nConverting a game ({game}) to shaders and a report ...")
    demo.must_not_fail(demo.run(demo.example_swf, demo.corpus / "manifest.json", "-o", game)[0], "agal-example-swf")
    status, _ = demo.run(demo.agalc, "batch", game, "-o", demo.products / "game", "--emit", GAME_TARGETS, "--report",
                         demo.folder / "report.html")
    demo.must_not_fail(status, "agalc batch")


def play_game(demo):
    """Plays a game that builds its programs at run time, so that they cannot be found in its file."""
    print()
    setup = ["node", ROOT / "bindings/js/bin/agalc.js", "play", "--setup"]
    if shutil.which("node") is None or subprocess.run(setup, stdout=subprocess.DEVNULL).returncode != 0:
        return print("No game is played: the player could not be installed.")
    if shutil.which("haxe") is None:
        return print("No game is played: haxe, which compiles it, was not found.")
    played = demo.folder / "played"
    print(f"Playing a game that builds its programs at run time ({played}) ...")
    played.mkdir(parents=True)
    game, log = played / "registers.swf", played / "registers.capture"
    status, _ = demo.run("haxe", "--class-path", ROOT / "tests/games/real_games/source", "--main", "Registers", "--swf", game,
                         "--swf-version", "17", "--swf-header", "320:80:30")
    demo.must_not_fail(status, "haxe")
    print("What agalc finds in its file:")
    demo.run(demo.agalc, "extract", game)
    print("What it uploads:")
    status, _ = demo.run(ROOT / "tools/capture", game, "-o", log, "--agalc", demo.agalc)
    if status == 0:
        status, _ = demo.run(demo.agalc, "batch", game, log, "-o", demo.products / "played", "--emit", PLAYED_TARGETS, "--report",
                             demo.folder / "played.html")
    demo.must_not_fail(status, "playing or converting the game")


def name_results(demo):
    """Prints the paths of all results that exist."""
    print()
    for title, name in (("Sheet:", "sheet.png"), ("Report:", "report.html"), ("Played game:", "played.html"),
                        ("Products:", "out"), ("Table:", "table.txt"), ("Diagnostics:", "messages")):
        if (path := demo.folder / name).exists():
            print(f"{title:<14} {path}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--agalc", type=Path, required=True, help="the command")
    parser.add_argument("--example-swf", type=Path, required=True, help="the program agal-example-swf")
    parser.add_argument("--corpus", type=Path, default=Path("corpus"), help="programs with a manifest")
    parser.add_argument("--shared", type=Path, default=Path("../shared/corpus"), help="folders of programs of engines")
    parser.add_argument("--folder", type=Path, default=Path("build/demo"), help="for the results; it is emptied first")
    demo = Demo(**vars(parser.parse_args()))
    shutil.rmtree(demo.folder, ignore_errors=True)
    demo.folder.mkdir(parents=True)
    for step in compile_corpus, compile_shared, draw_sheet, convert_game, play_game, name_results:
        step(demo)
    sys.exit(demo.fault)


if __name__ == "__main__":
    main()
