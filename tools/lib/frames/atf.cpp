// Adobe's Texture Format. Decoded are textures in raw blocks of DXT1 and DXT5.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "pixels.hpp"

namespace agal::frames {
namespace {

using base::Bytes;
using base::ByteVector;

constexpr std::size_t pixel_bytes = 4, block_side = 4;
constexpr std::uint32_t max_log2 = 13;

std::uint32_t little(Bytes data, std::size_t at, std::size_t bytes) {
  std::uint32_t value = 0;
  for (std::size_t i = bytes; i > 0; --i) value = value << 8 | std::to_integer<std::uint32_t>(data[at + i - 1]);
  return value;
}
std::uint32_t big(Bytes data, std::size_t at, std::size_t bytes) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < bytes; ++i) value = value << 8 | std::to_integer<std::uint32_t>(data[at + i]);
  return value;
}

Color mix(const Color& a, const Color& b, std::uint32_t of_a, std::uint32_t of_b) {
  Color result;
  for (std::size_t i = 0; i < result.size(); ++i) result[i] = (a[i] * of_a + b[i] * of_b) / (of_a + of_b);
  return result;
}

// The colors of a block, which has eight bytes. Blocks of DXT1 may have a transparent color.
std::array<Color, 16> color_block(Bytes block, bool is_dxt1) {
  const std::uint32_t first = little(block, 0, 2), second = little(block, 2, 2), indices = little(block, 4, 4);
  std::array<Color, 4> colors{color_565(first), color_565(second), {}, {}};
  if (first > second || !is_dxt1) {
    colors[2] = mix(colors[0], colors[1], 2, 1);
    colors[3] = mix(colors[0], colors[1], 1, 2);
  } else {
    colors[2] = mix(colors[0], colors[1], 1, 1);
  }
  std::array<Color, 16> result;
  for (std::size_t i = 0; i < result.size(); ++i) result[i] = colors[indices >> 2 * i & 3];
  return result;
}

std::array<std::uint32_t, 16> alpha_block(Bytes block) {
  const std::uint32_t first = little(block, 0, 1), second = little(block, 1, 1);
  std::array<std::uint32_t, 8> alphas{first, second, 0, 0, 0, 0, 0, 255};
  const std::uint32_t steps = first > second ? 7 : 5;
  for (std::uint32_t i = 1; i < steps; ++i) alphas[i + 1] = (first * (steps - i) + second * i) / steps;
  std::array<std::uint32_t, 16> result;
  for (std::size_t i = 0; i < result.size(); ++i) {
    const std::size_t half = i / 8;  // 24 bits each
    result[i] = alphas[little(block, 2 + 3 * half, 3) >> 3 * (i % 8) & 7];
  }
  return result;
}

// Blocks of four by four pixels: DXT5 has the alpha of each before its colors.
void decode_blocks(Bytes data, bool has_alpha, Level& level) {
  const std::size_t size = has_alpha ? 16 : 8;
  const std::size_t columns = (level.width + block_side - 1) / block_side;
  for (std::size_t at = 0; at + size <= data.size(); at += size) {
    const Bytes block = data.subspan(at, size);
    const std::array<Color, 16> colors = color_block(block.subspan(size - 8), !has_alpha);
    const std::array<std::uint32_t, 16> alphas = has_alpha ? alpha_block(block) : std::array<std::uint32_t, 16>{};
    for (std::size_t i = 0; i < colors.size(); ++i) {
      const std::size_t x = at / size % columns * block_side + i % block_side,
                        y = at / size / columns * block_side + i / block_side;
      if (x >= level.width || y >= level.height) continue;
      std::byte* const to = level.pixels.data() + pixel_bytes * (y * level.width + x);
      for (std::size_t c = 0; c < pixel_bytes; ++c) to[c] = static_cast<std::byte>(colors[i][c]);
      if (has_alpha) to[3] = static_cast<std::byte>(alphas[i]);
    }
  }
}

// The header: the signature, a length in three bytes, or since version 2 four bytes after 0xff and the version.
class AtfReader {
 public:
  explicit AtfReader(Bytes file) : file_(file) {}

  AtfImage read() {
    constexpr std::uint32_t raw_blocks = 3, raw_blocks_alpha = 5;
    if (!header()) return fail("its header is malformed");
    if (format_ != raw_blocks && format_ != raw_blocks_alpha)
      return fail(fmt::format("its format {} ({}) is not decoded", format_, format_ < 2 ? "JPEG XR" : "compressed"));
    const std::size_t begin = at_;
    for (others_ = 0; others_ <= 3; ++others_) {
      at_ = begin;
      image_.sides.clear();
      if (levels(format_ == raw_blocks_alpha) && at_ == file_.size()) return std::move(image_);
    }
    image_.sides.clear();
    return fail("it does not have complete blocks of DXT");
  }

 private:
  AtfImage fail(std::string problem) {
    image_.problem = std::move(problem);
    return std::move(image_);
  }

  bool header() {
    constexpr std::size_t old_length = 6, new_length = 12, rest = 4;
    const std::string_view text = base::as_text(file_);
    if (!text.starts_with("ATF") || file_.size() < old_length + rest) return false;
    is_new_ = little(file_, old_length, 1) == 0xff;
    at_ = is_new_ ? new_length : old_length;
    if (file_.size() < at_ + rest) return false;
    const std::uint32_t kind = little(file_, at_, 1);
    image_.is_cube = kind >> 7 != 0;
    format_ = kind & 127;
    const std::uint32_t width = little(file_, at_ + 1, 1), height = little(file_, at_ + 2, 1);
    count_ = little(file_, at_ + 3, 1);
    at_ += rest;
    image_.width = 1u << std::min(width, max_log2);
    image_.height = 1u << std::min(height, max_log2);
    return width <= max_log2 && height <= max_log2 && count_ > 0 && count_ <= max_log2 + 1;
  }

  // The data of a level has its length before it.
  std::optional<Bytes> part() {
    const std::size_t bytes = is_new_ ? 4 : 3;
    if (file_.size() - at_ < bytes) return std::nullopt;
    const std::size_t length = big(file_, at_, bytes);
    at_ += bytes;
    if (file_.size() - at_ < length) return std::nullopt;
    at_ += length;
    return file_.subspan(at_ - length, length);
  }

  // The blocks of DXT of each level are followed by those for other devices, in as many parts as the version has.
  // False: they do not fit.
  bool levels(bool has_alpha) {
    for (std::size_t side = 0; side < (image_.is_cube ? 6 : 1); ++side) {
      std::vector<Level>& list = image_.sides.emplace_back();
      for (std::uint32_t number = 0; number < count_; ++number) {
        const std::optional<Bytes> blocks = part();
        for (std::size_t i = 0; i < others_; ++i)
          if (!part()) return false;
        const std::uint32_t width = std::max(image_.width >> number, 1u),
                            height = std::max(image_.height >> number, 1u);
        const std::size_t columns = (width + block_side - 1) / block_side,
                          rows = (height + block_side - 1) / block_side;
        if (!blocks || blocks->size() != columns * rows * (has_alpha ? 16 : 8)) return false;
        Level& level = list.emplace_back(Level{width, height, ByteVector(pixel_bytes * width * height)});
        decode_blocks(*blocks, has_alpha, level);
      }
    }
    return true;
  }

  Bytes file_;
  AtfImage image_;
  std::size_t at_ = 0, others_ = 0;
  std::uint32_t format_ = 0, count_ = 0;
  bool is_new_ = false;
};

}  // namespace

AtfImage decode_atf(Bytes file) { return AtfReader(file).read(); }

}  // namespace agal::frames
