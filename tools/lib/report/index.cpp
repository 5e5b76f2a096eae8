#include "index.hpp"

#include <algorithm>
#include <vector>

#include "agal/compile.hpp"

namespace agal::report {
namespace {

using manifest::text_of;

// The container, and on a separate line the name of the program in it, if it has one.
Json origins_of(const Entry& entry) {
  Json list = Json::array();
  for (const Json& origin : entry.origins) {
    std::string text = origin["container"].get<std::string>();
    const auto name = origin.find("name");
    if (name != origin.end() && name->is_string() && !name->get_ref<const std::string&>().empty())
      text += '\n' + name->get<std::string>();
    list.push_back(std::move(text));
  }
  return list;
}

// A scanner of page/highlight.js, which may have none of this name: then the text is not highlighted.
std::string_view scanner_name(TargetFamily family) { return info(family).glsl() ? "glsl" : info(family).name; }

}  // namespace

std::size_t Index::Names::number(const std::string& name) {
  return numbers_.try_emplace(name, numbers_.size()).first->second;
}

Json Index::Names::list() const {
  std::vector<std::string> names(numbers_.size());
  for (const auto& [name, number] : numbers_) names[number] = name;
  return names;
}

Index::Index(agalc::StreamedFile& output) : element_(output, "id=\"index\"") { element_.write("{\"programs\":["); }

void Index::note_rule(const std::string& code) {
  const RuleInfo* const rule = find_rule(code);
  if (rule != nullptr) rules_.try_emplace(code, explain(*rule));
}

// Each rule once, with its worst severity.
Json Index::rules_of(const Entry& entry) {
  std::map<std::string, int> worst;
  for (const Json& diagnostic : entry.diagnostics) {
    const std::string severity = diagnostic["severity"].get<std::string>();
    const int weight = severity == "error" ? 2 : severity == "warning" ? 1 : 0;
    int& so_far = worst.try_emplace(diagnostic["code"].get<std::string>(), weight).first->second;
    so_far = std::max(so_far, weight);
  }
  Json list = Json::array();
  for (const auto& [code, weight] : worst) {
    note_rule(code);
    list.push_back(code);
    list.push_back(weight);
  }
  return list;
}

void Index::add(const Entry& entry, PairList& pairs) {
  Json opcodes = Json::array(), outputs = Json::array(), lacking = Json::array(), partners = Json::array();
  for (const auto& [name, count] : entry.opcodes) {
    opcodes.push_back(opcodes_.number(name));
    opcodes.push_back(count);
  }
  for (const auto& [target, path] : entry.outputs)
    if (target != "reflect") outputs.push_back(targets_.number(target));
  for (const auto& [target, rules] : entry.not_expressible.items()) {
    lacking.push_back(targets_.number(target));
    lacking.push_back(rules);
    for (const Json& rule : rules) note_rule(rule.get<std::string>());
  }
  for (const Partner& partner : entry.partners) {
    const std::optional<std::size_t> number = pairs.number(entry, partner);
    partners.push_back(partner.hash);
    partners.push_back(number ? Json(*number) : Json(-1));
  }
  const Json row{entry.stem,         entry.hash,         entry.stage ? static_cast<int>(*entry.stage) : -1,
                 entry.version,      entry.tokens,       static_cast<int>(entry.status),
                 std::move(opcodes), origins_of(entry),  rules_of(entry),
                 std::move(outputs), std::move(lacking), std::move(partners)};
  element_.write((size_ == 0 ? "\n" : ",\n") + text_of(row));
  ++size_;
}

void Index::finish(const Json& about) {
  Json families = Json::object(), rules = Json::object();
  for (const Json& name : targets_.list()) {
    const TargetInfo* const target = find_target(name.get_ref<const std::string&>());
    if (target != nullptr) families[std::string(target->name)] = scanner_name(target->family);
  }
  for (const auto& [code, text] : rules_) {
    const RuleInfo* const rule = find_rule(code);
    rules[code] = {{"slug", rule->slug}, {"message", rule->message}, {"explanation", text}};
  }
  element_.write("\n],\n\"opcodes\":" + text_of(opcodes_.list()) + ",\n\"targets\":" + text_of(targets_.list()));
  element_.write(",\n\"families\":" + text_of(families) + ",\n\"rules\":" + text_of(rules));
  element_.write(",\n\"about\":" + text_of(about) + "}");
  element_.finish();
}

}  // namespace agal::report
