#include "proofs/module_mutants.hpp"

#define SPV_ENABLE_UTILITY_CODE
#include <spirv/unified1/GLSL.std.450.h>

#include <algorithm>
#include <array>
#include <bit>
#include <spirv/unified1/spirv.hpp>
#include <unordered_map>

namespace agal::mutants {
namespace {

using Words = std::vector<std::uint32_t>;
using exec::Random;

struct Instruction {
  spv::Op op = spv::OpNop;
  std::size_t at = 0, length = 0;  // index and number of the module's words
};

// Opcodes with the same operands.
constexpr auto opcode_groups = std::to_array<std::array<spv::Op, 12>>({
    {spv::OpFAdd, spv::OpFSub, spv::OpFMul, spv::OpFDiv, spv::OpFMod, spv::OpFRem},
    {spv::OpIAdd, spv::OpISub, spv::OpIMul, spv::OpSDiv, spv::OpUDiv, spv::OpSMod, spv::OpSRem, spv::OpUMod,
     spv::OpBitwiseAnd, spv::OpBitwiseOr, spv::OpBitwiseXor},
    {spv::OpFOrdLessThan, spv::OpFOrdGreaterThan, spv::OpFOrdLessThanEqual, spv::OpFOrdGreaterThanEqual,
     spv::OpFOrdEqual, spv::OpFOrdNotEqual, spv::OpFUnordLessThan, spv::OpFUnordGreaterThan, spv::OpFUnordLessThanEqual,
     spv::OpFUnordGreaterThanEqual, spv::OpFUnordEqual, spv::OpFUnordNotEqual},
    {spv::OpSLessThan, spv::OpSGreaterThan, spv::OpSLessThanEqual, spv::OpSGreaterThanEqual, spv::OpIEqual,
     spv::OpINotEqual, spv::OpULessThan, spv::OpUGreaterThan, spv::OpULessThanEqual, spv::OpUGreaterThanEqual},
    {spv::OpLogicalAnd, spv::OpLogicalOr, spv::OpLogicalEqual, spv::OpLogicalNotEqual},
    {spv::OpAny, spv::OpAll},
    {spv::OpDPdx, spv::OpDPdy, spv::OpFwidth, spv::OpFNegate},
    {spv::OpConvertFToS, spv::OpConvertFToU},
    {spv::OpConvertSToF, spv::OpConvertUToF, spv::OpBitcast},
    {spv::OpSNegate, spv::OpNot},
    {spv::OpKill, spv::OpReturn, spv::OpUnreachable},
    {spv::OpVectorTimesMatrix, spv::OpMatrixTimesVector},
});

// Instructions of GLSL.std.450 with the same operands.
constexpr auto extended_groups = std::to_array<std::array<std::uint32_t, 24>>({
    {GLSLstd450Round, GLSLstd450RoundEven,   GLSLstd450Trunc,     GLSLstd450FAbs,    GLSLstd450FSign,
     GLSLstd450Floor, GLSLstd450Ceil,        GLSLstd450Fract,     GLSLstd450Sin,     GLSLstd450Cos,
     GLSLstd450Tan,   GLSLstd450Exp,         GLSLstd450Log,       GLSLstd450Exp2,    GLSLstd450Log2,
     GLSLstd450Sqrt,  GLSLstd450InverseSqrt, GLSLstd450Normalize, GLSLstd450Radians, GLSLstd450Degrees},
    {GLSLstd450FMin, GLSLstd450FMax, GLSLstd450NMin, GLSLstd450NMax, GLSLstd450Pow, GLSLstd450Step, GLSLstd450Atan2,
     GLSLstd450Reflect, GLSLstd450Cross},
    {GLSLstd450FClamp, GLSLstd450NClamp},
    {GLSLstd450FMix, GLSLstd450SmoothStep, GLSLstd450Fma, GLSLstd450FaceForward},
    {GLSLstd450SMin, GLSLstd450SMax, GLSLstd450UMin, GLSLstd450UMax},
    {GLSLstd450SClamp, GLSLstd450UClamp},
    {GLSLstd450SAbs, GLSLstd450SSign},
    {GLSLstd450Length, GLSLstd450Distance},
});

// The operands of an instruction in a function that are values.
struct Values {
  std::size_t first = 0, count = 0;  // the first word, and the number of words, or 0 for all words to the end
};

Values values_of(spv::Op op) {
  switch (op) {
    case spv::OpLoad: return {3, 1};
    case spv::OpStore: return {1, 2};
    case spv::OpReturnValue:
    case spv::OpBranchConditional: return {1, 1};
    case spv::OpCompositeExtract: return {3, 1};
    case spv::OpCompositeInsert:
    case spv::OpVectorShuffle:
    case spv::OpSampledImage:
    case spv::OpImageSampleImplicitLod:
    case spv::OpImageSampleExplicitLod: return {3, 2};
    case spv::OpExtInst: return {5, 0};
    case spv::OpFunctionCall: return {4, 0};
    case spv::OpAccessChain:
    case spv::OpCompositeConstruct:
    case spv::OpSelect:
    case spv::OpDot:
    case spv::OpVectorTimesScalar:
    case spv::OpMatrixTimesScalar:
    case spv::OpMatrixTimesMatrix:
    case spv::OpVectorExtractDynamic:
    case spv::OpLogicalNot:
    case spv::OpIsNan:
    case spv::OpCopyObject: return {3, 0};
    default: break;
  }
  for (const auto& group : opcode_groups)
    if (std::find(group.begin(), group.end(), op) != group.end() && op != spv::OpKill && op != spv::OpReturn &&
        op != spv::OpUnreachable && op != spv::OpNop)
      return {3, 0};
  return {0, 1};
}

constexpr auto interpolations = std::to_array<std::uint32_t>(
    {spv::DecorationFlat, spv::DecorationCentroid, spv::DecorationNoPerspective, spv::DecorationSample});

}  // namespace

// The words of a module, with tables of its instructions and values.
struct IndexedModule {
  Words words;
  std::vector<Instruction> list;
  std::unordered_map<std::uint32_t, std::uint32_t> type_of;             // types by the id of a value
  std::unordered_map<std::uint32_t, std::size_t> definition;            // indices in `list` by id
  std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> typed;  // values by type
  std::size_t first_function = 0;                                       // index in `list`

  explicit IndexedModule(Words given) : words(std::move(given)) {
    for (std::size_t at = 5; at < words.size();) {
      const std::size_t length = words[at] >> 16;
      const auto op = static_cast<spv::Op>(words[at] & 0xffff);
      if (op == spv::OpFunction && first_function == 0) first_function = list.size();
      bool has_result = false, has_type = false;
      spv::HasResultAndType(op, &has_result, &has_type);
      if (has_result) {
        const std::uint32_t id = words[at + (has_type ? 2 : 1)];
        definition[id] = list.size();
        if (has_type && op != spv::OpFunction) {
          type_of[id] = words[at + 1];
          typed[words[at + 1]].push_back(id);
        }
      }
      list.push_back({op, at, length});
      at += length;
    }
  }

  std::uint32_t word(const Instruction& i, std::size_t n) const { return n < i.length ? words[i.at + n] : 0; }
  bool in_function(std::size_t n) const { return n >= first_function; }
  const Instruction* defined(std::uint32_t id) const {
    const auto at = definition.find(id);
    return at == definition.end() ? nullptr : &list[at->second];
  }
  spv::Op op_of_type(std::uint32_t id) const {
    const auto at = type_of.find(id);
    const Instruction* const type = at == type_of.end() ? nullptr : defined(at->second);
    return type == nullptr ? spv::OpNop : type->op;
  }

  // Returns a random instruction that `fits` accepts.
  template <class Fits>
  const Instruction* any(Random& random, const Fits& fits) const {
    std::vector<const Instruction*> fitting;
    for (const Instruction& i : list)
      if (fits(i)) fitting.push_back(&i);
    return fitting.empty() ? nullptr : fitting[random.below(fitting.size())];
  }
  const Instruction* any(Random& random, spv::Op op) const {
    return any(random, [=](const Instruction& i) { return i.op == op; });
  }
  const Instruction* any_decoration(Random& random, std::uint32_t decoration) const {
    return any(random, [&](const Instruction& i) {
      return (i.op == spv::OpDecorate && word(i, 2) == decoration) ||
             (i.op == spv::OpMemberDecorate && word(i, 3) == decoration);
    });
  }
  std::size_t argument_of(const Instruction& decoration) const { return decoration.op == spv::OpDecorate ? 3 : 4; }

  // Returns the positions of ids of values.
  std::vector<std::size_t> operands(const Instruction& i) const {
    const Values values = values_of(i.op);
    std::vector<std::size_t> out;
    const std::size_t end = values.count == 0 ? i.length : std::min(i.length, values.first + values.count);
    for (std::size_t n = values.first; values.first != 0 && n < end; ++n) out.push_back(n);
    if (i.op == spv::OpPhi)
      for (std::size_t n = 3; n < i.length; n += 2) out.push_back(n);
    if (i.op == spv::OpImageSampleImplicitLod || i.op == spv::OpImageSampleExplicitLod)
      for (std::size_t n = 6; n < i.length; ++n) out.push_back(n);
    return out;
  }

  // Returns another value of the same type.
  std::optional<std::uint32_t> other_value(Random& random, std::uint32_t id) const {
    const auto type = type_of.find(id);
    if (type == type_of.end()) return std::nullopt;
    const std::vector<std::uint32_t>& values = typed.at(type->second);
    return values[random.below(values.size())];
  }
};

namespace {

void insert(Words& words, std::size_t at, std::initializer_list<std::uint32_t> what) {
  words.insert(words.begin() + static_cast<std::ptrdiff_t>(at), what);
}
void remove(Words& words, const Instruction& i) {
  const auto first = words.begin() + static_cast<std::ptrdiff_t>(i.at);
  words.erase(first, first + static_cast<std::ptrdiff_t>(i.length));
}
std::uint32_t head(spv::Op op, std::size_t length) {
  return static_cast<std::uint32_t>(length << 16) | static_cast<std::uint32_t>(op);
}
void set_op(Words& words, const Instruction& i, spv::Op op) {
  words[i.at] = (words[i.at] & 0xffff0000u) | static_cast<std::uint32_t>(op);
}

struct Changes {
  using M = IndexedModule;

  // Replaces an operand by another value of its type.
  static void replace_operand(const M& m, Words& w, Random& random, const Instruction* i) {
    if (i == nullptr) return;
    const std::vector<std::size_t> operands = m.operands(*i);
    if (operands.empty()) return;
    const std::size_t n = operands[random.below(operands.size())];
    if (const auto other = m.other_value(random, m.word(*i, n))) w[i->at + n] = *other;
  }
  static void operand(const M& m, Words& w, Random& random) {
    replace_operand(m, w, random, m.any(random, [&](const Instruction& i) { return !m.operands(i).empty(); }));
  }
  static void load(const M& m, Words& w, Random& random) { replace_operand(m, w, random, m.any(random, spv::OpLoad)); }
  static void index(const M& m, Words& w, Random& random) {
    replace_operand(m, w, random, m.any(random, spv::OpAccessChain));
  }
  static void condition(const M& m, Words& w, Random& random) {
    replace_operand(m, w, random, m.any(random, spv::OpBranchConditional));
  }

  static void swap_operands(const M& m, Words& w, Random& random) {
    const Instruction* const i = m.any(random, [&](const Instruction& each) { return m.operands(each).size() > 1; });
    if (i == nullptr) return;
    const std::vector<std::size_t> operands = m.operands(*i);
    const std::size_t a = random.below(operands.size()), b = random.below(operands.size());
    std::swap(w[i->at + operands[a]], w[i->at + operands[b]]);
  }

  template <class Groups, class Value>
  static const typename Groups::value_type* group_of(const Groups& groups, Value value) {
    for (const auto& group : groups)
      if (std::find(group.begin(), group.end(), value) != group.end()) return &group;
    return nullptr;
  }
  template <class Group>
  static auto member(Random& random, const Group& group) {
    const auto end = std::find(group.begin(), group.end(), typename Group::value_type{});
    return group[random.below(static_cast<std::size_t>(end - group.begin()))];
  }

  static void opcode(const M& m, Words& w, Random& random) {
    const Instruction* const i = m.any(random, [&](const Instruction& each) {
      return each.op != spv::OpNop && group_of(opcode_groups, each.op) != nullptr;
    });
    if (i != nullptr) set_op(w, *i, member(random, *group_of(opcode_groups, i->op)));
  }
  static void extended(const M& m, Words& w, Random& random) {
    const Instruction* const i = m.any(random, [&](const Instruction& each) {
      return each.op == spv::OpExtInst && group_of(extended_groups, m.word(each, 4)) != nullptr;
    });
    if (i != nullptr) w[i->at + 4] = member(random, *group_of(extended_groups, m.word(*i, 4)));
  }

  static void constant(const M& m, Words& w, Random& random) {
    const Instruction* const i = m.any(random, spv::OpConstant);
    if (i == nullptr) return;
    std::uint32_t& bits = w[i->at + 3];
    if (m.op_of_type(m.word(*i, 2)) == spv::OpTypeInt) {
      bits += random.below(2) == 0 ? 1 : ~0u;
      return;
    }
    constexpr std::array special{0.0f, -0.0f, 1.0f, -1.0f, 0.5f, 2.0f, 255.0f, 1e-30f, 1e30f, 12582912.0f};
    switch (random.below(4)) {
      case 0: bits ^= 0x80000000u; break;
      case 1: ++bits; break;
      case 2: bits = std::bit_cast<std::uint32_t>(2 * std::bit_cast<float>(bits)); break;
      default: bits = std::bit_cast<std::uint32_t>(special[random.below(special.size())]); break;
    }
  }
  static void composite(const M& m, Words& w, Random& random) {
    const Instruction* const i = m.any(random, spv::OpConstantComposite);
    if (i == nullptr) return;
    const std::size_t n = 3 + random.below(i->length - 3);
    if (const auto other = m.other_value(random, m.word(*i, n))) w[i->at + n] = *other;
  }
  static void component(const M& m, Words& w, Random& random) {
    const Instruction* const i = m.any(random, [](const Instruction& each) {
      return each.op == spv::OpVectorShuffle || each.op == spv::OpCompositeExtract || each.op == spv::OpCompositeInsert;
    });
    if (i == nullptr) return;
    const std::size_t first = i->op == spv::OpCompositeExtract ? 4 : 5;
    if (first >= i->length) return;
    w[i->at + first + random.below(i->length - first)] = random.below(i->op == spv::OpVectorShuffle ? 8 : 4);
  }

  static void drop_store(const M& m, Words& w, Random& random) {
    if (const Instruction* const i = m.any(random, spv::OpStore)) remove(w, *i);
  }
  static void swap_stores(const M& m, Words& w, Random& random) {
    const Instruction *const a = m.any(random, spv::OpStore), *const b = m.any(random, spv::OpStore);
    if (a != nullptr) std::swap(w[a->at + 2], w[b->at + 2]);
  }
  static void repeat_store(const M& m, Words& w, Random& random) {
    const Instruction *const a = m.any(random, spv::OpStore), *const b = m.any(random, spv::OpStore);
    if (a != nullptr) insert(w, b->at, {m.word(*a, 0), m.word(*a, 1), m.word(*a, 2)});
  }
  static void order(const M& m, Words& w, Random& random) {
    const std::size_t n = m.first_function + random.below(m.list.size() - m.first_function);
    if (n + 1 >= m.list.size()) return;
    const Instruction &a = m.list[n], &b = m.list[n + 1];
    const auto first = w.begin() + static_cast<std::ptrdiff_t>(a.at);
    std::rotate(first, first + static_cast<std::ptrdiff_t>(a.length),
                first + static_cast<std::ptrdiff_t>(a.length + b.length));
  }

  static void branch(const M& m, Words& w, Random& random) {
    if (const Instruction* const i = m.any(random, spv::OpBranchConditional)) std::swap(w[i->at + 2], w[i->at + 3]);
  }
  static void target(const M& m, Words& w, Random& random) {
    const Instruction* const i = m.any(random, [](const Instruction& each) {
      return each.op == spv::OpBranchConditional || each.op == spv::OpBranch;
    });
    const Instruction* const label = m.any(random, spv::OpLabel);
    if (i != nullptr && label != nullptr)
      w[i->at + (i->op == spv::OpBranch ? 1 : 2 + random.below(2))] = m.word(*label, 1);
  }
  static void phi(const M& m, Words& w, Random& random) {
    const Instruction* const i = m.any(random, spv::OpPhi);
    if (i != nullptr && i->length >= 7) std::swap(w[i->at + 3], w[i->at + 5]);
  }

  // ---- an instruction more

  // Replaces an operand by a function of it that may be the identity.
  static void insertion(const M& m, Words& w, Random& random) {
    const Instruction* const i = m.any(random, [&](const Instruction& each) {
      return each.op != spv::OpPhi && each.op != spv::OpAccessChain && !m.operands(each).empty();
    });
    if (i == nullptr) return;
    const std::vector<std::size_t> operands = m.operands(*i);
    const std::size_t n = operands[random.below(operands.size())];
    const std::uint32_t old = m.word(*i, n), id = m.words[3];
    const auto type = m.type_of.find(old);
    if (type == m.type_of.end()) return;
    const spv::Op kind = m.defined(type->second)->op;
    const auto other = m.other_value(random, old);
    w[i->at + n] = id;
    w[3] = id + 1;
    const Instruction* const import = m.any(random, spv::OpExtInstImport);
    const auto extended_by = [&](std::initializer_list<std::uint32_t> rest) {
      if (import == nullptr) return;
      Words made{head(spv::OpExtInst, 4 + rest.size()), type->second, id, m.word(*import, 1)};
      made.insert(made.end(), rest);
      w.insert(w.begin() + static_cast<std::ptrdiff_t>(i->at), made.begin(), made.end());
    };
    constexpr std::array sums{spv::OpFAdd, spv::OpFSub, spv::OpFMul, spv::OpFDiv};
    constexpr std::array integer_sums{spv::OpIAdd, spv::OpISub, spv::OpIMul};
    constexpr std::array pairs{spv::OpLogicalAnd, spv::OpLogicalOr, spv::OpLogicalNotEqual};
    constexpr std::array<std::uint32_t, 6> alone{GLSLstd450FAbs,  GLSLstd450Floor, GLSLstd450FSign,
                                                 GLSLstd450Round, GLSLstd450Trunc, GLSLstd450Normalize};
    constexpr std::array<std::uint32_t, 4> extrema{GLSLstd450FMin, GLSLstd450FMax, GLSLstd450NMin, GLSLstd450NMax};
    if (kind == spv::OpTypeBool) {
      if (random.below(2) == 0)
        insert(w, i->at, {head(spv::OpLogicalNot, 4), type->second, id, old});
      else
        insert(w, i->at, {head(pairs[random.below(pairs.size())], 5), type->second, id, old, *other});
    } else if (kind == spv::OpTypeInt) {
      insert(w, i->at, {head(integer_sums[random.below(integer_sums.size())], 5), type->second, id, old, *other});
    } else {
      switch (random.below(5)) {
        case 0: insert(w, i->at, {head(spv::OpFNegate, 4), type->second, id, old}); break;
        case 1:
          if (random.below(3) != 0)
            insert(w, i->at, {head(sums[random.below(sums.size())], 5), type->second, id, old, *other});
          else
            insert(w, i->at, {head(sums[random.below(sums.size())], 5), type->second, id, *other, old});
          break;
        case 2: extended_by({alone[random.below(alone.size())], old}); break;
        case 3: extended_by({extrema[random.below(extrema.size())], old, random.below(2) == 0 ? old : *other}); break;
        default: extended_by({GLSLstd450FClamp, old, *other, *m.other_value(random, old)}); break;
      }
    }
  }

  // ---- the interface

  static void numbered(const M& m, Words& w, Random& random, std::uint32_t decoration) {
    const Instruction *const a = m.any_decoration(random, decoration), *const b = m.any_decoration(random, decoration);
    if (a == nullptr) return;
    std::uint32_t &first = w[a->at + m.argument_of(*a)], &second = w[b->at + m.argument_of(*b)];
    if (a != b && random.below(2) == 0)
      std::swap(first, second);
    else
      first = random.below(3) == 0 ? random.below(8) : first + (random.below(2) == 0 ? 1 : ~0u);
  }
  static void location(const M& m, Words& w, Random& random) { numbered(m, w, random, spv::DecorationLocation); }
  static void binding(const M& m, Words& w, Random& random) { numbered(m, w, random, spv::DecorationBinding); }
  static void set(const M& m, Words& w, Random& random) { numbered(m, w, random, spv::DecorationDescriptorSet); }
  static void built_in(const M& m, Words& w, Random& random) {
    const Instruction* const i = m.any_decoration(random, spv::DecorationBuiltIn);
    constexpr std::array<std::uint32_t, 9> others{
        spv::BuiltInPosition,   spv::BuiltInPointSize,     spv::BuiltInFragDepth,
        spv::BuiltInFragCoord,  spv::BuiltInInstanceIndex, spv::BuiltInVertexIndex,
        spv::BuiltInPointCoord, spv::BuiltInLayer,         spv::BuiltInViewportIndex};
    if (i != nullptr) w[i->at + m.argument_of(*i)] = others[random.below(others.size())];
  }
  static void layout(const M& m, Words& w, Random& random) {
    constexpr std::array<std::uint32_t, 3> layouts{spv::DecorationOffset, spv::DecorationArrayStride,
                                                   spv::DecorationMatrixStride};
    const Instruction* const i = m.any_decoration(random, layouts[random.below(layouts.size())]);
    if (i != nullptr) w[i->at + m.argument_of(*i)] += random.below(2) == 0 ? 16 : ~15u;
  }

  // Adds a decoration to a variable or a value, or removes it.
  static void toggle(const M& m, Words& w, Random& random, std::uint32_t decoration, bool of_variables) {
    const Instruction* const target = m.any(random, [&](const Instruction& i) {
      if (of_variables)
        return i.op == spv::OpVariable &&
               (m.word(i, 3) == spv::StorageClassInput || m.word(i, 3) == spv::StorageClassOutput);
      return i.at >= m.list[m.first_function].at && m.word(i, 2) < m.words[3] && m.type_of.contains(m.word(i, 2)) &&
             m.defined(m.word(i, 2)) == &i && i.op != spv::OpPhi;
    });
    if (target == nullptr) return;
    const std::uint32_t id = m.word(*target, 2);
    const Instruction* const present = m.any(random, [&](const Instruction& i) {
      return i.op == spv::OpDecorate && m.word(i, 1) == id && m.word(i, 2) == decoration;
    });
    if (present != nullptr) return remove(w, *present);
    const Instruction* const before = m.any(random, spv::OpDecorate);
    if (before != nullptr) insert(w, before->at, {head(spv::OpDecorate, 3), id, decoration});
  }
  static void interpolation(const M& m, Words& w, Random& random) {
    toggle(m, w, random, interpolations[random.below(interpolations.size())], true);
  }
  static void precision(const M& m, Words& w, Random& random) {
    toggle(m, w, random, spv::DecorationRelaxedPrecision, random.below(4) == 0);
  }
  static void contraction(const M& m, Words& w, Random& random) {
    toggle(m, w, random, spv::DecorationNoContraction, false);
  }
  static void undecorated(const M& m, Words& w, Random& random) {
    if (const Instruction* const i = m.any(random, [](const Instruction& each) {
          return each.op == spv::OpDecorate || each.op == spv::OpMemberDecorate;
        }))
      remove(w, *i);
  }

  static void array(const M& m, Words& w, Random& random) {
    const Instruction* const i = m.any(random, spv::OpTypeArray);
    if (i == nullptr) return;
    const Instruction* const length = m.defined(m.word(*i, 3));
    if (length == nullptr || length->op != spv::OpConstant) return;
    const std::uint32_t id = m.words[3], count = m.word(*length, 3);
    constexpr std::array<std::uint32_t, 5> others{1, 2, 28, 128, 250};
    const std::uint32_t changed =
        random.below(2) == 0 ? others[random.below(others.size())] : count + (random.below(2) == 0 ? 1 : ~0u);
    w[3] = id + 1;
    w[i->at + 3] = id;
    insert(w, i->at, {head(spv::OpConstant, 4), m.word(*length, 1), id, changed});
  }
  static void image(const M& m, Words& w, Random& random) {
    const Instruction* const i = m.any(random, spv::OpTypeImage);
    if (i == nullptr) return;
    const std::size_t field = 3 + random.below(4);
    w[i->at + field] = random.below(field == 3 ? 4 : 2);
  }
  static void image_operands(const M& m, Words& w, Random& random) {
    const Instruction* const i = m.any(random, [](const Instruction& each) {
      return each.op == spv::OpImageSampleImplicitLod || each.op == spv::OpImageSampleExplicitLod;
    });
    if (i == nullptr) return;
    const Instruction* const value = m.any(random, [&](const Instruction& each) {
      const bool has_type = m.type_of.contains(m.word(each, 2)) && m.defined(m.word(each, 2)) == &each;
      return has_type && m.op_of_type(m.word(each, 2)) == spv::OpTypeFloat;
    });
    const auto change_length = [&](std::size_t length, spv::Op op) { w[i->at] = head(op, length); };
    if (i->length > 6 && random.below(2) == 0) {
      // Removes the image operands, or swaps bias and level.
      const bool has_bias = m.word(*i, 5) == spv::ImageOperandsBiasMask;
      if (random.below(2) == 0 && i->length == 7) {
        w[i->at + 5] = has_bias ? spv::ImageOperandsLodMask : spv::ImageOperandsBiasMask;
        return change_length(7, has_bias ? spv::OpImageSampleExplicitLod : spv::OpImageSampleImplicitLod);
      }
      change_length(5, spv::OpImageSampleImplicitLod);
      const auto first = w.begin() + static_cast<std::ptrdiff_t>(i->at);
      w.erase(first + 5, first + static_cast<std::ptrdiff_t>(i->length));
      return;
    }
    if (i->length != 5 || value == nullptr) return;
    const bool bias = random.below(2) == 0;
    change_length(7, bias ? spv::OpImageSampleImplicitLod : spv::OpImageSampleExplicitLod);
    insert(w, i->at + 5, {bias ? spv::ImageOperandsBiasMask : spv::ImageOperandsLodMask, m.word(*value, 2)});
  }
  static void mode(const M& m, Words& w, Random& random) {
    const Instruction *const i = m.any(random, spv::OpExecutionMode), *const entry = m.any(random, spv::OpEntryPoint);
    if (i == nullptr || entry == nullptr) return;
    constexpr std::array<std::uint32_t, 6> modes{
        spv::ExecutionModeDepthReplacing, spv::ExecutionModeDepthGreater,       spv::ExecutionModeDepthLess,
        spv::ExecutionModeDepthUnchanged, spv::ExecutionModeEarlyFragmentTests, spv::ExecutionModePixelCenterInteger};
    if (m.word(*i, 2) == spv::ExecutionModeDepthReplacing) return remove(w, *i);
    insert(w, i->at, {head(spv::OpExecutionMode, 3), m.word(*entry, 2), modes[random.below(modes.size())]});
  }
  // Swaps the ids of two names.
  static void names(const M& m, Words& w, Random& random) {
    const Instruction *const a = m.any(random, spv::OpName), *const b = m.any(random, spv::OpName);
    if (a != nullptr) std::swap(w[a->at + 1], w[b->at + 1]);
  }
};

struct Change {
  std::string_view name;
  void (*apply)(const IndexedModule&, Words&, Random&);
};

constexpr auto change_table = std::to_array<Change>({
    {"operand", Changes::operand},
    {"swapped operands", Changes::swap_operands},
    {"loaded variable", Changes::load},
    {"index", Changes::index},
    {"opcode", Changes::opcode},
    {"extended instruction", Changes::extended},
    {"another instruction", Changes::insertion},
    {"constant", Changes::constant},
    {"lane of a constant", Changes::composite},
    {"component", Changes::component},
    {"dropped store", Changes::drop_store},
    {"swapped stores", Changes::swap_stores},
    {"repeated store", Changes::repeat_store},
    {"order", Changes::order},
    {"swapped branches", Changes::branch},
    {"branch target", Changes::target},
    {"condition", Changes::condition},
    {"phi", Changes::phi},
    {"location", Changes::location},
    {"binding", Changes::binding},
    {"descriptor set", Changes::set},
    {"built-in", Changes::built_in},
    {"layout of a block", Changes::layout},
    {"interpolation", Changes::interpolation},
    {"RelaxedPrecision", Changes::precision},
    {"NoContraction", Changes::contraction},
    {"dropped decoration", Changes::undecorated},
    {"array length", Changes::array},
    {"image type", Changes::image},
    {"image operands", Changes::image_operands},
    {"execution mode", Changes::mode},
    {"names", Changes::names},
});

}  // namespace

ModuleMutator::ModuleMutator(std::vector<std::uint32_t> words)
    : module_(std::make_unique<const IndexedModule>(std::move(words))) {}
ModuleMutator::~ModuleMutator() = default;

std::optional<ModuleMutant> ModuleMutator::mutant(exec::Random& random) const {
  const Change& change = change_table[random.below(change_table.size())];
  ModuleMutant out{change.name, module_->words};
  change.apply(*module_, out.words, random);
  if (out.words == module_->words) return std::nullopt;
  return out;
}

}  // namespace agal::mutants
