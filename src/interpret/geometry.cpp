// Opcodes that read several lanes for one: dot and cross products, normalization, matrices.
#include <cmath>

#include "interpret/machine.hpp"

namespace agal::interpret {
namespace {

constexpr WriteMask xyz = 0x7;

// Summed from x on.
float dot(const Float4& a, const Float4& b, std::uint32_t width) {
  float sum = a[0] * b[0];
  for (std::uint32_t c = 1; c < width; ++c) sum += a[c] * b[c];
  return sum;
}

void dot_product(Machine& m, const Instruction& t) {
  Wide result = m.read(t.src1);
  const Wide b = m.read(t.src2);
  for (std::size_t i = 0; i < quad_size; ++i) result[i].fill(dot(result[i], b[i], t.info()->cols));
  m.write(t.dst, result);
}

// Component r of the product is the dot product of source 1 with row r. Everything is read before anything is written.
void matrix_product(Machine& m, const Instruction& t) {
  const OpcodeInfo& row = *t.info();
  const Wide a = m.read(t.src1);
  Wide result{};
  for (std::uint32_t r = 0; r < row.rows; ++r) {
    const Wide b = m.read(t.src2, r, row.rows);
    for (std::size_t i = 0; i < quad_size; ++i) result[i][r] = dot(a[i], b[i], row.cols);
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
      result[i][c] = a[i][next] * b[i][last] - a[i][last] * b[i][next];
    }
  m.write(t.dst, result, xyz);
}

void interpret_Nrm(Machine& m, const Instruction& t) {
  Wide result = m.read(t.src1);
  for (Float4& value : result) {
    const float square = dot(value, value, 3);
    const bool zero = square == 0 && m.semantics().normalize_zero == NormalizeZero::Zero;
    for (float& lane : value) lane = zero ? 0.0f : lane / std::sqrt(square);
  }
  m.write(t.dst, result, xyz);
}

}  // namespace agal::interpret
