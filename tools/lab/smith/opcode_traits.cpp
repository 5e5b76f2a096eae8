#include "opcode_traits.hpp"

#include <array>

namespace agal::smith {
namespace {

Range same(Range a, Range) { return a; }
Range sum(Range a, Range b) { return limited(a.lo + b.lo, a.hi + b.hi); }
Range difference(Range a, Range b) { return limited(a.lo - b.hi, a.hi - b.lo); }

Range product(Range a, Range b) {
  const std::int64_t p = std::int64_t{a.lo} * b.lo, q = std::int64_t{a.lo} * b.hi, r = std::int64_t{a.hi} * b.lo,
                     s = std::int64_t{a.hi} * b.hi;
  return limited(std::min({p, q, r, s}) / one, std::max({p, q, r, s}) / one);
}

// Estimates the range of a reciprocal. For a range that includes zero, very large results are rare.
Range reciprocal(Range a, Range) {
  if (a.lo > 0) return limited(one * one / a.hi, one * one / a.lo + 1);
  if (a.hi < 0) return limited(one * one / a.hi - 1, one * one / a.lo);
  return {a.lo < 0 ? -8 * one : 0, a.hi > 0 ? 8 * one : 0};
}
Range quotient(Range a, Range b) { return product(a, reciprocal(b, b)); }
Range smaller(Range a, Range b) { return {std::min(a.lo, b.lo), std::min(a.hi, b.hi)}; }
Range larger(Range a, Range b) { return {std::max(a.lo, b.lo), std::max(a.hi, b.hi)}; }
Range zero_to_one(Range, Range) { return unit; }
Range saturated(Range a, Range) { return {std::clamp(a.lo, 0, one), std::clamp(a.hi, 0, one)}; }
Range minus_one_to_one(Range, Range) { return sign; }
Range root(Range a, Range) { return {0, std::max(one, a.hi / 2)}; }
Range inverse_root(Range a, Range) { return {1, a.lo > 0 ? 4 * one : 8 * one}; }
Range logarithm(Range, Range) { return {-4 * one, 3 * one}; }

std::int32_t power_of_two(std::int32_t exponent) {
  const std::int32_t whole = std::clamp(exponent / one, -4, 12);
  return whole < 0 ? one >> -whole : one << whole;
}
Range exponential(Range a, Range) { return limited(power_of_two(a.lo - one), power_of_two(a.hi + one)); }

Range power(Range a, Range b) {
  const Range square = product({0, magnitude(a)}, {0, magnitude(a)});
  return {0, magnitude(b) > one ? square.hi + one : magnitude(a) + one};
}
Range absolute(Range a, Range) { return {a.lo > 0 ? a.lo : a.hi < 0 ? -a.hi : 0, magnitude(a)}; }
Range negated(Range a, Range) { return {-a.hi, -a.lo}; }
// Estimates the range of a sum of products. Some terms cancel each other.
Range products(Range a, Range b) {
  const Range p = product(a, b);
  return sum(p, p);
}
Range unknown(Range, Range) { return unheard_of; }

// One row for each opcode that can be executed, in the order of opcodes.def.
constexpr std::array traits_table{
    OpcodeTraits{Opcode::Mov, 6, Need::Any, Need::Any, true, false, false, same},
    OpcodeTraits{Opcode::Add, 12, Need::Any, Need::Any, true, false, false, sum},
    OpcodeTraits{Opcode::Sub, 10, Need::Any, Need::Any, true, false, false, difference},
    OpcodeTraits{Opcode::Mul, 14, Need::Any, Need::Any, true, false, false, product},
    OpcodeTraits{Opcode::Div, 5, Need::Any, Need::NotZero, false, false, false, quotient},
    OpcodeTraits{Opcode::Rcp, 4, Need::NotZero, Need::Any, false, false, false, reciprocal},
    OpcodeTraits{Opcode::Min, 6, Need::Any, Need::Any, true, false, false, smaller},
    OpcodeTraits{Opcode::Max, 6, Need::Any, Need::Any, true, false, false, larger},
    OpcodeTraits{Opcode::Frc, 5, Need::Tame, Need::Any, true, false, false, zero_to_one},
    OpcodeTraits{Opcode::Sqt, 4, Need::NotNegative, Need::Any, false, false, false, root},
    OpcodeTraits{Opcode::Rsq, 4, Need::Positive, Need::Any, false, false, false, inverse_root},
    OpcodeTraits{Opcode::Pow, 4, Need::Positive, Need::Power, false, false, false, power},
    OpcodeTraits{Opcode::Log, 4, Need::Positive, Need::Any, false, false, false, logarithm},
    OpcodeTraits{Opcode::Exp, 4, Need::Exponent, Need::Any, false, false, false, exponential},
    OpcodeTraits{Opcode::Nrm, 5, Need::Direction, Need::Any, false, false, false, minus_one_to_one},
    OpcodeTraits{Opcode::Sin, 4, Need::Angle, Need::Any, false, false, false, minus_one_to_one},
    OpcodeTraits{Opcode::Cos, 4, Need::Angle, Need::Any, false, false, false, minus_one_to_one},
    OpcodeTraits{Opcode::Crs, 5, Need::Tame, Need::Tame, false, false, false, products},
    OpcodeTraits{Opcode::Dp3, 6, Need::Tame, Need::Tame, false, false, false, products},
    OpcodeTraits{Opcode::Dp4, 6, Need::Tame, Need::Tame, false, false, false, products},
    OpcodeTraits{Opcode::Abs, 4, Need::Any, Need::Any, true, false, false, absolute},
    OpcodeTraits{Opcode::Neg, 4, Need::Any, Need::Any, true, false, false, negated},
    OpcodeTraits{Opcode::Sat, 5, Need::Any, Need::Any, true, false, false, saturated},
    OpcodeTraits{Opcode::M33, 5, Need::Tame, Need::Tame, false, false, false, products},
    OpcodeTraits{Opcode::M44, 5, Need::Tame, Need::Tame, false, false, false, products},
    OpcodeTraits{Opcode::M34, 5, Need::Tame, Need::Tame, false, false, false, products},
    OpcodeTraits{Opcode::Ddx, 4, Need::Tame, Need::Any, false, false, false, minus_one_to_one},
    OpcodeTraits{Opcode::Ddy, 4, Need::Tame, Need::Any, false, false, false, minus_one_to_one},
    OpcodeTraits{Opcode::Ife, 5, Need::Any, Need::Any, false, false, true, unknown},
    OpcodeTraits{Opcode::Ine, 5, Need::Any, Need::Any, false, false, true, unknown},
    OpcodeTraits{Opcode::Ifg, 6, Need::Any, Need::Any, false, false, false, unknown},
    OpcodeTraits{Opcode::Ifl, 6, Need::Any, Need::Any, false, false, false, unknown},
    OpcodeTraits{Opcode::Els, 5, Need::Tame, Need::Tame, false, false, false, unknown},
    OpcodeTraits{Opcode::Eif, 5, Need::Tame, Need::Tame, false, false, false, unknown},
    OpcodeTraits{Opcode::Ted, 6, Need::Coordinate, Need::Any, false, false, false, zero_to_one},
    OpcodeTraits{Opcode::Kil, 8, Need::Any, Need::Any, false, false, false, unknown},
    OpcodeTraits{Opcode::Tex, 14, Need::Coordinate, Need::Any, false, false, false, zero_to_one},
    OpcodeTraits{Opcode::Sge, 5, Need::Any, Need::Any, true, true, false, zero_to_one},
    OpcodeTraits{Opcode::Slt, 5, Need::Any, Need::Any, true, true, false, zero_to_one},
    OpcodeTraits{Opcode::Sgn, 5, Need::Any, Need::Any, true, true, false, minus_one_to_one},
    OpcodeTraits{Opcode::Seq, 4, Need::Any, Need::Any, true, true, true, zero_to_one},
    OpcodeTraits{Opcode::Sne, 4, Need::Any, Need::Any, true, true, true, zero_to_one},
    OpcodeTraits{Opcode::Tld, 8, Need::Coordinate, Need::Any, false, false, false, zero_to_one},
};

constexpr bool has_row(Opcode opcode) {
  for (const OpcodeTraits& row : traits_table)
    if (row.opcode == opcode) return true;
  return false;
}
constexpr bool all_have_rows() {
  for (const OpcodeInfo& row : opcode_table)
    if (row.status != OpcodeStatus::Tombstone && !has_row(row.opcode)) return false;
  return true;
}
static_assert(all_have_rows(), "traits_table lacks an opcode");

}  // namespace

bool meets(Need need, const Lane& lane) {
  const Range r = lane.range;
  switch (need) {
    case Need::Any: return true;
    case Need::NotNegative: return r.lo >= 0;
    case Need::Positive: return r.lo > 0 || (r.lo == 0 && r.hi > 0 && !lane.few);
    case Need::NotZero: return r.lo > 0 || r.hi < 0 || (r.lo == 0 && r.hi > 0 && !lane.few);
    case Need::Exponent: return within(r, 6 * one);
    case Need::Power: return within(r, 3 * one);
    case Need::Angle: return within(r, 16 * one);
    case Need::Direction: return !lane.few;
    case Need::Coordinate: return within(r, 3 * one);
    case Need::Tame: return within(r, 32 * one);
  }
  return true;
}

const OpcodeTraits& opcode_traits(Opcode opcode) {
  static const std::array<const OpcodeTraits*, opcode_table.size()> by_opcode = [] {
    std::array<const OpcodeTraits*, opcode_table.size()> list{};
    for (const OpcodeTraits& row : traits_table) list[static_cast<std::size_t>(row.opcode)] = &row;
    return list;
  }();
  return *by_opcode[static_cast<std::size_t>(opcode)];
}

}  // namespace agal::smith
