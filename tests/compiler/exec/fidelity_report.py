"""Makes docs/data/fidelity.md from the measurements of agal-fidelity, and lists the faults in them.

fidelity_report.py page FILE… --devices FOLDER -o DOCS writes DOCS/data/fidelity.md, and its result in DOCS/results.md.
tools/lab/fidelity runs the backends of each facility together, and large sets of programs in parts, so a measurement
consists of pieces, which are merged into one record. fidelity_report.py merge FILE… -o FILE writes these records, for the
folder of other devices.
fidelity_report.py proofs FILE… -o DOCS replaces the column *proved* of the page and changes nothing else."""

import argparse
import json
import re
import sys
import textwrap
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "support"))
from document import write_block  # noqa: E402

COUNTERS = ("programs", "draws", "exact", "within", "regrouped", "explained", "undecided", "faults")

# The measurements that are tables with a column for each backend: the key of the rows, the fields of a row that are equal
# in all pieces, and the fields of a row that are lists with an item for each backend.
TABLES = {
    "planted": ("bugs", ("name", "what", "changed", "visible"), ("caught",)),
    "options": ("options", ("option", "programs"), ("numbers", "mismatches", "differing")),
    "opcodes": ("opcodes", ("opcode",), ("errors",)),
}

PAGE = "data/fidelity.md"

INTRODUCTION = """# Fidelity

The results of every output language on every backend, compared with the [reference interpreter](../interpreter.md).
`./tools/lab/fidelity` writes this page. [Executing the output](../execution.md#what-counts-as-agreement) explains the columns.

{result}

## Devices

"""


class Fault(Exception):
    """Pieces of a measurement are missing, repeated, or of different programs, so the page would have wrong figures."""


def check(good, place, text):
    if not good:
        raise Fault(f"{place}: {text}")


def add_reasons(to, reasons):
    for reason, count in reasons.items():
        to[reason] = to.get(reason, 0) + count


def merge_agreement(name, pieces):
    """Returns the record of one set of programs, merged from its pieces."""
    first = pieces[0]
    merged = {"kind": "agreement", "set": name, "inputs": first["inputs"], "entries": 0, "programs": 0, "unsuitable": {},
              "part": 1, "parts": 1, "backends": []}
    programs, backends, done = {}, {}, {}
    for piece in pieces:
        check(all(piece[key] == first[key] for key in ("parts", "inputs")), name, "pieces of different runs")
        of_part = {key: piece[key] for key in ("entries", "programs", "unsuitable")}
        part = piece["part"]
        if part not in programs:
            programs[part] = of_part
            merged["entries"] += piece["entries"]
            merged["programs"] += piece["programs"]
            add_reasons(merged["unsuitable"], piece["unsuitable"])
        check(programs[part] == of_part, name, f"part {part} has different programs on different backends")
        for backend in piece["backends"]:
            parts = done.setdefault(backend["name"], set())
            check(part not in parts, name, f"{backend['name']} has part {part} twice")
            parts.add(part)
            if backend["name"] not in backends:
                backends[backend["name"]] = {**backend, "mismatches": list(backend["mismatches"]),
                                             "notExpressible": dict(backend["notExpressible"])}
                continue
            whole = backends[backend["name"]]
            for key in COUNTERS:
                whole[key] += backend[key]
            whole["mismatches"] += backend["mismatches"]
            add_reasons(whole["notExpressible"], backend["notExpressible"])
    for backend, whole in backends.items():
        check(len(done[backend]) == first["parts"], name, f"{backend} has {len(done[backend])} of {first['parts']} parts")
        seen = whole["programs"] + sum(whole["notExpressible"].values()) + sum(merged["unsuitable"].values())
        check(seen == merged["programs"], name, f"{backend} has {seen} of {merged['programs']} programs")
    merged["backends"] = list(backends.values())
    return merged


def merge_table(kind, pieces):
    rows, of_row, columns = TABLES[kind]
    merged = json.loads(json.dumps(pieces[0]))  # a copy
    for piece in pieces[1:]:
        for name in piece["backends"]:
            check(name not in merged["backends"], kind, f"{name} is there twice")
        merged["backends"] += piece["backends"]
        same = len(piece[rows]) == len(merged[rows]) and all(
            row[key] == more[key] for row, more in zip(merged[rows], piece[rows]) for key in of_row)
        check(same, kind, "pieces of different runs")
        for row, more in zip(merged[rows], piece[rows]):
            for key in columns:
                row[key] += more[key]
    return merged


def merge_records(pieces):
    """Returns one record of each measurement, with sets and backends in the order of their first appearance."""
    sets = {}
    for piece in pieces:
        if piece["kind"] == "agreement":
            sets.setdefault(piece["set"], []).append(piece)
    merged = [merge_agreement(name, of_set) for name, of_set in sets.items()]
    for kind in TABLES:
        of_kind = [piece for piece in pieces if piece["kind"] == kind]
        merged += [merge_table(kind, of_kind)] if of_kind else []
    names = [[backend if isinstance(backend, str) else backend["name"] for backend in record["backends"]]
             for record in merged]
    for record, backends in zip(merged, names):
        check(backends == names[0], record.get("set", record["kind"]),
              f"its backends are {backends}, and those of the first set {names[0]}")
    return merged


def add_devices(records, of_devices):
    """Adds rows for the backends of other devices, measured with --device, to the records of the same sets."""
    for device in of_devices:
        same = [record for record in records
                if all(record.get(key) == device[key] for key in ("kind", "set", "inputs"))]
        check(same, device["set"], "only other devices have run it")
        same[0]["backends"] += device["backends"]


def failures_in(records):
    """Returns the faults of merged records, one line for each."""
    for record in records:
        if record["kind"] == "agreement":
            for backend in record["backends"]:
                if count := len(backend["mismatches"]):
                    programs = "program" if count == 1 else "programs"
                    yield f"{record['set']}: {backend['name']} disagrees in {count} {programs}"
        # A program counts if the backend shows the planted bug, cannot express the program, or hides the planted bug by
        # a known bug of the device.
        for bug in record.get("bugs", []):
            for backend, caught in zip(record["backends"], bug["caught"]):
                if sum(caught) < bug["visible"]:
                    yield f"planted {bug['name']}: {backend} shows it in {sum(caught)} of {bug['visible']} programs"
        for option in record.get("options", []):
            for backend, mismatches in zip(record["backends"], option["mismatches"]):
                if mismatches:
                    yield f"{option['option']}: {backend} disagrees"


def line(*cells):
    return f"| {' | '.join(map(str, cells))} |\n"


def header(first, names):
    return line(first, *names) + f"|---|{'---:|' * len(names)}\n"


def agreement_table(record):
    out = (f"## {record['set']}\n\n{record['entries']:,} entries (pairs, and programs alone), {record['programs']:,} "
           f"programs, {record['inputs']} inputs each.\n\n")
    out += "".join(f"- {count} executed nowhere: {reason}\n" for reason, count in record["unsuitable"].items())
    out += "\n" if record["unsuitable"] else ""
    out += line("Backend", "programs", "inputs", *COUNTERS[2:], "mismatches", "not expressible")
    out += f"|---|{'---:|' * 9}---|\n"
    for backend in record["backends"]:
        cannot = ", ".join(f"{reason}: {count}" for reason, count in backend["notExpressible"].items())
        counts = [f"{backend[key]:,}" for key in COUNTERS]
        out += line(backend["name"], *counts, len(backend["mismatches"]), cannot)
    return out + "\n" + "".join(f"- {each}\n" for backend in record["backends"] for each in backend["mismatches"])


def planted_table(record):
    bugs = record["bugs"]
    out = """## Planted bugs

Each is a mistake that a compiler could make. It is put into the compiled program, and not into the interpreted one:

"""
    out += "".join(f"- `{bug['name']}`: {bug['what']}\n" for bug in bugs)
    out += """
A bug is *visible* in a program if the interpreter computes other results after the change. The row of a backend counts the visible
programs that show the bug on it. In brackets: programs that its target cannot express, and programs in which a known fault of the
device hides the bug.

"""
    out += header("Backend", [f"`{bug['name']}`" for bug in bugs])
    out += line("*visible*", *(bug["visible"] for bug in bugs))
    for i, backend in enumerate(record["backends"]):
        caught = [bug["caught"][i] for bug in bugs]
        out += line(backend, *(f"{shown} ({other} / {hidden})" if other + hidden else shown
                               for shown, other, hidden in caught))
    return out + "\n"


def options_table(record):
    options = record["options"]
    out = """## The other choice of each option

The tables above have the default of each option. Here, compiler and interpreter have the other choice. The three figures are
numbers that agree / numbers that do not agree / programs that disagree if the compiler has the default.

"""
    out += header("Backend", [f"`{option['option']}`" for option in options])
    out += line("*programs*", *(option["programs"] for option in options))
    for i, backend in enumerate(record["backends"]):
        out += line(backend, *(f"{option['numbers'][i]:,} / {option['mismatches'][i]} / {option['differing'][i]}"
                               for option in options))
    return out + """
An undefined register may contain zero, so no program disagrees because of `--unwritten`. Without `--allow-reserved`, the compiler
rejects the programs.

"""


def opcodes_table(record):
    columns = {}  # the backends by their errors
    for i, backend in enumerate(record["backends"]):
        errors = (opcode["errors"][i] for opcode in record["opcodes"])
        cells = tuple(f"{error[0]:.3g} ulp, {100 * error[1]:.0f} %" if error else "–" for error in errors)
        columns.setdefault(cells, []).append(backend)
    out = """## Worst error of each opcode

Each opcode alone, on random operands. The first figure is in units in the last place of the exact result, the second in percent
of the allowed error. The first may be large and the second small, because sums may cancel, and the allowed error of sine is
absolute. Opcodes without an allowed error are not in the table: any error is a mismatch. Backends with the same errors
share a column.

"""
    out += header("Opcode", ["<br>".join(backends) for backends in columns.values()])
    for opcode, cells in zip(record["opcodes"], zip(*columns)):
        out += line(f"`{opcode['opcode']}`", *cells)
    return out + "\n"


def with_proofs(page, records):
    """Returns the page with the column *proved* in the tables of these sets, before the column of inexpressible programs."""
    of_set = {record["set"]: {row["name"]: row["proved"] for row in record["backends"]} for record in records}
    lines, proved = [], None
    for text in page.splitlines(keepends=True):
        if text.startswith("#"):
            proved = of_set.get(text.lstrip("#").strip())
        if proved is None or not text.startswith("|"):
            lines.append(text)
            continue
        cells = [cell.strip() for cell in text.strip().strip("|").split("|")]
        if cells[0] == "Backend":
            has_column = "proved" in cells
        before = cells[:-2] if has_column else cells[:-1]
        if cells[0] == "Backend":
            lines.append(line(*before, "proved", cells[-1]))
        elif re.fullmatch("[-:]+", cells[0]):
            lines.append(f"|{'|'.join([*before, '---:', cells[-1]])}|\n")
        else:
            count = proved.get(cells[0].split(" on ")[0])  # a row of a device has the shader of its backend
            lines.append(line(*before, "–" if count is None else f"{count:,}", cells[-1]))
    return "".join(lines)


def differences_in(proofs):
    for record in proofs:
        for backend in record["backends"]:
            for program in backend["different"]:
                yield f"{record['set']}: {backend['name']} is proved to differ in {program}"


WRITERS = {"agreement": agreement_table, "planted": planted_table, "options": options_table, "opcodes": opcodes_table}


def result_of(records):
    """Returns the result in one sentence."""
    sets = [record for record in records if record["kind"] == "agreement"]
    programs = sum(record["programs"] - sum(record["unsuitable"].values()) for record in sets)
    bugs = sum(len(record.get("bugs", [])) for record in records)
    wrong = len(list(failures_in(records)))
    outcome = "no result contradicts the interpreter" if wrong == 0 else f"{wrong} of the checks below fail"
    planted = f", and each backend shows each of {bugs} planted bugs that its language can express" if wrong == 0 and bugs else ""
    text = (f"{len(sets[0]['backends'])} backends ran {programs:,} programs, with {sets[0]['inputs']} inputs each: "
            f"{outcome}{planted}.")
    return "\n".join(textwrap.wrap(text, 120))


def fidelity_page(records, proofs=()):
    out = INTRODUCTION.format(result=result_of(records))
    for record in records:
        if record["kind"] == "agreement":
            devices = "".join(line(backend["name"], backend["device"]) for backend in record["backends"])
            out += f"| Backend | Device |\n|---|---|\n{devices}\n"
            break
    for kind, write in WRITERS.items():
        out += "".join(write(record) for record in records if record["kind"] == kind)
    return with_proofs(out.rstrip("\n") + "\n", proofs)


def report(failures):
    print(*failures, sep="\n", end="\n" if failures else "")
    return 1 if failures else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("command", choices=("page", "merge", "proofs"))
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--devices", type=Path, help="a folder of files that merge has written")
    parser.add_argument("-o", dest="output", type=Path, required=True, help="for merge a file, otherwise the folder docs")
    options = parser.parse_args()
    try:
        read = [json.loads(file.read_text()) for file in options.files]
        proofs = [record for record in read if record["kind"] == "proofs"]
        if options.command == "proofs":
            page = options.output / PAGE
            page.write_text(with_proofs(page.read_text(), proofs))
            return report(list(differences_in(proofs)))
        records = merge_records([record for record in read if record["kind"] != "proofs"])
        if options.command == "merge":
            options.output.write_text(json.dumps(records, indent=1, ensure_ascii=False) + "\n")
            return 0
        for file in sorted(options.devices.glob("*.json")) if options.devices else []:
            add_devices(records, json.loads(file.read_text()))
    except Fault as fault:
        sys.exit(f"fidelity_report: {fault}")
    (options.output / PAGE).write_text(fidelity_page(records, proofs))
    write_block(options.output / "results.md", "fidelity", result_of(records) + "\n")
    return report([*failures_in(records), *differences_in(proofs)])


if __name__ == "__main__":
    sys.exit(main())
