"""Finds what tools/dev/mutate can change in a C++ source, and writes the source with these changes behind switches.

The sources are formatted by clang-format: an operator between two operands has spaces around it, and an angle bracket or
the star of a pointer does not. That, and pairs of brackets, are all that is needed to find the operands.
"""

import bisect
import re

TOKEN = re.compile(
    r"""(?P<space>\s+|//[^\n]*|/\*.*?\*/)
    |(?P<text>R"(?P<tag>[^(]*)\(.*?\)(?P=tag)"|"(?:\\.|[^"\\\n])*"(?:sv|s)?|'(?:\\.|[^'\\\n])+')
    |(?P<number>(?:0x[0-9a-fA-F']+|\d[\d']*(?:\.\d*)?(?:e[+-]?\d+)?)[uUlLfF]*)
    |(?P<word>[A-Za-z_]\w*)
    |(?P<mark>::|->|\+\+|--|<=>|<<=|>>=|<<|>>|[-+*/%&|^<>=!]=|&&|\|\||\.\.\.|.)""",
    re.VERBOSE | re.DOTALL,
)

# By operator: how tightly it binds, its function in mutants.hpp, and its two alternatives.
BINARY = {
    "*": (5, "agal_times", "+", None),
    "/": (5, "agal_divided", "*", "swap"),
    "%": (5, "agal_modulo", "/", "swap"),
    "+": (6, "agal_plus", "-", None),
    "-": (6, "agal_minus", "+", "swap"),
    "<<": (7, "agal_shift_left", ">>", "swap"),
    ">>": (7, "agal_shift_right", "<<", "swap"),
    "<": (9, "agal_less", "<=", ">="),
    "<=": (9, "agal_less_equal", "<", ">"),
    ">": (9, "agal_greater", ">=", "<="),
    ">=": (9, "agal_greater_equal", ">", "<"),
    "==": (10, "agal_equal", "!=", None),
    "!=": (10, "agal_unequal", "==", None),
    "&": (11, "agal_bit_and", "|", "^"),
    "|": (13, "agal_bit_or", "&", "^"),
}
PRECEDENCE = {**{op: row[0] for op, row in BINARY.items()}, "<=>": 8, "^": 12, "&&": 14, "||": 15, "?": 16}
STOPS = {",", ";", "?", ":", "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="}
STOP_WORDS = {"return", "throw", "case", "else", "co_return", "goto"}
PAIRS = {")": "(", "]": "[", "}": "{"}
SKIPPED_LINE = re.compile(r"\b(static_assert|requires|template|using|enum|case|namespace|friend|AGAL_[A-Z_]+\()")
STATEMENT = re.compile(
    r"(?P<indent>\s+)(?!(?:return|throw|delete|using|break|continue|case|goto|else|if|for|while|switch|do)\b)"
    r"(?P<body>[A-Za-z_][\w:.\[\]>-]*(?:\(.*\)|\s(?:=|\+=|-=|\*=|\|=|&=|<<=|>>=)\s[^{}]*));\s*(?://.*)?$"
)


class Token:
    def __init__(self, kind, text, begin, spaced):
        self.kind, self.text, self.begin, self.end = kind, text, begin, begin + len(text)
        self.spaced = spaced  # whether there is space before it; the space after it is that of the next token


class Mutant:
    """One change. `number` is its switch, unless it is not part of the build."""

    def __init__(self, kind, line, column, before, after):
        self.kind, self.line, self.column, self.before, self.after = kind, line, column, before, after
        self.number = 0


class Site:
    """A place with one or two mutants. `edits` are (begin, end, open, close): what is put around a part of the text;
    `{0}` and `{1}` in it stand for the numbers. `replaced` is (begin, end, text), for an operator."""

    def __init__(self, begin, end, mutants, edits, replaced=None):
        self.begin, self.end, self.mutants, self.edits, self.replaced = begin, end, mutants, edits, replaced

    def numbered(self, text):
        numbers = [mutant.number for mutant in self.mutants] + [0]
        return text.replace("{0}", str(numbers[0])).replace("{1}", str(numbers[1]))


def tokens_of(text):
    tokens, spaced, at = [], True, 0
    line_begin = True
    while at < len(text):
        if line_begin and re.match(r"[ \t]*#", text[at:at + 80]):  # a directive, with the lines that continue it
            match = re.compile(r"[^\n]*(?:\\\n[^\n]*)*\n?").match(text, at)
            at, spaced = match.end(), True
            continue
        match = TOKEN.match(text, at)
        kind, word = match.lastgroup, match.group()
        if kind == "tag":
            kind = "text"
        if kind == "space":
            spaced = True
        elif word in ("<<", ">>") and not (spaced and text[match.end():match.end() + 1].isspace()):
            tokens += [Token("mark", word[0], at, spaced), Token("mark", word[0], at + 1, False)]
            spaced = False
        else:
            tokens.append(Token(kind, word, at, spaced))
            spaced = False
        line_begin = kind == "space" and "\n" in word
        at = match.end()
    return tokens


class Source:
    def __init__(self, text):
        self.text = text
        self.tokens = tokens_of(text)
        self.lines = [0] + [match.end() for match in re.finditer("\n", text)]
        self.partner = self.match_brackets()

    def match_brackets(self):
        partner, open_brackets = {}, []
        for i, token in enumerate(self.tokens):
            if token.kind != "mark":
                continue
            angle_open = token.text == "<" and not token.spaced
            angle_close = token.text == ">" and not token.spaced
            if token.text in "([{" or angle_open:
                open_brackets.append(i)
            elif token.text in ")]}" or angle_close:
                wanted = "<" if angle_close else PAIRS[token.text]
                while open_brackets and self.tokens[open_brackets[-1]].text != wanted and wanted != "<":
                    open_brackets.pop()  # an angle that was none
                if open_brackets and self.tokens[open_brackets[-1]].text == wanted:
                    partner[i] = open_brackets.pop()
                    partner[partner[i]] = i
        return partner

    def place(self, offset):
        """Line and column, both from 1."""
        line = bisect.bisect_right(self.lines, offset)
        return line, offset - self.lines[line - 1] + 1

    def line_text(self, line):
        end = self.lines[line] - 1 if line < len(self.lines) else len(self.text)
        return self.text[self.lines[line - 1]:end]

    def skipped(self, token):
        line = self.line_text(self.place(token.begin)[0])
        return SKIPPED_LINE.search(line) is not None or re.search(r"\bconstexpr\b[^(]*=", line) is not None

    def infix(self, i):
        """Whether the token is an operator between two operands."""
        if not 0 < i < len(self.tokens) - 1:
            return False
        before, token, after = self.tokens[i - 1:i + 2]
        if token.kind != "mark" or token.text not in PRECEDENCE or not (token.spaced and after.spaced):
            return False
        if before.kind == "word":
            return before.text not in STOP_WORDS and before.text != "operator"
        return before.kind in ("number", "text") or before.text in (")", "]", "}") or before.text == ">"

    def left_operand(self, i, precedence):
        """The index of the first token of the operand before token i."""
        j = i
        while j > 0:
            token = self.tokens[j - 1]
            if token.kind == "mark":
                if token.text in ")]}" or (token.text == ">" and not token.spaced):
                    if j - 1 not in self.partner:
                        return None
                    j = self.partner[j - 1]
                    continue
                if token.text in "([{" or (token.text in STOPS and token.text != "::"):
                    break
                if self.infix(j - 1) and PRECEDENCE[token.text] > precedence:
                    break
            elif token.kind == "word" and token.text in STOP_WORDS:
                break
            j -= 1
        return j if j < i else None

    def right_operand(self, i, precedence):
        """The index after the last token of the operand after token i."""
        j = i + 1
        while j < len(self.tokens):
            token = self.tokens[j]
            if token.kind == "mark":
                if token.text in "([{" or (token.text == "<" and not token.spaced and j in self.partner):
                    if j not in self.partner:
                        return None
                    j = self.partner[j] + 1
                    continue
                if token.text in ")]}" or token.text in STOPS:
                    break
                if self.infix(j) and PRECEDENCE[token.text] >= precedence:
                    break
            j += 1
        return j if j > i + 1 else None

    def span(self, first, after):
        return self.tokens[first].begin, self.tokens[after - 1].end

    def mutant(self, kind, begin, before, after):
        line, column = self.place(begin)
        return Mutant(kind, line, column, before, after)


def binary_sites(source):
    for i, token in enumerate(source.tokens):
        if not source.infix(i) or source.skipped(token) or token.text in ("?", "^", "<=>"):
            continue
        precedence = PRECEDENCE[token.text]
        first, after = source.left_operand(i, precedence), source.right_operand(i, precedence)
        if first is None or after is None:
            continue
        left, right = source.span(first, i), source.span(i + 1, after)
        if "..." in source.text[left[0]:right[1]]:
            continue
        if token.text in ("&&", "||"):
            yield logical_site(source, token, left, right)
        else:
            yield operator_site(source, token, left, right)


def operator_site(source, token, left, right):
    _, function, one, two = BINARY[token.text]
    mutants = [source.mutant("operator", token.begin, token.text, one)]
    if two == "swap":
        mutants.append(source.mutant("operands", token.begin, f"a {token.text} b", f"b {token.text} a"))
    elif two is not None:
        mutants.append(source.mutant("operator", token.begin, token.text, two))
    edits = [(left[0], right[1], function + "({0}, {1}, ", ")")]
    return Site(left[0], right[1], mutants, edits, (token.begin, token.end, ","))


def logical_site(source, token, left, right):
    off, join = ("agal_on", "||") if token.text == "&&" else ("!agal_on", "&&")
    mutants = [source.mutant("condition", token.begin, f"a {token.text} b", kept) for kept in ("b", "a")]
    edits = [
        (*left, "(" + off + "({0}) " + join + " (", "))"),
        (*right, "(" + off + "({1}) " + join + " (", "))"),
    ]
    return Site(left[0], right[1], mutants, edits)


def negated(source, begin, end):
    mutant = source.mutant("negation", begin, "condition", "!(condition)")
    return Site(begin, end, [mutant], [(begin, end, "(agal_on({0}) != static_cast<bool>(", "))")])


def condition_sites(source):
    for i, token in enumerate(source.tokens[:-1]):
        opener = source.tokens[i + 1]
        if token.kind == "word" and token.text in ("if", "while") and opener.text == "(" and i + 1 in source.partner:
            begin, end = opener.end, source.tokens[source.partner[i + 1]].begin
            inside = [t for t in source.tokens[i + 2:source.partner[i + 1]]]
            if inside and not any(t.text in (";", "=") for t in inside):
                yield negated(source, begin, end)
        elif token.text == "?" and source.infix(i) and not source.skipped(token):
            first = source.left_operand(i, PRECEDENCE["?"])
            if first is not None:
                yield negated(source, *source.span(first, i))


def in_braces(source, i):
    """Whether token i is the whole of an element of a braced list."""
    before, after = source.tokens[i - 1].text, source.tokens[i + 1].text
    if before not in ("{", ",") or after not in ("}", ","):
        return False
    depth = 0
    for j in range(i - 1, -1, -1):
        if source.tokens[j].text in ")]}":
            depth += 1
        elif source.tokens[j].text in "([{":
            if depth == 0:
                return source.tokens[j].text == "{"
            depth -= 1
    return False


def constant_sites(source):
    for i, token in enumerate(source.tokens[:-1]):
        if i == 0 or source.skipped(token):
            continue
        if token.kind == "number" and source.tokens[i - 1].text != "<" and source.tokens[i + 1].text != ">":
            close = ")" if in_braces(source, i) else " + agal_on({0}))"
            edit = (token.begin, token.end, "agal_element({0}, " if close == ")" else "(", close)
            mutant = source.mutant("constant", token.begin, token.text, token.text + " + 1")
            yield Site(token.begin, token.end, [mutant], [edit])
        elif token.text in ("true", "false"):
            other = "false" if token.text == "true" else "true"
            edit = (token.begin, token.end, "(agal_on({0}) != ", ")")
            yield Site(token.begin, token.end, [source.mutant("constant", token.begin, token.text, other)], [edit])
        elif token.kind == "text" and token.text[0] == token.text[-1] == '"' and len(token.text) > 2:
            edit = (token.begin, token.end, "agal_text({0}, ", ")")
            yield Site(token.begin, token.end, [source.mutant("text", token.begin, token.text, '""')], [edit])


ARGUMENT = re.compile(r"[A-Za-z_][\w.:]*(?:->\w+|\.arg\(\d\)|\[\w+\])*\Z|\d+\Z")


def argument_sites(source):
    """Calls with two arguments that are free of effects: they change places."""
    for i, token in enumerate(source.tokens[:-1]):
        if token.text != "(" or i == 0 or i not in source.partner or source.tokens[i - 1].kind != "word":
            continue
        end, depth, commas = source.partner[i], 0, []
        for j in range(i + 1, end):
            text = source.tokens[j].text
            depth += (text in "([{") - (text in ")]}")
            if text == "," and depth == 0:
                commas.append(j)
        if len(commas) != 1 or source.skipped(token) or token.spaced:
            continue
        one, two = source.span(i + 1, commas[0]), source.span(commas[0] + 1, end)
        first, second = source.text[slice(*one)], source.text[slice(*two)]
        if not ARGUMENT.match(first) or not ARGUMENT.match(second) or first == second:
            continue
        mutant = source.mutant("operands", one[0], f"{first}, {second}", f"{second}, {first}")
        edits = [(*one, "agal_either({0}, ", f", {second})"), (*two, "agal_either({0}, ", f", {first})")]
        yield Site(one[0], two[1], [mutant], edits)


def statement_sites(source):
    previous = ";"
    for number, begin in enumerate(source.lines, 1):
        line = source.line_text(number)
        match = STATEMENT.match(line)
        if match and previous[-1] in ";{})" and balanced(match["body"]):
            span = begin + match.start("body"), begin + match.end("body")
            mutant = source.mutant("statement", span[0], match["body"] + ";", ";")
            yield Site(*span, [mutant], [(*span, "agal_on({0}) ? void() : void(", ")")])
        code = re.sub(r"//.*", "", line).strip()
        previous = code or previous


def balanced(text):
    depth = 0
    for token in tokens_of(text):
        depth += (token.text in "([{") - (token.text in ")]}")
        if depth < 0 or token.text == ";":
            return False
    return depth == 0


COMPARISONS = ("agal_less", "agal_greater", "agal_equal", "agal_unequal")
FINDERS = (statement_sites, condition_sites, binary_sites, argument_sites, constant_sites)


def find_sites(text):
    """All sites of a source, in the order of the text."""
    source = Source(text)
    sites = [site for finder in FINDERS for site in finder(source)]
    # A comparison has its opposite as an alternative already.
    compared = {(site.begin, site.end) for site in sites if site.replaced and site.edits[0][2].startswith(COMPARISONS)}
    sites = [site for site in sites if site.mutants[0].kind != "negation" or (site.begin, site.end) not in compared]
    return sorted(sites, key=lambda site: (site.begin, -site.end))


def crosses(one, two):
    return one[0] < two[0] < one[1] < two[1] or two[0] < one[0] < two[1] < one[1]


def write(text, sites):
    """The text with the sites, and for each site where it is in the result. Arguments that change places are repeated,
    so that nothing inside of them may change: such a site, and one whose edits cross others, is left out."""
    kept, spans = [], []
    for site in sites:
        repeats = any(close.startswith(", ") for _, _, _, close in site.edits)
        inner = [s for s in kept if repeats and site.begin <= s.begin and s.end <= site.end]
        outer = [s for s in kept if s.begin <= site.begin and site.end <= s.end
                 and any(close.startswith(", ") for _, _, _, close in s.edits)]
        if inner or outer or any(crosses(edit, span) for edit in site.edits for span in spans):
            continue
        kept.append(site)
        spans += [edit[:2] for edit in site.edits]
    opens, closes, replaced = {}, {}, {}
    for order, site in enumerate(kept):
        for begin, end, before, after in site.edits:
            opens.setdefault(begin, []).append((begin - end, order, site.numbered(before)))
            closes.setdefault(end, []).append((end - begin, -order, site.numbered(after)))
        if site.replaced:
            replaced[site.replaced[0]] = site.replaced[1:]
    out, at, length, positions = [], 0, 0, {}
    for point in sorted({*opens, *closes, *replaced, len(text)}):
        if point > at:
            out.append(text[at:point])
            length += point - at
            at = point
        for _, _, part in sorted(closes.get(point, [])):
            out.append(part)
            length += len(part)
        positions[("end", point)] = length
        positions[("begin", point)] = length
        for _, _, part in sorted(opens.get(point, [])):
            out.append(part)
            length += len(part)
        if point in replaced:
            at, part = replaced[point]
            out.append(part)
            length += len(part)
    places = [(positions[("begin", site.begin)], positions[("end", site.end)], site) for site in kept]
    return "".join(out), places
