// Minimal examples of faults in the prover that three reviewers found, who knew only docs/proof.md.
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "agal/prove/prove.hpp"
#include "front_end.hpp"
#include "proofs/front_end.hpp"
#include "prove/proof_text.hpp"
#include "prove/reference_module.hpp"
#include "support/lowering.hpp"

namespace agal {
namespace {

Program fragment(const std::string& code) { return test::assembled("//! agal 2 fragment\n" + code); }
Program vertex(const std::string& code) { return test::assembled("//! agal 4 vertex\n" + code); }

// Compares a program with a text for one target. Names identify the variables.
Proof proof_of_text(const Program& program, const std::string& text, Target target) {
  const proofs::ReadText read = proofs::read_text(text, program.stage, proofs::TextDialect(info(target)));
  EXPECT_EQ(read.fault, "") << text;
  ProofOptions options;
  options.output.target = target;
  options.match = InterfaceMatch::Names;
  const Result<Proof> proof = prove_equal(program, read.words, options);
  EXPECT_TRUE(proof);
  return proof ? *proof : Proof{};
}

// Compares a program with another AGAL program.
Proof proof_of_program(const Program& program, const Program& other, const std::vector<Assumption>& assumptions = {}) {
  ProofOptions options;
  options.assumptions = assumptions;
  const Result<prove::ReferenceModule> made = prove::program_given(other, {}, options);
  EXPECT_TRUE(made);
  if (!made) return {};
  const Result<Proof> proof = prove_equal(program, made->words, made->options);
  EXPECT_TRUE(proof);
  return proof ? *proof : Proof{};
}

std::string answer(const Proof& proof) { return prove::answer_of(proof); }

TEST(Reviews, SamplersOfProgramsHaveOneState) {
  const auto fetch = [](const std::string& state) { return fragment("tex oc, v0, fs0 <2d, " + state + ">"); };
  EXPECT_EQ(answer(proof_of_program(fetch("linear, clamp"), fetch("linear, clamp"))), "equal");
  for (const std::string state : {"linear, repeat", "nearest, clamp", "linear, miplinear, clamp"}) {
    const Proof proof = proof_of_program(fetch("linear, clamp"), fetch(state));
    EXPECT_EQ(answer(proof), "different") << state;
    EXPECT_EQ(proof.reason, "fs0 is read with another filter or wrap mode");
  }
  EXPECT_EQ(answer(proof_of_program(fetch("linear, ignoresampler"), fetch("nearest, ignoresampler"))), "equal");
}

TEST(Reviews, AnisotropicFiltersNeedDerivatives) {
  const std::string text =
      "#version 330\nin vec4 v0;\nuniform sampler2D fs0;\nout vec4 oc;\nvoid main() { oc = textureLod(fs0, v0.xy, "
      "0.0); }";
  const auto verdict = [&](const std::string& filter) {
    return answer(proof_of_text(fragment("tex oc, v0, fs0 <2d, mipnone, " + filter + ">"), text, Target::Glsl330));
  };
  EXPECT_EQ(verdict("linear"), "equal");
  EXPECT_EQ(verdict("nearest"), "equal");
  EXPECT_NE(verdict("anisotropic4x"), "equal");
}

TEST(Reviews, AssumptionsHoldForComputedRegisters) {
  const std::vector<Assumption> ones{{0, 0, 1.0f}, {1, 0, 1.0f}};
  const Program indexed = vertex("mov vt0, va0\nsat vt0.x, vt0.x\nmov op, vc[vt0.x].x");
  EXPECT_NE(answer(proof_of_program(vertex("mov op, vc0.x"), indexed, ones)), "different");
}

TEST(Reviews, OnlyColorsOfOldEsslAreMedium) {
  const std::string begin = "#version 100\nprecision highp float;\nvarying highp vec4 v0;\nuniform highp vec4 fc[1];\n";
  const Program program = fragment("mul ft0, v0, fc0\nfrc oc, ft0");
  EXPECT_EQ(
      answer(proof_of_text(program, begin + "void main() { gl_FragColor = fract(v0 * fc[0]); }", Target::Essl100)),
      "equal up to rounding");
  for (const std::string precision : {"mediump", "lowp"})
    EXPECT_EQ(answer(proof_of_text(
                  program, begin + "void main() { " + precision + " vec4 t = v0 * fc[0]; gl_FragColor = fract(t); }",
                  Target::Essl100)),
              "equal up to value-changing")
        << precision;
  // Results 0 and 1 are exact in low precision.
  EXPECT_EQ(answer(proof_of_text(fragment("slt ft0, v0, fc0\nfrc oc, ft0"),
                                 begin + "void main() { gl_FragColor = fract(vec4(lessThan(v0, fc[0]))); }",
                                 Target::Essl100)),
            "equal up to rounding");
}

TEST(Reviews, DiscardsOfHlslKeepDerivatives) {
  const Program program = fragment("kil v1.x\ntex oc, v0, fs0 <2d, linear, miplinear>");
  const auto text = [](const std::string& discard) {
    return "Texture2D fs0 : register(t0);\nSamplerState s0 : register(s0);\nfloat4 main(float4 v0 : TEXCOORD0, float4 "
           "v1 : "
           "TEXCOORD1) : SV_Target {\n  " +
           discard + "\n  return fs0.Sample(s0, v0.xy);\n}";
  };
  EXPECT_EQ(answer(proof_of_text(program, text("clip(v1.x);"), Target::Hlsl50)), "equal");
  EXPECT_EQ(answer(proof_of_text(program, text("if (v1.x < 0.0) discard;"), Target::Hlsl50)), "equal");
  EXPECT_EQ(answer(proof_of_text(program, text("if (v1.x < 0.0) { if (v1.x < 0.0) discard; }"), Target::Hlsl50)),
            "equal");
  EXPECT_NE(answer(proof_of_text(program, text("if (v1.x < 0.0) { v0.x = 2.0; discard; } v0.x = v0.x * 2.0;"),
                                 Target::Hlsl50)),
            "equal");
}

TEST(Reviews, ReasonNamesUndefinedDerivative) {
  const Proof proof = proof_of_text(fragment("kil v1.x\ntex oc, v0, fs0 <2d, linear, miplinear>"),
                                    "#version 330\nin vec4 v0, v1;\nuniform sampler2D fs0;\nout vec4 oc;\nvoid main() "
                                    "{ if (v1.x < 0.0) discard; oc = texture(fs0, v0.xy); }",
                                    Target::Glsl330);
  EXPECT_EQ(answer(proof), "different");
  EXPECT_NE(proof.reason.find("needs a derivative"), std::string::npos) << proof.reason;
  EXPECT_FALSE(proof.counterexample);
}

TEST(Reviews, IgnoresUnusedBuiltIns) {
  const auto text = [](const std::string& value) {
    return "#version 330\nin vec4 v0;\nout vec4 oc;\nvoid main() { vec4 p = gl_FragCoord; oc = " + value + "; }";
  };
  EXPECT_EQ(answer(proof_of_text(fragment("mov oc, v0"), text("v0"), Target::Glsl330)), "equal");
  const Proof proof = proof_of_text(fragment("mov oc, v0"), text("v0 * p.x"), Target::Glsl330);
  EXPECT_EQ(answer(proof), "not decided");
  EXPECT_EQ(proof.reason, "it reads the built-in variable gl_FragCoord, which AGAL does not have");
}

TEST(Reviews, InstancesAreUnsignedIntegers) {
  const Program program = vertex("mov op, va0\nmul v0, va1, iid.x");
  const auto text = [](const std::string& number) {
    return "struct Out { float4 v0 : TEXCOORD0; float4 op : SV_Position; };\nOut main(float4 p : TEXCOORD0, float4 c : "
           "TEXCOORD1, uint id : SV_InstanceID) {\n  Out o;\n  o.op = p;\n  o.v0 = c * " +
           number + ";\n  return o;\n}";
  };
  EXPECT_EQ(answer(proof_of_text(program, text("float(id)"), Target::Hlsl50)), "equal");
  const Proof proof = proof_of_text(program, text("float(id + 1)"), Target::Hlsl50);
  EXPECT_EQ(answer(proof), "different");
  const std::string json = prove::proof_json({"p", Stage::Vertex, "q", false}, proof);
  EXPECT_NE(json.find("\"instance\": "), std::string::npos);
  EXPECT_EQ(json.find("\"instance\": 3.0"), std::string::npos) << json;
}

TEST(Reviews, ExamplesHaveEveryTextureOfTheProgram) {
  const Proof proof = proof_of_program(fragment("tex ft0, v0, fs0 <2d, linear>\nkil v1.x\nmov oc, ft0"),
                                       fragment("tex ft0, v0, fs0 <2d, linear>\nkil v1.y\nmov oc, ft0"));
  ASSERT_TRUE(proof.counterexample);
  ASSERT_EQ(proof.counterexample->textures.size(), 1u);
  EXPECT_TRUE(proof.counterexample->textures[0]);
}

TEST(Reviews, VerticesHaveOneValueForEachAttribute) {
  const auto program = [](const std::string& bias) {
    return vertex("mov vt0, va0\ntld vt1, vt0, vs0 <2d, linear, miplinear, " + bias + ">\nmov op, vt1");
  };
  const Proof proof = proof_of_program(program("1"), program("2"));
  ASSERT_TRUE(proof.counterexample) << answer(proof);
  for (const Counterexample::Input& input : proof.counterexample->inputs) EXPECT_EQ(input.values.size(), 1u);
}

TEST(Reviews, ReportedTermsBelongToOutput) {
  const Proof proof = proof_of_program(fragment("nrm ft0.xyz, v0.xyz\nmov ft0.w, v1.w\nmov oc, ft0"),
                                       fragment("add ft1, v0, v0\nnrm ft0.xyz, ft1.xyz\nmov ft0.w, v1.z\nmov oc, ft0"));
  EXPECT_EQ(answer(proof), "different");
  EXPECT_EQ(proof.output, "oc.w");
  EXPECT_EQ(proof.expected, "v1.w");
  EXPECT_EQ(proof.found, "v1.z");
}

TEST(Reviews, ConversionsOfThePositionAreNamed) {
  const Proof proof = proof_of_text(vertex("mov op, va0"),
                                    "#version 330\nin vec4 va0;\nvoid main() { gl_Position = va0; }", Target::Glsl330);
  EXPECT_EQ(answer(proof), "different");
  EXPECT_EQ(proof.reason, "op.z is 2 * z - w of the program, as the target expects it");
}

}  // namespace
}  // namespace agal
