// Sorting of lines in bounded memory.
#include "batch/line_sorter.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "folder.hpp"

namespace agal::batch {
namespace {

class LineSorterTest : public OutputFolderTest {
 protected:
  static std::string sorted(LineSorter& sorter) { return content(*sorter.finish()); }
};

TEST_F(LineSorterTest, SortsWithAnyMemoryLimit) {
  std::vector<int> numbers;
  for (int i = 0; i < 3000; ++i) numbers.push_back(i * 7919 % 3000);
  std::string expected;
  std::vector<std::string> keys;
  for (const int number : numbers) keys.push_back(fmt::format("{:04}", number));
  std::sort(keys.begin(), keys.end());
  for (const std::string& key : keys) expected += "line " + key + "\n";
  // Enough memory for all lines, for some, and so little that files are merged before the end.
  for (const std::size_t max_bytes : {std::size_t{1} << 20, std::size_t{10'000}, std::size_t{100}}) {
    LineSorter sorter(*scratch_, max_bytes);
    for (const int number : numbers) {
      const std::string key = fmt::format("{:04}", number);
      ASSERT_FALSE(sorter.add(key, "line " + key + "\n").has_errors());
    }
    EXPECT_EQ(sorted(sorter), expected) << max_bytes;
  }
}

TEST_F(LineSorterTest, SortsNoLines) {
  LineSorter sorter(*scratch_);
  EXPECT_EQ(sorted(sorter), "");
}

TEST_F(LineSorterTest, SortsByBytes) {
  LineSorter sorter(*scratch_);
  for (const char* key : {"b", "a/b", "a.b", "\xc3\xa4", "B", "a"})
    ASSERT_FALSE(sorter.add(key, std::string(key) + "\n").has_errors());
  EXPECT_EQ(sorted(sorter), "B\na\na.b\na/b\nb\n\xc3\xa4\n");
}

TEST_F(LineSorterTest, PassesKeysWithLinesUntilAnError) {
  LineSorter sorter(*scratch_, 1);
  for (const char* key : {"c", "a", "b", "a"}) ASSERT_FALSE(sorter.add(key, std::string(key) + "!\n").has_errors());
  std::string seen;
  const Diagnostics found = sorter.drain([&](std::string_view key, std::string_view line) {
    seen += fmt::format("{}:{}", key, line);
    Diagnostics stop;
    if (key == "b") stop.add({});
    return stop;
  });
  EXPECT_TRUE(found.has_errors());
  EXPECT_EQ(seen, "a:a!\na:a!\nb:b!\n");
}

}  // namespace
}  // namespace agal::batch
