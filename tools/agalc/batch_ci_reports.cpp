#include "ci_reports.hpp"

#include <fmt/format.h>

#include <string_view>
#include <utility>

#include "agal/bytecode.hpp"
#include "agal/games/extract.hpp"
#include "cli/files.hpp"
#include "manifest/reader.hpp"

namespace agalc {
namespace {

using agal::manifest::Entry;

// Returns the content of a file; "" if it is not text or cannot be read.
std::string text_of(const std::string& path) {
  const agal::Result<std::vector<std::byte>> bytes = read_input(path);
  if (!bytes || agal::looks_like_bytecode(*bytes) || agal::looks_like_container(*bytes)) return {};
  return {reinterpret_cast<const char*>(bytes->data()), bytes->size()};
}

// Removes lines and columns, which refer to the assembled text. If that text is inside a container, locations refer to
// the disassembly instead, which has a line for each token.
agal::Diagnostics without_lines(agal::Diagnostics diagnostics) {
  for (agal::Diagnostic& diagnostic : diagnostics) {
    diagnostic.location.line.reset();
    diagnostic.location.column.reset();
  }
  return diagnostics;
}

// Adds a test case with its messages for one place at which the program was found.
void add(const Entry& entry, const agal::manifest::Place& place, const agal::Diagnostics& diagnostics,
         const std::string& output, CiReports& reports) {
  const bool assembly = place.form == "assembly";
  const bool found_inside = !entry.disassembly.empty() && !assembly;
  const std::string text = found_inside ? std::string() : text_of(place.container);
  if (!text.empty() || entry.disassembly.empty()) {
    reports.add({place.container, artifact_name(place.container), text, diagnostics});
    return;
  }
  const std::string path = fmt::format("{}/{}", output, path_at(entry, place, entry.disassembly));
  const std::string disassembly = text_of(path);
  reports.add({place.stem, artifact_name(path), disassembly, assembly ? without_lines(diagnostics) : diagnostics});
}

}  // namespace

agal::Diagnostics write_ci_reports(const std::string& manifest, const std::string& output, const CiReportPaths& paths) {
  CiReports reports(paths);
  if (!reports.wanted()) return {};
  agal::Diagnostics found = reports.diagnostics();
  if (found.has_errors()) return found;
  found = agal::manifest::for_each_entry(manifest, [&](const Entry& entry, std::string_view) {
    for (const agal::manifest::Place& place : places_of(entry))
      add(entry, place, diagnostics_at(entry, place), output, reports);
    return agal::Diagnostics{};
  });
  if (found.has_errors()) return found;
  return reports.finish();
}

}  // namespace agalc
