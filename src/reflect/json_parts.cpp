#include "reflect/json_parts.hpp"

#include <array>
#include <cstddef>

namespace agal::reflect {
namespace {

struct MaskText {
  std::array<char, 4> letters{};
  std::size_t count = 0;
};

constexpr auto mask_texts = []() {
  std::array<MaskText, 16> out{};
  for (std::size_t mask = 0; mask < out.size(); ++mask)
    for (std::size_t c = 0; c < 4; ++c)
      if ((mask >> c & 1) != 0) out[mask].letters[out[mask].count++] = "xyzw"[c];
  return out;
}();

}  // namespace

std::string_view components(WriteMask mask) {
  const MaskText& text = mask_texts[mask & 0xf];
  return {text.letters.data(), text.count};
}

void write_ranges(base::JsonWriter& json, const std::vector<RegisterRange>& ranges) {
  json.list([&] {
    for (const RegisterRange& range : ranges) json.object({{"first", range.first}, {"count", range.count}});
  });
}

void add_binding(base::JsonWriter& json, const Interface::Slots& slots) {
  if (slots.set) json.member("set", *slots.set);
  json.member("binding", slots.binding);
}

}  // namespace agal::reflect
