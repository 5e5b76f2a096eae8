#include "proofs/glslang.hpp"

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

EShMessages messages_for(TextRules rules) {
  switch (rules) {
    case TextRules::OpenGl: break;
    case TextRules::Vulkan: return static_cast<EShMessages>(EShMsgSpvRules | EShMsgVulkanRules);
    case TextRules::Hlsl: return static_cast<EShMessages>(EShMsgSpvRules | EShMsgVulkanRules | EShMsgReadHlsl);
  }
  return EShMsgSpvRules;
}

// glslang goes through a sum of a thousand operands in a recursion of a thousand levels. Text that is longer than any
// product is not read.
constexpr std::size_t max_bytes = std::size_t{1} << 20, small_bytes = 8192;
constexpr std::size_t stack_per_byte = 512, least_stack = std::size_t{8} << 20;

ReadText read(const std::string& text, Stage stage, TextRules rules, const std::string& entry_point) {
  static const Process process;
  const EShLanguage language = stage == Stage::Vertex ? EShLangVertex : EShLangFragment;
  const bool hlsl = rules == TextRules::Hlsl, vulkan = rules != TextRules::OpenGl;
  const EShMessages messages = messages_for(rules);
  glslang::TShader shader(language);
  const char* const strings[] = {text.c_str()};
  shader.setStrings(strings, 1);
  shader.setEntryPoint("main");
  shader.setSourceEntryPoint(entry_point.c_str());
  shader.setAutoMapLocations(true);
  shader.setAutoMapBindings(true);
  shader.setEnvInput(hlsl ? glslang::EShSourceHlsl : glslang::EShSourceGlsl, language,
                     vulkan ? glslang::EShClientVulkan : glslang::EShClientOpenGL, 100);
  shader.setEnvClient(vulkan ? glslang::EShClientVulkan : glslang::EShClientOpenGL,
                      vulkan ? glslang::EShTargetVulkan_1_0 : glslang::EShTargetOpenGL_450);
  shader.setEnvTarget(glslang::EShTargetSpv, glslang::EShTargetSpv_1_0);
  constexpr int default_version = 450;
  if (!shader.parse(GetDefaultResources(), default_version, false, messages))
    return {{}, first_error(shader.getInfoLog())};
  glslang::TProgram program;
  program.addShader(&shader);
  if (!program.link(messages) || !program.mapIO()) return {{}, first_error(program.getInfoLog())};
  ReadText out;
  glslang::GlslangToSpv(*program.getIntermediate(language), out.words);
  return out;
}

}  // namespace

bool front_end_available() { return true; }

ReadText read_by_glslang(const std::string& text, Stage stage, TextRules rules, const std::string& entry_point) {
  if (text.size() <= small_bytes) return read(text, stage, rules, entry_point);
  if (text.size() > max_bytes) return {{}, "it has more than 1 MiB"};
  ReadText out;
  const auto work = [&] { out = read(text, stage, rules, entry_point); };
  if (!base::run_on_big_stack(least_stack + stack_per_byte * text.size(), work))
    return {{}, "there is not enough memory"};
  return out;
}

}  // namespace agal::proofs
