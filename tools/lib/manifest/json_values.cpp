#include "manifest/json_values.hpp"

namespace agal::manifest {

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

Json captures_of(const Partner& partner) {
  if (partner.captured.empty()) return Json::array();
  return objects_in(parse_json(partner.captured));
}

Json uploads_of(const Json& captures) {
  std::uint64_t uploads = 0;
  for (const Json& capture : captures) uploads += count_at(capture, "uploads");
  return uploads > 0 ? Json(uploads) : Json();
}

Json use_of(const std::optional<Use>& use) { return use ? Json(name(*use)) : Json(); }

}  // namespace agal::manifest
