// Opcodes with results that depend on several source lanes: dot and cross products, normalization, matrices.
#include <cmath>

#include "interpret/machine.hpp"

namespace agal::interpret {
namespace {

constexpr WriteMask xyz = 0x7;

// Computes a dot product. The products are added in order, beginning with x.
float dot(const Float4& a, const Float4& b, std::uint32_t width) {
  float sum = a[0] * b[0];
  for (std::uint32_t c = 1; c < width; ++c) sum += a[c] * b[c];
  return sum;
}

void dot_product(Machine& m, const Instruction& t) {
  Wide result = m.read(t.src1);
  const Wide b = m.read(t.src2);
  const std::size_t width = t.info()->cols;
  for (std::size_t i = 0; i < quad_size; ++i)
    result[i].fill(
        m.device_result(t, dot(result[i], b[i], t.info()->cols), {result[i].data(), width}, {b[i].data(), width}));
  m.write(t.dst, result);
}

// Computes a matrix product. Component r is the dot product of source 1 with row r. All sources are read before the
// result is written, because they may be the same register.
void matrix_product(Machine& m, const Instruction& t) {
  const OpcodeInfo& row = *t.info();
  const Wide a = m.read(t.src1);
  Wide result{};
  for (std::uint32_t r = 0; r < row.rows; ++r) {
    const Wide b = m.read(t.src2, r, row.rows);
    for (std::size_t i = 0; i < quad_size; ++i)
      result[i][r] = m.device_result(t, dot(a[i], b[i], row.cols), {a[i].data(), row.cols}, {b[i].data(), row.cols});
  }
  m.write(t.dst, result, static_cast<WriteMask>((1u << row.rows) - 1));
}

}  // namespace

void interpret_Dp3(Machine& m, const Instruction& t) { dot_product(m, t); }
void interpret_Dp4(Machine& m, const Instruction& t) { dot_product(m, t); }
void interpret_M33(Machine& m, const Instruction& t) { matrix_product(m, t); }
void interpret_M44(Machine& m, const Instruction& t) { matrix_product(m, t); }
void interpret_M34(Machine& m, const Instruction& t) { matrix_product(m, t); }

void interpret_Crs(Machine& m, const Instruction& t) {
  const Wide a = m.read(t.src1);
  const Wide b = m.read(t.src2);
  Wide result{};
  for (std::size_t i = 0; i < quad_size; ++i)
    for (std::size_t c = 0; c < 3; ++c) {
      const std::size_t next = (c + 1) % 3, last = (c + 2) % 3;
      const std::array<float, 2> left{a[i][next], a[i][last]}, right{b[i][last], b[i][next]};
      result[i][c] = m.device_result(t, left[0] * right[0] - left[1] * right[1], left, right);
    }
  m.write(t.dst, result, xyz);
}

void interpret_Nrm(Machine& m, const Instruction& t) {
  Wide result = m.read(t.src1);
  for (Float4& value : result) {
    const float square = dot(value, value, 3);
    const bool zero = square == 0 && m.semantics().normalize_zero == NormalizeZero::Zero;
    const Float4 whole = value;
    for (std::size_t c = 0; c < 3; ++c) {
      const std::array<float, 4> lanes{whole[0], whole[1], whole[2], whole[c]};
      value[c] = m.device_result(t, zero ? 0.0f : whole[c] / std::sqrt(square), lanes);
    }
  }
  m.write(t.dst, result, xyz);
}

}  // namespace agal::interpret
