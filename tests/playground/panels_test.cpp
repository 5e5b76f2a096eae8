// The panels: targets, steps, interface, trace.
#include "playground/playing.hpp"

namespace agal::playground {
namespace {

using testing::Contains;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::IsSupersetOf;
using testing::Not;

class Panels : public Playing {};

constexpr const char* vertex_text = "m44 op, va0, vc0\nmov v0, va1\n";
constexpr const char* fragment_text = "tex ft0, v0, fs0 <2d, linear, repeat>\nmul oc, ft0, fc1\n";

TEST_F(Panels, EachTargetCanBeShown) {
  show();
  type_pair(vertex_text, fragment_text);
  evaluate("for (const box of document.querySelectorAll('#target-choices input')) if (!box.checked) box.click()");
  wait_for("document.querySelectorAll('#cards .product').length === 20");
  EXPECT_THAT(texts("#cards h3"), ElementsAre("WGSL", "GLSL ES 1.00", "GLSL ES 3.00", "GLSL ES 3.10", "GLSL 3.30",
                                              "GLSL 4.50", "GLSL 4.50, Vulkan", "MSL", "HLSL", "SPIR-V"));
  for (const char* target :
       {"wgsl", "essl100", "essl300", "essl310", "glsl330", "glsl450", "vulkan-glsl450", "msl20", "hlsl50"}) {
    const std::string card = std::string("#cards [data-target=") + target + "] ";
    EXPECT_THAT(texts(card + ".type"), Contains(testing::AnyOf("vec4", "vec4f", "float4"))) << target;
    EXPECT_THAT(texts(card + ".keyword"), Not(IsEmpty())) << target;
  }
  EXPECT_THAT(text("#cards [data-target=essl300] .product:nth-child(2) code"), HasSubstr("texture(fs0"));
  const std::string msl = "#cards [data-target=msl20] .product:nth-child(2) ", hlsl = "#cards [data-target=hlsl50] ";
  EXPECT_THAT(texts(msl + ".directive"), IsSupersetOf({"#include <metal_stdlib>", "[[color(0)]]", "[[stage_in]]"}));
  EXPECT_THAT(texts(msl + ".call"), Contains("sample"));
  EXPECT_THAT(texts(hlsl + ".type"), IsSupersetOf({"Texture2D", "SamplerState"}));
  EXPECT_THAT(texts(hlsl + ".interface"), IsSupersetOf({"SV_Position", "SV_Target0", "TEXCOORD0", "fs0"}));
  EXPECT_THAT(texts(hlsl + ".keyword"), Contains("cbuffer"));
  EXPECT_THAT(texts("#cards [data-target=spv] .keyword"), Contains("OpEntryPoint"));
  EXPECT_THAT(text("#cards [data-target=spv] .file"), HasSubstr("words"));
  EXPECT_THAT(text("#panel-targets > p"), HasSubstr("SPIR-V as assembly needs SPIRV-Tools"));
}

TEST_F(Panels, ATargetThatLacksAFeatureSaysSo) {
  show();
  type_pair("mov op, va0\nmov v0, iid.x\n", "//! agal 3 fragment\nmov oc, v0\n");
  EXPECT_THAT(text("#cards [data-target=essl100] .lack"), HasSubstr("GLSL ES 1.00 cannot express this"));
  EXPECT_THAT(text("#cards [data-target=essl100] .message"), HasSubstr("AGAL4011"));
  EXPECT_EQ(count("#cards [data-target=wgsl] .product"), 2u);
}

TEST_F(Panels, OneStageCanBeChosen) {
  show();
  set("#target-stage", "vertex");
  EXPECT_THAT(texts("#cards .product .stage"), Each("vertex"));
}

TEST_F(Panels, OptionsChangeTheProducts) {
  show();
  const int before = changes();
  evaluate(
      "{ const select = [...document.querySelectorAll('#option-fields label')]"
      ".find((label) => label.textContent.startsWith('constants')).querySelector('select');"
      "select.value = 'plain'; select.dispatchEvent(new Event('change')); }");
  wait_for_analysis_after(before);
  EXPECT_THAT(text("#cards [data-target=essl300] code"), HasSubstr("uniform vec4 vc["));
}

TEST_F(Panels, TheInterfaceIsTables) {
  show();
  type_pair(vertex_text, fragment_text);
  click("#tab-interface");
  EXPECT_THAT(texts("#interface h3"),
              IsSupersetOf({"Samplers", "Constants", "Attributes", "Varyings", "Outputs", "Varyings of the pair"}));
  EXPECT_THAT(texts("#interface td"), IsSupersetOf({"fs0", "fc1", "va1", "linear", "repeat", "position"}));
  set("#interface-target", "essl100");
  wait_for("document.querySelector('#interface').textContent.includes('plain')");
}

TEST_F(Panels, TheStepsLeadFromTokensToText) {
  show();
  type_pair(vertex_text, fragment_text);
  click("#tab-steps");
  wait_for("document.querySelector('#steps [role=tab]')");
  const std::vector<std::string> steps = texts("#steps [role=tab]");
  ASSERT_GT(steps.size(), 2u);
  EXPECT_EQ(steps.front(), "ast");
  EXPECT_EQ(steps.back(), "wgsl");
  // Until they come, those of the last program are there.
  wait_for("document.querySelector('#step-view code').textContent.includes('mul oc, ft0, fc1')");
  evaluate("document.querySelector('#steps [role=tab]').focus()");
  press_key("End", 35);
  EXPECT_THAT(text("#step-view code"), HasSubstr("fn main"));
  EXPECT_THAT(text("#step-view .summary"), Not(IsEmpty()));
}

TEST_F(Panels, TheTraceOfAPixelHasEachToken) {
  show();
  show_pair("mov op, va0\nmov v0, va1\n", "mul ft0, v0, fc0\nmov oc, ft0\n");
  click("#tab-trace");
  wait_for("document.querySelector('#trace .trace tbody tr:nth-child(2)')");
  EXPECT_THAT(texts("#trace .trace td code.line"), ElementsAre("mul ft0, v0, fc0", "mov oc, ft0"));
  EXPECT_THAT(text("#trace .summary"), HasSubstr("oc = (0.5"));  // u is 0.5 in the middle
  EXPECT_EQ(count("#trace .result"), 2u);
  click("#trace-all");
  EXPECT_EQ(count("#trace .result"), 8u);
  EXPECT_EQ(evaluate("document.querySelector('#cross').hidden"), false);
}

TEST_F(Panels, TheTraceOfAVertexHasItsAttributes) {
  show();
  show_pair("mov op, va0\nmov v0, va1\n", "mov oc, v0\n");
  click("#tab-trace");
  set("#trace-stage", "vertex");
  set("#trace-vertex", "1");
  wait_for("document.querySelector('#trace .summary')?.textContent.includes('op = (1, 1, 0, 1)')");
  EXPECT_EQ(evaluate("document.querySelector('#trace-x').closest('label').hidden"), true);
}

TEST_F(Panels, APixelOutsideIsToldApart) {
  show();
  show_pair("mov vt0, va0\nmul vt0.xy, vt0.xy, vc0.x\nmov op, vt0\nmov v0, va1\n", "mov oc, v0\n");
  set("[aria-label='vc0.x']", "0.5");
  click("#tab-trace");
  set("#trace-x", "3");
  wait_for("document.querySelector('#trace').textContent.includes('No triangle covers this pixel')");
}

}  // namespace
}  // namespace agal::playground
