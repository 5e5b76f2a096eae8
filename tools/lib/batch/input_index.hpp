// The index of a run in shards: which shard each input belongs to, so that no shard has to read the inputs of the
// others.
//
// It is written in parts by as many runs as there are shards (`index_inputs`), each of which reads its part of the
// inputs. A part has a record for each of its inputs, in the order of the inputs, so that all parts are read in step
// with them.
#pragma once

#include <cstdint>
#include <fstream>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "agal/result.hpp"
#include "batch.hpp"
#include "load.hpp"

namespace agal::batch {

/// The record of a file: the number that decides its shard (`Shard::owns`), or one of these two.
inline constexpr std::uint64_t index_all_shards = 0;  // each shard must read it: a container, or not a valid program
inline constexpr std::uint64_t index_no_program = 1;  // found in a folder, and not a program or container

/// The record of a file that has been loaded.
std::uint64_t index_record(const LoadedFile& loaded);

/// The part (from 0) that has the records of an input, by the `relative` path of its (first) file.
std::uint32_t index_part(std::string_view relative, std::uint32_t count);

/// The bytes of a record.
std::string index_line(std::string_view relative, std::uint64_t record);

/// Reads all parts.
class InputIndex {
 public:
  /// AGAL1062: parts are missing, or are not parts of an index.
  static Result<std::unique_ptr<InputIndex>> open(const std::string& folder, std::uint32_t count);

  /// The next record of a part. AGAL1062: it is not that of this file.
  Result<std::uint64_t> next(std::uint32_t part, std::string_view relative);

  /// AGAL1062: there are more records.
  Diagnostics finish();

 private:
  explicit InputIndex(std::string folder) : folder_(std::move(folder)) {}

  std::string folder_;
  std::vector<std::ifstream> parts_;
};

/// Writes a part of the index into the output folder.
Outcome index_inputs(const BatchOptions& options, const Listener& listener);

}  // namespace agal::batch
