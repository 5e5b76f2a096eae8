// The formats of files, by their first bytes.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/bytes.hpp"

namespace agal::container {

/// The reader of a file format.
enum class FormatKind : std::uint8_t {
  Swf,
  Zip,
  Tar,
  Packed,          // compressed data, which may be a tar archive
  Foreign,         // known, but not read
  ForeignArchive,  // Foreign, with files in it: SWF files may be in pieces or compressed
  Other,           // unknown: may be a program, or have SWF files or programs in it
};

enum class Compression : std::uint8_t { None, Gzip, Xz, Bzip2, Zstd };

struct Format {
  FormatKind kind = FormatKind::Other;
  Compression compression = Compression::None;
  std::size_t at = 0;        // the position of the magic
  std::string_view magic{};  // "" if more than a magic decides
  std::string_view name{};   // the name in messages: "a SWF file", "gzip data"
  std::string_view cure{};   // a hint that tells what to pass instead of a file in a foreign format
};

inline bool is_foreign(const Format& format) {
  return format.kind == FormatKind::Foreign || format.kind == FormatKind::ForeignArchive;
}

/// Returns true for an executable that may have ActionScript as machine code.
inline bool is_machine_code(const Format& format) { return format.name.starts_with("a Mach-O"); }

/// Returns the format of these bytes, which are a file or at least its first 512 bytes. Every command uses this
/// function.
const Format& identify(base::Bytes bytes);

/// Returns true if the bytes are a signed library (SWZ). Players reject a signed library if its SWF file was changed.
bool is_signed_library(base::Bytes bytes);

}  // namespace agal::container
