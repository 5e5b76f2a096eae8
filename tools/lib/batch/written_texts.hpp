// The disassemblies in an output folder: which of them agalc wrote, and which a run must not replace.
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "agal/result.hpp"
#include "cli/recorded_files.hpp"
#include "descriptor.hpp"
#include "os/threads.hpp"
#include "shard.hpp"

namespace agal::batch {

/// Reads the records of an output folder: the manifests, also of shards, and the journals of runs that did not
/// complete.
agalc::RecordedFiles written_texts(const std::string& folder);

/// Returns the paths of the files `*.agal` in the folder that are not in the record with their content: sources, and
/// disassemblies that somebody has edited. The paths are relative to the folder. Hidden files and folders are skipped,
/// because no product is hidden.
std::set<std::string> foreign_texts(const std::string& folder, const agalc::RecordedFiles& written);

/// The disassemblies that a run has written, until its manifest lists them: a hidden file next to the manifest. If the
/// run does not complete, the journal stays in the folder, so that the next run knows these files.
class Journal {
 public:
  Journal(const std::string& folder, const Shard& shard);

  /// Lists a disassembly before it is written. Thread-safe.
  Diagnostics add(std::string_view stem, std::string_view text_hash);

  /// Removes the journal, because the manifest is written.
  void remove();

 private:
  std::string path_;
  agalc::os::Mutex busy_;
  Descriptor file_;
};

/// Removes the journals of all shards.
void remove_journals(const std::string& folder);

}  // namespace agal::batch
