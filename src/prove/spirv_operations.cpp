#include "prove/spirv_operations.hpp"

#include <spirv/unified1/GLSL.std.450.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace agal::prove {
namespace {

constexpr float log2_of_e = 1.44269504f, log_of_2 = 0.69314718f;
constexpr float radians_of_degree = 0.0174532925f, degrees_of_radian = 57.2957795f;

}  // namespace

// ------------------------------------------------------------------------------------------------------ constants

Term SpirvOperations::default_of(Id scalar_type) {
  switch (values_.type(scalar_type).op) {
    case spv::OpTypeBool: return store_.never();
    case spv::OpTypeInt: return store_.integer(0);
    default: return store_.constant(0.0f);
  }
}

void SpirvOperations::append_default(Id type_id, std::vector<Term>& lanes) {
  const SpirvType& t = values_.type(type_id);
  if (lanes.size() > max_lanes || t.scalars == 0) return;
  if (t.op == spv::OpTypeStruct)
    for (const Id member : t.members) append_default(member, lanes);
  else if (t.element != 0)
    for (std::uint32_t i = 0; i < t.count; ++i) append_default(t.element, lanes);
  else
    lanes.push_back(default_of(type_id));
}

void SpirvOperations::constant(const SpirvInstruction& inst) {
  if (values_.type(inst[1]).op == spv::OpNop) return;  // a fault only if the constant is used
  std::vector<Term> lanes;
  switch (inst.op) {
    case spv::OpConstantTrue: lanes.push_back(store_.always()); break;
    case spv::OpConstantFalse: lanes.push_back(store_.never()); break;
    case spv::OpConstant:
      lanes.push_back(values_.type(inst[1]).op == spv::OpTypeFloat ? store_.constant_bits(inst[3])
                                                                   : store_.leaf(Op::Integer, inst[3]));
      break;
    case spv::OpConstantComposite: lanes = constituents(inst); break;
    case spv::OpConstantNull: append_default(inst[1], lanes); break;
    default: lanes.assign(values_.type(inst[1]).scalars, values_.undefined()); break;
  }
  values_.set(inst, lanes);
}

// ------------------------------------------------------------------------------------------------------ composites

std::vector<Term> SpirvOperations::constituents(const SpirvInstruction& inst) {
  std::vector<Term> lanes;
  lanes.reserve(values_.type(inst[1]).scalars);
  for (std::size_t i = 3; i < inst.size() && lanes.size() <= max_lanes; ++i) {
    const std::span<const Term> part = values_.lanes_of(inst[i]);
    lanes.insert(lanes.end(), part.begin(), part.end());
  }
  return lanes;
}

// Returns the first lane of the part that the indexes select, and stores the type of the part in `found`.
std::uint32_t SpirvOperations::offset_in(Id type_id, std::span<const std::uint32_t> indexes, Id& found) const {
  std::uint32_t offset = 0;
  for (const std::uint32_t i : indexes) {
    const SpirvType& t = values_.type(type_id);
    if (t.op == spv::OpTypeStruct) {
      for (std::uint32_t m = 0; m < i && m < t.members.size(); ++m) offset += values_.type(t.members[m]).scalars;
      type_id = i < t.members.size() ? t.members[i] : 0;
    } else {
      offset += i * values_.type(t.element).scalars;
      type_id = t.element;
    }
  }
  found = type_id;
  return offset;
}

bool SpirvOperations::composite(const SpirvInstruction& inst) {
  std::vector<Term> lanes;
  switch (inst.op) {
    case spv::OpUndef: lanes.assign(values_.type(inst[1]).scalars, values_.undefined()); break;
    case spv::OpCompositeConstruct: lanes = constituents(inst); break;
    case spv::OpCompositeExtract: {
      Id found = 0;
      const std::uint32_t first =
          offset_in(values_.of(inst[3]).type, inst.words.subspan(std::min<std::size_t>(4, inst.size())), found);
      lanes.reserve(values_.type(inst[1]).scalars);
      for (std::uint32_t c = 0; c < values_.type(inst[1]).scalars; ++c)
        lanes.push_back(values_.lane(inst[3], first + c));
      break;
    }
    case spv::OpCompositeInsert: {
      Id found = 0;
      const std::uint32_t first =
          offset_in(values_.of(inst[4]).type, inst.words.subspan(std::min<std::size_t>(5, inst.size())), found);
      lanes = values_.copy(inst[4]);
      for (std::uint32_t c = 0; c < values_.count(inst[3]) && first + c < lanes.size(); ++c)
        lanes[first + c] = values_.lane(inst[3], c);
      break;
    }
    case spv::OpVectorShuffle:
      lanes.reserve(values_.type(inst[1]).scalars);
      for (std::size_t i = 5; i < inst.size(); ++i) {
        const std::uint32_t width = values_.count(inst[3]);
        lanes.push_back(inst[i] < width ? values_.lane(inst[3], inst[i]) : values_.lane(inst[4], inst[i] - width));
      }
      break;
    case spv::OpVectorExtractDynamic: {
      const Store::Range range = store_.range(values_.lane(inst[4], 0));
      if (!store_.is_untouched() && (range.low < 0 || range.high >= values_.count(inst[3]))) return false;
      Term value = values_.lane(inst[3], 0);
      for (std::uint32_t c = 1; c < values_.count(inst[3]); ++c)
        value = values_.join(store_.int_equal(values_.lane(inst[4], 0), store_.integer(static_cast<std::int32_t>(c))),
                             values_.lane(inst[3], c), value);
      lanes.push_back(value);
      break;
    }
    case spv::OpTranspose: {
      const std::uint32_t columns = values_.type(values_.of(inst[3]).type).count;
      const std::uint32_t rows = columns == 0 ? 0 : values_.count(inst[3]) / columns;
      for (std::uint32_t r = 0; r < rows; ++r)
        for (std::uint32_t c = 0; c < columns; ++c) lanes.push_back(values_.lane(inst[3], c * rows + r));
      break;
    }
    case spv::OpCopyObject:
    case spv::OpCopyLogical: lanes = values_.copy(inst[3]); break;
    case spv::OpBitcast: {
      const SpirvType& t = values_.type(inst[1]);
      const bool to_int = (t.op == spv::OpTypeVector ? values_.type(t.element).op : t.op) == spv::OpTypeInt;
      for (const Term a : values_.copy(inst[3])) {
        if (!(to_int ? info(store_.op(a)).sort == Sort::Int : store_.is(a, Op::Integer))) return false;
        lanes.push_back(to_int ? a : store_.constant_bits(store_.payload(a)));
      }
      break;
    }
    case spv::OpSampledImage: lanes = {values_.lane(inst[3], 0), values_.lane(inst[4], 0)}; break;
    case spv::OpImage: lanes = {values_.lane(inst[3], 0)}; break;
    default: return false;
  }
  values_.set(inst, lanes);
  return true;
}

// ------------------------------------------------------------------------------------------------------ arithmetic

template <class Fn>
bool SpirvOperations::lanewise(const SpirvInstruction& inst, Fn&& fn) {
  const std::uint32_t count = values_.type(inst[1]).scalars;
  if (count > 16) return false;  // more than a matrix
  std::array<Term, 16> lanes;
  for (std::uint32_t c = 0; c < count; ++c) lanes[c] = fn(c);
  values_.set(inst, {lanes.data(), count});
  return true;
}

bool SpirvOperations::arithmetic(const SpirvInstruction& inst) {
  const auto a = [&](std::uint32_t c) { return values_.lane(inst[3], c); };
  const auto b = [&](std::uint32_t c) { return values_.lane(inst[4], c); };
  Store& s = store_;
  const auto whole_quotient = [&](std::uint32_t c, Op rounding) {
    const Term times = s.unary(rounding, s.divide(a(c), b(c)));
    return s.subtract(a(c), s.multiply(b(c), times));
  };
  switch (inst.op) {
    case spv::OpFNegate: return lanewise(inst, [&](std::uint32_t c) { return s.negate(a(c)); });
    case spv::OpFAdd: return lanewise(inst, [&](std::uint32_t c) { return s.add(a(c), b(c)); });
    case spv::OpFSub: return lanewise(inst, [&](std::uint32_t c) { return s.subtract(a(c), b(c)); });
    case spv::OpFMul: return lanewise(inst, [&](std::uint32_t c) { return s.multiply(a(c), b(c)); });
    case spv::OpFDiv: return lanewise(inst, [&](std::uint32_t c) { return s.divide(a(c), b(c)); });
    case spv::OpFMod: return lanewise(inst, [&](std::uint32_t c) { return whole_quotient(c, Op::Floor); });
    case spv::OpFRem: return lanewise(inst, [&](std::uint32_t c) { return whole_quotient(c, Op::Trunc); });
    case spv::OpVectorTimesScalar:
    case spv::OpMatrixTimesScalar: return lanewise(inst, [&](std::uint32_t c) { return s.multiply(a(c), b(0)); });
    case spv::OpConvertFToS: return lanewise(inst, [&](std::uint32_t c) { return s.to_int(a(c)); });
    case spv::OpConvertFToU:
      return lanewise(inst, [&](std::uint32_t c) { return values_.as_unsigned(s.to_int(a(c))); });
    case spv::OpConvertSToF: return lanewise(inst, [&](std::uint32_t c) { return s.to_float(a(c)); });
    case spv::OpConvertUToF:
      return lanewise(inst, [&](std::uint32_t c) { return s.to_float(values_.not_negative(a(c))); });
    case spv::OpSelect: {
      const bool scalar = values_.count(inst[3]) == 1;
      return lanewise(inst,
                      [&](std::uint32_t c) { return values_.join(a(scalar ? 0 : c), b(c), values_.lane(inst[5], c)); });
    }
    default: return products(inst);
  }
}

// Products of vectors and matrices.
bool SpirvOperations::products(const SpirvInstruction& inst) {
  if (inst.op != spv::OpDot && inst.op != spv::OpVectorTimesMatrix && inst.op != spv::OpMatrixTimesVector &&
      inst.op != spv::OpMatrixTimesMatrix)
    return false;
  const std::vector<Term> a = values_.copy(inst[3]), b = values_.copy(inst[4]);
  if (inst.op == spv::OpDot) {
    if (a.size() != b.size()) return false;
    return lanewise(inst, [&](std::uint32_t) { return store_.dot(a, b); });
  }
  const auto columns_of = [&](Id id) { return std::max(values_.type(values_.of(id).type).count, 1u); };
  const std::size_t lanes = values_.type(inst[1]).scalars;
  switch (inst.op) {
    case spv::OpVectorTimesMatrix: {
      const std::size_t rows = b.size() / columns_of(inst[4]);
      if (rows != a.size() || lanes * rows != b.size()) return false;
      return lanewise(inst, [&](std::uint32_t c) { return store_.dot(a, std::span(b).subspan(c * rows, rows)); });
    }
    case spv::OpMatrixTimesVector:
    case spv::OpMatrixTimesMatrix: {
      const std::size_t inner = columns_of(inst[3]), rows = a.size() / inner;
      if (b.size() % inner != 0 || lanes != b.size() / inner * rows) return false;
      return lanewise(inst, [&](std::uint32_t c) {
        std::vector<Term> row;
        for (std::size_t k = 0; k < inner; ++k) row.push_back(a[k * rows + c % rows]);
        return store_.dot(row, std::span(b).subspan(c / rows * inner, inner));
      });
    }
    default: return false;
  }
}

bool SpirvOperations::integers(const SpirvInstruction& inst) {
  Store& s = store_;
  const Term minus_one = s.integer(-1);
  const auto a = [&](std::uint32_t c) { return values_.lane(inst[3], c); };
  const auto b = [&](std::uint32_t c) { return values_.lane(inst[4], c); };
  const auto positive = [&](Term t) { return values_.not_negative(t); };
  switch (inst.op) {
    case spv::OpIAdd: return lanewise(inst, [&](std::uint32_t c) { return s.int_add(a(c), b(c)); });
    case spv::OpISub:
      return lanewise(inst, [&](std::uint32_t c) { return s.int_add(a(c), s.int_multiply(b(c), minus_one)); });
    case spv::OpIMul: return lanewise(inst, [&](std::uint32_t c) { return s.int_multiply(a(c), b(c)); });
    case spv::OpSNegate: return lanewise(inst, [&](std::uint32_t c) { return s.int_multiply(a(c), minus_one); });
    case spv::OpIEqual: return lanewise(inst, [&](std::uint32_t c) { return s.int_equal(a(c), b(c)); });
    case spv::OpINotEqual: return lanewise(inst, [&](std::uint32_t c) { return s.negation(s.int_equal(a(c), b(c))); });
    case spv::OpSLessThan: return lanewise(inst, [&](std::uint32_t c) { return s.int_less(a(c), b(c)); });
    case spv::OpSGreaterThan: return lanewise(inst, [&](std::uint32_t c) { return s.int_less(b(c), a(c)); });
    case spv::OpSLessThanEqual:
      return lanewise(inst, [&](std::uint32_t c) { return s.negation(s.int_less(b(c), a(c))); });
    case spv::OpSGreaterThanEqual:
      return lanewise(inst, [&](std::uint32_t c) { return s.negation(s.int_less(a(c), b(c))); });
    case spv::OpULessThan:
      return lanewise(inst, [&](std::uint32_t c) { return s.int_less(positive(a(c)), positive(b(c))); });
    case spv::OpUGreaterThan:
      return lanewise(inst, [&](std::uint32_t c) { return s.int_less(positive(b(c)), positive(a(c))); });
    case spv::OpULessThanEqual:
      return lanewise(inst, [&](std::uint32_t c) { return s.negation(s.int_less(positive(b(c)), positive(a(c)))); });
    case spv::OpUGreaterThanEqual:
      return lanewise(inst, [&](std::uint32_t c) { return s.negation(s.int_less(positive(a(c)), positive(b(c)))); });
    default: return constant_integers(inst);
  }
}

// Operations that are only supported for constants, such as counters of loops.
bool SpirvOperations::constant_integers(const SpirvInstruction& inst) {
  const auto fold = [](spv::Op op, std::int64_t a, std::int64_t b) -> std::optional<std::int64_t> {
    const auto shift = static_cast<std::uint32_t>(b);
    switch (op) {
      case spv::OpSDiv:
      case spv::OpUDiv: return b == 0 ? std::nullopt : std::optional(a / b);
      case spv::OpSRem:
      case spv::OpUMod: return b == 0 ? std::nullopt : std::optional(a % b);
      // Vulkan and GLSL leave the result open for negative operands.
      case spv::OpSMod: return a < 0 || b <= 0 ? std::nullopt : std::optional(a % b);
      case spv::OpShiftLeftLogical: return b < 0 || b > 31 ? std::nullopt : std::optional(a << shift);
      case spv::OpShiftRightArithmetic:
      case spv::OpShiftRightLogical: return a < 0 || b < 0 || b > 31 ? std::nullopt : std::optional(a >> shift);
      case spv::OpBitwiseAnd: return a & b;
      case spv::OpBitwiseOr: return a | b;
      case spv::OpBitwiseXor: return a ^ b;
      default: return std::nullopt;
    }
  };
  const bool is_unsigned = inst.op == spv::OpUDiv || inst.op == spv::OpUMod;
  std::vector<Term> lanes;
  if (inst.size() < 5) return false;
  for (std::uint32_t c = 0; c < values_.type(inst[1]).scalars && c < 4; ++c) {
    const Term a = values_.lane(inst[3], c), b = values_.lane(inst[4], c);
    if (!store_.is(a, Op::Integer) || !store_.is(b, Op::Integer)) return false;
    const std::int64_t left = static_cast<std::int32_t>(store_.payload(a));
    const std::int64_t right = static_cast<std::int32_t>(store_.payload(b));
    if (is_unsigned && (left < 0 || right < 0)) return false;
    const std::optional<std::int64_t> result = fold(inst.op, left, right);
    if (!result) return false;
    lanes.push_back(store_.leaf(Op::Integer, static_cast<std::uint32_t>(*result)));
  }
  if (lanes.empty()) return false;
  values_.set(inst, lanes);
  return true;
}

// Returns the condition that neither operand is a NaN.
Term SpirvOperations::ordered(Term a, Term b) { return store_.both(store_.equal(a, a), store_.equal(b, b)); }

bool SpirvOperations::comparison(const SpirvInstruction& inst) {
  Store& s = store_;
  const auto a = [&](std::uint32_t c) { return values_.lane(inst[3], c); };
  const auto b = [&](std::uint32_t c) { return values_.lane(inst[4], c); };
  const auto make = [&](auto&& fn) { return lanewise(inst, [&](std::uint32_t c) { return fn(a(c), b(c)); }); };
  switch (inst.op) {
    case spv::OpFOrdEqual: return make([&](Term x, Term y) { return s.equal(x, y); });
    case spv::OpFUnordEqual:
      return make([&](Term x, Term y) { return s.either(s.equal(x, y), s.negation(ordered(x, y))); });
    case spv::OpFOrdNotEqual:
      return make([&](Term x, Term y) {
        const Term differ = s.negation(s.equal(x, y));
        return s.apply(Rule::Ordered) ? differ : s.both(differ, ordered(x, y));
      });
    case spv::OpFUnordNotEqual: return make([&](Term x, Term y) { return s.negation(s.equal(x, y)); });
    case spv::OpFOrdLessThan: return make([&](Term x, Term y) { return s.less(x, y); });
    case spv::OpFUnordLessThan: return make([&](Term x, Term y) { return s.negation(s.less_equal(y, x)); });
    case spv::OpFOrdGreaterThan: return make([&](Term x, Term y) { return s.less(y, x); });
    case spv::OpFUnordGreaterThan: return make([&](Term x, Term y) { return s.negation(s.less_equal(x, y)); });
    case spv::OpFOrdLessThanEqual: return make([&](Term x, Term y) { return s.less_equal(x, y); });
    case spv::OpFUnordLessThanEqual: return make([&](Term x, Term y) { return s.negation(s.less(y, x)); });
    case spv::OpFOrdGreaterThanEqual: return make([&](Term x, Term y) { return s.less_equal(y, x); });
    case spv::OpFUnordGreaterThanEqual: return make([&](Term x, Term y) { return s.negation(s.less(x, y)); });
    case spv::OpLogicalAnd: return make([&](Term x, Term y) { return s.both(x, y); });
    case spv::OpLogicalOr: return make([&](Term x, Term y) { return s.either(x, y); });
    case spv::OpLogicalEqual: return make([&](Term x, Term y) { return s.choose(x, y, s.negation(y)); });
    case spv::OpLogicalNotEqual: return make([&](Term x, Term y) { return s.choose(x, s.negation(y), y); });
    case spv::OpLogicalNot: return lanewise(inst, [&](std::uint32_t c) { return s.negation(a(c)); });
    case spv::OpIsNan: return lanewise(inst, [&](std::uint32_t c) { return s.negation(s.equal(a(c), a(c))); });
    case spv::OpAny:
    case spv::OpAll: {
      const bool all = inst.op == spv::OpAll;
      Term result = all ? s.always() : s.never();
      for (const Term t : values_.copy(inst[3])) result = all ? s.both(result, t) : s.either(result, t);
      return lanewise(inst, [&](std::uint32_t) { return result; });
    }
    default: return false;
  }
}

// ------------------------------------------------------------------------------------------------------ GLSL.std.450

bool SpirvOperations::extended(const SpirvInstruction& inst) {
  if (inst[3] != values_.module().extended) return false;
  Store& s = store_;
  const auto a = [&](std::uint32_t c) { return values_.lane(inst[5], c); };
  const auto b = [&](std::uint32_t c) { return values_.lane(inst[6], c); };
  const auto d = [&](std::uint32_t c) { return values_.lane(inst[7], c); };
  const auto simple = [&](Op op) { return lanewise(inst, [&, op](std::uint32_t c) { return s.unary(op, a(c)); }); };
  const Term zero = s.constant(0.0f), one = s.constant(1.0f);
  switch (inst[4]) {
    case GLSLstd450FAbs: return simple(Op::Abs);
    case GLSLstd450Radians:
      return lanewise(inst, [&](std::uint32_t c) { return s.multiply(a(c), s.constant(radians_of_degree)); });
    case GLSLstd450Degrees:
      return lanewise(inst, [&](std::uint32_t c) { return s.multiply(a(c), s.constant(degrees_of_radian)); });
    case GLSLstd450FSign: return simple(Op::Sign);
    case GLSLstd450Floor: return simple(Op::Floor);
    case GLSLstd450Ceil: return simple(Op::Ceil);
    case GLSLstd450Trunc: return simple(Op::Trunc);
    case GLSLstd450RoundEven: return simple(Op::Round);
    case GLSLstd450Fract: return simple(Op::Fract);
    case GLSLstd450Sqrt: return simple(Op::Sqrt);
    case GLSLstd450InverseSqrt: return simple(Op::Rsqrt);
    case GLSLstd450Exp2: return simple(Op::Exp2);
    case GLSLstd450Log2: return simple(Op::Log2);
    case GLSLstd450Sin: return simple(Op::Sin);
    case GLSLstd450Cos: return simple(Op::Cos);
    case GLSLstd450Exp:
      values_.allow(Rule::Power, "exp is rounded differently");
      return lanewise(inst,
                      [&](std::uint32_t c) { return s.unary(Op::Exp2, s.multiply(a(c), s.constant(log2_of_e))); });
    case GLSLstd450Log:
      values_.allow(Rule::Power, "log is rounded differently");
      return lanewise(inst, [&](std::uint32_t c) { return s.multiply(s.unary(Op::Log2, a(c)), s.constant(log_of_2)); });
    case GLSLstd450Pow: return lanewise(inst, [&](std::uint32_t c) { return s.power(a(c), b(c)); });
    case GLSLstd450FMin:
    case GLSLstd450NMin: return lanewise(inst, [&](std::uint32_t c) { return s.minimum(a(c), b(c)); });
    case GLSLstd450FMax:
    case GLSLstd450NMax: return lanewise(inst, [&](std::uint32_t c) { return s.maximum(a(c), b(c)); });
    case GLSLstd450FClamp:
    case GLSLstd450NClamp: return lanewise(inst, [&](std::uint32_t c) { return s.clamp(a(c), b(c), d(c)); });
    case GLSLstd450SAbs:
      return lanewise(inst, [&](std::uint32_t c) { return s.int_maximum(a(c), s.int_multiply(a(c), s.integer(-1))); });
    case GLSLstd450SSign:
      return lanewise(inst,
                      [&](std::uint32_t c) { return s.int_maximum(s.int_minimum(a(c), s.integer(1)), s.integer(-1)); });
    case GLSLstd450SMin: return lanewise(inst, [&](std::uint32_t c) { return s.int_minimum(a(c), b(c)); });
    case GLSLstd450SMax: return lanewise(inst, [&](std::uint32_t c) { return s.int_maximum(a(c), b(c)); });
    case GLSLstd450UMin:
      return lanewise(inst, [&](std::uint32_t c) {
        return values_.as_unsigned(s.int_minimum(values_.not_negative(a(c)), values_.not_negative(b(c))));
      });
    case GLSLstd450UMax:
      return lanewise(inst, [&](std::uint32_t c) {
        return values_.as_unsigned(s.int_maximum(values_.not_negative(a(c)), values_.not_negative(b(c))));
      });
    case GLSLstd450SClamp:
      return lanewise(inst, [&](std::uint32_t c) { return s.int_minimum(s.int_maximum(a(c), b(c)), d(c)); });
    case GLSLstd450Fma: return lanewise(inst, [&](std::uint32_t c) { return s.fma(a(c), b(c), d(c)); });
    case GLSLstd450FMix:
      return lanewise(inst, [&](std::uint32_t c) {
        const Term left = s.multiply(a(c), s.subtract(one, d(c)));
        return s.add(left, s.multiply(b(c), d(c)));
      });
    case GLSLstd450Step:
      return lanewise(inst, [&](std::uint32_t c) { return s.select(s.less(b(c), a(c)), zero, one); });
    case GLSLstd450SmoothStep:
      return lanewise(inst, [&](std::uint32_t c) {
        const Term part = s.divide(s.subtract(d(c), a(c)), s.subtract(b(c), a(c)));
        const Term t = s.clamp(part, zero, one);
        const Term rest = s.subtract(s.constant(3.0f), s.multiply(s.constant(2.0f), t));
        // The result is undefined unless the first edge is less than the second.
        return s.select(s.less(a(c), b(c)), s.multiply(s.multiply(t, t), rest), values_.undefined());
      });
    default: return extended_vector(inst, inst[4]);
  }
}

bool SpirvOperations::extended_vector(const SpirvInstruction& inst, std::uint32_t which) {
  Store& s = store_;
  const std::vector<Term> a = values_.copy(inst[5]);
  std::vector<Term> b = values_.copy(inst[6]);
  switch (which) {
    case GLSLstd450Normalize: {
      const Term square = s.dot(a, a);
      return lanewise(inst, [&](std::uint32_t c) { return s.normalized(values_.lane(inst[5], c), square); });
    }
    case GLSLstd450Length: return lanewise(inst, [&](std::uint32_t) { return s.unary(Op::Sqrt, s.dot(a, a)); });
    case GLSLstd450Distance: {
      if (a.size() != b.size()) return false;
      for (std::size_t c = 0; c < b.size(); ++c) b[c] = s.subtract(a[c], b[c]);
      return lanewise(inst, [&](std::uint32_t) { return s.unary(Op::Sqrt, s.dot(b, b)); });
    }
    case GLSLstd450FaceForward: {
      const std::vector<Term> c = values_.copy(inst[7]);
      if (b.size() != c.size()) return false;
      const Term is_front = s.less(s.dot(c, b), s.constant(0.0f));
      return lanewise(inst, [&](std::uint32_t i) {
        const Term n = values_.lane(inst[5], i);
        return s.select(is_front, n, s.negate(n));
      });
    }
    case GLSLstd450Reflect: {
      if (a.size() != b.size()) return false;
      const Term twice = s.multiply(s.constant(2.0f), s.dot(b, a));
      return lanewise(inst, [&](std::uint32_t c) {
        return s.subtract(values_.lane(inst[5], c), s.multiply(twice, values_.lane(inst[6], c)));
      });
    }
    case GLSLstd450Cross:
      if (a.size() != 3 || b.size() != 3 || values_.type(inst[1]).scalars != 3) return false;
      return lanewise(inst, [&](std::uint32_t c) { return s.cross(a, b, c); });
    default: return false;
  }
}

// ------------------------------------------------------------------------------------------------------ quads

// Marks a value with an implicit derivative, which is only defined where all pixels of a quad run.
Term SpirvOperations::with_derivative(Term value, Term path) {
  return stage_ == Stage::Fragment ? store_.partial(value, path) : value;
}

bool SpirvOperations::derivative(const SpirvInstruction& inst, Term path) {
  Op op = Op::DerivativeX;
  switch (inst.op) {
    case spv::OpDPdxFine:
    case spv::OpDPdxCoarse:
    case spv::OpDPdyFine:
    case spv::OpDPdyCoarse: values_.allow(Rule::FineDerivative, "derivatives have another precision"); break;
    case spv::OpDPdx:
    case spv::OpDPdy:
    case spv::OpFwidth: break;
    default: return false;
  }
  if (inst.op == spv::OpDPdy || inst.op == spv::OpDPdyFine || inst.op == spv::OpDPdyCoarse) op = Op::DerivativeY;
  return lanewise(inst, [&](std::uint32_t c) {
    const Term a = values_.lane(inst[3], c);
    if (inst.op != spv::OpFwidth) return with_derivative(store_.unary(op, a), path);
    const Term x = store_.unary(Op::Abs, store_.unary(Op::DerivativeX, a));
    return with_derivative(store_.add(x, store_.unary(Op::Abs, store_.unary(Op::DerivativeY, a))), path);
  });
}

void SpirvOperations::sample(const SpirvInstruction& inst, Term path) {
  const std::uint32_t mask = inst[5];
  Id image = values_.of(inst[3]).type;
  if (values_.type(image).op == spv::OpTypeSampledImage) image = values_.type(image).element;
  const TextureKind kind = kind_of(values_.type(image).dimension);
  const std::uint32_t coordinates = SampleForm{Level::Implicit, kind}.coordinates();
  std::vector<Term> operands{values_.lane(inst[3], 0), values_.lane(inst[3], 1)};
  const bool is_projected =
      inst.op == spv::OpImageSampleProjImplicitLod || inst.op == spv::OpImageSampleProjExplicitLod;
  for (std::uint32_t c = 0; c < coordinates; ++c)
    operands.push_back(is_projected ? store_.divide(values_.lane(inst[4], c), values_.lane(inst[4], coordinates))
                                    : values_.lane(inst[4], c));
  Level level = Level::Implicit;
  const bool is_implicit = inst.op == spv::OpImageSampleImplicitLod || inst.op == spv::OpImageSampleProjImplicitLod;
  if (is_implicit) {
    if (mask == spv::ImageOperandsBiasMask) {
      level = Level::Bias;
      operands.push_back(values_.lane(inst[6], 0));
    } else if (mask != 0) {
      return values_.unknown(inst, "has operands that AGAL does not have");
    }
  } else if (mask == spv::ImageOperandsLodMask) {
    level = Level::Lod;
    operands.push_back(values_.lane(inst[6], 0));
  } else if (mask == spv::ImageOperandsGradMask) {
    level = Level::Gradients;
    for (const std::size_t i : {6u, 7u})
      for (std::uint32_t c = 0; c < coordinates; ++c) operands.push_back(values_.lane(inst[i], c));
  } else {
    return values_.unknown(inst, "has operands that AGAL does not have");
  }
  const bool derives = is_implicit && !store_.has_one_level(operands[0]);
  lanewise(inst, [&](std::uint32_t c) {
    const Term texel = store_.texel(level, kind, operands, c);
    return derives ? with_derivative(texel, path) : texel;
  });
}

bool SpirvOperations::run(const SpirvInstruction& inst, Term path) {
  switch (inst.op) {
    case spv::OpImageSampleImplicitLod:
    case spv::OpImageSampleExplicitLod:
    case spv::OpImageSampleProjImplicitLod:
    case spv::OpImageSampleProjExplicitLod: sample(inst, path); return true;
    case spv::OpExtInst: return extended(inst);
    default: return composite(inst) || arithmetic(inst) || integers(inst) || comparison(inst) || derivative(inst, path);
  }
}

}  // namespace agal::prove
