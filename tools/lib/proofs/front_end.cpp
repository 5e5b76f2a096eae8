#include "proofs/front_end.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
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
  if (target.family == TargetFamily::Hlsl) return TextRules::Hlsl;
  return target.vulkan ? TextRules::Vulkan : TextRules::OpenGl;
}

// The maximum length of a text, which is longer than any product.
constexpr std::size_t max_bytes = std::size_t{1} << 20;

ReadText undecided(std::string reason) { return {{}, std::move(reason), ReadStatus::Undecided}; }

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
ReadText restored(GlslangModule module, Stage stage, TextRules rules, const TextFacts& facts,
                  const std::set<std::string>& placed_blocks) {
  if (!module.fault.empty()) return {{}, std::move(module.fault), ReadStatus::Rejected};
  if (std::string reason = restore_interface(module, rules, stage); !reason.empty())
    return undecided(std::move(reason));
  if (rules != TextRules::Hlsl) {
    TextInterface declared{facts.version, facts.es, std::move(module.declarations)};
    if (rules != TextRules::OpenGl) declared = {};
    return {std::move(module.words), {}, ReadStatus::Read, {}, std::move(declared)};
  }
  if (!module.undecided.empty()) return undecided(std::move(module.undecided));
  if (std::string reason = assign_registers(module); !reason.empty()) return undecided(std::move(reason));
  restore_layout(module.words, placed_blocks);
  restore_operations(module.words);
  demote_discards(module.words);
  return {std::move(module.words), {}, ReadStatus::Read, signature_of(module.varyings)};
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

  /// Compiles the text, and keeps the locations and bindings of the text. glslang evaluates as few constant expressions
  /// as possible.
  ReadText run(const std::set<std::string>& placed_blocks) const {
    std::optional<GlslangModule> module;
    // In GLSL ES, variables have another precision than literals, so the unchanged text is compiled too.
    if (facts_.es) module = compiled(text_.text);
    const std::optional<std::string> variant = without_constant_expressions(text_.text, rules_, facts_.es);
    if (variant && (!facts_.es || (module->fault.empty() && !has_low_precision(module->words))))
      if (GlslangModule other = compiled(*variant); other.fault.empty()) module = std::move(other);
    const bool is_variant = module && !facts_.es;
    if (!module) module = compiled(text_.text);
    if (rules_ == TextRules::Hlsl && module->fault.empty()) {
      if (variant && !is_variant && !has_numbers_of(text_.text, module->words))
        return undecided("glslang evaluates one of its constant expressions otherwise than Direct3D");
      if (multiplies_matrices(*module))
        return undecided("it multiplies matrices by *, which glslang takes for the product that mul() makes");
    }
    return restored(*std::move(module), stage_, rules_, facts_, placed_blocks);
  }

 private:
  GlslangModule compiled(const std::string& text) const {
    return compile_by_glslang({text, text_.preamble, facts_.version, entry_point_, stage_, rules_});
  }

  // Returns true if `*` is applied to matrices. In HLSL, `*` multiplies the elements of matrices.
  bool multiplies_matrices(const GlslangModule& module) const {
    const std::size_t products = matrix_products(module.words);
    if (products == 0) return false;
    const GlslangModule other = compiled(without_multiplications(text_.text));
    return !other.fault.empty() || matrix_products(other.words) != products;
  }

  const GlslangText& text_;
  Stage stage_;
  TextRules rules_;
  const TextFacts& facts_;
  const std::string& entry_point_;
};

}  // namespace

TextDialect::TextDialect(const TargetInfo& of_text) : rules(rules_of(of_text)), target(&of_text) {}

bool is_for_vulkan(const std::string& text) {
  return text.size() <= max_bytes && examine(text, TextRules::OpenGl).for_vulkan;
}

ReadText read_text(const std::string& given, Stage stage, const TextDialect& dialect, const std::string& entry_point) {
  if (given.size() > max_bytes) return undecided("it has more than 1 MiB");
  constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
  std::string text = given.starts_with(byte_order_mark) ? given.substr(byte_order_mark.size()) : given;
  // #line keeps the numbers of lines in messages.
  if (dialect.adds_version && dialect.rules != TextRules::Hlsl && !examine(text, dialect).declares_version)
    text.insert(0, std::string(target::version_line(dialect.target->target)) + "#line 1\n");
  HlslText hlsl;
  if (dialect.rules == TextRules::Hlsl) hlsl = examine_hlsl(text, dialect);
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
    ReadText read = TextCompiler(variant, stage, dialect, facts, entry_point).run(hlsl.placed_blocks);
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
