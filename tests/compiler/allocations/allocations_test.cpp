// Counts the heap allocations of a translation after its thread has translated a similar program.
#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

#include "agal/bytecode.hpp"
#include "agal/compile.hpp"
#include "base/buffer.hpp"
#include "support/allocation_count.hpp"
#include "support/facility.hpp"
#include "support/lowering.hpp"

namespace agal::test {
namespace {

using Bytes = std::vector<std::byte>;

constexpr std::uint64_t max_allocations = 25;

// Translates bytes to words, like an emulator. Programs with diagnostics are not counted, because their texts need
// memory.
std::vector<std::uint32_t> translated(const Bytes& bytes) {
  const Result<Program> program = read_bytecode(bytes);
  if (!program) return {};
  Result<std::vector<std::uint32_t>> words = translate(*program);
  return words && words.diagnostics().empty() ? *std::move(words) : std::vector<std::uint32_t>{};
}

std::uint64_t allocations_of(const Bytes& bytes) {
  const std::uint64_t before = allocation_count();
  const std::vector<std::uint32_t> words = translated(bytes);
  return words.empty() ? 0 : allocation_count() - before;
}

// Returns a program of the maximum length in AGAL 3, with fetches in branches, partial writes and kills.
Bytes longest() {
  std::string text = "//! agal 3 fragment\ntex ft0, v0, fs0 <2d>\nmov ft1, ft0\nmov ft2, v1\n";
  std::uint32_t tokens = 3;
  for (std::uint32_t i = 0; tokens + 9 < version_limits(3).tokens; ++i, tokens += 8) {
    const std::string n = std::to_string(i % 150);
    text += "mul ft1.xy, ft1.yx, fc" + n + "\nadd ft2, ft2, ft1\nifg ft2.x, fc" + n + ".y\ntex ft3, v2, fs" +
            std::to_string(i % 8) + " <2d>\nmul ft1, ft1, ft3\nels\ndp3 ft1.z, ft2, ft1\neif\n";
  }
  text += "sub ft3.x, ft1.w, fc0.x\nkil ft3.x\nmov oc, ft1\n";
  return write_bytecode(assembled(text));
}

class Allocations : public testing::Test {
 protected:
  void SetUp() override {
    AGAL_NEED(test::Facility::TestBuild, base::keeps_freed_blocks() ? "" : "this build has the address sanitizer");
  }
};

// Each round frees its largest block first. Later blocks must not evict it, but blocks that are not needed in any round
// must be evicted.
TEST_F(Allocations, AreZeroAfterOtherWork) {
  constexpr std::size_t unneeded = 32 << 10, max_size = 1 << 20, min_size = 64 << 10;
  std::vector<void*> blocks;
  for (std::size_t bytes = 0; bytes <= base::max_kept_bytes; bytes += unneeded)
    blocks.push_back(base::allocate_block(unneeded));
  for (void* block : blocks) base::free_block(block, unneeded);
  std::uint64_t allocations = 0;
  for (int round = 0; round < 3; ++round) {
    const std::uint64_t before = allocation_count();
    blocks.clear();
    for (std::size_t size = max_size; size >= min_size; size /= 2) blocks.push_back(base::allocate_block(size));
    std::size_t size = max_size;
    for (void* block : blocks) {
      base::free_block(block, size);
      size /= 2;
    }
    allocations = allocation_count() - before;
  }
  EXPECT_EQ(allocations, 0u);
}

TEST_F(Allocations, AreFewForEveryCorpusProgram) {
  std::size_t measured = 0;
  for (const Program& program : translatable_programs()) {
    const Bytes bytes = write_bytecode(program);
    if (translated(bytes).empty()) continue;
    const std::uint64_t taken = allocations_of(bytes);
    ++measured;
    EXPECT_LE(taken, max_allocations) << program.name;
    EXPECT_GE(taken, 2u) << "the tokens and the words, at the least: " << program.name;
  }
  EXPECT_GT(measured, 50u);
}

TEST_F(Allocations, DoNotGrowWithTheProgram) {
  const Bytes bytes = longest();
  ASSERT_FALSE(translated(bytes).empty());
  EXPECT_LE(allocations_of(bytes), max_allocations);
}

TEST_F(Allocations, IncreaseForFirstTranslation) {
  // Checks that memory is kept, and that allocations are counted at all.
  const Bytes bytes = longest();
  std::uint64_t first = 0;
  std::vector<std::uint32_t> words, again = translated(bytes);
  std::thread([&] {
    first = allocations_of(bytes);
    words = translated(bytes);
  }).join();
  EXPECT_GT(first, allocations_of(bytes));
  EXPECT_EQ(words, again);
}

}  // namespace
}  // namespace agal::test
