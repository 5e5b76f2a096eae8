// Lowers branches and kil.
#include "lower/lowering.hpp"

namespace agal::lower {
namespace {

Value scalar(Lowering& l, const Source& source) { return l.builder().lane(l.read(source, 0)); }

void open(Lowering& l, const Instruction& t, Op comparison) {
  const Value a = scalar(l, t.src1);
  const Value b = scalar(l, t.src2);
  l.open_if(l.builder().compare(comparison, a, b));
}

}  // namespace

void lower_Ife(Lowering& l, const Instruction& t) { open(l, t, Op::Equal); }
void lower_Ine(Lowering& l, const Instruction& t) { open(l, t, Op::NotEqual); }
void lower_Ifl(Lowering& l, const Instruction& t) { open(l, t, Op::Less); }

void lower_Ifg(Lowering& l, const Instruction& t) {
  switch (l.semantics().ifg) {
    case IfgMode::Greater: return open(l, t, Op::Greater);
    case IfgMode::GreaterEqual: return open(l, t, Op::GreaterEqual);
  }
}

void lower_Els(Lowering& l, const Instruction&) { l.open_else(); }
void lower_Eif(Lowering& l, const Instruction&) { l.close_if(); }

void lower_Kil(Lowering& l, const Instruction& t) {
  const Value a = scalar(l, t.src1);
  const Value condition = l.builder().compare(Op::Less, a, l.builder().constant(0.0f));
  l.builder().make(Op::Kill, {}, {condition});
}

}  // namespace agal::lower
