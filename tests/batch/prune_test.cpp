// Removal of products of an earlier run.
#include "batch/prune.hpp"

#include <gtest/gtest.h>

#include "folder.hpp"
#include "manifest_line.hpp"

namespace agal::batch {
namespace {

class PruneTest : public testing::Test {
 protected:
  PruneTest() : scratch_(*Scratch::open(folder_.path(".agalc"), "test", {})), writer_(folder_.path(), *scratch_) {}
  std::uint64_t pruned(const std::string& old_manifest, const std::string& new_manifest) {
    folder_.write("old", old_manifest);
    folder_.write("new", new_manifest);
    return *prune(folder_.path("old"), folder_.path("new"), *scratch_, writer_);
  }

  Folder folder_;
  std::unique_ptr<Scratch> scratch_;
  Writer writer_;
};

TEST_F(PruneTest, RemovesWhatIsNotNamedAnyMore) {
  for (const char* file : {"a.agal", "a.spv", "b.agal", "b.spv", "b.msl21", "c/d.agal", "c/d.spv", "own.spv"})
    folder_.write(file, "x");
  EXPECT_EQ(pruned(line("a", {"spv"}) + line("b", {"spv", "msl21"}) + line("c/d", {"spv"}),
                   line("aa", {"spv"}) + line("b", {"spv"})),
            5u);
  for (const char* gone : {"a.agal", "a.spv", "b.msl21", "c"}) EXPECT_FALSE(folder_.exists(gone)) << gone;
  for (const char* kept : {"b.agal", "b.spv", "own.spv"}) EXPECT_TRUE(folder_.exists(kept)) << kept;
}

TEST_F(PruneTest, TouchesNothingThatIsNoProduct) {
  folder_.write("precious", "x");
  folder_.write("sub/precious", "x");
  for (const char* outputs : {R"("1":"precious","2":"sub/precious")", R"("1":"../precious")", R"("1":"a/../precious")",
                              R"("1":"a.x/../precious")", R"("1":"/etc/passwd")"}) {
    EXPECT_EQ(pruned(fmt::format("{{{}\"stem\":\"a\",\"outputs\":{{{}}}}}\n", line_start, outputs), ""), 0u);
    EXPECT_TRUE(folder_.exists("precious"));
    EXPECT_TRUE(folder_.exists("sub/precious"));
  }
}

TEST_F(PruneTest, ConcludesNothingFromAManifestThatIsNotSorted) {
  for (const char* file : {"a.agal", "b.agal", "c.agal"}) folder_.write(file, "x");
  EXPECT_EQ(pruned(line("c") + line("a"), line("a") + line("b")), 1u);
  EXPECT_TRUE(folder_.exists("a.agal"));
  EXPECT_EQ(*prune(folder_.path("none"), folder_.path("new"), *scratch_, writer_), 0u);
}

TEST_F(PruneTest, AProgramOfManyPlacesIsRemovedWhereItIsNotAnyMore) {
  const std::string both = fmt::format(
      R"({{{}"stem":"a","origins":[{{"container":"1","stem":"a"}},{{"container":"2","stem":"b"}}],"disassembly":"a.agal"}})"
      "\n",
      line_start);
  for (const char* file : {"a.agal", "b.agal"}) folder_.write(file, "x");
  EXPECT_EQ(pruned(both, line("b")), 1u);
  EXPECT_FALSE(folder_.exists("a.agal"));
  EXPECT_TRUE(folder_.exists("b.agal"));
  folder_.write("a.agal", "x");
  EXPECT_EQ(pruned(line("a") + line("b"), both), 0u);
  EXPECT_TRUE(folder_.exists("a.agal"));
}

TEST_F(PruneTest, APathOfTwoLinesIsNone) {
  folder_.write("precious", "x");
  folder_.write("a.x\nprecious", "x");
  EXPECT_EQ(pruned(fmt::format(R"({{{}"stem":"a","outputs":{{"1":"a.x\nprecious"}}}})"
                               "\n",
                               line_start),
                   ""),
            0u);
  EXPECT_TRUE(folder_.exists("precious"));
}

TEST_F(PruneTest, RemovesNothingIfTheNewManifestIsDamaged) {
  folder_.write("a.agal", "x");
  folder_.write("old", line("a"));
  folder_.write("new", "{");
  EXPECT_TRUE(prune(folder_.path("old"), folder_.path("new"), *scratch_, writer_).diagnostics().contains(1053));
  EXPECT_TRUE(folder_.exists("a.agal"));
}

}  // namespace
}  // namespace agal::batch
