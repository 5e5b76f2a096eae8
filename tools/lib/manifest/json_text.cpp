#include "manifest/json_text.hpp"

#include <charconv>
#include <iterator>

#include "base/json_writer.hpp"

namespace agal::manifest {
namespace {

using base::JsonWriter;

// All digits, without an exponent.
std::string digits_of(double number) {
  char digits[384];  // more than the maximum
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

std::string text_of(const Json& value) {
  JsonWriter json(base::JsonStyle::Compact);
  write(json, value);
  return std::string(json.text());
}

}  // namespace agal::manifest
