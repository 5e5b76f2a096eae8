// One input, or two that belong together, on its way through the pipeline.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "inputs.hpp"
#include "load.hpp"
#include "pipeline.hpp"
#include "record.hpp"
#include "summary.hpp"

namespace agal::batch {

/// One line of the manifest in the making.
struct ProgramJob {
  const FoundProgram* found = nullptr;  // unset: the line is about a file
  bool own = true;                      // of this shard
  bool done = false;
  Record record;
  std::string line;
  std::vector<Written> written;  // the disassembly, then record.outputs
  Diagnostics asides;            // about the cache; not in the manifest
};

enum class InputStatus : std::uint8_t {
  Skipped,   // found in a folder, and nothing of ours
  Repeated,  // it was here before
  Read,
};

struct LoadedInput {
  InputFile file;
  LoadedFile loaded;
  InputStatus status = InputStatus::Skipped;
  std::vector<std::string> hashes;  // of its programs
  std::vector<std::string> names;   // of the programs of a container, in it
};

struct FileJob : Job {
  std::vector<LoadedInput> inputs;  // one or two
  std::vector<FoundPair> pairs;     // of the two: indices into `inputs`
  std::vector<ProgramJob> programs;
  Diagnostics diagnostics;    // that belong to no line
  Diagnostics write_failure;  // an end to the run
};

}  // namespace agal::batch
