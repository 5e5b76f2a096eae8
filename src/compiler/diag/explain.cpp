// The page that `agalc explain` prints for a rule.
#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "agal/diagnostic.hpp"
#include "base/format.hpp"
#include "base/text.hpp"
#include "diag/rules.hpp"

namespace agal {
namespace {

// A program with more than `shown_lines` lines is shown without its middle.
constexpr std::size_t shown_lines = 24, shown_head = 6, shown_tail = 3;

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return lines;
}

// Appends a hex dump, with one line for the header of the bytecode and one for each token.
void append_hex(std::string_view hex, std::vector<std::string>& lines) {
  constexpr std::size_t digits = 3, header_digits = 7 * digits, token_digits = 24 * digits;  // a space after each byte
  const bool bytecode = hex.substr(0, 2) == "a0";
  lines.emplace_back(bytecode ? "bytecode:" : "bytes:");
  for (std::size_t width = bytecode ? header_digits : token_digits; !hex.empty(); width = token_digits) {
    std::string_view line = hex.substr(0, width);
    hex.remove_prefix(line.size());
    while (!line.empty() && line.back() == ' ') line.remove_suffix(1);
    lines.push_back(fmt::format("  {}", line));
  }
}

void append_program(std::string_view title, std::string_view program, std::string& out) {
  constexpr std::string_view mark = "hex: ";
  if (program.empty()) return;
  base::append(out, "\n{}:\n\n", title);
  std::vector<std::string> lines;
  for (std::string_view line : lines_of(program)) {
    if (line.substr(0, mark.size()) == mark)
      append_hex(line.substr(mark.size()), lines);
    else
      lines.emplace_back(line);
  }
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines.size() > shown_lines && i == shown_head) {
      const std::size_t left_out = lines.size() - shown_head - shown_tail;
      base::append(out, "    … {} …\n", base::counted(left_out, "more line"));
      i += left_out;
    }
    out += lines[i].empty() ? "\n" : fmt::format("    {}\n", lines[i]);
  }
}

struct Explanation {
  std::uint16_t code;
  std::string_view text;
};
constexpr auto explanations = std::to_array<Explanation>({
#define AGAL_EXPLANATION(code, text) {code, text},
#include "diag/rules/explanations.def"
});

std::string_view explanation_of(const RuleInfo& rule) {
  for (const Explanation& row : explanations)
    if (row.code == rule.code) return row.text;
  return {};
}

std::string_view downgrade_text(const RuleInfo& rule) {
  if (rule.phase != Phase::Validate && rule.phase != Phase::Link) return "";
  switch (rule.downgradable) {
    case Downgradable::Yes: return "checked at the levels strict and warn; at warn it is a warning";
    case Downgradable::No: return "checked at every level: a program that breaks it cannot be translated";
  }
  return "";
}

}  // namespace

std::string explain(const RuleInfo& rule) {
  std::string out;
  base::append(out, "{} · {} · {} · phase {}\n\n", code_name(rule.code), rule.slug, name(rule.severity),
               name(rule.phase));
  base::append(out, "  {}\n", diag::general_message(rule));
  if (const std::string_view text = explanation_of(rule); !text.empty()) base::append(out, "\n  {}\n", text);
  if (!rule.help.empty()) base::append(out, "\n  help: {}\n", rule.help);
  if (const std::string_view text = downgrade_text(rule); !text.empty()) base::append(out, "\n  {}\n", text);
  append_program("Incorrect", rule.bad, out);
  append_program("Correct", rule.good, out);
  return out;
}

}  // namespace agal
