// A job of the pipeline: one input, or two inputs that are a pair.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "input_files.hpp"
#include "load.hpp"
#include "manifest/record.hpp"
#include "pipeline.hpp"
#include "summary.hpp"

namespace agal::batch {

/// One line of the manifest under construction.
struct ProgramJob {
  const FoundProgram* found = nullptr;  // null: the line is about a file
  bool own = true;                      // true if the program belongs to this shard
  // True if a log's program is also in the game's file; the job of that file then writes the products.
  bool shared = false;
  bool done = false;
  manifest::Record record;
  // The captures of the program's pairs in this input. Valid until the programs are converted.
  std::vector<PartnerCaptures> captures;
  std::size_t captured_bytes = 0;  // the size of the captures in the record's pairs
  std::string line;
  std::vector<Written> written;  // the results for the disassembly, then for the files of record.outputs
  Diagnostics asides;            // diagnostics about the cache, which the manifest does not contain
};

enum class InputStatus : std::uint8_t {
  Skipped,   // found in a folder, and neither a program nor a container
  Repeated,  // already processed
  Read,
};

struct LoadedInput {
  InputFile file;
  LoadedFile loaded;
  InputStatus status = InputStatus::Skipped;
  std::vector<std::string> hashes;  // the hashes of the programs
  std::vector<std::string> names;   // `file_stems` of the programs, if the input is a container
};

struct FileJob : Job {
  std::vector<LoadedInput> inputs;  // up to two
  std::vector<FoundPair> pairs;     // the pair of two inputs; its programs are indices into `inputs`
  std::vector<ProgramJob> programs;
  Diagnostics diagnostics;    // diagnostics that do not belong to a line
  Diagnostics write_failure;  // an error here ends the run
};

}  // namespace agal::batch
