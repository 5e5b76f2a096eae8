#!/usr/bin/env python3
"""Writes everything that follows from the members of a shader's interface, which src/compiler/reflect/interface.def lists: structures
of agal.h, the schema of the reflection, a page, and the types of Rust, Python and JavaScript
(docs/adr/0060-one-list-of-the-interface.md): interface.py [--check]

With --check, it writes nothing, and fails if a file is not up to date.
"""

import json
import re
import sys
from pathlib import Path
from typing import Any, Dict, Iterator, List, Tuple

import interface_bindings as bindings
from generated_files import write_outdated
from interface_def import ROOT, Member, Structure, Table, meaning, read, rows, sentence, sentences, wrapped

DECISION = "docs/adr/0060-one-list-of-the-interface.md"

# ------------------------------------------------------------------------------------------------------------------- C

C_TYPES = {"Flag": "uint32_t ", "Components": "uint32_t ", "Locations": "uint32_t ", "Float": "float ", "Bias": "float ",
           "Text": "const char* ", "Declared": "const char* "}


def c_name(table: Table, id: str) -> str:
    return f"agal_{table.structures[id].c}"


def c_declarations(table: Table, each: Member) -> List[str]:
    """Returns the declarations of a member, without semicolons."""
    if each.type == "List":
        return [f"const {c_name(table, each.argument)}* {each.name}", f"size_t {each.count}"]
    if each.type == "Structure":
        return [f"{c_name(table, each.argument)} {each.name}"]
    if each.type == "Words":
        return [f"agal_{each.argument} {each.name}"]
    if each.type == "RegisterText":
        return [f"char {each.name}[8]"]
    return [C_TYPES.get(each.type, "uint32_t ") + each.name]


def c_absent(table: Table, each: Member) -> str:
    """Returns the value of a member that is absent."""
    if each.type == "Structure":
        name, value = table.structures[each.argument].gone
        return f"`{name}` is {value}"
    return {"List": "NULL", "Text": '""', "Words": "0"}.get(each.type, "AGAL_NONE")


def c_comment(table: Table, each: Member) -> str:
    text = meaning(table, each)
    if each.type == "Flag":
        text = f"1: {text}"
    if each.type == "Components":
        text += ", as bits: x 1, y 2, z 4, w 8"
    if each.type == "Locations":
        text += ", as bits: location 0 is 1, location 3 is 8"
    return f"{text}; {c_absent(table, each)} if {each.absent}" if each.absent else text


def aligned(lines: List[Tuple[str, str]]) -> Iterator[str]:
    """Yields declarations with their comments, which begin in one column as far as they fit."""
    while lines:
        count, column = 0, 0
        for declaration, comment in lines:
            wider = max(column, len(declaration) + 1)
            if any(wider + len(each) > 120 for _, each in lines[:count] + [(declaration, comment)]):
                break
            count, column = count + 1, wider
        yield from (f"{declaration:{column}}{comment}" for declaration, comment in lines[:count])
        lines = lines[count:]


def c_structure(table: Table, structure: Structure) -> str:
    out = c_block(structure.doc[0].upper() + structure.doc[1:] + ".", "")
    out.append(f"typedef struct agal_{structure.c} {{")
    lines: List[Tuple[str, str]] = []
    for each in structure.of("C"):
        first, *rest = [f"  {line};" for line in c_declarations(table, each)]
        comment = c_comment(table, each)
        if len(first) + len(comment) + 7 <= 120:
            lines.append((first, f"/* {comment} */"))
        else:
            out += [*aligned(lines), *c_block(comment, "  "), first]
            lines = []
        lines += [(line, f"/* number of {each.name.replace('_', ' ')} */") for line in rest]
    return "\n".join([*out, *aligned(lines), f"}} agal_{structure.c};", ""])


def c_block(text: str, indentation: str) -> List[str]:
    """Returns a comment before a declaration."""
    *lines, last = wrapped(text, f"{indentation}/* ", f"{indentation} * ", 117)
    return [*lines, last + " */"]


def header(table: Table, old: str) -> str:
    """Returns agal.h with the structures."""
    out = ["/* The binding model: the way in which a language numbers resources. Later versions may add models. */",
           "typedef enum agal_binding_model {"]
    commas = [","] * (len(table.models) - 1) + [""]
    out += aligned([(f"  AGAL_BINDING_{name} = {i}{comma}", f"/* {doc} */")
                    for i, ((name, doc), comma) in enumerate(zip(table.models, commas))])
    text = "\n".join([*out, "} agal_binding_model;", "", *(c_structure(table, each) for each in table.in_c())])
    begin = f"/* interface.def: begin. This part is generated: {DECISION}. */\n"
    return replaced(old, begin, "/* interface.def: end */\n", text)


def replaced(text: str, begin: str, end: str, part: str) -> str:
    """Returns a text with another part between two lines."""
    head, rest = text.split(begin)
    return f"{head}{begin}\n{part}\n{end}{rest.split(end)[1]}"


# -------------------------------------------------------------------------------------------------------------- schema


def choice(field: str) -> Dict[str, Any]:
    """Returns the schema of a sampler field: the word of an option, or a number without a word."""
    table = ROOT / "include/agal/tables/sampler_fields.def"
    words = {int(row[2]): row[3] for _, row in rows(table, "AGAL_SAMPLER_OPTION") if row[1] == field}
    width, combine = next((int(row[3]), row[4]) for _, row in rows(table, "AGAL_SAMPLER_FIELD") if row[0] == field)
    first = max(words) + 1 if combine == "Replace" else max(words) * 2
    number = {"type": "integer", "minimum": first, "maximum": (1 << width) - 1}
    return {"oneOf": [{"type": "string", "enum": list(words.values())}, number]}


def scalar(table: Table, kind: str) -> Dict[str, Any]:
    """Returns the schema of a type without an argument."""
    words = {"Flag": "boolean", "Text": "string", "Float": "number"}
    if kind in words:
        return {"type": words[kind]}
    if kind == "Components":
        return {"$ref": "#/$defs/component_mask"}
    found = table.numbers[kind]
    limits = {"minimum": found.minimum, "maximum": found.maximum}
    is_real = any(isinstance(limit, float) for limit in limits.values())
    return {"type": "number" if is_real else "integer", **{key: limit for key, limit in limits.items() if limit is not None}}


def free_object(values: Dict[str, Any]) -> Dict[str, Any]:
    return {"type": "object", "required": [], "properties": {}, "additionalProperties": values}


def schema_type(table: Table, definitions: Dict[str, Any], each: Member) -> Dict[str, Any]:
    def reference(name: str) -> Dict[str, Any]:
        return {"$ref": f"#/$defs/{name}"}

    if each.type == "List":
        of_structure = table.structures.get(each.argument)
        return {"type": "array", "items": reference(of_structure.json) if of_structure else scalar(table, each.argument)}
    if each.type == "Structure":
        return reference(table.structures[each.argument].json)
    if each.type == "Definition" or each.argument in definitions:
        return reference(each.argument)
    if each.type == "Words":
        return {"type": "string", "enum": table.words[each.argument]}
    if each.type == "Option":
        return choice(each.argument)
    if each.type == "Options":
        return {"type": "array", "items": choice(each.argument)}
    if each.type == "Counts":
        return free_object({"type": "integer", "minimum": 1})
    if each.type == "Lists":
        return free_object({"type": "array", "items": {"type": "string"}})
    return scalar(table, each.type)


def schema(table: Table, old: str) -> str:
    """Returns the schema of the reflection with the definitions of the structures. Definitions without a user are dropped."""
    whole = json.loads(old)
    written = {each.json: each for each in table.structures.values() if each.json}
    definitions = {name: value for name, value in whole["$defs"].items() if name not in written}
    for name, structure in written.items():
        members = structure.of("Json")
        whole["$defs"][name] = {
            "description": sentence(structure.doc),
            "type": "object",
            "required": [each.camel for each in members if not each.optional],
            "properties": {each.camel: {"description": sentences(table, each, "Json"), **schema_type(table, definitions, each)}
                           for each in members},
            "additionalProperties": False,
        }
    used, waiting = set(), ["program", "pair"]
    while waiting:
        name = waiting.pop()
        if name not in used:
            used.add(name)
            waiting += re.findall(r"#/\$defs/(\w+)", json.dumps(whole["$defs"][name]))
    whole["$defs"] = {name: value for name, value in whole["$defs"].items() if name in used}
    return layout(whole, 0) + "\n"


def layout(value: Any, depth: int) -> str:
    """Returns JSON. A list or an object is on one line if it fits, and scalars fill lines."""
    line = json.dumps(value, ensure_ascii=False)
    if len(line) + depth <= 118 or not isinstance(value, (dict, list)):
        return line
    inner = " " * (depth + 2)
    if isinstance(value, dict):
        text = ",\n".join(f"{inner}{json.dumps(key)}: {layout(each, depth + 2)}" for key, each in value.items())
    elif isinstance(value[0], dict):
        text = ",\n".join(inner + layout(each, depth + 2) for each in value)
    else:
        words = ", ".join(json.dumps(each, ensure_ascii=False).replace(" ", "\0") for each in value)
        text = "\n".join(wrapped(words, inner, inner, 118)).replace("\0", " ")
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    return f"{opening}\n{text}\n{' ' * depth}{closing}"


# ---------------------------------------------------------------------------------------------------------------- page


def page_type(each: Member) -> str:
    if each.type == "List":
        return f"list of {each.argument.split('::')[-1]}"
    return each.argument.split("::")[-1] if each.type in ("Structure", "Words") else each.type


def page(table: Table, _: str) -> str:
    out = ["# Members of the interface", "",
           "All members of a [reflection](../reflection.md): in JSON, and in the [structures of C](../c-api.md#structures), which Rust, Python",
           "and JavaScript have too. `./tools/lab/bless` writes this page from `src/compiler/reflect/interface.def`."]
    for structure in table.structures.values():
        names = [f"`agal_{structure.c}`"] if structure.c else []
        names += [f"`{structure.json}` in the schema"] if structure.json else []
        out += ["", f"## {structure.id}", "", f"{sentence(structure.doc)} {' · '.join(names)}.", "",
                "| C | JSON | Type | Unit | Since | Meaning |", "|---|---|---|---|---|---|"]
        for each in structure.members:
            unit = table.numbers[each.type].unit if each.type in table.numbers else ""
            cells = [f"`{each.name}`" if each.views != "Json" else "", f"`{each.camel}`" if each.views != "C" else "",
                     page_type(each), unit, each.since, sentence(each.doc) + (f" Absent if {each.absent}." if each.absent else "")]
            out.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    return "\n".join([*out, ""])


# ---------------------------------------------------------------------------------------------------------------- main


def types(table: Table, old: str) -> str:
    """Returns index.d.ts with the types of the interface."""
    begin, end = "// interface.def: begin; tools/lab/interface.py writes this part.\n", "// interface.def: end\n"
    return replaced(old, begin, end, bindings.typescript(table))


WRITERS = {
    "include/agal/agal.h": header,
    "docs/reflection.schema.json": schema,
    "docs/data/interface.md": page,
    "bindings/rust/agal/src/interface.rs": lambda table, _: bindings.rust(table),
    "bindings/python/agal/_interface.py": lambda table, _: bindings.python(table),
    "bindings/js/src/interface.js": lambda table, _: bindings.javascript(table),
    "bindings/js/index.d.ts": types,
}


def outdated() -> Iterator[Tuple[Path, str]]:
    """Yields the files that are not up to date, and their new contents."""
    table = read()
    for name, write in WRITERS.items():
        path = ROOT / name
        old = path.read_text() if path.exists() else ""
        if (text := write(table, old)) != old:
            yield path, text


if __name__ == "__main__":
    sys.exit(write_outdated("interface.py", __doc__, outdated))
