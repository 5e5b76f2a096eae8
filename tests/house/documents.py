"""Checks of the documents. As in house.py, each takes the root of a tree, and yields what it finds."""

import collections
import os
import re


def prose(document):
    """Yields the numbered lines of a document outside of fenced or indented code, with their numbers. (Our documents do not have nested
    lists.)"""
    fenced = False
    for number, line in enumerate(document.read_text().split("\n"), 1):
        if line.startswith("```"):
            fenced = not fenced
        elif not fenced and not line.startswith("    "):
            yield number, line


def links_in(line):
    """Text between backticks may look like a link."""
    return re.findall(r"\]\(([^)]*)\)", re.sub("`[^`]*`", "", line))


def anchors_of(document):
    """Returns the anchors that GitHub gives to headings."""
    seen = collections.Counter()
    for _, line in prose(document):
        if match := re.match("#+ (.*)", line):
            anchor = re.sub(r"[^\w-]", "", match[1].replace(" ", "-")).lower()
            yield f"{anchor}-{seen[anchor]}" if seen[anchor] else anchor
            seen[anchor] += 1


def documents_of(root):
    return sorted([root / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md") if (root / name).exists()] +
                  list((root / "docs").rglob("*.md")))


def leads_somewhere(document, link):
    path, hash_mark, anchor = link.partition("#")
    file = document.parent / path if path else document
    return "://" in link or file.exists() and (not hash_mark or anchor in anchors_of(file))


def dead_links(root):
    """Yields relative links to a file or a heading that does not exist: "docs/cli.md:7: batch.md#options"."""
    for document in documents_of(root):
        for number, line in prose(document):
            for link in links_in(line):
                if not leads_somewhere(document, link):
                    yield f"{document.relative_to(root)}:{number}: {link}"


# Words that CONTRIBUTING.md rules out, and British spelling.
UNWANTED = re.compile(r"\b(whoever|nobody|anybody|(?:colour|behaviour|neighbour|favour|optimis|normalis|initialis|recognis|serialis)\w*"
                      r"|towards|catalogue)\b", re.IGNORECASE)
WORDED = ("README.md", "SECURITY.md", "CHANGELOG.md", ".ci", "bindings", "cmake", "docs", "examples", "include", "packaging", "src",
          "tests", "tools")


def texts_of(root):
    for name in WORDED:
        top = root / name
        for file in [top] if top.is_file() else sorted(top.rglob("*")):
            generated = {"node_modules", "target", "golden", "build", "dist"} & set(file.parts)
            if file.is_file() and file.suffix in {*SOURCES, ".md", ".css", ".html", ".rs", ".ts", ".toml", ".json"} and not generated:
                yield file


def unwanted_words(root):
    """Words against the rules for the wording: "docs/a.md:3: nobody"."""
    for file in texts_of(root):
        for number, line in enumerate(file.read_text(errors="replace").split("\n"), 1):
            for word in UNWANTED.findall(line) if file.name != "documents.py" else []:
                yield f"{file.relative_to(root)}:{number}: {word}"


FOLDERS = ("src", "include", "tests", "tools", "bindings", "examples", "cmake", "packaging")
COMMENT = re.compile(r"(?:^|[ \t])(?://|#)(.*)$")
PATH = re.compile(rf"(?:^|[ (`'])((?:{'|'.join(FOLDERS)}|corpus|docs)/[\w./-]*\w)")
SOURCES = {".cpp", ".hpp", ".h", ".def", ".js", ".mjs", ".py", ".cmake", ".sh", ".txt", ""}


def names_a_file(root, path):
    """Returns whether a path exists, or is the part of a file name before a hyphen: "docs/adr/0002"."""
    file = root / path
    return file.exists() or any(file.parent.glob(f"{file.name}-*"))


def dead_paths_in_comments(root):
    """Yields missing paths in comments of sources and scripts: "src/compiler/ir/module.hpp:7: docs/cli.md"."""
    for top in FOLDERS:
        for folder, folders, files in os.walk(root / top):
            folders[:] = sorted(name for name in folders if name not in ("node_modules", "target"))
            for name in sorted(files):
                if os.path.splitext(name)[1] not in SOURCES:
                    continue
                with open(os.path.join(folder, name), errors="replace") as lines:
                    for number, line in enumerate(lines, 1):
                        comment = COMMENT.search(line) if len(line) <= 1000 else None
                        for path in PATH.findall(comment[1]) if comment else []:
                            if not names_a_file(root, path):
                                yield f"{os.path.relpath(os.path.join(folder, name), root)}:{number}: {path}"


def pages_missing_from_index(root):
    """Yields pages of docs/ that the index of their folder does not link to exactly once. The index is README.md, or the page next
    to the folder that has its name. Indexes of other folders with the name README.md are pages of docs/ itself."""
    docs = root / "docs"
    for folder in sorted({page.parent for page in docs.rglob("*.md")} | {docs}):
        index = folder / "README.md"
        if not index.exists():
            index = folder.with_suffix(".md")
        lines = prose(index) if index.exists() else []
        links = collections.Counter(os.path.normpath(link) for _, line in lines for link in links_in(line))
        pages = [page for page in sorted(folder.glob("*.md")) if page.name != "README.md"]
        for page in [*pages, *(sorted(docs.glob("*/README.md")) if folder == docs else [])]:
            name = page.relative_to(index.parent).as_posix()
            if links[name] != 1:
                yield f"{page.relative_to(root)}: {links[name]} times"


def unused_options(root):
    """Yields options in cmake/ that no page, preset, package or script of tools/ names."""
    text = "".join(file.read_text() for file in sorted((root / "cmake").glob("*.cmake")))
    defined = set(re.findall(r"^ *option\((AGAL_\w+)", text, re.MULTILINE))
    defined |= set(re.findall(r"^ *set\((AGAL_\w+) [^)]*CACHE", text, re.MULTILINE))
    files = [root / "CMakePresets.json", *(root / "docs").glob("*.md"), *(root / "packaging").rglob("*"), *(root / "tools").rglob("*")]
    users = "".join(file.read_text(errors="replace") for file in files if file.is_file())
    yield from sorted(name for name in defined if not re.search(rf"{name}\b", users))


def tests_in_faults(root):
    """Returns the code spans of docs/data/faults.md that consist of three words with dots between them, the second with a capital:
    `program.Suite.Test`."""
    return re.findall(r"`([\w-]+)\.([A-Z][^`.]*)\.([^`]+)`", (root / "docs/data/faults.md").read_text())


def missing_tests(root):
    """Yields the tests that docs/data/faults.md names and tests/ does not contain."""
    sources = collections.defaultdict(str)
    for list_file in (root / "tests").rglob("CMakeLists.txt"):
        for program in re.findall(r"agal_test\((\S+)\s", list_file.read_text()):
            sources[program] += "".join(file.read_text() for file in list_file.parent.glob("*.cpp"))
    for program, suite, test in tests_in_faults(root):
        if not any(f"{macro}({suite}, {test}) {{" in sources[program] for macro in ("TEST", "TEST_F", "TEST_P")):
            yield f"{program}.{suite}.{test}"


def code_blocks(document, language):
    """Returns the fenced blocks of a document in this language, without the fences."""
    return re.findall(rf"^```{language}\n(.*?)^```$", document.read_text(), re.MULTILINE | re.DOTALL)
