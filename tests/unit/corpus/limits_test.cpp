// The programs at the limits of each version are the output of their generator.
#include <gtest/gtest.h>

#include <cstdlib>

#include "support/facility.hpp"

namespace agal::test {
namespace {

TEST(Limits, GeneratedProgramsAreCurrent) {
  AGAL_NEED(Facility::Python, std::system("python3 -c '' 2>&1") == 0 ? "" : "python3 is not in $PATH");
  EXPECT_EQ(std::system("python3 '" AGAL_SOURCE_DIR "/corpus/generate_limits.py' --check"), 0);
}

}  // namespace
}  // namespace agal::test
