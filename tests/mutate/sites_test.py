"""Tests of tests/mutate/sites.py: sites_test.py COMPILER."""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

FOLDER = pathlib.Path(__file__).resolve().parent
sys.dont_write_bytecode = True
sys.path.insert(0, str(FOLDER))
import sites  # noqa: E402

COMPILER = "c++"


def changed(text):
    """The text with all mutants, numbered from 1."""
    found = sites.find_sites(text)
    for number, mutant in enumerate((mutant for site in found for mutant in site.mutants), 1):
        mutant.number = number
    return sites.write(text, found)[0]


def mutants(text):
    return [(mutant.kind, mutant.before, mutant.after) for site in sites.find_sites(text) for mutant in site.mutants]


class Operands(unittest.TestCase):
    def test_follow_precedence(self):
        self.assertEqual(changed("x = a + b * c;"), "x = agal_plus(1, 0, a , agal_times(2, 0, b , c));")
        self.assertEqual(changed("x = a * b + c;"), "x = agal_plus(1, 0, agal_times(2, 0, a , b) , c);")
        self.assertEqual(changed("x = a - b - c;"), "x = agal_minus(1, 2, agal_minus(3, 4, a , b) , c);")
        self.assertEqual(changed("return f(a, b.c[d]->e < g);"), "return f(a, agal_less(1, 2, b.c[d]->e , g));")

    def test_include_casts_and_templates(self):
        self.assertEqual(changed("x = static_cast<int>(a) + std::uint32_t{b};"),
                         "x = agal_plus(1, 0, static_cast<int>(a) , std::uint32_t{b});")

    def test_are_not_those_of_pointers_references_and_templates(self):
        for text in ("const T& f(U* a, V&& b);", "std::vector<std::pair<A, B>> x;", "x = -a; y = *b; z = &c;",
                     "a->b();"):
            self.assertEqual([row for row in mutants(text) if row[0] == "operator"], [], text)

    def test_continue_on_the_next_line(self):
        self.assertEqual(changed("x = a +\n    b;"), "x = agal_plus(1, 0, a ,\n    b);")


class Conditions(unittest.TestCase):
    def test_lose_an_operand(self):
        self.assertEqual(changed("x = a && b;"), "x = (agal_on(1) || (a)) && (agal_on(2) || (b));")
        self.assertEqual(changed("x = a || b;"), "x = (!agal_on(1) && (a)) || (!agal_on(2) && (b));")

    def test_are_negated(self):
        self.assertEqual(changed("if (a) return;"), "if ((agal_on(1) != static_cast<bool>(a))) return;")
        self.assertEqual(changed("x = a ? b : c;"), "x = (agal_on(1) != static_cast<bool>(a)) ? b : c;")

    def test_that_compare_have_an_opposite_already(self):
        self.assertEqual(mutants("if (a == b) return;"), [("operator", "==", "!=")])
        self.assertEqual(mutants("if (const A* a = f()) return;"), [])


class Others(unittest.TestCase):
    def test_constants(self):
        self.assertEqual(changed("x = 2;"), "x = (2 + agal_on(1));")
        self.assertEqual(changed("return {a, 2};"), "return {a, agal_element(1, 2)};")
        self.assertEqual(changed('f(true, "ab");'), 'f((agal_on(1) != true), agal_text(2, "ab"));')

    def test_statements(self):
        self.assertEqual(changed("{\n  a.f(b);\n}"), "{\n  agal_on(1) ? void() : void(a.f(b));\n}")
        self.assertEqual(changed("{\n  a.b |= c;\n}"), "{\n  agal_on(1) ? void() : void(a.b |= c);\n}")
        self.assertEqual(mutants("{\n  A b(c);\n  return f(c);\n  x\n      .f(y);\n}"), [])

    def test_arguments(self):
        self.assertEqual(changed("return f(a, b.c);"), "return f(agal_either(1, a, b.c), agal_either(1, b.c, a));")
        self.assertEqual(mutants("return f(a(), b);"), [])

    def test_comments_and_directives_stay(self):
        for text in ("// a + b\n", "#define A(b) (b + 1)\n", "#if A \\\n  && B\n", "/* a < b */\n",
                     "static_assert(a + b == 2);\n"):
            self.assertEqual(changed(text), text)


class Sources(unittest.TestCase):
    def test_keep_their_lines(self):
        for folder in ("lower", "opt", "spirv", "validation", "writer"):
            for path in (FOLDER.parents[1] / "src" / folder).glob("*.cpp"):
                text = path.read_text()
                self.assertEqual(changed(text).count("\n"), text.count("\n"), path)
                self.assertTrue(mutants(text), path)

    def test_compile_and_obey_the_switch(self):
        text = 'int main() {\n  const int two = 1 + 1;\n  if (two == 2 && two > 1) return 0;\n  return 7;\n}\n'
        with tempfile.TemporaryDirectory() as folder:
            source, program = pathlib.Path(folder) / "a.cpp", pathlib.Path(folder) / "a"
            source.write_text(changed(text))
            subprocess.run([COMPILER, "-std=c++20", "-include", str(FOLDER / "mutants.hpp"), str(source),
                            str(FOLDER / "mutants.cpp"), "-o", str(program)], check=True)
            reached = {"AGAL_MUTANT_REACHED": str(pathlib.Path(folder) / "reached")}
            self.assertEqual(subprocess.run([program], env={**os.environ, **reached}).returncode, 0)
            report = next(pathlib.Path(folder).glob("reached.*")).read_text().split()
            states = {number: subprocess.run([program], env={**os.environ, "AGAL_MUTANT": number}).returncode
                      for number in report}
        self.assertIn(7, states.values())
        self.assertIn(0, states.values())  # dropping an operand that is true


if __name__ == "__main__":
    if len(sys.argv) > 1:
        COMPILER = sys.argv.pop()
    unittest.main()
