"""The cost of each case is linear in the size of its input: growth_test.py AGAL_GROWTH VALGRIND

Callgrind counts the instructions at scale 1 and at scale 4. They are the same in every run.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lab/bench"))
from instructions import total_of  # noqa: E402

# Sorting and growing tables take a little more than four times as many instructions. Comparing all elements with all
# others takes sixteen times.
MOST_TIMES = 5.5


def counted(program, valgrind):
    """Returns the names of the cases, with the instructions at both scales."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out"
        names = subprocess.run(
            [valgrind, "--tool=callgrind", "--quiet", f"--callgrind-out-file={out}", "--toggle-collect=agal_counted",
             "--dump-after=agal_counted", program], check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()
        totals = [total_of(Path(f"{out}.{number}").read_text()) for number in range(1, 2 * len(names) + 1)]
    return list(zip(names, totals[::2], totals[1::2]))


def main(program, valgrind):
    cases = counted(program, valgrind)
    faults = 0 if cases else 1
    for name, small, large in cases:
        times = large / small
        fault = times > MOST_TIMES
        faults += fault
        print(f"{times:6.2f} {small:>12,} {large:>12,}  {name}{'  ← not linear' if fault else ''}")
    return faults


if __name__ == "__main__":
    sys.exit(min(1, main(*sys.argv[1:])))
