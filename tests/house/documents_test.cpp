// Rules about the documents.
#include "house/documents.hpp"

#include <gmock/gmock.h>

#include "house/house.hpp"

namespace agal::house {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const std::filesystem::path source_dir = AGAL_SOURCE_DIR;

TEST(DocumentLinks, HaveTargets) { EXPECT_THAT(dead_links(source_dir), IsEmpty()); }

TEST(DocumentLinks, FindsDeadLinks) {
  const PlantedTree tree(
      {{"README.md", "[a](docs/a.md) ![b](docs/b.png) [c](https://example.com/c) `x[0](y)`\n"},
       {"CONTRIBUTING.md", "```\n[a](b.md)\n```\n    [](float a)\n[`a`](docs/a.md#two-words) [a](docs/a.md#three)\n"},
       {"docs/a.md", "# A\n## Two, *words*!\n## Again\n## Again\n[up](#again-1) [down](#again-2)\n"},
       {"docs/adr/1.md", "[a](../a.md) [b](a.md)\n"}});
  EXPECT_THAT(dead_links(tree.root()), ElementsAre("CONTRIBUTING.md:5: docs/a.md#three", "README.md:1: docs/b.png",
                                                   "docs/a.md:5: #again-2", "docs/adr/1.md:1: a.md"));
}

TEST(DocumentPaths, InCommentsExist) { EXPECT_THAT(dead_paths_in_comments(source_dir), IsEmpty()); }

TEST(DocumentPaths, FindsMissingPaths) {
  PlantedTree tree(
      {{"src/ir/a.cpp", "// As src/ir/b.cpp and src/ir/a.cpp say (docs/adr/0001): tools/x.\nf(\"src/c\");\n"},
       {"docs/adr/0001-a.md", ""}});
  for (const char* folder : {"include", "tests", "tools", "bindings", "examples", "cmake", "packaging"})
    std::filesystem::create_directories(tree.root() / folder);
  EXPECT_THAT(dead_paths_in_comments(tree.root()),
              ElementsAre("src/ir/a.cpp:1: src/ir/b.cpp", "src/ir/a.cpp:1: tools/x"));
}

TEST(DocumentIndex, ListsEveryPage) { EXPECT_THAT(pages_missing_from_index(source_dir), IsEmpty()); }

TEST(DocumentIndex, FindsAMissingPage) {
  const PlantedTree tree({{"README.md", ""},
                          {"docs/README.md", "[a](a.md) [b](b.md)\n\n- [adr](adr/README.md), [b](b.md)\n"},
                          {"docs/a.md", ""},
                          {"docs/b.md", ""},
                          {"docs/c.md", ""},
                          {"docs/adr/README.md", ""},
                          {"docs/adr/1.md", ""}});
  EXPECT_THAT(pages_missing_from_index(tree.root()), ElementsAre("docs/b.md: 2 times", "docs/c.md: 0 times"));
}

TEST(DocumentFaults, NamedTestsExist) {
  EXPECT_THAT(missing_tests(source_dir), IsEmpty());
  EXPECT_GT(tests_in_faults(source_dir), 50u);
}

TEST(DocumentFaults, FindsMissingTest) {
  const PlantedTree tree(
      {{"docs/reliability.md",
        "# R\n`x.A.B`\n## Faults\n| a | `cli.A.B`, `cli.A.C` |\n| `cli` | `batch.A.B` |\n## Other\n`y.A.B`\n"},
       {"tests/cli/CMakeLists.txt", "agal_test(cli SOURCES a.cpp)\n"},
       {"tests/cli/a.cpp", "TEST_F(A, B) {}\n"},
       {"tests/batch/CMakeLists.txt", "agal_test(batches SOURCES a.cpp)\n"},
       {"tests/batch/a.cpp", "TEST(A, B) {}\n"}});
  EXPECT_THAT(missing_tests(tree.root()), ElementsAre("cli.A.C", "batch.A.B"));
}

// package.installed builds and runs it.
TEST(DocumentExample, MatchesReadme) {
  const std::filesystem::path example = source_dir / "examples/embed";
  EXPECT_THAT(code_blocks(source_dir / "README.md", "cpp"), ElementsAre(content_of(example / "main.cpp")));
  EXPECT_THAT(code_blocks(source_dir / "README.md", "cmake"), Contains(content_of(example / "CMakeLists.txt")));
  EXPECT_THAT(content_of(example / "main.cpp"), AllOf(HasSubstr("int main("), HasSubstr("#include <agal/")));
}

TEST(DocumentExample, MatchesPageOfCInterface) {
  EXPECT_THAT(code_blocks(source_dir / "docs/c-api.md", "c"),
              ElementsAre(content_of(source_dir / "examples/c/main.c")));
}

// The installation contains what was configured and built before.
TEST(DocumentInstall, UsesOneBuildFolder) {
  const std::string readme = content_of(source_dir / "README.md");
  std::vector<std::string> folders;
  for (const std::string command : {"cmake -S . -B ", "cmake --build ", "sudo cmake --install "}) {
    const std::size_t at = readme.find("\n    " + command);
    ASSERT_NE(at, std::string::npos) << command;
    const std::size_t begin = at + 5 + command.size();
    folders.push_back(readme.substr(begin, readme.find_first_of(" \n", begin) - begin));
  }
  EXPECT_THAT(folders, Each(folders.front()));
}

}  // namespace
}  // namespace agal::house
