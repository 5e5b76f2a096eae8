// Memory blocks that threads keep for reuse, and the buffers on top of them.
#include "base/buffer.hpp"
#include "support/facility.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <thread>
#include <vector>

namespace agal::base {
namespace {

class Blocks : public testing::Test {
 protected:
  void SetUp() override {
    AGAL_NEED(test::Facility::TestBuild, keeps_freed_blocks() ? "" : "this build has the address sanitizer");
  }
};

TEST_F(Blocks, AreReusedForSimilarSize) {
  void* block = allocate_block(1000);
  free_block(block, 1000);
  void* again = allocate_block(1024);
  EXPECT_EQ(again, block);
  void* other = allocate_block(1000);
  EXPECT_NE(other, block);
  free_block(again, 1024);
  free_block(other, 1000);
}

TEST_F(Blocks, AreNotReusedForLargerSize) {
  void* block = allocate_block(1000);
  free_block(block, 1000);
  void* larger = allocate_block(1025);
  EXPECT_NE(larger, block);
  free_block(larger, 1025);
}

TEST_F(Blocks, MayBeFreedInAnotherThread) {
  void* block = allocate_block(300);
  bool same = false;
  std::thread([&] {
    free_block(block, 300);
    void* again = allocate_block(300);
    same = again == block;
    free_block(again, 300);
  }).join();
  EXPECT_TRUE(same);
}

// Without replacement, a thread that once used many blocks of one size would use the heap for all other sizes.
TEST_F(Blocks, ReplaceKeptBlocksOfOtherSizes) {
  for (const std::size_t many : {std::size_t{256} << 10, std::size_t{1} << 10}) {
    std::vector<void*> blocks;
    for (std::size_t bytes = 0; bytes <= max_kept_bytes; bytes += many) blocks.push_back(allocate_block(many));
    for (void* block : blocks) free_block(block, many);
    for (const std::size_t size : {std::size_t{64}, std::size_t{4096}, std::size_t{1} << 20}) {
      void* block = allocate_block(size);
      free_block(block, size);
      void* again = allocate_block(size);
      EXPECT_EQ(again, block) << size << " after " << many;
      free_block(again, size);
    }
  }
}

TEST(Buffer, HoldsMoreThanAThreadKeeps) {
  Buffer<char> large(3 * max_kept_bytes, 'a');
  large.push_back('b');
  EXPECT_EQ(large.front(), 'a');
  EXPECT_EQ(large.back(), 'b');
}

TEST(Buffer, InitializesElementsToZero) {
  for (int round = 0; round < 2; ++round) {
    Buffer<std::uint32_t> words(100);
    for (std::uint32_t& word : words) {
      EXPECT_EQ(word, 0u);
      word = 7;
    }
  }
}

}  // namespace
}  // namespace agal::base
