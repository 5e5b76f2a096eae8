// Facts about the values of registers, from the first token to the last, for lints about what an instruction reads.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "agal/program.hpp"

namespace agal::linting {

/// A set of facts about one component. `MayBeNegative` and `MayBeZero` are facts too: the way in which the value was
/// computed gives such results. Nothing is known about inputs: neither fact holds for them.
enum class Fact : std::uint8_t {
  MayBeNegative = 1,  // for example a dot product
  MayBeZero = 2,      // for example a texel
  NonNegative = 4,    // never below zero
  NonZero = 8,        // never zero
  Constant = 16,      // set by the application, which is trusted to set what the program needs
  Clip = 32,          // a component of a vector that a matrix transformed, or of a varying
};
using Facts = std::uint8_t;

constexpr Facts operator|(Fact a, Fact b) {
  return static_cast<Facts>(static_cast<unsigned>(a) | static_cast<unsigned>(b));
}
constexpr Facts operator|(Facts a, Fact b) { return static_cast<Facts>(a | static_cast<unsigned>(b)); }
constexpr bool has(Facts facts, Fact fact) { return (facts & static_cast<unsigned>(fact)) != 0; }

/// The facts that hold before each token. Both branches of a conditional are followed, and joined at its end. The
/// program must satisfy `has_structure`.
class Values {
 public:
  explicit Values(const Program& program);

  /// The facts about the component that a lane of a source selects.
  Facts of(const Source& source, std::uint32_t lane) const;
  /// True if both sources are the same register, addressed directly, with the same components.
  static bool same(const Source& a, const Source& b);
  /// True if the lane is `1 / a.w` for a register `a` that still has the value of that time, and `source` names it.
  bool is_reciprocal_of_w(const Source& lane_source, std::uint32_t lane, const Source& source) const;

  /// Continues behind this token.
  void step(const Instruction& token);

 private:
  struct Component {
    Facts facts = 0;
    // For the reciprocal of a component w: the register, and how often it was written before.
    bool reciprocal = false;
    std::uint8_t type = 0;
    std::uint16_t index = 0;
    std::uint32_t version = 0;
  };
  using Register = std::array<Component, 4>;
  struct State {
    std::vector<Register> temporaries;
    std::vector<std::uint32_t> versions;  // how often each temporary was written
  };

  const Component* temporary(const Source& source, std::uint32_t lane) const;
  std::uint32_t version(std::uint32_t type_code, std::uint32_t index) const;
  Facts read(const OpcodeInfo& op, const Source& source, std::uint32_t lane) const;
  Component result(const Instruction& token, std::uint32_t lane) const;
  void join(const State& other);

  Stage stage_;
  State state_;
  std::vector<State>
      open_;  // by open conditional: the state before it, and after its `els`, the end of its first branch
};

}  // namespace agal::linting
