// The names in a reflection are the names that the text declares: for each host, each language, and all kinds of
// renames. The JSON and the structures of agal.h have the same names.
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "agal/agal.h"
#include "agal/host.hpp"
#include "agal/options.hpp"
#include "c/shader_interface.hpp"
#include "reflected.hpp"

namespace agal::test {
namespace {

/// Names by kind: "input" and "output" are attributes, varyings and colors.
using Names = std::map<std::string, std::set<std::string>>;

/// A pattern for declarations. Its first group is the name.
struct Pattern {
  std::string kind;
  std::regex pattern;
};

// Returns patterns for the texts of both writers. A part of the constants is also a pattern of "constants".
std::vector<Pattern> patterns_of(TargetFamily family) {
  const auto pattern = [](const char* kind, const char* text) { return Pattern{kind, std::regex(text)}; };
  switch (family) {
    case TargetFamily::SpirV: return {};
    case TargetFamily::Glsl:
    case TargetFamily::Essl:
      return {pattern("interface", R"((?:in|out|attribute|varying) (?:\w+p )?vec4 (\w+);)"),
              pattern("constants", R"(uniform (?:\w+p )?vec4 (?!vcPositionScale)(\w+)(?:\[\d+\])?;)"),
              pattern("constants",
                      R"(\n *(?:layout\(offset = \d+\) )?(?:highp )?vec4 (?!c\[)(\w+)(?:\[\d+\])?;(?=[^{]*\n\}))"),
              pattern("constants", R"(\n\} (\w+);)"),
              pattern("texture", R"(uniform (?:\w+p )?(?:sampler|texture)(?:2D|Cube|3D) (\w+);)"),
              pattern("sampler", R"(uniform (?:\w+p )?sampler (\w+);)"),
              pattern("scale", R"(uniform vec4 (vcPositionScale);)")};
    case TargetFamily::Wgsl:
      return {pattern("interface", R"(@location\(\d+\)(?: @interpolate\([^)]*\))? (\w+): vec4f)"),
              pattern("constants", R"(var<uniform> (\w+):)"),
              pattern("constants", R"(\n    (\w+): (?:vec4f|array<vec4f, \d+>),)"),
              pattern("texture", R"(var (\w+): texture_)"), pattern("sampler", R"(var (\w+): sampler;)")};
    case TargetFamily::Msl:
      return {pattern("interface", R"(float4 (\w+) \[\[(?:attribute|user|color)\()"),
              pattern("constants", R"(constant \w+[*&] (\w+) \[\[buffer)"),
              pattern("constants", R"(\n    float4 (?!c\[)(\w+)(?:\[\d+\])?;(?=[^{}]*\n\};))"),
              pattern("texture", R"(texture\w+<float> (\w+) \[\[texture)"),
              pattern("sampler", R"(sampler (\w+) \[\[sampler)")};
    case TargetFamily::Hlsl:
      return {pattern("interface", R"(float4 (\w+) : (?:TEXCOORD|SV_Target)\d)"),
              pattern("constants", R"(\n    float4 (\w+)(?:\[\d+\])?(?: : packoffset\(c\d+\))?;(?=[^{}]*\n\};))"),
              pattern("texture", R"(Texture\w+<float4> (\w+) : register)"),
              pattern("sampler", R"(SamplerState (\w+) : register)")};
  }
  return {};
}

Names declared_in(const std::string& text, TargetFamily family) {
  static std::map<TargetFamily, std::vector<Pattern>> patterns;
  const auto [row, is_new] = patterns.try_emplace(family);
  if (is_new) row->second = patterns_of(family);
  Names names;
  for (const Pattern& each : row->second)
    for (auto found = std::sregex_iterator(text.begin(), text.end(), each.pattern); found != std::sregex_iterator();
         ++found)
      names[each.kind].insert((*found)[1]);
  return names;
}

Names reflected_names(const json& reflection, const Interface& program) {
  const json& agal = reflection.at("agal");
  const TargetInfo& target = info(program.target);
  Names names;
  const auto add = [&](const char* kind, const json& list) {
    for (const json& each : list) names[kind].insert(each.at("name").get<std::string>());
  };
  if (agal.contains("attributes")) add("interface", agal.at("attributes"));
  add("interface", agal.at("varyings"));
  // Old versions have the built-in array gl_FragData.
  if (has(program.target, TargetFeature::InOutVariables)) add("interface", agal.at("outputs").at("colors"));
  const json& uniforms = agal.at("uniforms");
  if (uniforms.contains("layout")) {
    const bool has_parts = uniforms.contains("parts");
    if (has_parts) add("constants", uniforms.at("parts"));
    const bool replaces = target.family == TargetFamily::Hlsl || uniforms.at("layout").at("mode") == "plain";
    if (!has_parts || !replaces) names["constants"].insert(uniforms.at("name").get<std::string>());
  }
  for (const json& each : agal.at("samplers")) {
    if (!each.at("active").get<bool>()) continue;
    names["texture"].insert(each.at("name").get<std::string>());
    if (each.contains("samplerName")) names["sampler"].insert(each.at("samplerName").get<std::string>());
  }
  if (agal.contains("clipSpace") && agal.at("clipSpace").contains("scale"))
    names["scale"].insert(agal.at("clipSpace").at("scale").get<std::string>());
  return names;
}

// Returns the names in the structures of agal.h.
Names structure_names(const agal_interface& found, const Interface& program) {
  const TargetInfo& target = info(program.target);
  Names names;
  const auto add = [&](const char* kind, const auto* rows, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) names[kind].insert(rows[i].declared);
  };
  add("interface", found.attributes, found.attribute_count);
  add("interface", found.varyings, found.varying_count);
  if (has(program.target, TargetFeature::InOutVariables))
    add("interface", found.color_outputs, found.color_output_count);
  if (found.constants.count != 0) {
    add("constants", found.constants.parts, found.constants.part_count);
    const bool replaces = target.family == TargetFamily::Hlsl || found.constants.mode == AGAL_CONSTANTS_PLAIN;
    if (found.constants.part_count == 0 || !replaces) names["constants"].insert(found.constants.declared);
  }
  for (std::size_t i = 0; i < found.sampler_count; ++i) {
    const agal_sampler& row = found.samplers[i];
    if (row.active == 0) continue;
    names["texture"].insert(row.declared);
    if (*row.declared_sampler != '\0') names["sampler"].insert(row.declared_sampler);
  }
  if (*found.position_scale != '\0') names["scale"].insert(found.position_scale);
  return names;
}

// Expects that the keys of spirv-cross have the same names.
void expect_same_in_cross_keys(const json& reflection, const Names& names, const std::string& title) {
  for (const auto& [key, kind] : {std::pair("inputs", "interface"),
                                  {"textures", "texture"},
                                  {"separate_images", "texture"},
                                  {"separate_samplers", "sampler"},
                                  {"push_constants", "constants"}})
    if (reflection.contains(key)) {
      for (const json& each : reflection.at(key))
        EXPECT_TRUE(names.count(kind) == 1 && names.at(kind).count(each.at("name")) == 1)
            << title << ": " << key << " has " << each.at("name");
    }
}

// Compiles a program if the options permit it. Returns false if they do not.
bool check_names(const Program& program, const Options& options, const std::string& title) {
  CompileOptions compile_options = options.compile;
  compile_options.reflect = true;
  const Result<Compilation> made = compile(program, compile_options);
  if (!made) return false;
  const json reflection = json::parse(made->reflection);
  const Names declared = declared_in(made->text, info(options.compile.target).family);
  EXPECT_EQ(reflected_names(reflection, *made->program_interface), declared) << title << "\n" << made->text;
  const c::InterfaceRows structures(*made->program_interface);
  EXPECT_EQ(structure_names(structures.root(), *made->program_interface), declared) << title << "\n" << made->text;
  expect_same_in_cross_keys(reflection, declared, title);
  EXPECT_NE(made->text.find(made->program_interface->entry_point + "("), std::string::npos) << title;
  return true;
}

const std::vector<Program>& programs() {
  static const std::vector<Program> all{
      vertex("m44 op, va0, vc0\nadd v0, va1, vc6\nmov v1, va1\n"), vertex("mov op, vc[va0.x+1]\nmov v0, va1\n"),
      vertex("mov op, va0\n"),
      fragment("tex ft0, v0, fs0 <2d, linear>\ntex ft1, v1, fs3 <cube, linear>\ntex ft2, v0, fs1 <2d>\n"
               "add ft0, ft0, ft1\nmul oc, ft0, fc2\n"),
      fragment("mul oc, v0, fc0\n")};
  return all;
}

constexpr const char* renames[] = {
    "",
    "va0=position,va1=uv,v0=vUv,v1=vNormal,oc=color",
    "vc=bones,fc=tints",
    "vc0..3=mvp,vc6=shift,fc2=tint",
    "fs0=map,fs3=sky",
    "fs0_sampler=mapState,fs3_sampler=skyState",
    "fs0=map,fs0_sampler=sampler_map,fs3=sky",
    "va0=position,v0=vUv,vc0..3=mvp,fc0=tint,fs0=map,fs0_sampler=mapState,oc=color",
};

// Sets an option. Expects that it exists.
void set(Options& options, std::string_view name, std::string_view value) {
  const Diagnostics fault = set_option(options, name, value);
  EXPECT_TRUE(fault.empty()) << render_text(fault);
}

struct Way {
  const char *option, *value;  // "": the host's own
};
constexpr Way output_choices[] = {
    {"", ""},          {"samplers", "separate"}, {"constants", "ubo"}, {"constants", "plain"}, {"constants", "push"},
    {"writer", "own"}, {"writer", "cross"}};

// Checks all programs for a host and a language: with all renames, and all ways without renames and with the last
// renames. Returns the number of texts.
std::size_t check_all(const HostInfo& host, const TargetInfo& target) {
  std::size_t texts = 0;
  for (const char* const rename : renames)
    for (const Way& way : output_choices) {
      const bool is_own = *way.option == '\0', is_between = rename != renames[0] && rename != *std::rbegin(renames);
      if (!is_own && is_between) continue;
      Options options;
      set(options, "host", host.name);
      options.compile.target = target.target;
      if (!is_own) set(options, way.option, way.value);
      if (*rename != '\0') set(options, "rename", rename);
      const std::string title =
          std::string(host.name) + ' ' + std::string(target.name) + ' ' + way.option + '=' + way.value + ' ' + rename;
      for (const Program& program : programs()) texts += check_names(program, options, title) ? 1u : 0u;
    }
  return texts;
}

class ReflectionNames : public testing::TestWithParam<HostInfo> {};

TEST_P(ReflectionNames, AreDeclaredInText) {
  for (const TargetInfo& target : target_table) {
    if (target.family == TargetFamily::SpirV) continue;
    // The versions of MSL declare the same names.
    if (target.family == TargetFamily::Msl && target.target != Target::Msl20) continue;
    const std::size_t texts = check_all(GetParam(), target);
    // Not every language has the uniforms of every host.
    if (target.target == GetParam().target) {
      EXPECT_GT(texts, 2 * std::size(renames)) << target.name;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Hosts, ReflectionNames, testing::ValuesIn(host_table),
                         [](const auto& row) { return std::string(row.param.name); });

}  // namespace
}  // namespace agal::test
