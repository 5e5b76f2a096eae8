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

Pixel blend_over(const Float4& color, const Pixel& below, const stage3d::Blend& blend) {
  Float4 source, destination;
  for (std::size_t i = 0; i < source.size(); ++i) {
    source[i] = color[i] > 0 ? std::min(color[i], 1.0f) : 0.0f;
    destination[i] = from_byte(below[i]);
  }
  const auto factor = [&](stage3d::BlendFactor word, std::size_t i) {
    switch (word) {
      case stage3d::BlendFactor::Zero: return 0.0f;
      case stage3d::BlendFactor::One: return 1.0f;
      case stage3d::BlendFactor::SourceColor: return source[i];
      case stage3d::BlendFactor::OneMinusSourceColor: return 1 - source[i];
      case stage3d::BlendFactor::SourceAlpha: return source[3];
      case stage3d::BlendFactor::OneMinusSourceAlpha: return 1 - source[3];
      case stage3d::BlendFactor::DestinationColor: return destination[i];
      case stage3d::BlendFactor::OneMinusDestinationColor: return 1 - destination[i];
      case stage3d::BlendFactor::DestinationAlpha: return destination[3];
      case stage3d::BlendFactor::OneMinusDestinationAlpha: return 1 - destination[3];
    }
    return 0.0f;
  };
  Pixel result;
  for (std::size_t i = 0; i < result.size(); ++i)
    result[i] = to_byte(source[i] * factor(blend.source, i) + destination[i] * factor(blend.destination, i));
  return result;
}

}  // namespace agal::render
