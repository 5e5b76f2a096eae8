#include <algorithm>

#include "pipeline.hpp"

namespace agal::batch {

std::size_t jobs_in_flight(unsigned threads) { return std::size_t{8} * (threads == 0 ? all_cores() : threads); }

// One for each job in flight, up to a number of connections that a server can bear.
unsigned waiting_threads(unsigned threads) {
  constexpr std::size_t max_waiting = 64;
  return static_cast<unsigned>(std::min(jobs_in_flight(threads), max_waiting));
}

}  // namespace agal::batch
