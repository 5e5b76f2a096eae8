// Tests that every name that --rename and --entry-point accept is valid in every language. Each word that a language
// predefines is used in each place where a program has a name, and compilers of the languages must accept the texts.
// tests/compiler/target checks that the words of taken_names.def are rejected.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "agal/assembly.hpp"
#include "agal/compile.hpp"
#include "agal/translate.hpp"
#include "compilers/dxc.hpp"
#include "compilers/expect_none.hpp"
#include "compilers/hlsl.hpp"
#include "compilers/modules.hpp"
#include "compilers/msl.hpp"
#include "compilers/naga.hpp"
#include "support/facility.hpp"
#include "support/glslang_oracle.hpp"
#include "target/names.hpp"

namespace agal::compilers {
namespace {

using Names = std::vector<std::string>;

void add(std::set<std::string>& out, std::initializer_list<std::string_view> names) {
  out.insert(names.begin(), names.end());
}

// Returns the words of all tables, and names that agalc itself writes into texts.
const Names& all_words() {
  static const Names words = [] {
    std::set<std::string> own;
#define AGAL_TAKEN_NAMES(family, ...) add(own, {__VA_ARGS__});
#define AGAL_TAKEN_TYPES(family, ...) add(own, {__VA_ARGS__});
#define AGAL_TAKEN_IN_ANY_CASE(family, ...) add(own, {__VA_ARGS__});
#define AGAL_TAKEN_OTHERS(title, ...) add(own, {__VA_ARGS__});
#include "target/taken_names.def"
#define AGAL_PREDEFINED_WORDS(language, ...) add(own, {__VA_ARGS__});
#include "compilers/predefined_words.def"
    add(own, {"in",
              "out",
              "main",
              "main0",
              "main0_in",
              "main0_out",
              "vertex_main",
              "fs_main",
              "vsMain",
              "VertexInput",
              "VertexOutput",
              "vertexInput",
              "stage_in",
              "position",
              "depth",
              "color",
              "target0",
              "SV_Position",
              "TEXCOORD0",
              "gl_FragData",
              "gl_Color",
              "webgl_a",
              "_webgl_a",
              "vec5",
              "_",
              "_a",
              "_MainTex",
              "a_",
              "a__b",
              "__a",
              "e1",
              "f",
              "h",
              "u",
              "l",
              "x",
              "xyzw",
              "rgba",
              "st",
              "op",
              "od",
              "iid",
              "vt0",
              "ft0",
              "ft0_1",
              "vc0",
              "fc0",
              "test",
              "index",
              "dx",
              "value",
              "value_1",
              "tmp",
              "temp",
              "i",
              "c",
              "fs0",
              "fs0_sampler",
              "stage_input",
              "stage_output",
              "SPIRV_Cross_Input",
              "spvMod",
              "fc_c",
              "vc_c",
              "_fs0_sampler",

              "_fs0_sampler",
              "vs0",
              "v0",
              "va0",
              "oc",
              "oc1",
              "map_sampler",
              "VertexMain",
              "constants",
              "uniforms",
              "instance",
              "vertex_id",
              "spvTexture",
              "spvIn",
              "gl_in",
              "unused",
              "VARYING",
              "Half",
              "FLOAT4",
              "min16float4",
              "float5"});
    return Names(own.begin(), own.end());
  }();
  return words;
}

// Returns the words that any variable may be called.
const Names& valid_words() {
  static const Names words = [] {
    Names out;
    for (const std::string& word : all_words())
      if (target::why_not_free(word).empty() && word != "position" && word != "depth") out.push_back(word);
    return out;
  }();
  return words;
}

// The places of names in a program: lists of registers that take names at the same time.
struct Places {
  std::string_view text;
  std::vector<Names> lists;
};

const Places& places_of(Stage stage) {
  static const Places vertex{"mov op, va0\nmul v0, va1, vc0\nmul v1, va2, vc4\nmul v2, va3, vc5\nadd v3, va0, vc8\n",
                             {{"va0", "va1", "va2", "va3"}, {"v0", "v1", "v2", "v3"}, {"vc0..3", "vc4", "vc5", "vc8"}}};
  static const Places fragment{
      "tex ft0, v0, fs0 <2d>\ntex ft1, v1, fs1 <2d>\ntex ft2, v2, fs2 <2d>\ntex ft3, v3, fs3 <2d>\n"
      "mul oc, ft0, fc0\nmul oc1, ft1, fc3\nmul oc2, ft2, fc5\nmul oc3, ft3, fc4\n",
      {{"fs0", "fs1", "fs2", "fs3"},
       {"v0", "v1", "v2", "v3"},
       {"fc0..2", "fc3", "fc4", "fc5"},
       {"oc", "oc1", "oc2", "oc3"},
       {"fs0_sampler", "fs1_sampler", "fs2_sampler", "fs3_sampler"}}};
  return stage == Stage::Vertex ? vertex : fragment;
}

Program program_of(Stage stage) {
  Result<Program> made =
      assemble(fmt::format("//! agal 3 {}\n{}", stage == Stage::Vertex ? "vertex" : "fragment", places_of(stage).text),
               "names.agal");
  EXPECT_TRUE(made.has_value()) << render_text(made.diagnostics());
  return made ? *std::move(made) : Program();
}

// Returns choices of names such that each word is in each place once. A program has different words in all its places.
std::vector<std::vector<Rename>> choices_of(const Places& places, const Names& words) {
  constexpr std::size_t at_once = 4;
  std::vector<std::vector<Rename>> out;
  for (std::size_t first = 0; first < words.size(); first += at_once) {
    std::vector<Rename>& choice = out.emplace_back();
    for (std::size_t list = 0; list < places.lists.size(); ++list)
      for (std::size_t k = 0; k < at_once && first + k < words.size(); ++k)
        choice.push_back({places.lists[list][k], words[(first + k + list * at_once) % words.size()]});
  }
  return out;
}

void add_modules(std::vector<Module>& out, const Program& program, const CompileOptions& options) {
  const Result<std::string> made = write(program, options);
  std::string name;
  for (const Rename& rename : options.renames) name += rename.registers + '=' + rename.name + ' ';
  EXPECT_TRUE(made.has_value()) << name << render_text(made.diagnostics());
  if (made) out.push_back({name, program.stage, *made});
}

std::vector<Module> renamed_modules(Target target) {
  std::vector<Module> out;
  CompileOptions options;
  options.target = target;
  options.writer = Writer::Own;
  options.validation.level = ValidationLevel::Off;
  if (info(target).family == TargetFamily::Hlsl) options.samplers = Samplers::Separate;
  for (const Stage stage : {Stage::Vertex, Stage::Fragment}) {
    const Program program = program_of(stage);
    for (const std::vector<Rename>& choice : choices_of(places_of(stage), valid_words())) {
      options.renames = choice;
      add_modules(out, program, options);
    }
  }
  const Program vertex = program_of(Stage::Vertex);
  for (const std::string& word : valid_words()) {
    options.renames = {{"vc", word}};
    add_modules(out, vertex, options);
  }
  return out;
}

// A module and the name of its entry point.
struct EntryModule {
  Module module;
  std::string entry_point;
};

// Uses each word as an entry point of both stages. Returns the modules with the words that are accepted.
std::vector<EntryModule> modules_by_entry_point(Target target, Writer writer) {
  std::vector<EntryModule> out;
  CompileOptions options;
  options.target = target;
  options.writer = writer;
  options.validation.level = ValidationLevel::Off;
  options.reflect = false;
  const Program programs[] = {program_of(Stage::Vertex), program_of(Stage::Fragment)};
  for (const std::string& word : all_words())
    for (const Program& program : programs) {
      options.entry_points = {word, word};
      Result<Compilation> made = compile(program, options);
      EXPECT_EQ(made.has_value(), word == "main" || target::is_free_name(info(target).family, word)) << word;
      if (made)
        out.push_back({{word, program.stage, std::move(made->text)},
                       word == "main" && info(target).family == TargetFamily::Msl ? "main0" : word});
    }
  EXPECT_GT(out.size(), 3000u);
  return out;
}

std::vector<Module> without_entry_points(std::vector<EntryModule> modules) {
  std::vector<Module> out;
  for (EntryModule& each : modules) out.push_back(std::move(each.module));
  return out;
}

std::vector<std::string> refused_by_glslang(const std::vector<Module>& modules, Target target) {
  std::vector<std::string> out;
  for (const Module& module : modules)
    if (const auto error = test::glslang_error(module.bytes, target, module.stage))
      out.push_back(module.name + ": " + *error);
  return out;
}

TEST(NamesOfMsl, AreValidAsCpp) {
  AGAL_NEED(test::Facility::Msl, missing_cpp_for_msl());
  // The translation to C++ takes these names for swizzles.
  std::vector<Module> modules = renamed_modules(Target::Msl21);
  std::erase_if(modules, [](const Module& module) {
    return module.name.find("=x ") != module.name.npos || module.name.find("=xyzw ") != module.name.npos;
  });
  expect_none(refused_as_cpp(modules));
}

TEST(EntryPointsOfMsl, AreValidAsCpp) {
  AGAL_NEED(test::Facility::Msl, missing_cpp_for_msl());
  for (const Writer writer : {Writer::Own, Writer::Cross}) {
    // The code that calls the shader has these names.
    std::vector<Module> modules = without_entry_points(modules_by_entry_point(Target::Msl21, writer));
    std::erase_if(modules, [](const Module& module) { return module.name == "i" || module.name == "out"; });
    expect_none(refused_as_cpp(modules));
  }
}
TEST(EntryPointsOfWgsl, AreValidInNaga) {
  AGAL_NEED(test::Facility::Naga, missing_naga());
  expect_none(refused_by_naga(without_entry_points(modules_by_entry_point(Target::Wgsl, Writer::Own)), ".wgsl"));
}

class EntryPointsOfHlsl : public testing::TestWithParam<Writer> {};

TEST_P(EntryPointsOfHlsl, AreValidInGlslang) {
  std::vector<std::string> refusals;
  for (const EntryModule& each : modules_by_entry_point(Target::Hlsl50, GetParam()))
    if (const auto error = test::glslang_error(each.module.bytes, Target::Hlsl50, each.module.stage, each.entry_point))
      refusals.push_back(each.module.name + ": " + *error);
  expect_none(refusals);
}

INSTANTIATE_TEST_SUITE_P(Writers, EntryPointsOfHlsl, testing::ValuesIn(hlsl_writers()),
                         [](const auto& parameter) { return std::string(name_of(parameter.param)); });

TEST(Names, TablesAreLarge) {
  EXPECT_GT(all_words().size(), 2200u);
  EXPECT_GT(valid_words().size(), 500u);
}

class NamesOfTexts : public testing::TestWithParam<Target> {};

TEST_P(NamesOfTexts, AreValid) { expect_none(refused_by_glslang(renamed_modules(GetParam()), GetParam())); }

INSTANTIATE_TEST_SUITE_P(Targets, NamesOfTexts,
                         testing::Values(Target::Essl100, Target::Essl300, Target::Essl310, Target::Glsl120,
                                         Target::Glsl330, Target::Glsl450, Target::VulkanGlsl450, Target::Hlsl50),
                         [](const auto& parameter) {
                           std::string name(agal::info(parameter.param).name);
                           std::erase(name, '-');
                           return name;
                         });

TEST(NamesOfHlsl, AreValidInDxc) {
  AGAL_NEED(test::Facility::Dxc, missing_dxc());
  expect_none(refused_by_dxc(renamed_modules(Target::Hlsl51)));
}

TEST(NamesOfWgsl, AreValidInNaga) {
  AGAL_NEED(test::Facility::Naga, missing_naga());
  expect_none(refused_by_naga(renamed_modules(Target::Wgsl), ".wgsl"));
}

}  // namespace
}  // namespace agal::compilers
