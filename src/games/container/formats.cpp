#include "container/formats.hpp"

#include <algorithm>
#include <array>

namespace agal::container {
namespace {

using namespace std::string_view_literals;

constexpr std::array formats{
#define AGAL_FORMAT(kind, compression, at, magic, name, cure) \
  Format{FormatKind::kind, Compression::compression, at, magic##sv, name, cure},
#include "container/formats.def"
#undef AGAL_FORMAT
};

constexpr Format other{};
constexpr Format old_tar{FormatKind::Tar, Compression::None, 0, {}, "a tar archive", {}};
constexpr Format fat_mach_o{
    FormatKind::Foreign,
    Compression::None,
    0,
    {},
    "a Mach-O executable for several processors, whose ActionScript is compiled to machine code",
    "pass the SWF file that it was compiled from"};
constexpr Format signed_library{FormatKind::Foreign,
                                Compression::None,
                                0,
                                {},
                                "a signed library (SWZ)",
                                "use the unsigned SWF file of the library"};
constexpr Format glsl_container{FormatKind::Foreign,
                                Compression::None,
                                0,
                                {},
                                "GLSL in a container (b0), as --emit=b0 writes it",
                                "AGAL cannot be recovered from it: pass the program that it was compiled from"};

std::uint32_t big_endian(base::Bytes bytes, std::size_t at) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4; ++i) value = value << 8 | std::to_integer<std::uint32_t>(bytes[at + i]);
  return value;
}

// Returns true for a tar archive in the oldest form, which does not have a magic number. Its first header contains a
// checksum as an octal number: the sum of the header's bytes, with blanks in the place of the checksum.
bool is_old_tar(base::Bytes bytes) {
  constexpr std::size_t block = 512, sum_at = 148, sum_bytes = 8;
  if (bytes.size() < block || bytes[0] == std::byte{0}) return false;
  std::uint32_t sum = 0, declared = 0;
  for (std::size_t i = 0; i < block; ++i)
    sum += i >= sum_at && i < sum_at + sum_bytes ? std::uint32_t{' '} : std::to_integer<std::uint32_t>(bytes[i]);
  const std::string_view digits = base::as_text(bytes.subspan(sum_at, sum_bytes));
  const std::size_t begin = digits.find_first_not_of(' '),
                    end = digits.find_first_of(std::string_view("\0 ", 2), begin);
  if (begin == digits.npos || end == digits.npos || end == begin) return false;
  for (const char digit : digits.substr(begin, end - begin)) {
    if (digit < '0' || digit > '7') return false;
    declared = declared * 8 + static_cast<std::uint32_t>(digit - '0');
  }
  return sum == declared;
}

// Returns true for a Mach-O file for several processors. Java's class files have the same magic number, with a version
// from 45 in the place of the number of processors. A library of an extension (`lib.a`) contains archives of object
// files, which were never ActionScript.
bool is_fat_mach_o(base::Bytes bytes) {
  constexpr std::uint32_t magic = 0xcafebabe, magic64 = 0xcafebabf, min_java_version = 45;
  if (bytes.size() < 8) return false;
  const std::uint32_t first = big_endian(bytes, 0), processors = big_endian(bytes, 4);
  if ((first != magic && first != magic64) || processors == 0 || processors >= min_java_version) return false;
  const std::size_t offset_at = first == magic ? 16 : 20;  // the position of the offset of the first processor's image
  if (bytes.size() < offset_at + 4) return true;
  const std::uint32_t image = big_endian(bytes, offset_at);
  return image > bytes.size() || !base::as_text(bytes.subspan(image)).starts_with("!<arch>\n");
}

// Returns true for GLSL in Adobe's container: the byte 0xB0, the number of bytes that follow, and text.
bool is_glsl_container(base::Bytes bytes) {
  constexpr std::size_t head = 3;
  if (bytes.size() <= head || bytes[0] != std::byte{0xb0}) return false;
  base::ByteReader reader(bytes, 1);
  const std::size_t length = reader.u16();
  const std::string_view text = base::as_text(bytes.subspan(head));
  const auto is_printable = [](char c) { return (c >= ' ' && c <= '~') || c == '\n' || c == '\r' || c == '\t'; };
  constexpr std::size_t max_checked = 64;
  return text.starts_with("#version") ||
         (length == text.size() && std::ranges::all_of(text.substr(0, max_checked), is_printable));
}

}  // namespace

// A signed library is a sequence of ASN.1: the identifier of signed data in PKCS #7, then the data. The signatures in
// archives have the same form, but the sequence of their data ends after its identifier.
bool is_signed_library(base::Bytes bytes) {
  constexpr std::string_view signed_data = "\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07\x02"sv;
  constexpr std::string_view plain_data = "\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07\x01\xa0"sv;
  constexpr std::string_view only_identifier = "\x30\x0b"sv;
  constexpr std::size_t max_head = 6;          // the sequence and its length
  constexpr std::size_t max_algorithms = 128;  // before the data: the version and the digests
  if (bytes.empty() || bytes[0] != std::byte{0x30}) return false;
  const std::string_view text = base::as_text(bytes);
  const std::size_t at = text.substr(0, max_head + signed_data.size()).find(signed_data);
  if (at == text.npos) return false;
  const std::size_t data = text.substr(0, at + max_algorithms).find(plain_data, at);
  return data != text.npos && !text.substr(0, data).ends_with(only_identifier);
}

const Format& identify(base::Bytes bytes) {
  for (const Format& format : formats)
    if (bytes.size() > format.at && base::as_text(bytes.subspan(format.at)).starts_with(format.magic)) return format;
  if (is_old_tar(bytes)) return old_tar;
  if (is_fat_mach_o(bytes)) return fat_mach_o;
  if (is_signed_library(bytes)) return signed_library;
  if (is_glsl_container(bytes)) return glsl_container;
  return other;
}

}  // namespace agal::container
