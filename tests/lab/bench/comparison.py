"""Compares two runs, and finds the changes beyond the noise.

The steps of the Khronos libraries are the same code in both runs, so the geometric mean of their changes is the change of
the machine. All times of the second run are divided by it. A step has changed if both conditions hold. First, the
Mann-Whitney U test, two-sided and exact, finds that its repetitions are from different distributions, at a level of 0.05
over all steps together: each step is tested at 0.05 divided by the number of steps. Second, the fastest repetitions
differ by more than 5 %, because the layout of code and data in memory can cause as much. Allocations are counted exactly,
so any difference is a change."""

from dataclasses import dataclass, field
from math import ceil, comb, exp, log

SIGNIFICANCE = 0.05
MIN_CHANGE = 0.05


def ways_of_u(n, m):
    """Returns the number of ways to choose n of n + m ranks so that U is 0, 1, …"""
    ways = [[1] + [0] * (n * m) for _ in range(n + 1)]
    for j in range(1, m + 1):
        for i in range(1, n + 1):
            # The largest value either belongs to the first sample, and is above all j values of the second, or belongs
            # to the second.
            ways[i] = [ways[i][u] + (ways[i - 1][u - j] if u >= j else 0) for u in range(n * m + 1)]
    return ways[n]


def mann_whitney(a, b):
    """Returns the probability that samples of one distribution differ at least this much. Exact without equal values."""
    if not a or not b:
        return 1
    u = sum(1 if x > y else 0.5 if x == y else 0 for x in a for y in b)
    least = ceil(min(u, len(a) * len(b) - u))
    return min(1, 2 * sum(ways_of_u(len(a), len(b))[:least + 1]) / comb(len(a) + len(b), len(a)))


@dataclass
class Change:
    name: str
    before: float
    after: float  # divided by Comparison.machine
    probability: float  # probability of such a difference by chance

    @property
    def factor(self):
        return self.after / self.before


@dataclass
class Comparison:
    rows: int  # number of steps in both runs
    machine: float  # time of the Khronos libraries: after divided by before
    too_few: int = 0  # number of steps with too few repetitions for a verdict
    slower: list = field(default_factory=list)  # changes beyond the noise, the worst first
    faster: list = field(default_factory=list)  # changes beyond the noise, the best first
    allocations: list = field(default_factory=list)  # (name, before, after), where they differ
    missing: list = field(default_factory=list)  # steps of the first run that are missing in the second

    def regressed(self):
        return bool(self.slower or self.missing or any(after > before for _, before, after in self.allocations))

    def text(self):
        out = (f"{self.rows} steps compared; the libraries of Khronos took {self.machine:.3f} times what they took "
               "before, and the times of after are divided by that.\n"
               f"{len(self.slower)} slower and {len(self.faster)} faster beyond the noise.\n")
        if self.too_few:
            out += f"{self.too_few} steps have too few repetitions to tell.\n"
        for title, changes in ("Slower", self.slower), ("Faster", self.faster):
            if changes:
                out += f"\n{title}:\n{'step':<44} {'before, ns':>12} {'after, ns':>12} {'change':>9} {'chance':>9}\n"
            for change in changes:
                out += (f"{change.name:<44} {change.before:>12.0f} {change.after:>12.0f} "
                        f"{100 * (change.factor - 1):>+8.1f}% {change.probability:>9.1g}\n")
        if self.allocations:
            out += "\nHeap allocations per program:\n"
        for name, before, after in self.allocations:
            out += f"{name:<44} {before:>12.1f} {after:>12.1f}\n"
        if self.missing:
            out += "\nNo longer measured:\n" + "".join(f"{name}\n" for name in self.missing)
        return out


def compare(before, after):
    shared = [(row, after.rows[name]) for name, row in before.rows.items() if name in after.rows]
    logs = [log(now.time / row.time) for row, now in shared if row.group == "khronos"]
    out = Comparison(len(shared), exp(sum(logs) / len(logs)) if logs else 1)
    out.missing = [name for name in before.rows if name not in after.rows]
    level = SIGNIFICANCE / max(out.rows, 1)
    for row, now in shared:
        scaled = [sample / out.machine for sample in now.samples]
        change = Change(row.name, row.time, scaled[0], mann_whitney(row.samples, scaled))
        if row.group != "khronos" and abs(now.allocations - row.allocations) > 1e-9:
            out.allocations.append((row.name, row.allocations, now.allocations))
        # Counts steps whose samples are too small to differ significantly.
        if 2 / comb(len(row.samples) + len(scaled), len(scaled)) >= level:
            out.too_few += 1
        if change.probability < level and abs(change.factor - 1) > MIN_CHANGE:
            (out.slower if change.factor > 1 else out.faster).append(change)
    out.faster.sort(key=lambda change: change.factor)
    out.slower.sort(key=lambda change: -change.factor)
    return out
