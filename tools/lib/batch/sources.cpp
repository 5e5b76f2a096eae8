#include "sources.hpp"

#include "cli/files.hpp"

namespace agal::batch {

void note_source_file(const std::string& path, SourceFacts& facts) {
  facts.has_assembly = facts.has_assembly || path.ends_with(".agal");
  if (!is_source_name(path)) return;
  const Result<std::vector<std::byte>> bytes = agalc::read_input(path);
  if (bytes) note_source(*bytes, path, facts);
}

}  // namespace agal::batch
