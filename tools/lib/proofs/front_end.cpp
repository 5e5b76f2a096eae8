#include "proofs/front_end.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <optional>
#include <set>
#include <string_view>

#include "base/format.hpp"
#include "proofs/constant_expressions.hpp"
#include "proofs/dialect.hpp"
#include "proofs/glslang.hpp"
#include "proofs/hlsl.hpp"
#include "proofs/module_words.hpp"
#include "target/output.hpp"

namespace agal::proofs {
namespace {

TextRules rules_of(const TargetInfo& target) {
  if (info(target.family).reader == TextReader::Hlsl) return TextRules::Hlsl;
  return target.vulkan ? TextRules::Vulkan : TextRules::OpenGl;
}

std::string names_of(const std::vector<OpenMacro>& macros) {
  std::vector<std::string_view> names;
  for (const OpenMacro& macro : macros) names.push_back(macro.name);
  return base::joined(names, ", ");
}

// Returns true for the name of an extension, such as GL_OES_standard_derivatives, but not for GL_SPIRV. A shader may
// refuse to compile without an extension.
bool is_extension(const OpenMacro& macro) {
  constexpr std::string_view prefix = "GL_";
  return macro.name.starts_with(prefix) && macro.name.find('_', prefix.size()) != macro.name.npos;
}

// Returns the bits of the macros that are not extensions.
unsigned plain_macros(const std::vector<OpenMacro>& macros) {
  unsigned bits = 0;
  for (std::size_t i = 0; i < macros.size(); ++i)
    if (!is_extension(macros[i])) bits |= 1u << i;
  return bits;
}

// Restores the locations and bindings of the text, and the meaning that Direct3D gives to HLSL.
ReadText restored(CompiledModule module, Stage stage, TextRules rules, const TextFacts& facts, const HlslText& hlsl) {
  if (!module.fault.empty()) return {{}, std::move(module.fault), ReadStatus::Rejected};
  if (rules != TextRules::Hlsl) {
    if (std::string reason = restore_interface(module, rules, stage); !reason.empty())
      return undecided(std::move(reason));
    TextInterface declared{facts.version, facts.es, std::move(module.declarations)};
    if (rules != TextRules::OpenGl) declared = {};
    return {std::move(module.words), {}, ReadStatus::Read, {}, std::move(declared)};
  }
  ReadText read = restored_hlsl(std::move(module), stage, hlsl);
  if (read.status != ReadStatus::Read) return read;
  restore_layout(read.words, hlsl.placed_blocks);
  demote_discards(read.words);
  return read;
}

bool has_low_precision(const std::vector<std::uint32_t>& words) {
  return std::ranges::any_of(instructions_of(words), [](const Instruction& inst) {
    return inst.op == spv::OpDecorate && inst[2] == spv::DecorationRelaxedPrecision;
  });
}

std::size_t matrix_products(const std::vector<std::uint32_t>& words) {
  const std::vector<Instruction> instructions = instructions_of(words);
  return static_cast<std::size_t>(std::ranges::count(instructions, spv::OpMatrixTimesMatrix, &Instruction::op));
}

// Compiles a text after its facts are known.
class TextCompiler {
 public:
  TextCompiler(const GlslangText& text, Stage stage, const TextDialect& dialect, const TextFacts& facts,
               const std::string& entry_point)
      : text_(text), stage_(stage), rules_(dialect.rules), facts_(facts), entry_point_(entry_point) {}

  /// Compiles the text, and keeps the locations and bindings of the text. glslang evaluates only constant expressions
  /// that have the same value in floats.
  ReadText run(const HlslText& hlsl) const {
    const std::string preamble = text_.preamble + (needs_levels() ? levels : "");
    CompiledModule module = compiled(text_.text, preamble);
    // A number has the precision of the other operand. Low precisions are one in SPIR-V.
    const std::string_view precision = !facts_.es ? "" : has_low_precision(module.words) ? "mediump" : "highp";
    const FloatText floats = with_float_expressions(text_.text, rules_, precision);
    if (!floats.undecided.empty()) return undecided(floats.undecided);
    if (module.fault.empty()) {
      if (floats.text) module = compiled(*floats.text, preamble + (facts_.es ? global_expressions : ""));
      if (!module.fault.empty()) return undecided(without_constants(module.fault, floats.shifted_line));
      if (facts_.es) remove_precision_of_numbers(module.words);
      if (rules_ == TextRules::Hlsl && multiplies_matrices(module, floats.text.value_or(text_.text)))
        return undecided("it multiplies matrices by *, which glslang takes for the product that mul() makes");
      if (facts_.names_external_texture && !compiles_without(external_texture))
        return undecided(fmt::format("it has a {}, which glslang takes for a sampler2D", external_texture));
    }
    return restored(std::move(module), stage_, rules_, facts_, hlsl);
  }

 private:
  // GLSL ES requires constant expressions as values of global variables.
  static constexpr const char* global_expressions =
      "#extension GL_EXT_shader_non_constant_global_initializers : enable\n";

  // Old versions of GLSL have fetches with a level in vertex shaders. glslang accepts them only with an extension,
  // which also adds fetches with gradients.
  static constexpr const char* levels = "#extension GL_ARB_shader_texture_lod : enable\n";
  bool needs_levels() const {
    constexpr int first_with_levels = 130;
    return rules_ == TextRules::OpenGl && !facts_.es && facts_.version < first_with_levels && stage_ == Stage::Vertex &&
           text_.text.find("GradARB") == text_.text.npos;
  }

  CompiledModule compiled(const std::string& text, const std::string& preamble) const {
    return compile_by_glslang({text, preamble, facts_.version, entry_point_, stage_, rules_});
  }

  // Returns the reason why a text is not read whose variant without constant expressions glslang rejects. The fault
  // begins with the place, such as "0:3: ".
  static std::string without_constants(std::string_view fault, std::size_t shifted_line) {
    std::size_t line = 0;
    const std::size_t begin = fault.find(':') + 1;
    if (begin < fault.size()) std::from_chars(fault.data() + begin, fault.data() + fault.size(), line);
    if (shifted_line != 0 && line >= shifted_line) --line;
    return fmt::format("it needs a constant expression in line {}, which glslang evaluates in doubles", line);
  }

  // Returns true if `*` is applied to matrices. In HLSL, `*` multiplies the elements of matrices.
  bool multiplies_matrices(const CompiledModule& module, const std::string& text) const {
    const std::size_t products = matrix_products(module.words);
    if (products == 0) return false;
    const CompiledModule other = compiled(without_multiplications(text), text_.preamble);
    return !other.fault.empty() || matrix_products(other.words) != products;
  }

  // Returns true if glslang accepts the text with an unknown name in place of a type. Then the code does not use the
  // type.
  bool compiles_without(std::string_view type) const {
    std::string text = text_.text;
    for (std::size_t at = text.find(type); at != text.npos; at = text.find(type, at)) text[at] = '_';
    return compiled(text, text_.preamble).fault.empty();
  }

  const GlslangText& text_;
  Stage stage_;
  TextRules rules_;
  const TextFacts& facts_;
  const std::string& entry_point_;
};

}  // namespace

TextDialect::TextDialect(const TargetInfo& of_text) : rules(rules_of(of_text)), target(&of_text) {}

std::string_view name(FrontEnd front_end) { return front_end == FrontEnd::Dxc ? "DXC" : "glslang"; }

ReadText restored_hlsl(CompiledModule module, Stage stage, const HlslText& text) {
  if (std::string reason = restore_interface(module, TextRules::Hlsl, stage); !reason.empty())
    return undecided(std::move(reason));
  if (!module.undecided.empty()) return undecided(std::move(module.undecided));
  if (std::string reason = assign_registers(module); !reason.empty()) return undecided(std::move(reason));
  restore_operations(module.words);
  if (text.has_short_types) relax_values(module.words);
  return {std::move(module.words), {}, ReadStatus::Read, signature_of(module.varyings)};
}

bool is_for_vulkan(const std::string& text) {
  return text.size() <= max_text_bytes && examine(text, TextRules::OpenGl).for_vulkan;
}

ReadText read_text(const std::string& given, Stage stage, const TextDialect& dialect, const std::string& entry_point) {
  if (given.size() > max_text_bytes) return undecided(text_too_long);
  constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
  std::string text = given.starts_with(byte_order_mark) ? given.substr(byte_order_mark.size()) : given;
  // #line keeps the numbers of lines in messages.
  if (dialect.adds_version && dialect.rules != TextRules::Hlsl && !examine(text, dialect).declares_version)
    text.insert(0, std::string(target::version_line(dialect.target->target)) + "#line 1\n");
  HlslText hlsl;
  if (dialect.rules == TextRules::Hlsl) hlsl = examine_hlsl(text, dialect, FrontEnd::Glslang);
  if (!hlsl.undecided.empty()) return undecided(hlsl.undecided);
  if (dialect.rules == TextRules::Hlsl) text = hlsl.text;
  const TextFacts facts = examine(text, dialect);
  if (!facts.fault.empty()) return {{}, facts.fault, ReadStatus::Rejected};
  if (!facts.undecided.empty()) return undecided(facts.undecided);
  // Rejected variants are ignored: a compiler that rejects one lacks an extension that the shader requires.
  ReadText known{{}, {}, ReadStatus::Rejected};
  const unsigned plain = plain_macros(facts.open_macros);
  std::set<unsigned> accepted;  // accepted values of the macros that are not extensions
  for (unsigned defined = 0; defined < 1u << facts.open_macros.size(); ++defined) {
    const GlslangText variant = with_macros(text, facts, defined);
    ReadText read = TextCompiler(variant, stage, dialect, facts, entry_point).run(hlsl);
    if (read.status == ReadStatus::Undecided) return read;
    if (read.status == ReadStatus::Read) accepted.insert(defined & plain);
    if (known.status == ReadStatus::Rejected)
      known = std::move(read);
    else if (read.status == ReadStatus::Read && !is_same_code(known.words, read.words))
      return undecided(fmt::format("it depends on {}, which compilers define or not", names_of(facts.open_macros)));
  }
  if (known.status == ReadStatus::Read && accepted.size() < std::size_t{1} << std::popcount(plain))
    return undecided(fmt::format("some compilers reject it: it depends on {}", names_of(facts.open_macros)));
  return known;
}

ReadText read_alone(ReadText read) {
  std::string misplaced = misplaced_varying(read.signature);
  if (read.status == ReadStatus::Read && !misplaced.empty()) return undecided(std::move(misplaced));
  return read;
}

}  // namespace agal::proofs
