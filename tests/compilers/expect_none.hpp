// For lists of what a compiler says.
#pragma once

#include <gmock/gmock.h>

#include <algorithm>
#include <string>
#include <vector>

namespace agal::compilers {

/// Expects no lines. Prints the first ten.
inline void expect_none(std::vector<std::string> lines) {
  const std::size_t count = lines.size();
  lines.resize(std::min<std::size_t>(count, 10));
  EXPECT_THAT(lines, testing::IsEmpty()) << count << " in all";
}

}  // namespace agal::compilers
