"""Tests that programs that were compiled with the C interface continue to run. abidiff, of libabigail, compares libraries
that have the interface of the header with the description in agal.abi; and the shared library exports the functions of the
header, and nothing else. Files that tools/lab/interface.py and tools/lab/c_interface.py write are up to date.

The environment names the tools (NM, STRIP, CC), the shared library (AGAL_SHARED_LIBRARY), if there is one, and the program
missing-facility (AGAL_MISSING_FACILITY), which decides whether a missing abidiff is a failure."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tools/lab"))
sys.dont_write_bytecode = True
import c_interface  # noqa: E402
import interface  # noqa: E402
import interface_def  # noqa: E402

HEADER = (ROOT / "include/agal/agal.h").read_text()
DESCRIPTION = ROOT / "tests/bindings/capi/agal.abi"
LIBRARY = os.environ.get("AGAL_SHARED_LIBRARY")
ABIDIFF = os.environ.get("AGAL_ABIDIFF", "abidiff")
# The numbers in the names of shared libraries begin at 0.
SOVERSION = int(re.search(r"#define AGAL_ABI_VERSION (\d+)", HEADER)[1]) - 1


def run(*words, **options):
    """Returns the status, and the text of both streams."""
    ended = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **options)
    return ended.returncode, ended.stdout


def definitions(header):
    """Returns empty definitions of the functions of a header."""
    for line in c_interface.read(header).text.splitlines():
        if line.endswith(");"):
            yield line[:-1] + (" {}" if line.startswith("void agal_") else " { return 0; }") + "\n"


def functions(header):
    return sorted(function.name for function in c_interface.read(header).functions)


def diff(options, before, after):
    """Compares two libraries or descriptions; the status is 0 if there is no difference that the options ask for."""
    return run(ABIDIFF, "--no-show-locs", *options, str(before), str(after))


class CInterface(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def library_of(self, header, name="other", version=SOVERSION):
        """Builds a library with debug information and empty definitions of the functions of the header."""
        folder = self.folder / name
        (folder / "agal").mkdir(parents=True)
        (folder / "agal/agal.h").write_text(header)
        (folder / "exports.map").write_text(f"AGAL_{version} {{ global: agal_*; local: *; }};\n")
        (folder / "agal.c").write_text("#include <agal/agal.h>\n" + "".join(definitions(header)))
        soname = f"libagal.so.{version}"
        status, text = run(os.environ["CC"], "-std=c99", "-g", "-fPIC", "-shared", "-I.", "agal.c", f"-Wl,-soname,{soname}",
                           "-Wl,--version-script=exports.map", "-o", soname, cwd=folder)
        self.assertEqual(status, 0, text)
        return folder / soname

    def changed(self, before, after, name="changed"):
        """Builds the library of the header with another text."""
        self.assertIn(before, HEADER)
        return self.library_of(HEADER.replace(before, after, 1), name)

    def assert_compatible(self, before, after):
        """For programs that were compiled against the first: added functions and values do not matter to them."""
        status, text = diff(["--no-added-syms"], before, after)
        self.assertEqual(status, 0, "The C interface has changed so that programs have to be compiled again. Take the change "
                                    f"back, or increment AGAL_ABI_VERSION and delete {DESCRIPTION}.\n{text}")

    def assert_incompatible(self, before, after, *found):
        status, text = diff(["--no-added-syms"], before, after)
        self.assertNotEqual(status, 0)
        for part in found:
            self.assertIn(part, text)


class Abi(CInterface):
    def setUp(self):
        """Writes a description that was removed (./tools/lab/bless), because all tests read it."""
        super().setUp()
        if os.environ.get("BLESS") == "1" and not DESCRIPTION.exists():
            self.write_description(self.library_of(HEADER, "described"))

    def write_description(self, library):
        options = ("--no-corpus-path", "--no-comp-dir-path", "--no-show-locs", "--no-elf-needed")
        status, text = run("abidw", *options, str(library))
        self.assertEqual(status, 0, text)
        DESCRIPTION.write_text(text)

    def test_header_is_compatible_with_description(self):
        self.assert_compatible(DESCRIPTION, self.library_of(HEADER))

    def test_description_matches_header(self):
        """./tools/lab/bless writes it, unless the new one breaks programs."""
        library = self.library_of(HEADER)
        if DESCRIPTION.exists():
            if diff(["--harmless"], DESCRIPTION, library)[0] == 0:
                return
            self.assert_compatible(DESCRIPTION, library)
        self.assertEqual(os.environ.get("BLESS"), "1", "agal.abi is not that of the header; ./tools/lab/bless writes it")
        self.write_description(library)

    def test_reports_incompatible_changes(self):
        for name, before, after, found in (
                ("function removed", "AGAL_API void agal_free(void* memory);", "",
                 "[D] 'function void agal_free(void*)'"),
                ("parameter added", "agal_explain(const char* word)", "agal_explain(const char* word, int brief)",
                 "agal_explain(const char*)"),
                ("parameter wider", "agal_inputs* inputs, uint32_t instance", "agal_inputs* inputs, size_t instance",
                 "type size changed from 32 to 64"),
                ("result narrower", "AGAL_API size_t agal_result_errors", "AGAL_API uint32_t agal_result_errors",
                 "agal_result_errors"),
                ("field added", "uint32_t flip_y;", "uint32_t flip_y, flip_x;", "1 data member insertion"),
                ("value changed", "AGAL_REJECTED = 1,", "AGAL_REJECTED = 6,",
                 "'agal_status::AGAL_REJECTED' from value '1' to '6'")):
            with self.subTest(name):
                self.assert_incompatible(DESCRIPTION, self.changed(before, after, name), found)

    def test_reports_field_added_to_struct(self):
        end = "#ifdef __cplusplus\n}\n"

        def with_fields(name, fields):
            added = f"typedef struct agal_size {{ {fields} }} agal_size;\n\n"
            return self.changed(end, added + "AGAL_API uint32_t agal_area(const agal_size* size);\n" + end, name)

        two = with_fields("two", "uint32_t width, height;")
        self.assert_compatible(two, with_fields("same", "uint32_t width, height;"))
        self.assert_incompatible(two, with_fields("three", "uint32_t width, height, depth;"), "1 data member insertion",
                                 "depth")

    def test_accepts_added_functions_and_values(self):
        """They are compatible, and still change the description."""
        version = "AGAL_API const char* agal_version(void);"
        for before, after, name in ((version, version + "\nAGAL_API int agal_new(void);", "agal_new"),
                                    ("AGAL_INTERNAL_ERROR = 4", "AGAL_INTERNAL_ERROR = 4, AGAL_NEW = 5", "AGAL_NEW")):
            library = self.changed(before, after, name)
            self.assert_compatible(DESCRIPTION, library)
            self.assertIn(name, diff(["--harmless"], DESCRIPTION, library)[1])

    def test_reports_changed_soname(self):
        self.assert_incompatible(DESCRIPTION, self.library_of(HEADER, "next", SOVERSION + 1), "SONAME changed")

    @unittest.skipUnless(LIBRARY, "the shared library is not built")
    def test_symbols_of_library_match_description(self):
        """Compares only symbols, because a library need not have debug information, which would also describe the inside of
        objects. The declarations match, because each source file of the library includes the header."""
        library = self.folder / "libagal.so"
        shutil.copyfile(LIBRARY, library)
        self.assertEqual(run(os.environ["STRIP"], str(library))[0], 0)
        status, text = diff([], DESCRIPTION, library)
        self.assertEqual(status, 0, text)


class Exports(CInterface):
    def exports(self, library):
        """Returns sorted symbols such as name@@VERSION. The version itself is a symbol of kind A."""
        status, text = run(os.environ["NM"], "--dynamic", "--defined-only", str(library))
        self.assertEqual(status, 0, text)
        return sorted(name for _, kind, name in map(str.split, text.splitlines()) if kind != "A")

    def names(self):
        return [f"{name}@@AGAL_{SOVERSION}" for name in functions(HEADER)]

    @unittest.skipUnless(LIBRARY, "the shared library is not built")
    def test_match_functions_of_header(self):
        self.assertTrue({"agal_abi_version", "agal_link", "agal_inputs_release"} <= set(functions(HEADER)))
        self.assertEqual(self.exports(LIBRARY), self.names())

    def test_detect_additional_function(self):
        library = self.library_of(HEADER + "\nAGAL_API int agal_one_more(void);\n")
        self.assertEqual(self.exports(library), sorted([*self.names(), f"agal_one_more@@AGAL_{SOVERSION}"]))

    @unittest.skipUnless(LIBRARY, "the shared library is not built")
    def test_soname_has_abi_version(self):
        linked = Path(LIBRARY).resolve()
        self.assertTrue(linked.name.startswith(f"libagal.so.{SOVERSION}."))
        self.assertIn(f"\0libagal.so.{SOVERSION}\0".encode(), linked.read_bytes())


class Declarations(unittest.TestCase):
    def test_files_are_up_to_date(self):
        for script in (interface, c_interface):
            files = [str(path) for path, _ in script.outdated()]
            self.assertEqual(files, [], f"./tools/lab/{script.__name__}.py writes them")

    def test_a_row_of_the_interface_reaches_each_file(self):
        """Adds a number that may be absent, and a binding model."""
        member = 'AGAL_MEMBER(Interface::Sampler, Both, last_use, TokenNumber, 1, "0.2", "last use", "there is no use")\n'
        model = 'AGAL_BINDING_MODEL(New, NEW, "new", it.set, it.binding, "a language of tomorrow")\n'
        rows = interface_def.TABLE.read_text()
        rows = rows.replace("AGAL_LIST(Interface::Sampler, Both", member + "AGAL_LIST(Interface::Sampler, Both")
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "interface.def"
            path.write_text(rows.replace("AGAL_BINDING_MODEL(Hlsl", model + "AGAL_BINDING_MODEL(Hlsl"))
            table = interface_def.read(path)
        texts = {name: write(table, (ROOT / name).read_text()) for name, write in interface.WRITERS.items()}
        for name, expected in {
            "include/agal/agal.h": "  uint32_t last_use; /* last use; AGAL_NONE if there is no use */\n",
            "docs/reflection.schema.json": '"lastUse": {"description": "Last use. Omitted if there is no use.", "type": "integer", "minimum": 1}',
            "docs/data/interface.md": "| `last_use` | `lastUse` | TokenNumber |  | 0.2 | Last use. Absent if there is no use. |",
            "bindings/rust/agal/src/interface.rs": "/// Last use. `None` if there is no use.\n    pub last_use: Option<u32>,",
            "bindings/python/agal/_interface.py": "#: Last use. None if there is no use.\n    last_use: Optional[int]",
            "bindings/js/src/interface.js": "lastUse: known(words[at + sampler.last_use]),",
            "bindings/js/index.d.ts": "/** Last use. Undefined if there is no use. */\n  readonly lastUse: number | undefined;",
        }.items():
            self.assertTrue(expected in texts[name], name)
        self.assertTrue("  AGAL_BINDING_NEW = 2,   /* a language of tomorrow */\n" in texts["include/agal/agal.h"])
        self.assertEqual(len(c_interface.read(texts["include/agal/agal.h"]).structures), len(c_interface.read(HEADER).structures))

    def test_reads_added_declarations(self):
        end = "#ifdef __cplusplus\n}\n"
        added = """/* How large
 * it is. */
typedef enum agal_unit { AGAL_UNIT_PIXELS = 0, AGAL_UNIT_TEXELS = 1 } agal_unit;
typedef struct agal_size {
  char name[8];      /* "x" */
  float values[16];  /* one for each lane */
  agal_unit unit;
  const char* text;
} agal_size;
#ifndef AGAL_WITHOUT_PROOFS
/* The size of a list. */
AGAL_API const agal_size* agal_list_size(const agal_result* result, const float at[4], size_t* count);
#endif
"""
        found = c_interface.read(HEADER.replace(end, added + end, 1))
        rust, script = c_interface.rust(found), c_interface.javascript(found)
        self.assertIn('/// The size of a list.\n    #[cfg(feature = "prove")]\n    pub fn agal_list_size(result: *const agal_result, '
                      "at: *const c_float, count: *mut usize) -> *const agal_size;\n", rust)
        self.assertIn("/// One for each lane.\n    pub values: [c_float; 16],\n    pub unit: agal_unit,\n", rust)
        self.assertIn("agal_size = {\n  name: 0,\n  values: 2,\n  unit: 18,\n  text: 19,\n  size: 20,\n}", script)
        self.assertIn("/** How large it is. */\nexport const agal_unit = /** @type {const} */ (['pixels', 'texels']);", script)
        self.assertIn(" * @property {(result: number, at: number, count: number) => number} agal_list_size\n", script)
        self.assertIn("\n  agal_list_size)", c_interface.cmake(found))
        module = {}
        exec(c_interface.python(found), module)
        self.assertEqual((module["ffi"].sizeof("agal_size"), module["AGAL_UNIT_TEXELS"]), (8 + 16 * 4 + 8 + 8, 1))

    def test_rejects_declarations_without_a_form(self):
        end = "#ifdef __cplusplus\n}\n"
        for text, expected in (("AGAL_API void agal_walk(void (*visit)(int));", "a type of this form"),
                               ("AGAL_API const char** agal_names(void);", "a type of this form"),
                               ("AGAL_API double agal_time(void);", "the type double"),
                               ("typedef enum agal_x { AGAL_X_A } agal_x;", "AGAL_X_A has no value"),
                               ("extern int agal_count;", "neither a function")):
            with self.subTest(text), self.assertRaisesRegex(c_interface.Unsupported, expected):
                c_interface.read(HEADER.replace(end, text + "\n" + end, 1))


if __name__ == "__main__":
    if sys.argv[1:] == ["Abi"] and not all(map(shutil.which, (ABIDIFF, "abidw"))):
        sys.exit(subprocess.call([os.environ["AGAL_MISSING_FACILITY"], "setup", "abidiff was not found"]))
    unittest.main()
