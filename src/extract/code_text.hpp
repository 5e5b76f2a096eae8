// Texts that ActionScript code puts together out of strings of the pool: by `+`, `+=` and `join`.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "extract/abc.hpp"

namespace agal::extraction {

/// A text that the code makes and then uses for something.
struct CodeText {
  std::string text;
  std::vector<std::uint32_t> strings;  // of the pool, in order
  std::uint32_t method = 0;
  std::size_t body = 0;   // index into Abc::bodies
  std::uint64_t use = 0;  // what is done with it: equal numbers are calls of one name, or other equal instructions
};

struct CodeTextListener {
  std::function<void(CodeText)> used;
  /// A string that is joined with something that is known at run time only.
  std::function<void(std::uint32_t string)> joined_with_unknown;
};

/// Follows strings through all method bodies, forwards and once: where paths meet with different strings, that of the
/// path that falls through goes on. Looks at texts with at least one string in them for which `wanted` is set (by
/// index in the pool). Linear in the size of the code.
void follow_strings(const Abc& abc, const std::vector<bool>& wanted, const CodeTextListener& listener);

}  // namespace agal::extraction
