#include "ci_report/sarif_parts.hpp"

#include <array>
#include <string>
#include <string_view>

#include "diag/rules.hpp"

namespace agal::ci_report {
namespace {

std::string sentence(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text + ".";
}

std::string full_description(const RuleInfo& rule) {
  const std::string message = sentence(diag::general_message(rule));
  return rule.help.empty() ? message : message + " " + sentence(std::string(rule.help));
}

void append_program(std::string_view title, std::string_view program, std::string& out) {
  if (program.empty()) return;
  out += "\n\n**" + std::string(title) + "**\n\n```\n" + std::string(program);
  if (program.back() != '\n') out += '\n';
  out += "```";
}

std::string markdown(const RuleInfo& rule) {
  std::string out = full_description(rule);
  append_program("Incorrect", rule.bad, out);
  append_program("Correct", rule.good, out);
  return out;
}

// Writes a rule as a reportingDescriptor.
void write_rule(base::JsonWriter& json, std::uint16_t code) {
  const RuleInfo* const rule = find_rule(code);
  if (rule == nullptr) return json.object({{"id", code_name(code)}});
  json.object([&] {
    json.members({{"id", code_name(code)}, {"name", rule->slug}});
    json.key("shortDescription").object({{"text", sentence(diag::general_message(*rule))}});
    json.key("fullDescription").object({{"text", full_description(*rule)}});
    json.key("help").object({{"text", explain(*rule)}, {"markdown", markdown(*rule)}});
    json.key("defaultConfiguration").object({{"level", name(rule->severity)}});
    json.key("properties").object([&] {
      json.key("tags").list(std::array<std::string_view, 2>{"agal", name(rule->phase)});
      // GitHub sorts results by this property.
      const bool note = rule->severity == Severity::Note;
      json.member("problem.severity", note ? "recommendation" : name(rule->severity));
    });
  });
}

}  // namespace

void write_driver(base::JsonWriter& json, std::span<const std::uint16_t> rules) {
  json.object([&] {
    json.members({{"name", "agalc"}, {"semanticVersion", AGAL_VERSION_TEXT}});
    json.key("shortDescription").object({{"text", "Cross-compiler for AGAL, the shader bytecode of Stage3D."}});
    json.key("rules").list(rules, [&](std::uint16_t code) { write_rule(json, code); });
  });
}

}  // namespace agal::ci_report
