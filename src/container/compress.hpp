// The bridges to the compressors of zlib and liblzma. Both fail only if there is no memory, or if this build does not
// have them; then there is no value.
#pragma once

#include <optional>

#include "base/byte_writer.hpp"

namespace agal::tapping {

/// A zlib stream.
std::optional<ByteVector> compress_zlib(Bytes bytes);

/// Five bytes of properties, and a raw LZMA stream with an end marker, as in SWF files of version 13 and up.
std::optional<ByteVector> compress_lzma(Bytes bytes);

}  // namespace agal::tapping
