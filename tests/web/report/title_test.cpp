// Tests the title of a report without --title.
#include "report/title.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace agal::report {
namespace {

// Returns the title of files, each marked as a log or not.
std::string title_of(const std::vector<std::pair<std::string, bool>>& files) {
  Title title;
  for (const auto& [file, log] : files) {
    manifest::Entry entry;
    manifest::Json origin{{"container", file}};
    if (log) origin["certainty"] = "captured";
    entry.origins.push_back(std::move(origin));
    title.add(entry);
  }
  return title.text();
}

TEST(Title, IsGameWithoutLogs) {
  EXPECT_EQ(title_of({{"in/game.swf", false}, {"logs/game.log", true}, {"in/game.swf!lib.swf", false}}), "game.swf");
  EXPECT_EQ(title_of({{"logs/game.log", true}}), "game.log");
}

TEST(Title, NamesTwoFilesOrCommonFolder) {
  EXPECT_EQ(title_of({{"a.swf", false}, {"x/b.swf", false}}), "a.swf and b.swf");
  EXPECT_EQ(title_of({{"in/fx/a", false}, {"in/fx/b", false}, {"in/fy/c", false}, {"in/fz", false}}), "in");
  EXPECT_EQ(title_of({{"../a", false}, {"../b", false}, {"../c", false}}), "a and others");
  EXPECT_EQ(title_of({{"a", false}, {"b", false}, {"c", false}}), "a and others");
}

TEST(Title, IsEmptyWithoutFiles) { EXPECT_EQ(title_of({}), ""); }

}  // namespace
}  // namespace agal::report
