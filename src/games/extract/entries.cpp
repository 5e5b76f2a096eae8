// Extracts the entries of archives: ZIP, SWC and tar files.
#include <fmt/format.h>

#include "container/archive.hpp"
#include "container/formats.hpp"
#include "extract/contents.hpp"

namespace agal::extraction {
namespace {

using container::Unpacked;
using container::UnpackStatus;

// The entry with the hash of an AIR file. The packager writes the hash after the entry's checksum, so the checksum is
// never right.
constexpr std::string_view air_hash = "META-INF/AIR/hash";

// A file of recorded frames (docs/frame-files.md) has the uploaded programs twice: in the log of the game, and as data
// of calls. The log also has their pairs and draws, so the data of calls is skipped if there is a log.
constexpr std::string_view frames_calls = "calls.jsonl", frames_log = "game.capture", frames_data = "blobs/";

bool is_frames_data(std::string_view name) {
  constexpr std::size_t hash_digits = 32;
  return name.starts_with(frames_data) && name.size() == frames_data.size() + hash_digits &&
         name.find_first_not_of("0123456789abcdef", frames_data.size()) == name.npos;
}

// Returns true if an archive is a file of frames with a log.
bool has_frames_and_log(Collector& collector, Bytes bytes) {
  const container::FormatKind kind = container::identify(bytes).kind;
  if (kind == container::FormatKind::Tar || kind == container::FormatKind::Packed) return false;
  const std::unique_ptr<container::Archive> archive = container::open_zip(bytes);
  bool has_calls = false, has_log = false;
  for (std::uint64_t left = collector.options().max_entries; left > 0 && archive->next(); --left) {
    has_calls = has_calls || archive->name() == frames_calls;
    has_log = has_log || archive->name() == frames_log;
    if (has_calls && has_log) return true;
  }
  return false;
}

class ArchiveExtractor {
 public:
  // `skips_data` is true if the data of calls is skipped.
  ArchiveExtractor(Collector& collector, const Container& container, container::Archive& archive, bool skips_data)
      : collector_(collector),
        container_(container),
        archive_(archive),
        number_(collector.count_container()),
        skips_data_(skips_data) {}

  // Returns true if the archive could be opened.
  bool run();

 private:
  // Returns true if the next entry should be extracted.
  bool extract_entry();
  void report_too_large();
  void extract_content(const std::string& name, Bytes content, bool cut);
  void extract_sources();

  Collector& collector_;
  const Container& container_;
  container::Archive& archive_;
  std::size_t number_;
  bool skips_data_;
  std::size_t entry_ = 0;  // the number of the entry, 1-based
  // Sources, which are searched last: each may change fields and texts of the others.
  struct Source {
    std::string name;
    std::size_t entry;
    base::ByteVector bytes;
  };
  std::vector<Source> sources_;
  Sources program_;
};

bool ArchiveExtractor::run() {
  if (!archive_.problem().empty()) {
    collector_.report(Rule::ArchiveUnreadable, container_, {}, {archive_.problem()});
    return false;
  }
  while (archive_.next()) {
    ++entry_;
    if (!collector_.count_entry()) {
      collector_.report(Rule::TooManyEntries, container_, {}, {std::to_string(collector_.options().max_entries)});
      break;
    }
    if (!extract_entry()) break;
  }
  extract_sources();
  if (!archive_.problem().empty()) collector_.report(Rule::ArchiveUnreadable, container_, {}, {archive_.problem()});
  if (archive_.is_too_large()) report_too_large();
  return true;
}

bool ArchiveExtractor::extract_entry() {
  const std::string name = printable(archive_.name());
  if (name.ends_with('/') || (skips_data_ && is_frames_data(name))) return true;
  const Unpacked content = archive_.read(collector_.budget());
  collector_.spend(content.bytes.size());
  const bool wrong_sum = content.status == UnpackStatus::WrongChecksum;
  if ((content.status == UnpackStatus::Damaged || wrong_sum) && name != air_hash)
    collector_.report(Rule::ArchiveUnreadable, container_, {},
                      {fmt::format("its entry {}: {}", name, content.problem)});
  extract_content(name, content.bytes, content.status != UnpackStatus::Complete && !wrong_sum);
  if (content.status != UnpackStatus::TooLarge) return true;
  report_too_large();
  return false;
}

void ArchiveExtractor::report_too_large() {
  collector_.report(Rule::UnpacksTooLarge, container_, {}, {std::to_string(collector_.options().max_unpacked_bytes)});
}

void ArchiveExtractor::extract_content(const std::string& name, Bytes content, bool cut) {
  const Collector::WithoutDamage silence(collector_, cut);
  if (has_contents(content)) return extract_nested(collector_, container_, name, content);
  const Container entry{container_.name + "!" + name, name, container_.depth};
  Part part;
  part.container = &entry;
  part.name = name;
  part.context = {number_, entry_, 0, {}};
  part.cut = cut;
  if (name.ends_with(".agal") && !cut && !content.empty()) return extract_program(collector_, part, content);
  if (source_language(name) && !cut) {
    program_.add(content, name);
    sources_.push_back({name, entry_, {content.begin(), content.end()}});
    return;
  }
  extract_data(collector_, part, content);
}

void ArchiveExtractor::extract_sources() {
  if (sources_.empty()) return;
  const Sources* const outer = collector_.sources();
  program_.finish();
  collector_.use_sources(&program_);
  for (const Source& source : sources_) {
    const Container entry{container_.name + "!" + source.name, source.name, container_.depth};
    Part part;
    part.container = &entry;
    part.name = source.name;
    part.context = {number_, source.entry, 0, {}};
    extract_source(collector_, part, *source_language(source.name), source.bytes);
  }
  collector_.use_sources(outer);
}

// Opens an archive. If this is not possible, reports it and returns null.
std::unique_ptr<container::Archive> open_archive(Collector& collector, const Container& container, Bytes bytes) {
  const container::Format& format = container::identify(bytes);
  const bool is_zip = format.kind != container::FormatKind::Tar && format.kind != container::FormatKind::Packed;
  if (is_zip ? !container::can_unpack() : !container::can_read_tar()) {
    collector.report(Rule::CannotUnpack, container, {}, {is_zip ? "ZIP and SWC files" : "tar archives"});
    return nullptr;
  }
  if (is_zip) return container::open_zip(bytes);
  std::unique_ptr<container::Archive> archive = container::open_tar(bytes, collector.budget());
  if (archive == nullptr)
    collector.report(Rule::ArchiveUnreadable, container, {}, {"its first entry is truncated or damaged"});
  return archive;
}

}  // namespace

void extract_archive(Collector& collector, const Container& container, Bytes bytes) {
  const std::unique_ptr<container::Archive> archive = open_archive(collector, container, bytes);
  const bool skips_data = archive != nullptr && has_frames_and_log(collector, bytes);
  if (archive != nullptr && ArchiveExtractor(collector, container, *archive, skips_data).run()) return;
  // The content of entries that are not compressed can still be searched.
  Part part;
  part.container = &container;
  part.context.container = collector.count_container();
  part.cut = true;
  extract_bytecode(collector, part, bytes);
}

}  // namespace agal::extraction
