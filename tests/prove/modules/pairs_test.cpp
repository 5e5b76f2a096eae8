// Proofs of linked pairs. The vertex module stores only the varyings that the fragment program reads.
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "agal/assembly.hpp"
#include "agal/compile.hpp"
#include "agal/prove/prove.hpp"

namespace agal {
namespace {

constexpr std::string_view vertex_text = "m44 op, va0, vc0\nmul v0, va1, vc4\nmov v1, va1\nadd v2, va1, vc5\n";

Program assembled(std::string_view text, Stage stage) {
  AssembleOptions options;
  options.stage = stage;
  Result<Program> program = assemble(text, "test", options);
  EXPECT_TRUE(program);
  return *std::move(program);
}

struct Linked {
  Program vertex, fragment;
  LinkedCompilation products;
  ProofOptions proof;

  Result<PairProof> prove() const {
    return prove_pair(vertex, fragment, products.vertex.spirv, products.fragment.spirv, proof);
  }
};

Linked linked(std::string_view vertex, std::string_view fragment, ConstantsMode mode = ConstantsMode::Ubo) {
  Linked out{assembled(vertex, Stage::Vertex), assembled(fragment, Stage::Fragment), {}, {}};
  CompileOptions options;
  options.target = Target::Spv;
  options.constants = mode;
  Result<LinkedCompilation> products = link(out.vertex, out.fragment, options);
  EXPECT_TRUE(products);
  out.products = *std::move(products);
  out.proof.output = options;
  return out;
}

TEST(PairProofs, AcceptDroppedVaryings) {
  const Linked pair = linked(vertex_text, "add ft0, v0, v2\nmul oc, ft0, fc0\n");
  const Result<PairProof> found = pair.prove();
  ASSERT_TRUE(found);
  EXPECT_EQ(found->vertex.verdict, Verdict::Equal);
  EXPECT_EQ(found->fragment.verdict, Verdict::Equal);
  // Without a fragment program, the vertex module must store all varyings.
  const Result<Proof> alone = prove_equal(pair.vertex, pair.products.vertex.spirv, pair.proof);
  ASSERT_TRUE(alone);
  EXPECT_EQ(alone->verdict, Verdict::Different);
  EXPECT_EQ(alone->reason, "it does not write v1");
}

TEST(PairProofs, RequireEveryReadVarying) {
  Linked pair = linked(vertex_text, "mul oc, v0, fc0\n");
  const Linked other = linked(vertex_text, "mul oc, v1, fc0\n");
  pair.products.vertex = other.products.vertex;
  const Result<PairProof> found = pair.prove();
  ASSERT_TRUE(found);
  EXPECT_EQ(found->vertex.verdict, Verdict::Different);
  EXPECT_EQ(found->fragment.verdict, Verdict::Equal);
}

// A fragment module that reads the wrong varying also makes the vertex module different.
TEST(PairProofs, FindWrongVaryingOfFragmentModule) {
  Linked pair = linked(vertex_text, "mul oc, v0, fc0\n");
  const Linked other = linked(vertex_text, "mul oc, v1, fc0\n");
  pair.products.fragment = other.products.fragment;
  const Result<PairProof> found = pair.prove();
  ASSERT_TRUE(found);
  EXPECT_EQ(found->vertex.verdict, Verdict::Different);
  EXPECT_EQ(found->fragment.verdict, Verdict::Different);
}

TEST(PairProofs, FollowPushConstantsOfVertexModule) {
  const std::string_view fragment = "add ft0, v0, fc1\nmul oc, ft0, fc0\n";
  Linked pair = linked(vertex_text, fragment, ConstantsMode::Push);
  const Result<PairProof> found = pair.prove();
  ASSERT_TRUE(found);
  EXPECT_EQ(found->vertex.verdict, Verdict::Equal);
  EXPECT_EQ(found->fragment.verdict, Verdict::Equal);
  // The other vertex program reads one more register, which moves the constants of the fragment program.
  const Linked other =
      linked("m44 op, va0, vc0\nadd v0, va1, vc6\nmov v1, va1\nmov v2, va1\n", fragment, ConstantsMode::Push);
  pair.products.fragment = other.products.fragment;
  const Result<PairProof> moved = pair.prove();
  ASSERT_TRUE(moved);
  EXPECT_EQ(moved->fragment.verdict, Verdict::Different);
}

// If the fragment module cannot be read, the varyings that it needs are unknown, so that the vertex module may have
// dropped varyings. Its position must be equal in any case.
TEST(PairProofs, DoNotDecideVertexModuleIfFragmentModuleIsUnknown) {
  std::string text = "mov ft0, v0\n";
  for (int i = 0; i < 100; ++i) text += "mul ft0, ft0, v0.yzwx\nadd ft0, ft0, fc0\n";
  Linked pair = linked(vertex_text, text + "mov oc, ft0\n");
  pair.proof.budget = 300;
  const Result<PairProof> found = pair.prove();
  ASSERT_TRUE(found);
  EXPECT_EQ(found->fragment.verdict, Verdict::NotDecided);
  EXPECT_EQ(found->vertex.verdict, Verdict::NotDecided);
  EXPECT_EQ(found->vertex.reason, "it is not known which varyings the fragment shader reads");
  pair.products.vertex =
      linked("m44 op, va0, vc1\nmov v0, va1\nmov v1, va1\nmov v2, va1\n", "mov oc, v0").products.vertex;
  const Result<PairProof> other = pair.prove();
  ASSERT_TRUE(other);
  EXPECT_EQ(other->vertex.verdict, Verdict::Different);
  // A vertex module that writes all varyings is equal.
  pair.products.vertex = linked(vertex_text, "add ft0, v0, v1\nadd oc, ft0, v2\n").products.vertex;
  const Result<PairProof> whole = pair.prove();
  ASSERT_TRUE(whole);
  EXPECT_EQ(whole->vertex.verdict, Verdict::Equal);
}

TEST(PairProofs, RejectTwoProgramsOfOneStage) {
  const Linked pair = linked(vertex_text, "mul oc, v0, fc0\n");
  const auto& words = pair.products.fragment.spirv;
  const Result<PairProof> found = prove_pair(pair.fragment, pair.fragment, words, words);
  EXPECT_FALSE(found);
}

}  // namespace
}  // namespace agal
