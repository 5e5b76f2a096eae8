// The concurrent steps of a run: reads inputs, converts programs, writes products.
#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "batch.hpp"
#include "captures.hpp"
#include "file_job.hpp"
#include "writer.hpp"
#include "written_texts.hpp"

namespace agal::batch {

/// The output folder of a run.
struct WorkFolder {
  Writer& writer;
  Journal& journal;
  const std::set<std::string>& foreign;  // `foreign_texts`
};

/// Thread-safe for different jobs.
class Worker {
 public:
  /// `identity` identifies the run (`run_identity`). Without a cache, conversions are kept in memory. `stopped` ends
  /// the work on all jobs; it is set if a product cannot be written. All arguments must outlive this object.
  Worker(const BatchOptions& options, const std::string& identity, const Captures& captures, const WorkFolder& folder,
         Cache* cache, std::atomic<bool>& stopped);

  /// Reads the inputs of a job, and finds their pairs.
  void load(FileJob& job);

  /// Adds an error to the job for each foreign text that its programs would replace (AGAL1190). `Planner::name` must
  /// have been called for the job.
  void check_foreign(FileJob& job) const;

  /// Converts the programs of a job that belong to this shard, writes their products, and creates the job's manifest
  /// lines. `Planner::name` must have been called for the job.
  void convert(FileJob& job);

 private:
  void convert_one(ProgramJob& program, Diagnostics& failure);
  Conversion conversion_of(const FoundProgram& found, Diagnostics& asides);
  std::optional<Conversion> find(const std::string& identity, Diagnostics& asides);
  void store(const std::string& identity, const Conversion& conversion, Diagnostics& asides);
  Diagnostics write(ProgramJob& program, Conversion& conversion);
  Diagnostics write_disassembly(ProgramJob& program, const std::string& text);
  static Diagnostics note(ProgramJob& program, const Result<Written>& written);
  Diagnostics write_product(ProgramJob& program, const std::string& path, std::string_view bytes);

  const BatchOptions& options_;
  const std::string& identity_;
  const Captures& captures_;
  std::vector<ProductName> names_;
  Writer& writer_;
  Journal& journal_;
  const std::set<std::string>& foreign_;
  Cache* cache_;        // may be null
  MemoryCache memory_;  // used if `cache_` is null
  std::atomic<bool>& stopped_;
};

}  // namespace agal::batch
