// The names of files for programs that were found.
#include "batch/found_names.hpp"

#include <gmock/gmock.h>

#include <algorithm>

namespace agal::batch {
namespace {

std::vector<std::string> stems_of(const std::vector<std::string>& names) {
  std::vector<FoundProgram> programs;
  for (const std::string& name : names) {
    FoundProgram& found = programs.emplace_back();
    found.program.stage = Stage::Vertex;
    found.program.version = static_cast<std::uint32_t>(programs.size());  // so that their hashes differ
    found.origins.push_back({.container = "x", .name = name});
  }
  return agalc::file_stems(programs);
}

TEST(FoundNames, AreThoseInTheContainer) {
  EXPECT_THAT(stems_of({"Water", "ui/fire.frag.agal", "v1.2"}),
              testing::ElementsAre("Water.vert", "fire.vert", "v1.2.vert"));
}

TEST(FoundNames, DevicesOfWindowsAreNotNamesOfFiles) {
  EXPECT_THAT(stems_of({"CON", "nul.txt", "Aux.vert.agal", "com1", "LPT9.x.y", "console", "com", "com12"}),
              testing::ElementsAre("CON_.vert", "nul_.txt.vert", "Aux_.vert", "com1_.vert", "LPT9_.x.y.vert",
                                   "console.vert", "com.vert", "com12.vert"));
}

TEST(FoundNames, AreNamesOfFilesWhateverTheContainerSays) {
  const std::vector<std::string> stems = stems_of(
      {"", ".", "..", "../../etc/passwd", "/etc/passwd", "C:\\Windows\\x", "...", "a\nb", std::string("a\0b", 3),
       "\u202egpj.exe", "-rf", " ", "*", "a b", std::string(65536, 'x'), std::string(65536, 'x'), "NUL"});
  for (const std::string& stem : stems) {
    EXPECT_LE(stem.size(), 120u);
    EXPECT_NE(stem[0], '.') << stem;
    EXPECT_TRUE(std::all_of(stem.begin(), stem.end(), [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' ||
             c == '.';
    })) << stem;
  }
  std::vector<std::string> different = stems;
  std::sort(different.begin(), different.end());
  EXPECT_EQ(std::adjacent_find(different.begin(), different.end()), different.end());
}

}  // namespace
}  // namespace agal::batch
