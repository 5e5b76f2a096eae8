// How much an optimizer still finds in our SPIR-V.
#pragma once

#include <cstddef>
#include <string>

namespace agal::bench {

/// Words of ours over words after `spirv-opt -O`, over every program of both corpora that can be translated at all.
struct WordsRatio {
  std::size_t programs = 0;
  double median = 0;
  double max = 0;
  std::string where;  // the program with the largest
};

WordsRatio words_ratio();

}  // namespace agal::bench
