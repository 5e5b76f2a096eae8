// Constants of SPIR-V modules. code.txt tests the code of single operations.
#include "emitted.hpp"
#include "ir/builder.hpp"

namespace agal::spirv {
namespace {

using ir::Op;
using ir::Value;

TEST(Constants, VectorOfBoolsIsComposite) {
  // Only a comparison of unwritten registers gives such a constant. Level Strict rejects it.
  ir::Module module;
  module.stage = Stage::Fragment;
  ir::Builder b(module);
  const Value v = b.make(Op::LoadVarying, ir::float_type(4), {}, 0);
  ir::Inst mixed;
  mixed.op = Op::Constant;
  mixed.type = ir::bool_type(4);
  mixed.args = {1, 0, 1, 0};
  const Value condition = b.append(mixed);
  const Value other = b.lanewise(Op::Neg, v);
  b.make(Op::StoreColor, {}, {b.select(condition, v, other)}, 0);
  const Emitted emitted(std::move(module));
  EXPECT_EQ(emitted.count(spv::OpConstantTrue), 1u);
  EXPECT_EQ(emitted.count(spv::OpConstantFalse), 1u);
  EXPECT_EQ(emitted.all(spv::OpConstantComposite).at(0).operands.size(), 6u);
}

TEST(Constants, DeadConstantsAreNotDeclared) { EXPECT_EQ(Emitted("mov oc, v0\n").count(spv::OpConstant), 0u); }

}  // namespace
}  // namespace agal::spirv
