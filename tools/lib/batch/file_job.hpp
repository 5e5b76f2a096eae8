// One input, or two that belong together, in the pipeline.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "inputs.hpp"
#include "load.hpp"
#include "manifest/record.hpp"
#include "pipeline.hpp"
#include "summary.hpp"

namespace agal::batch {

/// One line of the manifest under construction.
struct ProgramJob {
  const FoundProgram* found = nullptr;  // unset: the line is about a file
  bool own = true;                      // belongs to this shard
  bool shared = false;  // its products are those of the same program in the game's file, which writes them
  bool done = false;
  manifest::Record record;
  std::vector<PartnerCaptures> captures;  // of the pairs of a log; valid until the programs are converted
  std::size_t captured_bytes = 0;         // of the record's pairs
  std::string line;
  std::vector<Written> written;  // the disassembly, then record.outputs
  Diagnostics asides;            // about the cache; not in the manifest
};

enum class InputStatus : std::uint8_t {
  Skipped,   // found in a folder, and not a program or container
  Repeated,  // already processed
  Read,
};

struct LoadedInput {
  InputFile file;
  LoadedFile loaded;
  InputStatus status = InputStatus::Skipped;
  std::vector<std::string> hashes;  // of its programs
  std::vector<std::string> names;   // of the programs in a container
};

struct FileJob : Job {
  std::vector<LoadedInput> inputs;  // one or two
  std::vector<FoundPair> pairs;     // of the two: indices into `inputs`
  std::vector<ProgramJob> programs;
  Diagnostics diagnostics;    // that do not belong to a line
  Diagnostics write_failure;  // ends the run
};

}  // namespace agal::batch
