// Options by name. Every row of options.def can be set, and an invalid value changes nothing.
#include "agal/options.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <utility>
#include <vector>

namespace agal {
namespace {

using testing::HasSubstr;

// Returns a valid value for `option`. It differs from the current value if the option has several values.
std::string some_value(const OptionInfo& option) {
  if (!option.choices.empty()) return std::string(option.choices.back());
  if (option.form == "NAME") return "shader";
  if (option.form.starts_with("NAME=NUMBER")) return "FOG,LIGHTS=-2.5";
  if (option.form.starts_with("REGISTERS=NAME")) return "va0=position,vc0..3=mvp";
  if (option.form.starts_with("REGISTER=SEMANTIC")) return "va0=POSITION,v0=COLOR0";
  if (option.form.starts_with("RESOURCE")) return "fs0=1:5,fc=3";
  if (option.form.starts_with("LINT")) return "all,-limits-near";
  return option.form.substr(0, option.form.find(' '));  // the minimum
}

std::string message_of(const Diagnostics& found) { return found.empty() ? "" : found[0].message; }

TEST(Options, DefinitionsAreShortNumbers) {
  Options options;
  EXPECT_TRUE(set_option(options, "define", "FOG,LIGHTS=-2.5,SCALE=.1,LIMIT=123456789012345").empty());
  std::vector<double> values;
  for (const Definition& definition : options.assemble.definitions) values.push_back(definition.value);
  EXPECT_EQ(values, (std::vector<double>{1, -2.5, 0.1, 123456789012345}));
  for (const char* wrong :
       {"FOG=", "FOG=-", "FOG=.", "FOG=1e3", "FOG=1.2.3", "FOG=1234567890123456", "FOG=x", "=1", "F G=1"})
    EXPECT_THAT(message_of(set_option(options, "define", wrong)), testing::HasSubstr("is not NAME or NAME=NUMBER"))
        << wrong;
}

TEST(Options, EveryOptionAcceptsItsValues) {
  Options options;
  const std::vector<OptionInfo> all = all_options();
  ASSERT_GT(all.size(), 30u);
  for (const OptionInfo& option : all) {
    EXPECT_TRUE(option.choices.empty() != option.form.empty()) << option.name;
    for (const std::string_view choice : option.choices)
      EXPECT_TRUE(set_option(options, option.name, choice).empty()) << option.name << "=" << choice;
    EXPECT_TRUE(set_option(options, option.name, some_value(option)).empty()) << option.name;
    // Entry points accept any name here, because valid names depend on the target.
    EXPECT_EQ(set_option(options, option.name, "no such value!").empty(), option.name == "entry-point") << option.name;
  }
}

TEST(Options, EntryPointsMayDifferByStage) {
  Options options;
  EXPECT_TRUE(set_option(options, "entry-point", "shade").empty());
  EXPECT_EQ(options.compile.entry_points.vertex, "shade");
  EXPECT_EQ(options.compile.entry_points.fragment, "shade");
  EXPECT_TRUE(set_option(options, "entry-point", "fragment=fs_main,vertex=vs_main").empty());
  EXPECT_EQ(options.compile.entry_points.vertex, "vs_main");
  EXPECT_EQ(options.compile.entry_points.fragment, "fs_main");
  EXPECT_TRUE(set_option(options, "entry-point", "fragment=shade").empty());
  EXPECT_EQ(options.compile.entry_points.vertex, "main");
  EXPECT_EQ(message_of(set_option(options, "entry-point", "pixel=shade")),
            "'pixel=shade' is not vertex=NAME or fragment=NAME");
  EXPECT_EQ(message_of(set_option(options, "entry-point", "vertex=a,vertex=b")),
            "'vertex=a,vertex=b' names the entry point of a stage twice");
  EXPECT_EQ(message_of(set_option(options, "entry-point", "vertex=a,b")), "'b' is not vertex=NAME or fragment=NAME");
}

TEST(Options, DefaultsAreNamedUnlessTheyDependOnOtherOptions) {
  const auto usual = [](std::string_view name) {
    for (const OptionInfo& option : all_options())
      if (option.name == name) return std::string(option.default_value);
    return std::string("unknown");
  };
  EXPECT_EQ(usual("ifg"), "gt");
  EXPECT_EQ(usual("validate"), "strict");
  EXPECT_EQ(usual("clamp"), "true");
  EXPECT_EQ(usual("flip-y"), "false");
  for (const char* const name : {"constants", "clip-z", "writer", "samplers", "profile", "max-tokens", "bind"})
    EXPECT_EQ(usual(name), "") << name;
  for (const OptionInfo& option : all_options())
    if (!option.default_value.empty()) {
      EXPECT_THAT(option.choices, testing::Contains(option.default_value)) << option.name;
    }
}

TEST(Options, NamesAreUnique) {
  std::set<std::string_view> names;
  for (const OptionInfo& option : all_options()) EXPECT_TRUE(names.insert(option.name).second) << option.name;
}

TEST(Options, AreStoredInMembers) {
  Options options;
  EXPECT_TRUE(set_option(options, "target", "essl").empty());
  EXPECT_TRUE(set_option(options, "clip-z", "zero-to-one").empty());
  EXPECT_TRUE(set_option(options, "ifg", "ge").empty());
  EXPECT_TRUE(set_option(options, "bind", "fs3=2:7").empty());
  EXPECT_TRUE(set_option(options, "max-tokens", "200").empty());
  EXPECT_TRUE(set_option(options, "stage", "fragment").empty());
  EXPECT_TRUE(set_option(options, "lint", "none").empty());
  EXPECT_EQ(options.compile.target, Target::Essl300);
  EXPECT_EQ(options.compile.clip_z, ClipZ::ZeroToOne);
  EXPECT_EQ(options.compile.semantics.ifg, IfgMode::GreaterEqual);
  ASSERT_EQ(options.compile.bindings.size(), 1u);
  EXPECT_EQ(options.compile.bindings[0].resource, "fs3");
  EXPECT_EQ(options.compile.bindings[0].set, 2u);
  EXPECT_EQ(options.compile.bindings[0].binding, 7u);
  EXPECT_EQ(options.compile.validation.max_tokens, 200u);
  EXPECT_EQ(options.assemble.stage, Stage::Fragment);
  EXPECT_TRUE(options.lint.rules.empty());
}

TEST(Options, TargetAcceptsEveryName) {
  Options options;
  for (const auto& [name, target] :
       {std::pair{"metal", Target::Msl20}, {"D3D12", Target::Hlsl51}, {"glsl300es", Target::Essl300}}) {
    EXPECT_TRUE(set_option(options, "target", name).empty()) << name;
    EXPECT_EQ(options.compile.target, target) << name;
  }
}

TEST(Options, InvalidValueKeepsOldValue) {
  Options options;
  ASSERT_TRUE(set_option(options, "agal-version", "3").empty());
  for (const char* const value : {"0", "5", "-1", "3x", "", "99999999999999999999"}) {
    EXPECT_FALSE(set_option(options, "agal-version", value).empty()) << value;
    EXPECT_EQ(options.assemble.version, 3u) << value;
  }
  for (const char* const value : {"fs0", "fs0=", "=1", "fs16=1", "fx0=1", "fc0=1", "fs=1", "fs0=1:", "fs0=1,fs1"})
    EXPECT_FALSE(set_option(options, "bind", value).empty()) << value;
  EXPECT_TRUE(options.compile.bindings.empty());
}

TEST(Options, RegistersHaveNumbersWithoutLeadingZeros) {
  Options options;
  for (const auto& [name, value] : std::vector<std::pair<const char*, const char*>>{
           {"rename", "va00=position"}, {"rename", "vc0..03=mvp"}, {"semantics", "v01=COLOR"}})
    EXPECT_FALSE(set_option(options, name, value).empty()) << value;
}

TEST(Options, MessagesSuggestNames) {
  Options options;
  EXPECT_THAT(message_of(set_option(options, "taget", "spv")), HasSubstr("did you mean 'target'?"));
  EXPECT_THAT(message_of(set_option(options, "target", "essl30")), HasSubstr("did you mean 'essl300'?"));
  EXPECT_THAT(message_of(set_option(options, "clip-z", "elsewhere")),
              HasSubstr("expected one of zero-to-one, negative-one-to-one"));
  EXPECT_THAT(message_of(set_option(options, "agal-version", "7")), HasSubstr("expected 1 to 4"));
}

}  // namespace
}  // namespace agal
