// Decodes Adobe's Texture Format (ATF). The comments of the writer in https://github.com/adobe/dds2atf describe it.
//
// A file consists of sides, a side consists of levels, and a level consists of parts. Each part begins with its length.
// The coding of a file determines the parts of a level:
//  - JPEG XR: one part, an image.
//  - Raw blocks: one part for each kind of device: DXT, PVRTC, ETC1, and ETC2 in later versions.
//  - Packed blocks: several parts for each kind of device. Parts with selectors, which choose a color for each pixel,
//    are compressed with LZMA. Parts with the two colors of each block are images in JPEG XR: the upper half of an
//    image has the first colors, the lower half the second colors.
// Parts for kinds of devices that the file does not support are empty.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "blocks.hpp"
#include "container/streams.hpp"
#include "jpeg_xr.hpp"
#include "textures.hpp"

namespace agal::frames {
namespace {

using base::Bytes;
using base::ByteVector;

constexpr std::size_t rgba_bytes = 4;
constexpr std::uint32_t max_levels = 14;

enum class Coding : std::uint8_t { JpegXr, Raw, Packed };

struct AtfFormat {
  std::uint32_t number;
  Coding coding;
  bool has_alpha;
  std::size_t min_parts, etc1;  // the minimum number of parts of a level; the index of the first part for ETC1
};

constexpr std::array atf_formats{
    AtfFormat{0, Coding::JpegXr, false, 1, 0},  AtfFormat{1, Coding::JpegXr, true, 1, 0},
    AtfFormat{2, Coding::Packed, false, 2, 5},  AtfFormat{3, Coding::Raw, false, 1, 2},
    AtfFormat{4, Coding::Packed, true, 4, 7},   AtfFormat{5, Coding::Raw, true, 1, 2},
    AtfFormat{12, Coding::Packed, false, 2, 5}, AtfFormat{13, Coding::Packed, true, 4, 7},
};

std::uint32_t big(Bytes data, std::size_t at, std::size_t bytes) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < bytes; ++i) value = value << 8 | byte_at(data, at + i);
  return value;
}

// The selectors of packed blocks, and the two colors or alphas of each block.
class PackedBlocks {
 public:
  // `blocks` is the number of blocks, `bytes` the size of one block's selectors.
  PackedBlocks(std::size_t blocks, std::size_t bytes) : blocks_(blocks), bytes_(bytes) {}

  // Unpacks LZMA data. Unlike an .lzma file, it does not contain the length of the result.
  std::string unpack_selectors(Bytes part) {
    constexpr std::size_t properties = 5;
    if (!container::can_unpack()) return "this build of agalc does not have liblzma";
    if (part.size() < properties) return "its LZMA data is incomplete";
    container::Unpacked unpacked =
        container::unpack_lzma(part.first(properties), part.subspan(properties), {}, blocks_ * bytes_);
    if (unpacked.bytes.size() != blocks_ * bytes_) return "its LZMA data is damaged";
    selectors_ = std::move(unpacked.bytes);
    return {};
  }
  std::string unpack_colors(Bytes part, const Level& level, JxrPixels pixels, std::uint32_t images = 1) {
    const std::uint32_t width = std::max(level.width / 4, 1u), height = std::max(level.height / 2, 2u) * images;
    JxrImage image = decode_jpeg_xr(part, width, height, pixels);
    colors_ = std::move(image.pixels);
    return std::move(image.problem);
  }

  Bytes selectors(std::size_t block) const { return Bytes(selectors_).subspan(block * bytes_, bytes_); }
  Bytes colors() const { return colors_; }
  std::size_t count() const { return blocks_; }

 private:
  std::size_t blocks_, bytes_;
  ByteVector selectors_, colors_;
};

// Appends the two colors or alphas of a block, then its selectors.
void append_dxt(ByteVector& to, const PackedBlocks& packed, std::size_t block, std::size_t color_bytes) {
  for (const std::size_t number : {block, packed.count() + block})
    base::put_bytes(to, packed.colors().subspan(number * color_bytes, color_bytes));
  base::put_bytes(to, packed.selectors(block));
}

// A block of ETC1 begins with three bytes, one each for red, green and blue. Each byte has this channel of both colors:
// the first color in 5 bits and the difference of the second in 3 bits, or both colors in 4 bits each. Bit 1 of the
// fourth byte is 1 if there are differences.
void append_etc1(ByteVector& to, const PackedBlocks& top, const PackedBlocks& bottom, std::size_t block) {
  const std::uint32_t first = word_at(bottom.colors(), 2 * block),
                      second = word_at(bottom.colors(), 2 * (bottom.count() + block));
  const bool has_difference = (byte_at(top.selectors(block), 0) & 2) != 0;
  for (const std::uint32_t shift : {10u, 5u, 0u}) {
    const std::uint32_t a = first >> shift & 31, b = second >> shift & 31;
    to.push_back(static_cast<std::byte>(has_difference ? a << 3 | ((b - a) & 7) : a >> 1 << 4 | b >> 1));
  }
  base::put_bytes(to, top.selectors(block));
  base::put_bytes(to, bottom.selectors(block));
}

// Unpacks the first parts into blocks of DXT. Returns the reason for a failure, or "" on success.
std::string unpack_dxt(std::span<const Bytes> parts, bool has_alpha, const Level& level, ByteVector& blocks) {
  PackedBlocks alphas(blocks_of(level), 6), colors(blocks_of(level), 4);
  std::string problem;
  if (has_alpha) {
    problem = alphas.unpack_selectors(parts[0]);
    if (problem.empty()) problem = alphas.unpack_colors(parts[1], level, JxrPixels::Gray);
    parts = parts.subspan(2);
  }
  if (problem.empty()) problem = colors.unpack_selectors(parts[0]);
  if (problem.empty()) problem = colors.unpack_colors(parts[1], level, JxrPixels::Word565);
  if (!problem.empty()) return problem;
  for (std::size_t i = 0; i < colors.count(); ++i) {
    if (has_alpha) append_dxt(blocks, alphas, i, 1);
    append_dxt(blocks, colors, i, 2);
  }
  return {};
}

std::string unpack_etc1(std::span<const Bytes> parts, bool has_alpha, const Level& level, ByteVector& blocks) {
  const std::uint32_t images = has_alpha ? 2 : 1;
  PackedBlocks top(blocks_of(level) * images, 1), bottom(blocks_of(level) * images, 4);
  std::string problem = top.unpack_selectors(parts[0]);
  if (problem.empty()) problem = bottom.unpack_selectors(parts[1]);
  if (problem.empty()) problem = bottom.unpack_colors(parts[2], level, JxrPixels::Word555, images);
  if (!problem.empty()) return problem;
  for (std::size_t i = 0; i < top.count(); ++i) append_etc1(blocks, top, bottom, i);
  return {};
}

class AtfReader {
 public:
  AtfReader(Bytes file, const TextureShape& shape) : file_(file), shape_(shape) {}

  AtfImage read() {
    std::string problem = read_header();
    if (problem.empty()) problem = read_parts();
    if (problem.empty()) problem = decode_sides();
    if (!problem.empty()) return {{}, std::move(problem)};
    return {std::move(sides_), {}};
  }

 private:
  // Version 0 has the signature "ATF" and the length in three bytes. Later versions have the signature, three reserved
  // bytes, the byte 0xff, the version, and the length in four bytes. Both continue with a byte each for the format
  // (bit 7: a cube), the binary logarithms of width and height, and the number of levels.
  std::string read_header();
  std::string read_parts();
  std::string decode_sides();
  std::string decode_level(std::span<const Bytes> parts, Level& level) const;

  Bytes file_;
  TextureShape shape_;
  const AtfFormat* format_ = nullptr;
  std::size_t at_ = 0, length_bytes_ = 0;
  std::uint32_t levels_ = 0;
  std::vector<Bytes> parts_;
  std::vector<std::vector<Level>> sides_;
};

std::string AtfReader::read_header() {
  constexpr std::size_t length_at = 3, new_mark = 6, new_length_at = 8, rest = 4;
  const std::string_view malformed = "its header is malformed";
  if (!base::as_text(file_).starts_with("ATF") || file_.size() <= new_mark) return std::string(malformed);
  const bool is_new = byte_at(file_, new_mark) == 0xff;
  length_bytes_ = is_new ? 4 : 3;
  at_ = (is_new ? new_length_at : length_at) + length_bytes_;
  if (file_.size() < at_ + rest) return std::string(malformed);
  const std::size_t length = big(file_, at_ - length_bytes_, length_bytes_);
  if (length < rest || length > file_.size() - at_) return "it is incomplete";
  file_ = file_.first(at_ + length);
  const std::uint32_t kind = byte_at(file_, at_), width = byte_at(file_, at_ + 1), height = byte_at(file_, at_ + 2);
  levels_ = byte_at(file_, at_ + 3);
  at_ += rest;
  const auto found = std::find_if(atf_formats.begin(), atf_formats.end(),
                                  [&](const AtfFormat& f) { return f.number == (kind & 127); });
  if (found == atf_formats.end()) return fmt::format("its format {} is not decoded", kind & 127);
  format_ = &*found;
  if (width >= max_levels || height >= max_levels || levels_ == 0 || levels_ > max_levels)
    return std::string(malformed);
  const bool is_same =
      (kind >> 7 != 0) == shape_.is_cube && 1u << width == shape_.width && 1u << height == shape_.height;
  return is_same ? "" : "its file has another size";
}

std::string AtfReader::read_parts() {
  while (at_ < file_.size()) {
    if (file_.size() - at_ < length_bytes_) return "it is incomplete";
    const std::size_t length = big(file_, at_, length_bytes_);
    at_ += length_bytes_;
    if (file_.size() - at_ < length) return "it is incomplete";
    parts_.push_back(file_.subspan(at_, length));
    at_ += length;
  }
  const std::size_t levels = levels_ * (shape_.is_cube ? 6 : 1);
  const bool is_whole = parts_.size() % levels == 0 && parts_.size() / levels >= format_->min_parts;
  return is_whole ? "" : "it does not have the parts of all levels";
}

// A file has the sides in the order left, right, bottom, top, back, front. Stage3D has the positive side of an axis
// before the negative side, so the two sides of each axis are swapped.
std::string AtfReader::decode_sides() {
  const std::size_t sides = shape_.is_cube ? 6 : 1, count = parts_.size() / (sides * levels_);
  for (std::size_t side = 0; side < sides; ++side) {
    std::vector<Level>& list = sides_.emplace_back();
    for (std::uint32_t number = 0; number < levels_; ++number) {
      const std::size_t first = (shape_.is_cube ? side ^ 1 : side) * levels_ + number;
      const std::span<const Bytes> parts = std::span(parts_).subspan(first * count, count);
      if (std::all_of(parts.begin(), parts.end(), [](Bytes part) { return part.empty(); })) break;
      Level& level =
          list.emplace_back(Level{std::max(shape_.width >> number, 1u), std::max(shape_.height >> number, 1u), {}});
      level.pixels.resize(rgba_bytes * level.width * level.height);
      if (std::string problem = decode_level(parts, level); !problem.empty()) return problem;
    }
    if (list.empty()) return "its first level has no data";
  }
  return {};
}

std::string AtfReader::decode_level(std::span<const Bytes> parts, Level& level) const {
  const bool has_alpha = format_->has_alpha;
  if (format_->coding == Coding::JpegXr) {
    JxrImage image = decode_jpeg_xr(parts[0], level.width, level.height, JxrPixels::Rgba);
    if (image.problem.empty()) level.pixels = std::move(image.pixels);
    return std::move(image.problem);
  }
  const bool is_packed = format_->coding == Coding::Packed;
  const std::size_t etc1_parts = is_packed ? 3 : 1;
  ByteVector unpacked;
  const std::size_t size = blocks_of(level) * color_block_bytes * (has_alpha ? 2 : 1);
  const auto fits = [&](Bytes blocks) { return blocks.size() == size ? "" : "it does not have complete blocks"; };
  if (!parts[0].empty()) {
    std::string problem = is_packed ? unpack_dxt(parts, has_alpha, level, unpacked) : fits(parts[0]);
    if (problem.empty()) decode_dxt(is_packed ? Bytes(unpacked) : parts[0], has_alpha, level);
    return problem;
  }
  if (parts.size() < format_->etc1 + etc1_parts || parts[format_->etc1].empty()) return "it has neither DXT nor ETC1";
  const std::span<const Bytes> etc1 = parts.subspan(format_->etc1, etc1_parts);
  std::string problem = is_packed ? unpack_etc1(etc1, has_alpha, level, unpacked) : fits(etc1[0]);
  return problem.empty() ? decode_etc1(is_packed ? Bytes(unpacked) : etc1[0], has_alpha, level) : problem;
}

}  // namespace

AtfImage decode_atf(Bytes file, const TextureShape& shape) { return AtfReader(file, shape).read(); }

}  // namespace agal::frames
