#include "support/json_schema.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace agal::test {
namespace {

using nlohmann::json;

constexpr std::array<std::string_view, 14> known{
    "$schema",  "$defs", "$ref", "title", "description",          "type",    "properties",
    "required", "items", "enum", "oneOf", "additionalProperties", "minimum", "maximum"};

bool has_type(const json& value, const std::string& type) {
  if (type == "object") return value.is_object();
  if (type == "array") return value.is_array();
  if (type == "string") return value.is_string();
  if (type == "boolean") return value.is_boolean();
  if (type == "integer") return value.is_number_integer();
  if (type == "number") return value.is_number();
  return type == "null" && value.is_null();
}

class Checker {
 public:
  explicit Checker(const json& root) : root_(root) {}

  void check(const json& schema, const json& value, const std::string& path) {
    if (schema.is_boolean()) {
      if (!schema.get<bool>()) report(path, "is not allowed here");
      return;
    }
    for (const auto& [keyword, unused] : schema.items())
      if (std::find(known.begin(), known.end(), keyword) == known.end())
        report(path, "is described by the unknown keyword " + keyword);
    if (schema.contains("$ref")) follow(schema["$ref"].get<std::string>(), value, path);
    if (schema.contains("type") && !has_type(value, schema["type"].get<std::string>()))
      report(path, "is not of type " + schema["type"].get<std::string>());
    if (schema.contains("enum")) check_enum(schema["enum"], value, path);
    if (schema.contains("oneOf")) check_one_of(schema["oneOf"], value, path);
    if (value.is_number()) check_range(schema, value, path);
    if (value.is_object()) check_object(schema, value, path);
    if (value.is_array() && schema.contains("items"))
      for (std::size_t i = 0; i < value.size(); ++i) check(schema["items"], value[i], path + '/' + std::to_string(i));
  }

  std::vector<std::string> take() { return std::move(violations_); }

 private:
  void report(const std::string& path, const std::string& what) {
    violations_.push_back((path.empty() ? "the whole" : path) + ": " + what);
  }

  void follow(const std::string& reference, const json& value, const std::string& path) {
    constexpr std::string_view prefix = "#/$defs/";
    const std::string name = reference.starts_with(prefix) ? reference.substr(prefix.size()) : std::string();
    if (!root_.contains("$defs") || !root_["$defs"].contains(name))
      return report(path, "is described by " + reference + ", which is not there");
    check(root_["$defs"][name], value, path);
  }

  void check_enum(const json& allowed, const json& value, const std::string& path) {
    if (std::find(allowed.begin(), allowed.end(), value) == allowed.end())
      report(path, "is " + value.dump() + ", which is not one of those listed");
  }

  void check_one_of(const json& choices, const json& value, const std::string& path) {
    std::size_t fitting = 0;
    std::vector<std::string> nearest;
    for (const json& choice : choices) {
      Checker one(root_);
      one.check(choice, value, path);
      std::vector<std::string> wrong = one.take();
      if (wrong.empty()) ++fitting;
      if (nearest.empty() || wrong.size() < nearest.size()) nearest = std::move(wrong);
    }
    if (fitting == 1) return;
    report(path, "fits " + std::to_string(fitting) + " of the choices, not one");
    if (fitting == 0) violations_.insert(violations_.end(), nearest.begin(), nearest.end());
  }

  void check_range(const json& schema, const json& value, const std::string& path) {
    if (schema.contains("minimum") && value < schema["minimum"])
      report(path, "is " + value.dump() + ", below " + schema["minimum"].dump());
    if (schema.contains("maximum") && value > schema["maximum"])
      report(path, "is " + value.dump() + ", above " + schema["maximum"].dump());
  }

  void check_object(const json& schema, const json& value, const std::string& path) {
    if (schema.contains("required"))
      for (const json& key : schema["required"])
        if (!value.contains(key.get<std::string>())) report(path, "lacks " + key.get<std::string>());
    for (const auto& [key, part] : value.items()) {
      if (schema.contains("properties") && schema["properties"].contains(key))
        check(schema["properties"][key], part, path + '/' + key);
      else if (schema.contains("additionalProperties"))
        check(schema["additionalProperties"], part, path + '/' + key);
    }
  }

  const json& root_;
  std::vector<std::string> violations_;
};

}  // namespace

std::vector<std::string> schema_violations(const json& schema, const json& value) {
  Checker checker(schema);
  checker.check(schema, value, "");
  return checker.take();
}

}  // namespace agal::test
