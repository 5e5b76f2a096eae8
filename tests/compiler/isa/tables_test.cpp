// Properties of the tables on which all other code relies.
#include <gmock/gmock.h>

#include <set>
#include <string>

#include "agal/isa.hpp"

namespace agal {
namespace {

using testing::IsSupersetOf;

TEST(OpcodeTable, HasConsecutiveNumbersAndUniqueNames) {
  std::set<std::string_view> names;
  for (std::size_t i = 0; i < opcode_table.size(); ++i) {
    const OpcodeInfo& row = opcode_table[i];
    EXPECT_EQ(static_cast<std::size_t>(row.opcode), i) << row.text;
    EXPECT_EQ(row.text.size(), 3u) << row.text;
    EXPECT_TRUE(names.insert(row.text).second) << row.text;
    EXPECT_FALSE(row.formula.empty()) << row.text;
    EXPECT_EQ(find_opcode(static_cast<std::uint32_t>(i)), &row);
    EXPECT_EQ(find_opcode(row.text), row.status == OpcodeStatus::Tombstone ? nullptr : &row) << row.text;
  }
  EXPECT_EQ(find_opcode(std::uint32_t{opcode_table.size()}), nullptr);
  EXPECT_EQ(find_opcode(0xffff'ffffu), nullptr);
  EXPECT_EQ(find_opcode("MOV"), nullptr);
}

TEST(OpcodeTable, ColumnsAreConsistent) {
  for (const OpcodeInfo& row : opcode_table) {
    if (row.status == OpcodeStatus::Tombstone) continue;
    SCOPED_TRACE(std::string(row.text));
    const bool no_result = row.flow != Flow::None;
    EXPECT_EQ(row.dest == DestinationRule::None, no_result);
    EXPECT_EQ(row.shape == Shape::None, no_result);
    EXPECT_EQ(row.shape == Shape::Rows, row.src2 == SourceRule::Matrix);
    EXPECT_EQ(row.shape == Shape::Texel, row.src2 == SourceRule::Sampler);
    EXPECT_NE(row.src1, SourceRule::Matrix);
    EXPECT_NE(row.src1, SourceRule::Sampler);
    if (row.src1 == SourceRule::None) {
      EXPECT_EQ(row.src2, SourceRule::None);
    }
    EXPECT_EQ(row.rows == 0, row.src2 == SourceRule::None || row.src2 == SourceRule::Sampler);
    EXPECT_EQ(row.rows > 1, row.src2 == SourceRule::Matrix);
    EXPECT_GE(row.min_version, 1);
    EXPECT_LE(row.min_version, newest_version);
    // Only opcodes with three components require a mask without w.
    const bool three_wide =
        row.shape == Shape::Cross || row.shape == Shape::Normal || (row.shape == Shape::Rows && row.rows == 3);
    EXPECT_EQ(row.dest == DestinationRule::Xyz, three_wide);
    if (row.derivative == Derivative::Implicit) {
      EXPECT_EQ(row.stage, Stage::Fragment);
    }
  }
}

TEST(OpcodeTable, HasStagesAndVersions) {
  std::set<std::string_view> fragment_only, vertex_only, newer;
  for (const OpcodeInfo& row : opcode_table) {
    if (row.stage == Stage::Fragment) fragment_only.insert(row.text);
    if (row.stage == Stage::Vertex) vertex_only.insert(row.text);
    if (row.min_version > 1) newer.insert(row.text);
  }
  EXPECT_THAT(fragment_only, IsSupersetOf({"ddx", "ddy", "kil", "ted", "tex"}));
  EXPECT_THAT(vertex_only, IsSupersetOf({"tld"}));
  EXPECT_THAT(newer, IsSupersetOf({"ddx", "ddy", "eif", "els", "ife", "ifg", "ifl", "ine", "ted", "tld"}));
  for (const std::string_view everywhere : {"mov", "mul", "m44", "max"}) {
    EXPECT_FALSE(fragment_only.contains(everywhere) || vertex_only.contains(everywhere)) << everywhere;
    EXPECT_FALSE(newer.contains(everywhere)) << everywhere;
  }
}

TEST(RegisterTable, HasConsecutiveNumbersAndUniqueNames) {
  EXPECT_EQ(register_table.size(), 8u);
  for (std::size_t i = 0; i < register_table.size(); ++i) {
    const RegisterInfo& row = register_table[i];
    EXPECT_EQ(static_cast<std::size_t>(row.type), i);
    EXPECT_EQ(find_register(static_cast<std::uint32_t>(i)), &row);
    EXPECT_EQ(row.vertex_prefix.empty(), row.use(Stage::Vertex) == RegisterUse::None) << row.noun;
    EXPECT_EQ(row.fragment_prefix.empty(), row.use(Stage::Fragment) == RegisterUse::None) << row.noun;
  }
  EXPECT_EQ(find_register(8), nullptr);

  std::set<std::string_view> names;
  for (const RegisterName& row : register_names) EXPECT_TRUE(names.insert(row.text).second) << row.text;
  for (const RegisterInfo& row : register_table)
    for (Stage stage : {Stage::Vertex, Stage::Fragment}) {
      if (row.prefix(stage).empty()) continue;
      EXPECT_EQ(names.count(row.prefix(stage)), 1u) << row.prefix(stage);
    }
}

TEST(RegisterTable, ReadableAndWritableDependOnStage) {
  EXPECT_TRUE(info(RegisterType::Varying).writable(Stage::Vertex));
  EXPECT_FALSE(info(RegisterType::Varying).readable(Stage::Vertex));
  EXPECT_TRUE(info(RegisterType::Varying).readable(Stage::Fragment));
  EXPECT_FALSE(info(RegisterType::Varying).writable(Stage::Fragment));
  for (Stage stage : {Stage::Vertex, Stage::Fragment}) {
    EXPECT_TRUE(info(RegisterType::Temporary).readable(stage) && info(RegisterType::Temporary).writable(stage));
    EXPECT_TRUE(info(RegisterType::Constant).readable(stage));
    EXPECT_FALSE(info(RegisterType::Constant).writable(stage));
    EXPECT_FALSE(info(RegisterType::Sampler).readable(stage));
  }
}

TEST(SamplerTable, FieldsDoNotOverlap) {
  std::uint64_t taken = 0xff'ffff;  // the register number and the bias
  taken |= std::uint64_t{0xf} << 32;
  for (const SamplerFieldInfo& row : sampler_field_table) {
    const std::uint64_t bits = ((std::uint64_t{1} << row.width) - 1) << row.bit;
    EXPECT_EQ(taken & bits, 0u) << row.noun;
    taken |= bits;
  }
  // The rest are the reserved bits 31:24 and 39:36.
  EXPECT_EQ(~taken, 0xf0'ff00'0000u);
}

TEST(SamplerTable, OptionsAreUniqueAndFitTheirField) {
  std::set<std::string_view> names;
  std::set<std::pair<SamplerField, std::uint8_t>> values;
  for (const SamplerOptionInfo& row : sampler_option_table) {
    EXPECT_TRUE(names.insert(row.text).second) << row.text;
    if (!row.alias.empty()) {
      EXPECT_TRUE(names.insert(row.alias).second) << row.alias;
      EXPECT_EQ(find_sampler_option(row.alias), &row);
    }
    EXPECT_TRUE(values.insert({row.field, row.value}).second) << row.text;
    EXPECT_LT(row.value, 1u << info(row.field).width) << row.text;
    EXPECT_EQ(find_sampler_option(row.text), &row);
    EXPECT_EQ(find_sampler_option(row.field, row.value), &row);
    if (info(row.field).combine == SamplerCombine::Union) {
      EXPECT_EQ(row.value & (row.value - 1), 0) << row.text << " is not one bit";
    }
  }
  EXPECT_EQ(find_sampler_option("trilinear"), nullptr);
}

// The limits of AGAL 1 to 3 are from Adobe's table, the limits of AGAL 4 from AGALMiniAssembler.
TEST(Limits, MatchPublishedLimits) {
  const auto count = [](std::uint32_t version, RegisterType type, Stage stage) {
    return version_limits(version).count(type, stage);
  };
  using enum RegisterType;
  const std::uint32_t attributes[] = {8, 8, 16, 16}, vc[] = {128, 250, 250, 250}, fc[] = {28, 64, 200, 200};
  const std::uint32_t temporaries[] = {8, 26, 26, 26}, varyings[] = {8, 10, 10, 10}, samplers[] = {8, 16, 16, 16};
  const std::uint32_t outputs[] = {1, 4, 4, 4}, depth[] = {0, 1, 1, 1}, iid[] = {0, 0, 1, 1}, vs[] = {0, 0, 0, 4};
  const std::uint32_t tokens[] = {200, 1024, 2048, 4096};
  for (std::uint32_t v = 1; v <= newest_version; ++v) {
    SCOPED_TRACE(v);
    const std::size_t i = v - 1;
    EXPECT_EQ(version_limits(v).agal_version, v);
    EXPECT_EQ(version_limits(v).tokens, tokens[i]);
    EXPECT_EQ(version_limits(v).nesting, 4u);
    EXPECT_EQ(count(v, Attribute, Stage::Vertex), attributes[i]);
    EXPECT_EQ(count(v, Attribute, Stage::Fragment), 0u);
    EXPECT_EQ(count(v, Constant, Stage::Vertex), vc[i]);
    EXPECT_EQ(count(v, Constant, Stage::Fragment), fc[i]);
    EXPECT_EQ(count(v, Temporary, Stage::Vertex), temporaries[i]);
    EXPECT_EQ(count(v, Temporary, Stage::Fragment), temporaries[i]);
    EXPECT_EQ(count(v, Varying, Stage::Vertex), varyings[i]);
    EXPECT_EQ(count(v, Varying, Stage::Fragment), varyings[i]);
    EXPECT_EQ(count(v, Sampler, Stage::Fragment), samplers[i]);
    EXPECT_EQ(count(v, Sampler, Stage::Vertex), vs[i]);
    EXPECT_EQ(count(v, Output, Stage::Vertex), 1u);
    EXPECT_EQ(count(v, Output, Stage::Fragment), outputs[i]);
    EXPECT_EQ(count(v, Depth, Stage::Fragment), depth[i]);
    EXPECT_EQ(count(v, Depth, Stage::Vertex), 0u);
    EXPECT_EQ(count(v, InstanceId, Stage::Vertex), iid[i]);
    EXPECT_EQ(count(v, InstanceId, Stage::Fragment), 0u);
  }
  EXPECT_EQ(version_limits(0).agal_version, 1u);
  EXPECT_EQ(version_limits(99).agal_version, newest_version);
}

TEST(Limits, ProfilesDoNotExceedTheirVersion) {
  EXPECT_EQ(profile_table.size(), 7u);
  for (const ProfileInfo& row : profile_table) {
    SCOPED_TRACE(std::string(row.name));
    EXPECT_EQ(find_profile(row.name), &row);
    const Limits& version = version_limits(row.limits.agal_version);
    EXPECT_EQ(row.limits.tokens, version.tokens);
    for (const RegisterInfo& type : register_table)
      for (Stage stage : {Stage::Vertex, Stage::Fragment})
        EXPECT_LE(row.limits.count(type.type, stage), version.count(type.type, stage)) << type.noun;
  }
  EXPECT_EQ(find_profile("Baseline"), nullptr);
  EXPECT_EQ(info(Profile::BaselineConstrained).limits.fragment_temporaries, 7u);
  EXPECT_EQ(info(Profile::StandardConstrained).limits.outputs, 1u);
}

}  // namespace
}  // namespace agal
