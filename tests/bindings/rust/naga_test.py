"""The crate agal-naga: its own tests, and a proof that the module of each program computes what the program does.

The environment names cargo (AGAL_CARGO), the command (AGAL_AGALC), the folder for what is built (AGAL_WORK), and a program
that says what is missing (AGAL_MISSING). Compiling naga takes minutes, so it needs AGAL_EXHAUSTIVE."""

import os
import re
import subprocess
import sys
import unittest
from collections import Counter
from pathlib import Path

CRATE = Path(__file__).resolve().parents[3] / "bindings/rust/agal-naga"
WORK = Path(os.environ["AGAL_WORK"])
OFFLINE = ["--offline", "--locked", "--manifest-path", CRATE / "Cargo.toml"]
TEXTURES = range(8)
# The bindings of --host ruffle.
BINDINGS = ["vc=0", "fc=1", *(f"fs{n}={10 + n}" for n in TEXTURES), *(f"fs{n}_sampler={2 + n}" for n in TEXTURES)]


def run(*words, **variables):
    command = [str(word) for word in words]
    return subprocess.run(command, env={**os.environ, **variables}, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)


class Naga(unittest.TestCase):
    def test_modules_are_valid_and_compute_what_programs_do(self):
        modules = WORK / "modules"
        modules.mkdir(parents=True, exist_ok=True)
        for old in modules.iterdir():
            old.unlink()
        system = ["--no-default-features", "--features", "system"]
        ended = run(os.environ["AGAL_CARGO"], "test", *OFFLINE, *system, "--", "--nocapture", AGAL_MODULES=str(modules),
                    CARGO_TARGET_DIR=str(WORK / "target"))
        self.assertEqual(ended.returncode, 0, ended.stdout)
        print(*re.findall(r"^\d+ (?:modules|programs).*$", ended.stdout, re.M), sep="\n")  # the figures of docs/hosts.md
        programs = sorted(modules.glob("*.agal"))
        self.assertGreater(len(programs), 100)
        verdicts = Counter()
        for program in programs:
            words = program.with_suffix(".spv")
            ended = run(os.environ["AGAL_AGALC"], "prove", program, "--samplers", "separate", "--bind", ",".join(BINDINGS), "--against", words)
            self.assertEqual(ended.returncode, 0, ended.stdout)
            verdict = re.search(r"\.spv: (equal[^:\n]*)", ended.stdout)
            self.assertIsNotNone(verdict, ended.stdout)
            verdicts[verdict[1]] += 1
        print(dict(verdicts))


if __name__ == "__main__":
    if "AGAL_EXHAUSTIVE" not in os.environ:
        print("skipped: AGAL_EXHAUSTIVE is not set")
        sys.exit(77)
    fetched = run(os.environ["AGAL_CARGO"], "metadata", "--format-version", "1", *OFFLINE)
    if fetched.returncode != 0:
        sys.exit(run(os.environ["AGAL_MISSING"], "rust-naga", "cargo does not find the crate naga without a network").returncode)
    unittest.main()
