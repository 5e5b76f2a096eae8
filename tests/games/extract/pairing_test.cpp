// Pairing of vertex and fragment programs, and the evidence for each pair.
#include <fmt/format.h>

#include "support/extraction.hpp"

namespace agal::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

// Programs with one varying. Only programs with the same varying fit each other.
std::string vertex(int varying) { return fmt::format("m44 op, va0, vc0\nmov v{}, va1\n", varying); }
std::string fragment(int varying) { return fmt::format("mul ft0, v{0}, fc0\nmov oc, ft0\n", varying); }

/// Returns "vertex+fragment" for each pair, with the names of the data that contain the programs.
std::vector<std::string> pairs_of(const Extraction& found) {
  std::vector<std::string> pairs;
  for (const FoundPair& pair : found.pairs)
    pairs.push_back(found.programs[pair.vertex].origins[0].name + "+" + found.programs[pair.fragment].origins[0].name);
  return pairs;
}

TEST(Pairing, PrefersNames) {
  const ByteVector file = SwfBuilder()
                              .binary_data("A_SkyVertex", bytecode(vertex(0) + "mov vt0, va1\n"))
                              .binary_data("A_SeaFragment", bytecode(fragment(0)))
                              .binary_data("A_SeaVertex", bytecode(vertex(0)))
                              .binary_data("A_SkyFragment", bytecode(fragment(0) + "mov ft1, v0\n"))
                              .build();
  const Extraction found = found_in(file);
  EXPECT_THAT(pairs_of(found), ElementsAre("A_SkyVertex+A_SkyFragment", "A_SeaVertex+A_SeaFragment"));
  EXPECT_EQ(found.pairs[0].evidence,
            "their names, A_SkyVertex and A_SkyFragment, differ only in the stage, and the vertex program writes "
            "all that the fragment program reads");
}

TEST(Pairing, DoesNotPairMismatchedPrograms) {
  const ByteVector file = SwfBuilder()
                              .binary_data("SeaVertex", bytecode(vertex(0)))
                              .binary_data("SeaFragment", bytecode(fragment(1)))
                              .build();
  EXPECT_THAT(found_in(file).pairs, IsEmpty());
}

TEST(Pairing, PairsProgramsOfOneClass) {
  const ByteVector file = SwfBuilder()
                              .binary_data("Sea_a", bytecode(vertex(0)))
                              .binary_data("Sky_a", bytecode(vertex(0) + "mov vt0, va1\n"))
                              .binary_data("Sky_b", bytecode(fragment(0) + "mov ft1, v0\n"))
                              .binary_data("Sea_b", bytecode(fragment(0)))
                              .build();
  const Extraction found = found_in(file);
  EXPECT_THAT(pairs_of(found), ElementsAre("Sea_a+Sea_b", "Sky_a+Sky_b"));
  EXPECT_THAT(found.pairs[0].evidence, HasSubstr("both are embedded in the class Sea"));
}

TEST(Pairing, PairsNeighbors) {
  const ByteVector file = SwfBuilder()
                              .binary_data("a", bytecode(vertex(0)))
                              .binary_data("b", bytecode(fragment(0)))
                              .binary_data("c", bytecode(vertex(0) + "mov vt0, va1\n"))
                              .binary_data("d", bytecode(fragment(0) + "mov ft1, v0\n"))
                              .build();
  const Extraction found = found_in(file);
  EXPECT_THAT(pairs_of(found), ElementsAre("a+b", "c+d"));
  EXPECT_THAT(found.pairs[0].evidence, HasSubstr("they are in adjacent tags, 2 and 3"));
}

TEST(Pairing, PairsOnlyProgramsWithSameVaryings) {
  const ByteVector file = SwfBuilder()
                              .binary_data("a", bytecode(vertex(0)))
                              .binary_data("x", bytes_of("something between them"))
                              .binary_data("b", bytecode(fragment(1)))
                              .binary_data("x", bytes_of("something between them"))
                              .binary_data("c", bytecode(fragment(0)))
                              .build();
  const Extraction found = found_in(file);
  EXPECT_THAT(pairs_of(found), ElementsAre("a+c"));
  EXPECT_THAT(found.pairs[0].evidence, HasSubstr("the only two programs in this file with these varyings"));
}

TEST(Pairing, PairsOneVertexProgramWithSeveral) {
  const ByteVector file = swf_with_pool({vertex(0), "Main", "mov oc, v0", "main", fragment(0)});
  const Extraction found = found_in(file);
  ASSERT_THAT(found.pairs, SizeIs(2));
  EXPECT_EQ(found.pairs[0].vertex, found.pairs[1].vertex);
  EXPECT_THAT(found.pairs[0].evidence, HasSubstr("they are in the same pool of strings"));
}

TEST(Pairing, DoesNotPairAcrossContainers) {
  const ByteVector first = SwfBuilder().binary_data("WaterVertex", bytecode(vertex(0))).build();
  const ByteVector second = SwfBuilder().binary_data("WaterFragment", bytecode(fragment(0))).build();
  const Extraction found = found_in(build_archive({{"a.swf", first}, {"b.swf", second}}));
  EXPECT_THAT(found.programs, SizeIs(2));
  EXPECT_THAT(found.pairs, IsEmpty());
}

TEST(Pairing, PairsEntriesOfArchiveByName) {
  const Extraction found = found_in(build_archive({{"sky.vert.agal", bytes_of(vertex(0) + "mov vt0, va1\n")},
                                                   {"sea.vert.agal", bytes_of(vertex(0))},
                                                   {"sea.frag.agal", bytes_of(fragment(0))},
                                                   {"sky.frag.agal", bytes_of(fragment(0) + "mov ft1, v0\n")}}));
  EXPECT_THAT(pairs_of(found), ElementsAre("sky.vert.agal+sky.frag.agal", "sea.vert.agal+sea.frag.agal"));
}

TEST(Pairing, PairsTextsOfDifferentVersions) {
  // An engine assembles both texts with one version. Only one text needs the later version.
  const std::string later = "ddx ft0, v0\nmov oc, ft0\n";
  const Extraction found = found_in(swf_with_pool({vertex(0), "Main", later}));
  ASSERT_THAT(found.programs, SizeIs(2));
  EXPECT_NE(found.programs[0].program.version, found.programs[1].program.version);
  EXPECT_THAT(found.pairs, SizeIs(1));
}

TEST(Pairing, PairsProgramsOfOneMethod) {
  AbcBuilder abc;
  Code code(abc);
  for (const std::string& text : {vertex(0), fragment(0)})
    code.push_field("assembler").push_string(text).call_void("assemble", 1);
  abc.add_class("effects", "Water", {code.return_void()});
  const Extraction found = found_in(SwfBuilder().abc(abc.build()).build());
  ASSERT_THAT(found.pairs, SizeIs(1));
  EXPECT_THAT(found.pairs[0].evidence, HasSubstr("the class effects.Water contains both in one method"));
}

}  // namespace
}  // namespace agal::test
