// Tests the names of products, and file names for programs in containers.
#include "batch/names.hpp"

#include <gmock/gmock.h>

#include <algorithm>

namespace agal::batch {
namespace {

TEST(CleanPath, CannotLeaveTheFolder) {
  EXPECT_EQ(clean_path("a/b.agal"), "a/b.agal");
  EXPECT_EQ(clean_path("./a//b"), "a/b");
  EXPECT_EQ(clean_path("../../etc/x"), "etc/x");
  EXPECT_EQ(clean_path("/etc/x"), "etc/x");
  EXPECT_EQ(clean_path("a/../../x"), "a/x");
  EXPECT_EQ(clean_path(".agalc/x"), "%2Eagalc/x");
}

TEST(CleanPath, EscapesInvalidUtf8AndControlCharacters) {
  EXPECT_EQ(clean_path("w\xc3\xa4sser"), "w\xc3\xa4sser");
  EXPECT_EQ(clean_path("\xe6\xb0\xb4/\xf0\x9f\x8c\x8a"), "\xe6\xb0\xb4/\xf0\x9f\x8c\x8a");
  EXPECT_EQ(clean_path("a\xff\xc3"), "a%FF%C3");
  EXPECT_EQ(clean_path("\xed\xa0\x80"), "%ED%A0%80");         // a surrogate
  EXPECT_EQ(clean_path("\xc0\xaf"), "%C0%AF");                // overlong
  EXPECT_EQ(clean_path("\xf4\x90\x80\x80"), "%F4%90%80%80");  // above U+10FFFF
  EXPECT_EQ(clean_path("a\nb\\c%d"), "a%0Ab%5Cc%25d");
}

TEST(StemOfFile, OmitsTheLastExtensionUnlessItImpliesTheStage) {
  EXPECT_EQ(stem_of_file("ui/water.frag.agal"), "ui/water.frag");
  EXPECT_EQ(stem_of_file("ui/water.agal"), "ui/water");
  EXPECT_EQ(stem_of_file("water.bin"), "water");
  EXPECT_EQ(stem_of_file("water"), "water");
  EXPECT_EQ(stem_of_file("v1.2/water"), "v1.2/water");
  EXPECT_EQ(stem_of_file("water.vsh"), "water.vsh");
  EXPECT_EQ(stem_of_file("water.frag"), "water.frag");
}

TEST(PartnerOf, NamesTheOtherHalf) {
  EXPECT_EQ(partner_of("water.vert.agal"), "water.frag.agal");
  EXPECT_EQ(partner_of("water.frag.agal"), "water.vert.agal");
  EXPECT_EQ(partner_of("water.vsh"), "water.fsh");
  EXPECT_EQ(partner_of("water.ps.bin"), "water.vs.bin");
  EXPECT_EQ(partner_of("water.agal"), std::nullopt);
  EXPECT_EQ(partner_of("water"), std::nullopt);
}

TEST(StemRegistry, AssignsEachStemOnce) {
  StemRegistry stems;
  EXPECT_EQ(stems.assign("water", "water.agal", 1), "water");
  EXPECT_EQ(stems.assign("water", "water.bin", 2), "water.bin");
  EXPECT_EQ(stems.assign("water", "water.bin", 3), "water~2");
  EXPECT_EQ(stems.assign("water", "water", 4), "water~3");
  EXPECT_EQ(stems.assign("fire", "fire", 5), "fire");
  EXPECT_EQ(stems.assign("fire", "fire", 6), "fire~2");
}

TEST(StemRegistry, IgnoresARepeatedInput) {
  StemRegistry stems;
  EXPECT_EQ(stems.assign("water", "water.agal", 1), "water");
  EXPECT_EQ(stems.assign("water", "water.agal", 1), std::nullopt);
  EXPECT_EQ(stems.assign("water", "water.bin", 2), "water.bin");
  EXPECT_EQ(stems.assign("water", "water.bin", 2), std::nullopt);
}

std::vector<std::string> stems_of(const std::vector<std::string>& names) {
  std::vector<FoundProgram> programs;
  for (const std::string& name : names) {
    FoundProgram& found = programs.emplace_back();
    found.program.stage = Stage::Vertex;
    found.program.version = static_cast<std::uint32_t>(programs.size());  // makes hashes differ
    found.origins.push_back({.container = "x", .name = name});
  }
  return file_stems(programs, {});
}

TEST(FoundNames, AreTheNamesInTheContainer) {
  EXPECT_THAT(stems_of({"Water", "ui/fire.frag.agal", "v1.2"}),
              testing::ElementsAre("Water.vert", "fire.vert", "v1.2.vert"));
}

TEST(FoundNames, AvoidTheDeviceNamesOfWindows) {
  EXPECT_THAT(stems_of({"CON", "nul.txt", "Aux.vert.agal", "com1", "LPT9.x.y", "console", "com", "com12"}),
              testing::ElementsAre("CON_.vert", "nul_.txt.vert", "Aux_.vert", "com1_.vert", "LPT9_.x.y.vert",
                                   "console.vert", "com.vert", "com12.vert"));
}

// Returns the names of a vertex and a fragment program for each name, without their hashes.
std::vector<std::string> stems_of_pairs(const std::vector<std::string>& names, const std::vector<FoundPair>& pairs,
                                        const std::vector<std::string>& others = {}) {
  std::vector<FoundProgram> programs;
  for (const std::string& name : names)
    for (const Stage stage : {Stage::Vertex, Stage::Fragment}) {
      FoundProgram& found = programs.emplace_back();
      found.program.stage = stage;
      found.program.version = static_cast<std::uint32_t>(programs.size());
      found.origins.push_back({.container = "x", .name = name});
    }
  return file_stems(programs, pairs, others);
}

FoundPair pair_of(std::size_t vertex, std::size_t fragment) { return {vertex, fragment, "", {}}; }

// Returns the pairs of programs whose names differ only in the stage.
std::vector<std::pair<std::size_t, std::size_t>> paired_by_name(const std::vector<std::string>& stems) {
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  for (std::size_t i = 0; i < stems.size(); ++i)
    for (std::size_t j = 0; j < stems.size(); ++j)
      if (stems[i].ends_with(".vert") && partner_of(stems[i] + ".agal") == stems[j] + ".agal") pairs.emplace_back(i, j);
  return pairs;
}

using Pairs = std::vector<std::pair<std::size_t, std::size_t>>;

TEST(FoundNames, DifferOnlyInTheStageIfProgramsAreAPair) {
  EXPECT_THAT(stems_of_pairs({"R"}, {pair_of(0, 1)}), testing::ElementsAre("R.vert", "R.frag"));
  EXPECT_EQ(paired_by_name(stems_of_pairs({"R"}, {})), Pairs{});
  EXPECT_EQ(paired_by_name(stems_of_pairs({"R", "R"}, {pair_of(0, 3), pair_of(2, 1)})), (Pairs{{0, 3}, {2, 1}}));
  EXPECT_EQ(paired_by_name(stems_of_pairs({"R", "R"}, {pair_of(2, 3)})), (Pairs{{2, 3}}));
  EXPECT_EQ(paired_by_name(stems_of_pairs({"R", "r"}, {pair_of(0, 1)})), (Pairs{{0, 1}}));
  EXPECT_EQ(paired_by_name(stems_of_pairs({"A", "B"}, {pair_of(0, 1), pair_of(2, 3)})), (Pairs{{0, 1}, {2, 3}}));
  // Programs without a name have their hashes as names.
  EXPECT_EQ(paired_by_name(stems_of_pairs({"", ""}, {pair_of(0, 1)})), Pairs{});
}

TEST(FoundNames, MakeNoPairWithOtherFilesOfTheFolder) {
  const std::vector<FoundPair> pairs{pair_of(0, 1)};
  const auto made = [&](const std::vector<std::string>& stems, const std::vector<std::string>& others) {
    std::vector<std::string> all = stems;
    for (const std::string& other : others)
      if (std::ranges::find(stems, other) == stems.end()) all.push_back(other);
    Pairs pairs_made = paired_by_name(all);
    // The others may be pairs.
    std::erase_if(pairs_made, [&](const auto& pair) { return std::min(pair.first, pair.second) >= stems.size(); });
    return pairs_made;
  };
  // Both files of a pair are replaced.
  for (const std::vector<std::string>& others :
       {std::vector<std::string>{"R.vert"}, {"R.frag"}, {"R.vert", "R.frag"}, {"S.frag"}, {"R.frag.old"}})
    EXPECT_THAT(stems_of_pairs({"R"}, pairs, others), testing::ElementsAre("R.vert", "R.frag"));
  for (const std::vector<std::string>& others :
       {std::vector<std::string>{"R.frag"}, {"R.vert"}, {"R.vert", "R.frag"}, {"S.vert", "R.frag"}}) {
    EXPECT_EQ(made(stems_of_pairs({"R"}, {}, others), others), Pairs{}) << testing::PrintToString(others);
    EXPECT_EQ(made(stems_of_pairs({"R", "S"}, {}, others), others), Pairs{}) << testing::PrintToString(others);
  }
  EXPECT_THAT(stems_of_pairs({"R", "S"}, {pair_of(2, 3)}, {"S.frag"}), testing::Contains("S.frag"));
  // The second program has the name of the first one with its hash. That name would also make a pair.
  const std::vector<std::string> stems = stems_of_pairs({"R"}, {}, {});
  ASSERT_EQ(stems[0], "R.vert");
  std::string partner = stems[1];
  partner.replace(partner.rfind(".frag"), 5, ".vert");
  const std::vector<std::string> next = stems_of_pairs({"R"}, {}, {partner});
  EXPECT_EQ(next[0], "R.vert");
  EXPECT_NE(next[1], stems[1]);
}

TEST(FoundNames, AreSharedByOnePartnerOfSeveral) {
  const std::vector<std::string> stems = stems_of_pairs({"R", "R", "R"}, {pair_of(0, 1), pair_of(0, 3), pair_of(2, 5)});
  EXPECT_EQ(paired_by_name(stems), (Pairs{{0, 1}, {2, 5}}));
}

TEST(FoundNames, AreSafeFileNamesForHostileNames) {
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
