"""Prints tables, goals and comparisons of what agal-bench measured, for a terminal and for the pages of docs/."""

import argparse
import sys
from pathlib import Path

from comparison import compare
from figures import Figures
from instructions import counts_page, counts_table, read_counts
from verdicts import verdicts

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "support"))
from document import write_block  # noqa: E402

# The page of docs/ for each generated block.
PAGES = {
    "figures": "data/speed.md",
    "branches": "data/branches.md",
    "instructions": "data/instructions.md",
    "cost": "data/proof-cost.md",
}


def ratio(value):
    return "–" if value is None else f"{value:.3f}"


def by_token(row):
    return f"{row.time / row.tokens:,.0f}"


def terminal_table(figures):
    """One row for every step and selection."""
    out = (f"{'tokens':<8} {'step':<30} {'ns/program':>12} {'middle':>8} {'ns/token':>9} {'allocs':>9} "
           f"{'/spirv-val':>11} {'/(val+cross)':>13}\n")
    last = None
    for row in figures.rows.values():
        out += "\n" if last not in (None, row.selection) else ""
        last = row.selection
        step = row.step if row.group == "step" else f"{row.group} {row.step}"
        out += (f"{row.selection:<8} {step:<30} {row.time:>12,.0f} {100 * row.disturbance:>7.1f}% {by_token(row):>9} "
                f"{row.allocations:>9.1f} {ratio(figures.over_validator(row)):>11} "
                f"{ratio(figures.over_khronos(row)):>13}\n")
    return out


def terminal_verdicts(figures):
    return "".join(f"{row.outcome:<12} {row.goal}{row.remark}\n{'':<12} {row.figures}\n" for row in verdicts(figures))


def corpus_name(selection):
    return "real programs" if selection == "shared" else "our corpus"


def selection_title(figures, selection):
    if selection.isdigit():
        return f"{selection} tokens"
    row = next(row for row in figures.rows.values() if row.selection == selection)
    return f"{corpus_name(selection)} ({row.programs:.0f} programs, {row.tokens:.0f} tokens on average)"


def path_title(step):
    if step == "words":
        return "words, not validated"
    if step.startswith("own:"):
        return f"{step[4:]} by agalc's writer, not validated"
    return "validated spv" if step == "spv" else f"validated {step} by SPIRV-Cross"


def paths_table(figures):
    out = ("| Programs | From bytes to | ns a program | ns a token | Allocations | / spirv-val | / (spirv-val + "
           "SPIRV-Cross) |\n|---|---|---:|---:|---:|---:|---:|\n")
    for row in figures.rows.values():
        if row.group == "path":
            out += (f"| {selection_title(figures, row.selection)} | {path_title(row.step)} | {row.time:,.0f} | "
                    f"{by_token(row)} | {row.allocations:.0f} | {ratio(figures.over_validator(row))} | "
                    f"{ratio(figures.over_khronos(row))} |\n")
    return out


def steps_table(figures):
    """Steps that run only for some selections, such as a pass that short programs do not need, come last."""
    selections = figures.selections()
    out = f"| Step |{''.join(f' {name} |' for name in selections)}\n|---|{'---:|' * len(selections)}\n"
    for group, step in dict.fromkeys((row.group, row.step) for row in figures.rows.values() if row.group != "path"):
        alone = ", the library alone" if group == "khronos" else ""
        rows = [figures.find(selection, group, step) for selection in selections]
        before = {"pass": "pass ", "c": "in C, "}.get(group, "")
        out += f"| {before}{step}{alone} |"
        out += "".join(f" {row.time:,.0f} |" if row else " |" for row in rows) + "\n"
    return out


def page_figures(figures):
    """The generated part of docs/data/speed.md: the verdicts, the whole paths, and the steps by size."""
    out = f"Measured on {figures.context['date'][:10]}, in one run. "
    out += f"The fastest of {len(next(iter(figures.rows.values())).samples)} repetitions.\n"
    for selection in figures.selections():
        count = figures.context.get(f"left_out_{selection}", "0")
        if count != "0":
            out += (f"Of {'the ' if selection == 'shared' else ''}{corpus_name(selection)}, {count} programs are left "
                    "out: the player refuses them, or a target cannot express them.\n")
    out += "\n## Goals\n\n| Goal | | Worst, by tokens or corpus |\n|---|---|---:|\n"
    for row in verdicts(figures):
        out += f"| {row.goal} | **{row.outcome}** | {row.worst} |\n"
    return (out + "\n## Whole paths\n\n" + paths_table(figures) + "\n## Steps, in nanoseconds a program\n\n" +
            steps_table(figures))


def proofs_table(figures):
    """Returns the table of the time of a proof, compared with spirv-val and with agalc's own call of spirv-val."""
    out = ("| Programs | Proof, ns a program | spirv-val, ns a program | Ratio | Ratio to agalc's own call | ns a token |\n"
           "|---|---:|---:|---:|---:|---:|\n")
    for row in figures.rows.values():
        called = figures.find(row.selection, "step", "spirv-val")
        validator = figures.find(row.selection, "khronos", "spirv-val:spv")
        if row.group == "step" and row.step == "prove" and called and validator:
            out += (f"| {selection_title(figures, row.selection)} | {row.time:,.0f} | {validator.time:,.0f} | "
                    f"{row.time / validator.time:.2f} | {row.time / called.time:.2f} | {by_token(row)} |\n")
    return out


def write_page(folder, name, text):
    """Puts the text into the block `name` of its page. Does nothing without a folder."""
    if folder is not None:
        write_block(folder / PAGES[name], name, text)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path,
                        help="JSON of agal-bench; with --counts, the prefix of the files of callgrind; with --block, text")
    parser.add_argument("--compare", type=Path, metavar="FILE", help="list the changes since this JSON, beyond the noise")
    parser.add_argument("--fail", action="store_true", help="exit status 1 if something got slower or allocates more")
    parser.add_argument("--write-docs", type=Path, metavar="FOLDER", help="put the result into its page of this folder, docs")
    parser.add_argument("--counts", type=Path, metavar="FILE",
                        help="names that agal-bench --once printed: a table of instruction counts")
    parser.add_argument("--proofs", action="store_true", help="a table of proofs alone")
    parser.add_argument("--block", choices=sorted(PAGES), help="the file is the text of this block")
    options = parser.parse_args()
    if options.block:
        write_page(options.write_docs, options.block, options.file.read_text())
    elif options.counts:
        rows = read_counts(options.counts.read_text(), options.file)
        print(counts_table(rows), end="")
        write_page(options.write_docs, "instructions", counts_page(rows))
    elif options.proofs:
        table = proofs_table(Figures(options.file.read_text()))
        print(table, end="")
        write_page(options.write_docs, "cost", table)
    elif options.compare:
        comparison = compare(Figures(options.compare.read_text()), Figures(options.file.read_text()))
        print(comparison.text(), end="")
        return int(options.fail and comparison.regressed())
    else:
        figures = Figures(options.file.read_text())
        print(terminal_table(figures), terminal_verdicts(figures), sep="\n", end="")
        write_page(options.write_docs, "figures", page_figures(figures))
    return 0


if __name__ == "__main__":
    sys.exit(main())
