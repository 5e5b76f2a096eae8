#include "replay/jxr_writer.hpp"

#ifdef AGAL_WITH_LIBJXR
#include <JXRGlue.h>
#undef min
#undef max

#include <algorithm>
#include <stdexcept>

namespace agal::frames {
namespace {

struct Format {
  const PKPixelFormatGUID& guid;
  std::size_t bytes;
  COLORFORMAT color;
};

Format format_of(JxrFormat format) {
  switch (format) {
    case JxrFormat::Gray8: return {GUID_PKPixelFormat8bppGray, 1, Y_ONLY};
    case JxrFormat::Rgb555: return {GUID_PKPixelFormat16bppRGB555, 2, YUV_444};
    case JxrFormat::Rgb565: return {GUID_PKPixelFormat16bppRGB565, 2, YUV_444};
    case JxrFormat::Rgb24: return {GUID_PKPixelFormat24bppRGB, 3, YUV_444};
    case JxrFormat::Bgra32: return {GUID_PKPixelFormat32bppBGRA, 4, YUV_444};
  }
  throw std::logic_error("unknown format");
}

void check(ERR error) {
  if (error < 0) throw std::runtime_error("libjxr failed");
}

}  // namespace

std::string missing_jxr() { return {}; }

base::ByteVector write_jxr(base::Bytes pixels, std::uint32_t width, std::uint32_t height, JxrFormat wanted) {
  const Format format = format_of(wanted);
  base::ByteVector input(pixels.begin(), pixels.end()), output(pixels.size() * 4 + 4096);
  PKFactory* factory = nullptr;
  WMPStream* stream = nullptr;
  PKImageEncode* encoder = nullptr;
  check(PKCreateFactory(&factory, PK_SDK_VERSION));
  check(factory->CreateStreamFromMemory(&stream, output.data(), output.size()));
  check(PKImageEncode_Create_WMP(&encoder));
  CWMIStrCodecParam parameters{};
  parameters.cfColorFormat = format.color;
  parameters.bdBitDepth = BD_LONG;
  parameters.bfBitstreamFormat = FREQUENCY;
  parameters.uAlphaMode = wanted == JxrFormat::Bgra32 ? 2 : 0;
  parameters.uiDefaultQPIndex = parameters.uiDefaultQPIndexAlpha = 1;  // lossless
  check(encoder->Initialize(encoder, stream, &parameters, sizeof parameters));
  check(encoder->SetPixelFormat(encoder, format.guid));
  check(encoder->SetSize(encoder, static_cast<I32>(width), static_cast<I32>(height)));
  check(encoder->SetResolution(encoder, 96, 96));
  check(encoder->WritePixels(encoder, height, reinterpret_cast<U8*>(input.data()),
                             static_cast<U32>(width * format.bytes)));
  // The library ends at the header, whose lengths it writes last. The image ends before the zeros.
  const auto end = std::find_if(output.rbegin(), output.rend(), [](std::byte byte) { return byte != std::byte{0}; });
  constexpr std::ptrdiff_t zeros = 8;  // the image may end with some
  output.resize(static_cast<std::size_t>(output.rend() - end + zeros));
  check(encoder->Release(&encoder));  // closes the stream
  check(factory->Release(&factory));
  return output;
}

}  // namespace agal::frames
#else
namespace agal::frames {

std::string missing_jxr() { return "agalc was built without libjxr"; }
base::ByteVector write_jxr(base::Bytes, std::uint32_t, std::uint32_t, JxrFormat) { return {}; }

}  // namespace agal::frames
#endif
