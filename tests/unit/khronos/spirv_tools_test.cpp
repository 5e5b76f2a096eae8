#include "khronos/spirv_tools.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

#include "modules.hpp"

namespace agal::khronos {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

TEST(Validate, AcceptsModulesInTheirEnvironments) {
  EXPECT_EQ(validate(test::vertex_module(test::Constants::Block), Environment::Vulkan10), std::nullopt);
  EXPECT_EQ(validate(test::vertex_module(test::Constants::Push), Environment::Vulkan13), std::nullopt);
  EXPECT_EQ(validate(test::vertex_module(test::Constants::Plain), Environment::OpenGL45), std::nullopt);
  EXPECT_EQ(validate(test::fragment_module({.depth = true, .second = true}), Environment::Vulkan11), std::nullopt);
}

TEST(Validate, AppliesRulesOfEnvironment) {
  const auto error = validate(test::vertex_module(test::Constants::Plain), Environment::Vulkan10);
  ASSERT_TRUE(error.has_value()) << "Vulkan has no plain uniform arrays";
  EXPECT_THAT(*error, Not(HasSubstr("\n")));
}

TEST(Validate, ErrorNamesInstruction) {
  const auto words = test::words_of({.stage = Stage::Vertex, .code = "%sum = OpFAdd %float %f0 %i0"});
  const auto error = validate(words, Environment::Vulkan10);
  ASSERT_TRUE(error.has_value());
  EXPECT_THAT(*error, HasSubstr("FAdd"));
}

TEST(Validate, RejectsWordsThatAreNotAModule) {
  EXPECT_TRUE(validate({}, Environment::Vulkan10).has_value());
  const std::vector<std::uint32_t> noise{1, 2, 3, 4, 5, 6};
  EXPECT_TRUE(validate(noise, Environment::OpenGL45).has_value());
}

TEST(Validate, WorksOnManyThreads) {
  const auto words = test::vertex_module(test::Constants::Block);
  std::vector<std::thread> threads;
  std::array<int, 4> failures{};
  for (int& failed : failures)
    threads.emplace_back([&] {
      for (int i = 0; i < 8; ++i) failed += validate(words, Environment::Vulkan10).has_value() ? 1 : 0;
    });
  for (std::thread& thread : threads) thread.join();
  for (int failed : failures) EXPECT_EQ(failed, 0);
}

TEST(Disassemble, KeepsNamesAndBeginsWithAComment) {
  const std::string text = disassemble(test::vertex_module(test::Constants::Block));
  EXPECT_THAT(text, StartsWith("; SPIR-V\n"));
  EXPECT_THAT(text, HasSubstr("%va0 = OpVariable"));
  EXPECT_THAT(text, HasSubstr("OpDot"));
  EXPECT_THAT(text, Not(HasSubstr("\x1b")));
}

TEST(Disassemble, TextAssemblesToTheSameModule) {
  const auto words = test::fragment_module();
  const std::string text = disassemble(words);
  EXPECT_EQ(disassemble(test::assemble_spirv(text)), text);
}

TEST(Disassemble, ReportsInvalidModule) { EXPECT_THAT(disassemble({}), StartsWith("; not a valid module")); }

}  // namespace
}  // namespace agal::khronos
