// Lowering of tokens that assembly cannot express, and of pairs. The text files next to it test all other tokens.
#include <gtest/gtest.h>

#include <initializer_list>
#include <vector>

#include "support/lowering.hpp"

namespace agal::lower {
namespace {

using ir::Op;
using test::all;
using test::count;
using test::lowered;

ir::Module lower_valid(const Program& program) {
  Result<ir::Module> module = lower(program, {});
  EXPECT_TRUE(module) << render_text(module.diagnostics());
  EXPECT_EQ(ir::verify(*module), "");
  return *std::move(module);
}

TEST(Tokens, RegisterBeyondVersionExtendsConstantArray) {
  Program program = test::assembled("mov op, vc[va0.x]\nmov v0, vc0\n");
  program.instructions[1].src1 = Source::make(RegisterType::Constant, 500);
  EXPECT_EQ(lower_valid(program).constant_array, 501u);
}

TEST(Tokens, EmptyMaskGivesNoInstructions) {
  for (const std::string token : {"mov ft0, v1", "sin ft0, v1", "add ft0, v1, v1"}) {
    Program program = test::assembled(token + "\nmov oc, v0\n");
    program.instructions[0].dst = Destination::make(RegisterType::Temporary, 0, 0);
    EXPECT_EQ(lower_valid(program).body.size(), 2u) << token;  // v0 and the store
  }
}

TEST(Tokens, NrmNeverWritesW) {
  Program program = test::assembled("mov ft0, v1\nnrm ft0.xyz, v0\nmov oc, ft0\n");
  program.instructions[1].dst = Destination::make(RegisterType::Temporary, 0, 0xf);
  const ir::Module module = lower_valid(program);
  const ir::Inst lanes = module[all(module, Op::StoreColor).at(0).arg(0)];
  EXPECT_EQ(module[lanes.arg(3)].op, Op::LoadVarying);
}

TEST(Tokens, KilReadsFirstOfSeveralLanes) {
  Program program = test::assembled("kil v0.y\nmov oc, v0\n");
  program.instructions[0].src1 = Source::make(RegisterType::Varying, 0, 0x1e);  // v0.zwyx
  const ir::Module module = lower_valid(program);
  const ir::Inst condition = module[all(module, Op::Kill).at(0).arg(0)];
  EXPECT_EQ(ir::lane_at(module[condition.arg(0)].lanes, 0), 2u);
}

TEST(Tokens, TedIsLoweredLikeTex) {
  Program program = test::assembled("tex oc, v0, fs0 <2d, linear, miplinear>\n");
  program.instructions[0].opcode = static_cast<std::uint32_t>(Opcode::Ted);
  EXPECT_EQ(count(lower_valid(program), Op::Sample), 1u);
}

TEST(Tokens, DepthWithoutXIsNotStored) {
  Program program = test::assembled("mov oc, v0\nmov fd.x, v1\n");
  program.instructions[1].dst = Destination::make(RegisterType::Depth, 0, 0xe);
  EXPECT_EQ(count(lower_valid(program), Op::StoreDepth), 0u);
}

// ---- pairs

base::RegisterSet set_of(std::initializer_list<std::uint32_t> numbers) {
  base::RegisterSet out;
  for (std::uint32_t n : numbers) out.add(n);
  return out;
}

TEST(Pair, StoresOnlyReadVaryings) {
  Options options;
  options.varyings_read = set_of({1});
  const ir::Module module = lowered("mov op, va0\nmov v0, va1\nmov v1, va2\n", options);
  ASSERT_EQ(count(module, Op::StoreVarying), 1u);
  EXPECT_EQ(all(module, Op::StoreVarying)[0].aux, 1u);
  options.varyings_read = base::RegisterSet{};
  EXPECT_EQ(count(lowered("mov op, va0\nmov v0, va1\n", options), Op::StoreVarying), 0u);
}

TEST(Pair, StoresZeroInUnwrittenVaryings) {
  Options options;
  options.varyings_read = set_of({0, 5});
  const ir::Module module = lowered("mov op, va0\nmov v0, va1\n", options);
  ASSERT_EQ(count(module, Op::StoreVarying), 2u);
  const ir::Inst added = all(module, Op::StoreVarying)[1];
  EXPECT_EQ(added.aux, 5u);
  EXPECT_EQ(module[added.arg(0)].op, Op::Constant);
  for (std::uint32_t lane = 0; lane < 4; ++lane) EXPECT_EQ(module[added.arg(0)].args[lane], 0u);
}

TEST(Pair, CentroidOfVaryingsFollowsFragmentProgram) {
  Options options;
  options.centroid_varyings.add(3);
  // A fetch with centroid does not affect the varyings of a vertex program.
  for (const char* text : {"mov op, va0\n", "tld vt0, va0, vs0 <2d, nearest, centroid>\nmov op, vt0\n"}) {
    EXPECT_EQ(lowered(text, options).centroid_varyings, set_of({3})) << text;
    EXPECT_TRUE(lowered(text).centroid_varyings.empty()) << text;
  }
}

}  // namespace
}  // namespace agal::lower
