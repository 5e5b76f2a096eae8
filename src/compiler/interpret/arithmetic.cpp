// Componentwise opcodes: lane c of the result depends on lane c of the sources.
#include <cmath>

#include "interpret/machine.hpp"
#include "interpret/power.hpp"

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

// Returns the operand of sqt, rsq or log, or the base of pow, after the conversion that the semantics require.
float in_domain(const Machine& m, float a) { return m.semantics().domain == Domain::Abs ? std::fabs(a) : a; }

// Returns the result of min or max. `formula` is the result without rules for NaN.
float selected(const Machine& m, float a, float b, float formula) {
  if (!std::isnan(a) && !std::isnan(b)) return formula;
  switch (m.nan().min_max) {
    case NanMinMax::First: return formula;
    case NanMinMax::Number: return std::isnan(a) ? b : a;
    case NanMinMax::Open: return m.undefined();
  }
  return formula;
}

float saturated(const Machine& m, float a) {
  if (!std::isnan(a)) return a < 0 ? 0.0f : a > 1 ? 1.0f : a;
  switch (m.nan().sat) {
    case NanSat::Nan: return a;
    case NanSat::Zero: return 0;
    case NanSat::Open: return m.undefined();
  }
  return a;
}

// Returns the derivative from invocation `from` to its neighbor `to`.
Float4 difference(Machine& m, const Instruction& t, const Wide& a, std::size_t from, std::size_t to) {
  Float4 result;
  for (std::size_t c = 0; c < 4; ++c)
    result[c] = m.device_result(t, a[to][c] - a[from][c], {&a[to][c], 1}, {&a[from][c], 1});
  return result;
}

}  // namespace

void interpret_Mov(Machine& m, const Instruction& t) { m.write(t.dst, m.read(t.src1)); }

#define AGAL_UNARY(id, lane)                              \
  void interpret_##id(Machine& m, const Instruction& t) { \
    unary(m, t, [&](float a) { return lane; });           \
  }
#define AGAL_BINARY(id, lane)                             \
  void interpret_##id(Machine& m, const Instruction& t) { \
    binary(m, t, [&](float a, float b) { return lane; }); \
  }
#include "interpret/arithmetic.def"
#undef AGAL_BINARY
#undef AGAL_UNARY

// Computes the difference between the right and the left pixel in each row of the quad.
void interpret_Ddx(Machine& m, const Instruction& t) {
  const Wide a = m.read(t.src1);
  const std::array<Float4, 2> rows{difference(m, t, a, 0, 1), difference(m, t, a, 2, 3)};
  Wide result;
  for (std::size_t i = 0; i < quad_size; ++i) result[i] = rows[m.derivative_pixel(t, i) / 2];
  m.write(t.dst, result);
}

// Computes the difference between the lower and the upper pixel in each column of the quad. y grows downward.
void interpret_Ddy(Machine& m, const Instruction& t) {
  const Wide a = m.read(t.src1);
  const std::array<Float4, 2> columns{difference(m, t, a, 0, 2), difference(m, t, a, 1, 3)};
  Wide result;
  for (std::size_t i = 0; i < quad_size; ++i) result[i] = columns[m.derivative_pixel(t, i) % 2];
  m.write(t.dst, result);
}

}  // namespace agal::interpret
