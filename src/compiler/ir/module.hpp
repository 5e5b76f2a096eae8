// The intermediate representation (IR): SSA over small vectors, in one flat list.
//
// A value is the index of the instruction that produces it. Control flow is structured and does not need blocks: the
// list contains the markers If, Else and EndIf. Phi instructions after an EndIf merge the values of the two arms. An
// operand precedes its use in the list, and its scope encloses the use. Only the operands of a Phi may be out of
// scope: they come from the two arms or from outside the if. docs/ir.md describes each operation and each pass.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "agal/program.hpp"
#include "base/buffer.hpp"
#include "base/register_set.hpp"

namespace agal::ir {

enum class Op : std::uint8_t {
#define AGAL_IR_OP(id, ...) id,
#include "ir/ops.def"
#undef AGAL_IR_OP
};

enum class Kind : std::uint8_t { Constant, Input, Lanewise, Horizontal, Compose, Phi, Marker, Effect };

/// Properties of operations that passes query: a set of flags.
enum class Traits : std::uint8_t { None = 0, Commutes = 1, Compares = 2, Samples = 4, Derives = 8, Branches = 16 };
constexpr Traits operator|(Traits a, Traits b) {
  return static_cast<Traits>(static_cast<unsigned>(a) | static_cast<unsigned>(b));
}

/// One row of ops.def; see there for the meaning of the columns.
struct OpInfo {
  std::string_view text;
  std::uint8_t args;
  Kind kind;
  std::string_view meaning;
};

inline constexpr auto op_table = std::to_array<OpInfo>({
#define AGAL_IR_OP(id, text, args, kind, traits, meaning) {text, args, Kind::kind, meaning},
#include "ir/ops.def"
#undef AGAL_IR_OP
});

/// Returns true if `ops` lists all operations, in order. Used to check tables that have a row for each operation.
constexpr bool are_all_ops(std::span<const Op> ops) {
  for (std::size_t i = 0; i < ops.size(); ++i)
    if (static_cast<std::size_t>(ops[i]) != i) return false;
  return ops.size() == op_table.size();
}

constexpr const OpInfo& info(Op op) { return op_table[static_cast<std::size_t>(op)]; }

/// The columns that passes read for every instruction. A separate table keeps them close together in memory.
struct OpShape {
  std::uint8_t args;
  Kind kind;
  Traits traits;
};
inline constexpr auto op_shapes = [] {
  using enum Traits;
  return std::to_array<OpShape>({
#define AGAL_IR_OP(id, text, args, kind, traits, meaning) {args, Kind::kind, traits},
#include "ir/ops.def"
#undef AGAL_IR_OP
  });
}();
constexpr OpShape shape(Op op) { return op_shapes[static_cast<std::size_t>(op)]; }
constexpr Kind kind(Op op) { return shape(op).kind; }

constexpr bool has_trait(Op op, Traits trait) {
  return (static_cast<unsigned>(shape(op).traits) & static_cast<unsigned>(trait)) != 0;
}
constexpr bool commutes(Op op) { return has_trait(op, Traits::Commutes); }
constexpr bool compares(Op op) { return has_trait(op, Traits::Compares); }
constexpr bool is_sample(Op op) { return has_trait(op, Traits::Samples); }
constexpr bool is_branch(Op op) { return has_trait(op, Traits::Branches); }
/// Returns true if the operation is a derivative across the pixel quad, or samples with such derivatives.
constexpr bool takes_derivative(Op op) { return has_trait(op, Traits::Derives); }

enum class Scalar : std::uint8_t { None, Bool, Int, Float };

/// The type of a scalar (width 1) or a vector (width 2 to 4); {None, 0} for instructions without a value.
struct Type {
  Scalar scalar = Scalar::None;
  std::uint8_t width = 0;
  constexpr bool operator==(const Type&) const = default;
};

constexpr Type float_type(std::uint32_t width) { return {Scalar::Float, static_cast<std::uint8_t>(width)}; }
constexpr Type bool_type(std::uint32_t width) { return {Scalar::Bool, static_cast<std::uint8_t>(width)}; }
constexpr Type int_type() { return {Scalar::Int, 1}; }

/// A value: the index of the instruction that produces it.
enum class Value : std::uint32_t { None = 0xffff'ffff };
constexpr std::uint32_t index(Value v) { return static_cast<std::uint32_t>(v); }

/// Four lane numbers of two bits each, the first in the lowest bits.
using Lanes = std::uint8_t;
constexpr std::uint32_t lane_at(Lanes lanes, std::uint32_t i) { return std::uint32_t{lanes} >> (2 * i) & 3u; }
constexpr Lanes with_lane(Lanes lanes, std::uint32_t i, std::uint32_t lane) {
  return static_cast<Lanes>((lanes & ~(3u << (2 * i))) | lane << (2 * i));
}
inline constexpr Lanes identity_lanes = 0xe4;
/// Returns the number of lanes in a mask of four lanes.
constexpr std::uint8_t lane_count(std::uint32_t mask) {
  constexpr std::array<std::uint8_t, 16> counts{0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};
  return counts[mask & 0xf];
}
constexpr bool same_lanes(Lanes a, Lanes b, std::uint32_t width) {
  const std::uint32_t mask = (1u << (2 * width)) - 1;
  return ((a ^ b) & mask) == 0;
}

/// The AGAL register that a value was written to. It names the value in the output.
struct Hint {
  RegisterType type = RegisterType::Temporary;
  std::uint16_t index = none;
  static constexpr std::uint16_t none = 0xffff;
  constexpr bool present() const { return index != none; }
  constexpr bool operator==(const Hint&) const = default;
};

inline constexpr std::uint32_t no_token = 0xffff'ffff;

/// An instruction. It has only 32 bytes, because passes mostly copy instructions. Construct it in the list and modify
/// it there: copying a struct right after its fields were written stalls on store forwarding.
struct Inst {
  Op op{};
  Type type;
  Lanes lanes = identity_lanes;   // Compose: lane per operand · Phi: lanes of operand 0 · Input of width 1: the lane
  Lanes lanes2 = identity_lanes;  // Phi: lanes of operand 1
  std::uint16_t aux = 0;          // the register number or the sampler slot
  std::array<std::uint32_t, 4> args{~0u, ~0u, ~0u, ~0u};  // values; for Constant the bits of each lane
  std::uint32_t token = no_token;                         // the index of the token that produced the instruction
  Hint hint;

  Value arg(std::uint32_t i) const { return static_cast<Value>(args[i]); }
  void set_arg(std::uint32_t i, Value v) { args[i] = index(v); }
  /// Returns the lanes of operand `i` of a Phi.
  Lanes phi_lanes(std::uint32_t i) const { return i == 0 ? lanes : lanes2; }
  /// Returns the number of operands that are values.
  std::uint32_t arg_count() const {
    return op == Op::Compose ? std::min<std::uint32_t>(type.width, 4) : shape(op).args;
  }
  bool is_value() const { return type.width != 0; }
};
static_assert(sizeof(Inst) == 32);

/// Returns true if all lanes of a composition come from the same value.
constexpr bool one_source(const Inst& inst) {
  std::uint32_t differ = 0;
  for (std::uint32_t i = 1; i < 4; ++i) differ |= i < inst.type.width ? inst.args[i] ^ inst.args[0] : 0u;
  return differ == 0;
}

struct SamplerSlot {
  std::uint32_t index;  // the number in the register's name, fsN or vsN
  TextureKind dimension;
};

struct Module {
  Stage stage = Stage::Vertex;
  std::uint32_t constant_array = 0;     // the number of constant registers that relative addressing may reach
  base::RegisterSet centroid_varyings;  // varyings that are interpolated at the centroid
  base::Buffer<SamplerSlot> samplers;   // ascending by index
  base::Buffer<Inst> body;
  bool has_ifs = true;       // false if the list is known not to have ifs
  bool has_kills = true;     // false if the list is known not to have kills
  bool distinct = false;     // true if no instruction computes a visible value again, so that cse would change nothing
  std::uint32_t folded = 0;  // the number of instructions at the beginning that fold would not change

  /// Returns true if fold would change nothing.
  bool is_folded() const { return folded == body.size(); }

  const Inst& operator[](Value v) const { return body[index(v)]; }
  Value last() const { return static_cast<Value>(body.size() - 1); }

  /// Returns the slot of the sampler with this number or, if there is none, of the next higher number.
  std::uint32_t slot_of(std::uint32_t sampler) const {
    const auto below = [](const SamplerSlot& slot, std::uint32_t n) { return slot.index < n; };
    const auto found = std::lower_bound(samplers.begin(), samplers.end(), sampler, below);
    return static_cast<std::uint32_t>(found - samplers.begin());
  }
};

/// Returns a composition of lanes of one value.
inline Inst swizzle(const Module& module, Value v, Lanes lanes, std::uint32_t width, std::uint32_t token) {
  Inst inst;
  inst.op = Op::Compose;
  inst.type = {module[v].type.scalar, static_cast<std::uint8_t>(width)};
  inst.lanes = lanes;
  inst.token = token;
  for (std::uint32_t c = 0; c < width; ++c) inst.set_arg(c, v);
  return inst;
}

/// Returns the one or two vectors that all lanes of a composition come from; nullopt if there are more, or if some are
/// scalars.
inline std::optional<std::array<Value, 2>> shuffled_vectors(const Module& module, const Inst& compose) {
  std::array<Value, 2> sources{compose.arg(0), compose.arg(0)};
  for (std::uint32_t i = 0; i < compose.type.width; ++i) {
    const Value v = compose.arg(i);
    if (module[v].type.width == 1) return std::nullopt;
    if (v == sources[0] || v == sources[1]) continue;
    if (sources[1] != sources[0]) return std::nullopt;
    sources[1] = v;
  }
  return sources;
}

/// Calls `fn(operand)` for every operand that is a value.
template <class Fn>
void for_each_arg(const Inst& inst, Fn&& fn) {
  const std::uint32_t count = inst.arg_count();
  for (std::uint32_t i = 0; i < count; ++i) fn(inst.arg(i));
}

/// Returns the module as text, which `parse` reads: the stage and the interface, then one instruction per line,
/// indented for each if around it. docs/ir.md explains the format.
std::string print(const Module& module);

/// An error in types, scopes or structure.
struct Fault {
  std::uint32_t at = 0;  // the index of the instruction; the length of the list if the end of the list is wrong
  std::string what;
};

/// Returns the first error of the module; nullopt if it is valid.
std::optional<Fault> find_fault(const Module& module);

/// Returns the fault as text; "" if the module is valid. Builds with AGAL_VERIFY_IR verify the module after every pass.
std::string verify(const Module& module);

}  // namespace agal::ir
