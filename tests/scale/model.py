"""What many machines need for many programs, computed from the rates of one.

model.py measure FOLDER PROGRAMS INPUT   the rates, as JSON, from what the script `model` has left in FOLDER
model.py compute RATES                   the tables of docs/scale.md
"""

import datetime
import json
import os
import pathlib
import sys
import textwrap

# What is computed for: the machines, and the servers that all of them share. A file server with these rates is a good one.
PROGRAMS = 10_000_000
MACHINES = 100
CORES = 16
OPENS = 50_000  # files that the file server opens in a second, for all machines together
CREATES = 10_000  # files that it creates
BANDWIDTH = 1.25e9  # bytes that one server sends or receives in a second: 10 Gbit/s


def size_of(folder):
    files = [path for path in pathlib.Path(folder).rglob("*") if path.is_file()]
    return len(files), sum(path.stat().st_size for path in files)


def measure(folder, programs, inputs):
    work = pathlib.Path(folder)
    programs = int(programs)

    def cpu(name):
        """Without the start of the process, which does not depend on the number of programs."""
        return float((work / f"{name}.cpu").read_text()) - float((work / "start.cpu").read_text())

    def each(seconds):
        return max(seconds, 0) / programs * 1e6

    read = each(cpu("read"))
    manifest = work / "out/manifest.jsonl"
    ticks = (work / "server.stat").read_text().rsplit(")", 1)[1].split()
    server = (int(ticks[11]) + int(ticks[12])) / os.sysconf("SC_CLK_TCK")
    products, product_bytes = size_of(work / "out")
    entries, entry_bytes = size_of(work / "server/cache")
    return {
        "measured": datetime.date.today().isoformat(),
        "programs": programs,
        "cores": os.cpu_count(),
        "load": round(os.getloadavg()[1]),
        "microseconds": {
            "read": round(read, 1),
            "convert": round(each(cpu("convert")) - read, 1),
            "upload": round(each(cpu("upload") - cpu("convert")), 1),
            "download": round(each(cpu("download")) - read, 1),
            "merge": round(each(cpu("merge")), 1),
            "cache_server": round(each(server), 1),
        },
        "bytes": {
            "input": round(size_of(inputs)[1] / programs),
            "products": round((product_bytes - manifest.stat().st_size) / programs),
            "entry": round(entry_bytes / entries),
            "manifest": round(manifest.stat().st_size / programs),
        },
        "files": round((products - 1) / programs, 2),
    }


def duration(seconds):
    if seconds < 1:
        return "less than 1 s"
    if seconds < 120:
        return f"{seconds:.0f} s"
    if seconds < 7200:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.1f} h"


def amount(count):
    for limit, unit in ((1e12, "TB"), (1e9, "GB"), (1e6, "MB")):
        if count >= limit:
            return f"{count / limit:.1f} {unit}"
    return f"{count:.0f} bytes"


def compute(rates):
    time = {name: value / 1e6 for name, value in rates["microseconds"].items()}
    size = rates["bytes"]
    own = PROGRAMS / MACHINES  # programs of each machine
    files = rates["files"]

    def row(name, work, seconds):
        return f"| {name} | {work} | {duration(seconds)} |"

    def text(words):
        return textwrap.fill(words, 125, break_on_hyphens=False)

    lines = [
        text(f"Rates of one core, measured on {rates['measured']} with {rates['programs']:,} programs on a machine with "
        f"{rates['cores']} cores and a load of {rates['load']} (seconds of the processor, so that other work counts little):"),
        "",
        "| Step | µs for each program |",
        "|---|---:|",
    ]
    names = {
        "read": "list a file, read it, and hash its program",
        "convert": "convert it to four products, and write them",
        "upload": "send it to the remote cache",
        "download": "get it from there, instead of converting it, and write the products",
        "cache_server": "nginx, for one program that is stored and read once",
        "merge": "merge its line of the manifest",
    }
    lines += [f"| {name} | {rates['microseconds'][key]:g} |" for key, name in names.items()]
    lines += [
        "",
        text(f"A program has {size['input']:,} bytes, its {files:g} products {size['products']:,}, its entry in the cache "
        f"{size['entry']:,}, its line in the manifest {size['manifest']:,}."),
        "",
        text(f"For {PROGRAMS:,} programs in as many files on {MACHINES} machines with {CORES} cores, with a file server that opens "
        f"{OPENS:,} files a second and creates {CREATES:,}, and 10 Gbit/s for each server:"),
        "",
        "| Step | All machines together | Time |",
        "|---|---|---:|",
        row("read", f"{PROGRAMS * MACHINES:,.0f} files opened", PROGRAMS * MACHINES / OPENS),
        row("convert", f"{PROGRAMS * time['convert'] / 3600:.1f} hours of a core", own * time["convert"] / CORES),
        row(
            "write the products to the file server",
            f"{PROGRAMS * files:,.0f} files created, {amount(PROGRAMS * size['products'])}",
            max(PROGRAMS * files / CREATES, PROGRAMS * size["products"] / BANDWIDTH),
        ),
        row(
            "store all in the remote cache, or get all from it",
            f"{PROGRAMS:,} requests, {amount(PROGRAMS * size['entry'])}",
            max(PROGRAMS * size["entry"] / BANDWIDTH, PROGRAMS * time["cache_server"] / 2 / CORES),
        ),
        row("merge the manifests", f"{amount(PROGRAMS * size['manifest'])}, on one core", PROGRAMS * time["merge"]),
    ]
    return "\n".join(lines)


def main(arguments):
    if arguments[:1] == ["measure"] and len(arguments) == 4:
        print(json.dumps(measure(*arguments[1:]), indent=2))
    elif arguments[:1] == ["compute"] and len(arguments) == 2:
        with open(arguments[1], encoding="utf-8") as file:
            print(compute(json.load(file)))
    else:
        sys.exit(__doc__)


main(sys.argv[1:])
