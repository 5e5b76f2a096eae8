// Programs from adjacent lines of assembly in a pool of strings.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "extraction/recognize.hpp"

namespace agal::extraction {

/// A string of the pool that consists of lines of assembly.
struct PoolLines {
  std::string_view text;
  AssemblyLines lines;
};

/// A part of a run of such strings.
struct Segment {
  std::size_t first = 0, count = 0;
};

/// Splits a run of adjacent strings of the pool into segments that may be one program each.
std::vector<Segment> segment_run(std::span<const PoolLines> run);

/// The strings as lines, each beginning on a new line.
std::string join_lines(std::span<const PoolLines> strings);

}  // namespace agal::extraction
