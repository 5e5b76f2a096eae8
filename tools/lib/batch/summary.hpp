// The summary of a run, as a table.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cache.hpp"
#include "convert.hpp"
#include "remote_cache.hpp"
#include "writer.hpp"

namespace agal::batch {

struct ProductCounts {
  std::string name;
  std::uint64_t written = 0, unchanged = 0, not_expressible = 0;
};

struct Summary {
  std::uint64_t files = 0;    // distinct files that were read
  std::uint64_t skipped = 0;  // other files in the folders
  std::uint64_t accepted = 0, rejected = 0;
  std::optional<std::uint64_t> different;   // distinct programs; unset: not counted
  std::uint64_t unreadable = 0, empty = 0;  // files that cannot be read completely; files without programs
  std::uint64_t incomplete = 0;             // files that may upload programs that were not found
  std::uint64_t elsewhere = 0;              // programs of other shards
  std::uint64_t pruned = 0;                 // files that were removed
  std::vector<ProductCounts> products;
  std::optional<CacheCounts> cache;
  std::optional<RemoteCounts> remote_cache;
  std::uint64_t peak_bytes = 0;  // the maximum memory of the process

  std::uint64_t programs() const { return accepted + rejected; }
};

/// Uses the names of --emit, and one for the disassembly.
Summary empty_summary(const Emit& emit);

std::string summary_text(const Summary& summary, std::chrono::duration<double> elapsed);

}  // namespace agal::batch
