#include "support/rule_programs.hpp"

#include <charconv>
#include <cstddef>
#include <string>
#include <vector>

#include "agal/assembly.hpp"

namespace agal::test {
namespace {

std::vector<std::byte> bytes_of(std::string_view text) {
  std::vector<std::byte> bytes;
  if (text.substr(0, 4) != "hex:") {
    for (char c : text) bytes.push_back(static_cast<std::byte>(c));
    return bytes;
  }
  for (std::size_t i = text.find(' '); i != std::string_view::npos && i + 3 <= text.size(); i += 3) {
    unsigned value = 0;
    std::from_chars(text.data() + i + 1, text.data() + i + 3, value, 16);
    bytes.push_back(static_cast<std::byte>(value));
  }
  return bytes;
}

void read_option(std::string_view option, RuleProgram& out) {
  constexpr std::string_view profile = "profile=";
  if (option == "allow-reserved")
    out.options.allow_reserved = true;
  else if (option.substr(0, profile.size()) == profile && find_profile(option.substr(profile.size())) != nullptr)
    out.options.profile = find_profile(option.substr(profile.size()))->profile;
  else
    out.loads = false;  // a test that would not test what it says
}

void read_options(std::string_view text, RuleProgram& out) {
  constexpr std::string_view mark = "\n//! options: ";
  const std::size_t at = text.find(mark);
  if (at == std::string_view::npos) return;
  const std::size_t begin = at + mark.size();
  read_option(text.substr(begin, text.find('\n', begin) - begin), out);
}

std::optional<Program> load(std::string_view text, RuleProgram& out) {
  Result<Program> program = load_program(bytes_of(text));
  out.load_diagnostics.append(program.diagnostics());
  if (!program) {
    out.loads = false;
    return std::nullopt;
  }
  return *std::move(program);
}

}  // namespace

RuleProgram load_rule_program(std::string_view text) {
  constexpr std::string_view separator = "\n---\n";
  RuleProgram out;
  out.loads = true;
  read_options(text, out);
  const std::size_t at = text.find(separator);
  out.program = load(text.substr(0, at), out).value_or(Program{});
  if (at != std::string_view::npos) out.fragment = load(text.substr(at + separator.size()), out);
  return out;
}

Diagnostics check(const RuleProgram& program) {
  Diagnostics found = validate(program.program, program.options);
  if (!program.fragment) return found;
  found.append(validate(*program.fragment, program.options));
  found.append(validate_pair(program.program, *program.fragment, program.options));
  return found;
}

}  // namespace agal::test
