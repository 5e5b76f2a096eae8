// Validation and disassembly with SPIRV-Tools.
#include "khronos/spirv_tools.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <spirv-tools/libspirv.hpp>
#include <thread>

#include "modules.hpp"
#include "support/spirv_text.hpp"

namespace agal::khronos {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

std::vector<std::uint32_t> vertex_module(Environment environment = Environment::Vulkan10,
                                         ConstantsMode constants = ConstantsMode::Ubo) {
  TranslateOptions options;
  options.environment = environment;
  options.constants = constants;
  return test::words_of(test::vertex_text, options);
}

TEST(Validate, AcceptsModulesInTheirEnvironments) {
  EXPECT_EQ(validate(vertex_module(), Environment::Vulkan10), std::nullopt);
  EXPECT_EQ(validate(vertex_module(Environment::Vulkan13, ConstantsMode::Push), Environment::Vulkan13), std::nullopt);
  EXPECT_EQ(validate(vertex_module(Environment::OpenGL45, ConstantsMode::Plain), Environment::OpenGL45), std::nullopt);
  EXPECT_EQ(validate(test::words_of(test::fragment_text), Environment::Vulkan11), std::nullopt);
}

TEST(Validate, AppliesRulesOfEnvironment) {
  const auto error = validate(vertex_module(Environment::OpenGL45, ConstantsMode::Plain), Environment::Vulkan10);
  ASSERT_TRUE(error.has_value()) << "Vulkan has no plain uniform arrays";
  EXPECT_THAT(*error, Not(HasSubstr("\n")));
}

TEST(Validate, ErrorNamesInstruction) {
  std::string text = disassemble(vertex_module());
  const std::size_t dot = text.find("OpDot %float");
  ASSERT_NE(dot, std::string::npos);
  // The result of OpFAdd is a vector, but the type is a scalar.
  text.replace(dot, std::string_view("OpDot").size(), "OpFAdd");
  const auto error = validate(test::assemble_spirv(text), Environment::Vulkan10);
  ASSERT_TRUE(error.has_value());
  EXPECT_THAT(*error, HasSubstr("FAdd"));
}

TEST(Validate, RejectsMalformedWords) {
  EXPECT_TRUE(validate({}, Environment::Vulkan10).has_value());
  const std::vector<std::uint32_t> noise{1, 2, 3, 4, 5, 6};
  EXPECT_TRUE(validate(noise, Environment::OpenGL45).has_value());
}

TEST(Validate, WorksOnManyThreads) {
  const auto words = vertex_module();
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
  const std::string text = disassemble(vertex_module());
  EXPECT_THAT(text, StartsWith("; SPIR-V\n"));
  EXPECT_THAT(text, HasSubstr("%va0 = OpVariable"));
  EXPECT_THAT(text, HasSubstr("OpDot"));
  EXPECT_THAT(text, Not(HasSubstr("\x1b")));
}

TEST(Disassemble, TextAssemblesToTheSameModule) {
  // The header names the assembler.
  const auto words = test::assemble_spirv(disassemble(test::words_of(test::fragment_text)));
  const std::string text = disassemble(words);
  EXPECT_EQ(disassemble(test::assemble_spirv(text)), text);
}

// Returns the text of spirv-dis.
std::string plain_disassembly(const std::vector<std::uint32_t>& words) {
  std::string text;
  const spvtools::SpirvTools tools(SPV_ENV_VULKAN_1_3);
  EXPECT_TRUE(
      tools.Disassemble(words, &text, SPV_BINARY_TO_TEXT_OPTION_FRIENDLY_NAMES | SPV_BINARY_TO_TEXT_OPTION_INDENT));
  return text;
}

// Returns a module with a constant for each name.
std::vector<std::uint32_t> named_module(const std::vector<std::string>& names) {
  std::string text = "OpCapability Shader\nOpMemoryModel Logical GLSL450\n", constants;
  for (std::size_t i = 0; i < names.size(); ++i) {
    text += fmt::format("OpName %c{} \"{}\"\n", i, names[i]);
    constants += fmt::format("%c{} = OpConstant %type {}\n", i, i);
  }
  return test::assemble_spirv(text + "OpName %type \"\"\n%type = OpTypeInt 32 0\n" + constants);
}

TEST(Disassemble, MatchesSpirvDisForEqualNames) {
  // Equal names, names that end in a number, and names that differ only in characters that identifiers cannot contain.
  for (const std::vector<std::string>& names :
       {std::vector<std::string>{"a", "a", "b", "a", "b"},
        {"a_0", "a", "a", "a_1", "a", "a_0", "a_0_0"},
        {"a.x", "a_x", "a x", "", "_", R"(\"OpName %c\" \\)", R"(\"OpName %c\" \\)", "a.x", "; a", "; a"},
        {"line\nOpName %x", "line\nOpName %x", "é", "è", "void", "uint", "uint_3"}}) {
    const std::vector<std::uint32_t> words = named_module(names);
    EXPECT_EQ(disassemble(words), plain_disassembly(words));
  }
  TranslateOptions options;
  options.debug_info = true;
  const auto words =
      test::words_of("tex ft0, v0, fs0 <2d>\nmul ft0, ft0, fc0\nadd ft0, ft0, ft0\nmov oc, ft0\n", options);
  EXPECT_EQ(disassemble(words), plain_disassembly(words));
}

TEST(Disassemble, KeepsSecondNameOfId) {
  const auto words = test::assemble_spirv(
      "OpCapability Shader\nOpMemoryModel Logical GLSL450\nOpName %a \"x\"\nOpName %a \"y\"\nOpName %b \"x\"\n"
      "OpName %c \"y\"\n%a = OpTypeInt 32 0\n%b = OpConstant %a 1\n%c = OpConstant %a 2\n");
  EXPECT_EQ(disassemble(words), plain_disassembly(words));
}

TEST(Disassemble, ReportsInvalidModule) { EXPECT_THAT(disassemble({}), StartsWith("; not a valid module")); }

}  // namespace
}  // namespace agal::khronos
