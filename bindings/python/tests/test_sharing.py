"""Tests the use of several threads, and the release of memory."""

import gc
import sys
import threading
import unittest
from pathlib import Path
from typing import List

import agal
from support import FRAGMENT, VERTEX, dump


def turn(i: int) -> None:
    """Calls every operation once, and closes nothing."""
    options = agal.Options(target="wgsl", name=f"program {i}")
    vertex, fragment = agal.assemble(VERTEX), agal.assemble(FRAGMENT)
    assert agal.compile(fragment, options.copy()).code.text
    agal.link(vertex, fragment, options)
    agal.disassemble(fragment)
    inputs = agal.Inputs(textures={0: agal.Texture(8, 8, [1.0] * 256, levels=True)})
    assert agal.interpret(fragment, inputs).invocations
    assert list(agal.extract(dump(fragment.bytecode), "dump.bin").programs())
    agal.explain("mov")
    try:
        agal.compile(vertex.bytecode[: i % 70], options)
    except agal.Rejected:
        pass
    try:
        options.set("target", "nothing")
    except agal.BadArgument:
        pass


def resident() -> int:
    """Returns the number of this process's pages in memory."""
    return int(Path("/proc/self/statm").read_text().split()[1])


class Memory(unittest.TestCase):
    @unittest.skipUnless(sys.platform == "linux", "reads /proc")
    def test_does_not_grow(self) -> None:
        for i in range(300):
            turn(i)
        gc.collect()
        before = resident()
        for i in range(1000):
            turn(i)
        gc.collect()
        # A result that is not released takes at least one page in ten calls.
        self.assertLess(resident(), before + 100)

    def test_nothing_waits_for_the_collector(self) -> None:
        gc.disable()
        try:
            result = agal.compile(FRAGMENT)
            release = result._release
            self.assertTrue(release.alive)
            del result
            self.assertFalse(release.alive)
        finally:
            gc.enable()


class Threads(unittest.TestCase):
    def test_share_options_and_results(self) -> None:
        options = agal.Options(target="essl300", writer="own")
        expected = agal.compile(FRAGMENT, options)
        wrong: List[str] = []

        def work() -> None:
            for _ in range(50):
                text = agal.compile(FRAGMENT, options).part("fragment")
                if text != expected.part("fragment"):
                    wrong.append(str(text))

        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])


if __name__ == "__main__":
    unittest.main()
