#include "container/embedded.hpp"

#include <algorithm>

#include "container/archive.hpp"
#include "container/formats.hpp"
#include "container/swf.hpp"
#include "container/zip_directory.hpp"

namespace agal::container {
namespace {

using base::as_text;
using base::ByteReader;

// Returns true if a plausible header of a SWF file begins here. The first three bytes are not sufficient, because any
// data may contain them.
bool begins_swf(Bytes bytes) {
  constexpr std::uint8_t max_version = 64;
  constexpr std::uint32_t max_length = std::uint32_t{1} << 30;
  if (bytes.size() < swf_header_bytes || !looks_like_swf(bytes)) return false;
  const auto version = std::to_integer<std::uint8_t>(bytes[3]);
  const std::uint32_t length = declared_length(bytes);
  if (version == 0 || version > max_version || length < swf_header_bytes || length > max_length) return false;
  if (bytes[0] == std::byte{'F'}) return length <= bytes.size();
  if (bytes[0] == std::byte{'C'}) return bytes.size() > swf_header_bytes && bytes[swf_header_bytes] == std::byte{0x78};
  constexpr std::size_t properties_at = 12;
  return bytes.size() > properties_at && bytes[properties_at] == std::byte{0x5d};
}

// Returns the SWF file of a projector, which ends with the file, a mark and the file's length.
std::optional<Bytes> projected_swf(Bytes bytes) {
  constexpr std::size_t trailer = 8;
  constexpr std::uint32_t mark = 0xfa123456;
  if (bytes.size() < trailer) return std::nullopt;
  ByteReader reader(bytes, bytes.size() - trailer);
  const std::uint32_t first = reader.u32(), length = reader.u32();
  if (first != mark || length > bytes.size() - trailer) return std::nullopt;
  const Bytes swf = bytes.subspan(bytes.size() - trailer - length, length);
  if (!looks_like_swf(swf)) return std::nullopt;
  return swf;
}

// Returns the position of the first piece of a signed library that is encoded in BER with indefinite lengths.
std::optional<std::size_t> first_signed_piece(Bytes bytes) {
  using namespace std::string_view_literals;
  constexpr std::string_view begin_of_pieces = "\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07\x01\xa0\x80\x24\x80"sv;
  constexpr std::size_t max_head = 256;
  if (!is_signed_library(bytes)) return std::nullopt;
  const std::size_t at = as_text(bytes.first(std::min(bytes.size(), max_head))).find(begin_of_pieces);
  if (at == std::string_view::npos) return std::nullopt;
  return at + begin_of_pieces.size();
}

// Joins the content of consecutive octet strings of ASN.1, up to the first other item.
Unpacked join_pieces(Bytes bytes, std::uint64_t limit) {
  constexpr std::uint8_t string_of_bytes = 4, long_form = 0x80;
  Unpacked out;
  ByteReader reader(bytes);
  while (reader.u8() == string_of_bytes) {
    std::size_t length = reader.u8();
    if (length >= long_form) {
      std::size_t digits = length - long_form;
      for (length = 0; digits > 0 && length < bytes.size(); --digits) length = length << 8 | reader.u8();
    }
    const bool cut = length > reader.left();
    base::put_bytes(out.bytes, reader.take(std::min(length, reader.left())));
    if (cut) out.status = UnpackStatus::CutOff;
    if (out.bytes.size() > limit) {
      out.bytes.resize(static_cast<std::size_t>(limit));
      out.status = UnpackStatus::TooLarge;
    }
    if (out.status != UnpackStatus::Complete) return out;
  }
  if (reader.failed()) out.status = UnpackStatus::CutOff;
  return out;
}

}  // namespace

EmbeddedFiles embedded_files(Bytes bytes) {
  constexpr std::byte indefinite_length{0x80};  // ASN.1: the content may be in pieces
  EmbeddedFiles found;
  if (const std::optional<Bytes> swf = projected_swf(bytes)) {
    found.movies.push_back({*swf, true});
    return found;
  }
  const bool is_signed = is_signed_library(bytes) && bytes[1] != indefinite_length;
  std::optional<ZipDirectory> archive = find_zip_directory(bytes);
  const std::string_view text = as_text(bytes);
  for (std::size_t at = text.find("WS"); at != text.npos && found.movies.size() < max_embedded_swfs;
       at = text.find("WS", at + 1)) {
    if (at == 0) continue;
    const std::size_t begin = at - 1;
    if (archive && begin >= archive->first_entry && begin < archive->end) {
      at = archive->end - 1;
      continue;
    }
    const Bytes rest = bytes.subspan(begin);
    if (!begins_swf(rest)) continue;
    const bool compressed = is_compressed(rest);
    const Bytes movie = compressed ? rest : rest.first(declared_length(rest));
    found.movies.push_back({movie, is_signed && found.movies.empty()});
    if (compressed || end_of_whole_tags(movie) != movie.size()) continue;
    at += movie.size() - 2;
    // The archive belongs to the SWF file.
    if (archive && begin < archive->first_entry && begin + movie.size() > archive->first_entry) archive.reset();
  }
  if (!archive) return found;
  found.has_archive = true;
  found.around = {bytes.first(archive->first_entry), bytes.subspan(archive->end)};
  return found;
}

std::optional<Unpacked> unpack_blob(Bytes bytes, std::uint64_t limit) {
  if (!can_unpack() || bytes.size() < 3) return std::nullopt;
  if (const std::optional<std::size_t> at = first_signed_piece(bytes)) return join_pieces(bytes.subspan(*at), limit);
  const Format& format = identify(bytes);
  if (format.compression == Compression::Gzip) return gunzip(bytes, limit);
  if (format.compression != Compression::None) return unpack_stream(bytes, limit);
  const auto byte = [&](std::size_t at) { return std::to_integer<unsigned>(bytes[at]); };
  std::optional<Unpacked> out;
  constexpr unsigned zlib_method = 8, zlib_check = 31;
  if ((byte(0) & 0xf) == zlib_method && (byte(0) << 8 | byte(1)) % zlib_check == 0) {
    out = inflate(bytes, {}, limit);
  } else if (constexpr std::size_t properties = 5, head = 13; byte(0) == 0x5d && bytes.size() > head) {
    const std::uint64_t length = ByteReader(bytes, properties).u64();
    out = unpack_lzma(bytes.first(properties), bytes.subspan(head), {}, limit);
    // Data with a known length does not need an end marker.
    if (out->status == UnpackStatus::CutOff && out->bytes.size() >= length) {
      out->bytes.resize(static_cast<std::size_t>(length));
      out->status = UnpackStatus::Complete;
    }
  }
  if (!out || out->status == UnpackStatus::Damaged || out->status == UnpackStatus::CutOff) return std::nullopt;
  return out;
}

}  // namespace agal::container
