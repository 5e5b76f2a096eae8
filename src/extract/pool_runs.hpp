// Programs out of the lines of assembly that stand next to each other in a pool of strings.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "extract/assembly_text.hpp"

namespace agal::extraction {

/// A string of the pool that is lines of assembly.
struct PoolLines {
  std::string_view text;
  AssemblyLines lines;
};

/// Part of a run of such strings.
struct Segment {
  std::size_t first = 0, count = 0;
};

/// Cuts a run of strings that follow each other in the pool into what may be one program each. Not all need be.
std::vector<Segment> segment_run(std::span<const PoolLines> run);

/// The strings as lines: each begins on a line of its own.
std::string join_lines(std::span<const PoolLines> strings);

}  // namespace agal::extraction
