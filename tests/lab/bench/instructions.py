"""The number of instructions of each step, from the output of callgrind: it is the same in every run."""

import re
from dataclasses import dataclass
from pathlib import Path

GOALS = (
    ("bytes to words / spirv-val", "path/words", ("khronos/spirv-val:spv",)),
    ("bytes to validated ESSL 300 / (spirv-val + SPIRV-Cross)", "path/essl300",
     ("khronos/spirv-val:essl300", "khronos/spirv-cross:essl300")),
)


@dataclass
class Counted:
    name: str  # "200/step/emit"
    programs: int
    tokens: int
    instructions: int  # total of all programs, each run once

    @property
    def by_program(self):
        return self.instructions / self.programs


def total_of(callgrind):
    """Returns the total of one file of callgrind."""
    return int(re.search(r"^totals: (\d+)", callgrind, re.MULTILINE)[1])


def read_counts(names, prefix):
    """`names` is the output of `agal-bench --once`. callgrind wrote `prefix`.1, `prefix`.2, … for these names."""
    rows = (line.rsplit(maxsplit=2) for line in names.splitlines())
    return [Counted(name, int(programs), int(tokens), total_of(Path(f"{prefix}.{number}").read_text()))
            for number, (name, programs, tokens) in enumerate(rows, 1)]


class Grid:
    """A row for each step, a column for each selection."""

    def __init__(self, rows):
        self.rows = {row.name: row for row in rows}
        names = [row.name.partition("/") for row in rows]
        self.selections = list(dict.fromkeys(selection for selection, _, _ in names))
        self.steps = list(dict.fromkeys(step for _, _, step in names))

    def find(self, step):
        return [self.rows.get(f"{selection}/{step}") for selection in self.selections]

    def ratios(self):
        """Returns the guaranteed ratios, computed from instructions instead of times, if all their steps were counted."""
        for goal, step, others in GOALS:
            found = []
            for selection, row, *over in zip(self.selections, *map(self.find, (step, *others))):
                if row and all(over):
                    found.append(f"{selection} {row.by_program / sum(other.by_program for other in over):.3f}")
            yield f"{goal}: {' · '.join(found) or 'not counted'}"


def counts_table(rows):
    grid = Grid(rows)
    out = f"{'instructions/program (/token)':<32}" + "".join(f" {name:>22}" for name in grid.selections) + "\n"
    for step in grid.steps:
        cells = (f"{row.by_program:.0f} ({row.instructions / row.tokens:.1f})" if row else "" for row in grid.find(step))
        out += f"{step:<32}" + "".join(f" {cell:>22}" for cell in cells) + "\n"
    return out + "".join(f"{line}\n" for line in grid.ratios())


def counts_page(rows):
    """The generated part of docs/data/instructions.md: instructions per program, and the ratios."""
    grid = Grid(rows)
    out = f"| Step |{''.join(f' {name} |' for name in grid.selections)}\n|---|{'---:|' * len(grid.selections)}\n"
    for step in grid.steps:
        out += f"| {step} |" + "".join(f" {row.by_program:,.0f} |" if row else " |" for row in grid.find(step)) + "\n"
    return out + "\n" + "".join(f"- {line}\n" for line in grid.ratios())
