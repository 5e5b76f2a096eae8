// Tests the column *proved* of docs/data/fidelity.md.
#include "exec/proofs.hpp"

#include <gmock/gmock.h>

#include <algorithm>

#include "exec/entries.hpp"

namespace agal::exec {
namespace {

using testing::IsEmpty;

const ProofCounts* counts_of(const std::vector<ProofCounts>& all, std::string_view name) {
  const auto at = std::find_if(all.begin(), all.end(), [&](const ProofCounts& row) { return row.name == name; });
  return at == all.end() ? nullptr : &*at;
}

TEST(ProofsOfBackends, CountProgramsOfPairs) {
  std::vector<Entry> entries = own_entries().entries;
  ASSERT_GT(entries.size(), 4u);
  entries.resize(4);
  std::uint64_t programs = 0;
  for (const Entry& entry : entries) programs += (entry.vertex ? 1u : 0u) + (entry.fragment ? 1u : 0u);
  const std::vector<ProofCounts> all = prove_entries(entries, {});
  for (const ProofCounts& row : all) {
    EXPECT_EQ(row.proved, programs) << row.name;
    EXPECT_EQ(row.undecided, 0u) << row.name;
    EXPECT_THAT(row.different, IsEmpty()) << row.name;
  }
  EXPECT_NE(counts_of(all, "vulkan-spv"), nullptr);
  EXPECT_NE(counts_of(all, "d3d11-hlsl50"), nullptr);  // another backend has the same text
  EXPECT_EQ(counts_of(all, "webgpu-wgsl"), nullptr);
  EXPECT_EQ(counts_of(all, "cpu-msl21"), nullptr);
}

}  // namespace
}  // namespace agal::exec
