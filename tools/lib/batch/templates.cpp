#include "templates.hpp"

#include <algorithm>
#include <optional>

#include "agal/assembly.hpp"
#include "manifest/samplers.hpp"

namespace agal::batch {
namespace {

constexpr std::size_t max_templates = 10'000;

// Replaces the hole by options of a sampler. The hole is either everything between < and >, or a part of it.
std::string filled(std::string text, const std::string& hole) {
  const std::string options = hole.starts_with('<') ? "<2d>" : "2d";
  for (std::size_t at = 0; !hole.empty() && (at = text.find(hole, at)) != text.npos; at += options.size())
    text.replace(at, hole.size(), options);
  return text;
}

// Returns the families of the programs that a template gives, one for each AGAL version, because text does not name a
// version.
std::vector<std::string> families_of(const FoundText& found) {
  Result<Program> program =
      assemble(filled(found.text, found.origin.detail), {}, {.lenient = true, .dialect = found.dialect});
  std::vector<std::string> families;
  if (!program || program.diagnostics().has_errors() || manifest::samplers_of(*program).empty()) return families;
  for (; program->version <= newest_version; ++program->version) families.push_back(manifest::family_of(*program));
  return families;
}

}  // namespace

void Templates::note(const manifest::Record& record) {
  if (!record.incomplete) return;
  for (const FoundText& text : record.incomplete->texts) {
    if (text.origin.certainty != Certainty::Template || count_ >= max_templates) continue;
    ++count_;
    for (const std::string& family : families_of(text)) by_family_[family].push_back(text.origin);
  }
}

manifest::Json Templates::places_of(const std::string& family) const {
  const auto row = by_family_.find(family);
  if (row == by_family_.end()) return nullptr;
  manifest::Json places = manifest::Json::array();
  for (const Origin& origin : row->second) {
    manifest::Json place{{"container", origin.container}};
    if (origin.tag != 0) place["tag"] = origin.tag;
    place["offset"] = origin.offset;
    if (!origin.name.empty()) place["name"] = origin.name;
    place["detail"] = origin.detail;
    places.push_back(std::move(place));
  }
  return places;
}

}  // namespace agal::batch
