// The headers declare the functions for HLSL only with this macro. Libraries without HLSL reject its text.
#define ENABLE_HLSL  // NOLINT
#include "proofs/glslang.hpp"

#include <fmt/format.h>
#include <glslang/Public/ResourceLimits.h>
#include <glslang/Public/ShaderLang.h>
#include <glslang/SPIRV/GlslangToSpv.h>

#include <string_view>

#include "base/big_stack.hpp"

namespace agal::proofs {
namespace {

struct Process {
  Process() { glslang::InitializeProcess(); }
  ~Process() { glslang::FinalizeProcess(); }
};

// "0:3: 'uv' : undeclared identifier", the first error of a log.
std::string first_error(std::string_view log) {
  constexpr std::string_view heading = "ERROR: ";
  if (const std::size_t at = log.find(heading); at != log.npos) log.remove_prefix(at + heading.size());
  const std::string_view line = log.substr(0, log.find('\n'));
  return line.empty() ? "no reason is given" : std::string(line);
}

// OpenGL compiles text itself. The rules for SPIR-V would demand newer versions, define GL_SPIRV, and number variables.
EShMessages messages_for(TextRules rules) {
  switch (rules) {
    case TextRules::OpenGl: break;
    case TextRules::Vulkan: return static_cast<EShMessages>(EShMsgSpvRules | EShMsgVulkanRules);
    case TextRules::Hlsl: return static_cast<EShMessages>(EShMsgSpvRules | EShMsgVulkanRules | EShMsgReadHlsl);
  }
  return EShMsgDefault;
}

void set_environment(glslang::TShader& shader, EShLanguage stage, TextRules rules) {
  if (rules == TextRules::OpenGl) return;
  shader.setEnvInput(rules == TextRules::Hlsl ? glslang::EShSourceHlsl : glslang::EShSourceGlsl, stage,
                     glslang::EShClientVulkan, 100);
  shader.setEnvClient(glslang::EShClientVulkan, glslang::EShTargetVulkan_1_0);
  shader.setEnvTarget(glslang::EShTargetSpv, glslang::EShTargetSpv_1_0);
  if (rules != TextRules::Hlsl) return;
  shader.setEnvTargetHlslFunctionality1();  // semantics
  shader.setResourceSetBinding({"0"});      // so that mapIO looks at the shader
}

// "textures[0]" is a part of the variable textures.
std::string without_index(const std::string& name) { return name.substr(0, name.find('[')); }

void find_unbound(glslang::TProgram& program, GlslangModule& out) {
  if (!program.buildReflection()) return;
  for (int i = 0; i < program.getNumUniformVariables(); ++i)
    if (const glslang::TObjectReflection& each = program.getUniform(i); each.getBinding() < 0)
      out.unbound.push_back(without_index(each.name));
  for (int i = 0; i < program.getNumUniformBlocks(); ++i)
    if (const glslang::TObjectReflection& each = program.getUniformBlock(i); each.getBinding() < 0)
      out.unbound_blocks.push_back(without_index(each.name));
}

GlslangModule compile(const GlslangInput& input) {
  static const Process process;
  const EShLanguage language = input.stage == Stage::Vertex ? EShLangVertex : EShLangFragment;
  const EShMessages messages = messages_for(input.rules);
  GlslangModule out;
  glslang::TShader shader(language);
  const char* const text = input.text.data();
  const int length = static_cast<int>(input.text.size());
  shader.setStringsWithLengths(&text, &length, 1);
  shader.setPreamble(input.preamble.c_str());
  shader.setEntryPoint("main");
  shader.setSourceEntryPoint(input.entry_point.c_str());
  set_environment(shader, language, input.rules);
  if (!shader.parse(GetDefaultResources(), input.version, false, messages)) {
    out.fault = first_error(shader.getInfoLog());
    return out;
  }
  glslang::TProgram program;
  program.addShader(&shader);
  if (!program.link(messages)) {
    out.fault = first_error(program.getInfoLog());
    return out;
  }
  // For HLSL, link accepts a shader without the entry point.
  if (input.rules == TextRules::Hlsl && !program.mapIO()) {
    out.fault = fmt::format("it does not have the entry point {}", input.entry_point);
    return out;
  }
  find_unbound(program, out);
  glslang::GlslangToSpv(*program.getIntermediate(language), out.words);
  // For OpenGL, glslang does not write a version of SPIR-V.
  constexpr std::size_t version_word = 1;
  constexpr std::uint32_t version_1_0 = 0x10000;
  if (out.words.size() > version_word) out.words[version_word] = version_1_0;
  return out;
}

// glslang goes through a sum of a thousand operands in a recursion of a thousand levels.
constexpr std::size_t small_bytes = 8192;
constexpr std::size_t stack_per_byte = 512, least_stack = std::size_t{8} << 20;

}  // namespace

bool front_end_available() { return true; }

GlslangModule compile_by_glslang(const GlslangInput& input) {
  if (input.text.size() <= small_bytes) return compile(input);
  GlslangModule out;
  const auto work = [&] { out = compile(input); };
  if (!base::run_on_big_stack(least_stack + stack_per_byte * input.text.size(), work))
    out.fault = "there is not enough memory";
  return out;
}

}  // namespace agal::proofs
