#include "jpeg_xr.hpp"

#include <JXRGlue.h>
#undef min
#undef max

#include <algorithm>
#include <cstring>
#include <utility>

#include "os/child.hpp"

namespace agal::frames {
namespace {

constexpr std::size_t rgba = 4;

// A format of pixels in files, and the format into which they are decoded. `bytes` is the size of a pixel in the file.
struct Format {
  const PKPixelFormatGUID& guid;
  JxrPixels pixels;
  std::size_t bytes;
  bool is_bgr, has_alpha;
};

const Format* find_format(const PKPixelFormatGUID& guid, JxrPixels pixels) {
  static const Format formats[] = {
      {GUID_PKPixelFormat8bppGray, JxrPixels::Gray, 1, false, false},
      {GUID_PKPixelFormat16bppRGB555, JxrPixels::Word555, 2, false, false},
      {GUID_PKPixelFormat16bppRGB565, JxrPixels::Word565, 2, false, false},
      {GUID_PKPixelFormat24bppRGB, JxrPixels::Rgba, 3, false, false},
      {GUID_PKPixelFormat24bppBGR, JxrPixels::Rgba, 3, true, false},
      {GUID_PKPixelFormat32bppBGR, JxrPixels::Rgba, 4, true, false},
      {GUID_PKPixelFormat32bppBGRA, JxrPixels::Rgba, 4, true, true},
      {GUID_PKPixelFormat32bppRGBA, JxrPixels::Rgba, 4, false, true},
  };
  const auto found = std::find_if(std::begin(formats), std::end(formats), [&](const Format& format) {
    return std::memcmp(&format.guid, &guid, sizeof guid) == 0 && format.pixels == pixels;
  });
  return found == std::end(formats) ? nullptr : found;
}

void to_rgba(std::span<const std::byte> from, const Format& format, std::span<std::byte> to) {
  for (std::size_t i = 0; i < to.size() / rgba; ++i) {
    const std::span<const std::byte> pixel = from.subspan(i * format.bytes, format.bytes);
    const std::size_t red = format.is_bgr ? 2 : 0;
    to[i * rgba] = pixel[red];
    to[i * rgba + 1] = pixel[1];
    to[i * rgba + 2] = pixel[2 - red];
    to[i * rgba + 3] = format.has_alpha ? pixel[3] : std::byte{255};
  }
}

// Decodes into `to`, and returns true on success. Runs in a child process, whose end frees the memory.
bool decode(base::Bytes file, std::uint32_t width, std::uint32_t height, JxrPixels pixels, std::span<std::byte> to) {
  base::ByteVector input(file.begin(), file.end());  // the library takes a pointer that is not const
  PKFactory* factory = nullptr;
  WMPStream* stream = nullptr;
  PKImageDecode* decoder = nullptr;
  I32 found_width = 0, found_height = 0;
  PKPixelFormatGUID guid{};
  if (PKCreateFactory(&factory, PK_SDK_VERSION) < 0 ||
      factory->CreateStreamFromMemory(&stream, input.data(), input.size()) < 0 ||
      PKImageDecode_Create_WMP(&decoder) < 0 || decoder->Initialize(decoder, stream) < 0 ||
      decoder->GetSize(decoder, &found_width, &found_height) < 0 || decoder->GetPixelFormat(decoder, &guid) < 0)
    return false;
  const Format* const format = find_format(guid, pixels);
  if (format == nullptr || std::cmp_not_equal(found_width, width) || std::cmp_not_equal(found_height, height))
    return false;
  decoder->WMP.wmiSCP.uAlphaMode = format->has_alpha ? 2 : 0;  // 2: color and alpha
  // The library writes whole macroblocks of 16 by 16 pixels.
  constexpr std::uint32_t macroblock = 16;
  const auto whole = [](std::uint32_t side) { return (side + macroblock - 1) / macroblock * macroblock; };
  const std::size_t stride = whole(width) * format->bytes;
  base::ByteVector output(stride * whole(height));
  const PKRect all{0, 0, found_width, found_height};
  if (decoder->Copy(decoder, &all, reinterpret_cast<U8*>(output.data()), static_cast<U32>(stride)) < 0) return false;
  const std::size_t row = to.size() / height;
  for (std::size_t y = 0; y < height; ++y) {
    const std::span<std::byte> line = to.subspan(y * row, row);
    if (pixels == JxrPixels::Rgba)
      to_rgba(std::span(output).subspan(y * stride), *format, line);
    else
      std::memcpy(line.data(), output.data() + y * stride, row);
  }
  return true;
}

}  // namespace

JxrImage decode_jpeg_xr(base::Bytes file, std::uint32_t width, std::uint32_t height, JxrPixels pixels) {
  constexpr agalc::os::ChildLimits limits{.memory = std::uint64_t{2} << 30, .processor_seconds = 60, .seconds = 600};
  const std::size_t bytes = pixels == JxrPixels::Rgba ? rgba : pixels == JxrPixels::Gray ? 1 : 2;
  const auto work = [&] {
    std::string output(bytes * width * height, '\0');
    const bool is_decoded = decode(file, width, height, pixels, std::as_writable_bytes(std::span(output)));
    return is_decoded ? output : std::string();
  };
  const std::string output = agalc::os::run_in_child(work, limits).output;
  if (output.size() != bytes * width * height)
    return {{}, "its JPEG XR is damaged, or has another size or another format of pixels"};
  const base::Bytes decoded = std::as_bytes(std::span(output));
  return {base::ByteVector(decoded.begin(), decoded.end()), {}};
}

}  // namespace agal::frames
