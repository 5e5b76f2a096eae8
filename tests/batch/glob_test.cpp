// Patterns for paths.
#include "batch/glob.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <string_view>

#include "os/name_match.hpp"

namespace agal::batch {
namespace {

using Match = Glob::Match;

TEST(Glob, TheFolderIsWhatComesBeforeTheFirstPattern) {
  EXPECT_EQ(Glob("*.agal").folder(), "");
  EXPECT_EQ(Glob("a/b/*.agal").folder(), "a/b");
  EXPECT_EQ(Glob("/data/**/x").folder(), "/data");
  EXPECT_EQ(Glob("/*.agal").folder(), "/");
  EXPECT_EQ(Glob("../a?/b").folder(), "..");
}

TEST(Glob, AComponentMatchesWithinOneName) {
  const Glob glob("a/*.ag[a-b]l");
  EXPECT_EQ(glob.match("x.agal"), Match::Whole);
  EXPECT_EQ(glob.match("x.agbl"), Match::Whole);
  EXPECT_EQ(glob.match("x.agcl"), Match::None);
  EXPECT_EQ(glob.match("x/y.agal"), Match::None);
}

TEST(Glob, TwoStarsStandForAnyNumberOfComponents) {
  const Glob glob("**/water.*");
  EXPECT_EQ(glob.match("water.agal"), Match::Both);  // a folder of that name may have one in it
  EXPECT_EQ(glob.match("a/b/c/water.frag"), Match::Both);
  EXPECT_EQ(glob.match("a/b"), Match::Inside);
  EXPECT_EQ(glob.match("a/fire.agal"), Match::Inside);
  EXPECT_EQ(Glob("**").match("a/b/c"), Match::Both);
  EXPECT_EQ(Glob("**/**/x").match("x"), Match::Both);
  EXPECT_EQ(Glob("a*/**/x/y").match("ab/x/x/y"), Match::Both);
}

TEST(Glob, FoldersThatCannotHoldAMatchAreNotEntered) {
  const Glob glob("a*/b/*.agal");
  EXPECT_EQ(glob.match("ab"), Match::Inside);
  EXPECT_EQ(glob.match("ab/b"), Match::Inside);
  EXPECT_EQ(glob.match("ab/c"), Match::None);
  EXPECT_EQ(glob.match("c"), Match::None);
  EXPECT_EQ(glob.match("ab/b/x.agal"), Match::Whole);
}

TEST(Glob, HiddenNamesMustBeNamed) {
  EXPECT_EQ(Glob("*").match(".x"), Match::None);
  EXPECT_EQ(Glob("**/x").match(".git/x"), Match::None);
  EXPECT_EQ(Glob(".*").match(".x"), Match::Whole);
}

TEST(Glob, ManyStarsTakeNoLongTime) {
  std::string pattern, path;
  for (int i = 0; i < 40; ++i) {
    pattern += "**/a/";
    path += "a/";
  }
  EXPECT_EQ(Glob(pattern + "b").match(path + "c"), Match::Inside);
}

// Where the system has no function for it, agalc's own must find the same.
TEST(Glob, NamesMatchInTheSameWayEverywhere) {
  constexpr std::string_view in_patterns = "ab.*?[]!-^", in_names = "ab.-]^";
  std::mt19937 random(1);
  const auto word = [&](std::string_view letters) {
    std::string text(random() % 7, ' ');
    for (char& c : text) c = letters[random() % letters.size()];
    return text;
  };
  std::size_t matches = 0;
  for (int i = 0; i < 200'000; ++i) {
    const std::string pattern = word(in_patterns), name = word(in_names);
    const bool expected = agalc::os::matches_name(pattern, name);
    EXPECT_EQ(agalc::os::matches_without_system(pattern, name), expected) << pattern << "  " << name;
    matches += expected ? 1u : 0u;
  }
  EXPECT_GT(matches, 1000u);
}

}  // namespace
}  // namespace agal::batch
