// Lowers opcodes that read several lanes per result lane: dot and cross products, normalization, matrices.
#include "lower/lowering.hpp"

namespace agal::lower {
namespace {

void dot(Lowering& l, const Instruction& t) {
  const std::uint32_t width = t.info()->cols;
  if (t.dst.mask() == 0) return;
  const Value a = l.read_vector(t.src1, width);
  const Value b = l.read_vector(t.src2, width);
  l.write_value(t.dst, l.builder().make(Op::Dot, ir::float_type(1), {a, b}));
}

// Lowers a matrix product. Row i is the dot product of source 1 with register i of source 2. Only rows in the mask are
// computed. All of them are computed before the first one is written, because the destination may also be a source.
void matrix(Lowering& l, const Instruction& t) {
  const OpcodeInfo& row = *t.info();
  const std::uint32_t enabled = t.dst.mask() & ((1u << row.rows) - 1);
  if (enabled == 0) return;
  const Value a = l.read_vector(t.src1, row.cols);
  std::array<Lane, 4> lanes;
  for (std::uint32_t i = 0; i < row.rows; ++i) {
    if (!(enabled >> i & 1)) continue;
    const Value b = l.read_vector(t.src2, row.cols, i, row.rows);
    lanes[i] = {l.builder().make(Op::Dot, ir::float_type(1), {a, b}), 0};
  }
  l.write(Destination::make(t.dst.type(), t.dst.index(), static_cast<WriteMask>(enabled)), lanes);
}

Destination without_w(const Destination& d) {
  return Destination::make(d.type(), d.index(), static_cast<WriteMask>(d.mask() & 7));
}

}  // namespace

void lower_Dp3(Lowering& l, const Instruction& t) { dot(l, t); }
void lower_Dp4(Lowering& l, const Instruction& t) { dot(l, t); }
void lower_M33(Lowering& l, const Instruction& t) { matrix(l, t); }
void lower_M44(Lowering& l, const Instruction& t) { matrix(l, t); }
void lower_M34(Lowering& l, const Instruction& t) { matrix(l, t); }

void lower_Crs(Lowering& l, const Instruction& t) {
  const Value a = l.read_vector(t.src1, 3);
  const Value b = l.read_vector(t.src2, 3);
  l.write_value(without_w(t.dst), l.builder().make(Op::Cross, ir::float_type(3), {a, b}));
}

void lower_Nrm(Lowering& l, const Instruction& t) {
  ir::Builder& b = l.builder();
  const Value a = l.read_vector(t.src1, 3);
  Value n = b.make(Op::Normalize, ir::float_type(3), {a});
  switch (l.semantics().normalize_zero) {
    case NormalizeZero::Undefined: break;
    case NormalizeZero::Zero: {
      // A select is used instead of a product, because 0 × NaN is NaN.
      const Value zero = b.constant(0.0f);
      const Value is_zero = b.compare(Op::Equal, b.make(Op::Dot, ir::float_type(1), {a, a}), zero);
      const std::array<Lane, 3> thrice{Lane{is_zero, 0}, Lane{is_zero, 0}, Lane{is_zero, 0}};
      const Value condition = b.compose(thrice);
      n = b.select(condition, b.constant(0.0f, 3), n);
      break;
    }
  }
  l.write_value(without_w(t.dst), n);
}

}  // namespace agal::lower
