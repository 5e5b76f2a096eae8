// The concurrent steps of a run: reads inputs, converts programs, writes products.
#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "batch.hpp"
#include "captures.hpp"
#include "file_job.hpp"
#include "writer.hpp"

namespace agal::batch {

/// Thread-safe for different jobs.
class Worker {
 public:
  /// `identity` identifies the run (`run_identity`). Without a cache, conversions are kept in memory. `stopped` ends
  /// the work on all jobs; it is set if a product cannot be written. All arguments must outlive this object.
  Worker(const BatchOptions& options, const std::string& identity, const Captures& captures, Writer& writer,
         Cache* cache, std::atomic<bool>& stopped);

  /// Reads the inputs of a job, and finds their pairs.
  void load(FileJob& job);

  /// Converts the programs of a job that belong to this shard, writes their products, and creates the job's manifest
  /// lines. `Planner::name` must have been called for the job.
  void convert(FileJob& job);

 private:
  void convert_one(ProgramJob& program, Diagnostics& failure);
  Conversion conversion_of(const FoundProgram& found, Diagnostics& asides);
  std::optional<Conversion> find(const std::string& identity, Diagnostics& asides);
  void store(const std::string& identity, const Conversion& conversion, Diagnostics& asides);
  Diagnostics write(ProgramJob& program, Conversion& conversion);
  Diagnostics write_product(ProgramJob& program, const std::string& path, std::string_view bytes);

  const BatchOptions& options_;
  const std::string& identity_;
  const Captures& captures_;
  std::vector<ProductName> names_;
  Writer& writer_;
  Cache* cache_;        // may be null
  MemoryCache memory_;  // used if `cache_` is null
  std::atomic<bool>& stopped_;
};

}  // namespace agal::batch
