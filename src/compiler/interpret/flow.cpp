// Opcodes for conditionals, and kil.
#include "interpret/machine.hpp"

namespace agal::interpret {
namespace {

// The value of a scalar operand is its first lane.
template <class Fn>
Flags compare(Machine& m, const Instruction& t, Fn&& fn) {
  const Wide a = m.read(t.src1);
  const Wide b = m.read(t.src2);
  Flags result{};
  for (std::size_t i = 0; i < quad_size; ++i) {
    const float exact = fn(a[i][0], b[i][0]) ? 1.0f : 0.0f;
    result[i] = m.device_result(t, exact, {a[i].data(), 1}, {b[i].data(), 1}) != 0;
  }
  return result;
}

}  // namespace

void interpret_Ife(Machine& m, const Instruction& t) {
  m.open_if(compare(m, t, [](float a, float b) { return a == b; }));
}
void interpret_Ine(Machine& m, const Instruction& t) {
  m.open_if(compare(m, t, [](float a, float b) { return a != b; }));
}
void interpret_Ifg(Machine& m, const Instruction& t) {
  const bool or_equal = m.semantics().ifg == IfgMode::GreaterEqual;
  m.open_if(compare(m, t, [=](float a, float b) { return or_equal ? a >= b : a > b; }));
}
void interpret_Ifl(Machine& m, const Instruction& t) {
  m.open_if(compare(m, t, [](float a, float b) { return a < b; }));
}

void interpret_Els(Machine& m, const Instruction&) { m.open_else(); }
void interpret_Eif(Machine& m, const Instruction&) { m.close_if(); }

void interpret_Kil(Machine& m, const Instruction& t) {
  const Wide a = m.read(t.src1);
  Flags negative{};
  for (std::size_t i = 0; i < quad_size; ++i)
    negative[i] = m.device_result(t, a[i][0] < 0 ? 1.0f : 0.0f, {a[i].data(), 1}) != 0;
  m.kill(negative);
}

}  // namespace agal::interpret
