// The structures of the C interface contain the same facts as the C++ interface.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "agal/agal.h"
#include "agal/assembly.hpp"
#include "agal/bytecode.hpp"
#include "agal/compile.hpp"
#include "agal/validate.hpp"
#include "support/corpus.hpp"
#include "support/rule_programs.hpp"

namespace agal {
namespace {

using testing::StartsWith;

struct ReleaseObject {
  void operator()(agal_options* options) const { agal_options_release(options); }
  void operator()(agal_result* result) const { agal_result_release(result); }
};
using OwnedOptions = std::unique_ptr<agal_options, ReleaseObject>;
using OwnedResult = std::unique_ptr<agal_result, ReleaseObject>;

OwnedOptions options_with(std::initializer_list<std::pair<const char*, const char*>> values) {
  OwnedOptions made(agal_options_create());
  for (const auto& [name, value] : values)
    EXPECT_EQ(agal_options_set(made.get(), name, value), AGAL_OK) << agal_options_message(made.get());
  return made;
}

OwnedResult compiled(std::string_view text, const OwnedOptions& with) {
  return OwnedResult(agal_compile(text.data(), text.size(), with.get()));
}

std::span<const agal_diagnostic> diagnostics_of(const OwnedResult& result) {
  std::size_t count = 0;
  const agal_diagnostic* const first = agal_result_diagnostics(result.get(), &count);
  EXPECT_EQ(first == nullptr, count == 0);
  return {first, count};
}

std::uint32_t number(const std::optional<std::uint32_t>& value) { return value.value_or(AGAL_NONE); }

void expect_equal(const agal_slots& found, const Interface::Slots& expected) {
  EXPECT_EQ(found.set, number(expected.set));
  EXPECT_EQ(found.binding, expected.binding);
  EXPECT_EQ(found.msl, expected.msl);
  EXPECT_EQ(found.hlsl, expected.hlsl);
  EXPECT_EQ(found.hlsl_space, expected.hlsl_space);
}

// Expects a row for each binding model. Without a separate sampler, SPIR-V does not have a binding of the sampler.
void expect_equal(std::span<const agal_binding> found, const Interface::Slots& expected,
                  std::optional<std::uint32_t> binding) {
  const std::vector<agal_binding> all{{AGAL_BINDING_SPIRV, number(expected.set), number(binding)},
                                      {AGAL_BINDING_MSL, AGAL_NONE, expected.msl},
                                      {AGAL_BINDING_HLSL, expected.hlsl_space, expected.hlsl}};
  const std::span rows = std::span(all).subspan(binding ? 0 : 1);
  ASSERT_EQ(found.size(), rows.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_EQ(found[i].model, rows[i].model);
    EXPECT_EQ(found[i].set, rows[i].set);
    EXPECT_EQ(found[i].number, rows[i].number);
  }
}

void expect_equal(const agal_constants& found, const Interface::Uniforms& expected, Stage stage) {
  EXPECT_STREQ(found.name, stage == Stage::Vertex ? "vc" : "fc");
  EXPECT_EQ(found.declared, expected.name);
  ASSERT_EQ(found.part_count, expected.parts.size());
  for (std::size_t i = 0; i < found.part_count; ++i) {
    EXPECT_EQ(found.parts[i].declared, expected.parts[i].name);
    EXPECT_EQ(found.parts[i].first, expected.parts[i].first);
    EXPECT_EQ(found.parts[i].count, expected.parts[i].count);
  }
  EXPECT_EQ(found.count, expected.after.count);
  EXPECT_EQ(found.indirect != 0, expected.after.indirect);
  ASSERT_EQ(found.range_count, expected.after.ranges.size());
  for (std::size_t i = 0; i < found.range_count; ++i) {
    EXPECT_EQ(found.ranges[i].first, expected.after.ranges[i].first);
    EXPECT_EQ(found.ranges[i].count, expected.after.ranges[i].count);
  }
  if (!expected.layout) return;
  EXPECT_EQ(static_cast<int>(found.mode), static_cast<int>(expected.layout->mode));
  EXPECT_EQ(found.stride, expected.layout->stride);
  EXPECT_EQ(found.offset, expected.layout->offset);
  EXPECT_EQ(found.location, number(expected.layout->location));
  EXPECT_EQ(found.block, expected.layout->block);
  EXPECT_EQ(found.member, expected.layout->member);
  EXPECT_EQ(found.slots.set != AGAL_NONE || found.slots.binding != AGAL_NONE, expected.layout->slots.has_value());
  ASSERT_EQ(found.bindings != nullptr, expected.layout->slots.has_value());
  if (!expected.layout->slots) return;
  const Interface::Slots& slots = *expected.layout->slots;
  expect_equal(found.slots, slots);
  expect_equal(std::span(found.bindings, found.binding_count), slots, slots.binding);
}

void expect_equal(const agal_sampler& found, const Interface::Sampler& expected, Stage stage) {
  EXPECT_EQ(found.name, (stage == Stage::Vertex ? "vs" : "fs") + std::to_string(expected.index));
  EXPECT_EQ(found.declared, expected.name);
  EXPECT_EQ(found.declared_sampler, expected.separate_name);
  EXPECT_EQ(found.index, expected.index);
  ASSERT_EQ(found.active != 0, expected.bound.has_value());
  if (expected.bound) {
    EXPECT_EQ(static_cast<int>(found.kind), static_cast<int>(expected.bound->kind));
    EXPECT_EQ(found.filtering != 0, expected.bound->filtering);
    const Interface::Slots& slots = expected.bound->slots;
    const std::optional<std::uint32_t> binding = expected.bound->sampler_binding;
    EXPECT_EQ(found.sampler_set, binding ? number(expected.bound->of_sampler().set) : AGAL_NONE);
    EXPECT_EQ(found.sampler_binding, number(binding));
    expect_equal(found.slots, slots);
    expect_equal(std::span(found.bindings, found.binding_count), slots, slots.binding);
    expect_equal(std::span(found.sampler_bindings, found.sampler_binding_count), expected.bound->of_sampler(), binding);
  }
  ASSERT_EQ(found.state_count, expected.states.size());
  for (std::size_t i = 0; i < found.state_count; ++i) {
    const SamplerOperand& operand = expected.states[i].operand;
    EXPECT_EQ(found.states[i].filter, operand.field(SamplerField::Filter));
    EXPECT_EQ(found.states[i].mip, operand.field(SamplerField::Mip));
    EXPECT_EQ(found.states[i].wrap, operand.field(SamplerField::Wrap));
    EXPECT_EQ(found.states[i].read_mode, operand.field(SamplerField::Format));
    EXPECT_EQ(found.states[i].special, operand.field(SamplerField::Special));
    EXPECT_EQ(found.states[i].anisotropy, expected.states[i].anisotropy);
    EXPECT_EQ(found.states[i].bias, operand.bias());
    EXPECT_EQ(found.states[i].token, expected.states[i].tokens.front());
  }
}

std::uint32_t bits_of(const std::vector<NamedLocation>& colors) {
  std::uint32_t bits = 0;
  for (const NamedLocation& color : colors) bits |= 1u << color.location;
  return bits;
}

void expect_outputs_equal(const agal_interface& found, const Interface& expected) {
  EXPECT_EQ(found.position != 0, expected.outputs.position);
  EXPECT_EQ(found.colors, bits_of(expected.outputs.colors));
  ASSERT_EQ(found.color_output_count, expected.outputs.colors.size());
  for (std::size_t i = 0; i < found.color_output_count; ++i) {
    EXPECT_EQ(found.color_outputs[i].declared, expected.outputs.colors[i].name);
    EXPECT_EQ(found.color_outputs[i].location, expected.outputs.colors[i].location);
  }
  EXPECT_EQ(found.depth != 0, expected.outputs.depth);
  EXPECT_EQ(found.kills != 0, expected.outputs.kills);
  EXPECT_EQ(found.instance_id != AGAL_INSTANCE_NONE, expected.instance_id.has_value());
  if (expected.instance_id) {
    EXPECT_EQ(found.instance_id == AGAL_INSTANCE_FROM_FIRST, expected.instance_id->from_first_instance);
  }
  EXPECT_EQ(found.position_scale, expected.clip_space ? expected.clip_space->scale : "");
  if (!expected.clip_space) return;
  EXPECT_EQ(found.negative_z != 0, expected.clip_space->z == ClipZ::NegativeOneToOne);
  EXPECT_EQ(found.flip_y != 0, expected.clip_space->flip_y);
}

void expect_equal(const agal_interface& found, const Interface& expected) {
  EXPECT_EQ(static_cast<int>(found.stage), static_cast<int>(expected.stage));
  EXPECT_EQ(found.version, expected.version);
  EXPECT_EQ(found.entry_point, expected.entry_point);
  ASSERT_EQ(found.attribute_count, expected.attributes.size());
  for (std::size_t i = 0; i < found.attribute_count; ++i) {
    EXPECT_EQ(found.attributes[i].name, "va" + std::to_string(expected.attributes[i].location));
    EXPECT_EQ(found.attributes[i].declared, expected.attributes[i].name);
    EXPECT_EQ(found.attributes[i].location, expected.attributes[i].location);
    EXPECT_EQ(found.attributes[i].components, expected.attributes[i].components);
  }
  ASSERT_EQ(found.varying_count, expected.varyings.size());
  for (std::size_t i = 0; i < found.varying_count; ++i) {
    EXPECT_EQ(found.varyings[i].name, "v" + std::to_string(expected.varyings[i].location));
    EXPECT_EQ(found.varyings[i].declared, expected.varyings[i].name);
    EXPECT_EQ(found.varyings[i].location, expected.varyings[i].location);
    EXPECT_EQ(found.varyings[i].components, expected.varyings[i].components);
    EXPECT_EQ(found.varyings[i].centroid != 0, expected.varyings[i].centroid);
  }
  expect_equal(found.constants, expected.uniforms, expected.stage);
  ASSERT_EQ(found.sampler_count, expected.samplers.size());
  for (std::size_t i = 0; i < found.sampler_count; ++i) {
    expect_equal(found.samplers[i], expected.samplers[i], expected.stage);
  }
  expect_outputs_equal(found, expected);
}

TEST(InterfaceStructures, EqualCppInterface) {
  std::size_t compared = 0;
  for (const Target target : {Target::Spv, Target::Wgsl, Target::Essl100, Target::Glsl330}) {
    CompileOptions same;
    same.target = target;
    same.validate_spirv = false;
    const OwnedOptions with =
        options_with({{"target", info(target).name.data()}, {"validate-spirv", "false"}, {"bindings-only", "true"}});
    for (const test::CorpusProgram& each : test::own_corpus().programs) {
      SCOPED_TRACE(each.path);
      const Result<Program> program = load_program(each.bytes, "");
      const Result<Compilation> expected = program ? compile(*program, same) : Result<Compilation>(Diagnostics());
      const OwnedResult result(agal_compile(each.bytes.data(), each.bytes.size(), with.get()));
      if (!expected) continue;
      const auto stage = static_cast<agal_stage>(expected->stage);
      const agal_interface* const found = agal_result_interface(result.get(), stage);
      ASSERT_NE(found, nullptr);
      EXPECT_EQ(agal_result_get(result.get(), "reflection", nullptr), nullptr);
      expect_equal(*found, *expected->program_interface);
      ++compared;
    }
  }
  EXPECT_GT(compared, 400u);
}

TEST(InterfaceStructures, MovedSamplerHasItsOwnSetAndBindings) {
  const OwnedOptions with = options_with({{"target", "wgsl"}, {"bind", "fs0=1:5,fs0_sampler=3:7"}});
  const OwnedResult result = compiled("tex oc, v0, fs0 <2d>\n", with);
  const agal_interface& found = *agal_result_interface(result.get(), AGAL_STAGE_FRAGMENT);
  ASSERT_EQ(found.sampler_count, 1u);
  EXPECT_EQ(found.samplers[0].slots.set, 1u);
  EXPECT_EQ(found.samplers[0].sampler_set, 3u);
  EXPECT_EQ(found.samplers[0].sampler_binding, 7u);
  const Interface::Slots texture{1, 5, 5, 5, 0}, sampler{3, 7, 7, 7, 0};
  expect_equal(std::span(found.samplers[0].bindings, found.samplers[0].binding_count), texture, 5u);
  expect_equal(std::span(found.samplers[0].sampler_bindings, found.samplers[0].sampler_binding_count), sampler, 7u);
}

// Expects the register and the declared name of each row.
template <class Row>
void expect_names(std::span<const Row> rows, const std::vector<std::pair<std::string, std::string>>& expected) {
  std::vector<std::pair<std::string, std::string>> found;
  for (const Row& row : rows) found.emplace_back(row.name, row.declared);
  EXPECT_EQ(found, expected);
}

TEST(InterfaceStructures, HaveNamesOfRegistersAndOfText) {
  const OwnedOptions with = options_with({{"target", "wgsl"},
                                          {"rename",
                                           "va1=uv,v0=vUv,vc0..3=mvp,fc=tints,fs3=sky,fs3_sampler=skyState,"
                                           "oc=color"}});
  const OwnedResult vertex = compiled("m44 op, va0, vc0\nmov v0, va1\nmov v1, vc4\n", with);
  const agal_interface& first = *agal_result_interface(vertex.get(), AGAL_STAGE_VERTEX);
  expect_names(std::span(first.attributes, first.attribute_count), {{"va0", "va0"}, {"va1", "uv"}});
  expect_names(std::span(first.varyings, first.varying_count), {{"v0", "vUv"}, {"v1", "v1"}});
  EXPECT_STREQ(first.constants.declared, "vc");
  ASSERT_EQ(first.constants.part_count, 2u);
  EXPECT_STREQ(first.constants.parts[0].declared, "mvp");
  EXPECT_EQ(first.constants.parts[0].count, 4u);
  EXPECT_STREQ(first.constants.parts[1].declared, "vc4");
  EXPECT_EQ(first.constants.parts[1].first, 4u);
  EXPECT_STREQ(first.position_scale, "");
  const OwnedResult fragment = compiled("tex ft0, v0, fs3 <2d>\nmul oc, ft0, fc0\n", with);
  const agal_interface& second = *agal_result_interface(fragment.get(), AGAL_STAGE_FRAGMENT);
  expect_names(std::span(second.samplers, second.sampler_count), {{"fs3", "sky"}});
  EXPECT_STREQ(second.samplers[0].declared_sampler, "skyState");
  expect_names(std::span(&second.constants, 1), {{"fc", "tints"}});
  EXPECT_EQ(second.constants.parts, nullptr);
  EXPECT_STREQ(second.color_outputs[0].declared, "color");
}

TEST(InterfaceStructures, HaveNamesOfOpenFl) {
  const OwnedOptions with = options_with({{"host", "openfl"}});
  const OwnedResult vertex = compiled("mov op, vc0\n", with), fragment = compiled("tex oc, v0, fs0 <2d>\n", with);
  const agal_interface& first = *agal_result_interface(vertex.get(), AGAL_STAGE_VERTEX);
  EXPECT_STREQ(first.position_scale, "vcPositionScale");
  EXPECT_STREQ(first.constants.declared, "vc0");
  const agal_interface& second = *agal_result_interface(fragment.get(), AGAL_STAGE_FRAGMENT);
  expect_names(std::span(second.samplers, second.sampler_count), {{"fs0", "sampler0"}});
  EXPECT_STREQ(second.samplers[0].declared_sampler, "");
}

TEST(InterfaceStructures, HaveModesOfConstants) {
  constexpr std::string_view text = "mov oc, fc2\n";
  for (const auto& [value, mode] : {std::pair("ubo", AGAL_CONSTANTS_UBO), std::pair("plain", AGAL_CONSTANTS_PLAIN)}) {
    const OwnedResult result = compiled(text, options_with({{"target", "glsl450"}, {"constants", value}}));
    const agal_constants& constants = agal_result_interface(result.get(), AGAL_STAGE_FRAGMENT)->constants;
    EXPECT_EQ(constants.mode, mode);
    EXPECT_EQ(constants.count, 3u);
    EXPECT_EQ(constants.location, mode == AGAL_CONSTANTS_PLAIN ? 256u : AGAL_NONE);
    EXPECT_STREQ(constants.block, mode == AGAL_CONSTANTS_PLAIN ? "" : "FragmentConstants");
  }
  const OwnedResult pushed = compiled(text, options_with({{"target", "spv"}, {"constants", "push"}}));
  EXPECT_EQ(agal_result_interface(pushed.get(), AGAL_STAGE_FRAGMENT)->constants.mode, AGAL_CONSTANTS_PUSH);
}

TEST(InterfaceStructures, DescribeBothProgramsOfPair) {
  constexpr std::string_view vertex = "mov op, va0\nmov v0, va1\nmov v1, va1\n", fragment = "mov oc, v0\n";
  const OwnedOptions with = options_with({{"target", "wgsl"}});
  const OwnedResult pair(agal_link(vertex.data(), vertex.size(), fragment.data(), fragment.size(), with.get()));
  const agal_interface* const first = agal_result_interface(pair.get(), AGAL_STAGE_VERTEX);
  const agal_interface* const second = agal_result_interface(pair.get(), AGAL_STAGE_FRAGMENT);
  ASSERT_NE(first, nullptr);
  ASSERT_NE(second, nullptr);
  EXPECT_EQ(first->attribute_count, 2u);
  EXPECT_EQ(first->varying_count, 1u);  // v1 is dropped
  EXPECT_EQ(second->varying_count, 1u);
  EXPECT_EQ(second->colors, 1u);
}

TEST(InterfaceStructures, DoNotExistWithoutShaderOrReflection) {
  const OwnedResult vertex = compiled("mov op, va0\n", options_with({{"target", "wgsl"}}));
  EXPECT_NE(agal_result_interface(vertex.get(), AGAL_STAGE_VERTEX), nullptr);
  EXPECT_EQ(agal_result_interface(vertex.get(), AGAL_STAGE_FRAGMENT), nullptr);
  EXPECT_EQ(agal_result_interface(vertex.get(), AGAL_STAGE_UNKNOWN), nullptr);
  EXPECT_EQ(agal_result_interface(nullptr, AGAL_STAGE_VERTEX), nullptr);
  const OwnedResult without = compiled("mov op, va0\n", options_with({{"target", "wgsl"}, {"reflect", "false"}}));
  EXPECT_EQ(agal_result_interface(without.get(), AGAL_STAGE_VERTEX), nullptr);
}

TEST(DiagnosticStructures, EqualCppInterface) {
  std::size_t compared = 0;
  for (const RuleInfo& rule : all_rules()) {
    SCOPED_TRACE(rule.code);
    const test::RuleProgram bad = test::load_rule_program(rule.bad);
    if (rule.bad.empty() || !bad.loads || bad.fragment || rule.phase != Phase::Validate) continue;
    const std::vector<std::byte> bytes = write_bytecode(bad.program);
    Result<Program> program = read_bytecode(bytes, "a.bin");
    if (!program) continue;
    const Diagnostics expected = validate(*program);
    const OwnedResult result(agal_validate(bytes.data(), bytes.size(), options_with({{"name", "a.bin"}}).get()));
    const std::span<const agal_diagnostic> found = diagnostics_of(result);
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
      const Location& location = expected[i].location;
      EXPECT_EQ(found[i].number, expected[i].code);
      EXPECT_EQ(static_cast<int>(found[i].severity), static_cast<int>(expected[i].severity));
      EXPECT_EQ(found[i].token, location.token.value_or(0));
      EXPECT_EQ(static_cast<int>(found[i].operand), static_cast<int>(location.operand));
      EXPECT_EQ(found[i].byte_offset, number(location.byte_offset));
      EXPECT_EQ(static_cast<int>(found[i].stage), static_cast<int>(location.stage.value_or(Stage::Any)));
      EXPECT_EQ(found[i].file, location.file);
      EXPECT_EQ(found[i].message, expected[i].message);
      EXPECT_EQ(found[i].snippet, expected[i].snippet);
      EXPECT_EQ(found[i].help, expected[i].help);
      ++compared;
    }
  }
  EXPECT_GT(compared, 30u);
}

TEST(DiagnosticStructures, HavePlaceInText) {
  const OwnedResult result = compiled("mov oc, v0\n  mov fc0, v0\n", options_with({{"name", "tint.frag"}}));
  const std::span<const agal_diagnostic> found = diagnostics_of(result);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].number, 3652u);
  EXPECT_EQ(found[0].severity, AGAL_SEVERITY_ERROR);
  EXPECT_EQ(found[0].stage, AGAL_STAGE_FRAGMENT);
  EXPECT_EQ(found[0].token, 2u);
  EXPECT_EQ(found[0].operand, AGAL_OPERAND_DESTINATION);
  EXPECT_EQ(found[0].line, 2u);
  EXPECT_EQ(found[0].column, 7u);
  EXPECT_EQ(found[0].byte_offset, Program::offset_of(1));
  EXPECT_STREQ(found[0].file, "tint.frag");
  EXPECT_STREQ(found[0].message, "fc0 is a constant and cannot be written");
  EXPECT_EQ(std::string_view(found[0].snippet).substr(found[0].caret, found[0].caret_length), "fc0");
  EXPECT_THAT(found[0].help, StartsWith("write to a temporary"));
}

TEST(DiagnosticStructures, TextsAreUtf8) {
  const OwnedResult result = compiled("mvo oc, v0\n", options_with({{"stage", "fragment"}, {"name", "\xff.agal"}}));
  const std::span<const agal_diagnostic> found = diagnostics_of(result);
  ASSERT_FALSE(found.empty());
  EXPECT_STREQ(found[0].file, "\xef\xbf\xbd.agal");
}

TEST(DiagnosticStructures, DoNotExistForAcceptedPrograms) {
  const OwnedResult result = compiled("mov oc, v0\n", options_with({}));
  EXPECT_TRUE(diagnostics_of(result).empty());
  EXPECT_EQ(agal_result_player_error(result.get()), 0u);
  std::size_t count = 7;
  EXPECT_EQ(agal_result_diagnostics(nullptr, &count), nullptr);
  EXPECT_EQ(count, 0u);
  EXPECT_EQ(agal_result_diagnostics(result.get(), nullptr), nullptr);
  EXPECT_EQ(agal_result_player_error(nullptr), 0u);
}

TEST(PlayerError, IsNumberOfFirstErrorOfPlayer) {
  // An error of the assembler is not an error of the player.
  const OwnedOptions with = options_with({{"adobe-order", "true"}});
  EXPECT_EQ(agal_result_player_error(compiled("mvo oc, v0\n", with).get()), 0u);
  EXPECT_EQ(agal_result_player_error(compiled("mov fc0, v0\nmov oc, ft3\n", with).get()), 3652u);
  EXPECT_EQ(agal_result_player_error(compiled("mov ft0, ft3\nmov fc0, v0\n", with).get()), 3647u);
}

TEST(PlayerError, IsErrorOfUploadForInvalidBytecode) {
  const OwnedOptions with = options_with({{"bytecode", "true"}});
  EXPECT_EQ(agal_result_player_error(compiled("mov oc, v0\n", with).get()), 3615u);
  const std::string text = "mov oc, v0" + std::string(40, ' ');
  EXPECT_EQ(agal_result_player_error(compiled(text, with).get()), 3616u);
  EXPECT_EQ(agal_result_status(compiled(text, options_with({})).get()), AGAL_OK);
}

}  // namespace
}  // namespace agal
