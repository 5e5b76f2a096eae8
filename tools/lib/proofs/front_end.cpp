#include "proofs/front_end.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string_view>

#include "proofs/dialect.hpp"
#include "proofs/discards.hpp"
#include "proofs/glslang.hpp"
#include "proofs/interface.hpp"

namespace agal::proofs {
namespace {

TextRules rules_of(const TargetInfo& target) {
  if (target.family == TargetFamily::Hlsl) return TextRules::Hlsl;
  return target.vulkan ? TextRules::Vulkan : TextRules::OpenGl;
}

// Text that is longer than any product is not read.
constexpr std::size_t max_bytes = std::size_t{1} << 20;

ReadText undecided(std::string reason) { return {{}, std::move(reason), ReadStatus::Undecided}; }

std::string names_of(const std::vector<OpenMacro>& macros) {
  std::vector<std::string_view> names;
  for (const OpenMacro& macro : macros) names.push_back(macro.name);
  return fmt::format("{}", fmt::join(names, ", "));
}

// Compiles a text that is known, and keeps the numbers that are its own.
ReadText compile_text(const GlslangText& text, Stage stage, const TextDialect& dialect, int version,
                      const std::string& entry_point) {
  GlslangModule module = compile_by_glslang({text.text, text.preamble, version, entry_point, stage, dialect.rules});
  if (!module.fault.empty()) return {{}, std::move(module.fault), ReadStatus::Rejected};
  if (std::string reason = restore_interface(module, dialect.rules, stage); !reason.empty())
    return undecided(std::move(reason));
  if (dialect.rules == TextRules::Hlsl) demote_discards(module.words);
  return {std::move(module.words), {}, ReadStatus::Read};
}

}  // namespace

TextDialect::TextDialect(const TargetInfo& of_text) : rules(rules_of(of_text)), target(&of_text) {}

bool is_for_vulkan(const std::string& text) {
  return text.size() <= max_bytes && examine(text, TextRules::OpenGl).for_vulkan;
}

ReadText read_text(const std::string& given, Stage stage, const TextDialect& dialect, const std::string& entry_point) {
  if (given.size() > max_bytes) return undecided("it has more than 1 MiB");
  constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
  const std::string text = given.starts_with(byte_order_mark) ? given.substr(byte_order_mark.size()) : given;
  const TextFacts facts = examine(text, dialect);
  if (!facts.fault.empty()) return {{}, facts.fault, ReadStatus::Rejected};
  if (!facts.undecided.empty()) return undecided(facts.undecided);
  // A reading that is rejected does not count, because such a compiler does not accept the shader.
  ReadText known{{}, {}, ReadStatus::Rejected};
  for (unsigned defined = 0; defined < 1u << facts.open_macros.size(); ++defined) {
    ReadText read = compile_text(with_macros(text, facts, defined), stage, dialect, facts.version, entry_point);
    if (read.status == ReadStatus::Undecided) return read;
    if (known.status == ReadStatus::Rejected)
      known = std::move(read);
    else if (read.status == ReadStatus::Read && !is_same_code(known.words, read.words))
      return undecided(fmt::format("it depends on {}, which compilers define or not", names_of(facts.open_macros)));
  }
  return known;
}

}  // namespace agal::proofs
