"""Rules about the source tree itself. Each check takes the root of a tree, so that a test can plant a violation in a small
tree, and yields what it finds, one line each: "src/compiler/ir/x.cpp:3: includes driver/y.hpp …"."""

import itertools
import re
from dataclasses import dataclass
from pathlib import Path

CODE = {".cpp", ".hpp", ".h", ".def"}


@dataclass
class Folder:
    product: str
    name: str
    level: int
    library: str
    content: str


def rows(macro):
    """Yields the arguments of a macro in folders.def."""
    text = (Path(__file__).parent / "folders.def").read_text()
    for arguments in re.findall(rf"^{macro}\((.*)\)$", text, re.MULTILINE):
        yield [argument.strip(' "') for argument in re.findall(r'"[^"]*"|[^,"]+', arguments) if argument.strip()]


FOLDERS = {name: Folder(product, name, int(level), library, content)
           for product, name, level, library, content in rows("AGAL_FOLDER")}
PRODUCTS = {name: (set(uses.split()) | {name}, content) for name, uses, content in rows("AGAL_PRODUCT")}
# Public headers that are not named after the folder that they belong to.
PUBLIC_HEADERS = dict(rows("AGAL_PUBLIC_HEADER"))
# Former names of public headers.
FORMER_HEADERS = dict(rows("AGAL_FORMER_HEADER"))
# Namespaces that do not have the name of their folder.
NAMESPACES = dict(rows("AGAL_NAMESPACE"))
# Headers of src/ that tools may include.
TOOL_HEADERS = {header for header, in rows("AGAL_TOOL_HEADER")}


def architecture():
    """Returns the part of docs/architecture.md that is generated from folders.def."""
    out = "| Product | What is in it |\n|---|---|"
    out += "".join(f"\n| `src/{name}` | {content} |" for name, (_, content) in PRODUCTS.items())
    folders = [folder for folder in FOLDERS.values() if folder.name != folder.product]
    for product, rows in itertools.groupby(folders, key=lambda folder: folder.product):
        rows = list(rows)
        levels = {}
        for row in sorted(rows, key=lambda row: row.level):
            levels.setdefault(row.level, []).append(row.name)
        library = rows[0].library
        others = "" if all(row.library == library for row in rows) else ", or the library in brackets"
        out += f"\n\nThe folders of `src/{product}` (`agal::{library}`{others}), from the lowest level to the highest:\n\n    "
        out += "\n    ← ".join(", ".join(names) for names in levels.values())
        out += "\n\n| Folder | What is in it |\n|---|---|"
        out += "".join(f"\n| `{row.name}` | {row.content}{'' if row.library == library else f' (`agal::{row.library}`)'} |" for row in rows)
    return out + "\n"


def files_under(root, folders, extensions=frozenset(CODE)):
    """Yields the files below these folders that have one of the extensions, sorted in each folder."""
    for folder in folders:
        for file in sorted((root / folder).rglob("*")):
            if file.suffix in extensions and file.is_file():
                yield file


def lines_of(file):
    return enumerate(file.read_text(errors="replace").split("\n"), 1)


def includes(root, folder):
    """Yields (file, line number, header) for headers in quotation marks. <…> is for the system and third parties."""
    for file in files_under(root, [folder]):
        for number, line in lines_of(file):
            if match := re.match(r'\s*#\s*include\s*"([^"]*)"', line):
                yield file.relative_to(root), number, match[1]


def folder_of(file):
    """Returns the name of the folder of a file in src/: the folder of a product, or the product if it has no folders."""
    return file.parts[1] if file.parts[1] in FOLDERS else file.parts[2]


def breach(folder, name):
    """Returns the reason why a file in a folder of src/ must not include `name`; "" if it may."""
    parts = Path(name).parts
    own = FOLDERS[folder]
    if parts[0] == "agal":
        if name.endswith(".def"):  # without code: the file that expands a table has a level
            return ""
        owner = PUBLIC_HEADERS.get(Path(name).stem, Path(name).stem)
        if owner not in FOLDERS:
            return f"{name} has no level: give it one in folders.def"
        below = FOLDERS[owner].level <= own.level
    elif len(parts) == 1:
        return f"includes {name} without its folder"
    elif parts[0] not in FOLDERS:
        return f"includes {name} of an unknown folder"
    else:
        owner = parts[0]
        below = owner == folder or FOLDERS[owner].level < own.level
    if FOLDERS[owner].product not in PRODUCTS[own.product][0]:
        return f"includes {name}, but {own.product} must not use {FOLDERS[owner].product}"
    if below or FOLDERS[owner].product != own.product:
        return ""
    return f"includes {name}, which belongs to {owner}" if parts[0] == "agal" else f"includes {name}, which is not below {folder}"


def tool_may_include(root, file, name):
    """Returns whether a file of tools/ may include `name`: public headers, the listed headers of src/, headers of its folder
    and of the libraries (tools/lib); the instruments (tools/lab) also include each other's."""
    if name.startswith("agal/") or name in TOOL_HEADERS:
        return True
    places = [root / file.parent, root / "tools/lib"] + [root / "tools/lab"] * (file.parts[1] == "lab")
    return not name.startswith("..") and any((place / name).exists() for place in places)


def include_breaches(root):
    """Yields the `#include`s in src/, in include/ and in tools/ that violate the direction of the folders."""
    for file in files_under(root, ["src"]):
        folder = folder_of(file.relative_to(root))
        if folder not in FOLDERS or FOLDERS[folder].product != file.relative_to(root).parts[1]:
            yield f"{file.relative_to(root)}: the folder {folder} has no level"
    for file, number, name in includes(root, "src"):
        if folder_of(file) in FOLDERS and (why := breach(folder_of(file), name)):
            yield f"{file}:{number}: {why}"
    for file, number, name in includes(root, "include/agal"):
        header = file.relative_to("include/agal")
        owner = PUBLIC_HEADERS.get(header.stem, header.stem)
        if header.with_suffix("").as_posix() in FORMER_HEADERS:
            if name != f"agal/{FORMER_HEADERS[header.stem]}.hpp":
                yield f"{file}:{number}: includes {name}, but only forwards to {FORMER_HEADERS[header.stem]}"
        elif header.parts[0] != "tables" and (why := breach(owner, name) if owner in FOLDERS else "has no level"):
            yield f"{file}:{number}: {why}"
    for file, number, name in includes(root, "tools"):
        if not tool_may_include(root, file, name):
            yield f"{file}:{number}: includes {name}, which is neither public nor below it"


# Folders whose content is installed, or published in a package.
INSTALLED = ("src", "include", "tools/agalc", "tools/lib", "tools/pages", "bindings/js/src", "bindings/js/bin",
             "bindings/rust/agal/src", "bindings/rust/agal-sys/src")
LAB = re.compile(r"\b(tools/lab|tests/lab|agal-smith(-lib)?|agal-example-swf(-lib)?|agal-bench(-lib)?)\b")


def users_of_lab(root):
    """Yields the lines of installed code and of its build that name the laboratory, except in comments."""
    for file in files_under(root, INSTALLED, {*CODE, ".txt", ".js", ".mjs", ".rs"}):
        comment = "#" if file.suffix == ".txt" else "//"
        for number, line in lines_of(file):
            if match := LAB.search(line.split(comment)[0]):
                yield f"{file.relative_to(root)}:{number}: {match[1]}"


def extra_rooms(root):
    """Yields the folders of src/ that are not products, and the number of folders of tests/ if there are more than ten."""
    yield from (f"src/{name} is not a product" for name in folders_in(root / "src") if name not in PRODUCTS)
    if len(rooms := folders_in(root / "tests")) > 10:
        yield f"tests has {len(rooms)} folders"


def folders_in(folder):
    return sorted(path.name for path in folder.iterdir() if path.is_dir() and path.name != "__pycache__")


def misplaced_sources(root):
    """Yields the sources that a folder's CMakeLists.txt adds to another library than in folders.def."""
    for folder in FOLDERS.values():
        file = root / "src" / folder.product / (folder.name if folder.name != folder.product else "") / "CMakeLists.txt"
        wanted = folder.library if folder.library == "agal" else f"agal-{folder.library}"
        for number, line in lines_of(file) if file.exists() else []:
            if (match := re.search(r"target_sources\((\S+)", line)) and match[1] != wanted:
                yield f"{file.relative_to(root)}:{number}: adds to {match[1]} instead of {wanted}"


def long_files(root, max_lines):
    for file in files_under(root, ["src", "tools", "include"], {".cpp", ".hpp", ".h"}):
        lines = len(file.read_text().splitlines())
        if lines > max_lines:
            yield f"{file.relative_to(root)}: {lines} lines"


# Classes that may be in more than two source files.
SPREAD_CLASSES = {
    "os/MappedFile",  # one file for each operating system
}


def class_files(root):
    """Returns the source files that define members of each class: {"folder/class": {path, …}}."""
    found = {}
    for file in files_under(root, ["src", "tools", "tests", "bindings"], {".cpp"}):
        path = file.relative_to(root)
        for _, line in lines_of(file):
            # A definition outside of its class begins at the left margin. Namespaces begin with a small letter.
            if match := re.match(r'(?![\s/#}])[^()"]*?\b([A-Z]\w*)(?:::\w+)*::(?:~?\w+|operator\W*)\(', line):
                found.setdefault(f"{path.parent.name}/{match[1]}", set()).add(path.as_posix())
    return found


def spread_classes(root, max_files):
    """Yields the classes whose members are in more source files than this. Split such a class at a seam: into classes with
    interfaces of their own."""
    for name, files in sorted(class_files(root).items()):
        if len(files) > max_files and name not in SPREAD_CLASSES:
            yield f"{name} is in {', '.join(sorted(files))}"


def foreign_namespaces(root):
    """Yields the namespaces of `agal` in src/ that have neither the name of their folder nor the one in folders.def."""
    for file in files_under(root, ["src"]):
        for number, line in lines_of(file):
            match = re.match(r"namespace agal::(\w+)", line)
            folder = folder_of(file.relative_to(root))
            if match and match[1] != NAMESPACES.get(folder, folder):
                yield f"{file.relative_to(root)}:{number}"


def code_in(line):
    """Returns a line without the content of strings, and without its comment."""
    return re.sub(r'"(\\.|[^"\\])*"', '""', line).split("//")[0]


# The places that may know a language by its name: the tables with their functions, and the choice of the writer of a syntax.
LANGUAGE_PLACES = {"include/agal/target.hpp", "src/compiler/target/"}
SYNTAX_PLACES = LANGUAGE_PLACES | {"src/compiler/writer/print.cpp", "src/compiler/khronos/cross.cpp"}


def language_names(root):
    """Returns the names and the enumerators of the targets and of the families, as a regular expression for each."""
    table = root / "include/agal/tables/targets.def"
    text = table.read_text() if table.exists() else ""
    found = re.findall(r'^AGAL_TARGET(?:_FAMILY)?\((\w+), *"([^"]+)"', text, re.MULTILINE)
    return "|".join({id for id, _ in found}) or "$^", "|".join({re.escape(name) for _, name in found}) or "$^"


def languages_by_name(root):
    """Yields comparisons of a target or a language with a named one, which belong into a column of targets.def: a later row would miss
    them. Finds both orders of `==` and `!=`, labels of a switch, lists that are searched, names in quotation marks, other names for the
    enumerations, and comparisons of versions."""
    ids, names = language_names(root)
    one = rf"(?:\w+::)*(?:TargetFamily|Target)::\w+"
    by_syntax = r"(?:\w+::)*(?:Syntax)::\w+"
    compares = [rf"[!=]=\s*{one}", rf"{one}\s*[!=]=", rf"\bcase\s+{one}", rf"\b(?:find|contains|count|any_of)\([^;]*?{one}",
                r"\busing\s+enum\s+(?:\w+::)*(?:TargetFamily|Target)\b", r"\busing\s+\w+\s*=\s*(?:\w+::)*(?:TargetFamily|Target)\b",
                rf'[!=]=\s*"(?:{names})"', rf'"(?:{names})"\s*[!=]=',
                r"\binfo\((?:[^()]|\([^()]*\))*\)\.version\s*(?:[<>]=?|[!=]=)\s*(?!program)"]
    syntaxes = [rf"[!=]=\s*{by_syntax}", rf"{by_syntax}\s*[!=]=", rf"\bcase\s+{by_syntax}"]
    for file in files_under(root, ["src", "include", "tools", "bindings"]):
        path = file.relative_to(root).as_posix()
        text = re.sub(r"//[^\n]*|/\*.*?\*/", lambda comment: re.sub(r"[^\n]", " ", comment[0]), file.read_text(errors="replace"), flags=re.DOTALL)
        for patterns, places in (compares, LANGUAGE_PLACES), (syntaxes, SYNTAX_PLACES):
            if any(path.startswith(place) for place in places):
                continue
            found = {text.count("\n", 0, match.end()) + 1 for pattern in patterns for match in re.finditer(pattern, text)}
            yield from (f"{path}:{number}" for number in sorted(found))


def default_labels(root):
    """`default:` labels. Switches over characters and over instructions of SPIR-V may have them, because they cannot name all
    values."""
    for file in files_under(root, ["src", "tools"]):
        foreign = False
        for number, line in lines_of(file):
            code = code_in(line)
            if match := re.search("case (.*)", code):
                foreign = match[1].startswith(("'", "spv::", "GLSLstd450"))
            if re.search(r"default\s*:(?!:)", code) and not foreign:
                yield f"{file.relative_to(root)}:{number}"


# Files with locations in inputs other than programs.
LOCATIONS = {
    "src/compiler/diag/rules.cpp",  # a file, or a line of one
    "src/c/load.cpp",  # a file that is not a program
    "src/c/proofs.cpp",  # a module
    "src/compiler/program/locate.cpp",  # locations in programs
    "src/compiler/bytecode/bytecode.cpp",  # the header
    "src/compiler/assembly/reporter.cpp",  # a text
    "src/compiler/ir/parse.cpp",  # the IR as text
    "src/games/extract/collector.cpp",  # a container
    "src/compiler/opt/check_ir.cpp",  # the IR
}


def locations_made(root):
    """Yields locations under src/ that are not created by program/locate.hpp."""
    for file in files_under(root, ["src"]):
        for number, line in lines_of(file):
            if re.search(r"Location location *[;{]|diag::(in_file|make_in_line)\(", code_in(line)) and file.relative_to(root).as_posix() not in LOCATIONS:
                yield f"{file.relative_to(root)}:{number}"


# The words are in parts, so that the check does not find this file: marks of unfinished work, and paths of a single
# machine.
FORBIDDEN = re.compile("TO" "DO|FIX" "ME|XX" "X:|/wo" "rk/|/home" "/|/ro" "ot/")
TEXTS = {*CODE, ".md", ".txt", ".cmake", ".sh", ".json", ".agal", ".yml", ".in", "", ".toml", ".py"}


# The sources of libraries in build/sources: each file has a version and a SHA-256.
PINNED = {"cmake/sources.cmake"}


def optional_products(root):
    """Yields commands of CMake that look whether a file in a folder `build` or in a folder of the build exists: with such a command, the
    result of a build depends on earlier builds. The path may be in variables of the same file."""
    files = [*root.rglob("CMakeLists.txt"), *root.rglob("*.cmake")]
    for name in sorted(file.relative_to(root).as_posix() for file in files):
        if name.startswith("build/") or name in PINNED:
            continue
        text = re.sub(r"#.*", "", (root / name).read_text())
        values = dict(re.findall(r"\bset\((\w+)\s+([^\s)]+)", text))
        for match in re.finditer(r"\b(if|elseif|while|file|include|find_\w+)\s*\(([^)]*)\)", text):
            command, words = match.groups()
            looks = re.search(r"\b(EXISTS|IS_DIRECTORY|IS_NEWER_THAN|GLOB|GLOB_RECURSE|OPTIONAL)\b", words)
            if not looks and not command.startswith("find_"):
                continue
            for _ in values:
                words = re.sub(r"\$\{(\w+)\}", lambda use: values.get(use[1], use[0]), words)
            if re.search(r"/build(/|$|\W)|_BINARY_DIR\b", words):
                yield f"{name}:{text[:match.start()].count(chr(10)) + 1}: {command}({' '.join(match[2].split())})"


def forbidden_words(root):
    folders = ["include", "src", "tools", "tests", "docs", "cmake", "corpus", "examples", ".ci"]
    files = [file for file in sorted(root.iterdir()) if file.is_file() and file.suffix in TEXTS and file.name != ".git"]
    for file in [*files_under(root, folders, TEXTS), *files]:
        for number, line in lines_of(file):
            for word in FORBIDDEN.findall(line):
                yield f"{file.relative_to(root)}:{number}: {word}"
