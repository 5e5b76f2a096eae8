#include "manifest/json.hpp"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <utility>
#include <vector>

#include "base/json_writer.hpp"

namespace agal::manifest {
namespace {

// The maximum nesting, which is more than lines of a batch have. Writing a value recurses once for each level.
constexpr std::size_t max_nesting = 64;

bool has_duplicates(const std::vector<std::string>& keys) {
  std::vector<std::string_view> sorted(keys.begin(), keys.end());
  std::sort(sorted.begin(), sorted.end());
  return std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end();
}

// Builds the value from the events of the parser. The parser's own builder takes quadratic time, because it compares
// each key with all earlier keys of the object.
class Builder {
 public:
  std::optional<Json> result;
  std::string_view fault = "the line is not valid JSON";

  // The parser calls functions with these names and types.
  bool null() { return add(nullptr); }
  bool boolean(bool value) { return add(value); }
  bool number_integer(Json::number_integer_t value) { return add(value); }
  bool number_unsigned(Json::number_unsigned_t value) { return add(value); }
  bool number_float(Json::number_float_t value, const std::string& /*text*/) { return add(value); }
  bool string(std::string& value) { return add(std::move(value)); }
  static bool binary(Json::binary_t& /*value*/) { return false; }
  bool start_object(std::size_t /*size*/) { return start(true); }
  bool start_array(std::size_t /*size*/) { return start(false); }
  bool key(std::string& value) {
    open_.back().keys.push_back(std::move(value));
    return true;
  }
  bool end_object();
  bool end_array();
  static bool parse_error(std::size_t /*at*/, const std::string& /*token*/, const std::exception& /*error*/) {
    return false;
  }

 private:
  // An object or a list that has not ended.
  struct Open {
    bool object;
    std::vector<std::string> keys;  // keys so far, if this is an object
    std::vector<Json> values;
  };

  bool start(bool object) {
    if (open_.size() == max_nesting) return fails("the line is nested too deeply");
    open_.push_back({object, {}, {}});
    return true;
  }
  bool add(Json value) {
    if (open_.empty())
      result = std::move(value);
    else
      open_.back().values.push_back(std::move(value));
    return true;
  }
  bool fails(std::string_view why) {
    fault = why;
    return false;
  }

  std::vector<Open> open_;  // the outermost first
};

bool Builder::end_object() {
  Open ended = std::move(open_.back());
  open_.pop_back();
  if (has_duplicates(ended.keys)) return fails("an object of the line has a key twice");
  Json::object_t object;
  object.reserve(ended.keys.size());
  for (std::size_t i = 0; i < ended.keys.size(); ++i)
    object.emplace_back(std::move(ended.keys[i]), std::move(ended.values[i]));
  return add(std::move(object));
}

bool Builder::end_array() {
  Json list = std::move(open_.back().values);
  open_.pop_back();
  return add(std::move(list));
}

using base::JsonWriter;

// Returns all digits of the number, without an exponent.
std::string digits_of(double number) {
  char digits[384];  // more than any number has
  const auto end = std::to_chars(std::begin(digits), std::end(digits), number, std::chars_format::fixed).ptr;
  std::string text(std::begin(digits), end);
  if (text.find('.') == text.npos) text += ".0";
  return text;
}

void write(JsonWriter& json, const Json& value) {
  if (value.is_object()) {
    json.object([&] {
      for (const auto& [key, part] : value.items()) write(json.key(key), part);
    });
  } else if (value.is_array()) {
    json.list([&] {
      for (const Json& part : value) write(json, part);
    });
  } else if (value.is_string()) {
    json.value(value.get_ref<const std::string&>());
  } else if (value.is_boolean()) {
    json.value(value.get<bool>());
  } else if (value.is_number_unsigned()) {
    json.value(value.get<std::uint64_t>());
  } else if (value.is_number_integer()) {
    json.value(value.get<std::int64_t>());
  } else if (value.is_number_float()) {
    json.raw(digits_of(value.get<double>()));
  } else {
    json.raw("null");
  }
}

}  // namespace

std::optional<Json> parse_json(std::string_view text, std::string_view& fault) {
  Builder builder;
  if (Json::sax_parse(text.begin(), text.end(), &builder)) return std::move(builder.result);
  fault = builder.fault;
  return std::nullopt;
}

Json parse_json(std::string_view text) {
  std::string_view ignored;
  return parse_json(text, ignored).value_or(Json());
}

std::string text_of(const Json& value) {
  JsonWriter json(base::JsonStyle::Compact);
  write(json, value);
  return std::string(json.text());
}

}  // namespace agal::manifest
