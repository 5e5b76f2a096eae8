#include "agal/games/extract.hpp"

#include <algorithm>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "base/utf8.hpp"
#include "container/archive.hpp"
#include "container/formats.hpp"
#include "container/swf.hpp"
#include "extract/contents.hpp"
#include "extract/recognize.hpp"
#include "tap_log/log.hpp"

namespace agal {
namespace {

using namespace agal::extraction;

// Keeps the containers with code that uploads programs if fewer than two of their programs were found, or if they
// compile programs. Reports the kept containers that do not compile programs.
void report_uploads(Collector& collector) {
  Extraction& extraction = collector.extraction();
  std::unordered_map<std::string, std::size_t> programs;
  for (const FoundProgram& found : extraction.programs) {
    std::unordered_set<std::string> containers;
    for (const Origin& origin : found.origins)
      if (containers.insert(origin.container).second) ++programs[origin.container];
  }
  std::erase_if(extraction.containers_missing_programs, [&](const std::string& container) {
    return programs[container] > 1 && !collector.compiling().contains(container);
  });
  for (const std::string& container : collector.unknown_versions()) {
    collector.report(Rule::VersionUnknown, {container, {}, 1}, {});
    std::vector<std::string>& missing = extraction.containers_missing_programs;
    if (std::find(missing.begin(), missing.end(), container) == missing.end()) missing.push_back(container);
  }
  for (const std::string& container : extraction.containers_missing_programs)
    if (programs[container] < 2 && !collector.compiling().contains(container))
      collector.report(Rule::UploadsUnknown, {container, {}, 1}, {},
                       {programs[container] == 0 ? "no program was" : "only one program was"});
}

// Adds the pairs that a player uploaded together. They replace equal pairs that were only probable.
void add_captured_pairs(Collector& collector) {
  std::vector<FoundPair>& pairs = collector.extraction().pairs;
  Collector::CapturedPairs& captured = collector.captured_pairs();
  if (captured.empty()) return;
  std::erase_if(pairs, [&](const FoundPair& pair) { return captured.contains({pair.vertex, pair.fragment}); });
  for (auto& [key, captures] : captured)
    pairs.push_back({key.first, key.second, "a player uploaded them together", std::move(captures)});
  std::sort(pairs.begin(), pairs.end(), [](const FoundPair& a, const FoundPair& b) {
    return std::pair(a.vertex, a.fragment) < std::pair(b.vertex, b.fragment);
  });
}

Result<Extraction> finish(Collector& collector) {
  Extraction& extraction = collector.extraction();
  collector.finish_data_texts();
  report_uploads(collector);
  collector.report_loads();
  collector.report_noted_foreign();
  extraction.pairs = find_pairs(extraction.programs, collector.occurrences());
  add_captured_pairs(collector);
  return {std::move(extraction), std::move(collector.diagnostics())};
}

void report_no_program(Collector& collector, const Container& container) {
  for (const std::string_view suffix : {".swf", ".swc"})
    if (container.name.ends_with(suffix)) return collector.report(Rule::NotASwf, container, {}, {suffix});
  collector.report(Rule::NoProgram, container, {});
}

// Extracts a file that is a single program according to its name or content, even if players would reject it.
Result<Extraction> extract_program_file(Collector& collector, const Part& part, Bytes file) {
  extract_program(collector, part, file);
  if (collector.empty() && collector.extraction().texts.empty()) return std::move(collector.diagnostics());
  return finish(collector);
}

// Extracts a file that is not a container: a program, or a file with programs in it.
Result<Extraction> extract_file(const ExtractOptions& options, Bytes file, const std::string& name) {
  Collector single(options), embedded(options);
  const Container container{name, {}, 1};
  Part part;
  part.container = &container;
  const FileKind kind = file_kind(file, name);
  if (kind == FileKind::Assembly) return extract_program_file(single, part, file);
  if (kind == FileKind::Source) {
    part.context.container = embedded.count_container();
    extract_source(embedded, part, *source_language(name), file);
    return finish(embedded);
  }
  const container::Format& format = container::identify(file);
  if (format.kind == container::FormatKind::ForeignArchive) embedded.report_foreign(format, container);
  const bool log = kind == FileKind::CaptureLog || (kind == FileKind::Other && looks_like_capture_log(file));
  if (log) extract_capture_log(embedded, part, file);
  if (kind == FileKind::Other && extract_packed(embedded, part, file)) return finish(embedded);
  if (kind == FileKind::Other && extract_embedded(embedded, part, base::as_text(file))) return finish(embedded);
  // A memory dump may have both bytecode and other content.
  if (!extract_bytecode(embedded, part, file, true) && kind == FileKind::Other) extract_hidden(embedded, part, file);
  const bool one =
      embedded.extraction().programs.size() == 1 && embedded.extraction().programs[0].origins[0].offset == 0;
  if (kind == FileKind::Bytecode && (one || embedded.empty())) return extract_program_file(single, part, file);
  if (log || !embedded.empty()) return finish(embedded);
  if (format.kind == container::FormatKind::Foreign)
    embedded.report_foreign(format, container);
  else if (format.kind != container::FormatKind::ForeignArchive)
    report_no_program(embedded, container);
  return std::move(embedded.diagnostics());
}

}  // namespace

namespace extraction {

bool has_contents(Bytes bytes) {
  switch (container::identify(bytes).kind) {
    case container::FormatKind::Swf:
    case container::FormatKind::Zip:
    case container::FormatKind::Tar: return true;
    case container::FormatKind::Packed: return container::can_read_tar() && container::open_tar(bytes, 0) != nullptr;
    case container::FormatKind::Foreign:
    case container::FormatKind::ForeignArchive:
    case container::FormatKind::Other: break;
  }
  return false;
}

void extract_contents(Collector& collector, const Container& container, Bytes bytes) {
  if (container::looks_like_swf(bytes)) return extract_swf(collector, container, bytes);
  extract_archive(collector, container, bytes);
}

void extract_nested(Collector& collector, const Container& outer, const std::string& name, Bytes bytes) {
  const Container inner{outer.name + "!" + name, name, outer.depth + 1};
  if (inner.depth > collector.options().max_nesting)
    return collector.report(Rule::NestedTooDeep, inner, {}, {std::to_string(collector.options().max_nesting)});
  extract_contents(collector, inner, bytes);
}

std::string printable(std::string_view name) {
  constexpr std::size_t max_length = 512;
  return base::with_printable(name.substr(0, max_length), [](const base::Character&) { return '?'; });
}

}  // namespace extraction

ContainerKind container_kind(std::span<const std::byte> file) {
  switch (container::identify(file).kind) {
    case container::FormatKind::Swf: return ContainerKind::Swf;
    case container::FormatKind::Zip: return ContainerKind::Zip;
    case container::FormatKind::Tar: return ContainerKind::Tar;
    case container::FormatKind::Packed: return ContainerKind::Packed;
    case container::FormatKind::Foreign:
    case container::FormatKind::ForeignArchive:
    case container::FormatKind::Other: break;
  }
  return ContainerKind::None;
}

ForeignFile foreign_file(std::span<const std::byte> file) {
  const container::Format& format = container::identify(file);
  return container::is_foreign(format) ? ForeignFile{format.name, format.cure} : ForeignFile{};
}

std::string_view container_name(std::span<const std::byte> file) {
  return looks_like_container(file) ? container::identify(file).name : std::string_view();
}
bool looks_like_capture_log(std::span<const std::byte> file) { return tap_log::has_line(file); }

Result<Extraction> extract(std::span<const std::byte> file, const std::string& name, const ExtractOptions& options) {
  if (!looks_like_container(file)) return extract_file(options, file, name);
  Collector collector(options);
  const Container container{name, {}, 1};
  if (has_contents(file)) {
    extract_contents(collector, container, file);
  } else {
    Part part;
    part.container = &container;
    extract_packed(collector, part, file);
  }
  return finish(collector);
}

}  // namespace agal
