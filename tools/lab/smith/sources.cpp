#include "sources.hpp"

#include <algorithm>

namespace agal::smith {
namespace {

constexpr std::uint32_t lanes = 4;

bool is_constant(Source source) { return source.type() == RegisterType::Constant; }

std::uint32_t first_of(WriteMask mask) {
  std::uint32_t i = 0;
  while ((mask >> i & 1) == 0) ++i;
  return i;
}

// Returns a swizzle in which each lane of the mask reads itself. All other lanes repeat the first lane of the mask.
std::uint8_t in_place(WriteMask mask) {
  std::uint32_t swizzle = 0;
  for (std::uint32_t i = 0; i < lanes; ++i) swizzle |= ((mask >> i & 1) != 0 ? i : first_of(mask)) << (2 * i);
  return static_cast<std::uint8_t>(swizzle);
}

}  // namespace

bool Sources::suits(Source given, const Wanted& wanted) const {
  for (std::uint32_t i = 0; i < lanes; ++i) {
    if ((wanted.lanes >> i & 1) == 0) continue;
    const Lane lane = draft_.lane_of(given, i);
    if (!meets(wanted.need, lane) || !meets(Need::Tame, lane)) return false;
  }
  return true;
}

std::uint8_t Sources::swizzle(WriteMask available, WriteMask preferred, const Wanted& wanted) {
  const auto any_of = [&](WriteMask mask) {
    std::uint32_t i = dice_.roll(lanes);
    while ((mask >> i & 1) == 0) i = (i + 1) % lanes;
    return i;
  };
  const auto component = [&] { return any_of(preferred != 0 && dice_.chance(70) ? preferred : available); };
  if (wanted.scalar || dice_.chance(12)) return static_cast<std::uint8_t>(component() * 0x55);
  if (available == 0xf && dice_.chance(45)) return swizzle_identity;
  std::array<std::uint32_t, lanes> chosen{};
  for (std::uint32_t i = 0; i < lanes; ++i) chosen[i] = (available >> i & 1) != 0 && dice_.chance(35) ? i : component();
  // Unused lanes repeat the last used lane, as in assemblers.
  std::uint32_t last = lanes - 1;
  while (last > 0 && (wanted.lanes >> last & 1) == 0) --last;
  if (dice_.chance(60)) std::fill(chosen.begin() + last, chosen.end(), chosen[last]);
  return static_cast<std::uint8_t>(chosen[0] | chosen[1] << 2 | chosen[2] << 4 | chosen[3] << 6);
}

Source Sources::any_temporary(const Wanted& wanted) {
  std::vector<std::uint32_t> waiting, all;
  for (std::uint32_t number = 0; number < draft_.temporaries().size(); ++number) {
    if (draft_.temporaries()[number].written != 0) all.push_back(number);
    if (draft_.temporaries()[number].unread != 0) waiting.push_back(number);
  }
  const bool use_waiting = !waiting.empty() && dice_.chance(draft_.is_finishing() ? 95 : 80);
  const std::uint32_t number = dice_.pick(use_waiting ? waiting : all);
  return Source::make(RegisterType::Temporary, number,
                      swizzle(draft_.temporaries()[number].written, draft_.temporaries()[number].unread, wanted));
}

// Chooses a source from all register types that the stage can read in this version.
Source Sources::any_source(const Wanted& wanted) {
  const auto weight = [&](const RegisterInfo& row) -> std::uint32_t {
    if (!row.readable(draft_.stage())) return 0;
    switch (row.type) {
      case RegisterType::Temporary: {
        const bool any = std::any_of(draft_.temporaries().begin(), draft_.temporaries().end(),
                                     [](const Known& known) { return known.written != 0; });
        return !any ? 0 : draft_.is_finishing() ? 300 : 25 + std::min(30 * draft_.unread_registers(), 200u);
      }
      case RegisterType::Constant: return wanted.constants ? 22 : 0;
      case RegisterType::InstanceId: return draft_.inputs(row.type).empty() ? 0 : 4;
      case RegisterType::Attribute:
      case RegisterType::Varying:
      case RegisterType::Output:
      case RegisterType::Sampler:
      case RegisterType::Depth: return draft_.inputs(row.type).empty() ? 0 : 28;
    }
    return 0;
  };
  std::uint32_t total = 0;
  for (const RegisterInfo& row : register_table) total += weight(row);
  std::uint32_t at = dice_.roll(total);
  RegisterType type = RegisterType::Temporary;
  for (const RegisterInfo& row : register_table) {
    type = row.type;
    const std::uint32_t own = weight(row);
    if (at < own) break;
    at -= own;
  }
  if (type == RegisterType::Temporary) return any_temporary(wanted);
  const std::uint8_t components = swizzle(0xf, 0, wanted);
  const bool constant = type == RegisterType::Constant;
  if (constant && wanted.relative && draft_.stage() == Stage::Vertex && dice_.chance(25))
    return relative(1, components);
  return Source::make(type, dice_.pick(draft_.inputs(type)), components);
}

Source Sources::source(const Wanted& wanted) {
  Source found;
  for (int attempt = 0; attempt < 4; ++attempt) {
    found = any_source(wanted);
    if (suits(found, wanted)) break;
  }
  if (!suits(found, wanted) && draft_.room(3) && dice_.chance(88)) found = made_fit(found, wanted);
  draft_.lock(found);
  return found;
}

// Converts a value so that it meets the requirement.
Source Sources::made_fit(Source given, const Wanted& wanted) {
  draft_.lock(given);
  const auto mask = wanted.scalar ? static_cast<WriteMask>(1u << dice_.roll(lanes)) : wanted.lanes;
  const Destination dst = draft_.temporary_for(mask);
  const Source fit = Source::make(RegisterType::Temporary, dst.index(),
                                  wanted.scalar ? static_cast<std::uint8_t>(first_of(mask) * 0x55) : in_place(mask));
  if (is_constant(given)) {  // only mov may have a constant as its only source
    draft_.emit(Opcode::Mov, dst, given);
    given = fit;
  }
  Wanted any{.lanes = mask, .constants = true, .relative = false};
  const bool small = suits(given, {.need = Need::Exponent, .lanes = wanted.lanes});
  switch (wanted.need) {
    case Need::NotNegative:
      if (dice_.chance(40))
        draft_.emit(Opcode::Mul, dst, given, given);
      else
        draft_.emit(dice_.chance(70) ? Opcode::Abs : Opcode::Sat, dst, given);
      break;
    case Need::Positive:
    case Need::NotZero:
      if (small && dice_.chance(40)) {
        draft_.emit(Opcode::Exp, dst, given);
        break;
      }
      draft_.emit(Opcode::Abs, dst, given);
      if (dice_.chance(60)) draft_.emit(Opcode::Max, dst, fit, any_source(any));
      break;
    case Need::Direction: draft_.emit(Opcode::Add, dst, given, any_source({.lanes = mask, .constants = false})); break;
    case Need::Any:
    case Need::Exponent:
    case Need::Power:
    case Need::Angle:
    case Need::Coordinate:
    case Need::Tame: {
      constexpr std::array limiting{Opcode::Frc, Opcode::Sat, Opcode::Sin};
      draft_.emit(dice_.pick(limiting), dst, given);
      break;
    }
  }
  return fit;
}

// Emits tokens that compute the index of a constant. Returns the component that has the index; nullopt without room or
// attributes.
std::optional<Source> Sources::fresh_address() {
  const std::uint32_t doublings = dice_.between(1, 5);
  if (!draft_.room(doublings + 2)) return {};
  const std::size_t locks = draft_.locks();
  const std::uint32_t component = dice_.roll(lanes);
  const Destination dst = draft_.temporary_for(static_cast<WriteMask>(1u << component));
  const Source address =
      Source::make(RegisterType::Temporary, dst.index(), static_cast<std::uint8_t>(component * 0x55));
  const std::vector<std::uint32_t>& attributes = draft_.inputs(RegisterType::Attribute);
  const auto from = static_cast<std::uint8_t>(dice_.roll(lanes) * 0x55);
  if (attributes.empty()) return {};
  draft_.emit(Opcode::Abs, dst, Source::make(RegisterType::Attribute, dice_.pick(attributes), from));
  for (std::uint32_t i = 0; i < doublings; ++i) {
    if (i == 0 && dice_.chance(20))
      draft_.emit(Opcode::Mul, dst, address,
                  Source::make(RegisterType::Constant, dice_.pick(draft_.inputs(RegisterType::Constant)), from));
    else
      draft_.emit(Opcode::Add, dst, address, address);
  }
  draft_.mark_address(dst.index(), component);
  draft_.unlock(locks);
  return address;
}

Source Sources::relative(std::uint32_t rows, std::uint8_t swizzle) {
  const std::uint32_t highest = draft_.count(RegisterType::Constant) - rows;
  const bool far = highest > 128 && dice_.chance(30);
  const auto offset = static_cast<std::uint8_t>(far ? dice_.between(128, std::min(highest, 255u))
                                                    : dice_.roll(std::min(highest + 1, 128u)));
  const auto make = [&](RegisterType type, std::uint32_t number, std::uint32_t component) {
    const Source found = Source::make_indirect(RegisterType::Constant, type, number, component, offset, swizzle);
    draft_.lock(found);
    return found;
  };
  std::vector<std::pair<std::uint32_t, std::uint32_t>> addresses, written_components;
  for (std::uint32_t number = 0; number < draft_.temporaries().size(); ++number)
    for (std::uint32_t i = 0; i < lanes; ++i) {
      if ((draft_.temporaries()[number].written >> i & 1) == 0) continue;
      written_components.emplace_back(number, i);
      if (draft_.temporaries()[number].lanes[i].address) addresses.emplace_back(number, i);
    }
  if (!addresses.empty() && dice_.chance(60)) {
    const auto [number, component] = dice_.pick(addresses);
    return make(RegisterType::Temporary, number, component);
  }
  if (dice_.chance(45))
    if (const std::optional<Source> fresh = fresh_address())
      return make(RegisterType::Temporary, fresh->index(), fresh->lane(0));
  if (!written_components.empty() && dice_.chance(20)) {
    const auto [number, component] = dice_.pick(written_components);
    return make(RegisterType::Temporary, number, component);
  }
  std::vector<RegisterType> types;
  for (const RegisterType type : {RegisterType::Attribute, RegisterType::Constant, RegisterType::InstanceId})
    if (!draft_.inputs(type).empty()) types.push_back(type);
  const RegisterType type = dice_.pick(types);
  const bool number = type == RegisterType::InstanceId && dice_.chance(60);
  const std::uint32_t index = dice_.pick(draft_.inputs(type));
  return make(type, index, number ? 0 : dice_.roll(lanes));
}

// Chooses temporaries for the rows of a matrix: existing values, otherwise values that it emits.
Source Sources::matrix_of_temporaries(std::uint32_t rows) {
  std::vector<std::uint32_t> bases;
  const auto limit = static_cast<std::uint32_t>(draft_.temporaries().size());
  for (std::uint32_t base = 0; base + rows <= limit; ++base) {
    bool whole = true;
    for (std::uint32_t row = 0; row < rows; ++row) whole = whole && draft_.temporaries()[base + row].written == 0xf;
    if (whole) bases.push_back(base);
  }
  if (!bases.empty() && dice_.chance(60)) return Source::make(RegisterType::Temporary, dice_.pick(bases));
  const std::uint32_t base = dice_.between(0, limit - rows);
  for (std::uint32_t row = 0; row < rows; ++row) draft_.lock(base + row);
  for (std::uint32_t row = 0; row < rows; ++row) {
    constexpr std::array ways{Opcode::Mov, Opcode::Mul, Opcode::Add};
    const OpcodeInfo& op = info(dice_.pick(ways));
    const auto [src1, src2] = two_sources(op, 0xf);
    draft_.emit(op, Destination::make(RegisterType::Temporary, base + row), src1, src2);
  }
  return Source::make(RegisterType::Temporary, base);
}

Source Sources::matrix(std::uint32_t rows) {
  if (draft_.room(rows + 1) && dice_.chance(20)) return matrix_of_temporaries(rows);
  const RegisterType type = draft_.stage() == Stage::Vertex ? RegisterType::Attribute : RegisterType::Varying;
  if (dice_.chance(25)) {
    // All attributes may be used, but only varyings that the pair shares.
    std::vector<std::uint32_t> bases;
    const std::vector<std::uint32_t>& shared = draft_.inputs(type);
    for (std::uint32_t base = 0; base + rows <= draft_.count(type); ++base) {
      bool there = true;
      for (std::uint32_t row = 0; row < rows && type == RegisterType::Varying; ++row)
        there = there && std::find(shared.begin(), shared.end(), base + row) != shared.end();
      if (there) bases.push_back(base);
    }
    if (!bases.empty()) return Source::make(type, dice_.pick(bases));
  }
  if (draft_.stage() == Stage::Vertex && dice_.chance(30)) return relative(rows, swizzle_identity);
  return Source::make(RegisterType::Constant, dice_.between(0, draft_.count(RegisterType::Constant) - rows));
}

// Chooses both sources of a token, or its only source. At most one of them is a constant.
std::pair<Source, Source> Sources::two_sources(const OpcodeInfo& op, WriteMask mask) {
  const OpcodeTraits& known = opcode_traits(op.opcode);
  Wanted first{.need = known.first, .lanes = mask, .scalar = op.src1 == SourceRule::Scalar};
  Wanted second{.need = known.second, .lanes = mask, .scalar = op.src2 == SourceRule::Scalar};
  if (op.src1 == SourceRule::None) return {};
  if (op.src2 == SourceRule::None) {
    first.constants = op.opcode == Opcode::Mov;
    return {source(first), {}};
  }
  if (op.src2 == SourceRule::Matrix) {
    const Source rows = matrix(op.rows);
    draft_.lock(rows);
    first.constants = !is_constant(rows);
    return {source(first), rows};
  }
  Source a, b;
  const bool backwards = dice_.chance(40);
  for (int attempt = 0; attempt < 2 && a == b; ++attempt) {
    Source& one_of_them = backwards ? b : a;
    Source& other = backwards ? a : b;
    one_of_them = source(backwards ? second : first);
    Wanted rest = backwards ? first : second;
    rest.constants = !is_constant(one_of_them);
    other = source(rest);
  }
  if (!known.equality || is_constant(a) || !draft_.room(1) || dice_.chance(35)) return {a, b};
  // The minimum of both equals one of them, which makes equality more likely.
  const Destination lesser = draft_.temporary_for(mask);
  draft_.emit(dice_.chance(50) ? Opcode::Min : Opcode::Max, lesser, a, b);
  return {a, Source::make(RegisterType::Temporary, lesser.index(), in_place(mask))};
}

}  // namespace agal::smith
