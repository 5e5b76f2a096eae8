// The direction of includes.
#include <gmock/gmock.h>

#include "house/house.hpp"
#include "support/golden.hpp"

namespace agal::house {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<std::string> breaches_of(const std::string& file, const std::string& include) {
  const PlantedTree tree({{file, "#pragma once\n#include \"" + include + "\"\n"}});
  return include_breaches(tree.root());
}

TEST(IncludeDirection, AllIncludesPointDown) { EXPECT_THAT(include_breaches(AGAL_SOURCE_DIR), IsEmpty()); }

TEST(IncludeDirection, FindsSourcesOfThisTree) {
  // An empty tree would pass too, so there must be some files.
  EXPECT_TRUE(std::filesystem::exists(AGAL_SOURCE_DIR "/src/base/text.hpp"));
}

TEST(IncludeDirection, FindsUpwardInclude) {
  EXPECT_THAT(breaches_of("src/ir/module.hpp", "lower/lower.hpp"),
              ElementsAre(HasSubstr("src/ir/module.hpp:2: includes lower/lower.hpp")));
}

TEST(IncludeDirection, FindsSiblingInclude) {
  EXPECT_THAT(breaches_of("src/bytecode/reader.cpp", "assembly/lexer.hpp"), ElementsAre(HasSubstr("not below")));
}

TEST(IncludeDirection, FindsPublicHeaderOfHigherLevel) {
  EXPECT_THAT(breaches_of("src/diag/rules.cpp", "agal/program.hpp"), ElementsAre(HasSubstr("belongs to program")));
}

TEST(IncludeDirection, FindsPublicHeaderWithoutLevel) {
  EXPECT_THAT(breaches_of("src/driver/compile.cpp", "agal/invented.hpp"), ElementsAre(HasSubstr("has no level")));
}

TEST(IncludeDirection, FindsFolderWithoutLevel) {
  EXPECT_THAT(breaches_of("src/invented/file.cpp", "base/text.hpp"), ElementsAre(HasSubstr("has no level")));
}

TEST(IncludeDirection, FindsPrivateHeaderInTool) {
  EXPECT_THAT(breaches_of("tools/agalc/main.cpp", "base/utf8.hpp"), ElementsAre(HasSubstr("neither public")));
  EXPECT_THAT(breaches_of("tools/agalc/main.cpp", "../../src/base/utf8.hpp"), ElementsAre(HasSubstr("neither public")));
}

TEST(IncludeDirection, FindsCommandHeaderInLibrary) {
  const PlantedTree tree({{"tools/lib/batch/batch.cpp", "#include \"smith/smith.hpp\"\n#include \"agalc/guess.hpp\"\n"},
                          {"tools/agalc/main.cpp", "#include \"smith/smith.hpp\"\n"},
                          {"tools/agalc/guess.hpp", ""},
                          {"tools/dev/smith/smith.hpp", ""}});
  EXPECT_THAT(include_breaches(tree.root()), testing::SizeIs(3));
}

TEST(IncludeDirection, AllowsListedHeadersInTools) {
  EXPECT_THAT(breaches_of("tools/lib/manifest/record.cpp", "base/json_writer.hpp"), IsEmpty());
}

TEST(IncludeDirection, AllowsDownwardIncludes) {
  const PlantedTree tree(
      {{"src/lower/lower.cpp",
        "#include <vector>\n#include \"ir/module.hpp\"\n#include \"lower/lower.hpp\"\n"
        "#include \"agal/program.hpp\"\n#include \"agal/tables/opcodes.def\"\n"},
       {"src/assembly/load.cpp", "#include \"agal/bytecode.hpp\"\n"},
       {"tools/agalc/main.cpp", "#include \"agal/compile.hpp\"\n#include \"own.hpp\"\n#include \"batch/batch.hpp\"\n"},
       {"tools/agalc/own.hpp", ""},
       {"tools/lib/batch/batch.hpp", "#include \"console/console.hpp\"\n"},
       {"tools/lib/console/console.hpp", ""},
       {"tools/dev/smith/smith.hpp", ""},
       {"tools/dev/example_swf/main.cpp", "#include \"smith/smith.hpp\"\n#include \"batch/batch.hpp\"\n"}});
  EXPECT_THAT(include_breaches(tree.root()), IsEmpty());
}

TEST(Libraries, EachFolderBelongsToOneLibrary) { EXPECT_THAT(misplaced_sources(AGAL_SOURCE_DIR), IsEmpty()); }

TEST(Libraries, FindsFolderInTwoLibraries) {
  const PlantedTree tree(
      {{"src/target/CMakeLists.txt", "target_sources(agal-core PRIVATE a.cpp)\ntarget_sources(agal PRIVATE b.cpp)\n"},
       {"src/khronos/CMakeLists.txt", "target_sources(agal PRIVATE c.cpp)\n"}});
  EXPECT_THAT(misplaced_sources(tree.root()),
              ElementsAre(HasSubstr("src/target/CMakeLists.txt:2: adds to agal instead")));
}

TEST(Document, ArchitectureListsFolders) { test::expect_section("docs/architecture.md", "folders", architecture()); }

}  // namespace
}  // namespace agal::house
