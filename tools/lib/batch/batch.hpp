// Runs `agalc batch` without its command line: converts any number of inputs to a folder of products (shaders,
// interfaces, disassemblies) and a manifest.
//
// The steps are inputs → load → convert → writer and manifest, and the pipeline runs them on all cores.
// Memory holds the jobs in flight, the lines of the manifest, and two hashes for each input (names.hpp). docs/batch.md
// describes the output.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "cache.hpp"
#include "cli/console.hpp"
#include "convert.hpp"
#include "shard.hpp"
#include "summary.hpp"

namespace agal::batch {

struct BatchOptions {
  std::vector<std::string> inputs;  // files, folders, patterns
  std::string base;                 // stems are relative to this folder; docs/batch.md describes stems for ""
  std::string output;               // a folder
  AssembleOptions assemble;
  ExtractOptions extract;
  ConvertOptions convert;
  std::optional<CacheOptions> cache;
  Shard shard;
  unsigned threads = 0;  // 0: all cores
  ProgressMode progress = ProgressMode::None;
  bool prune = false;      // remove products that only the previous manifest names
  bool overwrite = false;  // also replace assembly texts that no earlier run has written
};

/// Callbacks of a run. Never called concurrently.
struct Listener {
  std::function<void(const Diagnostics&)> tell;
  std::function<bool()> interrupted;
};

struct Outcome {
  agalc::ExitStatus status = agalc::ExitStatus::Done;
  Summary summary;
  std::chrono::duration<double> elapsed{0};
  bool complete = false;  // all inputs have been processed, and the manifest is written
};

/// Continues after an input that is rejected or cannot be read. Stops after a usage error, or if the output cannot be
/// written.
Outcome run_batch(const BatchOptions& options, const Listener& listener);

/// Files of an output folder that the manifest does not name, such as the module of an engine. All names are relative
/// to the folder.
struct MoreFiles {
  struct File {
    std::string name, text;
  };
  std::vector<File> written;
  std::vector<std::string> removed;
};

/// Writes and removes files in the folder of a run that has ended, with the same rules as for products (writer.hpp).
Diagnostics write_files(const std::string& output, const MoreFiles& files);

/// Returns true if a log of a game is among the inputs. Of each file, only the beginning is read, so logs inside
/// archives are not found.
bool has_log(const BatchOptions& options);

/// Merges the manifests that the shards of a run left in the folder to one manifest, and removes the merged manifests.
Diagnostics merge_shards(const std::string& output, bool prune);

}  // namespace agal::batch
