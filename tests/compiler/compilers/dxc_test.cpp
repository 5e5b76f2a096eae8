// Tests that DXC, Microsoft's compiler, accepts all HLSL that agalc writes without a warning, and that it gives
// varyings the same registers in both programs of a pair.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>

#include "compilers/dxc.hpp"
#include "compilers/expect_none.hpp"
#include "compilers/hlsl.hpp"
#include "compilers/modules.hpp"
#include "exec/entries.hpp"
#include "support/facility.hpp"

namespace agal::compilers {
namespace {

using testing::AllOf;
using testing::Each;
using testing::ElementsAre;
using testing::Field;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

CompileOptions hlsl_options(Writer writer, Target target = Target::Hlsl51) {
  CompileOptions options;
  options.target = target;
  options.writer = writer;
  return options;
}

std::string name_of_writer(const testing::TestParamInfo<Writer>& parameter) {
  return std::string(name_of(parameter.param));
}

// --------------------------------------------------------------------------------------------------- hlsl50, hlsl51

class HlslVersions : public testing::TestWithParam<Writer> {};

// The results of DXC for hlsl51 also hold for hlsl50, because space 0 is the default.
TEST_P(HlslVersions, DifferOnlyInTheRegisterSpace) {
  const std::vector<Module> older = all_modules(hlsl_options(GetParam(), Target::Hlsl50));
  const std::vector<Module> newer = all_modules(hlsl_options(GetParam(), Target::Hlsl51));
  ASSERT_EQ(older.size(), newer.size());
  const std::string space = ", space0)";
  for (std::size_t i = 0; i < newer.size(); ++i) {
    std::string text = newer[i].bytes;
    for (std::size_t at = 0; (at = text.find(space, at)) != text.npos;) text.replace(at, space.size(), ")");
    ASSERT_EQ(text, older[i].bytes) << newer[i].name;
  }
}

INSTANTIATE_TEST_SUITE_P(Writers, HlslVersions, testing::ValuesIn(hlsl_writers()), name_of_writer);

// -------------------------------------------------------------------------------------------------------------- DXC

class Dxc : public testing::TestWithParam<Writer> {
 protected:
  void SetUp() override { AGAL_NEED(test::Facility::Dxc, missing_dxc()); }

  static void expect_connected(Linking linking) {
    const std::vector<ModulePair> pairs = all_pairs(hlsl_options(GetParam()), linking);
    EXPECT_GE(pairs.size(), min_pairs);
    std::vector<Signature> signatures;
    for (DxcShader& shader : compile_with_dxc(modules_of(pairs))) signatures.push_back(std::move(shader.signature));
    expect_none(pairs_that_do_not_fit(pairs, signatures));
  }
};

TEST_P(Dxc, AcceptsEveryText) {
  const std::vector<Module> modules = all_modules(hlsl_options(GetParam()));
  EXPECT_GE(modules.size(), min_modules);
  expect_none(refused_by_dxc(modules));
}

TEST_P(Dxc, AcceptsEveryOptionForTheOutput) {
  const std::vector<exec::Entry> entries = exec::own_entries().entries;
  using Change = void (*)(CompileOptions&);
  for (const Change change : {Change([](CompileOptions& options) { options.flip_y = true; }),
                              Change([](CompileOptions& options) { options.clip_z = ClipZ::NegativeOneToOne; }),
                              Change([](CompileOptions& options) { options.precision = Precision::Medium; }),
                              Change([](CompileOptions& options) { options.samplers = Samplers::Separate; }),
                              Change([](CompileOptions& options) {
                                options.bindings = {{"vc", 1, 3}, {"fc", 2, 3}, {"fs0", 1, 4}, {"vs0", 2, 4}};
                              })}) {
    CompileOptions options = hlsl_options(GetParam());
    change(options);
    const std::vector<Module> modules = modules_of(entries, options);
    EXPECT_GE(modules.size(), min_modules);
    expect_none(refused_by_dxc(modules));
  }
}

TEST_P(Dxc, AcceptsEverySemanticsOption) {
  for (const exec::Variant& variant : exec::semantics_variants()) {
    CompileOptions options = hlsl_options(GetParam());
    options.semantics = variant.semantics;
    const std::vector<Module> modules = modules_of(exec::entries_for(variant), options);
    EXPECT_FALSE(modules.empty()) << variant.option;
    expect_none(refused_by_dxc(modules));
  }
}

TEST_P(Dxc, ConnectsLinkedPairs) { expect_connected(Linking::Linked); }

TEST_P(Dxc, ConnectsSeparatelyCompiledPairs) { expect_connected(Linking::Apart); }

// The other writer is only tested on request, because the proofs also read some of its text with DXC.
std::vector<Writer> writers_for_dxc() {
  if (test::is_exhaustive()) return hlsl_writers();
  return {Writer::Own};
}

INSTANTIATE_TEST_SUITE_P(Writers, Dxc, testing::ValuesIn(writers_for_dxc()), name_of_writer);

// -------------------------------------------------------------------------------------------------- the oracle itself

class DxcOracle : public testing::Test {
 protected:
  void SetUp() override { AGAL_NEED(test::Facility::Dxc, missing_dxc()); }
};

TEST_F(DxcOracle, RejectsInvalidText) {
  const auto text = [](const std::string& body) {
    return "float4 main(float4 v : TEXCOORD0) : SV_Target { " + body + " }\n";
  };
  EXPECT_THAT(refused_by_dxc({{"good", Stage::Fragment, text("return v;")},
                              {"an unknown name", Stage::Fragment, text("return w;")},
                              {"truncated", Stage::Fragment, text("float2 a = v; return a.xyxy;")},
                              {"of the other stage", Stage::Vertex, text("return v * ddx(v);")},
                              {"nothing", Stage::Fragment, ""}}),
              ElementsAre(AllOf(StartsWith("an unknown name: "), HasSubstr("error: use of undeclared identifier 'w'")),
                          AllOf(StartsWith("truncated: "), HasSubstr("warning: implicit truncation of vector type")),
                          StartsWith("of the other stage: "), "nothing: error: missing entry point definition"));
}

// Compiles a vertex shader with these outputs, and a fragment shader with these inputs.
std::vector<DxcShader> pair_of(const std::string& outputs, const std::string& inputs) {
  const std::vector<DxcShader> shaders = compile_with_dxc(
      {{"vertex", Stage::Vertex, "struct O { " + outputs + " }; O main() { return (O)0; }"},
       {"fragment", Stage::Fragment, "struct I { " + inputs + " }; float4 main(I i) : SV_Target { return 0; }"}});
  EXPECT_THAT(shaders, Each(Field(&DxcShader::messages, "")));
  return shaders;
}

TEST_F(DxcOracle, ReportsMisplacedInputs) {
  const auto in_pair = [](const std::string& outputs, const std::string& inputs) {
    const std::vector<DxcShader> pair = pair_of(outputs, inputs);
    EXPECT_THAT(unconnected(pair[0].signature, pair[1].signature), IsEmpty());
    return misplaced(pair[0].signature, pair[1].signature);
  };
  const std::string v0 = "float4 a : TEXCOORD0;", v1 = "float4 b : TEXCOORD1;", position = "float4 p : SV_Position;";
  EXPECT_THAT(in_pair(v0 + v1 + position, v0 + v1), IsEmpty());
  EXPECT_THAT(in_pair(v0 + v1 + position, v0), IsEmpty());
  EXPECT_THAT(in_pair(v0 + v1 + position, v1),
              ElementsAre("TEXCOORD1 is register 0, mask 15, but register 1, mask 15, of the vertex shader"));
  EXPECT_THAT(in_pair(position + v0 + v1, v0),
              ElementsAre("TEXCOORD0 is register 0, mask 15, but register 1, mask 15, of the vertex shader"));
  EXPECT_THAT(in_pair("float3 a : TEXCOORD0;" + position, v0),
              ElementsAre("TEXCOORD0 is register 0, mask 15, but register 0, mask 7, of the vertex shader"));
}

TEST_F(DxcOracle, ReportsUnconnectedInputs) {
  const std::vector<DxcShader> pair =
      pair_of("float4 p : SV_Position;", "float4 a : TEXCOORD0; bool f : SV_IsFrontFace;");
  EXPECT_THAT(misplaced(pair[0].signature, pair[1].signature), IsEmpty());
  EXPECT_THAT(unconnected(pair[0].signature, pair[1].signature),
              ElementsAre("TEXCOORD0 is not an output of the vertex shader"));
}

}  // namespace
}  // namespace agal::compilers
