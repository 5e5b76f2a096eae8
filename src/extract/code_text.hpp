// Texts that ActionScript code builds from strings of the pool: by `+`, `+=` and `join`.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "extract/abc.hpp"

namespace agal::extraction {

/// A text that the code builds and uses.
struct CodeText {
  std::string text;
  std::vector<std::uint32_t> strings;  // of the pool, in order
  std::uint32_t method = 0;
  std::size_t body = 0;   // index into Abc::bodies
  std::uint64_t use = 0;  // how it is used: equal numbers are calls of the same name, or other equal instructions
};

struct CodeTextListener {
  std::function<void(CodeText)> used;
  /// A string that is concatenated with a value that is only known at run time.
  std::function<void(std::uint32_t string)> joined_with_unknown;
};

/// Tracks strings through all method bodies, in one forward pass: where paths with different strings meet, the path
/// that falls through wins. Only texts that contain a string for which `wanted` is set (by index in the pool) are
/// reported. Linear in the size of the code.
void track_strings(const Abc& abc, const std::vector<bool>& wanted, const CodeTextListener& listener);

}  // namespace agal::extraction
