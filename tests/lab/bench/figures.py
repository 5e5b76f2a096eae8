"""The results of agal-bench, from the JSON of Google Benchmark, and their ratios to the libraries of Khronos."""

import json
from dataclasses import dataclass, field


@dataclass
class Figure:
    """The results of one step with one selection. Tokens and allocations are per program."""

    selection: str
    group: str
    step: str
    programs: float
    tokens: float
    allocations: float
    max_allocations: float  # the maximum of any program without a warning
    samples: list = field(default_factory=list)  # nanoseconds per program for each repetition, ascending

    @property
    def name(self):
        return f"{self.selection}/{self.group}/{self.step}"

    @property
    def time(self):
        """The time of the fastest repetition, because disturbances can only add to it."""
        return self.samples[0]

    @property
    def disturbance(self):
        """The relative difference between the median and the fastest repetition."""
        return self.samples[len(self.samples) // 2] / self.time - 1


class Figures:
    """The results of a run. `text` is the output of one process, or a list of the outputs of several processes. Their
    repetitions are combined."""

    def __init__(self, text):
        self.context, self.rows = {}, {}
        root = json.loads(text)
        for process in root if isinstance(root, list) else [root]:
            self._add(process)
        for row in self.rows.values():
            row.samples.sort()
        # Sorts by size, then by corpus. The steps stay in the order in which agal-bench registered them, which is not the
        # order in which they ran.
        order = sorted(self.rows.values(), key=lambda row: (0, int(row.selection), "") if row.selection.isdigit()
                       else (1, 0, row.selection))
        self.rows = {row.name: row for row in order}

    def _add(self, process):
        for key, value in process["context"].items():
            self.context.setdefault(key, value)
        for entry in sorted(process["benchmarks"], key=lambda entry: entry["family_index"]):
            if entry["run_type"] != "iteration" or entry.get("error_occurred", False):
                continue
            name = entry["run_name"].removesuffix("/manual_time")
            values = (entry[key] for key in ("programs", "tokens", "allocations", "max_allocations"))
            row = self.rows.setdefault(name, Figure(*name.split("/", 2), *values))
            row.samples.append(entry["real_time"] / (row.programs * entry["rounds"]))

    def find(self, selection, group, step):
        return self.rows.get(f"{selection}/{group}/{step}")

    def selections(self):
        return list(dict.fromkeys(row.selection for row in self.rows.values()))

    def over_validator(self, row):
        """The time divided by the time of spirv-val for the same module; None if spirv-val was not measured."""
        return self._over(row, f"spirv-val:{self._target(row)}")

    def over_khronos(self, row):
        """The time divided by the sum of the times of spirv-val and SPIRV-Cross for the words of the same target, or of
        ESSL 300 if the step does not belong to a text target."""
        target = self._target(row)
        target = "essl300" if target == "spv" else target
        return self._over(row, f"spirv-val:{target}", f"spirv-cross:{target}")

    def _target(self, row):
        """The target of the words that a step processes: the target in the step's name if spirv-val was measured for
        it, otherwise spv."""
        name = row.step.rpartition(":")[2]
        return name if self.find(row.selection, "khronos", f"spirv-val:{name}") else "spv"

    def _over(self, row, *steps):
        others = [self.find(row.selection, "khronos", step) for step in steps]
        return row.time / sum(other.time for other in others) if all(others) else None
