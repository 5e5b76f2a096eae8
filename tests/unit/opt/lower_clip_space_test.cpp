#include "passes_support.hpp"

namespace agal::opt {
namespace {

using test::lowered;
using test::text_of;

ir::Module clipped(const ClipOptions& options, std::string_view text = "mov op, va0\n") {
  return after([&](ir::Module& m) { lower_clip_space(m, options); }, lowered(text));
}

TEST(Clip, NothingToDoIsNothingDone) { EXPECT_EQ(text_of(clipped({})), text_of(lowered("mov op, va0\n"))); }

TEST(Clip, NegativeOneToOneIsTwiceZMinusW) {
  ClipOptions options;
  options.negative_one_to_one = true;
  EXPECT_EQ(text_of(clipped(options)), R"(
%0: float = constant 0
%1: float4 = attribute va0
%2: float = compose %1.z
%3: float = compose %1.w
%4: float = add %2, %2
%5: float = sub %4, %3
%6: float4 = compose %1.x, %1.y, %5, %1.w
store-position %6
)");
}

TEST(Clip, FlippedIsMinusY) {
  ClipOptions options;
  options.flip_y = true;
  EXPECT_EQ(text_of(clipped(options)), R"(
%0: float = constant 0
%1: float4 = attribute va0
%2: float = compose %1.y
%3: float = neg %2
%4: float4 = compose %1.x, %3, %1.z, %1.w
store-position %4
)");
}

TEST(Clip, BothAtOnce) {
  ClipOptions options;
  options.flip_y = options.negative_one_to_one = true;
  const ir::Module module = clipped(options);
  EXPECT_EQ(test::count(module, ir::Op::Neg), 1u);
  EXPECT_EQ(test::count(module, ir::Op::Sub), 1u);
}

TEST(Clip, VaryingsAreLeftAlone) {
  ClipOptions options;
  options.flip_y = true;
  const ir::Module module = clipped(options, "mov op, va0\nmov v0, va0\n");
  EXPECT_EQ(module[test::all(module, ir::Op::StoreVarying).at(0).arg(0)].op, ir::Op::LoadAttribute);
}

TEST(Clip, WithoutAPositionThereIsNothingToDo) {
  ClipOptions options;
  options.flip_y = true;
  EXPECT_EQ(text_of(clipped(options, "mov v0, va0\n")), text_of(lowered("mov v0, va0\n")));
}

}  // namespace
}  // namespace agal::opt
