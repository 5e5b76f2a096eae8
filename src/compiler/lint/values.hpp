// Forward analysis of the values of registers, for lints about the operands of instructions.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "agal/program.hpp"

namespace agal::linting {

/// A fact about one component. `MayBeNegative` and `MayBeZero` mean that the instruction that computed the value can
/// give such results. Inputs do not have these facts, because nothing is known about inputs.
enum class Fact : std::uint8_t {
  MayBeNegative = 1,  // for example a dot product
  MayBeZero = 2,      // for example a texel
  NonNegative = 4,
  NonZero = 8,
  Constant = 16,  // set by the application, which is trusted to choose a suitable value
  Clip = 32,      // a component of a vector that a matrix transformed, or of a fragment program's varying
};
using Facts = std::uint8_t;

constexpr Facts operator|(Fact a, Fact b) {
  return static_cast<Facts>(static_cast<unsigned>(a) | static_cast<unsigned>(b));
}
constexpr Facts operator|(Facts a, Fact b) { return static_cast<Facts>(a | static_cast<unsigned>(b)); }
constexpr bool has(Facts facts, Fact fact) { return (facts & static_cast<unsigned>(fact)) != 0; }

/// The facts that hold before the current token. The facts of both branches of a conditional are joined at its end. The
/// program must satisfy `has_structure`.
class Values {
 public:
  explicit Values(const Program& program);

  /// Returns the facts about the component that a lane of a source selects.
  Facts of(const Source& source, std::uint32_t lane) const;
  /// Returns true if both sources are the same register, addressed directly, with the same swizzle.
  static bool same(const Source& a, const Source& b);
  /// Returns true if a lane of `lane_source` is `1 / a.w`, `source` is the register `a`, and `a` was not written since.
  bool is_reciprocal_of_w(const Source& lane_source, std::uint32_t lane, const Source& source) const;

  /// Applies the effect of the current token, and continues with the next one.
  void step(const Instruction& token);

 private:
  struct Component {
    Facts facts = 0;
    // If the component is the reciprocal of a register's w: the register, and its version at that time.
    bool reciprocal = false;
    std::uint8_t type = 0;
    std::uint16_t index = 0;
    std::uint32_t version = 0;
  };
  using Register = std::array<Component, 4>;
  struct State {
    std::vector<Register> temporaries;
    std::vector<std::uint32_t> versions;  // the number of writes to each temporary
  };

  const Component* temporary(const Source& source, std::uint32_t lane) const;
  std::uint32_t version(std::uint32_t type_code, std::uint32_t index) const;
  Facts read(const OpcodeInfo& op, const Source& source, std::uint32_t lane) const;
  Component result(const Instruction& token, std::uint32_t lane) const;
  void join(const State& other);

  Stage stage_;
  State state_;
  /// For each open conditional, the state before it. Once its `els` is reached, the state at the end of its first
  /// branch.
  std::vector<State> open_;
};

}  // namespace agal::linting
