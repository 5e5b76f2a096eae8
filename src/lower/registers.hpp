// The registers of a program: the registers in its operands, and the values of the writable registers at one point.
#pragma once

#include <array>
#include <cstdint>

#include "agal/program.hpp"
#include "base/buffer.hpp"
#include "base/register_set.hpp"
#include "ir/builder.hpp"

namespace agal::lower {

/// One number for each register type.
using RegisterCounts = std::array<std::uint32_t, register_table.size()>;

/// Facts about the registers of a program that lowering needs in advance, from one walk over all tokens.
struct RegisterScan {
  explicit RegisterScan(const Program& program);

  RegisterCounts registers{};  // one more than the highest number in any operand
  base::RegisterSet samplers;  // numbers of the samplers that are used
  bool centroid = false;       // a fetch has the centroid flag
};

/// The value of every component of every writable register, as a reference. A write replaces references and a move
/// copies them, so partial writes and swizzles cost no instruction.
class RegisterFile {
 public:
  /// Space for every writable register that the program names; all components are `unwritten`.
  RegisterFile(Stage stage, const RegisterCounts& named, ir::Lane unwritten);

  ir::Lane& at(RegisterType type, std::uint32_t number, std::uint32_t component) {
    return lanes_[4 * (base(type) + number) + component];
  }

  std::uint32_t count(RegisterType type) const { return count_[static_cast<std::size_t>(type)]; }

  /// The slot of a register, for a number below `count(type)`: it owns components 4*slot to 4*slot + 3.
  std::uint32_t slot_of(RegisterType type, std::uint32_t number) const { return base(type) + number; }
  /// The inverse: the number of the register of this type that owns a slot; not below `count(type)` if another type
  /// does.
  std::uint32_t number_of(RegisterType type, std::uint32_t slot) const { return slot - base(type); }
  std::uint32_t slots() const { return static_cast<std::uint32_t>(lanes_.size() / 4); }

  base::Buffer<ir::Lane>& lanes() { return lanes_; }

 private:
  std::uint32_t base(RegisterType type) const { return base_[static_cast<std::size_t>(type)]; }

  RegisterCounts base_{};
  RegisterCounts count_{};
  base::Buffer<ir::Lane> lanes_;
};

}  // namespace agal::lower
