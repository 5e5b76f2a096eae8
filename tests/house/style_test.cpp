// Rules about single files.
#include <gmock/gmock.h>

#include "house/house.hpp"

namespace agal::house {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr std::size_t max_file_lines = 600;

TEST(Style, FilesHaveAtMost600Lines) { EXPECT_THAT(long_files(AGAL_SOURCE_DIR, max_file_lines), IsEmpty()); }

TEST(Style, FindsLongFile) {
  std::string text;
  for (std::size_t i = 0; i <= max_file_lines; ++i) text += "\n";
  const PlantedTree tree({{"src/base/long.cpp", text}, {"src/base/short.cpp", text.substr(1)}});
  EXPECT_THAT(long_files(tree.root(), max_file_lines), ElementsAre(HasSubstr("long.cpp: 601 lines")));
}

TEST(Style, NamespacesAreCalledLikeTheirFolders) { EXPECT_THAT(foreign_namespaces(AGAL_SOURCE_DIR), IsEmpty()); }

TEST(Style, FindsANamespaceOfAnotherName) {
  const PlantedTree tree({{"src/base/a.cpp", "namespace agal {\nnamespace {\nnamespace agal::base {\n"},
                          {"src/base/b.cpp", "\nnamespace agal::text {\n"},
                          {"src/ir/c.hpp", "namespace agal::ir::pass {\n// namespace agal::x {\n"}});
  EXPECT_THAT(foreign_namespaces(tree.root()), ElementsAre("src/base/b.cpp:2"));
}

TEST(Style, SwitchesHaveNoDefaultLabel) { EXPECT_THAT(default_labels(AGAL_SOURCE_DIR), IsEmpty()); }

TEST(Style, FindsDefaultLabel) {
  const PlantedTree tree({{"src/base/a.cpp", "switch (x) {\n  default: return;\n}\n"},
                          {"tools/agalc/b.cpp", "  default : break;\n"},
                          {"src/base/c.cpp", "A() = default;\n// default: none\nf(\"default:\");\n"},
                          {"src/base/d.cpp", "switch (c) {\n  case 'a': return;\n  default: return;\n}\n"}});
  EXPECT_THAT(default_labels(tree.root()), ElementsAre("src/base/a.cpp:2", "tools/agalc/b.cpp:1"));
}

TEST(Style, LocationsAreCreatedInProgramFolder) { EXPECT_THAT(locations_made(AGAL_SOURCE_DIR), IsEmpty()); }

TEST(Style, FindsLocationCreatedElsewhere) {
  const PlantedTree tree(
      {{"src/program/locate.cpp", "  Location location;\n"},
       {"src/lower/a.cpp", "// Location location;\n  Location location;\n"},
       {"src/lint/b.cpp", "  Location location{};\n"},
       {"src/lint/c.cpp", "  const Location location = program::locate(p);\nf(Location location);\n"}});
  EXPECT_THAT(locations_made(tree.root()), ElementsAre("src/lint/b.cpp:1", "src/lower/a.cpp:2"));
}

TEST(Style, HasNoForbiddenWords) { EXPECT_THAT(forbidden_words(AGAL_SOURCE_DIR), IsEmpty()); }

TEST(Style, FindsForbiddenWords) {
  const PlantedTree tree({{"src/base/a.cpp", std::string("// TO") + "DO: later\n"},
                          {"docs/b.md", std::string("see /ho") + "me/me/b\n"},
                          {"README.md", "fine\n"}});
  EXPECT_THAT(forbidden_words(tree.root()), ElementsAre(HasSubstr("src/base/a.cpp:1"), HasSubstr("docs/b.md:1")));
}

}  // namespace
}  // namespace agal::house
