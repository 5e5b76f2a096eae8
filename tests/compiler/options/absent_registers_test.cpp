// Registers that options name, but no program has.
#include "options/absent_registers.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "agal/assembly.hpp"

namespace agal::options {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// Returns the parts of messages before ": no program has that register".
std::vector<std::string> absent(const CompileOptions& options, const std::vector<std::string>& programs) {
  AbsentRegisters registers(options);
  for (const std::string& text : programs) registers.add(*assemble(text));
  std::vector<std::string> found;
  for (const Diagnostic& each : registers.report()) found.push_back(each.message.substr(0, each.message.find(':')));
  return found;
}

CompileOptions renaming(const std::vector<std::string>& registers) {
  CompileOptions options;
  for (const std::string& each : registers) options.renames.push_back({each, "x"});
  return options;
}

const std::string vertex = "//! agal 1 vertex\nm44 op, va0, vc4\nmov v1, va1\n";
const std::string fragment = "//! agal 1 fragment\ntex ft0, v1, fs2 <2d>\nmul oc, ft0, fc3\n";

TEST(AbsentRegisters, ReportsThemOnceInTheOrderOfTheOptions) {
  EXPECT_THAT(absent(renaming({"va2", "va1", "v0", "v1"}), {vertex, vertex}),
              ElementsAre("--rename va2", "--rename v0"));
}

TEST(AbsentRegisters, OneProgramOfSeveralIsEnough) {
  EXPECT_THAT(absent(renaming({"va2", "fs3"}), {vertex, fragment, "//! agal 1 vertex\nmov op, va2\n"}),
              ElementsAre("--rename fs3"));
}

TEST(AbsentRegisters, IgnoresAStageWithoutProgram) {
  EXPECT_THAT(absent(renaming({"fs0", "fc9"}), {vertex}), IsEmpty());
  EXPECT_THAT(absent(renaming({"fs0", "v1"}), {}), IsEmpty());
}

// m44 reads vc4 to vc7, and the array begins at vc0.
TEST(AbsentRegisters, ConstantsAreAnArray) {
  EXPECT_THAT(absent(renaming({"vc0", "vc7", "vc8", "vc6..9"}), {vertex}), ElementsAre("--rename vc8"));
}

TEST(AbsentRegisters, RelativeAddressesReachAllConstants) {
  EXPECT_THAT(absent(renaming({"vc100"}), {"//! agal 1 vertex\nmov op, vc[va0.x+3]\n"}), IsEmpty());
}

TEST(AbsentRegisters, ReadsBindingsAndSemantics) {
  CompileOptions options;
  options.bindings = {{"fs2", 0, 1}, {"fs3", 0, 2}, {"fs2_sampler", 0, 3}};
  options.hlsl_semantics = {{"v1", "COLOR0"}, {"v2", "COLOR1"}};
  EXPECT_THAT(absent(options, {vertex, fragment}), ElementsAre("--bind fs3", "--semantics v2"));
}

}  // namespace
}  // namespace agal::options
