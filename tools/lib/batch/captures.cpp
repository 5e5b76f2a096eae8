#include "captures.hpp"

#include <algorithm>
#include <optional>

#include "load.hpp"

namespace agal::batch {

void Captures::read(Inputs inputs, const BatchOptions& options) {
  while (const std::optional<InputItem> item = inputs.next()) {
    if (is_capture_log(item->file)) read_log(item->file, options);
    if (item->partner && is_capture_log(*item->partner)) read_log(*item->partner, options);
  }
}

void Captures::read_log(const InputFile& file, const BatchOptions& options) {
  if (!logs_.insert(file.path).second) return;
  const Extraction extraction = load_file(file, options.assemble, options.extract).extraction;
  std::vector<std::string> hashes;
  for (const FoundProgram& found : extraction.programs) hashes.push_back(content_hash(found.program));
  for (const FoundPair& pair : extraction.pairs) {
    if (pair.captures.empty()) continue;
    for (const Capture& capture : pair.captures) logs_.insert(capture.log);  // the entry of a file of frames
    add(hashes[pair.vertex], hashes[pair.fragment], pair.captures);
    add(hashes[pair.fragment], hashes[pair.vertex], pair.captures);
  }
}

void Captures::add(const std::string& program, const std::string& partner, const std::vector<Capture>& captures) {
  Partners& partners = programs_[program];
  auto row = std::find_if(partners.begin(), partners.end(), [&](const auto& other) { return other.first == partner; });
  if (row == partners.end()) row = partners.insert(row, {partner, {}});
  row->second.insert(row->second.end(), captures.begin(), captures.end());
}

std::vector<PartnerCaptures> Captures::of(const std::string& hash, const std::vector<PartnerCaptures>& own) const {
  std::vector<PartnerCaptures> all;
  if (const auto program = programs_.find(hash); program != programs_.end())
    for (const auto& [partner, captures] : program->second) all.push_back({partner, &captures});
  for (const PartnerCaptures& partner : own)
    if (!logs_.contains(partner.captures->front().log)) all.push_back(partner);
  return all;
}

}  // namespace agal::batch
