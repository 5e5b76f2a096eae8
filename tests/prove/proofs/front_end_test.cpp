// Tests compiling text to SPIR-V.
#include "proofs/front_end.hpp"

#include <gmock/gmock.h>

#include <string>
#include <thread>
#include <vector>

namespace agal::proofs {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

TEST(FrontEnd, ReadsGlslOfOpenGlAndOfVulkan) {
  const std::string loose = "#version 330\nuniform vec4 c;\nout vec4 oc;\nvoid main() { oc = c; }\n";
  EXPECT_EQ(read_text(loose, Stage::Fragment, TextRules::OpenGl).fault, "");
  EXPECT_THAT(read_text(loose, Stage::Fragment, TextRules::Vulkan).fault, Not(IsEmpty()));
  const std::string sets =
      "#version 450\nlayout(set = 1, binding = 0) uniform C { vec4 c; };\nlayout(location = 0) out vec4 oc;\n"
      "void main() { oc = c; }\n";
  EXPECT_EQ(read_text(sets, Stage::Fragment, TextRules::Vulkan).fault, "");
  EXPECT_THAT(read_text(sets, Stage::Fragment, TextRules::OpenGl).fault, HasSubstr("Vulkan"));
}

TEST(FrontEnd, ReadsGlslEs100And300) {
  const std::string fragment =
      "#version 100\nprecision highp float;\nuniform sampler2D fs0;\nvarying vec4 v0;\n"
      "void main() { gl_FragColor = texture2D(fs0, v0.xy); }\n";
  EXPECT_EQ(read_text(fragment, Stage::Fragment, TextRules::OpenGl).fault, "");
  const std::string vertex =
      "#version 100\nattribute vec4 va0;\nvarying vec4 v0;\nvoid main() { v0 = va0; gl_Position = va0; }\n";
  EXPECT_EQ(read_text(vertex, Stage::Vertex, TextRules::OpenGl).fault, "");
  const std::string newer =
      "#version 300 es\nprecision highp float;\nin vec4 v0;\nout vec4 oc;\nvoid main() { oc = v0; }\n";
  EXPECT_EQ(read_text(newer, Stage::Fragment, TextRules::OpenGl).fault, "");
}

TEST(FrontEnd, ErrorsHaveLinesOfText) {
  const std::string text = "#version 100\nprecision highp float;\nvoid main() { gl_FragColor = missing; }\n";
  EXPECT_THAT(read_text(text, Stage::Fragment, TextRules::OpenGl).fault, StartsWith("0:3: 'missing'"));
}

TEST(FrontEnd, ReadsAnEntryPointOfHlsl) {
  const std::string text = "float4 shade(float4 v0 : TEXCOORD0) : SV_Target { return v0; }\n";
  EXPECT_EQ(read_text(text, Stage::Fragment, TextRules::Hlsl, "shade").fault, "");
  EXPECT_THAT(read_text(text, Stage::Fragment, TextRules::Hlsl, "other").fault, Not(IsEmpty()));
}

// glslang recurses for each operand of a sum.
TEST(FrontEnd, ReadsLongSums) {
  std::string text = "#version 450\nin vec4 v0;\nout vec4 oc;\nvoid main() { oc = v0";
  for (int i = 0; i < 200'000; ++i) text += "+v0";
  EXPECT_EQ(read_text(text + "; }\n", Stage::Fragment, TextRules::OpenGl).fault, "");
}

TEST(FrontEnd, RejectsHostileText) {
  const auto fault = [](const std::string& text) { return read_text(text, Stage::Fragment, TextRules::OpenGl).fault; };
  EXPECT_THAT(fault(""), Not(IsEmpty()));
  EXPECT_THAT(fault(std::string("\0\xff\x80", 3)), Not(IsEmpty()));
  EXPECT_THAT(fault("#version 450\nvoid main() { float a = " + std::string(100'000, '(') + "1"), Not(IsEmpty()));
  EXPECT_THAT(fault(std::string(2'000'000, ' ')), HasSubstr("1 MiB"));
}

TEST(FrontEnd, ReadsOnManyThreads) {
  const std::string text = "#version 450\nin vec4 v0;\nout vec4 oc;\nvoid main() { oc = v0 * 2.0; }\n";
  const std::vector<std::uint32_t> words = read_text(text, Stage::Fragment, TextRules::OpenGl).words;
  std::vector<std::vector<std::uint32_t>> found(4);
  std::vector<std::thread> threads;
  for (auto& out : found)
    threads.emplace_back([&] {
      for (int i = 0; i < 20; ++i) out = read_text(text, Stage::Fragment, TextRules::OpenGl).words;
    });
  for (std::thread& thread : threads) thread.join();
  for (const auto& out : found) EXPECT_EQ(out, words);
}

}  // namespace
}  // namespace agal::proofs
