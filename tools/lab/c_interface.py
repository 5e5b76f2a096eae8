#!/usr/bin/env python3
"""Generates the declarations of the bindings and of the build from include/agal/agal.h, the only declaration of the C interface
(docs/adr/0035-one-declaration-of-the-c-interface.md): c_interface.py [--check]

With --check, it writes nothing, and fails if a file is not up to date. It needs pycparser, cffi and a C compiler: CC, or cc.
"""

import contextlib
import io
import json
import os
import re
import subprocess
import sys
import tempfile
import textwrap
from dataclasses import dataclass, field
from pathlib import Path
from typing import Dict, Iterator, List, Optional, Set, Tuple

if sys.argv[1:] in (["--help"], ["-h"]):
    print(__doc__.strip())
    sys.exit()
try:
    import cffi
    from pycparser import c_ast, c_generator, c_parser
except ImportError as error:
    sys.exit(f"c_interface.py: {error}; on Debian, install python3-cffi and python3-pycparser")

from generated_files import ROOT, write_outdated
HEADER = ROOT / "include/agal/agal.h"
NOTE = "Written by tools/lab/c_interface.py from include/agal/agal.h. Do not edit."

# Macros that leave functions out, and the features of the crate agal-sys that have these functions.
FEATURES = {"AGAL_WITHOUT_EXTRACTION": "extract", "AGAL_WITHOUT_PROOFS": "prove"}
# System headers, reduced to the names that agal.h uses. pycparser does not read the headers of a compiler.
SYSTEM_HEADERS = {
    "stddef.h": "typedef unsigned long size_t;\n",
    "stdint.h": "typedef unsigned int uint32_t;\n#define UINT32_MAX 4294967295\n",
}


@dataclass(frozen=True)
class Type:
    """A scalar, an enumeration or a structure by its name in C; a pointer to one; or an array of them."""

    name: str
    pointer: bool = False
    const: bool = False
    length: int = 0


@dataclass(frozen=True)
class Variable:
    """A field or a parameter."""

    name: str
    type: Type
    doc: str


@dataclass(frozen=True)
class Function:
    name: str
    result: Type
    parameters: Tuple[Variable, ...]
    doc: str
    feature: str = ""


@dataclass(frozen=True)
class Structure:
    name: str
    fields: Tuple[Variable, ...]
    doc: str


@dataclass(frozen=True)
class Enumeration:
    name: str
    #: Name, value and comment.
    values: Tuple[Tuple[str, int, str], ...]
    doc: str

    def words(self) -> Optional[List[str]]:
        """Returns the words of the values, by number: AGAL_OPERAND_SOURCE_1 is "source 1". Returns None if the numbers have
        gaps."""
        if [value for _, value, _ in self.values] != list(range(len(self.values))):
            return None
        prefix = os.path.commonprefix([name for name, _, _ in self.values])
        start = prefix.rindex("_") + 1
        return [name[start:].lower().replace("_", " ") for name, _, _ in self.values]


@dataclass(frozen=True)
class Opaque:
    name: str
    doc: str


@dataclass(frozen=True)
class Constant:
    name: str
    value: int
    doc: str


@dataclass
class Interface:
    """The declarations of the header, in order."""

    constants: List[Constant] = field(default_factory=list)
    opaque: List[Opaque] = field(default_factory=list)
    enumerations: List[Enumeration] = field(default_factory=list)
    structures: List[Structure] = field(default_factory=list)
    functions: List[Function] = field(default_factory=list)
    #: The header as C without macros.
    text: str = ""


class Unsupported(Exception):
    """A declaration that the bindings do not support yet."""


# ------------------------------------------------------------------------------------------------------------- reading


def preprocess(header: str, *options: str) -> str:
    """Returns the output of the preprocessor, with line markers that name agal.h."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in {**SYSTEM_HEADERS, "agal.h": header}.items():
            (Path(folder) / name).write_text(text)
        compiler = os.environ.get("CC", "cc").split()
        command = [*compiler, "-E", "-nostdinc", "-I.", "-D__attribute__(x)=", *options, "agal.h"]
        return subprocess.run(command, cwd=folder, check=True, stdout=subprocess.PIPE, text=True).stdout


class Comments:
    """Finds the comments of declarations. They precede a declaration, or follow it on the same line."""

    def __init__(self, header: str) -> None:
        self.lines = header.split("\n")

    def after(self, line: int) -> str:
        found = re.search(r"/\*(.*)\*/\s*$", self.lines[line - 1])
        return found[1].strip() if found else ""

    def of_field(self, line: int) -> str:
        """Returns the comment after a field or, if it does not fit on that line, before it."""
        is_comment = line > 1 and self.lines[line - 2].lstrip().startswith(("/*", "*"))
        return self.after(line) or (self.before(line) if is_comment else "")

    def before(self, line: int) -> str:
        last = line - 1
        if not self.lines[last - 1].endswith("*/"):
            return ""
        first = last
        while "/*" not in self.lines[first - 1]:
            first -= 1
        text = " ".join(each.strip().lstrip("*").strip() for each in self.lines[first - 1 : last])
        return text.replace("/*", "").replace("*/", "").strip()


class Reader:
    def __init__(self, header: str) -> None:
        self.comments = Comments(header)
        self.header = header
        self.interface = Interface()
        self.names: Set[str] = set()  # types declared so far

    def parse(self, *options: str) -> List[c_ast.Node]:
        tree = c_parser.CParser().parse(preprocess(self.header, *options), "agal.h")
        return [node for node in tree.ext if node.coord.file.endswith("agal.h")]

    def read(self) -> Interface:
        nodes = self.parse()
        features = {}
        for macro, feature in FEATURES.items():
            remaining = {node.name for node in self.parse(f"-D{macro}")}
            features.update({node.name: feature for node in nodes if node.name not in remaining})
        self.interface.constants = list(self.constants())
        generator = c_generator.CGenerator()
        lines = [f"#define {each.name} {each.value}" for each in self.interface.constants]
        for node in nodes:
            self.declaration(node, features.get(node.name, ""))
            self.names.add(node.name)
            lines.append(generator.visit(node) + ";")
        self.interface.text = "\n".join(lines) + "\n"
        return self.interface

    def constants(self) -> Iterator[Constant]:
        """Returns the macros with numeric values."""
        macros = re.findall(r"^#define (\w+) (.+)$", preprocess(self.header, "-dM"), re.MULTILINE)
        known = dict(macros)
        for number, line in enumerate(self.header.split("\n"), 1):
            name = line.split()[1] if line.startswith("#define ") else ""
            value = known.get(known.get(name, ""), known.get(name, ""))
            if value.isdigit():
                yield Constant(name, int(value), self.comments.before(number))

    def declaration(self, node: c_ast.Node, feature: str) -> None:
        line = node.coord.line
        found = self.interface
        if isinstance(node, c_ast.Decl) and isinstance(node.type, c_ast.FuncDecl):
            found.functions.append(self.function(node, feature))
            return
        kind = node.type.type if isinstance(node, c_ast.Typedef) and isinstance(node.type, c_ast.TypeDecl) else None
        if isinstance(kind, c_ast.Enum) and kind.values:
            found.enumerations.append(Enumeration(node.name, tuple(self.values(kind)), self.comments.before(kind.coord.line)))
        elif isinstance(kind, c_ast.Struct) and kind.decls:
            fields = tuple(self.variable(each) for each in kind.decls)
            found.structures.append(Structure(node.name, fields, self.comments.before(kind.coord.line)))
        elif isinstance(kind, c_ast.Struct):
            found.opaque.append(Opaque(node.name, self.comments.before(line)))
        else:
            raise Unsupported(f"agal.h:{line}: neither a function, a structure nor an enumeration")

    def values(self, node: c_ast.Enum) -> Iterator[Tuple[str, int, str]]:
        lines = [each.coord.line for each in node.values.enumerators]
        for each, line in zip(node.values.enumerators, lines):
            if each.value is None:
                raise Unsupported(f"agal.h:{line}: {each.name} has no value; each value is a promise, so write it down")
            yield each.name, int(each.value.value), self.comments.after(line) if lines.count(line) == 1 else ""

    def function(self, node: c_ast.Decl, feature: str) -> Function:
        arguments = node.type.args.params if node.type.args else []
        parameters = tuple(self.variable(each) for each in arguments if isinstance(each, c_ast.Decl))
        doc = self.comments.before(node.coord.line)
        return Function(node.name, self.type_of(node.type.type), parameters, doc, feature)

    def variable(self, node: c_ast.Decl) -> Variable:
        return Variable(node.name, self.type_of(node.type), self.comments.of_field(node.coord.line))

    def type_of(self, node: c_ast.Node) -> Type:
        pointer, length = False, 0
        if isinstance(node, c_ast.PtrDecl):
            pointer, node = True, node.type
        elif isinstance(node, c_ast.ArrayDecl):
            length, node = int(node.dim.value), node.type
        if not isinstance(node, c_ast.TypeDecl) or not isinstance(node.type, c_ast.IdentifierType):
            raise Unsupported(f"agal.h:{node.coord.line}: a type of this form")
        name = " ".join(node.type.names)
        if name not in RUST_SCALARS and name not in self.names:
            raise Unsupported(f"agal.h:{node.coord.line}: the type {name}")
        return Type(name, pointer, "const" in node.quals, length)


def read(header: str) -> Interface:
    """Returns the declarations in the text of the header."""
    return Reader(header).read()


# ---------------------------------------------------------------------------------------------------------------- Rust

RUST_SCALARS = {"size_t": "usize", "uint32_t": "u32", "char": "c_char", "float": "c_float", "int": "c_int", "void": "c_void"}


def rust_type(kind: Type) -> str:
    name = RUST_SCALARS.get(kind.name, kind.name)
    if kind.pointer:
        return f"*{'const' if kind.const else 'mut'} {name}"
    return f"[{name}; {kind.length}]" if kind.length else name


def rust_parameter(each: Variable) -> str:
    kind = Type(each.type.name, True, each.type.const) if each.type.length else each.type
    return f"{each.name}: {rust_type(kind)}"


def doc_lines(text: str, prefix: str, width: int = 120) -> List[str]:
    """Converts a comment to sentences, which begin with a capital letter and end with a period."""
    if not text:
        return []
    # Names such as agal_filter and x stay as they are.
    first = text[0] if re.match(r"\w+_|\w,", text) else text[0].upper()
    return [prefix + line for line in textwrap.wrap(first + text[1:] + ("" if text[-1] in ".:!" else "."), width - len(prefix))]


def rust(found: Interface) -> str:
    out = [f"// {NOTE}", "", "use std::marker::{PhantomData, PhantomPinned};",
           "use std::os::raw::{c_char, c_float, c_int, c_uint, c_void};", ""]
    for constant in found.constants:
        out += [*doc_lines(constant.doc, "/// "), f"pub const {constant.name}: u32 = {constant.value};"]
    for enumeration in found.enumerations:
        out += ["", *doc_lines(enumeration.doc, "/// "), "///", "/// A later library may give values that are not listed here.",
                f"pub type {enumeration.name} = c_uint;"]
        for name, value, doc in enumeration.values:
            out += [*(doc_lines(doc, "/// ") or [f"/// A value of [`{enumeration.name}`]."]),
                    f"pub const {name}: {enumeration.name} = {value};"]
    for structure in found.structures:
        traits = "Clone, Copy, Debug"
        if not any(each.type.pointer for each in structure.fields):  # addresses are not compared
            traits += ", PartialEq" + ("" if any(each.type.name == "float" for each in structure.fields) else ", Eq")
        out += ["", *doc_lines(structure.doc, "/// "), "#[repr(C)]", f"#[derive({traits})]",
                f"pub struct {structure.name} {{"]
        for each in structure.fields:
            out += [*doc_lines(each.doc, "    /// "), f"    pub {each.name}: {rust_type(each.type)},"]
        out.append("}")
    for opaque in found.opaque:
        out += ["", *doc_lines(opaque.doc, "/// "), "#[repr(C)]", f"pub struct {opaque.name} {{", "    _data: [u8; 0],",
                "    _marker: PhantomData<(*mut u8, PhantomPinned)>,", "}"]
    out += ["", 'extern "C" {']
    for function in found.functions:
        result = "" if function.result == Type("void") else f" -> {rust_type(function.result)}"
        out += doc_lines(function.doc, "    /// ")
        if function.feature:
            out.append(f'    #[cfg(feature = "{function.feature}")]')
        out.append(f"    pub fn {function.name}({', '.join(map(rust_parameter, function.parameters))}){result};")
    return "\n".join([*out, "}", ""])


# ---------------------------------------------------------------------------------------------------------- JavaScript

WORD = 4


class Layouts:
    """Computes sizes and positions in the memory of wasm32, in bytes."""

    def __init__(self, found: Interface) -> None:
        self.structures = {each.name: each for each in found.structures}

    def size_and_alignment(self, kind: Type) -> Tuple[int, int]:
        count = kind.length or 1
        if kind.name == "char" and not kind.pointer:
            return count, 1
        if kind.name in self.structures and not kind.pointer:
            return count * self.places(self.structures[kind.name])[1], WORD
        return count * WORD, WORD

    def places(self, structure: Structure) -> Tuple[Dict[str, int], int]:
        """Returns the position of each field, and the size."""
        places, at = {}, 0
        for each in structure.fields:
            size, alignment = self.size_and_alignment(each.type)
            at = -(-at // alignment) * alignment
            places[each.name] = at
            at += size
        return places, -(-at // WORD) * WORD


def in_words(structure: Structure, layouts: Layouts) -> Dict[str, int]:
    places, size = layouts.places(structure)
    if any(at % WORD for at in places.values()):
        raise Unsupported(f"{structure.name} has a field that does not begin at a word")
    if "size" in places:
        raise Unsupported(f"{structure.name} has a field 'size', which is the size of the structure in JavaScript")
    return {**{name: at // WORD for name, at in places.items()}, "size": size // WORD}


def javascript(found: Interface) -> str:
    out = [f"// {NOTE}", ""]
    for constant in found.constants:
        out += [*doc_block(constant.doc, ""), f"export const {constant.name} = {constant.value};"]
    for enumeration in found.enumerations:
        out += ["", *doc_block(enumeration.doc, "")]
        if words := enumeration.words():
            out.append(f"export const {enumeration.name} = /** @type {{const}} */ ({quoted(words)});")
        for name, value, doc in enumeration.values:
            out += [*doc_block(doc, ""), f"export const {name} = {value};"]
    out += ["", "// The places of the fields of structures, and their sizes, in words of 32 bits."]
    layouts = Layouts(found)
    for structure in found.structures:
        rows = [f"  {name}: {at},\n" for name, at in in_words(structure, layouts).items()]
        out.append(f"export const {structure.name} = {{\n{''.join(rows)}}};")
    return "\n".join([*out, "", *function_types(found), ""])


def quoted(words: List[str]) -> str:
    return "[" + ", ".join(f"'{word}'" for word in words) + "]"


def function_types(found: Interface) -> List[str]:
    """Returns the types of a module's exports, as comments that TypeScript reads."""
    out = ["/**", " * The functions of the library. Objects, pointers and sizes are numbers.", " * @typedef {object} Functions"]
    for function in found.functions:
        parameters = ", ".join(f"{each.name}: number" for each in function.parameters)
        result = "void" if function.result == Type("void") else "number"
        out.append(f" * @property {{({parameters}) => {result}}} {function.name}")
    return [*out, " */", "",
            "/** @typedef {Functions & {readonly memory: WebAssembly.Memory, readonly _initialize?: () => void}} Exports */"]


def doc_block(text: str, indentation: str) -> List[str]:
    lines = doc_lines(text, "", 116 - len(indentation))
    if len(lines) < 2:
        return [f"{indentation}/** {line} */" for line in lines]
    return [f"{indentation}/**", *(f"{indentation} * {line}" for line in lines), f"{indentation} */"]


# ------------------------------------------------------------------------------------------------------ Python, CMake


def python(found: Interface) -> str:
    """Returns a module with constants and the words of enumerations. cffi writes it, and it does not parse C when it is
    imported."""
    interface = cffi.FFI()
    interface.cdef(found.text)
    interface.set_source("agal._declarations", None)
    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()):
        path = Path(folder) / "declarations.py"
        interface.emit_python_code(str(path))
        module = path.read_text().replace("# auto-generated file\n", "")
    out = [f'"""The declarations of agal/agal.h for cffi. {NOTE}"""', "", "from typing import Literal", "", module]
    out += [f"{each.name} = {each.value}" for each in found.constants]
    out += [f"{name} = {value}" for each in found.enumerations for name, value, _ in each.values]
    for each in found.enumerations:
        if words := each.words():
            out.append(f"{each.name} = Literal[{', '.join(json.dumps(word) for word in words)}]")
    return "\n".join([*out, ""])


def cmake(found: Interface) -> str:
    versions = [each.value for each in found.constants if each.name == "AGAL_ABI_VERSION"]
    names = "\n  ".join(each.name for each in found.functions)
    return f"# {NOTE}\nset(AGAL_ABI_VERSION {versions[0]})\nset(AGAL_C_FUNCTIONS\n  {names})\n"


WRITERS = {
    "bindings/rust/agal-sys/src/declarations.rs": rust,
    "bindings/js/src/declarations.js": javascript,
    "bindings/python/agal/_declarations.py": python,
    "cmake/c_interface.cmake": cmake,
}


def outdated() -> Iterator[Tuple[Path, str]]:
    """Yields the files that are not up to date, and their new contents."""
    found = read(HEADER.read_text())
    for name, write in WRITERS.items():
        path, text = ROOT / name, write(found)
        if not path.exists() or path.read_text() != text:
            yield path, text


if __name__ == "__main__":
    sys.exit(write_outdated("c_interface.py", __doc__, outdated))
