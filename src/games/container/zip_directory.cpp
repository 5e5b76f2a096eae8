#include "container/zip_directory.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace agal::container {
namespace {

using base::ByteReader;
using base::Bytes;
using namespace std::string_view_literals;

constexpr std::string_view local_magic = "PK\x03\x04"sv, directory_magic = "PK\x01\x02"sv, end_magic = "PK\x05\x06"sv;
constexpr std::uint32_t in_zip64 = 0xffffffff;
constexpr std::size_t entry_bytes = 46, entry_offset_at = 42;  // an entry of the central directory

bool has_magic(Bytes bytes, std::size_t at, std::string_view magic) {
  return at <= bytes.size() && base::as_text(bytes.subspan(at)).starts_with(magic);
}

// Returns the positions of an archive that begins at `begin`; its offsets count from there. Returns nullopt if the
// directory or its first entry is not where it should be.
std::optional<ZipDirectory> directory_at(Bytes bytes, std::size_t begin, std::size_t directory,
                                         std::size_t end_record) {
  if (directory + entry_bytes > end_record || !has_magic(bytes, directory, directory_magic)) return std::nullopt;
  const std::size_t first_entry = begin + ByteReader(bytes, directory + entry_offset_at).u32();
  if (first_entry >= directory || !has_magic(bytes, first_entry, local_magic)) return std::nullopt;
  const std::size_t comment = ByteReader(bytes, end_record + zip_end_comment_size_at).u16();
  const std::size_t end = std::min(bytes.size(), end_record + zip_end_bytes + comment);
  return ZipDirectory{first_entry, directory, end_record, end};
}

// Reads the end record at `at`. Offsets count from the first byte of the archive, which may follow other data, so the
// directory is found by its size. Flash CS5 and later write a size into FLA files that is 54 bytes too large, as if the
// entry `mimetype` were there twice. In such files, the directory is found by its offset, as `unzip` does.
std::optional<ZipDirectory> read_end_record(Bytes bytes, std::size_t at) {
  ByteReader reader(bytes, at + zip_end_directory_size_at);
  const std::uint32_t size = reader.u32(), offset = reader.u32();
  if (size == in_zip64 || offset == in_zip64) return std::nullopt;
  if (std::size_t{size} + offset <= at)
    if (const auto found = directory_at(bytes, at - size - offset, at - size, at)) return found;
  return directory_at(bytes, 0, offset, at);
}

}  // namespace

std::optional<ZipDirectory> find_zip_directory(Bytes bytes) {
  constexpr std::size_t max_comment = 0xffff;
  if (bytes.size() < zip_end_bytes) return std::nullopt;
  const std::size_t last = bytes.size() - zip_end_bytes;
  const std::size_t first = last > max_comment ? last - max_comment : 0;
  const std::string_view text = base::as_text(bytes);
  for (std::size_t at = text.rfind(end_magic, last); at != text.npos && at >= first;) {
    if (const auto found = read_end_record(bytes, at)) return found;
    if (at == 0) break;
    at = text.rfind(end_magic, at - 1);
  }
  return std::nullopt;
}

}  // namespace agal::container
