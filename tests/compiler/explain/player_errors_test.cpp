// Explanations of player errors that no rule of agalc reports.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "agal/diagnostic.hpp"
#include "agal/explain.hpp"

namespace agal {
namespace {

using testing::HasSubstr;

TEST(PlayerErrors, CoverEveryNumberOfStage3d) {
  for (int number = 3600; number <= 3899; ++number) {
    const std::string word = std::to_string(number);
    EXPECT_TRUE(find_rule(word) != nullptr || !glossary_entry(word).empty()) << word;
  }
}

TEST(PlayerErrors, GiveMeaningAndCause) {
  EXPECT_THAT(glossary_entry("Error #3692"), HasSubstr("before Context3D.clear"));
  EXPECT_THAT(glossary_entry("3613"), HasSubstr("usual cause"));
  EXPECT_THAT(glossary_entry("3614"), HasSubstr("OpenGL"));
  EXPECT_THAT(glossary_entry("3768"), HasSubstr("background"));
  EXPECT_THAT(glossary_entry("3780"), HasSubstr("width"));
  EXPECT_THAT(glossary_entry("3781"), HasSubstr("height"));
}

TEST(PlayerErrors, ExplainRulesWithTheirNumber) {
  const std::string entry = explain(*find_rule("3652"));
  for (const char* const word : {"3652", "3652.", "agal3652", "Agal 3652", "error 3652", "Error #3652:"})
    EXPECT_EQ(glossary_entry(word), entry) << word;
}

TEST(PlayerErrors, ExplainUnusedAndForeignNumbers) {
  EXPECT_EQ(glossary_entry("3736"), "Error #3736 of the player is about message channels, not about Stage3D.\n");
  EXPECT_EQ(glossary_entry("3733"), "Stage3D does not have an error #3733: the player does not use this number.\n");
  EXPECT_EQ(glossary_entry("3599"), "");
  EXPECT_EQ(glossary_entry("3900"), "");
  EXPECT_EQ(glossary_entry("36000"), "");
}

}  // namespace
}  // namespace agal
