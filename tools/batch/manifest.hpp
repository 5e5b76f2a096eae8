// manifest.jsonl: one line a program, sorted by stem, however many there are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "agal/result.hpp"
#include "record.hpp"
#include "scratch.hpp"
#include "shard.hpp"
#include "writer.hpp"

namespace agal::batch {

/// Sorts lines by a key in bounded memory: what is too much for it goes to files of the scratch folder, each sorted,
/// and these are merged in the end.
class LineSorter {
 public:
  explicit LineSorter(Scratch& scratch, std::size_t most_bytes = std::size_t{16} << 20)
      : scratch_(&scratch), most_bytes_(most_bytes) {}

  /// `line` ends in a newline and has no other; `key` has neither a newline nor a NUL.
  Diagnostics add(std::string key, std::string line);

  /// The path of a file with all lines, in the scratch folder.
  Result<std::string> finish();

 private:
  struct Row {
    std::string key, line;
  };
  enum class Keys : std::uint8_t { Keep, Drop };
  Diagnostics spill();
  Result<std::string> merge(Keys keys);

  Scratch* scratch_;
  std::size_t most_bytes_;
  std::size_t bytes_ = 0;
  std::vector<Row> rows_;
  std::vector<std::string> runs_;  // files
};

/// Calls `visit` for each line of a manifest, with what is in it. A file that cannot be read, and a line that is none,
/// are errors (AGAL1001, AGAL1053), and an end to it.
using RecordVisitor = std::function<Diagnostics(const RecordedLine& record, std::string_view line)>;
Diagnostics for_each_record(const std::string& path, const RecordVisitor& visit);

/// Removes the files that the old manifest names and the new one does not. Both are paths of files; where there is no
/// old one there is nothing to do. How many files went.
Result<std::uint64_t> prune(const std::string& old_manifest, const std::string& new_manifest, Writer& writer);

/// Makes one sorted file (in the scratch folder) of the manifests of all shards in the folder; `parts` are their names.
/// All shards of one count must be there (AGAL1054).
struct MergedManifest {
  std::string path;
  std::vector<std::string> parts;
};
Result<MergedManifest> merge_manifests(const std::string& folder, Scratch& scratch);

}  // namespace agal::batch
