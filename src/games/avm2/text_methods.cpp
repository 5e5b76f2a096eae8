#include "avm2/text_methods.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <limits>
#include <string>

namespace agal::avm2 {
namespace {

// The arguments of a call. `number` and `text` are the first of each kind.
struct TextCall {
  std::string text;
  std::vector<std::int32_t> numbers{};
  std::string searched{};

  std::int32_t size() const { return static_cast<std::int32_t>(text.size()); }
  std::int32_t number(std::size_t i, std::int32_t otherwise) const {
    return i < numbers.size() ? numbers[i] : otherwise;
  }
  std::string part(std::int32_t begin, std::int32_t end) const {
    return begin < end ? text.substr(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin)) : "";
  }
  // Returns a position in the text. A negative position counts from the end.
  std::int32_t from_end(std::int32_t position) const {
    return std::clamp(position < 0 ? std::max(position, -size()) + size() : position, 0, size());
  }
};

constexpr std::int32_t no_limit = std::numeric_limits<std::int32_t>::max();

template <char first, char last, int by>
std::string with_case(std::string text) {
  for (char& c : text)
    if (c >= first && c <= last) c = static_cast<char>(c + by);
  return text;
}

std::string substr(const TextCall& call) {
  const std::int32_t begin = call.from_end(call.number(0, 0)), length = call.number(1, no_limit);
  if (length < 0) return call.part(begin, std::max(begin, call.size() + length));
  return call.part(begin, begin + std::min(length, call.size() - begin));
}

std::string substring(const TextCall& call) {
  const std::int32_t one = std::clamp(call.number(0, 0), 0, call.size()),
                     other = std::clamp(call.number(1, no_limit), 0, call.size());
  return call.part(std::min(one, other), std::max(one, other));
}

std::string slice(const TextCall& call) {
  return call.part(call.from_end(call.number(0, 0)), call.from_end(call.number(1, no_limit)));
}

std::string char_at(const TextCall& call) {
  const std::int32_t at = call.number(0, 0);
  return at < 0 || at >= call.size() ? "" : call.part(at, at + 1);
}

struct TextMethod {
  std::string_view name;
  std::string (*run)(const TextCall&) = nullptr;
};

constexpr int to_upper = 'A' - 'a', to_lower = 'a' - 'A';
constexpr TextMethod methods[] = {
    {"toLowerCase", [](const TextCall& call) { return with_case<'A', 'Z', to_lower>(call.text); }},
    {"toUpperCase", [](const TextCall& call) { return with_case<'a', 'z', to_upper>(call.text); }},
    {"toLocaleLowerCase", [](const TextCall& call) { return with_case<'A', 'Z', to_lower>(call.text); }},
    {"toLocaleUpperCase", [](const TextCall& call) { return with_case<'a', 'z', to_upper>(call.text); }},
    {"substr", substr},
    {"substring", substring},
    {"slice", slice},
    {"charAt", char_at},
};

// Returns the position of a text or the code of a character.
std::optional<std::int32_t> number_of(const TextCall& call, std::string_view method) {
  const auto position = [](std::size_t at) { return at == std::string::npos ? -1 : static_cast<std::int32_t>(at); };
  if (method == "indexOf")
    return position(call.text.find(call.searched, static_cast<std::size_t>(std::max(call.number(0, 0), 0))));
  if (method == "lastIndexOf")
    return position(call.text.rfind(call.searched, static_cast<std::size_t>(std::max(call.number(0, no_limit), 0))));
  const std::int32_t at = call.number(0, 0);
  if (method != "charCodeAt" || at < 0 || at >= call.size()) return std::nullopt;
  return call.text[static_cast<std::size_t>(at)];
}

}  // namespace

bool makes_text(std::string_view method) {
  return std::any_of(std::begin(methods), std::end(methods), [&](const TextMethod& one) { return one.name == method; });
}

std::optional<Value> result_of_text(Values& values, std::string_view method, Value text,
                                    const std::vector<Value>& arguments) {
  const auto row =
      std::find_if(std::begin(methods), std::end(methods), [&](const TextMethod& one) { return one.name == method; });
  const bool searches = method == "indexOf" || method == "lastIndexOf";
  if (row == std::end(methods) && !searches && method != "charCodeAt") return std::nullopt;
  std::optional<std::string> known = values.known_text(text);
  const auto is_ascii = [](char c) { return static_cast<unsigned char>(c) < 0x80; };
  if (!known || !std::all_of(known->begin(), known->end(), is_ascii)) return std::nullopt;
  TextCall call{std::move(*known)};
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::optional<std::int32_t> number = values.number(arguments[i]);
    std::optional<std::string> searched;
    if (searches && i == 0) searched = values.known_text(arguments[i]);
    if (searched) call.searched = std::move(*searched);
    if (!searched && number && !(searches && i == 0)) call.numbers.push_back(*number);
    // `null` and `undefined` mean different values, and Haxe passes `null` for an argument that is omitted.
    if (!searched && !number) return std::nullopt;
    if (searches && i == 0 && !searched) return std::nullopt;
  }
  if (searches && arguments.empty()) return std::nullopt;
  if (row != std::end(methods)) return values.derived(text, row->run(call));
  const std::optional<std::int32_t> number = number_of(call, method);
  return number ? std::optional(values.integer(*number)) : std::nullopt;
}

}  // namespace agal::avm2
