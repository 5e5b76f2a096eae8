#include "ci_report/rule_descriptor.hpp"

#include <string>
#include <string_view>

#include "agal/diagnostic.hpp"

namespace agal::ci_report {
namespace {

// The message with an ellipsis for each argument.
std::string general_message(const RuleInfo& rule) {
  std::string out;
  for (std::size_t i = 0; i < rule.message.size(); ++i) {
    const bool argument = rule.message[i] == '{' && i + 2 < rule.message.size() && rule.message[i + 2] == '}';
    out += argument ? std::string_view("…") : rule.message.substr(i, 1);
    if (argument) i += 2;
  }
  return out;
}

std::string sentence(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text + ".";
}

std::string full_description(const RuleInfo& rule) {
  const std::string message = sentence(general_message(rule));
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

// GitHub sorts by it.
std::string_view problem_severity(Severity severity) {
  switch (severity) {
    case Severity::Note: return "recommendation";
    case Severity::Warning: return "warning";
    case Severity::Error: return "error";
  }
  return "";
}

}  // namespace

Json rule_descriptor(std::uint16_t code) {
  const RuleInfo* const rule = find_rule(code);
  if (rule == nullptr) return {{"id", code_name(code)}};
  return {
      {"id", code_name(code)},
      {"name", rule->slug},
      {"shortDescription", {{"text", sentence(general_message(*rule))}}},
      {"fullDescription", {{"text", full_description(*rule)}}},
      {"help", {{"text", explain(*rule)}, {"markdown", markdown(*rule)}}},
      {"defaultConfiguration", {{"level", name(rule->severity)}}},
      {"properties",
       {{"tags", Json::array({"agal", name(rule->phase)})}, {"problem.severity", problem_severity(rule->severity)}}}};
}

Json driver(Json rules) {
  return {{"name", "agalc"},
          {"semanticVersion", AGAL_VERSION_TEXT},
          {"shortDescription", {{"text", "Cross-compiler for AGAL, the shader bytecode of Stage3D."}}},
          {"rules", std::move(rules)}};
}

}  // namespace agal::ci_report
