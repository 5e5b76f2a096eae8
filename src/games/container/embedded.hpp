// Finds SWF files, archives and compressed data inside other files.
#pragma once

#include <optional>
#include <vector>

#include "container/streams.hpp"

namespace agal::container {

/// Bytes that begin like a SWF file.
struct EmbeddedSwf {
  Bytes bytes;              // the file; if it is compressed, all bytes up to the end of the searched data
  bool is_certain = false;  // a projector or a signed library says that a SWF file is here
};

/// The files inside other data, such as a program.
struct EmbeddedFiles {
  std::vector<EmbeddedSwf> movies;  // SWF files outside the archive, in file order; at most `max_embedded_swfs`
  bool has_archive = false;         // a ZIP archive at the end, which open_zip() finds in the whole data
  std::vector<Bytes> around;        // the data before and after the archive
};

/// Finds SWF files and a ZIP archive in data that is neither. A projector ends with the length of its SWF file, and
/// does not contain other files. Linear in the number of bytes.
EmbeddedFiles embedded_files(Bytes bytes);
inline constexpr std::size_t max_embedded_swfs = 64;

/// Unpacks a compressed file, a signed library in pieces, or the result of ByteArray.compress() with zlib or LZMA.
/// Returns nullopt if the bytes are something else, or are damaged data of ByteArray.compress(), which does not have a
/// magic number.
std::optional<Unpacked> unpack_blob(Bytes bytes, std::uint64_t limit);

}  // namespace agal::container
