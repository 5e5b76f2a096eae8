// The options of proofs by name.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "agal/prove/prove.hpp"

namespace agal {
namespace {

using testing::HasSubstr;

std::string message_of(const Diagnostics& found) { return found.empty() ? "" : found[0].message; }

// Returns a valid value of an option.
std::string value_of(const OptionInfo& option) {
  if (option.form.starts_with("NAME=REGISTER")) return "mvp=vc0,color=oc";
  if (option.form.starts_with("REGISTER.LANE")) return "fc0.z=1,vc7.x=-2.5";
  return option.form.substr(0, option.form.find(' '));  // the minimum
}

TEST(ProofOptions, AcceptTheirValuesAndNoOthers) {
  ProofOptions options;
  for (const OptionInfo& option : proof_options()) {
    for (const std::string_view value : {value_of(option)})
      EXPECT_TRUE(set_option(options, option.name, value).empty()) << option.name << "=" << value;
    for (const char* const value : {"no such value!", "-1", "=1"})
      EXPECT_FALSE(set_option(options, option.name, value).empty()) << option.name << "=" << value;
  }
  EXPECT_THAT(message_of(set_option(options, "budge", "1")), HasSubstr("did you mean 'budget'?"));
}

TEST(ProofOptions, AreStoredInMembers) {
  ProofOptions options;
  EXPECT_TRUE(set_option(options, "map", "mvp=vc0,tint=fc1.y").empty());
  EXPECT_TRUE(set_option(options, "assume", "fc0.z=1").empty());
  EXPECT_TRUE(set_option(options, "budget", "500").empty());
  ASSERT_EQ(options.mappings.size(), 2u);
  EXPECT_EQ(options.mappings[1].number, 1u);
  ASSERT_EQ(options.assumptions.size(), 1u);
  EXPECT_EQ(options.budget, 500u);
}

TEST(ProofOptions, RegistersHaveNumbersWithoutLeadingZeros) {
  ProofOptions options;
  for (const auto& [name, value] : std::vector<std::pair<const char*, const char*>>{
           {"map", "tint=fc00"}, {"map", "tint=fc01.y"}, {"assume", "fc007.x=1"}})
    EXPECT_FALSE(set_option(options, name, value).empty()) << value;
}

}  // namespace
}  // namespace agal
