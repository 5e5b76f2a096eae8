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

  RegisterCounts registers{};    // the highest number in any operand + 1
  std::uint32_t constant_array;  // constant_array_size, which would be another walk
  base::RegisterSet samplers;    // the numbers of samplers that are used
  bool centroid = false;         // true if a fetch has the centroid flag
  bool ifs = false;              // true if the program has an if
  bool kills = false;            // true if the program has a `kil`
};

/// References to the values of all components of writable registers. A write replaces references, and a move copies
/// them, so partial writes and swizzles do not need instructions.
class RegisterFile {
 public:
  /// Makes space for every writable register that the program names. All components are `unwritten`.
  RegisterFile(Stage stage, const RegisterCounts& named, ir::Lane unwritten);

  ir::Lane& at(RegisterType type, std::uint32_t number, std::uint32_t component) {
    return lanes_[4 * (base(type) + number) + component];
  }

  std::uint32_t count(RegisterType type) const { return count_[static_cast<std::size_t>(type)]; }

  /// Returns the slot of a register. Its components are 4*slot to 4*slot + 3. `number` must be below `count(type)`.
  std::uint32_t slot_of(RegisterType type, std::uint32_t number) const { return base(type) + number; }
  /// Returns the number of the register of a slot. The number is not below `count(type)` if the register has another
  /// type.
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
