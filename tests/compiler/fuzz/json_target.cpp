// The target for the JSON that the command reads.
#include <fmt/format.h>

#include <string_view>

#include "agalc/run_inputs.hpp"
#include "agalc/scene_file.hpp"
#include "corpus/manifest.hpp"
#include "fuzz/checks.hpp"
#include "fuzz/targets.hpp"
#include "manifest/entry.hpp"

namespace agal::fuzz {

void json_inputs(std::span<const std::byte> bytes) {
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  for (const Stage stage : {Stage::Vertex, Stage::Fragment}) check_refusal(agalc::parse_inputs(text, "input", stage));
  check_refusal(agalc::parse_scene(text, "input"));
  check_refusal(agalc::parse_manifest(text, "input"));
  const Result<manifest::Entry> entry = manifest::parse_entry(text, "input", 1);
  check_refusal(entry);
  if (!entry) return;
  for (const manifest::Place& place : manifest::places_of(*entry)) {
    manifest::diagnostics_at(*entry, place);
    manifest::products_at(*entry, place);
  }
}

}  // namespace agal::fuzz
