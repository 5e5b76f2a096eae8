// The targets for sources, JSON with programs in it, projectors and tar archives.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "agal/bytecode.hpp"
#include "agal/games/extract.hpp"
#include "container/streams.hpp"
#include "fuzz/checks.hpp"
#include "fuzz/targets.hpp"

namespace agal::fuzz {
namespace {

using base::ByteVector;

ExtractOptions small_limits(Choices& choices) {
  ExtractOptions options;
  options.max_unpacked_bytes = std::uint64_t{1} << (10 + choices.below(12));
  options.max_entries = 16;
  options.max_programs = 64;
  options.max_nesting = 3;
  return options;
}

void check_within(const Result<Extraction>& found, const ExtractOptions& options) {
  check_extraction(found);
  promise(!found || found->programs.size() <= options.max_programs, "there are no more programs than allowed");
}

// Writes the header of an entry in a tar archive, with the right checksum.
void put_header(ByteVector& out, base::Bytes name, char type, std::size_t size) {
  constexpr std::size_t block = 512, max_name = 100, sum_at = 148;
  std::string header(block, '\0');
  const std::string_view text = base::as_text(name.first(std::min(name.size(), max_name)));
  header.replace(0, text.size(), text);
  header.replace(100, 8, "0000644", 8);
  header.replace(124, 12, fmt::format("{:011o}", size).c_str(), 12);
  header.replace(sum_at, 8, "        ");
  header[156] = type;
  header.replace(257, 8, "ustar\00000", 8);
  std::uint32_t sum = 0;
  for (const char c : header) sum += static_cast<unsigned char>(c);
  header.replace(sum_at, 8, fmt::format("{:06o}", sum) + '\0' + ' ');
  base::put_text(out, header);
}

// Builds a tar archive. Each entry consists of the type, the length of its name, the length of its content (two bytes),
// the name, and the content.
ByteVector tar_of(Choices& choices) {
  constexpr std::array types{'0', '0', '0', '0', 'x', 'g', 'L', 'K', 'S', '1', '2', '5'};
  constexpr std::size_t block = 512;
  ByteVector out;
  for (std::size_t count = 0; !choices.rest().empty() && count < 64; ++count) {
    const char type = types[choices.below(types.size())];
    const std::size_t length = choices.byte(), low = choices.byte(), high = choices.byte();
    const base::Bytes name = choices.take(length), content = choices.take(high << 8 | low);
    put_header(out, name, type, content.size());
    base::put_bytes(out, content);
    out.resize((out.size() + block - 1) / block * block);
  }
  out.resize(out.size() + 2 * block);
  return out;
}

ByteVector gzip_of(base::Bytes bytes) {
  ByteVector out;
  base::put_text(out, std::string_view("\x1f\x8b\x08\0\0\0\0\0\0\x03", 10));
  const ByteVector zlib = *container::deflate(bytes);
  constexpr std::size_t head = 2, sum = 4;
  base::put_bytes(out, base::Bytes(zlib).subspan(head, zlib.size() - head - sum));
  base::put_little(out, 0, 4);
  base::put_little(out, bytes.size(), 4);
  return out;
}

}  // namespace

void sources(std::span<const std::byte> bytes) {
  Choices choices(bytes);
  constexpr std::array names{"input.as", "input.hx", "input.mxml"};
  const char* const name = names[choices.below(names.size())];
  ExtractOptions options;
  options.fills.use_defaults = (choices.byte() & 1) != 0;
  options.max_programs = 256;
  check_within(extract(choices.rest(), name, options), options);
}

void program_json(std::span<const std::byte> bytes) {
  for (const char* const name : {"input.json", "input.agal"}) check_extraction(extract(bytes, name));
  check_refusal(load_program(bytes, "input.agal"));
}

void projector(std::span<const std::byte> bytes) {
  Choices choices(bytes);
  const ExtractOptions options = small_limits(choices);
  const std::size_t player = choices.byte();
  const bool ends_with_length = (choices.byte() & 1) != 0;
  const base::Bytes rest = choices.rest();
  ByteVector file(rest.begin(), rest.end());
  if (ends_with_length) {
    base::put_little(file, 0xfa123456, 4);
    base::put_little(file, rest.size() - std::min(player, rest.size()), 4);
  }
  check_within(extract(file, "input.exe", options), options);
}

void tar(std::span<const std::byte> bytes) {
  Choices choices(bytes);
  const ExtractOptions options = small_limits(choices);
  const std::uint8_t form = choices.byte();
  ByteVector file;
  if ((form & 1) != 0)
    base::put_bytes(file, choices.rest());
  else
    file = tar_of(choices);
  if ((form & 2) != 0 && container::can_unpack()) file = gzip_of(file);
  if ((form & 4) != 0) file.resize(file.size() - std::min<std::size_t>(file.size(), form));
  check_within(extract(file, "input.tar", options), options);
}

}  // namespace agal::fuzz
