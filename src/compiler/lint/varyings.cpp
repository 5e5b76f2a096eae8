// Lint for varyings that are used as if they were exact. Interpolation changes their last bits differently on each
// device.
#include <fmt/format.h>

#include <array>

#include "agal/operands.hpp"
#include "lint/linter.hpp"

namespace agal::linting {
namespace {

// Tracks the kind of value in each component of the temporaries, in the order of the tokens. Conditionals are ignored.
class Interpolated {
 public:
  explicit Interpolated(Linter& linter) : linter_(linter) {}

  void check(std::size_t i) {
    const Instruction& token = linter_.program.instructions[i];
    const OpcodeInfo* const op = token.info();
    if (op == nullptr) return;
    for_each_access(token, [&](const Access& access) {
      if (access.kind == AccessKind::Index) check_index(i, access);
    });
    if (token.is(Opcode::Seq) || token.is(Opcode::Sne)) check_equality(i, token.dst.mask());
    if (token.is(Opcode::Ife) || token.is(Opcode::Ine)) check_equality(i, 1);
    follow(token, *op);
  }

 private:
  // A Copy of a varying is reported if it is compared. A Copy, or a Scaled value (computed by add, sub or mul), is
  // reported if it is an index. Subtracting the fraction of a value rounds the value, which is safe.
  enum class Holds : std::uint8_t { Other, Copy, Scaled, Fraction };

  Holds of(std::uint32_t type_code, std::uint32_t index, std::uint32_t component) const {
    if (type_code == static_cast<std::uint32_t>(RegisterType::Varying)) return Holds::Copy;
    const bool temporary = type_code == static_cast<std::uint32_t>(RegisterType::Temporary);
    return temporary && index < translatable_registers ? temporaries_[index][component] : Holds::Other;
  }
  Holds of(const Source& source, std::uint32_t lane) const {
    return source.indirect() ? Holds::Other : of(source.type_code(), source.index(), component(source, lane));
  }
  static std::uint32_t component(const Source& source, std::uint32_t lane) {
    return source.swizzle() >> (2 * lane) & 3u;
  }

  std::string name(std::uint32_t type_code, std::uint32_t index, std::uint32_t component) const {
    return fmt::format("{}.{}", register_name(type_code, index, linter_.program.stage), "xyzw"[component]);
  }

  void check_index(std::size_t i, const Access& access) {
    for (std::uint32_t component = 0; component < 4; ++component) {
      if ((access.components >> component & 1u) == 0) continue;
      const Holds held = of(access.type_code, access.first, component);
      if (held == Holds::Copy || held == Holds::Scaled)
        linter_.report(Rule::InterpolatedExact, i, access.operand,
                       {name(access.type_code, access.first, component), "the index of a register"});
    }
  }

  // Reports the first lane that compares an interpolated value.
  void check_equality(std::size_t i, WriteMask lanes) {
    const Instruction& token = linter_.program.instructions[i];
    for (const auto& [operand, source] :
         {std::pair(Operand::Source1, token.src1), std::pair(Operand::Source2, token.src2)})
      for (std::uint32_t lane = 0; lane < 4; ++lane)
        if ((lanes >> lane & 1u) != 0 && of(source, lane) == Holds::Copy)
          return linter_.report(
              Rule::InterpolatedExact, i, operand,
              {name(source.type_code(), source.index(), component(source, lane)), "compared for equality"});
  }

  Holds result(const Instruction& token, std::uint32_t lane) const {
    const Holds a = of(token.src1, lane);
    const auto varies = [](Holds held) { return held == Holds::Copy || held == Holds::Scaled; };
    if (token.is(Opcode::Mov)) return a;
    if (token.is(Opcode::Frc)) return varies(a) ? Holds::Fraction : Holds::Other;
    if (!token.is(Opcode::Add) && !token.is(Opcode::Sub) && !token.is(Opcode::Mul)) return Holds::Other;
    const Holds b = of(token.src2, lane);
    if (token.is(Opcode::Sub) && b == Holds::Fraction) return Holds::Other;
    return varies(a) || varies(b) ? Holds::Scaled : Holds::Other;
  }

  void follow(const Instruction& token, const OpcodeInfo& op) {
    const Destination& d = token.dst;
    if (op.dest == DestinationRule::None || d.type_code() != static_cast<std::uint32_t>(RegisterType::Temporary) ||
        d.index() >= translatable_registers)
      return;
    std::array<Holds, 4> results;
    for (std::uint32_t lane = 0; lane < 4; ++lane) results[lane] = result(token, lane);
    for (std::uint32_t lane = 0; lane < 4; ++lane)
      if ((d.mask() >> lane & 1u) != 0) temporaries_[d.index()][lane] = results[lane];
  }

  Linter& linter_;
  std::array<std::array<Holds, 4>, translatable_registers> temporaries_{};
};

}  // namespace

void check_varyings(Linter& linter) {
  if (linter.program.stage != Stage::Fragment) return;
  if (!linter.wants(Rule::InterpolatedExact)) return;
  Interpolated interpolated(linter);
  for (std::size_t i = 0; i < linter.program.instructions.size(); ++i) interpolated.check(i);
}

}  // namespace agal::linting
