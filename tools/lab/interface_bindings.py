"""Writes the types of Rust, Python, JavaScript and TypeScript for interface.py. Each reads the structures of agal.h."""

from typing import Dict, List

from interface_def import Member, Structure, Table, sentence, sentences, wrapped

NOTE = "Written by tools/lab/interface.py from src/compiler/reflect/interface.def. Do not edit."


def is_number(each: Member) -> bool:
    return each.type not in ("Flag", "Locations", "Text", "RegisterText", "Declared", "Words", "Structure", "List")


def is_plain(structure: Structure) -> bool:
    """Returns true if all members are numbers that always exist."""
    return all(is_number(each) and not each.absent for each in structure.of("Types"))


def is_real(each: Member) -> bool:
    return each.type in ("Float", "Bias")


def documented(text: str, indentation: str, mark: str) -> List[str]:
    return wrapped(text, f"{indentation}{mark} ", f"{indentation}{mark} ")


def presence(table: Table, each: Member, row: str, none: str) -> str:
    """Returns the condition under which a structure exists."""
    name, value = table.structures[each.argument].gone
    return f"{row}.{each.name}.{name} != {none if value == 'AGAL_NONE' else value}"


# ---------------------------------------------------------------------------------------------------------------- Rust


class Rust:
    def __init__(self, table: Table) -> None:
        self.table = table

    def structure(self, id: str) -> Structure:
        return self.table.structures[id]

    def has_lifetime(self, structure: Structure) -> bool:
        return any(each.type in ("Text", "RegisterText", "Declared", "List")
                   or (each.type == "Structure" and self.has_lifetime(self.structure(each.argument))) for each in structure.of("Types"))

    def name(self, structure: Structure) -> str:
        return structure.camel + ("<'a>" if self.has_lifetime(structure) and not is_plain(structure) else "")

    def type(self, each: Member) -> str:
        if each.type == "List":
            of = self.structure(each.argument)
            return f"&'a [{of.camel}]" if is_plain(of) else f"Vec<{self.name(of)}>"
        if each.type == "Structure":
            base = self.name(self.structure(each.argument))
        elif each.type == "Words":
            base = "Stage" if each.argument == "stage" else f"sys::agal_{each.argument}"
        else:
            base = {"Flag": "bool", "Text": "&'a str", "RegisterText": "&'a str", "Declared": "&'a str"}.get(each.type, "u32")
        base = "f32" if is_real(each) else base
        return f"Option<{base}>" if each.absent else base

    def value(self, each: Member, row: str) -> str:
        field = f"{row}.{each.name}"
        if each.type == "List":
            of, rows = self.structure(each.argument), f"list({field}, {row}.{each.count})"
            return rows if is_plain(of) else f"{rows}.iter().map({of.camel}::of).collect()"
        if each.type == "Structure":
            made = f"{self.structure(each.argument).camel}::of(&{field})"
            return f"({presence(self.table, each, row, 'sys::AGAL_NONE')}).then(|| {made})" if each.absent else made
        if each.type == "Words":
            if each.argument == "stage":
                return f"Stage::of({field}).unwrap_or(Stage::Vertex)"
            return f"Some({field}).filter(|value| *value != 0)" if each.absent else field
        if each.type == "Flag":
            return f"{field} != 0"
        if each.type in ("Text", "Declared"):
            return f"named({field})" if each.absent else f"text({field})"
        if each.type == "RegisterText":
            return f"text({field}.as_ptr())"
        return f"known({field})" if each.absent else field

    def words(self, each: Member) -> str:
        """Returns the documentation of a member, with the enumeration of its values."""
        text = sentences(self.table, each, "Rust")
        if each.type == "Words" and each.argument != "stage":
            text += f" A value of [`agal_{each.argument}`](sys::agal_{each.argument})."
        return text

    def declaration(self, structure: Structure) -> List[str]:
        members = structure.of("Types")
        traits = "Clone, " + ("" if any(each.type == "List" for each in members) else "Copy, ") + "Debug, PartialEq"
        is_exact = not any(each.type == "List" and any(map(is_real, self.structure(each.argument).of("Types"))) for each in members)
        out = ["", *documented(sentence(structure.doc), "", "///"), f"#[derive({traits}{', Eq' if is_exact else ''})]",
               "#[non_exhaustive]", f"pub struct {self.name(structure)} {{"]
        for each in members:
            out += [*documented(self.words(each), "    ", "///"), f"    pub {each.name}: {self.type(each)},"]
        values = [f"{each.name}: {self.value(each, 'row')}" for each in members]
        line = f"        {structure.camel} {{ {', '.join(values)} }}"
        body = [line] if len(line) <= 120 else [f"        {structure.camel} {{", *(f"            {each}," for each in values), "        }"]
        name = self.name(structure)
        head = f"impl<'a> {name}" if "<" in name else f"impl {name}"
        row = ("&'a " if "<" in name else "&") + f"sys::agal_{structure.c}"
        return [*out, "}", "", f"{head} {{", f"    fn of(row: {row}) -> {name} {{", *body, "    }", "}"]

    def method(self, each: Member) -> List[str]:
        """Returns a method of the root, which reads a member when it is called."""
        result, value = self.type(each), self.value(each, "self.raw")
        if each.type == "List":
            of = self.structure(each.argument)
            result = f"impl ExactSizeIterator<Item = {self.name(of)}>"
            value = f"list(self.raw.{each.name}, self.raw.{each.count}).iter().map({of.camel}::of)"
        if each.type == "Locations":
            result = "impl Iterator<Item = u32>"
            value = f"locations(self.raw.{each.name})"
        return ["", *documented(self.words(each), "    ", "///"), f"    pub fn {each.name}(&self) -> {result} {{",
                f"        {value}", "    }"]


def rust(table: Table) -> str:
    writer = Rust(table)
    root, parts = table.root(), [each for each in table.in_c() if each is not table.root()]
    plain = ", ".join(f"agal_{each.c} as {each.camel}" for each in parts if is_plain(each))
    out = [f"// {NOTE}", "use std::fmt;", "", "use agal_sys as sys;", f"pub use agal_sys::{{{plain}}};", "",
           "use crate::ffi::{known, list, locations, named, text};", "use crate::Stage;", ""]
    out += [*documented(sentence(root.doc), "", "///"), "#[derive(Clone, Copy)]", "pub struct Interface<'a> {",
            "    raw: &'a sys::agal_interface,", "}", "",
            "// SAFETY: The interface belongs to a borrowed result, and nothing changes a result.",
            "unsafe impl Send for Interface<'_> {}", "unsafe impl Sync for Interface<'_> {}"]
    for each in parts:
        out += [] if is_plain(each) else writer.declaration(each)
    out += ["", "impl<'a> Interface<'a> {", "    pub(crate) fn new(raw: &'a sys::agal_interface) -> Interface<'a> {",
            "        Interface { raw }", "    }"]
    for member in root.of("Types"):
        out += writer.method(member)
    out += ["", "    /// The structure of `agal/agal.h`.", "    pub fn raw(&self) -> &'a sys::agal_interface {", "        self.raw", "    }", "}", "",
            "impl fmt::Debug for Interface<'_> {", "    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {",
            '        f.debug_struct("Interface")']
    for member in root.of("Types"):
        value = f"self.{member.name}()" + (".collect::<Vec<_>>()" if member.type in ("List", "Locations") else "")
        out.append(f'            .field("{member.name}", &{value})')
    return "\n".join([*out, "            .finish()", "    }", "}", ""])


# -------------------------------------------------------------------------------------------------------------- Python


def literal(table: Table, words: str) -> str:
    return "Literal[" + ", ".join(f'"{word}"' for word in table.words[words]) + "]"


def alias(words: str) -> str:
    return "".join(part.capitalize() for part in words.split("_"))


def python_type(table: Table, each: Member) -> str:
    if each.type == "List":
        return f"Tuple[{table.structures[each.argument].camel}, ...]"
    if each.type == "Locations":
        return "Tuple[int, ...]"
    if each.type in ("Text", "RegisterText", "Declared"):
        return "str"
    base = "float" if is_real(each) else "bool" if each.type == "Flag" else "int"
    base = table.structures[each.argument].camel if each.type == "Structure" else base
    base = alias(each.argument) if each.type == "Words" else base
    return f"Optional[{base}]" if each.absent else base


def python_value(table: Table, each: Member) -> str:
    field = f"row.{each.name}"
    if each.type == "List":
        return f"tuple({table.structures[each.argument].camel}._of(each) for each in rows_of({field}, row.{each.count}))"
    if each.type == "Locations":
        return f"tuple(location for location in range(32) if {field} >> location & 1)"
    if each.type in ("Text", "RegisterText", "Declared"):
        return f"text_of({field})"
    if each.type == "Flag":
        return f"{field} != 0"
    if each.type == "Structure":
        made = f"{table.structures[each.argument].camel}._of({field})"
        return f"{made} if {presence(table, each, 'row', 'AGAL_NONE')} else None" if each.absent else made
    if each.type == "Words":
        words = f"get_args({alias(each.argument)})"
        return f"{words}[{field} - 1] if {field} else None" if each.absent else f"{words}[{field}]"
    return f"known({field})" if each.absent else field


def python(table: Table) -> str:
    used = sorted({each.argument for structure in table.in_c() for each in structure.of("Types") if each.type == "Words"})
    out = [f'"""The resources to bind to a shader (docs/abi.md).\n\n{NOTE}"""', "", "from __future__ import annotations", "",
           "from dataclasses import dataclass", "from typing import Any, Literal, NamedTuple, Optional, Tuple, get_args", "",
           "from ._declarations import AGAL_NONE", "from ._library import known, rows_of, text_of", ""]
    out += [f"{alias(each)} = {literal(table, each)}" for each in used]
    for structure in table.in_c():
        # A range is equal to a pair of numbers.
        is_pair = structure.id == "RegisterRange"
        out += ["", "", f"class {structure.camel}(NamedTuple):" if is_pair else f"@dataclass(frozen=True)\nclass {structure.camel}:"]
        doc = wrapped(sentence(structure.doc) + '"""', '    """', "    ")
        out += [*doc, ""]
        for each in structure.of("Types"):
            out += [*documented(sentences(table, each, "Python"), "    ", "#:"), f"    {each.name}: {python_type(table, each)}"]
            if is_pair and each.name == "count":
                out[-1] += "  # type: ignore[assignment]"  # tuples have a method of this name
        out += ["", "    @classmethod", f"    def _of(cls, row: Any) -> {structure.camel}:", "        return cls("]
        out += [f"            {each.name}={python_value(table, each)}," for each in structure.of("Types")]
        out.append("        )")
    return "\n".join([*out, ""])


# ---------------------------------------------------------------------------------------------- JavaScript, TypeScript


def type_name(structure: Structure) -> str:
    return structure.camel if structure.c in ("interface", "slots") else f"Interface{structure.camel}"


def variable(text: str) -> str:
    """Returns the name of a variable for a structure or an enumeration."""
    name = alias("root" if text == "interface" else text)  # `interface` is reserved
    return name[0].lower() + name[1:]


def script_value(table: Table, each: Member, of: Structure) -> str:
    place = f"at + {variable(of.c)}.{each.name}"
    field = f"words[{place}]"
    if each.type == "List":
        part = variable(table.structures[each.argument].c)
        return f"list(m, {field}, words[at + {variable(of.c)}.{each.count}], {part}.size, {part}At)"
    if each.type == "Locations":
        return f"locations({field})"
    if each.type == "Text":
        return f"m.shortText({field})"
    if each.type == "RegisterText":
        return "name"
    if each.type == "Declared":
        return f"declaredAt(m, {field}, at + {variable(of.c)}.name, name)"
    if each.type == "Flag":
        return f"{field} !== 0"
    if each.type == "Words":
        return f"{variable(each.argument)}Words[{field}{' - 1' if each.absent else ''}]"
    if each.type == "Structure":
        part = table.structures[each.argument]
        name, value = part.gone
        made = f"{variable(part.c)}At(m, {place})"
        return f"words[{place} + {variable(part.c)}.{name}] === {value} ? undefined : {made}" if each.absent else made
    field = f"m.floats[{place}]" if is_real(each) else field
    return f"known({field})" if each.absent else field


def script_reader(table: Table, structure: Structure) -> List[str]:
    """Returns the function that reads a structure."""
    name = variable(structure.c)
    members = structure.of("Types")
    out = ["", f"/** @param {{Instance}} m @param {{number}} at @returns {{import('../index.js').{type_name(structure)}}} */",
           f"function {name}At(m, at) {{", "  const { words } = m;"]
    if any(each.type == "RegisterText" for each in members):
        out.append(f"  const name = m.shortText((at + {name}.name) << 2);")
    values = {each.camel: script_value(table, each, structure) for each in members}
    out += ["  return {", *(f"    {key}," if key == value else f"    {key}: {value}," for key, value in values.items()), "  };", "}"]
    return out


def javascript(table: Table) -> str:
    used = sorted({each.argument for structure in table.in_c() for each in structure.of("Types") if each.type == "Words"})
    out = [f"// {NOTE}", "import {", "  AGAL_NONE,"]
    out += sorted(f"  agal_{each.c} as {variable(each.c)}," for each in table.in_c())
    out += ["} from './declarations.js';", "import { declaredAt, known, list, locations } from './memory.js';", "",
            "/** @typedef {import('./instance.js').Instance} Instance */", ""]
    for each in used:
        words = ", ".join(f"'{word}'" for word in table.words[each])
        out.append(f"const {variable(each)}Words = /** @type {{const}} */ ([{words}]);")
    for structure in table.in_c():
        out += script_reader(table, structure)
    out += ["", "/**", " * Reads the interface of a stage's shader. Indices are in words of the memory.",
            " * @param {Instance} instance @param {number} result @param {0 | 1} stage",
            " * @returns {import('../index.js').Interface | undefined}", " */",
            "export function readInterface(instance, result, stage) {",
            "  const address = instance.exports.agal_result_interface(result, stage) >>> 0;", "  if (address === 0) return undefined;",
            "  instance.view();", "  return rootAt(instance, address >>> 2);", "}", ""]
    return "\n".join(out)


def script_type(table: Table, each: Member) -> str:
    types: Dict[str, str] = {"Flag": "boolean", "Locations": "readonly number[]", "Text": "string", "RegisterText": "string",
                             "Declared": "string"}
    base = types.get(each.type, "number")
    if each.type == "List":
        base = f"readonly {type_name(table.structures[each.argument])}[]"
    if each.type == "Structure":
        base = type_name(table.structures[each.argument])
    if each.type == "Words":
        base = " | ".join(f"'{word}'" for word in table.words[each.argument])
    keeps = each.type in ("List", "Text", "Declared", "RegisterText")
    return f"{base} | undefined" if each.absent and not keeps else base


def doc_comment(text: str, indentation: str) -> List[str]:
    line = f"{indentation}/** {text} */"
    if len(line) <= 120:
        return [line]
    return [f"{indentation}/**", *wrapped(text, f"{indentation} * ", f"{indentation} * "), f"{indentation} */"]


def typescript(table: Table) -> str:
    out: List[str] = []
    for structure in table.in_c():
        out += [*doc_comment(sentence(structure.doc), ""), f"export interface {type_name(structure)} {{"]
        for each in structure.of("Types"):
            out += [*doc_comment(sentences(table, each, "TypeScript"), "  "), f"  readonly {each.camel}: {script_type(table, each)};"]
        out += ["}", ""]
    return "\n".join(out)
