"""Writes the playground as a folder that any file server can serve: assemble.py MODULES EDITOR FOLDER

MODULES is the folder with agalc.wasm and agalc-scenes.wasm. EDITOR is the folder that tools/lab/codemirror makes.
"""

import html
import json
import pathlib
import shutil
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]
SHARED = ("shared.css", "base.js", "highlight.js", "tables.js", "diagnostics.js", "tabs.js", "webgl.js", "virtual_list.js")


def program_of(corpus, manifest, name):
    for program in manifest["programs"]:
        if program["file"] == name:
            return program, (corpus / name).read_text()
    raise SystemExit(f"playground: {name} is not in corpus/manifest.json")


def constants_of(row, programs):
    """Each register with its value, and the components that grow with the time."""
    constants = {}
    for program in programs:
        for name, value in program.get("constants", {}).items():
            constants[name] = {"value": value, "moves": row.get("moves", {}).get(name, "")}
    for name in row.get("moves", {}):
        if name not in constants:
            raise SystemExit(f"playground: {name} is not a constant of {row['vertex']} and {row['fragment']}")
    return constants


def example_of(corpus, manifest, row):
    """One pair with its scene, as main.js reads it."""
    pairs = [p for p in manifest["pairs"] if (p["vertex"], p["fragment"]) == (row["vertex"], row["fragment"])]
    if not pairs:
        raise SystemExit(f"playground: {row['vertex']} and {row['fragment']} are not a pair of corpus/manifest.json")
    vertex, vertex_text = program_of(corpus, manifest, row["vertex"])
    fragment, fragment_text = program_of(corpus, manifest, row["fragment"])
    scene = {
        "mesh": pairs[0]["mesh"],
        "instances": pairs[0].get("instances", 1),
        "attributes": vertex.get("attributes", {}),
        "constants": constants_of(row, [vertex, fragment]),
        "matrices": row.get("matrices", {}),
        "textures": {**vertex.get("textures", {}), **fragment.get("textures", {})},
    }
    return {"title": pairs[0]["title"], "vertex": vertex_text, "fragment": fragment_text, "scene": scene}


def write_examples(folder):
    corpus = ROOT / "corpus"
    manifest = json.loads((corpus / "manifest.json").read_text())
    rows = json.loads((ROOT / "tools/pages/playground" / "examples.json").read_text())["pairs"]
    examples = [example_of(corpus, manifest, row) for row in rows]
    (folder / "examples.json").write_text(json.dumps(examples))


def find_grammar(name):
    """A file of the SPIR-V headers, which agalc is built with."""
    places = [pathlib.Path(prefix) / "include/spirv/unified1" / name for prefix in ("/usr", "/usr/local", sys.prefix)]
    for place in places:
        if place.exists():
            return json.loads(place.read_text())
    raise SystemExit(f"playground: {name} of the SPIR-V headers is not in {places[0].parent}: install spirv-headers")


# The capabilities of graphics. Compute kernels, ray tracing and the like have hundreds of instructions that agalc never
# writes.
CAPABILITIES = {"Shader", "Matrix", "DemoteToHelperInvocation", "DemoteToHelperInvocationEXT"}


def is_of_graphics(row):
    return not row.get("capabilities") or not CAPABILITIES.isdisjoint(row["capabilities"])


def operands_of(row, key):
    return [operand["kind"] + operand.get("quantifier", "") for operand in row.get(key, [])]


def kind_of(row):
    """The values of an enumeration by number: [name, kinds of parameters]."""
    values = {}
    for each in row["enumerants"]:
        number = int(str(each["value"]), 0)
        if number not in values and (is_of_graphics(each) or row["kind"] == "Capability"):
            values[number] = [each["enumerant"]] + ([operands_of(each, "parameters")] if "parameters" in each else [])
    return {"mask": row["category"] == "BitEnum", "values": values}


def write_spirv_grammar(folder):
    """What spirv.js needs to print instructions, as a module."""
    core, glsl = find_grammar("spirv.core.grammar.json"), find_grammar("extinst.glsl.std.450.grammar.json")
    instructions = [row for row in core["instructions"] if is_of_graphics(row)]
    used = {operand["kind"] for row in instructions for operand in row.get("operands", [])}
    grammar = {
        "ops": {row["opcode"]: [row["opname"].removeprefix("Op"), operands_of(row, "operands")] for row in instructions},
        "kinds": {row["kind"]: kind_of(row) for row in core["operand_kinds"]
                  if "enumerants" in row and row["kind"] in used | {"BuiltIn"}},
        "glsl": {row["opcode"]: row["opname"] for row in glsl["instructions"]},
    }
    text = json.dumps(grammar, separators=(",", ":"))
    (folder / "spirv_grammar.js").write_text(f"export default {text};\n")


def write_package(folder, modules):
    package = folder / "agalc"
    (package / "dist").mkdir(parents=True)
    shutil.copy(modules / "agalc.wasm", package / "dist")
    shutil.copy(modules / "agalc-scenes.wasm", folder)
    (package / "src").mkdir()
    for file in (ROOT / "bindings" / "js" / "src").glob("*.js"):
        if file.name.endswith(".node.js") or file.name == "translate.js":
            continue
        shutil.copy(file, package / "src")


def write_editor(folder, editor):
    """CodeMirror, and its licenses: in the page, and as a file beside the module."""
    (folder / "codemirror").mkdir()
    for name in ("codemirror.js", "licenses.txt"):
        shutil.copy(editor / name, folder / "codemirror")
    page = folder / "index.html"
    licenses = html.escape((editor / "licenses.txt").read_text())
    page.write_text(page.read_text().replace("@licenses@", licenses))


def write_manual(folder):
    """The page about assembly, as text."""
    text = html.escape((ROOT / "docs" / "assembly.md").read_text())
    (folder / "manual.html").write_text(
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>AGAL assembly</title>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<link rel="stylesheet" href="shared/shared.css">\n<link rel="stylesheet" href="playground.css">\n</head>\n'
        f'<body class="manual"><p><a href="index.html">To the playground</a></p><pre>{text}</pre></body>\n</html>\n')


def main():
    modules, editor, folder = (pathlib.Path(argument) for argument in sys.argv[1:])
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for file in (ROOT / "tools/pages/playground").iterdir():
        if file.suffix in (".js", ".css", ".html", ".svg"):
            shutil.copy(file, folder)
    (folder / "shared").mkdir()
    for name in SHARED:
        shutil.copy(ROOT / "tools/pages/report" / name, folder / "shared")
    write_examples(folder)
    write_spirv_grammar(folder)
    write_package(folder, modules)
    write_editor(folder, editor)
    write_manual(folder)


main()
