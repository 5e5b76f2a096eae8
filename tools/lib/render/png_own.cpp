// PNG for builds without libpng.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <optional>

#include "console/console.hpp"
#include "container/zlib_stream.hpp"
#include "os/deflater.hpp"
#include "render/picture.hpp"

namespace agal::render {
namespace {

using Bytes = std::span<const std::byte>;

constexpr std::array<unsigned char, 8> signature{0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};

enum ColorType : unsigned { Gray = 0, Rgb = 2, Palette = 3, GrayAlpha = 4, RgbAlpha = 6 };

std::uint32_t number_at(Bytes bytes, std::size_t at) {
  std::uint32_t number = 0;
  for (std::size_t i = 0; i < 4; ++i) number = number << 8 | std::to_integer<std::uint32_t>(bytes[at + i]);
  return number;
}

std::uint32_t checksum(Bytes bytes) { return container::crc32_of(0, bytes); }

struct Header {
  std::uint32_t width = 0, height = 0;
  unsigned depth = 0, color = 0;
  bool interlaced = false;

  std::size_t channels() const { return color == Rgb ? 3u : color == GrayAlpha ? 2u : color == RgbAlpha ? 4u : 1u; }
  std::size_t row_bytes(std::size_t pixels) const { return (pixels * channels() * depth + 7) / 8; }
  // Of a pixel, for the filters.
  std::size_t step() const { return std::max<std::size_t>(channels() * depth / 8, 1); }
  bool valid() const {
    const bool small = depth == 1 || depth == 2 || depth == 4, large = depth == 8 || depth == 16;
    const bool known = color == Gray      ? small || large
                       : color == Palette ? small || depth == 8
                                          : (color == Rgb || color == GrayAlpha || color == RgbAlpha) && large;
    return known && width > 0 && height > 0;
  }
};

// The parts of a picture that are stored one after the other: seven if it is interlaced.
struct Pass {
  std::uint32_t x, y, step_x, step_y;
};
constexpr std::array<Pass, 1> whole{{{0, 0, 1, 1}}};
constexpr std::array<Pass, 7> interlaced{
    {{0, 0, 8, 8}, {4, 0, 8, 8}, {0, 4, 4, 8}, {2, 0, 4, 4}, {0, 2, 2, 4}, {1, 0, 2, 2}, {0, 1, 1, 2}}};

std::uint32_t count(std::uint32_t size, std::uint32_t first, std::uint32_t step) {
  return size > first ? (size - first + step - 1) / step : 0;
}

int nearest_of(int left, int above, int corner) {
  const int guess = left + above - corner;
  const int from_left = std::abs(guess - left), from_above = std::abs(guess - above);
  const int from_corner = std::abs(guess - corner);
  if (from_left <= from_above && from_left <= from_corner) return left;
  return from_above <= from_corner ? above : corner;
}

// Undoes the filter of a row. False: there is no such filter.
bool unfilter(unsigned filter, std::span<std::uint8_t> row, std::span<const std::uint8_t> before, std::size_t step) {
  if (filter > 4) return false;
  for (std::size_t i = 0; i < row.size(); ++i) {
    const int left = i >= step ? row[i - step] : 0, above = before[i], corner = i >= step ? before[i - step] : 0;
    const int predicted = filter == 1   ? left
                          : filter == 2 ? above
                          : filter == 3 ? (left + above) / 2
                          : filter == 4 ? nearest_of(left, above, corner)
                                        : 0;
    row[i] = static_cast<std::uint8_t>(row[i] + predicted);
  }
  return true;
}

class PngReader {
 public:
  explicit PngReader(const std::string& name) : name_(name) {}

  Result<Picture> read(Bytes bytes) {
    if (bytes.size() < signature.size() || std::memcmp(bytes.data(), signature.data(), signature.size()) != 0)
      return refuse("it is not a PNG file");
    std::string problem = read_chunks(bytes.subspan(signature.size()));
    if (!problem.empty()) return refuse(problem);
    if (header_.width > max_picture_side || header_.height > max_picture_side)
      return refuse(fmt::format("it is larger than {} × {}", max_picture_side, max_picture_side));
    if (!inflate_rows()) return refuse("its data is damaged");
    Picture picture(header_.width, header_.height, {});
    std::size_t at = 0;
    const std::span<const Pass> passes = header_.interlaced ? std::span<const Pass>(interlaced) : whole;
    for (const Pass& pass : passes)
      if (!read_pass(pass, at, picture)) return refuse("its data is damaged");
    return picture;
  }

 private:
  Diagnostics refuse(std::string_view why) const {
    return agalc::only(agalc::make_diagnostic("picture-unreadable", name_, {why}));
  }

  // "", or the error.
  std::string read_chunks(Bytes rest) {
    constexpr std::size_t around = 12;  // length, name and checksum
    for (bool first = true;; first = false) {
      const std::size_t length = rest.size() < around ? 0 : number_at(rest, 0);
      if (rest.size() < around || length > rest.size() - around) return "it is truncated";
      if (checksum(rest.subspan(4, length + 4)) != number_at(rest, length + 8)) return "a checksum does not match";
      const std::string_view kind(reinterpret_cast<const char*>(rest.data()) + 4, 4);
      const Bytes content = rest.subspan(8, length);
      if (first != (kind == "IHDR") || (first && !read_header(content))) return "its header is not valid";
      if (kind == "IEND") return header_.color == Palette && palette_.empty() ? "it has no palette" : "";
      if (kind == "PLTE") palette_.assign(content.begin(), content.end());
      if (kind == "tRNS") transparent_.assign(content.begin(), content.end());
      if (kind == "IDAT") packed_.insert(packed_.end(), content.begin(), content.end());
      // The name of a chunk without which the picture cannot be read begins with a capital letter.
      const bool known = kind == "IHDR" || kind == "PLTE" || kind == "IDAT";
      if (!known && kind[0] >= 'A' && kind[0] <= 'Z') return "it has parts that are not known";
      rest = rest.subspan(around + length);
    }
  }

  bool read_header(Bytes content) {
    if (content.size() != 13) return false;
    const auto byte = [&](std::size_t at) { return std::to_integer<unsigned>(content[at]); };
    header_ = {number_at(content, 0), number_at(content, 4), byte(8), byte(9), byte(12) == 1};
    return header_.valid() && byte(10) == 0 && byte(11) == 0 && byte(12) <= 1;
  }

  bool inflate_rows() {
    std::size_t size = 0;
    const std::span<const Pass> passes = header_.interlaced ? std::span<const Pass>(interlaced) : whole;
    for (const Pass& pass : passes) {
      const std::size_t pixels = count(header_.width, pass.x, pass.step_x);
      if (pixels > 0) size += (header_.row_bytes(pixels) + 1) * count(header_.height, pass.y, pass.step_y);
    }
    container::Unpacked unpacked = container::inflate(packed_, {}, size);
    rows_ = std::move(unpacked.bytes);
    return unpacked.status == container::UnpackStatus::Complete && rows_.size() == size;
  }

  bool read_pass(const Pass& pass, std::size_t& at, Picture& picture) const {
    const std::uint32_t columns = count(header_.width, pass.x, pass.step_x);
    const std::size_t bytes = header_.row_bytes(columns);
    std::vector<std::uint8_t> row(bytes), before(bytes);
    for (std::uint32_t y = pass.y; columns > 0 && y < header_.height; y += pass.step_y) {
      const unsigned filter = std::to_integer<unsigned>(rows_[at]);
      std::memcpy(row.data(), rows_.data() + at + 1, bytes);
      at += bytes + 1;
      if (!unfilter(filter, row, before, header_.step())) return false;
      for (std::uint32_t i = 0; i < columns; ++i)
        if (!read_pixel(row, i, picture.at(pass.x + i * pass.step_x, y))) return false;
      std::swap(row, before);
    }
    return true;
  }

  // One number of a pixel, as it is stored.
  std::uint32_t sample(std::span<const std::uint8_t> row, std::size_t index) const {
    if (header_.depth == 16) return row[2 * index] * 256u + row[2 * index + 1];
    if (header_.depth == 8) return row[index];
    const std::size_t bit = index * header_.depth;
    return row[bit / 8] >> (8 - header_.depth - bit % 8) & ((1u << header_.depth) - 1);
  }

  std::uint8_t as_byte(std::uint32_t number) const {
    const std::uint32_t max = (1u << header_.depth) - 1;
    return static_cast<std::uint8_t>((number * 255 + max / 2) / max);
  }

  // False: the palette does not have it.
  bool read_pixel(std::span<const std::uint8_t> row, std::size_t index, Pixel& pixel) const {
    const std::size_t channels = header_.channels();
    std::array<std::uint32_t, 4> stored{};
    for (std::size_t i = 0; i < channels; ++i) stored[i] = sample(row, index * channels + i);
    const auto byte = [](const std::vector<std::byte>& list, std::size_t at) {
      return at < list.size() ? std::to_integer<std::uint8_t>(list[at]) : std::uint8_t{255};
    };
    if (header_.color == Palette) {
      const std::size_t at = stored[0] * 3;
      pixel = {byte(palette_, at), byte(palette_, at + 1), byte(palette_, at + 2), byte(transparent_, stored[0])};
      return at + 3 <= palette_.size();
    }
    const bool gray = header_.color == Gray || header_.color == GrayAlpha;
    for (std::size_t i = 0; i < 3; ++i) pixel[i] = as_byte(stored[gray ? 0 : i]);
    const bool has_alpha = header_.color == GrayAlpha || header_.color == RgbAlpha;
    pixel[3] = has_alpha ? as_byte(stored[channels - 1]) : is_transparent(stored) ? std::uint8_t{0} : std::uint8_t{255};
    return true;
  }

  // One color may be declared to be transparent.
  bool is_transparent(const std::array<std::uint32_t, 4>& stored) const {
    const std::size_t channels = header_.channels();
    if (transparent_.size() != 2 * channels) return false;
    for (std::size_t i = 0; i < channels; ++i) {
      const auto high = std::to_integer<std::uint32_t>(transparent_[2 * i]);
      if (stored[i] != (high << 8 | std::to_integer<std::uint32_t>(transparent_[2 * i + 1]))) return false;
    }
    return true;
  }

  const std::string& name_;
  Header header_;
  std::vector<std::byte> palette_, transparent_, packed_;
  container::ByteVector rows_;
};

void put_number(std::vector<std::byte>& out, std::size_t number) {
  for (const unsigned shift : {24u, 16u, 8u, 0u}) out.push_back(static_cast<std::byte>(number >> shift & 255));
}

void put_chunk(std::vector<std::byte>& out, std::string_view kind, Bytes content) {
  put_number(out, content.size());
  const std::size_t begin = out.size();
  for (const char c : kind) out.push_back(static_cast<std::byte>(c));
  out.insert(out.end(), content.begin(), content.end());
  put_number(out, checksum(Bytes(out).subspan(begin)));
}

}  // namespace

Result<Picture> read_png(std::span<const std::byte> bytes, const std::string& name) { return PngReader(name).read(bytes); }

// Each row is stored as its difference from the row above, because pictures of agalc have large areas of one color.
std::vector<std::byte> write_png(const Picture& picture) {
  constexpr std::size_t channels = 4;
  const std::size_t row_bytes = channels * picture.width;
  std::vector<std::uint8_t> before(row_bytes), row(row_bytes);
  std::vector<std::byte> packed;
  agalc::os::Deflater deflater([&](std::string_view bytes) {
    const Bytes added = std::as_bytes(std::span(bytes));
    packed.insert(packed.end(), added.begin(), added.end());
  });
  for (std::uint32_t y = 0; y < picture.height; ++y) {
    for (std::size_t i = 0; i < row_bytes; ++i)
      row[i] = picture.pixels[y * std::size_t{picture.width} + i / channels][i % channels];
    std::string filtered(1, '\2');
    for (std::size_t i = 0; i < row_bytes; ++i) filtered += static_cast<char>(row[i] - before[i]);
    deflater.write(filtered);
    std::swap(row, before);
  }
  deflater.finish();

  std::vector<std::byte> out, header;
  for (const unsigned char c : signature) out.push_back(static_cast<std::byte>(c));
  put_number(header, picture.width);
  put_number(header, picture.height);
  for (const unsigned each : {8u, unsigned{RgbAlpha}, 0u, 0u, 0u}) header.push_back(static_cast<std::byte>(each));
  put_chunk(out, "IHDR", header);
  put_chunk(out, "IDAT", packed);
  put_chunk(out, "IEND", {});
  return out;
}

}  // namespace agal::render
