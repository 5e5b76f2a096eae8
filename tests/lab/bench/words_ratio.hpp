// Measures how much an optimizer can still remove from agalc's SPIR-V.
#pragma once

#include <cstddef>
#include <string>

namespace agal::bench {

/// The number of words, divided by the number after `spirv-opt -O`, for all programs of `whole_corpus` that can be
/// translated.
struct WordsRatio {
  std::size_t programs = 0;
  double median = 0;
  double max = 0;
  std::string where;  // the program with the maximum ratio
};

WordsRatio words_ratio();

}  // namespace agal::bench
