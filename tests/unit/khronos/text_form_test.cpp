#include "khronos/text_form.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "khronos/cross.hpp"
#include "khronos/spirv_tools.hpp"
#include "modules.hpp"

namespace agal::khronos {
namespace {

using ::testing::HasSubstr;

constexpr std::string_view names = "OpName %a \"v0\"\nOpName %b \"v1\"\nOpName %oc \"oc\"\n";
constexpr std::string_view decorations =
    "OpDecorate %a Location 0\nOpDecorate %b Location 1\nOpDecorate %oc Location 0\n";
constexpr std::string_view globals =
    "%a = OpVariable %in4 Input\n%b = OpVariable %in4 Input\n%oc = OpVariable %out4 Output\n"
    "%bool3 = OpTypeVector %bool 3\n";

std::vector<std::uint32_t> module_of(const std::string& code) {
  const std::string all = "%x = OpLoad %v4 %a\n%y = OpLoad %v4 %b\n" + code + "OpStore %oc %out\n";
  return test::words_of({Stage::Fragment, "%a %b %oc", "", names, decorations, globals, all});
}

std::string essl(const std::vector<std::uint32_t>& words) {
  CompileOptions options;
  options.target = Target::Essl300;
  return *cross_compile(words, options);
}

TEST(TextForm, BuildsMixedLanesFromParts) {
  const auto words = module_of("%out = OpVectorShuffle %v4 %x %y 0 1 2 7\n");
  EXPECT_EQ(validate(text_form(words), Environment::OpenGL45), std::nullopt);
  EXPECT_THAT(essl(words), HasSubstr("oc = vec4(v0.xyz, v1.w);"));
}

TEST(TextForm, UsesWholeVectorsWhole) {
  const auto words = module_of(
      "%xy = OpVectorShuffle %v2 %x %x 1 0\n%zw = OpVectorShuffle %v2 %y %y 3 2\n"
      "%out = OpVectorShuffle %v4 %xy %zw 0 1 2 3\n");
  EXPECT_EQ(validate(text_form(words), Environment::OpenGL45), std::nullopt);
  EXPECT_THAT(essl(words), HasSubstr("vec4(v0.yx, v1.wz)"));
}

TEST(TextForm, SelectsVectorsByOneCondition) {
  const auto words = module_of(
      "%xx = OpCompositeExtract %float %x 0\n%c = OpFOrdLessThan %bool %xx %f0\n"
      "%ccc = OpCompositeConstruct %bool3 %c %c %c\n%p = OpVectorShuffle %v3 %x %x 0 1 2\n"
      "%q = OpVectorShuffle %v3 %y %y 0 1 2\n%r = OpSelect %v3 %ccc %p %q\n"
      "%out = OpCompositeConstruct %v4 %r %f1\n");
  EXPECT_THAT(essl(words), HasSubstr("oc = vec4((v0.x < 0.0) ? v0.xyz : v1.xyz, 1.0);"));
}

TEST(TextForm, LeavesEverythingElseAlone) {
  const auto words = test::fragment_module({.kill = true});
  EXPECT_EQ(text_form(words), words);
  EXPECT_TRUE(text_form({}).empty());
}

}  // namespace
}  // namespace agal::khronos
