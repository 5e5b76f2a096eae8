#!/usr/bin/env python3
"""Proves with Z3 that rules of class Exact change no bit, except the payload and sign of a NaN.

    python3 tests/prove/modules/exact_rules.py [--write-docs]

The rows of src/prove/rules.def are the identities. src/prove/terms.def defines the operations. The script proves each identity
for all values of small floats, including both zeros, denormals, infinities and NaN. With --write-docs it also proves identities
for 32 bits, if Z3 decides them in time. Integers have 32 bits. For other rules, the script refutes an identity that is not exact.
With Z3 (the package z3-solver of pip), the script writes or checks the table in docs/data/proof-exact-rules.md. Without Z3, it only checks that
each rule has identities.
"""

import argparse
import pathlib
import re
import sys

root = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(root / "tests/support"))
from document import block, write_block  # noqa: E402

# The bits of the exponent, and of the significand with its hidden bit.
formats = [(3, 3), (3, 5), (4, 4), (5, 11)]
seconds_for_32_bits = 60

# The identities that the code of a rule applies, by enumerator of the rule: an assumption and both sides. add_rows adds the rows
# of AGAL_REWRITE. Words with a capital letter are operations of terms.def. The variables k and l are conditions, i, j, m and n
# are integers, and others are floats.
identities = {
    "Commute": [("", "Add(a, b)", "Add(b, a)"), ("", "Mul(a, b)", "Mul(b, a)"), ("", "Equal(a, b)", "Equal(b, a)")],
    "Subtract": [("", "a - b", "Add(a, Neg(b))")],
    "Negate": [("", "Abs(Add(Neg(a), Neg(b)))", "Abs(Add(a, b))")],
    # Constants are computed with the C++ operations of terms.def.
    "Fold": [("", "Min(a, b)", "b < a ? b : a"), ("", "Max(a, b)", "a < b ? b : a")],
    "SameArms": [("", "Select(k, a, a)", "a")],
    "NestedSelect": [
        ("", "Select(k, Select(k, a, b), e)", "Select(k, a, e)"),
        ("", "Select(k, e, Select(k, a, b))", "Select(k, e, b)"),
        ("", "Select(k, Select(l, a, b), b)", "Select(Both(k, l), a, b)"),
        ("", "Select(k, Select(l, a, b), a)", "Select(Both(k, Not(l)), b, a)"),
        ("", "Select(k, a, Select(l, a, b))", "Select(Either(k, l), a, b)"),
        ("", "Select(k, b, Select(l, a, b))", "Select(Either(k, Not(l)), b, a)"),
        ("", "Select(k, a, b)", "Select(Not(k), b, a)"),
    ],
    "Conditions": [
        ("", "Less(a, a)", "False"),
        ("", "Less(Select(k, a, b), e)", "Choose(k, Less(a, e), Less(b, e))"),
        ("", "Less(e, Select(k, a, b))", "Choose(k, Less(e, a), Less(e, b))"),
        ("", "Equal(Select(k, a, b), e)", "Choose(k, Equal(a, e), Equal(b, e))"),
        ("", "LessEqual(Select(k, a, b), e)", "Choose(k, LessEqual(a, e), LessEqual(b, e))"),
        ("", "Choose(k, l, l)", "l"),
        ("", "Choose(k, True, False)", "k"),
        ("", "Choose(k, Choose(l, True, False), Choose(l, False, True))", "Choose(l, Choose(k, True, False), Choose(k, False, True))"),
    ],
    "Index": [
        ("i <= j", "IntMin(i, j)", "i"),
        ("i >= j", "IntMax(i, j)", "i"),
        ("", "IntMin(i, j)", "IntMin(j, i)"),
        ("", "IntMax(i, j)", "IntMax(j, i)"),
        ("", "IntAdd(IntAdd(i, j), m)", "IntAdd(i, IntAdd(j, m))"),
        ("", "IntAdd(i, j)", "IntAdd(j, i)"),
        ("", "IntMul(i, j)", "IntMul(j, i)"),
    ],
}

# Rules about conversions of integers and about fetches. They lack identities in floats.
without_identities = {"SelectedNumber", "OneLevel"}

# Identities that other rules apply and that are not exact. Both sides differ for some values.
refuted = {
    "ClampInClamp": ("", "Clamp(Clamp(a, b, f), e, g)", "Clamp(a, b, f)"),
    "ClampOfMinMax": ("e <= f", "Max(e, Min(f, a))", "Clamp(a, e, f)"),
    "MinMaxOrder": ("", "Min(a, b)", "Min(b, a)"),
    "MaskedProduct": ("", "Mul(a, Select(k, 1.0f, 0.0f))", "Select(k, a, 0.0f)"),
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


def arguments(text):
    """Returns the arguments of a macro. Commas inside parentheses do not separate arguments."""
    out, depth = [""], 0
    for character in text:
        depth += (character == "(") - (character == ")")
        if character == "," and depth == 0:
            out.append("")
        else:
            out[-1] += character
    return [one.strip() for one in out]


def add_rows():
    """Adds the rows of rules.def to the identities."""
    operations = {name.strip().strip('"'): id.strip() for id, name, _, _ in rows("src/prove/terms.def", "AGAL_TERM")}

    def words(side):
        side = re.sub(r"(\d)_n", r"\1.0f", side)
        return re.sub(r"\b([a-z]\w+)\(", lambda call: operations[call[1]] + "(", side)

    exact = exact_rules()
    for line in (root / "src/prove/rules.def").read_text(encoding="utf-8").splitlines():
        if not line.startswith("AGAL_REWRITE("):
            continue
        rule, left, condition, right = arguments(line[len("AGAL_REWRITE(") : line.rindex(")")])
        if rule in exact:
            assumed = "" if condition == "true" else condition.replace("&&", "and").replace("0", "0.0f")
            identities.setdefault(rule, []).append((assumed, words(left), words(right)))


def values():
    """Returns the expression of each operation by its enumerator."""
    found = {}
    for id, _, _, value in rows("src/prove/terms.def", "AGAL_TERM"):
        found[id] = value.strip()
    return found


class Parser:
    """Parses expressions of terms.def and of identities into terms of Z3."""

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
        if operator == "!=" and z3.is_bool(left):  # conditions are 1 and 0 in terms.def
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
            "std::ceil": lambda a: z3.fpRoundToIntegral(z3.RTP(), a),
            "std::sqrt": lambda a: z3.fpSqrt(z3.RNE(), a),
            "Not": z3.Not,
            "Both": z3.And,
            "Either": z3.Or,
        }
        if name in builtin:
            return builtin[name](*given)
        value = self.operations[name]
        # Conditions are 1 and 0 in terms.def, and Booleans in Z3.
        value = value.removesuffix(" ? 1.0f : 0.0f")
        return Parser(z3, self.sort, self.operations).parse(value, dict(zip("abc", given)))


def proves(z3, operations, identity, sort, seconds=None):
    """Returns True, a counterexample, or "not decided"."""
    assumed, left, right = identity
    names = set(re.findall(r"\b[a-n]\b", " ".join(identity)))
    make = lambda n: z3.Bool(n) if n in "kl" else z3.BitVec(n, 32) if n in "ijmn" else z3.FP(n, sort)
    variables = {name: make(name) for name in names}
    parser = Parser(z3, sort, operations)
    solver = z3.Solver()
    if seconds:
        solver.set("timeout", 1000 * seconds)
    if assumed:
        solver.add(parser.parse(assumed, variables))
    # In Z3, == compares the bits of floats, and there is one NaN.
    solver.add(z3.Not(parser.parse(left, variables) == parser.parse(right, variables)))
    answer = solver.check()
    return True if answer == z3.unsat else solver.model() if answer == z3.sat else "not decided"


def table(z3, bits_32):
    """Returns the table, and True if a proof failed. Without bits_32, only small floats are proved."""
    operations = values()
    names = exact_rules()
    lines = ["| Rule | Identities | Small floats | 32 bits |", "|---|---:|---|---|"]
    failed = False
    for rule, name in names.items():
        if rule in without_identities:
            continue
        list_ = identities[rule]
        small = whole = 0
        for identity in list_:
            for exponent, significand in formats:
                answer = proves(z3, operations, identity, z3.FPSort(exponent, significand))
                if answer is not True:
                    print(f"{name}: {identity} in {exponent}, {significand}: {answer}", file=sys.stderr)
                    failed = True
                    break
            else:
                small += 1
            answer = proves(z3, operations, identity, z3.Float32(), seconds_for_32_bits) if bits_32 else "not decided"
            whole += answer is True
            if answer not in (True, "not decided"):
                print(f"{name}: {identity} in 32 bits: {answer}", file=sys.stderr)
                failed = True
        said = lambda n: "all" if n == len(list_) else f"{n} of {len(list_)}"
        lines.append(f"| `{name}` | {len(list_)} | {said(small)} | {said(whole)} |")
    for rule, identity in refuted.items():
        if isinstance(proves(z3, operations, identity, z3.FPSort(3, 5)), (bool, str)):
            print(f"{rule}: {identity} is not refuted", file=sys.stderr)
            failed = True
    return "\n".join(lines) + "\n", failed


def without_32_bits(text):
    """Returns the rows of the table without their last column."""
    return [line.rsplit("|", 2)[0] for line in text.splitlines()]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--write-docs", action="store_true")
    arguments = parser.parse_args()
    add_rows()
    wanted = exact_rules().keys() - without_identities
    missing, extra = wanted - identities.keys(), identities.keys() - wanted
    if missing or extra:
        sys.exit(f"exact_rules.py: rules without identities: {sorted(missing)}; no rules: {sorted(extra)}")
    try:
        import z3
    except ImportError:
        print("every exact rule has identities; they are not proved again, because z3-solver is not installed")
        return
    text, failed = table(z3, arguments.write_docs)
    print(text)
    if failed:
        sys.exit(1)
    page = root / "docs/data/proof-exact-rules.md"
    if arguments.write_docs:
        write_block(page, "z3", text)
    elif without_32_bits(block(page.read_text(encoding="utf-8"), "z3")) != without_32_bits(text):
        sys.exit("exact_rules.py: docs/data/proof-exact-rules.md has another table: --write-docs")


main()
