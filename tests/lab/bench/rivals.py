"""Compares agalc with Ruffle's translator, in rounds that alternate, and with its goals: see tools/lab/bench --rivals.

Arguments: the folder for files, agal-bench-rivals, the command agalc, Ruffle's program or "", and the page or ""."""

import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "support"))
from document import write_block  # noqa: E402

ROUNDS = int(os.environ.get("AGAL_REPETITIONS", 12))
CORPUS = Path(__file__).resolve().parents[4] / "shared/corpus"
AHEAD, OF_IR, RATE, MSL = 5.5, 1.35, 1000, 350
BATCH = "spv,essl300,wgsl,msl21,hlsl50"
LANGUAGES = {"words": "SPIR-V words", "essl300": "GLSL ES 3.00", "wgsl": "WGSL", "msl23": "MSL, own writer", "hlsl50": "HLSL"}


def lines_of(*words):
    return subprocess.run([str(word) for word in words], check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()


def common_programs(work, ours, theirs):
    """Writes the programs that both translate to each language into a folder, and returns it with their number."""
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    lines_of(ours, "programs", CORPUS, work)
    accepted = set(lines_of(ours, "accepted", work))
    if theirs:
        accepted &= set(lines_of(theirs, "accepted", work))
    for file in work.iterdir():
        if file.name not in accepted:
            file.unlink()
    return len(accepted)


def times(program, work, best):
    for line in lines_of(program, "times", work):
        name, time = line.rsplit(" ", 1)
        best[name] = min(best.get(name, float("inf")), float(time))


def processor_time(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([str(word) for word in command], check=True, stderr=subprocess.DEVNULL)  # warnings about programs
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def batch_time(agalc, work, out, products):
    """Returns the processor time of a conversion on one core into a new folder."""
    new = Path(tempfile.mkdtemp(dir=out)) / "products"
    return processor_time([agalc, "batch", work, "-o", new, "--emit", products, "-j", 1, "--no-cache", "--quiet"])


def translation_time(agalc, work, out, target):
    """Returns the time of all steps from bytecode to validated text, without files and without the interface."""
    command = [agalc, "compile", *sorted(work.iterdir()), "--target", target, "--time-report", "-o", tempfile.mkdtemp(dir=out)]
    report = subprocess.run([str(word) for word in command], check=True, stderr=subprocess.PIPE, text=True).stderr
    steps = {name: float(ms) / 1000 for name, ms in re.findall(r"^(\S+) +\d+ +([\d.]+) +[\d.]+%$", report, re.MULTILINE)}
    return sum(steps.values()) - steps.pop("reflect")


def row(what, goal, met, figure):
    return f"| {what} | {goal} | {'**met**' if met else '**missed**'} | {figure} |"


def main(work, ours, agalc, theirs, page):
    # Nothing is removed before the end: for minutes after files were removed, ext4 takes several times as long to create others.
    # TMPDIR may name another file system.
    Path(work).mkdir(parents=True, exist_ok=True)
    out = Path(tempfile.mkdtemp(prefix="rivals-", dir=os.environ.get("TMPDIR", work)))
    work = out / "programs"
    count = common_programs(work, ours, theirs)
    own, rival, batch, files, msl = {}, {}, float("inf"), float("inf"), float("inf")
    for turn in range(ROUNDS):
        times(ours, work, own)
        if theirs:
            times(theirs, work, rival)
        if turn % 4 == 0:
            batch = min(batch, batch_time(agalc, work, out, BATCH))
            files = min(files, batch_time(agalc, work, out, "msl21"))
        msl = min(msl, translation_time(agalc, work, out, "msl21"))
    shutil.rmtree(out)
    rows = [f"{count} real programs.", "", "| | Goal | | Measured |", "|---|---|---|---|"]
    if theirs:
        for name, title in LANGUAGES.items():
            ratio = rival[name] / own[name]
            rows.append(row(f"{title}: time of Ruffle / time of agalc", f"at least {AHEAD}", ratio >= AHEAD,
                            f"{ratio:.2f}: {rival[name]:,.0f} / {own[name]:,.0f} ns"))
        ratio = own["words"] / rival["ir"]
        rows.append(row("SPIR-V words / Ruffle's IR without validation", f"at most {OF_IR}", ratio <= OF_IR,
                        f"{ratio:.2f}: {own['words']:,.0f} / {rival['ir']:,.0f} ns"))
    else:
        rows.append("| Ruffle | | not measured | `--ruffle FOLDER` measures it |")
    rows.append(row(f"`agalc batch --emit {BATCH}`, programs a second", f"at least {RATE:,}", count / batch >= RATE,
                    f"{count / batch:,.0f}"))
    rows.append(row("MSL by SPIRV-Cross, validated: steps of `agalc compile` for one program", f"at most {MSL} µs",
                    msl / count * 1e6 <= MSL, f"{msl / count * 1e6:,.0f} µs"))
    rows.append(f"| `agalc batch --emit msl21`, processor time of a program with its files | | | {files / count * 1e6:,.0f} µs |")
    table = "\n".join(rows) + "\n"
    print(table)
    if page:
        write_block(Path(page), "rivals", table)


if __name__ == "__main__":
    main(*sys.argv[1:])
