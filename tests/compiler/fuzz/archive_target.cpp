// The target for ZIP files. Mutations of an archive seldom have the right checksums, so the archive is written from its
// entries.
#include "agal/games/extract.hpp"
#include "fuzz/archives.hpp"
#include "fuzz/checks.hpp"
#include "fuzz/targets.hpp"

namespace agal::fuzz {
namespace {

std::uint32_t crc32(std::span<const std::byte> bytes) {
  std::uint32_t crc = ~std::uint32_t{0};
  for (const std::byte byte : bytes) {
    crc ^= std::to_integer<std::uint32_t>(byte);
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ (0xedb88320u & (0u - (crc & 1)));
  }
  return ~crc;
}

void put(Bytes& out, std::uint32_t value, std::size_t bytes) {
  for (; bytes > 0; --bytes, value >>= 8) out.push_back(static_cast<std::byte>(value & 0xff));
}
void put(Bytes& out, std::span<const std::byte> bytes) { out.insert(out.end(), bytes.begin(), bytes.end()); }

// Writes the fields that are in both the header of an entry and its row in the central directory. Entries are stored
// without compression.
void put_fields(Bytes& out, const Entry& entry) {
  put(out, 20, 2);  // version
  put(out, 0, 8);   // flags, method, time
  put(out, crc32(entry.content), 4);
  put(out, static_cast<std::uint32_t>(entry.content.size()), 4);
  put(out, static_cast<std::uint32_t>(entry.content.size()), 4);
  put(out, static_cast<std::uint32_t>(entry.name.size()), 2);
  put(out, 0, 2);
}

}  // namespace

Bytes archive_of(const std::vector<Entry>& entries) {
  Bytes out, directory;
  for (const Entry& entry : entries) {
    const auto offset = static_cast<std::uint32_t>(out.size());
    put(out, 0x04034b50, 4);
    put_fields(out, entry);
    put(out, entry.name);
    put(out, entry.content);
    put(directory, 0x02014b50, 4);
    put(directory, 20, 2);
    put_fields(directory, entry);
    put(directory, 0, 10);
    put(directory, offset, 4);
    put(directory, entry.name);
  }
  const auto at = static_cast<std::uint32_t>(out.size());
  put(out, directory);
  put(out, 0x06054b50, 4);
  put(out, 0, 4);
  for (int i = 0; i < 2; ++i) put(out, static_cast<std::uint32_t>(entries.size()), 2);
  put(out, static_cast<std::uint32_t>(directory.size()), 4);
  put(out, at, 4);
  put(out, 0, 2);
  return out;
}

// Builds an archive. The first byte chooses small limits. Each entry consists of the length of its name, the length of
// its content (two bytes), the name, and the content.
void archive(std::span<const std::byte> bytes) {
  Choices choices(bytes);
  ExtractOptions options;
  options.max_unpacked_bytes = std::uint64_t{1} << (10 + choices.below(8));
  options.max_entries = 16;
  options.max_programs = 8;
  options.max_nesting = 2;
  std::vector<Entry> entries;
  while (!choices.rest().empty() && entries.size() < 64) {
    const std::size_t name = choices.byte(), low = choices.byte(), high = choices.byte();
    Entry& entry = entries.emplace_back();
    entry.name = choices.take(name);
    entry.content = choices.take(high << 8 | low);
  }
  const Bytes file = archive_of(entries);
  const Result<Extraction> found = extract(file, "input.zip", options);
  check_extraction(found);
  promise(!found || found->programs.size() <= options.max_programs, "there are no more programs than allowed");
  if (file.size() <= 4096) check_extraction(extract(archive_of({{{}, file}}), "input.zip", options));
}

}  // namespace agal::fuzz
