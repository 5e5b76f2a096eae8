// The entries of ZIP and SWC files.
#include <fmt/format.h>

#include "agal/assembly.hpp"
#include "capture/log.hpp"
#include "container/archive.hpp"
#include "extraction/contents.hpp"

namespace agal::extraction {
namespace {

using container::Unpacked;
using container::UnpackStatus;

class ArchiveExtractor {
 public:
  ArchiveExtractor(Collector& collector, const Container& container, Bytes bytes)
      : collector_(collector), container_(container), archive_(bytes), number_(collector.count_container()) {}

  // Returns whether it could be opened.
  bool run();

 private:
  // Returns whether to continue with the next entry.
  bool extract_entry();
  void extract_content(const std::string& name, Bytes content, bool cut);

  Collector& collector_;
  const Container& container_;
  container::Archive archive_;
  std::size_t number_;
  std::size_t entry_ = 0;  // in the central directory, from 1
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
  if (!archive_.problem().empty()) collector_.report(Rule::ArchiveUnreadable, container_, {}, {archive_.problem()});
  return true;
}

bool ArchiveExtractor::extract_entry() {
  const std::string name = printable(archive_.name());
  if (name.ends_with('/')) return true;
  const Unpacked content = archive_.read(collector_.budget());
  collector_.spend(content.bytes.size());
  if (content.status == UnpackStatus::Damaged)
    collector_.report(Rule::ArchiveUnreadable, container_, {},
                      {fmt::format("its entry {}: {}", name, content.problem)});
  extract_content(name, content.bytes, content.status != UnpackStatus::Complete);
  if (content.status != UnpackStatus::TooLarge) return true;
  collector_.report(Rule::UnpacksTooLarge, container_, {}, {std::to_string(collector_.options().max_unpacked_bytes)});
  return false;
}

void ArchiveExtractor::extract_content(const std::string& name, Bytes content, bool cut) {
  if (looks_like_container(content)) return extract_nested(collector_, container_, name, content);
  const Container entry{container_.name + "!" + name, name, container_.depth};
  Part part;
  part.container = &entry;
  part.name = name;
  part.context = {number_, entry_, 0, {}};
  part.cut = cut;
  if (name.ends_with(".agal") && !cut && !content.empty()) return extract_program(collector_, part, content);
  if (const auto language = source_language(name); language && !cut)
    return extract_source(collector_, part, *language, content);
  if (capture::has_line(content))
    extract_capture_log(collector_, part, content);
  else if (!cut && extract_embedded(collector_, part, base::as_text(content)))
    return;
  extract_bytecode(collector_, part, content, true);
}

}  // namespace

void extract_archive(Collector& collector, const Container& container, Bytes bytes) {
  if (!container::can_unpack())
    collector.report(Rule::CannotUnpack, container, {}, {"ZIP and SWC files"});
  else if (ArchiveExtractor(collector, container, bytes).run())
    return;
  // Without a central directory, uncompressed content can still be searched.
  Part part;
  part.container = &container;
  part.context.container = collector.count_container();
  part.cut = true;
  extract_bytecode(collector, part, bytes);
}

}  // namespace agal::extraction
