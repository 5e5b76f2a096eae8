// The headers declare the functions for HLSL only with this macro. Libraries without HLSL reject its text.
#define ENABLE_HLSL  // NOLINT
#include "proofs/glslang.hpp"

#include <fmt/format.h>
#include <glslang/Public/ResourceLimits.h>
#include <glslang/Public/ShaderLang.h>
#include <glslang/SPIRV/GlslangToSpv.h>
// Only older versions of glslang install this header.
#if __has_include(<glslang/MachineIndependent/localintermediate.h>)
#include <glslang/MachineIndependent/localintermediate.h>
#define AGAL_GLSLANG_HAS_TREE
#endif

#include <algorithm>
#include <string_view>
#include <vector>

#include "base/big_stack.hpp"

namespace agal::proofs {
namespace {

struct Process {
  Process() { glslang::InitializeProcess(); }
  ~Process() { glslang::FinalizeProcess(); }
};

// Returns the first error of a log: "0:3: 'uv' : undeclared identifier".
std::string first_error(std::string_view log) {
  constexpr std::string_view heading = "ERROR: ";
  if (const std::size_t at = log.find(heading); at != log.npos) log.remove_prefix(at + heading.size());
  const std::string_view line = log.substr(0, log.find('\n'));
  return line.empty() ? "no reason is given" : std::string(line);
}

// Text for OpenGL is compiled without the rules for SPIR-V. They would require newer versions, define GL_SPIRV, and
// number variables.
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
  shader.setEnvTargetHlslFunctionality1();  // keeps semantics
  shader.setResourceSetBinding({"0"});      // makes mapIO process the shader
}

// Removes the index of an array: "textures[0]" belongs to the variable textures.
std::string without_index(const std::string& name) { return name.substr(0, name.find('[')); }

void find_unbound(glslang::TProgram& program, CompiledModule& out) {
  if (!program.buildReflection()) return;
  for (int i = 0; i < program.getNumUniformVariables(); ++i)
    if (const glslang::TObjectReflection& each = program.getUniform(i); each.getBinding() < 0)
      out.unbound.push_back(without_index(each.name));
  for (int i = 0; i < program.getNumUniformBlocks(); ++i)
    if (const glslang::TObjectReflection& each = program.getUniformBlock(i); each.getBinding() < 0)
      out.unbound_blocks.push_back(without_index(each.name));
}

#ifdef AGAL_GLSLANG_HAS_TREE
std::string interpolation_of(const glslang::TQualifier& q) {
  return fmt::format("{}{}{}{}", q.flat ? 'f' : '-', q.nopersp ? 'n' : '-', q.centroid ? 'c' : '-',
                     q.sample ? 's' : '-');
}

// Adds a variable of the interface, in the order of declaration.
void add_declared(const glslang::TIntermSymbol& symbol, Stage stage, CompiledModule& out) {
  const glslang::TType& type = symbol.getType();
  const glslang::TQualifier& q = type.getQualifier();
  if (q.storage == glslang::EvqUniform)
    out.resources.emplace_back(type.getBasicType() == glslang::EbtBlock ? type.getTypeName().c_str()
                                                                        : symbol.getName().c_str());
  if (q.storage != (stage == Stage::Vertex ? glslang::EvqVaryingOut : glslang::EvqVaryingIn)) return;
  if (!type.isScalar() && !type.isVector()) out.undecided = "a varying is not a vector";
  const auto lanes = static_cast<std::uint32_t>(type.getVectorSize());
  out.varyings.push_back({q.semanticName != nullptr ? q.semanticName : "", lanes, interpolation_of(q)});
}

// Sorts the members of each parameter by id. glslang lists built-in members before the others, but ids are in the order
// of declaration.
void sort_members(std::vector<const glslang::TIntermSymbol*>& symbols) {
  const auto parameter = [](const glslang::TIntermSymbol* symbol) {
    const std::string_view name = symbol->getName().c_str();
    return name.substr(0, name.find('.'));
  };
  for (auto begin = symbols.begin(); begin != symbols.end();) {
    const auto is_other = [&](const glslang::TIntermSymbol* each) { return parameter(each) != parameter(*begin); };
    const auto end = std::find_if(begin, symbols.end(), is_other);
    std::sort(begin, end, [](const auto* a, const auto* b) { return a->getId() < b->getId(); });
    begin = end;
  }
}

void find_declared(const glslang::TIntermediate& tree, Stage stage, CompiledModule& out) {
  const glslang::TIntermAggregate* const root = tree.getTreeRoot()->getAsAggregate();
  if (root == nullptr || root->getSequence().empty()) return;
  const glslang::TIntermAggregate* const linked = root->getSequence().back()->getAsAggregate();
  if (linked == nullptr || linked->getOp() != glslang::EOpLinkerObjects) return;
  std::vector<const glslang::TIntermSymbol*> symbols;
  for (TIntermNode* const node : linked->getSequence())
    if (const glslang::TIntermSymbol* const symbol = node->getAsSymbolNode()) symbols.push_back(symbol);
  sort_members(symbols);
  bool returns = false, writes = false;  // true if varyings are returned, or written to parameters
  for (const glslang::TIntermSymbol* const symbol : symbols) {
    add_declared(*symbol, stage, out);
    if (symbol->getType().getQualifier().storage != glslang::EvqVaryingOut) continue;
    (std::string_view(symbol->getName().c_str()).starts_with("@entryPointOutput") ? returns : writes) = true;
  }
  if (stage == Stage::Vertex && returns && writes)
    out.undecided = "it returns varyings, and has parameters that are varyings";
}
#else
void find_declared(const glslang::TIntermediate&, Stage, CompiledModule& out) {
  out.undecided = "this version of glslang does not tell in which order varyings are declared";
}
#endif

CompiledModule compile(const GlslangInput& input) {
  static const Process process;
  const EShLanguage language = input.stage == Stage::Vertex ? EShLangVertex : EShLangFragment;
  const EShMessages messages = messages_for(input.rules);
  CompiledModule out;
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
  // Linking accepts HLSL without the entry point, so that is checked here.
  if (input.rules == TextRules::Hlsl && !program.mapIO()) {
    out.fault = fmt::format("it does not have the entry point {}", input.entry_point);
    return out;
  }
  find_unbound(program, out);
  if (input.rules == TextRules::OpenGl) out.declarations = glslang_declarations(program, input.stage);
  if (input.rules == TextRules::Hlsl) find_declared(*program.getIntermediate(language), input.stage, out);
  glslang::GlslangToSpv(*program.getIntermediate(language), out.words);
  // For OpenGL, glslang does not write the version of SPIR-V.
  constexpr std::size_t version_word = 1;
  constexpr std::uint32_t version_1_0 = 0x10000;
  if (out.words.size() > version_word) out.words[version_word] = version_1_0;
  return out;
}

// The stack for compilation grows with the text, because glslang recurses a thousand levels for a sum of a thousand
// operands.
constexpr std::size_t small_bytes = 8192;
constexpr std::size_t stack_per_byte = 512, least_stack = std::size_t{8} << 20;

}  // namespace

bool front_end_available() { return true; }

CompiledModule compile_by_glslang(const GlslangInput& input) {
  if (input.text.size() <= small_bytes) return compile(input);
  CompiledModule out;
  const auto work = [&] { out = compile(input); };
  if (!base::run_on_big_stack(least_stack + stack_per_byte * input.text.size(), work))
    out.fault = "there is not enough memory";
  return out;
}

}  // namespace agal::proofs
