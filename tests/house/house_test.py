"""This tree follows its rules, and the checks find violations in others."""

import os
import re
import sys
import tempfile
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).parent))
import documents  # noqa: E402
import house  # noqa: E402
import wording  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
MAX_LINES = 600
MAX_FILES = 2


class Tree(unittest.TestCase):
    def found(self, check, files, *arguments):
        """Returns the findings of a check in a folder with these files."""
        with tempfile.TemporaryDirectory() as folder:
            for name, text in files.items():
                path = Path(folder) / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
            return list(check(Path(folder), *arguments))

    def assert_clean(self, check, *arguments):
        self.assertEqual(list(check(ROOT, *arguments)), [])


class IncludeDirection(Tree):
    def assert_breach(self, file, include, message):
        found = self.found(house.include_breaches, {file: f'#pragma once\n#include "{include}"\n'})
        self.assertRegex(" ".join(found), message)
        self.assertEqual(len(found), 1)

    def test_points_down(self):
        self.assert_clean(house.include_breaches)
        self.assertGreater(len(list(house.includes(ROOT, "src"))), 500)

    def test_finds_upward_include(self):
        self.assert_breach("src/compiler/ir/module.hpp", "lower/lower.hpp", "^src/compiler/ir/module.hpp:2: includes lower/lower.hpp")

    def test_finds_sibling_include(self):
        self.assert_breach("src/compiler/bytecode/reader.cpp", "assembly/lexer.hpp", "not below")

    def test_finds_public_header_of_higher_level(self):
        self.assert_breach("src/compiler/diag/rules.cpp", "agal/program.hpp", "belongs to program")

    def test_finds_include_of_other_product(self):
        self.assert_breach("src/compiler/options/a.cpp", "agal/games/extract.hpp", "compiler must not use games")
        self.assert_breach("src/compiler/options/a.cpp", "prove/terms.hpp", "compiler must not use prove")
        self.assert_breach("src/prove/a.cpp", "extract/hash.hpp", "prove must not use games")
        self.assert_breach("src/games/tap/a.cpp", "agal/prove/prove.hpp", "games must not use prove")
        self.assert_breach("include/agal/options.hpp", "agal/prove/prove.hpp", "compiler must not use prove")

    def test_finds_former_header_with_content(self):
        self.assert_breach("include/agal/tap.hpp", "agal/games/extract.hpp", "only forwards to games/tap")

    def test_finds_missing_levels(self):
        self.assert_breach("src/compiler/compile/compile.cpp", "agal/invented.hpp", "has no level")
        self.assert_breach("src/invented/file.cpp", "base/text.hpp", "has no level")

    def test_finds_include_without_folder(self):
        self.assert_breach("src/compiler/ir/a.cpp", "module.hpp", "without its folder")
        self.assert_breach("src/compiler/ir/a.cpp", "invented/module.hpp", "of an unknown folder")

    def test_finds_private_header_in_tool(self):
        for header in "base/utf8.hpp", "../../src/compiler/base/utf8.hpp":
            self.assert_breach("tools/agalc/main.cpp", header, "neither public")

    def test_finds_command_header_in_library(self):
        files = {"tools/lib/batch/batch.cpp": '#include "smith/smith.hpp"\n#include "agalc/wrong_input_hints.hpp"\n',
                 "tools/agalc/main.cpp": '#include "smith/smith.hpp"\n', "tools/agalc/wrong_input_hints.hpp": "",
                 "tools/lab/smith/smith.hpp": ""}
        self.assertEqual(len(self.found(house.include_breaches, files)), 3)

    def test_allows_downward_includes(self):
        files = {"src/compiler/lower/lower.cpp": '#include <vector>\n#include "ir/module.hpp"\n#include "lower/lower.hpp"\n'
                                        '#include "agal/program.hpp"\n#include "agal/tables/opcodes.def"\n',
                 "src/compiler/assembly/load.cpp": '#include "agal/bytecode.hpp"\n',
                 "tools/agalc/main.cpp": '#include "agal/compile.hpp"\n#include "own.hpp"\n#include "batch/batch.hpp"\n',
                 "tools/agalc/own.hpp": "", "tools/lib/batch/batch.hpp": '#include "cli/console.hpp"\n',
                 "tools/lib/cli/console.hpp": "", "tools/lab/smith/smith.hpp": "",
                 "tools/lib/manifest/record.cpp": '#include "base/json_writer.hpp"\n',
                 "tools/lab/example_swf/main.cpp": '#include "smith/smith.hpp"\n#include "batch/batch.hpp"\n'}
        self.assertEqual(self.found(house.include_breaches, files), [])


class Rooms(Tree):
    def test_installed_code_does_not_use_the_laboratory(self):
        self.assert_clean(house.users_of_lab)

    def test_finds_user_of_the_laboratory(self):
        files = {"tools/lib/batch/CMakeLists.txt": "target_link_libraries(a PRIVATE agal-smith-lib) # x\n# agal-smith-lib\n",
                 "bindings/js/src/a.js": "import '../../../tools/lab/a.js'; // tools/lab\n", "tools/lab/a/CMakeLists.txt": "agal-smith-lib\n",
                 "src/compiler/ir/a.cpp": "// tests/lab/bench measures it.\n"}
        self.assertEqual(self.found(house.users_of_lab, files),
                         ["tools/lib/batch/CMakeLists.txt:1: agal-smith-lib", "bindings/js/src/a.js:1: tools/lab"])

    def test_are_few(self):
        self.assert_clean(house.extra_rooms)

    def test_finds_extra_rooms(self):
        files = {f"tests/{number}/a.cpp": "" for number in range(11)} | {"src/prove/a.cpp": "", "src/lower/a.cpp": ""}
        self.assertEqual(self.found(house.extra_rooms, files), ["src/lower is not a product", "tests has 11 folders"])


class Configuration(Tree):
    def test_does_not_depend_on_earlier_builds(self):
        self.assert_clean(house.optional_products)

    def test_finds_optional_products(self):
        files = {"tools/CMakeLists.txt": "# if(EXISTS build/a)\nset(root ${PROJECT_SOURCE_DIR}/build)\nset(script ${root}/a.js)\n"
                                         "if(A AND EXISTS ${script})\nendif()\nif(EXISTS ${folder}/a)\nendif()\n",
                 "tests/a/CMakeLists.txt": "find_file(A a.js\n  HINTS ${PROJECT_SOURCE_DIR}/build/a)\nfile(GLOB files ../build/*.js)\n",
                 "cmake/b.cmake": 'include("${CMAKE_CURRENT_BINARY_DIR}/b.cmake" OPTIONAL)\ninclude(build.cmake OPTIONAL)\n',
                 "cmake/sources.cmake": "if(EXISTS a/build/sources)\n", "build/x/CMakeLists.txt": "if(EXISTS /build/a)\n"}
        self.assertEqual([found.split("(")[0] for found in self.found(house.optional_products, files)],
                         ["cmake/b.cmake:1: include", "tests/a/CMakeLists.txt:1: find_file", "tests/a/CMakeLists.txt:3: file",
                          "tools/CMakeLists.txt:4: if"])


class Libraries(Tree):
    def test_have_their_folders(self):
        self.assert_clean(house.misplaced_sources)

    def test_finds_folder_in_two_libraries(self):
        files = {"src/compiler/target/CMakeLists.txt": "target_sources(agal-core PRIVATE a.cpp)\ntarget_sources(agal PRIVATE b.cpp)\n",
                 "src/compiler/khronos/CMakeLists.txt": "target_sources(agal PRIVATE c.cpp)\n"}
        self.assertEqual(self.found(house.misplaced_sources, files),
                         ["src/compiler/target/CMakeLists.txt:2: adds to agal instead of agal-core"])

    def test_are_listed_in_document(self):
        path = ROOT / "docs/architecture.md"
        page = path.read_text()
        marks = "(<!-- folders: begin -->\n).*(<!-- folders: end -->\n)"
        current = re.sub(marks, lambda match: match[1] + house.architecture() + match[2], page, flags=re.DOTALL)
        if os.environ.get("BLESS") == "1":
            path.write_text(current)
        self.assertRegex(page, re.compile(marks, re.DOTALL))
        self.assertEqual(path.read_text(), current, "if the change is meant, ./tools/lab/bless accepts it")


class Style(Tree):
    def test_files_have_at_most_600_lines(self):
        self.assert_clean(house.long_files, MAX_LINES)

    def test_finds_long_file(self):
        files = {"src/compiler/base/long.cpp": "\n" * (MAX_LINES + 1), "src/compiler/base/short.cpp": "\n" * MAX_LINES}
        self.assertEqual(self.found(house.long_files, files, MAX_LINES), ["src/compiler/base/long.cpp: 601 lines"])

    def test_classes_are_in_at_most_two_source_files(self):
        self.assert_clean(house.spread_classes, MAX_FILES)

    def test_exceptions_of_spread_classes_are_needed(self):
        files = house.class_files(ROOT)
        self.assertEqual([name for name in house.SPREAD_CLASSES if len(files.get(name, ())) <= MAX_FILES], [])

    def test_finds_spread_class(self):
        files = {"src/ir/a.cpp": "Run::Run(int x) {}\nstd::vector<int> Run::all() const {\n  Other::call(1);\n}\n",
                 "src/ir/b.cpp": "Run::Range Two::range(int x) {\nbool Run::Key::operator()(int x) {\n",
                 "src/ir/c.cpp": "template <class T>\nvoid Run::set(T x) {\nint Two::a() {\n",
                 "src/base/d.cpp": "void Two::b() {\n// Run::x()\nstd::string text::y() {\n"}
        self.assertEqual(self.found(house.spread_classes, files, MAX_FILES), ["ir/Run is in src/ir/a.cpp, src/ir/b.cpp, src/ir/c.cpp"])

    def test_namespaces_are_called_like_folders(self):
        self.assert_clean(house.foreign_namespaces)

    def test_finds_namespace_of_another_name(self):
        files = {"src/compiler/base/a.cpp": "namespace agal {\nnamespace {\nnamespace agal::base {\n",
                 "src/compiler/base/b.cpp": "\nnamespace agal::text {\n",
                 "src/compiler/ir/c.hpp": "namespace agal::ir::pass {\n// namespace agal::x {\n"}
        self.assertEqual(self.found(house.foreign_namespaces, files), ["src/compiler/base/b.cpp:2"])

    def test_switches_have_no_default_label(self):
        self.assert_clean(house.default_labels)

    def test_finds_default_label(self):
        files = {"src/compiler/base/a.cpp": "switch (x) {\n  default: return;\n}\n", "tools/agalc/b.cpp": "  default : break;\n",
                 "src/compiler/base/c.cpp": 'A() = default;\n// default: none\nf("default:");\n',
                 "src/compiler/base/d.cpp": "switch (c) {\n  case 'a': return;\n  default: return;\n}\n"}
        self.assertEqual(self.found(house.default_labels, files), ["src/compiler/base/a.cpp:2", "tools/agalc/b.cpp:1"])

    def test_languages_are_not_compared_by_name(self):
        self.assert_clean(house.languages_by_name)

    def test_finds_languages_by_name(self):
        table = {"include/agal/tables/targets.def": 'AGAL_TARGET(Old10, "old10", Old, 10)\nAGAL_TARGET_FAMILY(Old, "old", "Old")\n'}
        code = ["if (family == TargetFamily::Old) {}", "if (agal::TargetFamily::Old !=\n    row.family) {}", "if (a == b &&\n    target != agal::Target::Old10) {}",
                "switch (x) {\n  case TargetFamily::Old: break;\n}", 'if (row.name == "old10") {}', 'if ("old" != info(family).name) {}',
                "using enum agal::Target;", "using F = TargetFamily;", "if (info(output.target).version >= 51) {}",
                "std::find(list.begin(), list.end(), Target::Old10)", "constexpr bool old(Target t) { return t ==\n  Target::Old10; }",
                "if (row.syntax == Syntax::Old) {}"]
        lines = [1, 1, 2, 2, 1, 1, 1, 1, 1, 1, 2, 1]
        for folder in "src/compiler/translate", "src/prove", "tools/agalc", "tools/lib/proofs":
            for text, line in zip(code, lines):
                self.assertEqual(self.found(house.languages_by_name, {**table, f"{folder}/a.cpp": text}), [f"{folder}/a.cpp:{line}"], text)

    def test_allows_languages_in_their_places(self):
        comparison = "bool old = family == TargetFamily::Old;\n"
        files = {"include/agal/tables/targets.def": 'AGAL_TARGET(Old10, "old10", Old, 10)\n', "src/compiler/target/a.cpp": comparison,
                 "include/agal/target.hpp": comparison, "src/compiler/writer/print.cpp": "case Syntax::Glsl: return;\n",
                 "tools/agalc/a.cpp": "// family == TargetFamily::Old\noptions.target = Target::Old10;\nf(info(target).version, 10);\n"
                                      "for (Target t : {Target::Old10}) f(t == other);\n"}
        self.assertEqual(self.found(house.languages_by_name, files), [])

    def test_locations_are_made_in_program_folder(self):
        self.assert_clean(house.locations_made)

    def test_finds_location_made_elsewhere(self):
        files = {"src/compiler/program/locate.cpp": "  Location location;\n",
                 "src/compiler/lower/a.cpp": "// Location location;\n  Location location;\n",
                 "src/compiler/lint/b.cpp": "  Location location{};\n",
                 "src/compiler/lint/c.cpp": "  const Location location = program::locate(p);\nf(Location location);\n",
                 "src/compiler/lint/d.cpp": "  Location here = diag::in_file(name);\n"}
        self.assertEqual(self.found(house.locations_made, files),
                         ["src/compiler/lint/b.cpp:1", "src/compiler/lint/d.cpp:1", "src/compiler/lower/a.cpp:2"])

    def test_has_no_forbidden_words(self):
        self.assert_clean(house.forbidden_words)

    def test_finds_forbidden_words(self):
        files = {"src/compiler/base/a.cpp": "// TO" "DO: later\n", "docs/b.md": "see /ho" "me/me/b\n", "README.md": "fine\n"}
        self.assertEqual(self.found(house.forbidden_words, files), ["src/compiler/base/a.cpp:1: TO" "DO", "docs/b.md:1: /ho" "me/"])


class Documents(Tree):
    def test_links_have_targets(self):
        self.assert_clean(documents.dead_links)

    def test_finds_dead_links(self):
        files = {"README.md": "[a](docs/a.md) ![b](docs/b.png) [c](https://example.com/c) `x[0](y)`\n",
                 "CONTRIBUTING.md": "```\n[a](b.md)\n```\n    [](float a)\n[`a`](docs/a.md#two-words) [a](docs/a.md#three)\n",
                 "docs/a.md": "# A\n## Two, *words*!\n## Again\n## Again\n[up](#again-1) [down](#again-2)\n",
                 "docs/adr/1.md": "[a](../a.md) [b](a.md)\n"}
        self.assertEqual(self.found(documents.dead_links, files),
                         ["CONTRIBUTING.md:5: docs/a.md#three", "README.md:1: docs/b.png", "docs/a.md:5: #again-2",
                          "docs/adr/1.md:1: a.md"])

    def test_words_follow_the_rules(self):
        self.assert_clean(documents.unwanted_words)

    def test_finds_unwanted_words(self):
        files = {"README.md": "for who" "ever reads it\n", "include/agal/agal.h": "/* the be" "haviour */\n", ".ci/run": "# any" "body\n",
                 "docs/a.md": "whole bodies, colors\n"}
        self.assertEqual(self.found(documents.unwanted_words, files),
                         ["README.md:1: who" "ever", ".ci/run:1: any" "body", "include/agal/agal.h:1: be" "haviour"])

    def test_paths_in_comments_exist(self):
        self.assert_clean(documents.dead_paths_in_comments)

    def test_finds_dead_paths(self):
        files = {"src/compiler/ir/a.cpp": '// As src/compiler/ir/b.cpp and src/compiler/ir/a.cpp say (docs/adr/0001): tools/x.\nf("src/c");\n',
                 "docs/adr/0001-a.md": ""}
        self.assertEqual(self.found(documents.dead_paths_in_comments, files),
                         ["src/compiler/ir/a.cpp:1: src/compiler/ir/b.cpp", "src/compiler/ir/a.cpp:1: tools/x"])

    def test_index_lists_every_page(self):
        self.assert_clean(documents.pages_missing_from_index)

    def test_finds_missing_page(self):
        files = {"README.md": "", "docs/README.md": "[a](a.md) [b](b.md)\n\n- [adr](adr/README.md), [b](b.md)\n",
                 "docs/a.md": "", "docs/b.md": "", "docs/c.md": "", "docs/adr/README.md": "[1](1.md)", "docs/adr/1.md": "",
                 "docs/adr/2.md": "", "docs/data/README.md": "", "docs/more/a.md": ""}
        self.assertEqual(self.found(documents.pages_missing_from_index, files),
                         ["docs/b.md: 2 times", "docs/c.md: 0 times", "docs/data/README.md: 0 times", "docs/adr/2.md: 0 times",
                          "docs/more/a.md: 0 times"])

    def test_options_of_the_build_have_users(self):
        self.assert_clean(documents.unused_options)

    def test_finds_options_without_users(self):
        files = {"docs/packaging.md": "`AGAL_A`\n", "CMakePresets.json": '{"AGAL_C": "ON"}\n', "tools/package": "-DAGAL_DD=ON\n",
                 "cmake/a.cmake": 'option(AGAL_A "a" ON)\noption(AGAL_B "b" ON)\noption(AGAL_C "c" ON)\nset(AGAL_D "" CACHE STRING "d")\n'
                                  "set(AGAL_E ON)\n"}
        self.assertEqual(self.found(documents.unused_options, files), ["AGAL_B", "AGAL_D"])

    def test_named_tests_exist(self):
        self.assert_clean(documents.missing_tests)
        self.assertGreater(len(documents.tests_in_faults(ROOT)), 50)

    def test_finds_missing_test(self):
        files = {"docs/data/faults.md": "# Faults\n| a | `cli.A.B`, `cli.A.C` |\n| `cli`, `a.b` | `batch.A.B` |\n",
                 "tests/command/cli/CMakeLists.txt": "agal_test(cli SOURCES a.cpp)\n", "tests/command/cli/a.cpp": "TEST_F(A, B) {}\n",
                 "tests/command/batch/CMakeLists.txt": "agal_test(batches SOURCES a.cpp)\n", "tests/command/batch/a.cpp": "TEST(A, B) {}\n"}
        self.assertEqual(self.found(documents.missing_tests, files), ["cli.A.C", "batch.A.B"])

    def test_examples_are_those_of_examples_folder(self):
        example = ROOT / "examples/embed"
        main = (example / "main.cpp").read_text()
        self.assertIn((example / "CMakeLists.txt").read_text(), documents.code_blocks(ROOT / "docs/embedding.md", "cmake"))
        self.assertIn("#include <agal/", main)

    def test_installation_uses_one_build_folder(self):
        """The installation contains the build that was configured before."""
        commands = "cmake -S . -B|cmake --build|sudo cmake --install"
        folders = re.findall(rf"^    (?:{commands}) (\S+)", (ROOT / "README.md").read_text(), re.MULTILINE)
        self.assertEqual((len(folders), len(set(folders))), (3, 1))


class Wording(Tree):
    """Comments, pages and names of tests say what they mean. wording_exceptions.txt lists the files that do not yet."""

    def test_is_plain(self):
        faults = list(wording.faults(ROOT))
        names = {fault.split(":")[0] for fault in faults}
        if os.environ.get("BLESS") == "1":  # the list only becomes shorter
            (ROOT / wording.EXCEPTIONS).write_text("".join(f"{name}\n" for name in wording.excepted(ROOT) if name in names))
        excepted = wording.excepted(ROOT)
        self.assertEqual([fault for fault in faults if fault.split(":")[0] not in excepted], [])
        self.assertEqual([name for name in excepted if name not in names], [], "files without a fault: ./tools/lab/bless removes them")

    def assert_faults(self, file, text, *lines):
        """The faults of a file are on these lines."""
        found = self.found(wording.faults, {file: text})
        self.assertEqual([int(fault.split(":")[1]) for fault in found], list(lines), found)

    def test_finds_openings(self):
        self.assert_faults("src/a.cpp", "// What a thing is.\n\n/// Whether it ends.\n\n// Where is it?\n\n// Which one: this.\n", 1, 3, 7)
        self.assert_faults("tools/a", "#!/bin/sh\n# How it works.\n", 2)

    def test_accepts_openings_with_subject(self):
        self.assert_faults("src/a.cpp", "// Returns it.\n// Where it is, it stays.\n\n// Where malloc fails, the process ends.\n#define What\n"
                                        '"// What"\n')

    def test_finds_trailing_fragments(self):
        self.assert_faults("src/a.hpp", "int a;  // of the block\nint b;  ///< those that differ\nint c;  // the same for b\n", 1, 2, 3)
        self.assert_faults("tools/a.js", "f();  // by name\n", 1)

    def test_accepts_trailing_phrases(self):
        self.assert_faults("src/a.hpp", "int a;  // in bytes\nint b;  // the length\nf();  // for the linker\nint c;  // Of all. Also b.\n"
                                        "int d;  // the same file\nint e;\n// of the block above\n"
                                        'f("x  // of a string");\n')

    def test_finds_words(self):
        self.assert_faults("src/a.cpp", "// Is that of the file.\n// So that of two, one is left.\n// There is no program: it is no longer so.\n"
                                        "// A text is no program.\n", 1, 4)
        self.assert_faults("docs/a.md", "all but for one\n\nnot for this, but for that\n```\nbeside\n```\n[a](b.md#beside) `beside`\n"
                                        "it hangs on it, beside the own one, and stands twice\n", 1, 8, 8, 8, 8)

    def test_finds_riddles(self):
        self.assert_faults("tests/a.cpp", "TEST(A, WhatIsWrong) {\nTEST_F(A, TextIsNoProgram) {\nTEST(A, KeepsWhatIsThere) {\n"
                                          "TEST(A, EndsIfThereIsNoSpace) {\nTEST_P(A, IsThatOfTheFile) {\n", 1, 2, 5)


if __name__ == "__main__":
    unittest.main()
