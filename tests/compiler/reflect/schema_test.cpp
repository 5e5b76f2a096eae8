// docs/reflection.schema.json agrees with the tables.
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "agal/compile.hpp"
#include "reflected.hpp"
#include "target/bindings.hpp"

namespace agal::test {
namespace {

json enum_of(const char* definition, const char* property) {
  return schema().at("$defs").at(definition).at("properties").at(property).at("enum");
}

TEST(ReflectionSchema, TargetsMatchTable) {
  json targets = json::array();
  for (const TargetInfo& row : target_table) targets.push_back(row.name);
  EXPECT_EQ(enum_of("target", "name"), targets);
}

TEST(ReflectionSchema, EnvironmentsMatchTable) {
  json environments = json::array();
  for (const EnvironmentInfo& row : environment_table) environments.push_back(row.name);
  EXPECT_EQ(enum_of("target", "environment"), environments);
}

TEST(ReflectionSchema, RegisterTypesMatchTable) {
  json nouns = json::array();
  for (const RegisterInfo& row : register_table) nouns.push_back(row.noun);
  EXPECT_EQ(enum_of("register", "type"), nouns);
}

TEST(ReflectionSchema, StagesAndOperandsMatchNames) {
  EXPECT_EQ(schema().at("$defs").at("stage").at("enum"), json({name(Stage::Vertex), name(Stage::Fragment)}));
  EXPECT_EQ(enum_of("indirect", "operand"), json({name(Operand::Source1), name(Operand::Source2)}));
}

TEST(ReflectionSchema, SamplerOptionsMatchTable) {
  constexpr auto keys = std::to_array<const char*>({"format", "dim", "special", "wrap", "mip", "filter"});
  static_assert(keys.size() == sampler_field_table.size());
  const json& state = schema().at("$defs").at("sampler_state").at("properties");
  for (const SamplerFieldInfo& field : sampler_field_table) {
    const json& property = state.at(keys[static_cast<std::size_t>(field.field)]);
    const json& choices =
        field.combine == SamplerCombine::Union ? property.at("items").at("oneOf") : property.at("oneOf");
    json texts = json::array();
    for (const SamplerOptionInfo& option : sampler_option_table)
      if (option.field == field.field) texts.push_back(option.text);
    EXPECT_EQ(choices.at(0).at("enum"), texts) << field.noun;
    // Finds the first number of the field without a name.
    std::uint32_t first = 0;
    while (find_sampler_option(field.field, first) != nullptr || (field.combine == SamplerCombine::Union && first < 8))
      ++first;
    EXPECT_EQ(choices.at(1).at("minimum"), first) << field.noun;
    EXPECT_EQ(choices.at(1).at("maximum"), (1u << field.width) - 1) << field.noun;
  }
}

TEST(ReflectionSchema, BlockNamesMatchModules) {
  const json blocks{target::block_name(Stage::Vertex), target::block_name(Stage::Fragment)};
  EXPECT_EQ(schema().at("$defs").at("block_name").at("enum"), blocks);
  EXPECT_EQ(enum_of("layout", "member"), json::array({target::block_member}));
  EXPECT_EQ(schema().at("$defs").at("layout").at("properties").at("stride").at("minimum"), constant_stride);
}

}  // namespace
}  // namespace agal::test
