// Lowers componentwise opcodes: lane c of the result depends on lane c of the sources.
#include "lower/lowering.hpp"

namespace agal::lower {
namespace {

template <Op op>
Value unary(Lowering& l, Value a) {
  return l.builder().lanewise(op, a);
}
template <Op op>
Value unary_in_domain(Lowering& l, Value a) {
  return l.builder().lanewise(op, l.in_domain(a));
}
template <Op op>
Value binary(Lowering& l, Value a, Value b) {
  return l.builder().lanewise(op, a, b);
}
Value splat(Lowering& l, float value, Value like) { return l.builder().constant(value, l.builder().type(like).width); }

/// Returns 1 where the comparison holds, and 0 elsewhere.
template <Op op>
Value set_if(Lowering& l, Value a, Value b) {
  const Value holds = l.builder().compare(op, a, b);
  const Value one = splat(l, 1.0f, a);
  return l.builder().select(holds, one, splat(l, 0.0f, a));
}

}  // namespace

// A move copies references and creates no instruction.
void lower_Mov(Lowering& l, const Instruction& t) {
  if (t.dst.mask() != 0) l.write(t.dst, l.read_lanes(t.src1));
}

void lower_Add(Lowering& l, const Instruction& t) { l.componentwise(t, binary<Op::Add>); }
void lower_Sub(Lowering& l, const Instruction& t) { l.componentwise(t, binary<Op::Sub>); }
void lower_Mul(Lowering& l, const Instruction& t) { l.multiply(t); }
void lower_Div(Lowering& l, const Instruction& t) { l.componentwise(t, binary<Op::Div>); }
void lower_Min(Lowering& l, const Instruction& t) { l.componentwise(t, binary<Op::Min>); }
void lower_Max(Lowering& l, const Instruction& t) { l.componentwise(t, binary<Op::Max>); }
void lower_Frc(Lowering& l, const Instruction& t) { l.componentwise(t, unary<Op::Fract>); }
void lower_Exp(Lowering& l, const Instruction& t) { l.componentwise(t, unary<Op::Exp2>); }
void lower_Sin(Lowering& l, const Instruction& t) { l.componentwise(t, unary<Op::Sin>); }
void lower_Cos(Lowering& l, const Instruction& t) { l.componentwise(t, unary<Op::Cos>); }
void lower_Abs(Lowering& l, const Instruction& t) {
  l.note_fold();
  l.componentwise(t, unary<Op::Abs>);
}
void lower_Neg(Lowering& l, const Instruction& t) {
  l.note_fold();
  l.componentwise(t, unary<Op::Neg>);
}
void lower_Sgn(Lowering& l, const Instruction& t) { l.componentwise(t, unary<Op::Sign>); }
void lower_Ddx(Lowering& l, const Instruction& t) { l.componentwise(t, unary<Op::DerivativeX>); }
void lower_Ddy(Lowering& l, const Instruction& t) { l.componentwise(t, unary<Op::DerivativeY>); }
void lower_Sqt(Lowering& l, const Instruction& t) { l.componentwise(t, unary_in_domain<Op::Sqrt>); }
void lower_Rsq(Lowering& l, const Instruction& t) { l.componentwise(t, unary_in_domain<Op::Rsqrt>); }
void lower_Log(Lowering& l, const Instruction& t) { l.componentwise(t, unary_in_domain<Op::Log2>); }

void lower_Rcp(Lowering& l, const Instruction& t) {
  l.componentwise(
      t, +[](Lowering& s, Value a) { return s.builder().lanewise(Op::Div, splat(s, 1.0f, a), a); });
}

void lower_Pow(Lowering& l, const Instruction& t) {
  l.componentwise(
      t, +[](Lowering& s, Value a, Value b) { return s.builder().lanewise(Op::Pow, s.in_domain(a), b); });
}

void lower_Sat(Lowering& l, const Instruction& t) {
  l.componentwise(
      t, +[](Lowering& s, Value a) {
        return s.builder().make(Op::Clamp, s.builder().type(a), {a, splat(s, 0.0f, a), splat(s, 1.0f, a)});
      });
}

void lower_Sge(Lowering& l, const Instruction& t) { l.componentwise(t, set_if<Op::GreaterEqual>); }
void lower_Slt(Lowering& l, const Instruction& t) { l.componentwise(t, set_if<Op::Less>); }
void lower_Seq(Lowering& l, const Instruction& t) { l.componentwise(t, set_if<Op::Equal>); }
void lower_Sne(Lowering& l, const Instruction& t) { l.componentwise(t, set_if<Op::NotEqual>); }

}  // namespace agal::lower
