// Shards.
#include "batch/shard.hpp"

#include <gtest/gtest.h>

#include "batch/hash.hpp"

namespace agal::batch {
namespace {

TEST(Shard, IsWrittenAsAFraction) {
  const std::optional<Shard> shard = parse_shard("2/4");
  ASSERT_TRUE(shard);
  EXPECT_EQ(shard->index, 2u);
  EXPECT_EQ(shard->count, 4u);
  EXPECT_EQ(shard->manifest_name(), "manifest-2-of-4.jsonl");
  EXPECT_EQ(parse_shard("1/1")->manifest_name(), "manifest.jsonl");
  for (const char* wrong : {"", "/", "1", "0/2", "3/2", "1/0", "-1/2", "1/2/3", "1/70000", " 1/2", "1/2 ", "a/b"})
    EXPECT_FALSE(parse_shard(wrong)) << wrong;
}

TEST(Shard, ItsManifestIsKnownByItsName) {
  const std::optional<Shard> shard = shard_of_manifest("manifest-2-of-4.jsonl");
  ASSERT_TRUE(shard);
  EXPECT_EQ(shard->index, 2u);
  EXPECT_EQ(shard->count, 4u);
  for (const char* wrong : {"manifest.jsonl", "manifest-1-of-1.jsonl", "manifest-5-of-4.jsonl", "manifest-.jsonl", "",
                            ".jsonl", "manifest-", "manifest-2-of-4.json"})
    EXPECT_FALSE(shard_of_manifest(wrong)) << wrong;
}

TEST(Shard, EveryProgramIsInOneOfThemAndAllHaveSome) {
  constexpr std::uint32_t count = 4;
  std::array<int, count> sizes{};
  for (int i = 0; i < 400; ++i) {
    const std::string text = std::to_string(i);
    const std::string hash = hash128(std::as_bytes(std::span(text.data(), text.size()))).hex();
    int owners = 0;
    for (std::uint32_t s = 1; s <= count; ++s)
      if (Shard{s, count}.owns(std::string_view(hash))) {
        ++owners;
        ++sizes[s - 1];
      }
    EXPECT_EQ(owners, 1) << hash;
    EXPECT_TRUE(Shard{}.owns(std::string_view(hash)));
  }
  for (const int size : sizes) EXPECT_GT(size, 60);
}

TEST(Shard, WhatAProgramBelongsToNeverChanges) {
  // Machines with different versions may work on one job, so these values must not change.
  EXPECT_TRUE((Shard{1, 2}.owns(std::string_view("00000000000000000000000000000000"))));
  EXPECT_TRUE((Shard{2, 2}.owns(std::string_view("0000000000000000000000000000000f"))));
  EXPECT_TRUE((Shard{4, 4}.owns(std::string_view("ffffffffffffffff0000000000000003"))));
}

}  // namespace
}  // namespace agal::batch
