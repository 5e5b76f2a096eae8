#include "lint/values.hpp"

#include <algorithm>
#include <utility>

#include "agal/limits.hpp"
#include "agal/operands.hpp"

namespace agal::linting {
namespace {

constexpr Facts positive = Fact::NonNegative | Fact::NonZero;
constexpr Facts zero_or_more = Fact::NonNegative | Fact::MayBeZero;
constexpr Facts any_sign = Fact::MayBeNegative | Fact::MayBeZero;

constexpr Facts only(Facts facts, Facts wanted) { return static_cast<Facts>(facts & wanted); }
constexpr bool both(Facts a, Facts b, Fact fact) { return has(a, fact) && has(b, fact); }
constexpr bool either(Facts a, Facts b, Fact fact) { return has(a, fact) || has(b, fact); }

// Returns facts about a sum. Nothing is known about the sum of a constant and a value, because programs add constants
// to move values into a range.
Facts sum(Facts a, Facts b) {
  if (both(a, b, Fact::Constant)) return static_cast<Facts>(Fact::Constant);
  Facts out = 0;
  if (both(a, b, Fact::NonNegative)) out = out | Fact::NonNegative;
  if (both(a, b, Fact::NonNegative) && either(a, b, Fact::NonZero)) out = out | Fact::NonZero;
  if (both(a, b, Fact::MayBeNegative)) out = out | Fact::MayBeNegative;
  if (both(a, b, Fact::NonNegative) && both(a, b, Fact::MayBeZero)) out = out | Fact::MayBeZero;
  return out;
}

// Returns facts about a difference. It may be negative, but a constant minus a value (1 - x) is trusted not to be.
Facts difference(Facts a, Facts b) {
  if (both(a, b, Fact::Constant)) return static_cast<Facts>(Fact::Constant);
  if (has(a, Fact::Constant)) return 0;
  if (has(b, Fact::Constant)) return only(a, static_cast<Facts>(Fact::MayBeNegative));
  return static_cast<Facts>(Fact::MayBeNegative);
}

Facts product(Facts a, Facts b, bool square) {
  if (both(a, b, Fact::Constant)) return static_cast<Facts>(Fact::Constant);
  if (has(a, Fact::Constant)) return only(b, any_sign | Fact::NonNegative);
  if (has(b, Fact::Constant)) return only(a, any_sign | Fact::NonNegative);
  Facts out = 0;
  if (square || both(a, b, Fact::NonNegative)) out = out | Fact::NonNegative;
  if (both(a, b, Fact::NonZero)) out = out | Fact::NonZero;
  if (!square && either(a, b, Fact::MayBeNegative)) out = out | Fact::MayBeNegative;
  if (either(a, b, Fact::MayBeZero)) out = out | Fact::MayBeZero;
  return out;
}

// Returns facts about a maximum. The maximum of a value and a constant is trusted not to be negative.
Facts larger(Facts a, Facts b) {
  if (both(a, b, Fact::Constant)) return static_cast<Facts>(Fact::Constant);
  if (either(a, b, Fact::Constant)) return static_cast<Facts>(Fact::NonNegative);
  Facts out = 0;
  if (either(a, b, Fact::NonNegative)) out = out | Fact::NonNegative;
  if (either(a, b, Fact::NonZero) && both(a, b, Fact::NonNegative)) out = out | Fact::NonZero;
  if (both(a, b, Fact::MayBeNegative)) out = out | Fact::MayBeNegative;
  if (both(a, b, Fact::MayBeZero)) out = out | Fact::MayBeZero;
  return out;
}

Facts smaller(Facts a, Facts b) {
  if (both(a, b, Fact::Constant)) return static_cast<Facts>(Fact::Constant);
  if (has(a, Fact::Constant)) return only(b, any_sign | Fact::NonNegative);
  if (has(b, Fact::Constant)) return only(a, any_sign | Fact::NonNegative);
  Facts out = only(static_cast<Facts>(a | b), any_sign);
  if (both(a, b, Fact::NonNegative)) out = out | Fact::NonNegative;
  if (both(a, b, Fact::NonZero)) out = out | Fact::NonZero;
  return out;
}

// Returns facts about a dot product. `a` and `b` have the facts that hold for all lanes. A dot product of a constant
// and lanes that are never negative is trusted not to be negative.
Facts dot_product(Facts a, Facts b, bool square) {
  if (both(a, b, Fact::Constant)) return static_cast<Facts>(Fact::Constant);
  const bool weighted = (has(a, Fact::Constant) && has(b, Fact::NonNegative)) ||
                        (has(b, Fact::Constant) && has(a, Fact::NonNegative)) || both(a, b, Fact::NonNegative);
  return static_cast<Facts>(square || weighted ? Fact::NonNegative : Fact::MayBeNegative);
}

// Returns the facts about the result of an opcode, without `Fact::Clip`. `square` is true if both operands are the
// same.
Facts facts_of(Opcode op, Facts a, Facts b, bool square) {
  switch (op) {
    case Opcode::Mov: return a;
    case Opcode::Add: return sum(a, b);
    case Opcode::Sub: return difference(a, b);
    case Opcode::Mul: return product(a, b, square);
    case Opcode::Div: return product(a, only(b, positive | Fact::MayBeNegative), square);
    case Opcode::Rcp: return only(a, positive | Fact::MayBeNegative | Fact::Constant);
    case Opcode::Min: return smaller(a, b);
    case Opcode::Max: return larger(a, b);
    case Opcode::Sqt:
    case Opcode::Abs:
      return static_cast<Facts>(only(a, Fact::MayBeZero | Fact::NonZero) | static_cast<Facts>(Fact::NonNegative));
    case Opcode::Sat: return zero_or_more;
    case Opcode::Frc:
    case Opcode::Sge:
    case Opcode::Slt:
    case Opcode::Seq:
    case Opcode::Sne:
    case Opcode::Tex:
    case Opcode::Ted:
    case Opcode::Tld: return zero_or_more;
    case Opcode::Rsq:
    case Opcode::Exp: return positive;
    case Opcode::Pow: return static_cast<Facts>(Fact::NonNegative);
    case Opcode::Neg: return has(a, Fact::NonNegative) ? any_sign : only(a, any_sign | Fact::NonZero | Fact::Constant);
    case Opcode::Dp3:
    case Opcode::Dp4: return dot_product(a, b, square);
    case Opcode::Log:
    case Opcode::Ddx:
    case Opcode::Ddy:
    case Opcode::Sgn: return any_sign;
    case Opcode::Sin:
    case Opcode::Cos:
    case Opcode::Nrm:
    case Opcode::Crs:
    case Opcode::M33:
    case Opcode::M34:
    case Opcode::M44: return static_cast<Facts>(Fact::MayBeNegative);
    case Opcode::Kil:
    case Opcode::Ife:
    case Opcode::Ine:
    case Opcode::Ifg:
    case Opcode::Ifl:
    case Opcode::Els:
    case Opcode::Eif:
    case Opcode::Old22:
    case Opcode::Old23:
    case Opcode::Rep:
    case Opcode::Erp: return 0;
  }
  return 0;
}

// Returns true for opcodes that copy, scale or translate a vector, which keeps it in clip space.
bool keeps_clip(Opcode op) { return op == Opcode::Mov || op == Opcode::Add || op == Opcode::Sub || op == Opcode::Mul; }

bool is_product_with_matrix(const Instruction& token) {
  return token.is(Opcode::M44) || token.is(Opcode::M34) ||
         (token.is(Opcode::Dp4) && !Values::same(token.src1, token.src2));
}

}  // namespace

Values::Values(const Program& program) : stage_(program.stage) {
  std::uint32_t size = 0;
  for (const Instruction& token : program.instructions)
    if (token.dst.type_code() == static_cast<std::uint32_t>(RegisterType::Temporary) &&
        token.dst.index() < translatable_registers)
      size = std::max(size, token.dst.index() + 1);
  state_.temporaries.resize(size);
  state_.versions.resize(size);
}

bool Values::same(const Source& a, const Source& b) {
  return !a.indirect() && !b.indirect() && a.type_code() == b.type_code() && a.index() == b.index() &&
         a.swizzle() == b.swizzle();
}

const Values::Component* Values::temporary(const Source& source, std::uint32_t lane) const {
  const bool known = !source.indirect() && source.type_code() == static_cast<std::uint32_t>(RegisterType::Temporary) &&
                     source.index() < state_.temporaries.size();
  return known ? &state_.temporaries[source.index()][source.lane(lane)] : nullptr;
}

Facts Values::of(const Source& source, std::uint32_t lane) const {
  if (source.indirect() || source.type_code() == static_cast<std::uint32_t>(RegisterType::Constant))
    return static_cast<Facts>(Fact::Constant);
  if (source.type_code() == static_cast<std::uint32_t>(RegisterType::Varying) && stage_ == Stage::Fragment)
    return static_cast<Facts>(Fact::Clip);
  const Component* const known = temporary(source, lane);
  return known == nullptr ? Facts{} : known->facts;
}

std::uint32_t Values::version(std::uint32_t type_code, std::uint32_t index) const {
  const bool counted =
      type_code == static_cast<std::uint32_t>(RegisterType::Temporary) && index < state_.versions.size();
  return counted ? state_.versions[index] : 0;
}

bool Values::is_reciprocal_of_w(const Source& lane_source, std::uint32_t lane, const Source& source) const {
  const Component* const known = temporary(lane_source, lane);
  return known != nullptr && known->reciprocal && !source.indirect() && known->type == source.type_code() &&
         known->index == source.index() && known->version == version(source.type_code(), source.index());
}

// Returns the facts about an operand. A dot product reads all lanes, so a fact must hold for all of them.
Facts Values::read(const OpcodeInfo& op, const Source& source, std::uint32_t lane) const {
  if (op.shape != Shape::Broadcast) return of(source, lane);
  Facts all = of(source, 0);
  for (std::uint32_t i = 1; i < op.cols; ++i) all &= of(source, i);
  return all;
}

Values::Component Values::result(const Instruction& token, std::uint32_t lane) const {
  const OpcodeInfo& op = *token.info();
  const Facts a = read(op, token.src1, lane);
  const Facts b = op.samples() || op.src2 == SourceRule::None ? Facts{} : read(op, token.src2, lane);
  Component out;
  out.facts = facts_of(op.opcode, a, b, op.src2 == SourceRule::Vector && same(token.src1, token.src2));
  out.facts = only(out.facts, static_cast<Facts>(~static_cast<unsigned>(Fact::Clip)));
  const bool clip = is_product_with_matrix(token) || (keeps_clip(op.opcode) && either(a, b, Fact::Clip));
  if (clip) out.facts = out.facts | Fact::Clip;
  if (token.is(Opcode::Mov)) {
    if (const Component* const copied = temporary(token.src1, lane)) out = *copied;
  } else if (token.is(Opcode::Rcp) && token.src1.lane(lane) == 3 && has(a, Fact::Clip)) {
    out.reciprocal = true;
    out.type = static_cast<std::uint8_t>(token.src1.type_code());
    out.index = static_cast<std::uint16_t>(token.src1.index());
    out.version = version(token.src1.type_code(), token.src1.index());
  }
  return out;
}

void Values::join(const State& other) {
  constexpr Facts proofs = positive | Fact::Constant;
  for (std::size_t i = 0; i < state_.temporaries.size(); ++i) {
    for (std::uint32_t c = 0; c < 4; ++c) {
      Component& mine = state_.temporaries[i][c];
      const Component& theirs = other.temporaries[i][c];
      const Facts shared = only(static_cast<Facts>(mine.facts & theirs.facts), proofs);
      const Facts possible = only(static_cast<Facts>(mine.facts | theirs.facts), static_cast<Facts>(~proofs));
      mine.facts = static_cast<Facts>(shared | possible);
      mine.reciprocal = mine.reciprocal && theirs.reciprocal && mine.type == theirs.type &&
                        mine.index == theirs.index && mine.version == theirs.version;
    }
    state_.versions[i] = std::max(state_.versions[i], other.versions[i]);
  }
}

void Values::step(const Instruction& token) {
  const OpcodeInfo& op = *token.info();
  switch (op.flow) {
    case Flow::None:
    case Flow::Kill: break;
    case Flow::If: open_.push_back(state_); return;
    case Flow::Else: std::swap(open_.back(), state_); return;
    case Flow::EndIf:
      join(open_.back());
      open_.pop_back();
      return;
  }
  const Destination& d = token.dst;
  if (op.dest == DestinationRule::None || d.type_code() != static_cast<std::uint32_t>(RegisterType::Temporary) ||
      d.index() >= state_.temporaries.size())
    return;
  Register results;
  for (std::uint32_t lane = 0; lane < 4; ++lane) results[lane] = result(token, lane);
  for (std::uint32_t lane = 0; lane < 4; ++lane)
    if ((d.mask() >> lane & 1u) != 0) state_.temporaries[d.index()][lane] = results[lane];
  ++state_.versions[d.index()];
}

}  // namespace agal::linting
