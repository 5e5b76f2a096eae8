#include "index.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "agal/compile.hpp"
#include "manifest/json_values.hpp"

namespace agal::report {
namespace {

using manifest::captures_of;
using manifest::count_at;
using manifest::member;
using manifest::objects_in;
using manifest::text_at;
using manifest::text_of;
using manifest::uploads_of;
using manifest::use_of;

Json statuses() {
  Json list = Json::array();
  for (const std::string_view status : manifest::status_names) list.push_back(status);
  return list;
}

// Returns the weight of a message, from 0 for notes to 2 for errors.
int weight_of(const Json& diagnostic) {
  const std::string severity = diagnostic["severity"].get<std::string>();
  return severity == "error" ? 2 : severity == "warning" ? 1 : 0;
}

// Returns the container of each origin, and on a separate line the program's name in the container, if it has one. A
// program in the log of a game is in the container of the game.
Json origins_of(const Entry& entry) {
  Json list = Json::array();
  for (const Json& origin : entry.origins) {
    const std::string game = text_at(origin, "game");
    std::string text = game.empty() ? origin["container"].get<std::string>() : game;
    const auto name = origin.find("name");
    if (name != origin.end() && name->is_string() && !name->get_ref<const std::string&>().empty())
      text += '\n' + name->get<std::string>();
    list.push_back(std::move(text));
  }
  return list;
}

// The places of programs that are not in a tag of a SWF. tools/pages/report/files.js has the same numbers.
constexpr int place_of_log = -1, place_of_text = -2;

int place_of(const Entry& entry, const Json& origin) {
  if (const std::uint64_t tag = count_at(origin, "tag"); tag > 0 && tag < 1024) return static_cast<int>(tag);
  if (count_at(origin, "line") > 0) return place_of_log;
  return entry.form == "assembly" ? place_of_text : 0;
}

constexpr std::size_t max_messages = 4, max_message_bytes = 400, max_classes = 6;

// Truncates a message at a character boundary.
std::string shortened(std::string text) {
  if (text.size() <= max_message_bytes) return text;
  std::size_t end = max_message_bytes;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;
  return text.substr(0, end) + "…";
}

// Returns the most serious messages about a file.
Json messages_of(const Entry& entry) {
  Json list = Json::array();
  for (const int weight : {2, 1, 0})
    for (const Json& diagnostic : entry.diagnostics)
      if (weight_of(diagnostic) == weight && list.size() < max_messages)
        list.push_back({weight, diagnostic["code"], shortened(diagnostic["message"].get<std::string>())});
  return list;
}

// Returns the counts of `incomplete`, and the first classes.
Json missing_in(const Json& incomplete) {
  if (incomplete.is_null()) return nullptr;
  Json classes = Json::array();
  const Json listed = objects_in(member(incomplete, "classes")), texts = objects_in(member(incomplete, "texts"));
  for (std::size_t i = 0; i < std::min(listed.size(), max_classes); ++i)
    classes.push_back({shortened(text_at(listed[i], "class")), count_at(listed[i], "lines")});
  const auto of_certainty = [&](std::string_view name) {
    return std::count_if(texts.begin(), texts.end(),
                         [&](const Json& text) { return text_at(text, "certainty") == name; });
  };
  std::uint64_t lost = 0;
  for (const Json& run : objects_in(member(incomplete, "lost"))) lost += count_at(run, "records");
  const Json& uploads = member(incomplete, "uploads");
  // The texts to replace in templates. Each is listed once.
  constexpr std::size_t max_holes = 4;
  Json holes = Json::array();
  for (const Json& text : texts) {
    const std::string hole = text_at(text, "detail");
    const bool fresh = std::find(holes.begin(), holes.end(), hole) == holes.end();
    if (text_at(text, "certainty") == "template" && fresh && holes.size() < max_holes) holes.push_back(hole);
  }
  const Json& combined = member(incomplete, "tooMany");
  const std::size_t combined_count = combined.is_array() ? combined.size() : 0;
  Json too_many = Json::array();
  for (std::size_t i = 0; i < std::min(combined_count, max_classes); ++i)
    if (combined[i].is_string()) too_many.push_back(shortened(combined[i].get<std::string>()));
  const Json& loads = member(incomplete, "loadsOthers");
  return {{"holes", std::move(holes)},
          {"tooMany", std::move(too_many)},
          {"tooManyCount", std::max<std::uint64_t>(count_at(incomplete, "tooManyCount"), combined_count)},
          {"loads", loads.is_array() ? loads.size() : 0},
          {"uploads", uploads.is_array() ? uploads.size() : 0},
          {"lines", count_at(incomplete, "lines")},
          {"classes", std::move(classes)},
          {"classCount", listed.size()},
          {"texts", count_at(incomplete, "textCount")},
          {"partial", of_certainty("partial")},
          {"template", of_certainty("template")},
          {"lost", lost}};
}

Json file_of(const Entry& entry) {
  if (entry.stage) return nullptr;
  Json messages = messages_of(entry);
  const std::size_t more = entry.diagnostics.size() - messages.size();
  return {{"messages", std::move(messages)},
          {"more", more},
          {"missing", missing_in(entry.incomplete)},
          {"kind", entry.kind ? Json(name(*entry.kind)) : Json()}};
}

// Returns the file and the class of the first template that gives the program; "" if there is none.
Json template_of(const Entry& entry) {
  for (const Json& place : entry.templates)
    if (const std::string name = text_at(place, "name"); !name.empty())
      return shortened(text_at(place, "container") + "/" + name);
  return "";
}

// The number of digits that distinguishes all families of a page.
constexpr std::size_t family_digits = 16;

// Returns the name of a scanner of tools/pages/report/highlight.js. If the scanner does not exist, the text is not
// highlighted.
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

// Returns each rule once, with its worst severity.
Json Index::rules_of(const Entry& entry) {
  std::map<std::string, int> worst;
  for (const Json& diagnostic : entry.diagnostics) {
    const int weight = weight_of(diagnostic);
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

// Returns five values for each pair: the partner, the number of the picture or -1, the number of uploads if it is
// known, the use, and the indices of its origins or null for all origins.
Json Index::pairs_of(const Entry& entry, PairList& pairs) {
  Json list = Json::array();
  for (const Partner& partner : entry.partners) {
    const Json captures = captures_of(partner);
    const std::optional<std::size_t> number = pairs.number(entry, partner, captures);
    list.push_back(partner.hash);
    list.push_back(number ? Json(*number) : Json(-1));
    list.push_back(uploads_of(captures));
    list.push_back(use_of(partner.use));
    list.push_back(partner.origins ? Json(*partner.origins) : Json());
  }
  return list;
}

// Returns four values for each origin: its certainty, its place, the conditions or values of the code, and the use in
// its game.
Json Index::finds_of(const Entry& entry) {
  Json list = Json::array();
  for (const Json& origin : entry.origins) {
    const std::string certainty = text_at(origin, "certainty");
    list.push_back(certainties_.number(certainty.empty() ? "exact" : certainty));
    list.push_back(place_of(entry, origin));
    list.push_back(shortened(text_at(origin, "detail")));
    const std::string use = text_at(origin, "use");
    list.push_back(use.empty() ? Json() : Json(use));
  }
  return list;
}

// Returns two values for each product that was proved: its target, and the result of the proof.
Json Index::proofs_of(const Entry& entry) {
  Json list = Json::array();
  for (const manifest::ProofAnswer& proof : entry.proofs) {
    list.push_back(targets_.number(proof.target));
    list.push_back(answers_.number(proof.answer));
  }
  return list;
}

void Index::add(const Entry& entry, PairList& pairs) {
  Json opcodes = Json::array(), outputs = Json::array(), lacking = Json::array();
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
  const Json row{entry.stem,
                 entry.hash,
                 entry.stage ? static_cast<int>(*entry.stage) : -1,
                 entry.version,
                 entry.tokens,
                 static_cast<int>(entry.status),
                 std::move(opcodes),
                 origins_of(entry),
                 rules_of(entry),
                 std::move(outputs),
                 std::move(lacking),
                 pairs_of(entry, pairs),
                 certainties_.number(entry.stage ? entry.certainty : std::string()),
                 use_of(entry.use),
                 finds_of(entry),
                 file_of(entry),
                 entry.family.substr(0, family_digits),
                 entry.samplers,
                 template_of(entry),
                 proofs_of(entry)};
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
  const std::pair<const char*, Json> members[]{{"opcodes", opcodes_.list()},
                                               {"targets", targets_.list()},
                                               {"certainties", certainties_.list()},
                                               {"answers", answers_.list()},
                                               {"statuses", statuses()},
                                               {"families", families},
                                               {"rules", rules},
                                               {"about", about}};
  element_.write("\n]");
  for (const auto& [key, value] : members) element_.write(",\n" + text_of(Json(key)) + ':' + text_of(value));
  element_.write("}");
  element_.finish();
}

}  // namespace agal::report
