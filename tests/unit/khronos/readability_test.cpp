#include "khronos/readability.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "khronos/cross.hpp"
#include "modules.hpp"

namespace agal::khronos {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

constexpr std::string_view interface_names = "OpName %v0 \"v0\"\nOpName %oc \"oc\"\n";
constexpr std::string_view interface_decorations = "OpDecorate %v0 Location 0\nOpDecorate %oc Location 0\n";
constexpr std::string_view interface_globals = "%v0 = OpVariable %in4 Input\n%oc = OpVariable %out4 Output\n";

std::vector<std::uint32_t> module_of(const std::string& value_names, const std::string& code) {
  const std::string names = std::string(interface_names) + value_names;
  return test::words_of({Stage::Fragment, "%v0 %oc", "", names, interface_decorations, interface_globals, code});
}

// A chain of `length` additions, the values named ft0, ft0, …
std::vector<std::uint32_t> chain(int length, bool named) {
  std::string names, code = "%x0 = OpLoad %v4 %v0\n";
  for (int i = 1; i <= length; ++i) {
    if (named) names += fmt::format("OpName %x{} \"ft0\"\n", i);
    code += fmt::format("%x{0} = OpFAdd %v4 %x{1} %x0\n", i, i - 1);
  }
  code += fmt::format("OpStore %oc %x{}\n", length);
  return module_of(names, code);
}

// The names of the values that become statements.
std::vector<std::string> statements(std::span<const std::uint32_t> words) {
  std::vector<std::string> names;
  for (const Variable& variable : variables_of(words))
    if (variable.statement) names.push_back(variable.name);
  return names;
}

std::string glsl(const std::vector<std::uint32_t>& words) {
  CompileOptions options;
  options.target = Target::Glsl450;
  return *cross_compile(words, options);
}

std::size_t max_line_length(const std::string& text) {
  std::size_t longest = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    longest = std::max(longest, end - at);
    at = end + 1;
  }
  return longest;
}

TEST(StatementValues, LeavesShortExpressionsWhole) {
  const auto words = chain(3, true);
  EXPECT_THAT(statements(words), IsEmpty());
  EXPECT_THAT(glsl(words), HasSubstr("oc = ((v0 + v0) + v0) + v0;"));
}

TEST(StatementValues, CutsLongExpressionsAtRegisters) {
  const std::string text = glsl(chain(60, true));
  EXPECT_LT(max_line_length(text), 100u) << text;
  EXPECT_THAT(text, HasSubstr("vec4 ft0 = "));
}

TEST(StatementValues, GivesNoNumbersForNamesWhereLinesCanBeRead) {
  EXPECT_THAT(statements(chain(7, false)), IsEmpty());
  EXPECT_LT(max_line_length(glsl(chain(200, false))), 300u);
}

// `c ? dFdx(x) : y` would compute the derivative only where c holds, that is, in non-uniform control flow.
TEST(StatementValues, TakesDerivativesInFrontOfWhatIsLazy) {
  const std::string code =
      "%a = OpLoad %v4 %v0\n%x = OpCompositeExtract %float %a 0\n%y = OpCompositeExtract %float %a 1\n"
      "%d = OpDPdx %float %x\n%n = OpFNegate %float %d\n%c = OpFOrdLessThan %bool %x %y\n"
      "%s = OpSelect %float %c %n %y\n%out = OpCompositeConstruct %v4 %s %s %s %s\nOpStore %oc %out\n";
  const auto words = module_of("OpName %d \"ft0\"\nOpName %s \"ft1\"\n", code);
  EXPECT_THAT(statements(words), ElementsAre("ft0", "ft1"));
  EXPECT_THAT(glsl(words), HasSubstr("float ft0 = dFdx(v0.x);"));

  // The condition itself is always evaluated.
  const std::string in_condition =
      "%a = OpLoad %v4 %v0\n%x = OpCompositeExtract %float %a 0\n%y = OpCompositeExtract %float %a 1\n"
      "%d = OpDPdx %float %x\n%c = OpFOrdLessThan %bool %d %y\n%s = OpSelect %float %c %x %y\n"
      "%out = OpCompositeConstruct %v4 %s %x %y %x\nOpStore %oc %out\n";
  EXPECT_THAT(statements(module_of("OpName %d \"ft0\"\n", in_condition)), IsEmpty());
}

TEST(StatementValues, NamesWhatIsReadTwice) {
  const auto words = module_of("OpName %sum \"ft1\"\n",
                               "%a = OpLoad %v4 %v0\n%sum = OpFAdd %v4 %a %a\n%x = OpCompositeExtract %float %sum 0\n"
                               "%y = OpCompositeExtract %float %sum 1\n%out = OpCompositeConstruct %v4 %x %y %x %f1\n"
                               "OpStore %oc %out\n");
  EXPECT_EQ(statements(words).size(), 1u);
  EXPECT_THAT(glsl(words), HasSubstr("vec4 ft1 = v0 + v0;"));
}

TEST(StatementValues, NeverNamesLoadsSwizzlesAndConstants) {
  const auto words = module_of("OpName %a \"ft0\"\nOpName %swizzled \"ft1\"\n",
                               "%a = OpLoad %v4 %v0\n%swizzled = OpVectorShuffle %v4 %a %a 1 0 3 2\n"
                               "%sum = OpFAdd %v4 %swizzled %swizzled\nOpStore %oc %sum\n");
  EXPECT_THAT(statements(words), IsEmpty());
  EXPECT_THAT(glsl(words), HasSubstr("oc = v0.yxwz + v0.yxwz;"));
}

TEST(StatementValues, SeesReadsThroughBranches) {
  const auto words = module_of("OpName %sum \"ft0\"\nOpName %phi \"ft1\"\n",
                               "%a = OpLoad %v4 %v0\n%sum = OpFAdd %v4 %a %a\n%x = OpCompositeExtract %float %a 0\n"
                               "%less = OpFOrdLessThan %bool %x %f0\nOpSelectionMerge %on None\n"
                               "OpBranchConditional %less %then %else\n%then = OpLabel\n%twice = OpFMul %v4 %sum %a\n"
                               "OpBranch %on\n%else = OpLabel\nOpBranch %on\n%on = OpLabel\n"
                               "%phi = OpPhi %v4 %twice %then %sum %else\nOpStore %oc %phi\n");
  const std::string text = glsl(words);
  EXPECT_THAT(text, HasSubstr("vec4 ft0 = v0 + v0;"));
  EXPECT_THAT(text, HasSubstr("ft1 = ft0 * v0;"));
  EXPECT_THAT(text, Not(HasSubstr("_1")));
}

TEST(Names, CountUpInTheOrderOfTheProgram) {
  const std::string text = glsl(chain(20, true));
  EXPECT_LT(text.find("vec4 ft0 = "), text.find("vec4 ft0_1 = "));
  EXPECT_LT(text.find("vec4 ft0_1 = "), text.find("vec4 ft0_2 = "));
}

TEST(Names, ComeFromTheOutputAndItsLane) {
  const auto words = module_of("",
                               "%a = OpLoad %v4 %v0\n%x = OpDot %float %a %a\n%twice = OpFAdd %float %x %x\n"
                               "%out = OpCompositeConstruct %v4 %f0 %f1 %twice %f1\nOpStore %oc %out\n");
  EXPECT_THAT(statements(words), ::testing::ElementsAre("oc_z"));
  EXPECT_THAT(glsl(words), HasSubstr("float oc_z = dot(v0, v0);"));
}

TEST(StatementValues, SurvivesWordsThatAreNoModule) {
  EXPECT_THAT(statements({}), IsEmpty());
  const std::vector<std::uint32_t> cut{0x07230203, 0x10000, 0, 4, 0, 0x0004'0081, 1};
  EXPECT_THAT(statements(cut), IsEmpty());
}

}  // namespace
}  // namespace agal::khronos
