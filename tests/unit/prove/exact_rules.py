#!/usr/bin/env python3
"""Proves by Z3 that the rules of class Exact change no bit, but for the payload and the sign of a NaN.

    python3 tests/unit/prove/exact_rules.py [--write-docs]

Rules are those of src/prove/rules.def, and the value of an operation that of src/prove/terms.def. Each identity is proved
for all values of small floats, in which nothing is left out: both zeros, denormals, infinities and NaN; and for 32 bits
where Z3 decides that in time. Integers have 32 bits. Of the other rules, an identity that is not exact is refuted. With Z3 (the package z3-solver of pip), writes or checks the table in
docs/proof.md; without, only checks that each rule has its identities.
"""

import argparse
import pathlib
import re
import sys

root = pathlib.Path(__file__).resolve().parents[3]
formats = [(3, 3), (3, 5), (4, 4), (5, 11)]  # bits of the exponent, and of the significand with its hidden one
seconds_for_32_bits = 60

# Identities by the enumerator of a rule: variables, what is assumed, both sides. Capital letters are operations of
# terms.def. c and d are conditions, i to n are integers, others are floats.
identities = {
    "Commute": [("", "Add(a, b)", "Add(b, a)"), ("", "Mul(a, b)", "Mul(b, a)"), ("", "Equal(a, b)", "Equal(b, a)")],
    "Subtract": [("", "a - b", "Add(a, Neg(b))")],
    "Negate": [
        ("", "Neg(Neg(a))", "a"),
        ("", "Mul(Neg(a), b)", "Neg(Mul(a, b))"),
        ("", "Div(Neg(a), b)", "Neg(Div(a, b))"),
        ("", "Div(a, Neg(b))", "Neg(Div(a, b))"),
        ("", "Abs(Neg(a))", "Abs(a)"),
        ("", "Abs(Abs(a))", "Abs(a)"),
        ("", "Abs(Add(Neg(a), Neg(b)))", "Abs(Add(a, b))"),
        ("", "Normalize(Neg(a), b)", "Neg(Normalize(a, b))"),
    ],
    "One": [
        ("", "Mul(a, 1.0f)", "a"),
        ("", "Mul(a, -1.0f)", "Neg(a)"),
        ("", "Div(a, 1.0f)", "a"),
        ("", "Add(a, -0.0f)", "a"),
    ],
    "Double": [("", "Add(a, a)", "Mul(a, 2.0f)")],
    # Constants are computed by the same operations of the machine that terms.def names.
    "Fold": [("", "Min(a, b)", "b < a ? b : a"), ("", "Max(a, b)", "a < b ? b : a")],
    "Fraction": [("", "Add(a, Neg(Floor(a)))", "Fract(a)")],
    "SameArms": [("", "Select(c, a, a)", "a")],
    "NestedSelect": [
        ("", "Select(c, Select(c, a, b), e)", "Select(c, a, e)"),
        ("", "Select(c, e, Select(c, a, b))", "Select(c, e, b)"),
        ("", "Select(c, Select(d, a, b), b)", "Select(Both(c, d), a, b)"),
        ("", "Select(c, Select(d, a, b), a)", "Select(Both(c, Not(d)), b, a)"),
        ("", "Select(c, a, Select(d, a, b))", "Select(Either(c, d), a, b)"),
        ("", "Select(c, b, Select(d, a, b))", "Select(Either(c, Not(d)), b, a)"),
        ("", "Select(c, a, b)", "Select(Not(c), b, a)"),
    ],
    "Conditions": [
        ("", "Less(a, a)", "False"),
        ("", "Less(Select(c, a, b), e)", "Choose(c, Less(a, e), Less(b, e))"),
        ("", "Less(e, Select(c, a, b))", "Choose(c, Less(e, a), Less(e, b))"),
        ("", "Equal(Select(c, a, b), e)", "Choose(c, Equal(a, e), Equal(b, e))"),
        ("", "LessEqual(Select(c, a, b), e)", "Choose(c, LessEqual(a, e), LessEqual(b, e))"),
        ("", "Choose(c, d, d)", "d"),
        ("", "Choose(c, True, False)", "c"),
        ("", "Choose(c, Choose(d, True, False), Choose(d, False, True))", "Choose(d, Choose(c, True, False), Choose(c, False, True))"),
    ],
    "ClampInClamp": [("LessEqual(e, b) and LessEqual(b, f) and LessEqual(f, g)", "Clamp(Clamp(a, b, f), e, g)", "Clamp(a, b, f)")],
    "Index": [
        ("i <= j", "IntMin(i, j)", "i"),
        ("i >= j", "IntMax(i, j)", "i"),
        ("", "IntMin(i, j)", "IntMin(j, i)"),
        ("", "IntMax(i, j)", "IntMax(j, i)"),
        ("", "IntAdd(IntAdd(i, j), k)", "IntAdd(i, IntAdd(j, k))"),
        ("", "IntAdd(i, j)", "IntAdd(j, i)"),
        ("", "IntMul(i, j)", "IntMul(j, i)"),
    ],
}

# What other rules grant, and is not exact: here both sides differ for some values.
refuted = {
    "ClampInClamp": ("", "Clamp(Clamp(a, b, f), e, g)", "Clamp(a, b, f)"),
    "ClampOfMinMax": ("e <= f", "Max(e, Min(f, a))", "Clamp(a, e, f)"),
    "MinMaxOrder": ("", "Min(a, b)", "Min(b, a)"),
    "MaskedProduct": ("", "Mul(a, Select(c, 1.0f, 0.0f))", "Select(c, a, 0.0f)"),
    "Ordered": ("", "LessEqual(a, b)", "Not(Less(b, a))"),
    "ZeroSum": ("", "Add(a, 0.0f)", "a"),
    "ZeroProduct": ("", "Mul(a, 0.0f)", "0.0f"),
    "NegatedSum": ("", "Add(Neg(a), Neg(b))", "Neg(Add(a, b))"),
    "Reciprocal": ("", "Mul(a, Div(1.0f, b))", "Div(a, b)"),
    "Regroup": ("", "Add(Add(a, b), e)", "Add(a, Add(b, e))"),
    "Cancel": ("", "Add(a, Add(b, Neg(a)))", "b"),
    "Distribute": ("", "Mul(a, Add(b, e))", "Add(Mul(a, b), Mul(a, e))"),
}


def rows(path, macro):
    text = (root / path).read_text(encoding="utf-8")
    for line in text.splitlines():
        if line.startswith(macro + "("):
            yield line[len(macro) + 1 : line.rindex(")")].split(",", 3)


def exact_rules():
    return {id.strip(): name.strip().strip('"') for id, name, rule_class, _ in rows("src/prove/rules.def", "AGAL_RULE") if rule_class.strip() == "Exact"}


def values():
    """The expression of each operation, by its enumerator."""
    found = {}
    for id, _, _, value in rows("src/prove/terms.def", "AGAL_TERM"):
        found[id] = value.strip()
    return found


class Parser:
    """Expressions of terms.def, and of the identities, to terms of Z3."""

    def __init__(self, z3, sort, operations):
        self.z3, self.sort, self.operations = z3, sort, operations

    def parse(self, text, variables):
        self.tokens = re.findall(r"std::\w+|\d+\.\d*f?|\d+|\w+|<=|>=|==|!=|[-+*/<>?:(),]", text)
        self.at, self.variables = 0, variables
        result = self.choice()
        if self.at != len(self.tokens):
            raise ValueError(f"cannot read {text}")
        return result

    def peek(self):
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self, *wanted):
        if self.peek() not in wanted:
            return ""
        self.at += 1
        return self.tokens[self.at - 1]

    def choice(self):
        z3 = self.z3
        condition = self.conjunction()
        if not self.take("?"):
            return condition
        then = self.choice()
        self.take(":")
        other = self.choice()
        return z3.If(condition, then, other)

    def conjunction(self):
        result = self.comparison()
        while self.take("and"):
            result = self.z3.And(result, self.comparison())
        return result

    def comparison(self):
        z3 = self.z3
        left = self.sum()
        operator = self.take("<", "<=", ">", ">=", "==", "!=")
        if not operator:
            return left
        right = self.sum()
        if operator == "!=" and z3.is_bool(left):  # terms.def has conditions as 1 and 0
            return left
        if z3.is_bv(left):
            return {"<": left < right, "<=": left <= right, ">": left > right, ">=": left >= right, "==": left == right}[operator]
        compare = {"<": z3.fpLT, "<=": z3.fpLEQ, ">": z3.fpGT, ">=": z3.fpGEQ, "==": z3.fpEQ}
        return compare[operator](left, right)

    def sum(self):
        z3 = self.z3
        result = self.product()
        while operator := self.take("+", "-"):
            right = self.product()
            if z3.is_bv(result):
                result = result + right if operator == "+" else result - right
            else:
                result = (z3.fpAdd if operator == "+" else z3.fpSub)(z3.RNE(), result, right)
        return result

    def product(self):
        z3 = self.z3
        result = self.unary()
        while operator := self.take("*", "/"):
            right = self.unary()
            if z3.is_bv(result):
                result = result * right
            else:
                result = (z3.fpMul if operator == "*" else z3.fpDiv)(z3.RNE(), result, right)
        return result

    def unary(self):
        if self.take("-"):
            return self.z3.fpNeg(self.unary())
        return self.primary()

    def primary(self):
        z3 = self.z3
        token = self.peek()
        self.at += 1
        if token == "(":
            result = self.choice()
            self.take(")")
            return result
        if token[0].isdigit():
            return z3.FPVal(float(token.rstrip("f")), self.sort)
        if token in ("True", "False"):
            return z3.BoolVal(token == "True")
        if self.peek() != "(":
            return self.variables[token]
        self.at += 1
        arguments = [self.choice()]
        while self.take(","):
            arguments.append(self.choice())
        self.take(")")
        return self.call(token, arguments)

    def call(self, name, given):
        z3 = self.z3
        builtin = {
            "std::fabs": z3.fpAbs,
            "std::floor": lambda a: z3.fpRoundToIntegral(z3.RTN(), a),
            "std::sqrt": lambda a: z3.fpSqrt(z3.RNE(), a),
            "Not": z3.Not,
            "Both": z3.And,
            "Either": z3.Or,
        }
        if name in builtin:
            return builtin[name](*given)
        value = self.operations[name]
        # Conditions are 1 and 0 there.
        value = value.removesuffix(" ? 1.0f : 0.0f")
        return Parser(z3, self.sort, self.operations).parse(value, dict(zip("abc", given)))


def proves(z3, operations, identity, sort, seconds):
    """True, or the reason why not."""
    assumed, left, right = identity
    names = set(re.findall(r"\b[a-n]\b", " ".join(identity)))
    make = lambda n: z3.Bool(n) if n in "cd" else z3.BitVec(n, 32) if n in "ijklmn" else z3.FP(n, sort)
    variables = {name: make(name) for name in names}
    parser = Parser(z3, sort, operations)
    solver = z3.Solver()
    solver.set("timeout", 1000 * seconds)
    if assumed:
        solver.add(parser.parse(assumed, variables))
    # Equality of floats is that of bits, with one NaN.
    solver.add(z3.Not(parser.parse(left, variables) == parser.parse(right, variables)))
    answer = solver.check()
    return True if answer == z3.unsat else solver.model() if answer == z3.sat else "not decided"


def table(z3):
    operations = values()
    names = exact_rules()
    lines = ["| Rule | Identities | Small floats | 32 bits |", "|---|---:|---|---|"]
    failed = False
    for rule, name in names.items():
        list_ = identities[rule]
        small = whole = 0
        for identity in list_:
            for exponent, significand in formats:
                answer = proves(z3, operations, identity, z3.FPSort(exponent, significand), 120)
                if answer is not True:
                    print(f"{name}: {identity} in {exponent}, {significand}: {answer}", file=sys.stderr)
                    failed = True
                    break
            else:
                small += 1
            answer = proves(z3, operations, identity, z3.Float32(), seconds_for_32_bits)
            whole += answer is True
            if answer not in (True, "not decided"):
                print(f"{name}: {identity} in 32 bits: {answer}", file=sys.stderr)
                failed = True
        said = lambda n: "all" if n == len(list_) else f"{n} of {len(list_)}"
        lines.append(f"| `{name}` | {len(list_)} | {said(small)} | {said(whole)} |")
    for rule, identity in refuted.items():
        if isinstance(proves(z3, operations, identity, z3.FPSort(3, 5), 120), (bool, str)):
            print(f"{rule}: {identity} is not refuted", file=sys.stderr)
            failed = True
    return "\n".join(lines) + "\n", failed


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--write-docs", action="store_true")
    arguments = parser.parse_args()
    missing, extra = exact_rules().keys() - identities.keys(), identities.keys() - exact_rules().keys()
    if missing or extra:
        sys.exit(f"exact_rules.py: rules without identities: {sorted(missing)}; no rules: {sorted(extra)}")
    try:
        import z3
    except ImportError:
        print("every exact rule has identities; they are not proved again, because z3-solver is not installed")
        return
    text, failed = table(z3)
    print(text)
    if failed:
        sys.exit(1)
    page = root / "docs/proof.md"
    old = page.read_text(encoding="utf-8")
    begin, end = "<!-- z3: begin -->\n", "<!-- z3: end -->\n"
    first, last = old.index(begin) + len(begin), old.index(end)
    if arguments.write_docs:
        page.write_text(old[:first] + text + old[last:], encoding="utf-8")
    elif old[first:last] != text:
        sys.exit("exact_rules.py: the table in docs/proof.md is another: --write-docs")


main()
