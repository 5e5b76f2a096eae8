// A cache of conversions in memory, for programs that occur repeatedly in a run.
#pragma once

#include <cstddef>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>

#include "convert.hpp"

namespace agal::batch {

/// The last conversions by identity (`identity_of`). The oldest is removed if there are more than `max_bytes`.
/// Thread-safe.
class Memo {
 public:
  explicit Memo(std::size_t max_bytes = std::size_t{16} << 20) : max_bytes_(max_bytes) {}

  std::optional<Conversion> find(const std::string& identity);
  void store(const std::string& identity, const Conversion& conversion);

 private:
  std::mutex guard_;
  std::unordered_map<std::string, std::string> encoded_;
  std::deque<std::string> identities_;  // the oldest first
  std::size_t max_bytes_, bytes_ = 0;
};

}  // namespace agal::batch
