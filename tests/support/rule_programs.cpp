#include "support/rule_programs.hpp"

#include <algorithm>
#include <sstream>
#include <string>

#include "agal/assembly.hpp"
#include "agal/options.hpp"
#include "support/example.hpp"

namespace agal::test {
namespace {

std::optional<Program> load(std::string_view text, RuleProgram& out) {
  Result<Program> program = load_program(example_bytes(text));
  out.load_diagnostics.append(program.diagnostics());
  if (!program) {
    out.loads = false;
    return std::nullopt;
  }
  return *std::move(program);
}

}  // namespace

std::optional<CompileOptions> rule_options(std::string_view text) {
  constexpr std::string_view mark = "//! options: ";
  Options options;
  const std::size_t at = text.find(mark);
  if (at == std::string_view::npos) return options.compile;
  const std::size_t begin = at + mark.size();
  std::istringstream words{std::string(text.substr(begin, text.find('\n', begin) - begin))};
  for (std::string word; words >> word;) {
    const std::size_t equals = std::min(word.find('='), word.size());
    const std::string value = equals == word.size() ? "true" : word.substr(equals + 1);
    if (!set_option(options, word.substr(0, equals), value).empty()) return std::nullopt;
  }
  return options.compile;
}

RuleProgram load_rule_program(std::string_view text) {
  constexpr std::string_view separator = "\n---\n";
  RuleProgram out;
  const std::optional<CompileOptions> options = rule_options(text);
  out.loads = options.has_value();
  out.options = options.value_or(CompileOptions{});
  const std::size_t at = text.find(separator);
  out.program = load(text.substr(0, at), out).value_or(Program{});
  if (at != std::string_view::npos) out.fragment = load(text.substr(at + separator.size()), out);
  return out;
}

Diagnostics check(const RuleProgram& program) {
  Diagnostics found = validate(program.program, program.options.validation);
  if (!program.fragment) return found;
  found.append(validate(*program.fragment, program.options.validation));
  found.append(validate_pair(program.program, *program.fragment, program.options.validation));
  return found;
}

}  // namespace agal::test
