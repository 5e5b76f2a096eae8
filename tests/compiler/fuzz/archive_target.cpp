// The target for ZIP files. Mutations of an archive seldom have the right checksums, so the archive is written from its
// entries.
#include "agal/games/extract.hpp"
#include "fuzz/checks.hpp"
#include "fuzz/targets.hpp"
#include "support/stored_zip.hpp"

namespace agal::fuzz {

// Builds an archive. The first byte chooses small limits. Each entry consists of the length of its name, the length of
// its content (two bytes), the name, and the content.
void archive(std::span<const std::byte> bytes) {
  Choices choices(bytes);
  ExtractOptions options;
  options.max_unpacked_bytes = std::uint64_t{1} << (10 + choices.below(8));
  options.max_entries = 16;
  options.max_programs = 8;
  options.max_nesting = 2;
  std::vector<test::ZipEntry> entries;
  while (!choices.rest().empty() && entries.size() < 64) {
    const std::size_t name = choices.byte(), low = choices.byte(), high = choices.byte();
    test::ZipEntry& entry = entries.emplace_back();
    entry.name = choices.take(name);
    entry.content = choices.take(high << 8 | low);
  }
  const std::vector<std::byte> file = test::stored_zip(entries);
  const Result<Extraction> found = extract(file, "input.zip", options);
  check_extraction(found);
  promise(!found || found->programs.size() <= options.max_programs, "there are no more programs than allowed");
  if (file.size() <= 4096) check_extraction(extract(test::stored_zip({{{}, file}}), "input.zip", options));
}

}  // namespace agal::fuzz
