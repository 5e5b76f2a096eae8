#include "support/rule_programs.hpp"

#include <algorithm>
#include <sstream>
#include <string>

#include "agal/assembly.hpp"
#include "support/example.hpp"

namespace agal::test {
namespace {

// Sets the option of one `key=value`; false: it is unknown.
bool apply(std::string_view key, std::string_view value, CompileOptions& options) {
  if (key == "allow-reserved") {
    options.validation.allow_reserved = true;
  } else if (key == "profile" && find_profile(value) != nullptr) {
    options.validation.profile = find_profile(value)->profile;
  } else if (key == "max-tokens") {
    options.validation.max_tokens = static_cast<std::uint32_t>(std::stoul(std::string(value)));
  } else if (key == "validate" && (value == "off" || value == "warn")) {
    options.validation.level = value == "off" ? ValidationLevel::Off : ValidationLevel::Warn;
  } else if (key == "target" && find_target(value) != nullptr) {
    options.target = find_target(value)->target;
  } else if (key == "environment" && find_environment(value) != nullptr) {
    options.environment = find_environment(value)->environment;
  } else if (key == "entry-point") {
    options.entry_point = value;
  } else if (key == "writer" && (value == "cross" || value == "own")) {
    options.writer = value == "own" ? Writer::Own : Writer::Cross;
  } else if (key == "samplers" && (value == "combined" || value == "separate")) {
    options.samplers = value == "separate" ? Samplers::Separate : Samplers::Combined;
  } else if (const std::size_t equals = value.find('='); key == "bind" && equals != std::string_view::npos) {
    options.bindings.push_back({std::string(value.substr(0, equals)), 0,
                                static_cast<std::uint32_t>(std::stoul(std::string(value.substr(equals + 1))))});
  } else if (key == "constants" && (value == "ubo" || value == "plain" || value == "push")) {
    options.constants = value == "ubo"     ? ConstantsMode::Ubo
                        : value == "plain" ? ConstantsMode::Plain
                                           : ConstantsMode::Push;
  } else {
    return false;
  }
  return true;
}

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
  CompileOptions options;
  const std::size_t at = text.find(mark);
  if (at == std::string_view::npos) return options;
  const std::size_t begin = at + mark.size();
  std::istringstream words{std::string(text.substr(begin, text.find('\n', begin) - begin))};
  for (std::string word; words >> word;) {
    const std::size_t equals = std::min(word.find('='), word.size());
    const std::string value = equals == word.size() ? std::string() : word.substr(equals + 1);
    if (!apply(word.substr(0, equals), value, options)) return std::nullopt;
  }
  return options;
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
