// The options of `extract` by name.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "agal/games/extract.hpp"

namespace agal {
namespace {

using testing::HasSubstr;

std::string message_of(const Diagnostics& found) { return found.empty() ? "" : found[0].message; }

std::string least_value(const OptionInfo& option) {
  return option.name == "fill" ? "usual" : option.form.substr(0, option.form.find(' '));
}

TEST(ExtractOptions, AcceptTheirValuesAndNoOthers) {
  ExtractOptions options;
  for (const OptionInfo& option : extract_options()) {
    for (const std::string_view value : {least_value(option)})
      EXPECT_TRUE(set_option(options, option.name, value).empty()) << option.name << "=" << value;
    for (const char* const value : {"no such value!", "-1", "=1"})
      EXPECT_FALSE(set_option(options, option.name, value).empty()) << option.name << "=" << value;
  }
  EXPECT_THAT(message_of(set_option(options, "max-nestin", "1")), HasSubstr("did you mean 'max-nesting'?"));
}

TEST(ExtractOptions, FillIsAListOfLines) {
  ExtractOptions options;
  EXPECT_TRUE(set_option(options, "fill", "usual").empty());
  EXPECT_TRUE(options.fills.use_defaults);
  EXPECT_TRUE(options.fills.holes.empty());
  EXPECT_TRUE(set_option(options, "fill", "<?\?\?>=<2d,linear>\nOPTIONS=a=b\nEMPTY=\nusual").empty());
  using Holes = std::vector<std::pair<std::string, std::string>>;
  EXPECT_TRUE(options.fills.use_defaults);
  EXPECT_EQ(options.fills.holes, (Holes{{"<?\?\?>", "<2d,linear>"}, {"OPTIONS", "a=b"}, {"EMPTY", ""}}));
  for (const char* const value : {"=a", "hole", "a=b\nusually"})
    EXPECT_THAT(message_of(set_option(options, "fill", value)), HasSubstr("is neither HOLE=TEXT nor usual")) << value;
  EXPECT_EQ(options.fills.holes.size(), 3u);
  // Setting the option again replaces its value.
  EXPECT_TRUE(set_option(options, "fill", "").empty());
  EXPECT_FALSE(options.fills.use_defaults);
  EXPECT_TRUE(options.fills.holes.empty());
}

TEST(ExtractOptions, AreStoredInMembers) {
  ExtractOptions options;
  EXPECT_TRUE(set_option(options, "max-nesting", "3").empty());
  EXPECT_TRUE(set_option(options, "max-programs", "1000").empty());
  EXPECT_EQ(options.max_nesting, 3u);
  EXPECT_EQ(options.max_programs, 1000u);
  EXPECT_EQ(message_of(set_option(options, "max-nesting", "65")),
            "invalid value '65' of max-nesting; expected 1 to 64");
  EXPECT_EQ(options.max_nesting, 3u);
}

}  // namespace
}  // namespace agal
