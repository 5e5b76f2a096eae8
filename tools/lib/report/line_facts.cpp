#include "line_facts.hpp"

namespace agal::report {
namespace {

Json truth(const Json& value) { return value.is_boolean() ? value : Json(); }

}  // namespace

const Json& member(const Json& object, const char* key) {
  static const Json none;
  if (!object.is_object()) return none;
  const auto at = object.find(key);
  return at == object.end() ? none : *at;
}

std::uint64_t count_at(const Json& object, const char* key) {
  const Json& value = member(object, key);
  return value.is_number_unsigned() ? value.get<std::uint64_t>() : 0;
}

std::string text_at(const Json& object, const char* key) {
  const Json& value = member(object, key);
  return value.is_string() ? value.get<std::string>() : std::string();
}

Json objects_in(const Json& list) {
  Json objects = Json::array();
  if (!list.is_array()) return objects;
  for (const Json& element : list)
    if (element.is_object()) objects.push_back(element);
  return objects;
}

LineFacts facts_of(std::string_view line) {
  LineFacts facts;
  const Json object = Json::parse(line, nullptr, false);
  facts.certainty = text_at(object, "certainty");
  if (facts.certainty.empty() && member(object, "stage").is_string()) facts.certainty = "exact";
  facts.uploaded = truth(member(object, "uploaded"));
  if (member(object, "incomplete").is_object()) facts.incomplete = member(object, "incomplete");
  for (const Json& pair : objects_in(member(object, "pairs")))
    facts.pairs.push_back({objects_in(member(pair, "captured")), truth(member(pair, "uploaded"))});
  return facts;
}

Json uploads_of(const PairFacts& pair) {
  std::uint64_t uploads = 0;
  for (const Json& capture : pair.captured) uploads += count_at(capture, "uploads");
  return uploads > 0 ? Json(uploads) : pair.uploaded;
}

}  // namespace agal::report
