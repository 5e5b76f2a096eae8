#include "sources.hpp"

#include "cli/files.hpp"

namespace agal::batch {

void note_source_file(const std::string& path, Sources& sources) {
  if (path.ends_with(".agal")) sources.note_assembly();
  if (!is_source_name(path)) return;
  const Result<std::vector<std::byte>> bytes = agalc::read_input(path);
  if (bytes) sources.add(*bytes, path);
}

}  // namespace agal::batch
