// Tests input that makes glslang or the validator crash, hang or use all memory.
#include "proofs/foreign.hpp"

#include <gmock/gmock.h>
#include <sys/wait.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "agal/assembly.hpp"
#include "agal/translate.hpp"
#include "support/lowering.hpp"

namespace agal::proofs {
namespace {

using agalc::os::ChildLimits;
using agalc::os::ChildResult;
using agalc::os::find_program;
using agalc::os::has_children;
using agalc::os::run_in_child;
using agalc::os::run_program;
using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

class Child : public testing::Test {
 protected:
  void SetUp() override {
    if (!has_children()) GTEST_SKIP() << "this system has no child processes for it";
  }
};

TEST_F(Child, ReturnsOutputOfWork) {
  const std::string long_output(3'000'000, '\x01');
  EXPECT_EQ(run_in_child([] { return std::string("a\0b", 3); }).output, std::string("a\0b", 3));
  EXPECT_EQ(run_in_child([&] { return long_output; }).output, long_output);
  const ChildResult empty = run_in_child([] { return std::string(); });
  EXPECT_EQ(empty.output + empty.fault, "");
}

TEST_F(Child, DoesNotChangeParent) {
  int value = 1;
  run_in_child([&] {
    value = 2;
    return std::string();
  });
  EXPECT_EQ(value, 1);
}

TEST_F(Child, NamesSignal) {
  const ChildResult found = run_in_child([]() -> std::string {
    std::raise(SIGSEGV);
    return "more";
  });
  EXPECT_THAT(found.fault, HasSubstr("ended with "));  // sanitizers end with an exit status
  EXPECT_EQ(found.output, "");
  EXPECT_EQ(run_in_child([]() -> std::string {
              std::raise(SIGKILL);
              return {};
            }).fault,
            "ended with signal 9");
}

TEST_F(Child, NamesExitStatus) {
  EXPECT_EQ(run_in_child([]() -> std::string { std::_Exit(3); }).fault, "ended with exit status 3");
}

// An endless loop ends by the limit, whatever the speed of the machine.
TEST_F(Child, LimitsProcessorTime) {
  ChildLimits limits;
  limits.processor_seconds = 1;
  limits.seconds = 600;
  const ChildResult found = run_in_child(
      []() -> std::string {
        volatile unsigned n = 0;
        for (;;) n = n + 1;
      },
      limits);
  EXPECT_EQ(found.fault, "took more than 1 s of processor time");
}

TEST_F(Child, LimitsTime) {
  ChildLimits limits;
  limits.seconds = 1;
  const ChildResult found = run_in_child(
      []() -> std::string {
        for (;;) ::pause();
      },
      limits);
  EXPECT_EQ(found.fault, "took more than 1 s");
}

TEST_F(Child, LimitsMemory) {
#if !defined(__linux__) || defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "memory is not limited here";
#endif
  const ChildResult found = run_in_child([] {
    std::vector<std::unique_ptr<std::vector<char>>> parts;
    for (int i = 0; i < 64; ++i) parts.push_back(std::make_unique<std::vector<char>>(std::size_t{64} << 20));
    return std::to_string(parts.size());
  });
  EXPECT_EQ(found.fault, "used more than 1024 MiB of memory");
}

TEST_F(Child, TerminatesAllProcesses) {
  run_in_child([] { return std::string(); });
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);
}

TEST_F(Child, ProgramPrintsToBothStreams) {
  const ChildResult found = run_program({"/bin/sh", "-c", "echo \"$1\"; echo b >&2; exit 3", "sh", "a b"});
  EXPECT_EQ(found.output, "a b\nb\n");
  EXPECT_EQ(found.fault, "");
  EXPECT_EQ(found.exit_status, 3);
}

TEST_F(Child, ProgramHasLimits) {
  ChildLimits limits;
  limits.seconds = 1;
  EXPECT_EQ(run_program({"/bin/sh", "-c", "exec sleep 600"}, limits).fault, "took more than 1 s");
  EXPECT_EQ(run_program({"/bin/sh", "-c", "kill -9 $$"}).fault, "ended with signal 9");
  EXPECT_EQ(run_program({"/nowhere/program"}).fault, "was not started");
}

TEST_F(Child, ProgramIsFoundInPath) {
  EXPECT_THAT(find_program("sh"), EndsWith("/sh"));
  EXPECT_EQ(find_program("there-is-no-such-program"), "");
}

// --------------------------------------------------------------------------------------------------- text

TEST(ForeignText, MatchesReadingInProcess) {
  const std::string text = "#version 450\nin vec4 v0;\nout vec4 oc;\nvoid main() { oc = v0 * 2.0; }\n";
  const ReadText here = read_text(text, Stage::Fragment, TextRules::OpenGl);
  const ReadText beside = read_foreign_text(text, Stage::Fragment, TextRules::OpenGl);
  EXPECT_EQ(beside.words, here.words);
  EXPECT_EQ(beside.fault, "");
  const ReadText rejected = read_foreign_text(text + "}", Stage::Fragment, TextRules::OpenGl);
  EXPECT_EQ(rejected.status, ReadStatus::Rejected);
  EXPECT_THAT(rejected.fault, StartsWith("0:5:"));
  EXPECT_EQ(read_foreign_text("", Stage::Fragment, TextRules::OpenGl).status, ReadStatus::Undecided);
}

using ForeignCrash = Child;

// This process survives, whatever a version of glslang does, and the texts are not read.
TEST_F(ForeignCrash, IsUndecidedOrRejected) {
  for (const std::string text : {"void main(float){", "cbuffer:register(b){float c(float["}) {
    const ReadText found = read_foreign_text(text, Stage::Fragment, TextRules::Hlsl);
    EXPECT_NE(found.status, ReadStatus::Read) << text;
    if (found.status == ReadStatus::Undecided) {
      EXPECT_THAT(found.fault, StartsWith("glslang ")) << text;
    }
  }
}

// The first text is either read or too large. This depends on the version of glslang.
TEST_F(ForeignCrash, SurvivesLargeArrays) {
  for (const std::string text : {"#version 450\nlayout(binding = 4) uniform sampler2D fs2[2147483647];\nout vec4 "
                                 "oc;\nvoid main() { oc = texture(fs2[3], vec2(0.0)); }\n",
                                 "#version 450\nstruct S { vec4 a[30000]; };\nuniform S s[30000];\nout vec4 oc;\nvoid "
                                 "main() { oc = s[1].a[2]; }\n",
                                 "#version 450\nout vec4 oc;\nconst float a[100000000] = float[100000000](1.0);\nvoid "
                                 "main() { oc = vec4(a[1]); }\n"}) {
    const ReadText found = read_foreign_text(text, Stage::Fragment, TextRules::OpenGl);
    EXPECT_EQ(found.words.empty(), found.status != ReadStatus::Read) << text;
    EXPECT_EQ(found.fault.empty(), found.status == ReadStatus::Read) << text;
  }
}

// -------------------------------------------------------------------------------------------------- words

TEST(ForeignWords, MatchValidationInProcess) {
  TranslateOptions options;
  const Result<std::vector<std::uint32_t>> words =
      translate(test::assembled("//! agal 1 fragment\nmov oc, v0\n"), options);
  ASSERT_TRUE(words);
  EXPECT_EQ(check_foreign_words(*words, Environment::Vulkan10).status, ReadStatus::Read);
  std::vector<std::uint32_t> broken = *words;
  broken.pop_back();
  const ForeignCheck found = check_foreign_words(broken, Environment::Vulkan10);
  EXPECT_EQ(found.status, ReadStatus::Rejected);
  EXPECT_NE(found.fault, "");
}

// Each of 39 structs contains the previous struct twice, and the validator visits all 2^39 parts.
std::vector<std::uint32_t> doubling_structs() {
  std::vector<std::uint32_t> words{0x07230203, 0x00010000, 0, 100, 0};
  const auto add = [&](std::uint32_t op, std::vector<std::uint32_t> operands) {
    words.push_back(static_cast<std::uint32_t>(operands.size() + 1) << 16 | op);
    words.insert(words.end(), operands.begin(), operands.end());
  };
  add(17, {1});                    // OpCapability Shader
  add(14, {0, 1});                 // OpMemoryModel Logical GLSL450
  add(15, {4, 1, 0x6e69616d, 0});  // OpEntryPoint Fragment %1 "main"
  add(16, {1, 7});                 // OpExecutionMode %1 OriginUpperLeft
  add(19, {2});                    // OpTypeVoid
  add(33, {3, 2});                 // OpTypeFunction %2
  add(22, {4, 32});                // OpTypeFloat
  add(30, {10, 4, 4});             // OpTypeStruct
  for (std::uint32_t i = 11; i < 50; ++i) add(30, {i, i - 1, i - 1});
  add(32, {60, 2, 49});   // OpTypePointer Uniform
  add(59, {60, 61, 2});   // OpVariable
  add(54, {2, 1, 0, 3});  // OpFunction
  add(248, {62});         // OpLabel
  add(253, {});           // OpReturn
  add(56, {});            // OpFunctionEnd
  return words;
}

TEST_F(ForeignCrash, HangOfValidatorIsUndecided) {
  ChildLimits limits;
  limits.processor_seconds = 1;
  limits.seconds = 600;
  const ForeignCheck found = check_foreign_words(doubling_structs(), Environment::Vulkan10, limits);
  EXPECT_EQ(found.status, ReadStatus::Undecided);
  EXPECT_EQ(found.fault, "spirv-val took more than 1 s of processor time");
}

}  // namespace
}  // namespace agal::proofs
