// Checks lists of messages from a compiler.
#pragma once

#include <gmock/gmock.h>

#include <algorithm>
#include <string>
#include <vector>

namespace agal::compilers {

/// Expects an empty list. Prints the first ten lines otherwise.
inline void expect_none(std::vector<std::string> lines) {
  const std::size_t count = lines.size();
  lines.resize(std::min<std::size_t>(count, 10));
  EXPECT_THAT(lines, testing::IsEmpty()) << count << " in all";
}

}  // namespace agal::compilers
