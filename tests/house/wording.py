#!/usr/bin/env python3
"""Wording that a reader has to decode, in comments, pages and names of tests: the rules of CONTRIBUTING.md that a script can
check without false alarms. As in house.py, a check takes the root of a tree, and yields what it finds.

    ./tests/house/wording.py [FILE...]     prints what it finds in these files, or in the whole tree
    ./tests/house/wording.py --accept      writes the files that have findings to wording_exceptions.txt
"""

import re
import sys
from pathlib import Path

FOLDERS = (".ci", "bindings", "cmake", "corpus", "docs", "examples", "include", "packaging", "src", "tests", "tools")
GENERATED = {"node_modules", "target", "golden", "build", "dist", "__pycache__"}
# Files that quote the words.
QUOTING = {"CONTRIBUTING.md", "tests/house/wording.py", "tests/house/house_test.py"}
EXCEPTIONS = "tests/house/wording_exceptions.txt"

SLASHES = {".cpp", ".hpp", ".h", ".def", ".js", ".mjs", ".ts", ".rs"}
HASHES = {".py", ".cmake", ".sh", ".toml", ".yml"}

# A comment that begins with a question word does not begin with its subject. A question may, and a condition: "Where malloc
# fails, the process ends."
OPENING = re.compile(r"(?:What|Where(?![^.;:]*, (?!except))|How|Which|Whether|Who|Whose)\b(?!.*\?)")
# A comment after code that continues the code: a reader has to take the name for its subject. Not in the list are "in", "for", "to"
# and "with", which also begin a unit, a purpose or an example, and a sentence, which has a period.
TRAILING = re.compile(r"(?:of|by|that|those|which|whose|what|where|how|the same (?:of|for|as|in))\b[^.?]*$")
WORDS = {
    r"\b(?:is|are|was|were) no (?!longer\b|more\b|less\b|\w+er than\b)": "'is not a' instead of 'is no'",
    r"\b(?:the|an) own\b": "'its own' instead of 'the own'",
    r"\bhangs? on\b": "'depends on' instead of 'hangs on'",
    r"\bbeside\b": "'next to' or 'in addition to' instead of 'beside'",
    r"^(?!.*\bnot\b.*\bbut for\b).*\bbut for\b": "'except' instead of 'but for'",
    r"\bstands? (?:there|here|twice|once|only)\b": "'is' or 'appears' instead of 'stands'",
}
ANYWHERE = [(re.compile(pattern), advice) for pattern, advice in WORDS.items()]
THERE_IS = re.compile(r"\b(?:there|here|where) (?:is|are|was|were) no ", re.IGNORECASE)
THAT_OF = re.compile(r"(?<![Ss]o )\b(?:that|those) of\b")
TEST = re.compile(r"TEST(?:_[FP])?\(\w+, (\w+)\)")
RIDDLE = re.compile(r"^(?:What|Where|How|Which|Whose|That|Those)(?=[A-Z])|(?:That|Those)Of(?=[A-Z])"
                    r"|(?<!There)(?:Is|Are|Was|Were)No(?=[A-Z])|No(?=body)")


def files_of(root):
    """The files that people write, in order."""
    files = [file for file in sorted(root.iterdir()) if file.is_file()]
    for folder in FOLDERS:
        files += sorted(file for file in (root / folder).rglob("*") if file.is_file())
    for file in files:
        name = file.relative_to(root)
        if not GENERATED & set(name.parts) and name.as_posix() not in QUOTING:
            yield file


def comment_mark(file):
    """The beginning of a comment in the language of a file; None if the file is not a source."""
    if file.suffix in SLASHES:
        return "//"
    if file.suffix in HASHES or file.name == "CMakeLists.txt":
        return "#"
    return "#" if not file.suffix and file.read_bytes()[:2] == b"#!" else None


def comments_of(text, mark):
    """(line number, kind, comment). A comment on a line without code is "first", or "further" if it continues the one above; a
    comment after code is "trailing"."""
    alone = re.compile(rf"\s*{mark}[/!<]*\s*(.*)")
    after_code = re.compile(rf".*\S(?:\s\s+|;\s){mark}[/!<]*\s+(.*)")
    continues = False
    for number, line in enumerate(text.split("\n"), 1):
        if line.startswith("#!"):
            continue
        if match := alone.match(line):
            yield number, "further" if continues else "first", match[1]
            continues = bool(match[1])
            continue
        continues = False
        if match := after_code.match(re.sub(r'"(\\.|[^"\\])*"', '""', line)):
            yield number, "trailing", match[1]


def page_of(text):
    """(line number, "page", line) of a page, without code and addresses."""
    fenced = False
    for number, line in enumerate(text.split("\n"), 1):
        if line.lstrip().startswith("```"):
            fenced = not fenced
        elif not fenced and not line.startswith("    "):
            yield number, "page", re.sub(r"`[^`]*`|\]\([^)]*\)", "", line)


def texts_of(file):
    """(line number, kind, text) of all that a reader reads in a file."""
    mark = None if file.suffix == ".md" else comment_mark(file)
    if mark is None and file.suffix != ".md":
        return
    text = file.read_text(errors="replace")
    yield from page_of(text) if mark is None else comments_of(text, mark)
    if file.suffix == ".cpp":
        for number, line in enumerate(text.split("\n"), 1):
            if match := TEST.match(line):
                yield number, "test", match[1]


def faults_in(kind, text):
    """The faults of one text, each with the cure."""
    if kind == "test":
        if RIDDLE.search(text):
            yield "a name of a test says subject and expectation"
        return
    if kind in ("first", "trailing") and OPENING.match(text):
        yield "begins with a question word instead of its subject"
    if kind == "trailing" and TRAILING.match(text):
        yield "begins with a preposition or a pronoun instead of its subject"
    if kind != "page" and THAT_OF.search(text):
        yield "repeat the noun instead of 'that of'"
    for pattern, advice in ANYWHERE:
        if pattern.search(THERE_IS.sub("", text)):
            yield advice


def faults(root, files=None):
    """Wording to rewrite: "src/compiler/ir/x.cpp:3: begins with a question word instead of its subject: Whether …"."""
    for file in files or files_of(root):
        for number, kind, text in texts_of(file):
            for advice in faults_in(kind, text):
                yield f"{file.relative_to(root)}:{number}: {advice}: {text.strip()}"


def files_with_faults(root):
    return sorted({fault.split(":")[0] for fault in faults(root)})


def excepted(root):
    """Files that had faults when the rules were made."""
    file = root / EXCEPTIONS
    return file.read_text().split() if file.exists() else []


if __name__ == "__main__":
    top = Path(__file__).resolve().parents[2]
    if sys.argv[1:] == ["--accept"]:
        names = files_with_faults(top)
        (top / EXCEPTIONS).write_text("".join(f"{name}\n" for name in names))
    else:
        print(*faults(top, [Path(name).resolve() for name in sys.argv[1:]]), sep="\n")
