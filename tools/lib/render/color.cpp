#include "render/color.hpp"

#include <charconv>

namespace agal::render {

std::optional<Float4> parse_color(std::string_view text) {
  if (text.empty() || text.front() != '#') return std::nullopt;
  text.remove_prefix(1);
  const bool brief = text.size() == 3;
  if (!brief && text.size() != 6 && text.size() != 8) return std::nullopt;
  const std::size_t digits = brief ? 1 : 2;
  Float4 color{0, 0, 0, 1};
  for (std::size_t i = 0; i * digits < text.size(); ++i) {
    unsigned value = 0;
    const char* const begin = text.data() + i * digits;
    const auto [end, error] = std::from_chars(begin, begin + digits, value, 16);
    if (error != std::errc{} || end != begin + digits) return std::nullopt;
    color[i] = static_cast<float>(brief ? value * 17 : value) / 255;
  }
  return color;
}

Pixel store(const Float4& color) {
  return {to_byte(color[0]), to_byte(color[1]), to_byte(color[2]), to_byte(color[3])};
}

Pixel blend_premultiplied(const Float4& color, const Pixel& below) {
  const auto clamped = [](float value) { return value > 0 ? std::min(value, 1.0f) : 0.0f; };
  const float through = 1 - clamped(color[3]);
  Pixel result;
  for (std::size_t i = 0; i < 4; ++i) result[i] = to_byte(clamped(color[i]) + from_byte(below[i]) * through);
  return result;
}

}  // namespace agal::render
