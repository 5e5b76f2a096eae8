// The registry of rules as an enumeration, and the functions that create diagnostics with their source lines.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>

#include "agal/diagnostic.hpp"

namespace agal::diag {

/// The rules by name; each value is the number of the rule.
enum class Rule : std::uint16_t {
#define AGAL_RULE(code, id, ...) id = code,
#include "diag/rules/all.def"
#undef AGAL_RULE
};

/// Returns a diagnostic of this rule: the message with its arguments filled in, severity and help from the registry.
Diagnostic make(Rule rule, Location location, std::initializer_list<std::string_view> arguments = {});

/// Sets the snippet of a diagnostic to the line. The caret marks `length` bytes from `begin` on, at least one. It may
/// be after the end of the line, if something is missing there. Long lines are cut around the caret. Control
/// characters, including tabs, become spaces, so that the caret is in the right column. The snippet is always valid
/// UTF-8.
void show_line(Diagnostic& diagnostic, std::string_view line, std::size_t begin, std::size_t length);

/// Returns a location that names only the file.
Location in_file(std::string file);

/// Returns a diagnostic about `part` of `line`, which is line `number` of the file and becomes the snippet. A `help`
/// that is not empty replaces the rule's help.
Diagnostic make_in_line(Rule rule, std::string file, std::uint32_t number, std::string_view line, std::string_view part,
                        std::initializer_list<std::string_view> arguments, std::string help);

/// Returns one diagnostic without a location, as the result of an operation that failed.
inline Diagnostics failure(Rule rule, std::initializer_list<std::string_view> arguments) {
  Diagnostics found;
  found.add(make(rule, {}, arguments));
  return found;
}

/// Returns the message of a rule, with "…" for each argument.
std::string general_message(const RuleInfo& rule);

/// The maximum number of messages that the assembler (for each severity), the validator or the lints keep. More are not
/// useful, and this limit bounds the memory that hostile input can cost.
inline constexpr std::size_t max_findings = 1000;

/// Returns the registry's row for a rule.
const RuleInfo& info(Rule rule);

}  // namespace agal::diag
