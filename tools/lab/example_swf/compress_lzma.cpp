// Compresses SWF files with liblzma.
#include <stdexcept>

#include "container/lzma_encoder.hpp"
#include "example_swf/swf_builder.hpp"

namespace agal::example {

ByteVector compress_lzma(std::span<const std::byte> bytes, EndMark mark) {
  std::optional<ByteVector> out = container::encode_lzma(bytes, [&](lzma_options_lzma& options) {
    const auto size = static_cast<std::uint32_t>(bytes.size());
    container::set_end(options, mark == EndMark::Written ? std::nullopt : std::optional(size));
  });
  if (!out) throw std::runtime_error("liblzma cannot compress");
  return *std::move(out);
}

}  // namespace agal::example
