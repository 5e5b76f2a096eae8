// Tests that Slang accepts all HLSL without a warning.
#include <gmock/gmock.h>

#include "compilers/expect_none.hpp"
#include "compilers/hlsl.hpp"
#include "compilers/slang.hpp"
#include "support/facility.hpp"

namespace agal::compilers {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;

class SlangNeeded : public testing::Test {
 protected:
  void SetUp() override { AGAL_NEED(test::Facility::Direct3d, missing_slang()); }
};

class Slang : public SlangNeeded, public testing::WithParamInterface<Writer> {};

TEST_P(Slang, AcceptsEveryText) {
  CompileOptions options;
  options.target = Target::Hlsl50;
  options.writer = GetParam();
  const std::vector<Module> modules = all_modules(options);
  EXPECT_GE(modules.size(), min_modules);
  const std::vector<Answer> answers = compile_with_slang(modules);
  std::vector<std::string> faults;
  for (std::size_t i = 0; i < modules.size(); ++i) {
    if (!answers[i].accepted) faults.push_back(modules[i].name + " is refused:\n" + modules[i].bytes);
    for (const std::string& message : answers[i].messages) faults.push_back(modules[i].name + ": " + message);
  }
  expect_none(std::move(faults));
}

INSTANTIATE_TEST_SUITE_P(Writers, Slang, testing::ValuesIn(hlsl_writers()),
                         [](const auto& parameter) { return std::string(name_of(parameter.param)); });

// Checks that the test detects invalid text.
TEST_F(SlangNeeded, RejectsInvalidText) {
  const std::vector<Answer> answers =
      compile_with_slang({{"good", Stage::Fragment, "float4 main(float4 v : TEXCOORD3) : SV_Target0 { return v; }\n"},
                          {"no such type", Stage::Fragment, "float5 main() : SV_Target0 { return 1; }\n"},
                          {"no such name", Stage::Vertex, "float4 main() : SV_Position { return w; }\n"},
                          {"nothing", Stage::Fragment, ""}});
  EXPECT_TRUE(answers[0].accepted);
  EXPECT_THAT(answers[0].messages, IsEmpty());
  EXPECT_FALSE(answers[1].accepted);
  EXPECT_THAT(answers[1].messages, Contains(HasSubstr("'float5'")));
  EXPECT_FALSE(answers[2].accepted);
  EXPECT_FALSE(answers[3].accepted);
}

}  // namespace
}  // namespace agal::compilers
