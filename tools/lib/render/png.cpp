// Reads and writes PNG with the simplified interface of libpng. Files do not have metadata, so that they are
// reproducible.
#include <fmt/format.h>
#include <png.h>

#include "cli/console.hpp"
#include "render/picture.hpp"

namespace agal::render {
namespace {

// Frees libpng's memory for an incomplete picture.
struct PngImage {
  png_image image{};
  PngImage() { image.version = PNG_IMAGE_VERSION; }
  ~PngImage() { png_image_free(&image); }
  PngImage(const PngImage&) = delete;
  PngImage& operator=(const PngImage&) = delete;
};

Diagnostics unreadable(const std::string& name, std::string_view why) {
  return agalc::only(agalc::make_diagnostic("picture-unreadable", name, {why}));
}

}  // namespace

Result<Picture> read_png(std::span<const std::byte> bytes, const std::string& name) {
  PngImage png;
  if (png_image_begin_read_from_memory(&png.image, bytes.data(), bytes.size()) == 0)
    return unreadable(name, static_cast<const char*>(png.image.message));
  if (png.image.width > max_picture_side || png.image.height > max_picture_side)
    return unreadable(name, fmt::format("it is larger than {} × {}", max_picture_side, max_picture_side));
  png.image.format = PNG_FORMAT_RGBA;
  png.image.flags |= PNG_IMAGE_FLAG_16BIT_sRGB;  // the samples are not linear light
  Picture picture(png.image.width, png.image.height, {});
  if (png_image_finish_read(&png.image, nullptr, picture.pixels.data(), 0, nullptr) == 0)
    return unreadable(name, static_cast<const char*>(png.image.message));
  return picture;
}

std::vector<std::byte> write_png(const Picture& picture) {
  PngImage png;
  png.image.width = picture.width;
  png.image.height = picture.height;
  png.image.format = PNG_FORMAT_RGBA;
  std::vector<std::byte> bytes(PNG_IMAGE_PNG_SIZE_MAX(png.image));
  png_alloc_size_t size = bytes.size();
  if (png_image_write_to_memory(&png.image, bytes.data(), &size, 0, picture.pixels.data(), 0, nullptr) == 0) return {};
  bytes.resize(size);
  return bytes;
}

}  // namespace agal::render
