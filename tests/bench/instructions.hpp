// The number of instructions of each step, from the output of callgrind: it is the same in every run.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace agal::bench {

struct Counted {
  std::string name;                 // "200/step/emit"
  double programs = 0, tokens = 0;  // total numbers
  std::uint64_t instructions = 0;   // of all programs, run once
};

/// `names` is what `agal-bench --once` printed; callgrind left `prefix`.1, `prefix`.2, … for them. Throws
/// std::runtime_error if a file is missing or does not contain a count.
std::vector<Counted> read_counts(std::string_view names, const std::string& prefix);

/// The total of one file of callgrind; throws std::runtime_error.
std::uint64_t total_of(std::string_view callgrind);

/// A row for each step, a column for each selection: instructions per program, and per token. Below them the same
/// ratios as those of times that this project guarantees.
std::string counts_table(const std::vector<Counted>& rows);

/// The tables in docs/performance.md: instructions per program, and the ratios.
std::string counts_page(const std::vector<Counted>& rows);

}  // namespace agal::bench
