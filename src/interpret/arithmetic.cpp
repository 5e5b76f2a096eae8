// Componentwise opcodes: lane c of the result depends on lane c of the sources.
#include <cmath>

#include "interpret/machine.hpp"

namespace agal::interpret {
namespace {

template <class Fn>
void unary(Machine& m, const Instruction& t, Fn&& fn) {
  Wide result = m.read(t.src1);
  for (Float4& value : result)
    for (float& lane : value) lane = m.device_result(t, fn(lane), {&lane, 1});
  m.write(t.dst, result);
}

template <class Fn>
void binary(Machine& m, const Instruction& t, Fn&& fn) {
  Wide result = m.read(t.src1);
  const Wide b = m.read(t.src2);
  for (std::size_t i = 0; i < quad_size; ++i)
    for (std::size_t c = 0; c < 4; ++c) {
      float& lane = result[i][c];
      lane = m.device_result(t, fn(lane, b[i][c]), {&lane, 1}, {&b[i][c], 1});
    }
  m.write(t.dst, result);
}

// The input of sqt, rsq or log, or the base of pow.
float in_domain(const Machine& m, float a) { return m.semantics().domain == Domain::Abs ? std::fabs(a) : a; }

float one_if(bool condition) { return condition ? 1.0f : 0.0f; }

// The derivative from invocation `from` to its neighbor `to`.
Float4 difference(Machine& m, const Instruction& t, const Wide& a, std::size_t from, std::size_t to) {
  Float4 result;
  for (std::size_t c = 0; c < 4; ++c)
    result[c] = m.device_result(t, a[to][c] - a[from][c], {&a[to][c], 1}, {&a[from][c], 1});
  return result;
}

}  // namespace

void interpret_Mov(Machine& m, const Instruction& t) { m.write(t.dst, m.read(t.src1)); }

void interpret_Add(Machine& m, const Instruction& t) {
  binary(m, t, [](float a, float b) { return a + b; });
}
void interpret_Sub(Machine& m, const Instruction& t) {
  binary(m, t, [](float a, float b) { return a - b; });
}
void interpret_Mul(Machine& m, const Instruction& t) {
  binary(m, t, [](float a, float b) { return a * b; });
}
void interpret_Div(Machine& m, const Instruction& t) {
  binary(m, t, [](float a, float b) { return a / b; });
}
void interpret_Rcp(Machine& m, const Instruction& t) {
  unary(m, t, [](float a) { return 1.0f / a; });
}
void interpret_Min(Machine& m, const Instruction& t) {
  binary(m, t, [](float a, float b) { return b < a ? b : a; });
}
void interpret_Max(Machine& m, const Instruction& t) {
  binary(m, t, [](float a, float b) { return a < b ? b : a; });
}
void interpret_Frc(Machine& m, const Instruction& t) {
  unary(m, t, [](float a) { return a - std::floor(a); });
}
void interpret_Sqt(Machine& m, const Instruction& t) {
  unary(m, t, [&](float a) { return std::sqrt(in_domain(m, a)); });
}
void interpret_Rsq(Machine& m, const Instruction& t) {
  unary(m, t, [&](float a) { return 1.0f / std::sqrt(in_domain(m, a)); });
}
// A power is defined by a logarithm, and a negative base does not have one, whatever the exponent.
void interpret_Pow(Machine& m, const Instruction& t) {
  binary(m, t, [&](float a, float b) {
    const float base = in_domain(m, a);
    return base < 0 ? std::numeric_limits<float>::quiet_NaN() : std::pow(base, b);
  });
}
void interpret_Log(Machine& m, const Instruction& t) {
  unary(m, t, [&](float a) { return std::log2(in_domain(m, a)); });
}
void interpret_Exp(Machine& m, const Instruction& t) {
  unary(m, t, [](float a) { return std::exp2(a); });
}
void interpret_Sin(Machine& m, const Instruction& t) {
  unary(m, t, [](float a) { return std::sin(a); });
}
void interpret_Cos(Machine& m, const Instruction& t) {
  unary(m, t, [](float a) { return std::cos(a); });
}
void interpret_Abs(Machine& m, const Instruction& t) {
  unary(m, t, [](float a) { return std::fabs(a); });
}
void interpret_Neg(Machine& m, const Instruction& t) {
  unary(m, t, [](float a) { return -a; });
}
void interpret_Sat(Machine& m, const Instruction& t) {
  unary(m, t, [](float a) { return a < 0 ? 0.0f : a > 1 ? 1.0f : a; });
}
void interpret_Sgn(Machine& m, const Instruction& t) {
  unary(m, t, [](float a) { return a > 0 ? 1.0f : a < 0 ? -1.0f : 0.0f; });
}
void interpret_Sge(Machine& m, const Instruction& t) {
  binary(m, t, [](float a, float b) { return one_if(a >= b); });
}
void interpret_Slt(Machine& m, const Instruction& t) {
  binary(m, t, [](float a, float b) { return one_if(a < b); });
}
void interpret_Seq(Machine& m, const Instruction& t) {
  binary(m, t, [](float a, float b) { return one_if(a == b); });
}
void interpret_Sne(Machine& m, const Instruction& t) {
  binary(m, t, [](float a, float b) { return one_if(a != b); });
}

// Right minus left, in each row of the quad.
void interpret_Ddx(Machine& m, const Instruction& t) {
  const Wide a = m.read(t.src1);
  const std::array<Float4, 2> rows{difference(m, t, a, 0, 1), difference(m, t, a, 2, 3)};
  Wide result;
  for (std::size_t i = 0; i < quad_size; ++i) result[i] = rows[m.derivative_pixel(t, i) / 2];
  m.write(t.dst, result);
}

// Lower minus upper, in each column of the quad: y grows downward.
void interpret_Ddy(Machine& m, const Instruction& t) {
  const Wide a = m.read(t.src1);
  const std::array<Float4, 2> columns{difference(m, t, a, 0, 2), difference(m, t, a, 1, 3)};
  Wide result;
  for (std::size_t i = 0; i < quad_size; ++i) result[i] = columns[m.derivative_pixel(t, i) % 2];
  m.write(t.dst, result);
}

}  // namespace agal::interpret
